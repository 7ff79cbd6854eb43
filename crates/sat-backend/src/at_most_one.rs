//! At most one of some literals: the constraint that all-different becomes, and a shelf of
//! encodings of it, one a file.
//!
//! | encoding | auxiliary variables | clauses |
//! |---|---|---|
//! | [`Pairwise`] | 0 | k (k − 1) / 2 |
//! | [`SequentialCounter`] | k − 1 | 3 k − 4 |
//! | [`Ladder`] | k | 4 k − 2 |
//! | [`Bitwise`] | ⌈log₂ k⌉ | k ⌈log₂ k⌉ |
//! | [`Product`] | about 2 √k | about 2 k + 4 √k |
//! | [`Commander`] | about k / 2 | about 7 k / 2 |
//! | [`Hybrid`] | those of another, by the length | |
//!
//! The exact numbers for k literals are [`Encoding::size`]; a test compares them with what is
//! added. On all of the shelf, a literal that holds makes unit propagation refute the others.
//!
//! The auxiliary variables of some encodings are free in some solutions, so solutions must be
//! counted and blocked by the literals of the model alone.

use std::fmt::Debug;

use varisat::Lit;

use crate::formula::{Clauses, Size};

pub(crate) mod bitwise;
pub(crate) mod commander;
pub(crate) mod hybrid;
pub(crate) mod ladder;
#[cfg(test)]
mod laws;
mod pairwise;
pub(crate) mod product;
pub(crate) mod sequential_counter;

pub use bitwise::Bitwise;
pub use commander::Commander;
pub use hybrid::Hybrid;
pub use ladder::Ladder;
pub use pairwise::Pairwise;
pub use product::Product;
pub use sequential_counter::SequentialCounter;

/// A way of saying in clauses that at most one of some literals holds.
pub trait Encoding: Debug + Sync {
    /// Adds clauses that some values of the auxiliary variables satisfy if and only if at most one
    /// of the literals holds. A literal that is listed twice counts twice, so it must not hold.
    fn encode(&self, literals: &[Lit], clauses: &mut dyn Clauses);

    /// Number of auxiliary variables and of clauses for so many literals.
    fn size(&self, literals: usize) -> Size;
}
