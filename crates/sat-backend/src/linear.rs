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
        let sums = weights.entry(variable).or_insert_with(|| vec![0; values.len()]);
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
                let sums = weights.entry(literal.variable).or_insert_with(|| vec![0; domain.len()]);
                sums[rank] += i128::from(weight);
            }
        }
        if objective.direction == Direction::Maximise {
            negate(&mut weights);
        }
        let (groups, least) = groups(model, &weights);
        let sum = Sum::new(&groups, u128::MAX, clauses);
        Cost { objective, sum, least }
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::formula::{Formula, Size};

    /// Whether a formula can be satisfied with these literals.
    fn satisfiable(formula: &Formula, literals: &[Lit]) -> bool {
        use varisat::ExtendFormula;
        let mut solver = varisat::Solver::new();
        for clause in formula.clauses() {
            solver.add_clause(clause);
        }
        solver.assume(literals);
        solver.solve().unwrap()
    }

    /// Groups of the given weights, the variables in order, exactly one of each group.
    fn grouped(weights: &[Vec<u128>]) -> (Formula, Vec<Group>) {
        let mut formula = Formula::new(weights.iter().map(Vec::len).sum());
        let mut next = 0..;
        let groups: Vec<Group> = weights
            .iter()
            .map(|weights| {
                let lits = next.by_ref().map(lit);
                let mut group: Group = weights.iter().copied().zip(lits).collect();
                let least = group.iter().map(|&(weight, _)| weight).min();
                group.iter_mut().for_each(|entry| entry.0 -= least.unwrap_or(0));
                group.sort_by_key(|&(weight, _)| weight);
                group
            })
            .collect();
        for group in &groups {
            let lits: Vec<Lit> = group.iter().map(|&(_, lit)| lit).collect();
            formula.add(&lits);
            crate::at_most_one::Encoding::encode(
                &crate::at_most_one::Pairwise,
                &lits,
                &mut formula,
            );
        }
        (formula, groups)
    }

    /// Every choice of one entry a group.
    fn choices(groups: &[Group]) -> Vec<Vec<(u128, Lit)>> {
        let mut choices = vec![Vec::new()];
        for group in groups {
            choices = choices
                .into_iter()
                .flat_map(|choice| group.iter().map(move |&entry| [&choice[..], &[entry]].concat()))
                .collect();
        }
        choices
    }

    proptest! {
        #[test]
        fn a_sum_is_bounded_however_it_is_made(
            weights in prop::collection::vec(prop::collection::vec(0u128..9, 1..4), 0..4),
            bounds in prop::collection::vec(0u128..25, 1..4),
        ) {
            let most = *bounds.iter().max().unwrap();
            let bounds = {
                // As in an optimisation, each bound is below the one before.
                let mut bounds = bounds;
                bounds.sort_unstable_by(|a, b| b.cmp(a));
                bounds
            };
            let (formula, groups) = grouped(&weights);
            let (mut unary, mut binary) = (formula.clone(), formula);
            let sums = [
                Sum::Unary(totalizer::encode(&groups, most + 1, &mut unary)),
                Sum::Binary(adder::encode(&groups, &mut binary)),
            ];
            for (sum, mut formula) in sums.into_iter().zip([unary, binary]) {
                for &bound in &bounds {
                    sum.at_most(bound, &mut formula);
                    for choice in choices(&groups) {
                        let total: u128 = choice.iter().map(|entry| entry.0).sum();
                        let chosen: Vec<Lit> = choice.iter().map(|entry| entry.1).collect();
                        let possible = satisfiable(&formula, &chosen);
                        prop_assert_eq!(possible, total <= bound, "{} ≤ {}", total, bound);
                    }
                }
            }
        }
    }

    #[test]
    fn large_sums_are_made_of_adders() {
        let numbers = |place| (0..10).map(|digit| digit * 10u128.pow(place)).collect();
        let (_, groups) = grouped(&(0..8).map(numbers).collect::<Vec<_>>());
        let mut size = Size::default();
        assert!(matches!(Sum::new(&groups, u128::MAX, &mut size), Sum::Binary(_)));
        assert!(size.clauses < 5000, "{size:?}");
        assert!(matches!(Sum::new(&groups[..3], 9999, &mut size), Sum::Unary(_)));
    }
}
