//! The order of the search, and the work that can be seen from there.

use std::cmp::Reverse;
use std::collections::HashMap;

use parity_core::{Direction, Literal, Model, Objective, Value, Variable};
use pumpkin_core::branching::{Brancher, BrancherEvent, SelectionContext};
use pumpkin_core::predicate;
use pumpkin_core::predicates::Predicate;
use pumpkin_core::results::SolutionReference;
use pumpkin_core::variables::DomainId;

use super::encoding::Encoding;
use super::{Ordering, Parameters, ValueOrder};

/// A brancher that counts.
#[derive(Debug)]
pub(super) struct Branching {
    brancher: Box<dyn Brancher>,
    pub(super) decisions: u64,
    pub(super) conflicts: u64,
    pub(super) backtracks: u64,
}

impl Branching {
    /// Decides on the variables of the model; the auxiliary ones follow.
    pub(super) fn new(parameters: &Parameters, encoding: &Encoding, model: &Model) -> Self {
        let mut values: Vec<Vec<Value>> =
            model.domains().iter().map(|d| d.values().into()).collect();
        let mut value_order = parameters.value;
        if let Some(objective) = model.objective().filter(|_| encoding.objective.is_some()) {
            best_first(&mut values, objective);
            value_order = ValueOrder::First;
        }
        let brancher: Box<dyn Brancher> = match parameters.ordering {
            Ordering::InputOrder | Ordering::FirstFail | Ordering::DomWdeg => Box::new(Ordered {
                ordering: parameters.ordering,
                value_order,
                variables: encoding.variables.iter().copied().zip(values).collect(),
                weights: Vec::new(),
            }),
            Ordering::Vsids => Box::new(encoding.solver.default_brancher()),
        };
        Branching { brancher, decisions: 0, conflicts: 0, backtracks: 0 }
    }
}

/// Puts the values that are best for the objective first.
fn best_first(values: &mut [Vec<Value>], objective: &Objective) {
    let mut weights: HashMap<Literal, i64> = HashMap::new();
    for &(weight, literal) in &objective.weights {
        *weights.entry(literal).or_default() += weight;
    }
    for (variable, values) in (0..).map(Variable).zip(values) {
        let weight = |&value: &Value| {
            let weight = weights.get(&Literal::new(variable, value)).copied();
            weight.unwrap_or(0)
        };
        match objective.direction {
            Direction::Maximise => values.sort_by_key(|value| Reverse(weight(value))),
            Direction::Minimise => values.sort_by_key(weight),
        }
    }
}

impl Brancher for Branching {
    fn next_decision(&mut self, context: &mut SelectionContext) -> Option<Predicate> {
        let decision = self.brancher.next_decision(context);
        self.decisions += u64::from(decision.is_some());
        decision
    }

    fn on_conflict(&mut self) {
        self.conflicts += 1;
        self.brancher.on_conflict();
    }

    fn on_backtrack(&mut self) {
        self.backtracks += 1;
        self.brancher.on_backtrack();
    }

    fn on_solution(&mut self, solution: SolutionReference) {
        self.brancher.on_solution(solution);
    }

    fn on_unassign_integer(&mut self, variable: DomainId, value: i32) {
        self.brancher.on_unassign_integer(variable, value);
    }

    fn on_appearance_in_conflict_predicate(&mut self, predicate: Predicate) {
        self.brancher.on_appearance_in_conflict_predicate(predicate);
    }

    fn on_restart(&mut self) {
        self.brancher.on_restart();
    }

    fn synchronise(&mut self, context: &mut SelectionContext) {
        self.brancher.synchronise(context);
    }

    fn is_restart_pointless(&mut self) -> bool {
        self.brancher.is_restart_pointless()
    }

    fn subscribe_to_events(&self) -> Vec<BrancherEvent> {
        self.brancher.subscribe_to_events()
    }
}

/// Chooses a variable and then one of its values. Pumpkin has such orders too, but its first-fail
/// compares bounds and does not see holes, which is hopeless for queens.
#[derive(Debug)]
struct Ordered {
    ordering: Ordering,
    value_order: ValueOrder,
    /// The variables, with the values they begin with.
    variables: Vec<(DomainId, Vec<Value>)>,
    /// For each variable, how many predicates over it were in conflicts.
    weights: Vec<u32>,
}

impl Ordered {
    /// The unassigned variable with the smallest ratio of domain to weight; the first of several.
    fn smallest(&self, context: &SelectionContext) -> Option<&(DomainId, Vec<Value>)> {
        let mut best = None;
        let (mut best_size, mut best_weight) = (u64::MAX, 1);
        for candidate in &self.variables {
            let (variable, values) = (candidate.0, &candidate.1);
            if context.is_integer_fixed(variable) {
                continue;
            }
            let weight = match self.ordering {
                Ordering::DomWdeg => {
                    let weight = self.weights.get(variable.id() as usize);
                    1 + u64::from(weight.copied().unwrap_or(0))
                }
                Ordering::InputOrder | Ordering::FirstFail | Ordering::Vsids => 1,
            };
            // Counting stops where the variable can no longer win.
            let limit = size_that_loses(weight, best_size, best_weight);
            let left = values.iter().filter(|&&value| context.contains(variable, value));
            let size = left.take(usize::try_from(limit).unwrap_or(usize::MAX)).count() as u64;
            if size < limit {
                best = Some(candidate);
                (best_size, best_weight) = (size, weight);
            }
        }
        best
    }
}

impl Brancher for Ordered {
    fn next_decision(&mut self, context: &mut SelectionContext) -> Option<Predicate> {
        let (variable, values) = match self.ordering {
            Ordering::InputOrder => {
                let mut variables = self.variables.iter();
                variables.find(|(variable, _)| !context.is_integer_fixed(*variable))?
            }
            Ordering::FirstFail | Ordering::DomWdeg | Ordering::Vsids => self.smallest(context)?,
        };
        let variable = *variable;
        let left = || {
            let values = values.iter().copied();
            values.filter(|&value| context.contains(variable, value))
        };
        let value = match self.value_order {
            ValueOrder::First => left().next()?,
            ValueOrder::Median => left().nth(left().count() / 2)?,
        };
        Some(predicate!(variable == value))
    }

    fn on_appearance_in_conflict_predicate(&mut self, predicate: Predicate) {
        let index = predicate.get_domain().id() as usize;
        if index >= self.weights.len() {
            self.weights.resize(index + 1, 0);
        }
        self.weights[index] += 1;
    }

    fn is_restart_pointless(&mut self) -> bool {
        self.ordering != Ordering::DomWdeg
    }

    fn subscribe_to_events(&self) -> Vec<BrancherEvent> {
        vec![BrancherEvent::AppearanceInConflictPredicate]
    }
}

/// The least size whose ratio to this weight is no smaller than the best ratio.
fn size_that_loses(weight: u64, best_size: u64, best_weight: u64) -> u64 {
    best_size.saturating_mul(weight).div_ceil(best_weight)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_ratio_of_size_to_weight_wins() {
        let small = || 1..=6u64;
        for (size, weight) in small().flat_map(|size| small().map(move |weight| (size, weight))) {
            for (other, heavy) in small().flat_map(|size| small().map(move |w| (size, w))) {
                let wins = size < size_that_loses(weight, other, heavy);
                assert_eq!(wins, size * heavy < other * weight, "{size}/{weight} {other}/{heavy}");
            }
        }
        assert_eq!(size_that_loses(3, u64::MAX, 1), u64::MAX, "the first has nothing to beat");
    }

    #[test]
    fn the_best_values_come_first() {
        let literal = |variable, value| Literal::new(Variable(variable), value);
        let weights =
            vec![(3, literal(0, 2)), (1, literal(0, 1)), (2, literal(1, 3)), (2, literal(1, 3))];
        let ordered = |direction| {
            let mut values = vec![vec![1, 2, 3], vec![1, 2, 3]];
            best_first(&mut values, &Objective { direction, weights: weights.clone() });
            values
        };
        assert_eq!(ordered(Direction::Maximise), [[2, 1, 3], [3, 1, 2]]);
        assert_eq!(ordered(Direction::Minimise), [[3, 1, 2], [1, 2, 3]]);
    }
}
