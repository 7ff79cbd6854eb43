//! Constraint models for constraint programming engines.
//!
//! A CP engine takes the model almost as it stands: the same variables and domains, and its own
//! propagators for the constraints. What is left to choose is the order of the search and the way
//! to go on after a solution; those are the rows.

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
