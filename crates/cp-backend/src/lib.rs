//! Constraint models for constraint programming engines.

use parity_core::Solver;

/// The rows of this crate.
pub const SOLVERS: &[&dyn Solver] = &[];
