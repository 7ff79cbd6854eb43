//! Weighted degrees: how much the constraints on a variable have been in the way.
//!
//! Constraints are weighed where they act. An all-different constraint is as many weights as it has
//! pairs of variables, any other constraint is one. A weight starts at 1 and grows by one whenever
//! its constraint empties a domain; it counts for a variable as long as it concerns another one that
//! is open.

use std::collections::HashMap;

use crate::model::{Constraint, Model, Variable};
use crate::search::tree::{Cause, Failure};

/// Weights over sets of variables.
#[derive(Debug)]
pub(super) struct Weights {
    scopes: Vec<Vec<Variable>>,
    weights: Vec<u64>,
    /// For each variable, the sets it belongs to.
    of: Vec<Vec<usize>>,
    pairs: HashMap<[Variable; 2], usize>,
    /// For each constraint of the model, its sets.
    constraints: Vec<Vec<usize>>,
}

impl Weights {
    /// The sets of a model, each of weight 1.
    pub(super) fn new(model: &Model) -> Self {
        let mut weights = Weights {
            scopes: Vec::new(),
            weights: Vec::new(),
            of: vec![Vec::new(); model.len()],
            pairs: HashMap::new(),
            constraints: Vec::new(),
        };
        for constraint in model.constraints() {
            let scope = constraint.scope();
            let mut sets = Vec::new();
            match constraint {
                Constraint::AllDifferent(_) => {
                    for (index, &first) in scope.iter().enumerate() {
                        for &second in &scope[index + 1..] {
                            sets.push(weights.pair(first, second));
                        }
                    }
                }
                Constraint::Linear(_) | Constraint::Lexicographic(_) => {
                    sets.push(weights.set(scope));
                }
            }
            weights.constraints.push(sets);
        }
        weights
    }

    fn pair(&mut self, first: Variable, second: Variable) -> usize {
        let key = [first.min(second), first.max(second)];
        if let Some(&set) = self.pairs.get(&key) {
            return set;
        }
        let set = self.set(key.to_vec());
        self.pairs.insert(key, set);
        set
    }

    fn set(&mut self, scope: Vec<Variable>) -> usize {
        let set = self.scopes.len();
        for variable in &scope {
            self.of[variable.index()].push(set);
        }
        self.scopes.push(scope);
        self.weights.push(1);
        set
    }

    /// The weighted degree of a variable.
    pub(super) fn of(&self, variable: Variable, is_open: impl Fn(Variable) -> bool) -> u64 {
        let matters = |set: usize| {
            let others = self.scopes[set].iter().filter(|&&v| v != variable);
            others.copied().any(&is_open)
        };
        let sets = self.of[variable.index()].iter().copied();
        sets.filter(|&set| matters(set)).map(|set| self.weights[set]).sum()
    }

    /// Raises the weight of what caused a failure.
    pub(super) fn failed(&mut self, failure: &Failure) {
        match failure.cause {
            Cause::Pair(first, second) => {
                let key = [first.min(second), first.max(second)];
                if let Some(&set) = self.pairs.get(&key) {
                    self.weights[set] += 1;
                }
            }
            Cause::Constraint(constraint) => {
                for &set in &self.constraints[constraint] {
                    let concerned = failure.variable.is_none_or(|v| self.scopes[set].contains(&v));
                    self.weights[set] += u64::from(concerned);
                }
            }
            Cause::Objective => {}
        }
    }
}
