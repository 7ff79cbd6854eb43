//! Constraint models as 0/1 programs, solved by linear programming engines.

use parity_core::Solver;

/// The rows of this crate.
pub const SOLVERS: &[&dyn Solver] = &[];
