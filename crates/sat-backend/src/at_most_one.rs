//! At most one of some literals: the constraint that all-different becomes, and a shelf of
//! encodings of it, one a file.
//!
//! | encoding | auxiliary variables | clauses | propagates like pairwise |
//! |---|---|---|---|
//! | [`Pairwise`] | 0 | k (k − 1) / 2 | |
//! | [`Product`] | about 2 √k | about 2 k + 4 √k | yes |
//!
//! The exact numbers for k literals are [`Encoding::size`]; tests compare them with what is added.
//! Auxiliary variables may be free in a solution, so solutions are counted and blocked by the
//! literals of the model alone.

use std::fmt::Debug;

use varisat::Lit;

use crate::formula::{Clauses, Size};

mod pairwise;
mod product;

pub use pairwise::Pairwise;
pub use product::Product;

/// A way of saying in clauses that at most one of some literals holds.
pub trait Encoding: Debug + Sync {
    /// Adds clauses that some values of the auxiliary variables satisfy if and only if at most one
    /// of the literals holds. A literal that is listed twice counts twice, so it must not hold.
    fn encode(&self, literals: &[Lit], clauses: &mut dyn Clauses);

    /// Number of auxiliary variables and of clauses for so many literals.
    fn size(&self, literals: usize) -> Size;
}
