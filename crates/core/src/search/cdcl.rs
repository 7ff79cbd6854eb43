//! Conflict-driven clause learning: what a SAT engine does under the bonnet, in a few hundred lines.
//!
//! | file | step |
//! |---|---|
//! | `encoding` | the model becomes clauses; other constraints yield lemmas on demand |
//! | `clauses` | the clause database with its watches |
//! | `trail` | what is true, since which decision, and why |
//! | `propagation` | unit propagation with two watched literals |
//! | `analysis` | from a conflict to a learned clause: the first unique implication point |
//! | `decide` | the most active variable, with the value it had last |
//!
//! The loop goes back to Marques-Silva and Sakallah (*GRASP*, 1996), its present form to Chaff (2001)
//! and MiniSat (Eén and Sörensson, SAT 2003). All solutions are found by blocking each with a clause
//! over its true literals, which then is treated as a conflict: the search goes on from where it was.
//! The clauses are pairs by nature and there are very many of them, one reason why this engine, like
//! every SAT engine on a direct encoding, is slow where domains are large.

mod analysis;
mod clauses;
mod decide;
mod encoding;
mod literal;
mod propagation;
mod trail;

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::{Literal, Model, Value};
use crate::observer::{Event, Observer};
use crate::search::restarts::Restarts;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};
use analysis::Analysis;
use clauses::Clauses;
use decide::Order;
use encoding::{Formula, lemma};
use literal::Lit;
use propagation::propagate;
use trail::{Reason, Trail};

/// Conflict-driven clause learning.
pub const ROW: Row<Cdcl> = Row {
    card: Card {
        id: Cow::Borrowed("cdcl"),
        family: Family::HandWritten,
        technique: "clause learning",
        summary: Cow::Borrowed(
            "direct encoding, watched literals, first UIP, VSIDS, Luby restarts",
        ),
        reference: "Marques-Silva and Sakallah 1996",
        tasks: COMPLETE,
        scope: Scope::Models,
        featured: true,
    },
    search: Cdcl { restarts: Restarts::Luby { unit: 100 } },
};

/// Conflict-driven clause learning.
#[derive(Clone, Copy, Debug)]
pub struct Cdcl {
    /// When to begin again, in conflicts.
    pub restarts: Restarts,
}

impl Search for Cdcl {
    type Instance = Model;

    fn search<O: Observer>(&self, model: &Model, _seed: u64, observer: &mut O) -> ControlFlow<()> {
        let formula = Formula::direct(model);
        let variables = formula.variables;
        let mut engine = Engine {
            model,
            literals: model.literals().collect(),
            trail: Trail::new(variables),
            clauses: Clauses::new(variables, formula.groups),
            analysis: Analysis::new(variables),
            order: Order::new(variables),
            observer,
        };
        for clause in formula.clauses {
            if !engine.add_clause(clause) {
                return ControlFlow::Continue(());
            }
        }
        engine.run(self.restarts)
    }
}

/// A search under way.
struct Engine<'a, O> {
    model: &'a Model,
    /// The literals of the model, in their order.
    literals: Vec<Literal>,
    trail: Trail,
    clauses: Clauses,
    analysis: Analysis,
    order: Order,
    observer: &'a mut O,
}

impl<O: Observer> Engine<'_, O> {
    fn run(&mut self, restarts: Restarts) -> ControlFlow<()> {
        let (mut run, mut conflicts) = (0, 0);
        loop {
            if let Some(conflict) = self.propagate()? {
                conflicts += 1;
                if !self.resolve(conflict)? {
                    return ControlFlow::Continue(());
                }
            } else if self.trail.is_complete() {
                if !self.solution()? {
                    return ControlFlow::Continue(());
                }
            } else if conflicts >= restarts.limit(run) {
                (run, conflicts) = (run + 1, 0);
                self.observer.observe(Event::Restart)?;
                self.backtrack(0);
                self.clauses.reduce();
            } else {
                self.decide()?;
            }
        }
    }

    /// Adds a clause before the search. Says whether there may still be a solution.
    fn add_clause(&mut self, clause: Vec<Lit>) -> bool {
        match clause[..] {
            [] => return false,
            [literal] => match self.trail.value(literal) {
                Some(value) => return value,
                None => self.trail.assign(literal, Reason::None),
            },
            _ => {
                self.clauses.add(clause, None);
            }
        }
        true
    }

    /// Draws the consequences of what is true; gives a false clause, if it comes to that.
    fn propagate(&mut self) -> ControlFlow<(), Option<Vec<Lit>>> {
        let before = self.trail.literals().len();
        let conflict = propagate(&mut self.trail, &mut self.clauses).break_value();
        for literal in &self.trail.literals()[before..] {
            let Literal { variable, value } = self.literals[literal.var()];
            if !literal.is_positive() {
                self.observer.observe(Event::Propagation { variable, value })?;
            }
        }
        ControlFlow::Continue(conflict)
    }

    /// Makes the most active variable true or false.
    fn decide(&mut self) -> ControlFlow<()> {
        let trail = &self.trail;
        let depth = trail.level();
        let is_assigned = |var| trail.value(Lit::positive(var)).is_some();
        let Some(literal) = self.order.next(is_assigned) else {
            return ControlFlow::Continue(());
        };
        self.trail.begin_level();
        self.trail.assign(literal, Reason::None);
        let Literal { variable, value } = self.literals[literal.var()];
        self.observer.observe(Event::Node { depth })?;
        self.observer.observe(if literal.is_positive() {
            Event::Decision { variable, value }
        } else {
            Event::Propagation { variable, value }
        })
    }

    /// Learns from a false clause, goes back and makes the learned clause true. Says whether there
    /// may still be a solution.
    fn resolve(&mut self, conflict: Vec<Lit>) -> ControlFlow<(), bool> {
        let levels = conflict.iter().map(|literal| self.trail.level_of(literal.var()));
        let level = levels.max().unwrap_or(0);
        if level == 0 {
            return ControlFlow::Continue(false);
        }
        self.backtrack(level);
        let learned = self.analysis.learn(&conflict, &self.trail, &self.clauses, &mut self.order);
        self.order.decay();
        let asserted = learned.literals[0];
        self.observer.observe(Event::Conflict { learned: learned.literals.len() })?;
        self.backtrack(learned.level);
        self.observer.observe(Event::Backtrack { depth: learned.level })?;
        let reason = match learned.literals.len() {
            1 => Reason::None,
            _ => Reason::Clause(self.clauses.add(learned.literals, Some(learned.glue))),
        };
        self.trail.assign(asserted, reason);
        ControlFlow::Continue(true)
    }

    /// Reports the complete assignment, unless a constraint that is not encoded forbids it, and
    /// excludes it. Says whether there may be another solution.
    fn solution(&mut self) -> ControlFlow<(), bool> {
        let truths = self.trail.literals().iter().filter(|literal| literal.is_positive());
        let mut truths: Vec<Lit> = truths.copied().collect();
        truths.sort_unstable();
        let value = |literal: &Lit| self.literals[literal.var()].value;
        let values: Vec<Value> = truths.iter().map(value).collect();
        let mut clause = match lemma(self.model, &values) {
            Some(clause) => clause,
            None => {
                self.observer.observe(Event::Solution(&values))?;
                truths.into_iter().map(|literal| !literal).collect()
            }
        };
        if clause.len() > 1 {
            // Watched by what is undone first.
            let level = |literal: &Lit| self.trail.level_of(literal.var());
            clause.sort_by_key(|literal| std::cmp::Reverse(level(literal)));
            self.clauses.add(clause.clone(), None);
        }
        self.resolve(clause)
    }

    fn backtrack(&mut self, level: usize) {
        for literal in self.trail.backtrack(level) {
            self.order.unassigned(literal);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Queens;
    use crate::solver::{Request, Solver, Task};

    fn solutions(n: usize, task: Task) -> u64 {
        let queens = Queens::new(n);
        let request = Request::new(&queens, task);
        let outcome = ROW.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(()));
        outcome.unwrap().solutions
    }

    #[test]
    fn it_enumerates_8_queens_and_solves_50() {
        assert_eq!(solutions(8, Task::Count), 92);
        assert_eq!(solutions(50, Task::First), 1);
    }

    #[test]
    fn learned_clauses_follow_from_the_formula() {
        // Every clause in the database after a search for the first solution must hold in every
        // solution, as nothing was blocked before.
        let queens = Queens::new(6);
        let model = crate::Problem::model(&queens);
        let formula = Formula::direct(&model);
        let mut first = crate::observer::Visiting(|_: &[Value]| ControlFlow::Break(()));
        let mut engine = Engine {
            model: &model,
            literals: model.literals().collect(),
            trail: Trail::new(formula.variables),
            clauses: Clauses::new(formula.variables, formula.groups),
            analysis: Analysis::new(formula.variables),
            order: Order::new(formula.variables),
            observer: &mut first,
        };
        let stated = formula.clauses.len();
        for clause in formula.clauses {
            assert!(engine.add_clause(clause));
        }
        assert!(engine.run(Restarts::Luby { unit: 5 }).is_break());
        let learned: Vec<_> = (stated..engine.clauses.len())
            .map(|id| engine.clauses.literals(id as u32).to_vec())
            .collect();
        assert!(!learned.is_empty());
        let mut all = crate::observer::Collecting::default();
        assert!(ROW.search.search(&model, 0, &mut all).is_continue());
        assert_eq!(all.solutions.len(), 4);
        for solution in all.solutions {
            for clause in &learned {
                let holds = |literal: &Lit| {
                    model.literal(literal.var()).holds(&solution) == literal.is_positive()
                };
                assert!(clause.iter().any(holds), "{clause:?}");
            }
        }
    }
}
