//! Constraint models for constraint programming engines.
//!
//! A CP engine takes the model almost as it stands: the same variables and domains, and its own
//! propagators for the constraints. What is left to choose is the order of the search and the way
//! to go on after a solution; those are the rows.
//!
//! | module | what it is |
//! |---|---|
//! | [`pumpkin`] | lazy clause generation in Rust, driven solution by solution |
//! | [`cp_sat`] | CP-SAT of OR-Tools, where it is installed: loaded at run time |
//!
//! It depends on the model layer (`core`) and on the engines. It must never know a problem, count by
//! an auxiliary variable, measure time or print.

use parity_core::Solver;

pub mod cp_sat;
pub mod pumpkin;

/// The rows of this crate.
pub const SOLVERS: &[&dyn Solver] = &[
    &pumpkin::PUMPKIN,
    &pumpkin::NO_LEARNING,
    &pumpkin::BLOCKING,
    &pumpkin::DISEQUALITIES,
    &pumpkin::LOWEST_VALUE,
    &pumpkin::INPUT_ORDER,
    &pumpkin::DOM_WDEG,
    &pumpkin::VSIDS,
    &pumpkin::PLAIN,
    &cp_sat::CP_SAT,
    &cp_sat::TWO_WORKERS,
    &cp_sat::LINEARIZATION,
];
