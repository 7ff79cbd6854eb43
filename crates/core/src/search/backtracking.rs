//! Backtracking: give the variables values one after the other, and take the latest back when no
//! value of the next is safe (Golomb and Baumert, *Backtrack Programming*, JACM 12, 1965).
//!
//! With variables in input order this is the plain search of every first lesson. With the variable
//! that has the fewest safe values (MRV, "first-fail"; Haralick and Elliott, AIJ 14, 1980) the
//! same loop visits far fewer nodes and pays for it with counting safe values at each.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::{Model, Value, Variable};
use crate::observer::{Event, Observer};
use crate::search::assignment::Assignment;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// Backtracking in input order.
pub const ROW: Row<Backtracking> = Row {
    card: Card {
        id: Cow::Borrowed("backtracking"),
        family: Family::HandWritten,
        technique: "backtracking",
        summary: Cow::Borrowed(
            "variables in input order, values ascending, checked against the assigned",
        ),
        reference: "Golomb and Baumert 1965",
        tasks: COMPLETE,
        scope: Scope::Models,
        featured: true,
    },
    search: Backtracking { order: Order::Input },
};

/// Backtracking with the most constrained variable first.
pub const MRV_ROW: Row<Backtracking> = Row {
    card: Card {
        id: Cow::Borrowed("backtracking-mrv"),
        summary: Cow::Borrowed("the variable with the fewest safe values first (MRV)"),
        reference: "Haralick and Elliott 1980",
        ..ROW.card
    },
    search: Backtracking { order: Order::FewestSafeValues },
};

/// Which variable is assigned next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first unassigned one.
    Input,
    /// The one with the fewest safe values; ties go to the first.
    FewestSafeValues,
}

/// Backtracking with some variable order, values ascending.
#[derive(Clone, Copy, Debug)]
pub struct Backtracking {
    /// The variable order.
    pub order: Order,
}

impl Search for Backtracking {
    type Instance = Model;

    fn search<O: Observer>(&self, model: &Model, _seed: u64, observer: &mut O) -> ControlFlow<()> {
        let assignment = Assignment::new(model);
        if !assignment.possible() {
            return ControlFlow::Continue(());
        }
        let solution = vec![0; model.len()];
        Tree { model, order: self.order, assignment, solution, observer }.descend(0)
    }
}

struct Tree<'a, O> {
    model: &'a Model,
    order: Order,
    assignment: Assignment<'a>,
    solution: Vec<Value>,
    observer: &'a mut O,
}

impl<O: Observer> Tree<'_, O> {
    fn descend(&mut self, depth: usize) -> ControlFlow<()> {
        if depth == self.model.len() {
            self.assignment.write(&mut self.solution);
            return self.observer.observe(Event::Solution(&self.solution));
        }
        let variable = match self.select(depth) {
            Ok(variable) => variable,
            Err(variable) => return self.observer.observe(Event::WipeOut { variable }),
        };
        self.observer.observe(Event::Node { depth })?;
        let model = self.model;
        for &value in model.domain(variable).values() {
            if self.assignment.is_safe(variable, value) {
                self.observer.observe(Event::Decision { variable, value })?;
                self.assignment.assign(variable, value);
                self.descend(depth + 1)?;
                self.assignment.unassign(variable);
                self.observer.observe(Event::Backtrack { depth })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The next variable, or one that was found to have no safe value: a dead end, not a node.
    fn select(&self, depth: usize) -> Result<Variable, Variable> {
        match self.order {
            Order::Input => Ok(Variable(depth as u32)),
            Order::FewestSafeValues => {
                let unassigned =
                    self.model.variables().filter(|&v| self.assignment.value(v).is_none());
                let counted = unassigned.map(|v| (self.safe_values(v), v));
                match counted
                    .min_by_key(|&(safe_values, _)| safe_values)
                    .expect("a variable is unassigned")
                {
                    (0, variable) => Err(variable),
                    (_, variable) => Ok(variable),
                }
            }
        }
    }

    fn safe_values(&self, variable: Variable) -> usize {
        let values = self.model.domain(variable).values();
        values.iter().filter(|&&value| self.assignment.is_safe(variable, value)).count()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::problem::Queens;
    use crate::solver::{Request, Solver, Task};

    /// Nodes until the first solution for queens.
    pub(in crate::search) fn nodes_to_first(row: &dyn Solver, n: usize) -> Option<u64> {
        let queens = Queens::new(n);
        let request = Request::new(&queens, Task::First).with_statistics();
        let outcome = row.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(()));
        outcome.unwrap().effort.get("nodes")
    }

    #[test]
    fn nodes_to_the_first_solution() {
        // Recomputed numbers of the lesson "N-Queens, the from-scratch twin".
        for (n, plain, mrv) in
            [(8, 113, 52), (10, 102, 26), (12, 261, 107), (14, 1899, 91), (16, 10052, 37)]
        {
            assert_eq!(nodes_to_first(&ROW, n), Some(plain), "plain, {n} queens");
            assert_eq!(nodes_to_first(&MRV_ROW, n), Some(mrv), "MRV, {n} queens");
        }
    }
}
