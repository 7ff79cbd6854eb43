//! From one solution to all: Z3 finds one at a time.

use std::ops::ControlFlow;

use parity_core::{End, Literal, Outcome, SolverError, Task, Variable};
use z3::{SatResult, Solver};

use super::encoding::Encoded;
use super::session::Session;
use super::statistics::{Effort, counter};
use super::tactics::pipeline;
use crate::row::{Core, Encoding, Enumeration, Phase};

/// Finds solutions as the task asks.
pub(crate) fn run(
    session: &Session,
    encoding: Encoding,
    core: Core,
    enumeration: Enumeration,
) -> Result<Outcome, SolverError> {
    let encoded = Encoded::new(session, encoding)?;
    let solver = solver(core)?;
    encoded.state(session, |conjunct| solver.assert(conjunct));
    session.stream.encoded(encoded.size());

    let mut search = Search {
        session,
        encoded,
        core,
        solver,
        solutions: 0,
        checks: 0,
        effort: Effort::default(),
    };
    let open = |variable: &Variable| session.model.domain(*variable).len() != 1;
    let variables: Vec<Variable> = session.model.variables().filter(open).collect();
    let flow = match enumeration {
        Enumeration::Prefix(length) if session.task != Task::First => {
            let (prefix, rest) = variables.split_at(length.min(variables.len()));
            search.split(prefix, rest)?
        }
        Enumeration::Prefix(_) | Enumeration::Blocking => search.block(&variables)?,
    };
    let end = match flow {
        ControlFlow::Continue(()) => End::Exhausted,
        ControlFlow::Break(end) => end,
    };
    search.count_the_last_check();
    Ok(Outcome::new(end, search.solutions).with_effort(search.effort.tally()))
}

/// A solver without assertions.
pub(crate) fn solver(core: Core) -> Result<Solver, SolverError> {
    match core {
        Core::Default => Ok(Solver::new()),
        Core::FiniteDomain(_) => Solver::new_for_logic("QF_FD")
            .ok_or_else(|| SolverError::Engine("this Z3 has no solver for QF_FD".to_owned())),
        Core::Tactics(names) => Ok(pipeline(names).solver()),
    }
}

/// Sets what holds for the next check; breaks if no time is left for it.
pub(crate) fn configure(solver: &Solver, core: Core, session: &Session) -> ControlFlow<End> {
    let mut params = session.params()?;
    match core {
        Core::FiniteDomain(Phase::True) => params.set_symbol("phase", "always_true"),
        Core::FiniteDomain(Phase::Caching) | Core::Default | Core::Tactics(_) => {}
    }
    solver.set_params(&params);
    ControlFlow::Continue(())
}

/// The model of Z3 that goes with the answer "satisfiable".
pub(crate) fn model_of(found: Option<z3::Model>) -> Result<z3::Model, SolverError> {
    found.ok_or_else(|| SolverError::Engine("Z3 says satisfiable but shows no model".to_owned()))
}

struct Search<'a> {
    session: &'a Session<'a>,
    encoded: Encoded,
    core: Core,
    solver: Solver,
    solutions: u64,
    checks: u64,
    effort: Effort,
}

impl Search<'_> {
    /// Gives the variables of the prefix each combination of their values.
    fn split(
        &mut self,
        prefix: &[Variable],
        rest: &[Variable],
    ) -> Result<ControlFlow<End>, SolverError> {
        let Some((&variable, prefix)) = prefix.split_first() else {
            return self.block(rest);
        };
        for &value in self.session.model.domain(variable).values() {
            self.solver.push();
            let decision = self.encoded.literal(Literal::new(variable, value));
            self.solver.assert(decision);
            let flow = self.split(prefix, rest)?;
            self.solver.pop(1);
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Finds the solutions of what the solver holds, excluding each by a clause over the variables.
    fn block(&mut self, variables: &[Variable]) -> Result<ControlFlow<End>, SolverError> {
        loop {
            if let ControlFlow::Break(end) = configure(&self.solver, self.core, self.session) {
                return Ok(ControlFlow::Break(end));
            }
            match self.check() {
                SatResult::Sat => {}
                SatResult::Unsat => return Ok(ControlFlow::Continue(())),
                SatResult::Unknown => {
                    let end = self.session.unknown(self.solver.get_reason_unknown());
                    return Ok(ControlFlow::Break(end));
                }
            }
            let found = model_of(self.solver.get_model())?;
            let values = self.encoded.values(&found)?;
            let blocking = self.encoded.blocking(&values, variables);
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

    fn check(&mut self) -> SatResult {
        // The first answer of the default solver comes from another solver than the following, and
        // tactics begin anew each time: what was counted so far is not part of what comes.
        match self.core {
            Core::Default if self.checks == 1 => self.effort.add(&self.solver.get_statistics()),
            Core::Tactics(_) if self.checks > 0 => self.effort.add(&self.solver.get_statistics()),
            Core::Default | Core::Tactics(_) | Core::FiniteDomain(_) => {}
        }
        self.checks += 1;
        self.solver.check()
    }

    fn count_the_last_check(&mut self) {
        let statistics = self.solver.get_statistics();
        // After a `push` the default solver has no such beginning.
        if self.core == Core::Default && counter(&statistics, "num checks") == Some(self.checks) {
            self.effort = Effort::default();
        }
        self.effort.add(&statistics);
    }
}
