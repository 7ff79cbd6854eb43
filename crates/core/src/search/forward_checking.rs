//! Forward checking: after each decision, remove from the domains of the unassigned variables every
//! value that is no longer safe, and go back as soon as a domain is empty (Haralick and Elliott,
//! *Increasing Tree Search Efficiency for Constraint Satisfaction Problems*, AIJ 14, 1980).
//!
//! With the smallest domain first and values ascending it visits exactly the nodes of backtracking
//! with MRV, as theory says: both branch on the safe values of the variable with the fewest, and a
//! variable without any is found by the one as an empty domain, by the other as a node without child.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::{Constraint, Model, Term, Value, Variable};
use crate::observer::{Event, Observer};
use crate::search::assignment::Assignment;
use crate::search::domains::Domains;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// Forward checking with the smallest domain first.
pub const ROW: Row<ForwardChecking> = Row {
    card: Card {
        id: Cow::Borrowed("forward-checking"),
        family: Family::HandWritten,
        technique: "forward checking",
        summary: Cow::Borrowed(
            "unsafe values removed ahead, smallest domain first, values ascending",
        ),
        reference: "Haralick and Elliott 1980",
        tasks: COMPLETE,
        scope: Scope::Models,
        featured: true,
    },
    search: ForwardChecking,
};

/// Forward checking with the smallest domain first, values ascending.
#[derive(Clone, Copy, Debug)]
pub struct ForwardChecking;

impl Search for ForwardChecking {
    type Instance = Model;

    fn search<O: Observer>(&self, model: &Model, _seed: u64, observer: &mut O) -> ControlFlow<()> {
        let assignment = Assignment::new(model);
        if !assignment.possible() {
            return ControlFlow::Continue(());
        }
        let mut differences = vec![Vec::new(); model.len()];
        let mut checked = vec![Vec::new(); model.len()];
        for constraint in model.constraints() {
            match constraint {
                Constraint::AllDifferent(terms) => {
                    for term in terms {
                        differences[term.variable.index()].push((term.offset, terms.as_slice()));
                    }
                }
                Constraint::Linear(_) | Constraint::Lexicographic(_) => {
                    let scope = constraint.scope();
                    for variable in &scope {
                        checked[variable.index()]
                            .extend(scope.iter().filter(|other| *other != variable));
                    }
                }
            }
        }
        let solution = vec![0; model.len()];
        let domains = Domains::new(model);
        if model.domains().iter().any(crate::Domain::is_empty) {
            return ControlFlow::Continue(());
        }
        Tree {
            model,
            differences,
            checked,
            assignment,
            domains,
            solution,
            observer,
        }
        .descend(0)
    }
}

struct Tree<'a, O> {
    model: &'a Model,
    /// For each variable: its offset in each all-different constraint, and the terms there.
    differences: Vec<Vec<(Value, &'a [Term])>>,
    /// For each variable: those it shares a constraint of another kind with, checked value by value.
    checked: Vec<Vec<Variable>>,
    assignment: Assignment<'a>,
    domains: Domains<'a>,
    solution: Vec<Value>,
    observer: &'a mut O,
}

impl<O: Observer> Tree<'_, O> {
    fn descend(&mut self, depth: usize) -> ControlFlow<()> {
        if depth == self.model.len() {
            self.assignment.write(&mut self.solution);
            return self.observer.observe(Event::Solution(&self.solution));
        }
        self.observer.observe(Event::Node { depth })?;
        let variable = self.smallest_domain();
        let values: Vec<Value> = self.domains.values(variable).collect();
        for value in values {
            if !self.assignment.is_safe(variable, value) {
                continue;
            }
            self.observer.observe(Event::Decision { variable, value })?;
            let mark = self.domains.mark();
            self.assignment.assign(variable, value);
            self.look_ahead(variable, value)?;
            match self.wiped_out() {
                Some(variable) => self.observer.observe(Event::WipeOut { variable })?,
                None => self.descend(depth + 1)?,
            }
            self.assignment.unassign(variable);
            self.domains.undo_to(mark);
            self.observer.observe(Event::Backtrack { depth })?;
        }
        ControlFlow::Continue(())
    }

    fn wiped_out(&self) -> Option<Variable> {
        self.model.variables().find(|&v| self.domains.size(v) == 0)
    }

    fn smallest_domain(&self) -> Variable {
        let unassigned = self
            .model
            .variables()
            .filter(|&v| self.assignment.value(v).is_none());
        unassigned
            .min_by_key(|&v| self.domains.size(v))
            .expect("a variable is unassigned")
    }

    /// Removes what the decision makes unsafe.
    fn look_ahead(&mut self, decided: Variable, value: Value) -> ControlFlow<()> {
        for index in 0..self.differences[decided.index()].len() {
            let (offset, terms) = self.differences[decided.index()][index];
            for term in terms {
                self.remove(term.variable, value + offset - term.offset)?;
            }
        }
        for index in 0..self.checked[decided.index()].len() {
            let variable = self.checked[decided.index()][index];
            let values: Vec<Value> = self.domains.values(variable).collect();
            for value in values {
                if self.assignment.value(variable).is_none()
                    && !self.assignment.is_safe(variable, value)
                {
                    self.remove(variable, value)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn remove(&mut self, variable: Variable, value: Value) -> ControlFlow<()> {
        if self.assignment.value(variable).is_none() && self.domains.remove(variable, value) {
            self.observer
                .observe(Event::Propagation { variable, value })?;
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Queens;
    use crate::search::backtracking;
    use crate::solver::{Request, Solver, Task};

    #[test]
    fn it_visits_the_nodes_of_backtracking_with_mrv() {
        for (n, nodes) in [(8, 52), (10, 26), (12, 107), (14, 91), (16, 37)] {
            let queens = Queens::new(n);
            let nodes_of = |row: &dyn Solver| {
                let request = Request::new(&queens, Task::First).with_statistics();
                let outcome = row.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(()));
                outcome.unwrap().effort.get("nodes")
            };
            assert_eq!(nodes_of(&ROW), Some(nodes));
            assert_eq!(nodes_of(&backtracking::MRV_ROW), Some(nodes));
        }
    }
}
