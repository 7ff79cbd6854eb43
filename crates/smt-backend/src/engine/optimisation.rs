//! The best solution: an objective put to Z3's `Optimize` (Bjørner, Phan and Fleckenstein, *νZ*,
//! TACAS 2015), or to a solver that is asked for something better until there is nothing better.

use std::cell::RefCell;
use std::ops::ControlFlow;
use std::rc::Rc;

use parity_core::{Direction, End, Objective, Outcome, SolverError, Tally, Value};
use z3::ast::{Bool, Int};
use z3::{Context, Optimize, SatResult};

use super::dual_bound;
use super::encoding::{Encoded, narrow};
use super::enumeration::{configure, model_of, solver};
use super::objective::{Costs, Soft};
use super::session::{Session, Stream};
use super::statistics::Effort;
use crate::row::{Core, Encoding, Formulation, Optimiser};

/// Finds an optimal solution, streaming each improvement on the way.
pub(crate) fn run(
    session: &Session,
    objective: &Objective,
    encoding: Encoding,
    formulation: Formulation,
    optimiser: Optimiser,
) -> Result<Outcome, SolverError> {
    let (model, stream) = (session.model, &session.stream);
    let encoded = Rc::new(Encoded::new(session, encoding)?);
    let costs = Costs::of(model, objective);
    let goal = match formulation {
        Formulation::Sum => Goal::Sum(costs.sum(model, &encoded)),
        Formulation::Rewards => Goal::Soft(costs.rewards(model)),
        Formulation::Penalties => Goal::Soft(costs.penalties(model)),
        Formulation::ReducedCosts => Goal::Soft(dual_bound::reduced_costs(session, &costs)?),
    };
    let incumbents = Incumbents::new(&encoded, objective, stream);
    match optimiser {
        Optimiser::Optimize => optimize(session, &encoded, &goal, incumbents, None),
        Optimiser::MaxSat(engine) => optimize(session, &encoded, &goal, incumbents, Some(engine)),
        Optimiser::Descent(core) => descend(session, &encoded, &goal, incumbents, core),
    }
}

fn optimize(
    session: &Session,
    encoded: &Encoded,
    goal: &Goal,
    incumbents: Incumbents,
    maxsat: Option<&str>,
) -> Result<Outcome, SolverError> {
    let optimize = Optimize::new();
    encoded.state(session, |conjunct| optimize.assert(conjunct));
    match goal {
        Goal::Sum(sum) => optimize.minimize(sum),
        Goal::Soft(soft) => {
            for Soft { clause, weight } in soft {
                optimize.assert_soft(&clause.formula(encoded), *weight, None);
            }
        }
    }
    session.stream.encoded(goal.size(encoded));
    let mut params = match session.params() {
        ControlFlow::Continue(params) => params,
        ControlFlow::Break(end) => return Ok(Outcome::new(end, 0)),
    };
    if let Some(engine) = maxsat {
        params.set_symbol("maxsat_engine", engine);
    }
    optimize.set_params(&params);

    let incumbents = Rc::new(RefCell::new(incumbents));
    let shared = Rc::clone(&incumbents);
    optimize.set_model_handler(move |found| {
        if shared.borrow_mut().hand_on(found).is_break() {
            Context::thread_local().interrupt();
        }
    });
    let answer = optimize.check(&[]);
    let mut incumbents = incumbents.borrow_mut();
    let end = match answer {
        _ if incumbents.stopped => End::Stopped,
        SatResult::Sat => {
            // The last improvement may have been found without the handler being told.
            let _ = incumbents.hand_on(&model_of(optimize.get_model())?);
            End::Exhausted
        }
        SatResult::Unsat => End::Exhausted,
        SatResult::Unknown => session.unknown(optimize.get_reason_unknown()),
    };
    incumbents.outcome(end, Effort::of(&optimize.get_statistics()))
}

fn descend(
    session: &Session,
    encoded: &Encoded,
    goal: &Goal,
    mut incumbents: Incumbents,
    core: Core,
) -> Result<Outcome, SolverError> {
    let solver = solver(core)?;
    encoded.state(session, |conjunct| solver.assert(conjunct));
    session.stream.encoded(goal.size(encoded));
    let end = loop {
        if let ControlFlow::Break(end) = configure(&solver, core, session) {
            break end;
        }
        match solver.check() {
            SatResult::Sat => {}
            SatResult::Unsat => break End::Exhausted,
            SatResult::Unknown => break session.unknown(solver.get_reason_unknown()),
        }
        let found = model_of(solver.get_model())?;
        if incumbents.hand_on(&found).is_break() {
            break End::Stopped;
        }
        let better = goal.better_than(encoded, &encoded.values(&found)?, &incumbents)?;
        solver.assert(better);
    };
    incumbents.outcome(end, Effort::of(&solver.get_statistics()))
}

/// What is to be small.
enum Goal {
    /// This sum.
    Sum(Int),
    /// The weight of the clauses that do not hold.
    Soft(Vec<Soft>),
}

impl Goal {
    /// The formula "less than in this solution".
    fn better_than(
        &self,
        encoded: &Encoded,
        solution: &[Value],
        incumbents: &Incumbents,
    ) -> Result<Bool, SolverError> {
        match self {
            Goal::Sum(sum) => Ok(sum.lt(incumbents.cost(solution))),
            Goal::Soft(soft) => {
                let broken = soft.iter().filter(|soft| !soft.clause.holds(solution));
                let broken: u64 = broken.map(|soft| soft.weight).sum();
                let Some(less) = broken.checked_sub(1) else {
                    return Ok(Bool::from_bool(false));
                };
                let broken = |soft: &Soft| {
                    let weight = narrow(soft.weight.min(broken))?;
                    Ok((soft.clause.formula(encoded).not(), weight))
                };
                let sum: Vec<(Bool, i32)> = soft.iter().map(broken).collect::<Result<_, _>>()?;
                let sum: Vec<(&Bool, i32)> = sum.iter().map(|(b, weight)| (b, *weight)).collect();
                Ok(Bool::pb_le(&sum, narrow(less)?))
            }
        }
    }

    fn size(&self, encoded: &Encoded) -> Tally {
        match self {
            Goal::Sum(_) => encoded.size(),
            Goal::Soft(soft) => encoded.size().with("soft constraints", soft.len() as u64),
        }
    }
}

/// The solutions that are better than those before, handed to the visitor.
struct Incumbents {
    encoded: Rc<Encoded>,
    objective: Objective,
    stream: Stream,
    best: Option<i64>,
    count: u64,
    stopped: bool,
    error: Option<SolverError>,
}

impl Incumbents {
    fn new(encoded: &Rc<Encoded>, objective: &Objective, stream: &Stream) -> Self {
        Incumbents {
            encoded: Rc::clone(encoded),
            objective: objective.clone(),
            stream: stream.clone(),
            best: None,
            count: 0,
            stopped: false,
            error: None,
        }
    }

    /// Hands a solution on if it is better; breaks if the visitor does.
    fn hand_on(&mut self, found: &z3::Model) -> ControlFlow<()> {
        let values = match self.encoded.values(found) {
            Ok(values) => values,
            Err(error) => {
                self.error = Some(error);
                return ControlFlow::Break(());
            }
        };
        let new = self.objective.eval(&values);
        let direction = self.objective.direction;
        if self.stopped || self.best.is_some_and(|old| !direction.improves(new, old)) {
            return ControlFlow::Continue(());
        }
        self.best = Some(new);
        self.count += 1;
        let flow = self.stream.solution(values);
        self.stopped = flow.is_break();
        flow
    }

    /// The objective as something that is to be small.
    fn cost(&self, solution: &[Value]) -> i64 {
        match self.objective.direction {
            Direction::Maximise => -self.objective.eval(solution),
            Direction::Minimise => self.objective.eval(solution),
        }
    }

    fn outcome(&mut self, end: End, effort: Effort) -> Result<Outcome, SolverError> {
        match self.error.take() {
            Some(error) => Err(error),
            None => Ok(Outcome::new(end, self.count).with_effort(effort.tally())),
        }
    }
}
