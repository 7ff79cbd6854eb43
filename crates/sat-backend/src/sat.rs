//! A row of this crate: a card, an at-most-one encoding and a way of enumerating.

use std::ops::ControlFlow;

use parity_core::symmetry::Orbits;
use parity_core::{Card, End, Model, Outcome, Request, Solver, SolverError, Tally, Task, Visitor};

use crate::at_most_one::Encoding;
use crate::engine::{Conflicts, Engine, Library};
use crate::enumeration::Enumeration;
use crate::formula::Size;
use crate::linear::Cost;
use crate::search::{Break, Search};
use crate::translation::translate;

/// Conflicts are counted in formulas of up to so many clauses: the proof checker that sees them
/// holds the formula a second time and takes several times the memory of the solver.
const CHECKED_CLAUSES: usize = 1_000_000;

/// A model as clauses, solved by a SAT engine.
#[derive(Debug)]
pub struct Sat {
    /// What it is.
    pub card: Card,
    /// Which engine solves the clauses.
    pub library: Library,
    /// How "at most one" is said.
    pub at_most_one: &'static dyn Encoding,
    /// How all solutions are found.
    pub enumeration: &'static dyn Enumeration,
    /// Whether all solutions are found by breaking the problem's symmetries and expanding each
    /// solution that is left to its orbit.
    pub expand_orbits: bool,
}

impl Solver for Sat {
    fn card(&self) -> &Card {
        &self.card
    }

    fn engine_version(&self) -> Option<String> {
        self.library.version().map(str::to_owned)
    }

    fn unavailable(&self) -> Option<String> {
        self.library.unavailable()
    }

    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        match Orbits::of(request).filter(|_| self.expand_orbits) {
            Some(orbits) => self.run(request, &orbits.model, Some(&orbits), visitor),
            None => self.run(request, request.model(), None, visitor),
        }
    }
}

impl Sat {
    /// How large the formula of a model is.
    pub fn size(&self, model: &Model) -> Size {
        let mut size = Size::new(model.literal_count(), 0);
        translate(model, self.at_most_one, &mut size);
        size
    }

    fn run(
        &self,
        request: &Request,
        model: &Model,
        orbits: Option<&Orbits>,
        visitor: &mut dyn Visitor,
    ) -> Result<Outcome, SolverError> {
        let mut conflicts = Conflicts::default();
        let checked = request.statistics && self.size(model).clauses <= CHECKED_CLAUSES;
        let counter = checked.then_some(&mut conflicts);
        let mut engine = Engine::new(self.library, model, request.limits.deadline, counter)?;
        translate(model, self.at_most_one, &mut engine);
        let objective = model.objective().filter(|_| request.task == Task::Optimum);
        let cost = objective.map(|objective| Cost::new(model, objective, &mut engine));
        let size = engine.size();
        visitor.encoded(
            &Tally::new()
                .with("variables", size.variables as u64)
                .with("clauses", size.clauses as u64),
        );
        let mut search = Search::new(engine, request, model, orbits, visitor);
        let flow = match (request.task, cost) {
            (Task::Optimum, Some(cost)) => improve(&mut search, &cost),
            (Task::Optimum, None) => {
                return Err(SolverError::Unsupported("there is nothing to optimise".to_owned()));
            }
            (Task::First | Task::All | Task::Count, _) => self.enumeration.enumerate(&mut search),
        };
        let end = match flow {
            ControlFlow::Continue(()) => End::Exhausted,
            ControlFlow::Break(Break::End(end)) => end,
            ControlFlow::Break(Break::Failed(error)) => return Err(error),
        };
        let mut effort = Tally::new().with("calls", search.engine.calls());
        if let Some(conflicts) = search.engine.conflicts().filter(|_| request.statistics) {
            effort.set("conflicts", conflicts);
        }
        Ok(Outcome::new(end, search.solutions()).with_effort(effort))
    }
}

/// Linear search on the objective: each solution must be better than the one before. When there is
/// none, the last one is optimal.
fn improve(search: &mut Search, cost: &Cost) -> ControlFlow<Break> {
    while let Some(solution) = search.solve(&[])? {
        search.report(&solution)?;
        cost.improve_on(&solution, &mut search.engine);
    }
    ControlFlow::Continue(())
}
