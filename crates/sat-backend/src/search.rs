//! One run: the engine with its clauses, what is asked, and what was found.

use std::ops::ControlFlow;
use std::time::Instant;

use parity_core::symmetry::Orbits;
use parity_core::{
    End, Limits, Literal, Model, Request, SolverError, Task, Value, Variable, Visitor,
};
use varisat::Lit;

use crate::engine::Engine;
use crate::formula::Clauses;
use crate::translation::lit;

/// Why a search stops before its end.
#[derive(Debug)]
pub enum Break {
    /// In an orderly way.
    End(End),
    /// The engine failed.
    Failed(SolverError),
}

/// A search under way.
pub struct Search<'a> {
    pub(crate) engine: Engine<'a>,
    model: &'a Model,
    /// A solution stands for its orbit among these.
    orbits: Option<&'a Orbits>,
    task: Task,
    limits: Limits,
    visitor: &'a mut dyn Visitor,
    solutions: u64,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        engine: Engine<'a>,
        request: &Request,
        model: &'a Model,
        orbits: Option<&'a Orbits>,
        visitor: &'a mut dyn Visitor,
    ) -> Self {
        Search {
            engine,
            model,
            orbits,
            task: request.task,
            limits: request.limits,
            visitor,
            solutions: 0,
        }
    }

    /// The model that is solved.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// Number of solutions reported.
    pub(crate) fn solutions(&self) -> u64 {
        self.solutions
    }

    /// Asks the engine for a solution under assumptions. Not every engine can be interrupted, so the
    /// deadline is looked at before.
    pub fn solve(&mut self, assumptions: &[Lit]) -> ControlFlow<Break, Option<Vec<Value>>> {
        let passed = |deadline| Instant::now() >= deadline;
        if self.limits.deadline.is_some_and(passed) {
            return ControlFlow::Break(Break::End(End::OutOfTime));
        }
        let answer = match self.engine.satisfiable(assumptions) {
            Ok(Some(true)) => self.engine.solution(self.model).map(Some),
            Ok(Some(false)) => Ok(None),
            Ok(None) => return ControlFlow::Break(Break::End(End::OutOfTime)),
            Err(error) => Err(error),
        };
        match answer {
            Ok(solution) => ControlFlow::Continue(solution),
            Err(error) => ControlFlow::Break(Break::Failed(error)),
        }
    }

    /// Hands a solution on, or all that it stands for.
    pub fn report(&mut self, solution: &[Value]) -> ControlFlow<Break> {
        match self.orbits {
            None => self.hand_on(solution),
            Some(orbits) => orbits.expand(solution, |image| self.hand_on(image)),
        }
    }

    fn hand_on(&mut self, solution: &[Value]) -> ControlFlow<Break> {
        self.solutions += 1;
        let flow = match self.task {
            Task::Count => ControlFlow::Continue(()),
            Task::First => {
                // One was asked for, so the search stops whatever the visitor says.
                let _ = self.visitor.solution(solution);
                ControlFlow::Break(())
            }
            Task::All | Task::Optimum => self.visitor.solution(solution),
        };
        flow.map_break(|()| Break::End(End::Stopped))
    }

    /// The Boolean literal of "the variable at this index has this value of its domain".
    pub fn literal(&self, index: usize, value: Value) -> Lit {
        let literal = Literal::new(Variable(index as u32), value);
        let index = self.model.literal_index(literal);
        lit(index.expect("a solution has values of the domains"))
    }

    /// Adds the clause that not all variables from the `first` on have the values they have in a
    /// solution, unless a literal holds.
    pub fn block(&mut self, solution: &[Value], first: usize, unless: Option<Lit>) {
        let decided = solution.iter().enumerate().skip(first);
        let others = decided.map(|(index, &value)| !self.literal(index, value));
        let clause: Vec<Lit> = others.chain(unless).collect();
        self.engine.add(&clause);
    }
}
