//! Constraint problems stated once, and the hand-written algorithms that solve them.
//!
//! Five nouns carry the whole workspace; each is one file here:
//!
//! | noun | file | what it is |
//! |---|---|---|
//! | [`Problem`] | [`problem`] | the rules: parse, print, verify, published counts, symmetries |
//! | [`Model`] | [`model`] | finite-domain variables and a closed set of constraints; all that solvers read |
//! | [`Solver`] | [`solver`] | one row of the registry: a [`Card`] and one method that streams solutions |
//! | [`Observer`] | [`observer`] | what sees a hand-written search at work, and may stop it |
//! | [`Checker`] | [`checker`] | verifies, hashes and classifies the solutions a solver claims |
//!
//! Around them:
//!
//! | file | what it is |
//! |---|---|
//! | [`search`] | complete searches over a model: backtracking with propagation, exact cover, clause learning |
//! | [`local_search`] | incomplete ones: repair of full assignments |
//! | [`queens`], [`sudoku`] | algorithms made for one problem, where these earn their place |
//! | [`symmetry`] | symmetries, orbits, canonical forms, lex-leader constraints |
//! | [`graph`] | graphs to colour, and files of them |
//! | [`tally`] | counters of work by name |
//! | `laws` | what every solver of every crate must obey; behind a feature, for tests |
//!
//! This crate depends on no engine and no other crate of the workspace. It must never print, measure
//! time or trust a solver: what it checks, it checks by the rules.

pub mod checker;
pub mod graph;
#[cfg(feature = "laws")]
pub mod laws;
pub mod local_search;
pub mod model;
pub mod observer;
pub mod problem;
pub mod queens;
pub mod search;
pub mod solver;
pub mod sudoku;
pub mod symmetry;
pub mod tally;

pub use checker::Checker;
pub use model::{
    AtMostOne, Constraint, Direction, Domain, Lexicographic, Linear, Literal, Model, Objective,
    Relation, Term, Value, Variable,
};
pub use observer::{Event, Observer};
pub use problem::{Problem, Violation};
pub use solver::{
    Card, End, Family, Instance, Limits, Outcome, Request, Row, Scope, Search, Solver, SolverError,
    Task, Visitor,
};
pub use tally::Tally;

/// The rows that are made for one problem.
const SOLVERS: &[&dyn Solver] = &[
    // Queens.
    &queens::permutations::ROW,
    &queens::board_scan::ROW,
    &queens::attack_marking::ROW,
    &queens::line_tables::ROW,
    &queens::hash_sets::ROW,
    &queens::bitmask::ROW,
    &queens::counting::iterative::ROW,
    &queens::counting::eightfold::ROW,
    &queens::counting::look_ahead::ROW,
    &queens::counting::passes::ROW,
    &queens::counting::half_boards::ROW,
    &queens::enumeration::ROW,
    &queens::explicit_construction::ROW,
    &queens::qs4::ROW,
    &queens::min_conflicts::ROW,
    &queens::min_conflicts::GREEDY_ROW,
    &queens::fundamental::filter::ROW,
    &queens::fundamental::leaf::ROW,
    &queens::fundamental::lex_leader::ROW,
    // Sudoku.
    &sudoku::first_empty_cell::ROW,
    &sudoku::first_empty_cell::MRV_ROW,
    &sudoku::pencil_marks::ROW,
    &sudoku::pencil_marks::NAKED_ROW,
    &sudoku::pencil_marks::RANDOM_ROW,
    &sudoku::triads::ROW,
    // Graph colouring.
    &graph::dsatur::ROW,
];

/// The rows of this crate, in the order in which they are listed and compared.
pub fn solvers() -> impl Iterator<Item = &'static dyn Solver> {
    let others = local_search::SOLVERS.iter().chain(SOLVERS);
    search::solvers().chain(others.copied())
}
