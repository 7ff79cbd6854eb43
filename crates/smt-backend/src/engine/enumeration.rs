//! From one solution to all: Z3 finds one at a time.

use std::ops::ControlFlow;

use parity_core::{End, Outcome, SolverError, Task};
use z3::{SatResult, Solver};

use super::encoding::Encoded;
use super::session::Session;
use crate::row::{Core, Encoding, Enumeration};

/// Finds solutions as the task asks.
pub(crate) fn run(
    session: &Session,
    encoding: Encoding,
    core: Core,
    enumeration: Enumeration,
) -> Result<Outcome, SolverError> {
    let encoded = Encoded::new(session.model, encoding)?;
    let solver = match core {
        Core::Default => Solver::new(),
        Core::FiniteDomain => Solver::new_for_logic("QF_FD")
            .ok_or_else(|| SolverError::Engine("this Z3 has no solver for QF_FD".to_owned()))?,
    };
    for conjunct in &encoded.formula {
        solver.assert(conjunct);
    }
    session.stream.encoded(encoded.size());
    let mut search = Search {
        session,
        encoded,
        solver,
        solutions: 0,
    };
    let flow = match enumeration {
        Enumeration::Blocking => search.block()?,
    };
    let end = match flow {
        ControlFlow::Continue(()) => End::Exhausted,
        ControlFlow::Break(end) => end,
    };
    Ok(Outcome::new(end, search.solutions))
}

struct Search<'a> {
    session: &'a Session<'a>,
    encoded: Encoded<'a>,
    solver: Solver,
    solutions: u64,
}

impl Search<'_> {
    /// Finds the solutions of what the solver holds, excluding each by a clause over the variables.
    fn block(&mut self) -> Result<ControlFlow<End>, SolverError> {
        loop {
            match self.session.params() {
                ControlFlow::Continue(params) => self.solver.set_params(&params),
                ControlFlow::Break(end) => return Ok(ControlFlow::Break(end)),
            }
            match self.solver.check() {
                SatResult::Sat => {}
                SatResult::Unsat => return Ok(ControlFlow::Continue(())),
                SatResult::Unknown => {
                    let end = self.session.unknown(self.solver.get_reason_unknown());
                    return Ok(ControlFlow::Break(end));
                }
            }
            let found = self.solver.get_model();
            let found =
                found.ok_or_else(|| SolverError::Engine("Z3 keeps its model".to_owned()))?;
            let values = self.encoded.values(&found)?;
            let blocking = self.encoded.blocking(&values);
            self.solutions += 1;
            let flow = match self.session.task {
                Task::Count => ControlFlow::Continue(()),
                Task::First | Task::All | Task::Optimum => self.session.stream.solution(values),
            };
            if flow.is_break() || self.session.task == Task::First {
                return Ok(ControlFlow::Break(End::Stopped));
            }
            self.solver.assert(blocking);
        }
    }
}
