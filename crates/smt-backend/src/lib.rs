//! Constraint models as SMT formulas, solved by Z3.

use parity_core::Solver;

/// The rows of this crate.
pub const SOLVERS: &[&dyn Solver] = &[];
