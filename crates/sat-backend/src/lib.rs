//! Constraint models as clauses, solved by SAT engines.

use parity_core::Solver;

/// The rows of this crate.
pub const SOLVERS: &[&dyn Solver] = &[];
