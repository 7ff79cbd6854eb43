//! microlp: simplex and branch and bound in Rust, without cuts and presolve.

/// The microlp engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Microlp;

crate::engine::left_out!(Microlp, "microlp");

#[cfg(feature = "microlp")]
mod linked {
    use good_lp::solvers::microlp::microlp;
    use microlp::{Error, Solution, SolveOptions, SolveOutcome, TerminationReason};
    use parity_core::SolverError;

    use super::Microlp;
    use crate::engine::{Answer, Engine, Settings, Work, locked_version, state};
    use crate::program::Program;

    impl Engine for Microlp {
        fn version(&self) -> Option<String> {
            Some(format!("microlp {}", locked_version("microlp")))
        }

        fn solve(
            &self,
            program: &Program,
            settings: &Settings,
            work: &mut Work,
        ) -> Result<Answer, SolverError> {
            let stated = state(program, microlp);
            let mut options = SolveOptions::default();
            options.time_limit = settings.remaining();
            work.programs += 1;
            match stated.as_inner().solve_with(options) {
                Ok(SolveOutcome::Solution(solution)) => Ok(answer(&solution)),
                Ok(SolveOutcome::Interrupted(_)) => Ok(Answer::OutOfTime(None)),
                Err(Error::Infeasible) => Ok(Answer::Infeasible),
                Err(error) => Err(SolverError::Engine(format!("microlp failed: {error}"))),
            }
        }
    }

    fn answer(solution: &Solution) -> Answer {
        let point = solution.iter().map(|(_, value)| value).collect();
        match solution.termination_reason() {
            TerminationReason::ProvenOptimal => Answer::Optimal(point),
            // The gap asked for is zero, so what remains are limits.
            _ => Answer::OutOfTime(Some(point)),
        }
    }
}
