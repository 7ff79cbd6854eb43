//! The linear programming engines, each behind a feature of its own.

use std::time::{Duration, Instant};

use parity_core::{SolverError, Tally};

use crate::program::Program;

mod cbc;
mod highs;
mod microlp;

pub(crate) use cbc::Cbc;
pub(crate) use highs::Highs;
pub(crate) use microlp::Microlp;

/// How an engine is to run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) deadline: Option<Instant>,
    pub(crate) seed: u64,
    /// Whether the engine may simplify the program first, if that is a choice it gives.
    pub(crate) presolve: bool,
}

impl Settings {
    /// What is left until the deadline; `None` without one.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        let deadline = self.deadline?;
        Some(deadline.saturating_duration_since(Instant::now()))
    }
}

/// The work that engines report, over all programs of one request.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Work {
    /// Programs handed to the engine.
    pub(crate) programs: u64,
    /// Nodes of its branch and bound, if it tells.
    pub(crate) nodes: Option<u64>,
    /// Iterations of its simplex method, if it tells.
    pub(crate) iterations: Option<u64>,
}

impl Work {
    pub(crate) fn tally(self) -> Tally {
        let told = [("nodes", self.nodes), ("simplex iterations", self.iterations)];
        let told = told.into_iter().filter_map(|(name, count)| Some((name, count?)));
        told.fold(Tally::new().with("programs", self.programs), |tally, (name, count)| {
            tally.with(name, count)
        })
    }
}

/// What an engine says of one program. Points are as the engine gives them: not yet rounded, not
/// yet checked.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// An optimal point.
    Optimal(Vec<f64>),
    /// There is none.
    Infeasible,
    /// The time ran out; the best point so far, if there is one.
    OutOfTime(Option<Vec<f64>>),
    /// It gave up for this reason.
    GaveUp(String),
}

/// What an engine says in a build without its feature; nothing in one that has it.
macro_rules! left_out {
    ($Engine:ty, $feature:literal) => {
        #[cfg(not(feature = $feature))]
        impl crate::engine::Engine for $Engine {
            fn unavailable(&self) -> Option<String> {
                Some(concat!("this build leaves out the feature `", $feature, "`").to_owned())
            }

            fn solve(
                &self,
                _: &crate::program::Program,
                _: &crate::engine::Settings,
                _: &mut crate::engine::Work,
            ) -> Result<crate::engine::Answer, parity_core::SolverError> {
                let reason = self.unavailable().unwrap_or_default();
                Err(parity_core::SolverError::Unavailable(reason))
            }
        }
    };
}
use left_out;

/// A linear programming engine.
pub(crate) trait Engine: Sync {
    /// Why it cannot run in this build, if so.
    fn unavailable(&self) -> Option<String> {
        None
    }

    /// Name and version.
    fn version(&self) -> Option<String> {
        None
    }

    /// Whether [`Settings::presolve`] makes a difference.
    fn has_presolve(&self) -> bool {
        false
    }

    /// The dual of the linear relaxation, a number a row, if the engine tells. It is not exact.
    fn duals(
        &self,
        program: &Program,
        settings: &Settings,
    ) -> Result<Option<Vec<f64>>, SolverError> {
        let _ = (program, settings);
        Ok(None)
    }

    /// Solves a program.
    fn solve(
        &self,
        program: &Program,
        settings: &Settings,
        work: &mut Work,
    ) -> Result<Answer, SolverError>;
}

/// States a program in the language of good_lp, for any of its engines.
#[cfg(any(feature = "highs", feature = "microlp", feature = "cbc"))]
fn state<S: good_lp::Solver>(program: &Program, mut solver: S) -> S::Model {
    use good_lp::{Expression, SolverModel, constraint, variable};
    use parity_core::{Direction, Relation};

    let mut variables = good_lp::ProblemVariables::new();
    let unit = variable().clamp(0, 1);
    let columns: Vec<_> = (0..program.weights.len())
        .map(|column| {
            let integer = column < program.integers;
            variables.add(if integer { unit.clone().integer() } else { unit.clone() })
        })
        .collect();
    let mut objective = Expression::with_capacity(columns.len());
    for (&column, &weight) in columns.iter().zip(&program.weights) {
        if weight != 0 {
            objective.add_mul(weight as f64, column);
        }
    }
    let mut model = solver.create_model(match program.direction {
        Direction::Maximise => variables.maximise(objective),
        Direction::Minimise => variables.minimise(objective),
    });
    for row in &program.rows {
        let mut sum = Expression::with_capacity(row.terms.len());
        for &(coefficient, column) in &row.terms {
            sum.add_mul(coefficient as f64, columns[column]);
        }
        let rhs = row.rhs as f64;
        model.add_constraint(match row.relation {
            Relation::AtMost => constraint::leq(sum, rhs),
            Relation::Equal => constraint::eq(sum, rhs),
            Relation::AtLeast => constraint::geq(sum, rhs),
        });
    }
    model
}

/// The version of a dependency that tells none at run time, from the lock file of the workspace.
#[cfg(any(feature = "microlp", test))]
fn locked_version(package: &str) -> &'static str {
    let lock: &'static str = include_str!("../../../Cargo.lock");
    let entry = format!("name = \"{package}\"\nversion = \"");
    let version = lock.split(&entry).nth(1);
    version.and_then(|rest| rest.split('"').next()).unwrap_or("of unknown version")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_come_from_the_lock_file() {
        assert_eq!(locked_version("ilp-backend"), env!("CARGO_PKG_VERSION"));
        assert_eq!(locked_version("nothing of the kind"), "of unknown version");
    }
}
