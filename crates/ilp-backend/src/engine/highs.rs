//! HiGHS: simplex, branch and cut (Huangfu and Hall, *Parallelizing the dual revised simplex
//! method*, 2018).
//!
//! good_lp states the program; then its HiGHS model is run directly, for the statistics and for the
//! difference between "infeasible" and "no point found in time".

/// The HiGHS engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Highs;

crate::engine::left_out!(Highs, "highs");

#[cfg(feature = "highs")]
mod linked {
    use std::ffi::CStr;

    use good_lp::solvers::highs::highs;
    use highs::{HighsModelStatus as Status, HighsSolutionStatus, HighsStatus, Model, SolvedModel};
    use parity_core::SolverError;

    use super::Highs;
    use crate::engine::{Answer, Engine, Settings, Work, state};
    use crate::program::Program;

    impl Engine for Highs {
        #[allow(unsafe_code)]
        fn version(&self) -> Option<String> {
            // SAFETY: HiGHS gives a string of its own that is never freed.
            let version = unsafe { CStr::from_ptr(highs_sys::Highs_version()) };
            Some(format!("HiGHS {}", version.to_string_lossy()))
        }

        fn has_presolve(&self) -> bool {
            true
        }

        fn duals(
            &self,
            program: &Program,
            settings: &Settings,
        ) -> Result<Option<Vec<f64>>, SolverError> {
            let relaxed = Program { integers: 0, ..program.clone() };
            let mut model = state(&relaxed, highs)
                .try_into_inner()
                .map_err(|error| SolverError::Engine(error.to_string()))?;
            configure(&mut model, settings);
            let solved = model.try_solve().map_err(failed)?;
            let optimal = solved.status() == Status::Optimal;
            Ok(optimal.then(|| solved.get_solution().dual_rows().to_vec()))
        }

        fn solve(
            &self,
            program: &Program,
            settings: &Settings,
            work: &mut Work,
        ) -> Result<Answer, SolverError> {
            let mut model = state(program, highs)
                .try_into_inner()
                .map_err(|error| SolverError::Engine(error.to_string()))?;
            configure(&mut model, settings);
            let solved = model.try_solve().map_err(failed)?;
            work.programs += 1;
            *work.nodes.get_or_insert(0) += nodes(&solved).max(0).unsigned_abs();
            let iterations = solved.simplex_iteration_count().max(0).unsigned_abs();
            *work.iterations.get_or_insert(0) += iterations;
            answer(&solved)
        }
    }

    fn configure(model: &mut Model, settings: &Settings) {
        model.set_option("threads", 1);
        model.set_option("parallel", "off");
        model.set_option("random_seed", (settings.seed % (1 << 31)) as i32);
        // Stop at a proved optimum and not near it.
        model.set_option("mip_rel_gap", 0.0);
        model.set_option("mip_abs_gap", 0.0);
        if !settings.presolve {
            model.set_option("presolve", "off");
        }
        if let Some(remaining) = settings.remaining() {
            model.set_option("time_limit", remaining.as_secs_f64());
        }
    }

    fn answer(solved: &SolvedModel) -> Result<Answer, SolverError> {
        let point = (solved.primal_solution_status() == HighsSolutionStatus::Feasible)
            .then(|| solved.get_solution().columns().to_vec());
        match (solved.status(), point) {
            (Status::Optimal, Some(point)) => Ok(Answer::Optimal(point)),
            // Columns lie between 0 and 1, so nothing is unbounded.
            (Status::Infeasible | Status::UnboundedOrInfeasible, None) => Ok(Answer::Infeasible),
            (Status::ReachedTimeLimit, point) => Ok(Answer::OutOfTime(point)),
            (Status::Unknown | Status::ReachedMemoryLimit | Status::ReachedIterationLimit, _) => {
                Ok(Answer::GaveUp(format!("HiGHS ended as {:?}", solved.status())))
            }
            (status, _) => Err(SolverError::Engine(format!("HiGHS ended as {status:?}"))),
        }
    }

    fn failed(status: HighsStatus) -> SolverError {
        SolverError::Engine(format!("HiGHS failed: {status:?}"))
    }

    /// Nodes of the branch and bound, a number that the binding does not pass on.
    #[allow(unsafe_code)]
    fn nodes(solved: &SolvedModel) -> i64 {
        let mut nodes = 0;
        let name = c"mip_node_count".as_ptr();
        // SAFETY: the model is alive, the name ends in NUL, and HiGHS writes one 64-bit integer.
        unsafe { highs_sys::Highs_getInt64InfoValue(solved.as_ptr(), name, &raw mut nodes) };
        nodes
    }
}
