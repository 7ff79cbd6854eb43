//! CBC: branch and cut (Forrest and Lougee-Heimer, *CBC user guide*, 2005).
//!
//! Its library is not fetched but must be installed, so its feature is off unless asked for. good_lp
//! states the program; then its CBC model is run directly, for a time limit finer than a second and
//! for statuses that good_lp takes for an optimum.

/// The CBC engine.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cbc;

crate::engine::left_out!(Cbc, "cbc");

#[cfg(feature = "cbc")]
mod linked {
    use coin_cbc::Model;
    use coin_cbc::raw::{self, SecondaryStatus, Status};
    use good_lp::solvers::coin_cbc::coin_cbc;
    use parity_core::SolverError;

    use super::Cbc;
    use crate::engine::{Answer, Engine, Settings, Work, state};
    use crate::program::Program;

    impl Engine for Cbc {
        fn version(&self) -> Option<String> {
            Some(format!("CBC {}", raw::Model::version()))
        }

        fn has_presolve(&self) -> bool {
            true
        }

        fn solve(
            &self,
            program: &Program,
            settings: &Settings,
            work: &mut Work,
        ) -> Result<Answer, SolverError> {
            let mut stated = state(program, coin_cbc);
            configure(stated.as_inner_mut(), settings);
            let solved = stated.as_inner().solve();
            work.programs += 1;
            answer(solved.raw())
        }
    }

    fn configure(model: &mut Model, settings: &Settings) {
        let seed = (settings.seed % (1 << 31)).to_string();
        model.set_parameter("randomCbcSeed", &seed);
        model.set_parameter("randomSeed", &seed);
        // Stop at a proved optimum and not near it.
        model.set_parameter("ratioGap", "0");
        model.set_parameter("allowableGap", "0");
        if !settings.presolve {
            model.set_parameter("presolve", "off");
            model.set_parameter("preprocess", "off");
        }
        if let Some(remaining) = settings.remaining() {
            model.set_parameter("timeMode", "elapsed");
            model.set_parameter("seconds", &remaining.as_secs_f64().to_string());
        }
    }

    /// The value of the objective while CBC knows no point.
    const NO_POINT: f64 = 1e30;

    fn answer(solved: &raw::Model) -> Result<Answer, SolverError> {
        let known = solved.obj_value().abs() < NO_POINT;
        let point = known.then(|| solved.col_solution().to_vec());
        match (solved.status(), solved.secondary_status(), point) {
            (_, SecondaryStatus::StoppedOnTime, point) => Ok(Answer::OutOfTime(point)),
            (Status::Finished, _, Some(point)) if solved.is_proven_optimal() => {
                Ok(Answer::Optimal(point))
            }
            (Status::Finished, _, _) if solved.is_proven_infeasible() => Ok(Answer::Infeasible),
            (status, secondary, _) => {
                Ok(Answer::GaveUp(format!("CBC ended as {status:?}, {secondary:?}")))
            }
        }
    }
}
