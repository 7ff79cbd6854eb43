//! What tactics do to a formula, and what that does to the time a solver takes for it.
//!
//! A *tactic* of Z3 rewrites a formula into one that is satisfiable if and only if the first was.
//! [`measure`] applies a pipeline of them to a problem, once, and has the general solver (`smt`) solve
//! what comes out; [`PIPELINES`] are those worth comparing. Unlike a row of the registry it measures time itself, since nobody
//! outside can tell applying from solving.

use std::time::{Duration, Instant};

use parity_core::{Problem, SolverError};

use crate::engine;
use crate::row::Encoding;

/// Tactics, one after the other.
pub type Pipeline = &'static [&'static str];

/// Pipelines to compare: nothing, each tactic alone, and combinations in which one prepares the next.
pub const PIPELINES: &[Pipeline] = &[
    &[],
    &["simplify"],
    &["ctx-solver-simplify"],
    &["solve-eqs"],
    &["bit-blast"],
    &["simplify", "solve-eqs"],
    &["simplify", "bit-blast"],
    &["simplify", "solve-eqs", "bit-blast"],
    &["simplify", "propagate-values", "solve-eqs", "bit-blast"],
    &["simplify", "ctx-solver-simplify", "solve-eqs", "bit-blast"],
];

/// The size of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Number of formulas that must all hold.
    pub assertions: u64,
    /// Number of different formulas, subformulas and terms.
    pub expressions: u64,
}

/// What a solver says about a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// There is a solution.
    Satisfiable,
    /// There is none.
    Unsatisfiable,
    /// It does not know, for this reason; a timeout is one.
    Unknown(String),
}

/// A formula after a pipeline, and how long it took to get there and to solve it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The size of the formula that came out.
    pub after: Size,
    /// The time the pipeline took.
    pub apply: Duration,
    /// The time the solver took for the formula that came out.
    pub solve: Duration,
    /// What the solver says.
    pub answer: Answer,
}

/// One pipeline on one problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measurement {
    /// The tactics, in order.
    pub pipeline: Pipeline,
    /// The size of the formula before.
    pub before: Size,
    /// What came of it, or why the pipeline failed.
    pub applied: Result<Applied, String>,
}

/// Applies a pipeline to a problem in a fresh context and solves what comes out.
///
/// # Errors
/// If Z3 is not there, or the encoding cannot express the problem.
pub fn measure(
    problem: &dyn Problem,
    encoding: Encoding,
    pipeline: Pipeline,
    deadline: Option<Instant>,
) -> Result<Measurement, SolverError> {
    engine::measure(problem, encoding, pipeline, deadline)
}
