//! Constraint models as 0/1 programs, solved by linear programming engines.
//!
//! | file | what it is |
//! |---|---|
//! | `program` | a model as a program: one column a literal, one row a variable or a clique |
//! | `representatives` | graph colouring as a program that does not name the colours |
//! | `formulation` | what the points of a program mean |
//! | `propagation` | what the rows alone decide, and the smaller program that is left |
//! | `search` | no-good cuts and splitting: from one optimal point to all solutions |
//! | `dual_bound` | a bound on the objective, proved in integers |
//! | `engine` | HiGHS, microlp and CBC, through good_lp, each behind a feature of its own |
//! | `row`, `rows` | an engine, a formulation and a way of enumerating, as rows of the registry |
//! | [`relaxation`](mod@relaxation) | the linear relaxation as a number, pairwise against clique rows |
//!
//! It depends on the model layer (`core`), on good_lp and the engines. It must never know a problem,
//! believe an engine's rounding (what comes back is integral and obeys every row exactly, or it is an
//! error), measure time or print.

// Without an engine, what only that engine uses is never used.
#![cfg_attr(not(all(feature = "highs", feature = "microlp")), allow(dead_code))]

mod dual_bound;
mod engine;
mod formulation;
mod program;
mod propagation;
pub mod relaxation;
mod representatives;
mod row;
mod rows;
mod search;

pub use program::Rows;
pub use relaxation::relaxation;
pub use rows::SOLVERS;
