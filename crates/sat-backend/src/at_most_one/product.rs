//! The product encoding (Chen, *A New SAT Encoding of the At-Most-One Constraint*, ModRef 2010).
//!
//! The literals are the squares of a rectangle of p rows and q columns. One that holds selects its
//! row and its column, and at most one row and one column may be selected, which is the same
//! constraint over p and over q literals.

use varisat::Lit;

use super::{Encoding, Pairwise};
use crate::Sat;
use crate::formula::{Clauses, Size};
use crate::rows::prefixed;

/// All solutions by prefixes, with this encoding.
pub(crate) const ROW: Sat = prefixed(
    "varisat/product/prefix",
    "product: 2 √k auxiliary variables, little more than 2 k clauses",
    "Chen 2010",
    &Product,
)
.featured();

/// S(k) = (p + q auxiliary variables, 2 k clauses) + S(p) + S(q), where p = ⌈√k⌉ and q = ⌈k / p⌉;
/// pairwise up to 6 literals, where that takes no more clauses. About 2 √k variables and
/// 2 k + 4 √k clauses.
#[derive(Clone, Copy, Debug)]
pub struct Product;

/// Up to so many literals the pairwise encoding is not larger.
const PAIRWISE_UP_TO: usize = 6;

/// Rows and columns of the smallest rectangle that is nearly a square and holds all literals.
fn rectangle(literals: usize) -> (usize, usize) {
    let rows = literals.isqrt() + usize::from(literals.isqrt().pow(2) < literals);
    (rows, literals.div_ceil(rows))
}

impl Encoding for Product {
    fn encode(&self, literals: &[Lit], clauses: &mut dyn Clauses) {
        if literals.len() <= PAIRWISE_UP_TO {
            return Pairwise.encode(literals, clauses);
        }
        let (p, q) = rectangle(literals.len());
        let rows: Vec<Lit> = (0..p).map(|_| clauses.fresh()).collect();
        let columns: Vec<Lit> = (0..q).map(|_| clauses.fresh()).collect();
        for (index, &literal) in literals.iter().enumerate() {
            clauses.add(&[!literal, rows[index / q]]);
            clauses.add(&[!literal, columns[index % q]]);
        }
        self.encode(&rows, clauses);
        self.encode(&columns, clauses);
    }

    fn size(&self, literals: usize) -> Size {
        if literals <= PAIRWISE_UP_TO {
            return Pairwise.size(literals);
        }
        let (p, q) = rectangle(literals);
        Size::new(p + q, 2 * literals) + self.size(p) + self.size(q)
    }
}
