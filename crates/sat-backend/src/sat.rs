//! A row of this crate: a card, an at-most-one encoding and a way of enumerating.

use std::ops::ControlFlow;

use parity_core::{Card, End, Model, Outcome, Request, Solver, SolverError, Tally, Task, Visitor};

use crate::at_most_one::Encoding;
use crate::engine::{self, Engine};
use crate::enumeration::Enumeration;
use crate::linear::Cost;
use crate::search::{Break, Search};
use crate::translation::translate;

/// A model as clauses, solved by varisat.
#[derive(Debug)]
pub struct Sat {
    /// What it is.
    pub card: Card,
    /// How "at most one" is said.
    pub at_most_one: &'static dyn Encoding,
    /// How all solutions are found.
    pub enumeration: &'static dyn Enumeration,
}

impl Solver for Sat {
    fn card(&self) -> &Card {
        &self.card
    }

    fn engine_version(&self) -> Option<String> {
        Some(engine::VERSION.to_owned())
    }

    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        let model = request.model();
        let mut engine = Engine::new(model);
        translate(model, self.at_most_one, &mut engine);
        let objective = model.objective().filter(|_| request.task == Task::Optimum);
        let cost = objective.map(|objective| Cost::new(model, objective, &mut engine));
        let size = engine.size();
        visitor.encoded(
            &Tally::new()
                .with("variables", size.variables as u64)
                .with("clauses", size.clauses as u64),
        );
        let mut search = Search::new(engine, model, request.task, request.limits, visitor);
        let flow = match (request.task, cost) {
            (Task::Optimum, Some(cost)) => improve(&mut search, model, &cost),
            (Task::Optimum, None) => {
                return Err(SolverError::Unsupported("a model without objective".into()));
            }
            (Task::First | Task::All | Task::Count, _) => self.enumeration.enumerate(&mut search),
        };
        let end = match flow {
            ControlFlow::Continue(()) => End::Exhausted,
            ControlFlow::Break(Break::End(end)) => end,
            ControlFlow::Break(Break::Failed(error)) => return Err(error),
        };
        Ok(Outcome::new(end, search.solutions()).with_effort(search.effort()))
    }
}

/// Linear search on the objective: each solution must be better than the one before. When there is
/// none, the last one is optimal.
fn improve(search: &mut Search, model: &Model, cost: &Cost) -> ControlFlow<Break> {
    while let Some(solution) = search.solve(&[])? {
        search.report(&solution)?;
        let objective = model.objective().map(|objective| objective.eval(&solution));
        cost.improve_on(objective.unwrap_or_default(), &mut search.engine);
    }
    ControlFlow::Continue(())
}
