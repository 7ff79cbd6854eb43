//! The sequential counter (Sinz, *Towards an Optimal CNF Encoding of Boolean Cardinality
//! Constraints*, CP 2005), for a bound of one.
//!
//! The i-th auxiliary variable is forced to hold once one of the first i literals does; then the
//! next literal must not.

use varisat::Lit;

use super::Encoding;
use crate::Sat;
use crate::formula::{Clauses, Size};
use crate::rows::prefixed;

/// All solutions by prefixes, with this encoding.
pub(crate) const ROW: Sat = prefixed(
    "varisat/sequential-counter/prefix",
    "sequential counter: one auxiliary variable a literal, 3 k clauses",
    "Sinz 2005",
    &SequentialCounter,
);

/// k − 1 auxiliary variables, 3 k − 4 clauses (k ≥ 2).
#[derive(Clone, Copy, Debug)]
pub struct SequentialCounter;

impl Encoding for SequentialCounter {
    fn encode(&self, literals: &[Lit], clauses: &mut dyn Clauses) {
        let Some((&last, literals)) = literals.split_last() else {
            return;
        };
        let mut before: Option<Lit> = None;
        for &literal in literals {
            let reached = clauses.fresh();
            clauses.add(&[!literal, reached]);
            if let Some(before) = before {
                clauses.add(&[!before, reached]);
                clauses.add(&[!before, !literal]);
            }
            before = Some(reached);
        }
        if let Some(before) = before {
            clauses.add(&[!before, !last]);
        }
    }

    fn size(&self, literals: usize) -> Size {
        Size::new(literals.saturating_sub(1), (3 * literals).saturating_sub(4))
    }
}
