//! Constraint models as clauses, solved by SAT engines.
//!
//! A model is translated once and for all kinds of problems alike: each literal `variable = value`
//! is the Boolean variable of the same number, all-different is "at most one" for each value, sums
//! are totalizers or adders, lexicographic orders are chains. What a user of SAT engines has to
//! choose is visible as rows: how "at most one" is said, how all solutions are found, and by which engine.
//!
//! | noun | module | what it is |
//! |---|---|---|
//! | [`Sat`] | `sat` | a row: a card, an encoding, an enumeration; the rows are in [`SOLVERS`] |
//! | [`translate`] | `translation` | model → clauses, constraint by constraint |
//! | [`Encoding`](at_most_one::Encoding) | [`at_most_one`] | the shelf of at-most-one encodings |
//! | `Sum` | `linear` | totalizers and adders: linear constraints and objectives |
//! | [`Enumeration`](enumeration::Enumeration) | [`enumeration`] | all solutions from an engine that finds one |
//! | [`Clauses`](formula::Clauses) | [`formula`] | where clauses go: a formula, a count, or the engine |
//! | `Engine` | `engine` | varisat and, behind the feature `batsat`, BatSat |
//!
//! The lexicographic order is in `lexicographic`, one run with its engine in `search`, the rows in
//! `rows`.
//!
//! It depends on the model layer (`core`) and on the engines; varisat's literals serve for all. It must
//! never know a problem: whatever it solves, it solves through the model. It must never trust an
//! auxiliary variable: solutions are reported, blocked and counted by the model's literals alone. And
//! like all backends it neither measures time nor checks its own answers nor prints.
//!
//! Varisat cannot be interrupted, so a deadline is looked at between its calls only; whoever runs a
//! row must be prepared to kill it. BatSat looks at the deadline itself.
//!
//! CaDiCaL has been tried behind the same encoder. It was slower than varisat on queens and on
//! pigeons without holes, and the most robust of all on large Latin squares that are partly filled,
//! where BatSat comes before varisat. BatSat is pure Rust, counts its conflicts without a proof and
//! stops when asked; CaDiCaL would bring a C++ build for instances that are rare here.
//!
//! To add an encoding: one file under `at_most_one/` with its `ROW`, declared in `at_most_one.rs`, and one
//! line in `rows.rs`. The laws of encodings and of solvers then hold it to what it says.

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

pub use engine::Library;
pub use rows::SOLVERS;
pub use sat::Sat;
pub use search::{Break, Search};
pub use translation::translate;
