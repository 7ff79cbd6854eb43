//! Constraint models as SMT formulas, solved by Z3.
//!
//! How a model is written down decides how fast it is solved, so each way of writing is a row:
//!
//! | module | what it is |
//! |---|---|
//! | [`row`] | the two kinds of rows: [`Enumerate`] finds solutions, [`Optimise`] the best one |
//! | [`rows`] | the rows, as data |
//! | [`tactics`] | what tactics do to a formula and to the time it takes, as data |
//! | `engine` | the translation to Z3; present with the feature `z3`, which is on by default |
//!
//! Without that feature the rows are listed all the same, and say that they are unavailable.
//!
//! It depends on the model layer (`core`) and on Z3. It must never know a problem, read a model that
//! Z3 has not completed, keep a context from one run to the next, measure time or print.

#[cfg(feature = "z3")]
mod engine;
#[cfg(not(feature = "z3"))]
#[path = "absent.rs"]
mod engine;
pub mod row;
pub mod rows;
pub mod tactics;

pub use row::{Core, Encoding, Enumerate, Enumeration, Formulation, Optimise, Optimiser, Phase};
pub use rows::SOLVERS;
