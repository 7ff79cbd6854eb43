//! Linear constraints and objectives: the sum of one weight for each variable, compared with a
//! bound.
//!
//! Every constraint is brought into one form first: groups of weighted literals of which exactly
//! one holds, weights from 0 up, sum at most a bound. A variable that occurs several times is one
//! group; `≥` is `≤` of the negated weights, `=` is both.
//!
//! Sums are built by a [totalizer](totalizer), which propagates well but grows with the number of
//! different sums, or, where that is too many, by [adders](adder), whose size does not depend on it.

use std::collections::BTreeMap;

use parity_core::{Direction, Linear, Model, Objective, Relation, Value, Variable};
use varisat::Lit;

use crate::formula::Clauses;
use crate::translation::lit;

mod adder;
mod totalizer;

/// Totalizers may have so many clauses; beyond that a sum is made of adders.
const TOTALIZER_CLAUSES: usize = 1_000_000;

/// Weighted literals of which exactly one holds, by ascending weight, the first weight being 0.
type Group = Vec<(u128, Lit)>;

/// Weight of each literal of each variable that occurs, in the order of its values.
type Weights = BTreeMap<Variable, Vec<i128>>;

/// Adds the clauses of a linear constraint.
pub(crate) fn encode(model: &Model, linear: &Linear, clauses: &mut dyn Clauses) {
    let rhs = i128::from(linear.rhs);
    let mut weights = Weights::new();
    for &(coefficient, variable) in &linear.summands {
        let values = model.domain(variable).values();
        let sums = weights
            .entry(variable)
            .or_insert_with(|| vec![0; values.len()]);
        for (sum, &value) in sums.iter_mut().zip(values) {
            *sum += i128::from(coefficient) * i128::from(value);
        }
    }
    if matches!(linear.relation, Relation::AtMost | Relation::Equal) {
        at_most(model, &weights, rhs, clauses);
    }
    if matches!(linear.relation, Relation::AtLeast | Relation::Equal) {
        negate(&mut weights);
        at_most(model, &weights, -rhs, clauses);
    }
}

fn negate(weights: &mut Weights) {
    for weight in weights.values_mut().flatten() {
        *weight = -*weight;
    }
}

fn at_most(model: &Model, weights: &Weights, bound: i128, clauses: &mut dyn Clauses) {
    let (groups, least) = groups(model, weights);
    let greatest: u128 = groups.iter().map(greatest).sum();
    match u128::try_from(bound - least) {
        Err(_) => clauses.add(&[]),
        Ok(bound) if bound < greatest => {
            Sum::new(&groups, bound + 1, clauses).at_most(bound, clauses);
        }
        // No sum is above the bound.
        Ok(_) => {}
    }
}

fn greatest(group: &Group) -> u128 {
    group.last().map_or(0, |&(weight, _)| weight)
}

/// The groups of some weights, and what must be added to their sum to get the original one.
fn groups(model: &Model, weights: &Weights) -> (Vec<Group>, i128) {
    let mut least = 0;
    let mut groups = Vec::new();
    for (&variable, weights) in weights {
        // A variable without a value has made the formula unsatisfiable already.
        let Some(&lowest) = weights.iter().min() else {
            continue;
        };
        least += lowest;
        let above = |weight: &i128| (weight - lowest).unsigned_abs();
        let lits = model.literals_of(variable).map(lit);
        let mut group: Group = weights.iter().map(above).zip(lits).collect();
        group.sort_by_key(|&(weight, _)| weight);
        groups.push(group);
    }
    (groups, least)
}

/// A sum whose upper bound can be set, and lowered again and again.
enum Sum {
    /// Literals that hold if the sum is at least some number.
    Unary(Vec<(u128, Lit)>),
    /// The bits of the sum, the lowest first; `None` is 0.
    Binary(Vec<Option<Lit>>),
}

impl Sum {
    /// The sum of one weight a group. All numbers from `cap` on need not be told apart.
    fn new(groups: &[Group], cap: u128, clauses: &mut dyn Clauses) -> Self {
        if totalizer::is_within(TOTALIZER_CLAUSES, groups, cap) {
            Sum::Unary(totalizer::encode(groups, cap, clauses))
        } else {
            Sum::Binary(adder::encode(groups, clauses))
        }
    }

    fn at_most(&self, bound: u128, clauses: &mut dyn Clauses) {
        match self {
            Sum::Unary(outputs) => totalizer::at_most(outputs, bound, clauses),
            Sum::Binary(bits) => adder::at_most(bits, bound, clauses),
        }
    }
}

/// The objective of a model as a sum that is to be made small.
pub(crate) struct Cost<'a> {
    objective: &'a Objective,
    sum: Sum,
    least: i128,
}

impl<'a> Cost<'a> {
    /// Adds the clauses that define the sum.
    pub(crate) fn new(model: &Model, objective: &'a Objective, clauses: &mut dyn Clauses) -> Self {
        let mut weights = Weights::new();
        for &(weight, literal) in &objective.weights {
            let domain = model.domain(literal.variable);
            if let Some(rank) = domain.position(literal.value) {
                let sums = weights
                    .entry(literal.variable)
                    .or_insert_with(|| vec![0; domain.len()]);
                sums[rank] += i128::from(weight);
            }
        }
        if objective.direction == Direction::Maximise {
            negate(&mut weights);
        }
        let (groups, least) = groups(model, &weights);
        let sum = Sum::new(&groups, u128::MAX, clauses);
        Cost {
            objective,
            sum,
            least,
        }
    }

    /// Adds the clauses that the objective is better than it is in a solution.
    pub(crate) fn improve_on(&self, solution: &[Value], clauses: &mut dyn Clauses) {
        let value = i128::from(self.objective.eval(solution));
        let cost = match self.objective.direction {
            Direction::Minimise => value,
            Direction::Maximise => -value,
        };
        match u128::try_from(cost - 1 - self.least) {
            Ok(bound) => self.sum.at_most(bound, clauses),
            Err(_) => clauses.add(&[]),
        }
    }
}
