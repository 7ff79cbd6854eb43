//! Constraint models as clauses, solved by SAT engines.

pub mod at_most_one;
mod engine;
pub mod enumeration;
pub mod formula;
mod lexicographic;
mod linear;
mod rows;
mod sat;
mod search;
mod translation;

pub use rows::SOLVERS;
pub use sat::Sat;
pub use search::{Break, Search};
pub use translation::translate;
