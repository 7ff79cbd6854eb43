//! The pairwise (naive, binomial) encoding: of every two literals, one does not hold.

use varisat::Lit;

use super::Encoding;
use crate::formula::{Clauses, Size};

/// No auxiliary variable, k (k − 1) / 2 clauses.
#[derive(Clone, Copy, Debug)]
pub struct Pairwise;

impl Encoding for Pairwise {
    fn encode(&self, literals: &[Lit], clauses: &mut dyn Clauses) {
        for (index, &first) in literals.iter().enumerate() {
            for &second in &literals[index + 1..] {
                clauses.add(&[!first, !second]);
            }
        }
    }

    fn size(&self, literals: usize) -> Size {
        Size::new(0, literals * literals.saturating_sub(1) / 2)
    }
}
