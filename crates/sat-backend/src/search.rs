//! One run: the engine with its clauses, what is asked, and what was found.

use std::ops::ControlFlow;
use std::time::Instant;

use parity_core::{End, Limits, Model, SolverError, Tally, Task, Value, Variable, Visitor};
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
    pub(crate) engine: Engine,
    model: &'a Model,
    task: Task,
    limits: Limits,
    visitor: &'a mut dyn Visitor,
    solutions: u64,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        engine: Engine,
        model: &'a Model,
        task: Task,
        limits: Limits,
        visitor: &'a mut dyn Visitor,
    ) -> Self {
        Search {
            engine,
            model,
            task,
            limits,
            visitor,
            solutions: 0,
        }
    }

    /// The model that is solved.
    pub fn model(&self) -> &'a Model {
        self.model
    }

    /// Number of solutions reported.
    pub fn solutions(&self) -> u64 {
        self.solutions
    }

    /// The work done so far.
    pub(crate) fn effort(&self) -> Tally {
        Tally::new().with("calls", self.engine.calls())
    }

    /// Asks the engine for a solution under assumptions; stops at the deadline, which the engine
    /// itself cannot see.
    pub fn solve(&mut self, assumptions: &[Lit]) -> ControlFlow<Break, Option<Vec<Value>>> {
        if self.limits.deadline.is_some_and(|at| Instant::now() >= at) {
            return ControlFlow::Break(Break::End(End::OutOfTime));
        }
        let answer = match self.engine.satisfiable(assumptions) {
            Ok(true) => self.engine.solution(self.model).map(Some),
            Ok(false) => Ok(None),
            Err(error) => Err(error),
        };
        match answer {
            Ok(solution) => ControlFlow::Continue(solution),
            Err(error) => ControlFlow::Break(Break::Failed(error)),
        }
    }

    /// Hands a solution on.
    pub fn report(&mut self, solution: &[Value]) -> ControlFlow<Break> {
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

    /// Adds the clause that not all variables from the `first` on have the values they have in a
    /// solution, unless a literal holds.
    pub fn block(&mut self, solution: &[Value], first: usize, unless: Option<Lit>) {
        let literals = solution
            .iter()
            .enumerate()
            .skip(first)
            .map(|(index, &value)| {
                let literal = parity_core::Literal::new(Variable(index as u32), value);
                let index = self.model.literal_index(literal);
                !lit(index.expect("a solution has values of the domains"))
            });
        let clause: Vec<Lit> = literals.chain(unless).collect();
        self.engine.add(&clause);
    }
}
