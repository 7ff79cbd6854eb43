//! Branching: which variable is decided next, and which of its values is tried first.
//!
//! Variable orders, from the oldest to the one that most solvers now start from:
//!
//! | name | the next variable | reference |
//! |---|---|---|
//! | `input` | the first in the model | |
//! | `dom` | has the fewest values left: first-fail, MRV | Haralick and Elliott, AIJ 14, 1980 |
//! | `dom-deg` | has the least number of values per constraint with another open variable | Bessière and Régin, CP 1996 |
//! | `dom-wdeg` | the same, each constraint weighing 1 plus the dead ends it has caused | Boussemart, Hemery, Lecoutre and Sais, ECAI 2004 |
//!
//! Value orders: ascending (`min`), descending (`max`), from the middle outwards (`median`),
//! shuffled (`random`), first the value that takes the fewest from others (`least-constraining`;
//! Geelen, ECAI 1992), and `last-freed-first`, which is an
//! accident: see [`ValueOrder::LastFreedFirst`].
//!
//! Any variable order goes with any value order and any amount of inference: the rows of
//! [`tree`](crate::search::tree) are their product.

mod slots;
mod weights;

use std::cmp::Ordering;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::model::{Model, Value, Variable};
use crate::search::domains::{Domains, Removal};
use crate::search::occurrences::Occurrences;
use crate::search::tree::Failure;
use slots::Slots;
use weights::Weights;

/// Which variable is decided next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VariableOrder {
    /// The first open one.
    Input,
    /// The one with the fewest values.
    SmallestDomain,
    /// The one with the fewest values per constraint that still matters.
    DomainOverDegree,
    /// The one with the fewest values per weight of the constraints that still matter.
    DomainOverWeightedDegree,
}

impl VariableOrder {
    /// Every order with its name.
    pub const ALL: [(&'static str, VariableOrder); 4] = [
        ("input", VariableOrder::Input),
        ("dom", VariableOrder::SmallestDomain),
        ("dom-deg", VariableOrder::DomainOverDegree),
        ("dom-wdeg", VariableOrder::DomainOverWeightedDegree),
    ];
}

/// In which order the values of a variable are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrder {
    /// Ascending.
    Min,
    /// Descending.
    Max,
    /// From the middle outwards.
    Median,
    /// Shuffled.
    Random,
    /// First the value that conflicts with the fewest values of open variables.
    LeastConstraining,
    /// In the order of a hash set that reuses the slot freed last: the order of a well-known
    /// notebook, whose node counts for forward checking come from it and not from propagation.
    LastFreedFirst,
}

impl ValueOrder {
    /// Every order that is made to be useful, with its name.
    pub const ALL: [(&'static str, ValueOrder); 5] = [
        ("min", ValueOrder::Min),
        ("max", ValueOrder::Max),
        ("median", ValueOrder::Median),
        ("random", ValueOrder::Random),
        ("least-constraining", ValueOrder::LeastConstraining),
    ];
}

/// Which of several equally good variables is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ties {
    /// The first in the model.
    First,
    /// One at random, each with the same chance.
    Random,
}

/// What decides how to branch, and learns from failures if its order does.
#[derive(Debug)]
pub(crate) struct Brancher<'m> {
    variables: VariableOrder,
    values: ValueOrder,
    ties: Ties,
    weights: Option<Weights>,
    occurrences: Option<Occurrences<'m>>,
    slots: Option<Slots>,
    random: ChaCha8Rng,
}

impl<'m> Brancher<'m> {
    pub(crate) fn new(
        model: &'m Model,
        (variables, values, ties): (VariableOrder, ValueOrder, Ties),
        seed: u64,
    ) -> Self {
        let weighs = match variables {
            VariableOrder::Input | VariableOrder::SmallestDomain => false,
            VariableOrder::DomainOverDegree | VariableOrder::DomainOverWeightedDegree => true,
        };
        Brancher {
            variables,
            values,
            ties,
            weights: weighs.then(|| Weights::new(model)),
            occurrences: (values == ValueOrder::LeastConstraining).then(|| Occurrences::new(model)),
            slots: (values == ValueOrder::LastFreedFirst).then(|| Slots::new(model)),
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// The next variable to decide, or `None` if none is open.
    pub(crate) fn variable(
        &mut self,
        domains: &Domains,
        is_open: impl Fn(Variable) -> bool,
    ) -> Option<Variable> {
        let mut open = domains.model().variables().filter(|&v| is_open(v));
        let size = |v| domains.size(v) as u64;
        let random = (self.ties == Ties::Random).then_some(&mut self.random);
        match &self.weights {
            None if self.variables == VariableOrder::Input => open.next(),
            None => least(open, |v| (size(v), 1), random),
            Some(weights) => least(open, |v| (size(v), weights.of(v, &is_open)), random),
        }
    }

    /// The values of a variable, in the order in which they are to be tried.
    pub(crate) fn values(
        &mut self,
        variable: Variable,
        domains: &Domains,
        is_open: impl Fn(Variable) -> bool,
    ) -> Vec<Value> {
        let mut values = Vec::with_capacity(domains.size(variable));
        match self.values {
            ValueOrder::Min => values.extend(domains.values(variable)),
            ValueOrder::Max => {
                values.extend(domains.values(variable));
                values.reverse();
            }
            ValueOrder::Median => {
                let ascending: Vec<Value> = domains.values(variable).collect();
                let (lower, upper) = ascending.split_at(ascending.len() / 2);
                let mut lower = lower.iter().rev();
                for value in upper {
                    values.push(*value);
                    values.extend(lower.next());
                }
            }
            ValueOrder::Random => {
                values.extend(domains.values(variable));
                values.shuffle(&mut self.random);
            }
            ValueOrder::LeastConstraining => {
                values.extend(domains.values(variable));
                if let Some(occurrences) = &self.occurrences {
                    let conflicts = |&value: &Value| {
                        let at = occurrences.of(variable).iter();
                        at.flat_map(|occurrence| occurrence.excluded_by(variable, value))
                            .filter(|&(other, value)| {
                                is_open(other) && domains.contains(other, value)
                            })
                            .count()
                    };
                    values.sort_by_cached_key(conflicts);
                }
            }
            ValueOrder::LastFreedFirst => {
                if let Some(slots) = &self.slots {
                    values.extend(slots.ranks(variable).map(|r| domains.value(variable, r)));
                }
            }
        }
        values
    }

    /// Learns from a dead end.
    pub(crate) fn failed(&mut self, failure: &Failure) {
        if self.variables == VariableOrder::DomainOverWeightedDegree
            && let Some(weights) = &mut self.weights
        {
            weights.failed(failure);
        }
    }

    /// Sees what a decision removed from the domains of other variables.
    pub(crate) fn removed(&mut self, decided: Option<Variable>, removals: &[Removal]) {
        if let Some(slots) = &mut self.slots {
            let others = removals.iter().filter(|r| Some(r.variable) != decided);
            slots.remove(others.copied());
        }
    }

    /// Sees the removals of the latest decision restored.
    pub(crate) fn restored(&mut self) {
        if let Some(slots) = &mut self.slots {
            slots.restore();
        }
    }
}

/// The variable with the least quotient of two numbers: the first of them or, given random numbers,
/// any of them with the same chance.
fn least(
    variables: impl Iterator<Item = Variable>,
    quotient: impl Fn(Variable) -> (u64, u64),
    mut random: Option<&mut ChaCha8Rng>,
) -> Option<Variable> {
    let mut best: Option<(Variable, (u64, u64))> = None;
    let mut ties = 1;
    for variable in variables {
        let (over, under) = quotient(variable);
        let order = best.map_or(Ordering::Less, |(_, best)| (over * best.1).cmp(&(best.0 * under)));
        ties = match order {
            Ordering::Less => 1,
            Ordering::Equal => ties + 1,
            Ordering::Greater => continue,
        };
        // Each of k equals is taken with chance 1/k, the later replacing the earlier.
        let taken =
            ties == 1 || random.as_mut().is_some_and(|random| random.random_range(0..ties) == 0);
        if taken {
            best = Some((variable, (over, under)));
        }
    }
    best.map(|(variable, _)| variable)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Domain, Term};
    use crate::search::tree::Cause;

    fn values(order: ValueOrder, domain: Domain) -> Vec<Value> {
        let mut model = Model::new();
        let x = model.variable("x", domain);
        let domains = Domains::new(&model);
        let orders = (VariableOrder::Input, order, Ties::First);
        Brancher::new(&model, orders, 1).values(x, &domains, |_| true)
    }

    #[test]
    fn every_value_order_gives_each_value_once() {
        let all = ValueOrder::ALL.iter().map(|&(_, order)| order);
        for order in all.chain([ValueOrder::LastFreedFirst]) {
            for domain in [Domain::range(0..=6), Domain::new([1, 4]), Domain::new([])] {
                let mut sorted = values(order, domain.clone());
                sorted.sort_unstable();
                assert_eq!(sorted, domain.values(), "{order:?}");
            }
        }
        assert_eq!(values(ValueOrder::Median, Domain::range(0..=4)), [2, 1, 3, 0, 4]);
        assert_eq!(values(ValueOrder::Max, Domain::range(0..=2)), [2, 1, 0]);
    }

    #[test]
    fn the_least_constraining_value_takes_the_fewest_from_others() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::range(0..=2));
        let y = model.variable("y", Domain::range(0..=1));
        let z = model.variable("z", Domain::range(5..=5));
        model.all_different([Term::from(x), Term::from(y)]);
        model.all_different([Term::new(x, 5), Term::from(z)]);
        let domains = Domains::new(&model);
        let orders = (VariableOrder::Input, ValueOrder::LeastConstraining, Ties::First);
        let mut brancher = Brancher::new(&model, orders, 0);
        assert_eq!(brancher.values(x, &domains, |_| true), [2, 1, 0]);
        assert_eq!(brancher.values(x, &domains, |v| v != z), [2, 0, 1]);
    }

    #[test]
    fn weights_send_the_search_to_where_it_failed() {
        let mut model = Model::new();
        let variables: Vec<_> = (0..4).map(|_| model.variable("x", Domain::range(0..=2))).collect();
        let [a, b, c, d] = variables[..] else { unreachable!() };
        model.all_different([a, b]);
        model.all_different([c, d]);
        let domains = Domains::new(&model);
        let orders = |variables| (variables, ValueOrder::Min, Ties::First);
        let mut learning =
            Brancher::new(&model, orders(VariableOrder::DomainOverWeightedDegree), 0);
        assert_eq!(learning.variable(&domains, |_| true), Some(a));
        learning.failed(&Failure { variable: Some(d), cause: Cause::Pair(c, d) });
        assert_eq!(learning.variable(&domains, |_| true), Some(c));
        learning.failed(&Failure { variable: Some(b), cause: Cause::Constraint(0) });
        learning.failed(&Failure { variable: Some(b), cause: Cause::Constraint(0) });
        assert_eq!(learning.variable(&domains, |_| true), Some(a));
        // Without another open variable a constraint no longer counts.
        assert_eq!(learning.variable(&domains, |v| v != a), Some(c));
    }

    #[test]
    fn random_ties_choose_among_the_equal_only() {
        let mut model = Model::new();
        for size in [2, 1, 2, 1] {
            model.variable("x", Domain::range(1..=size));
        }
        let domains = Domains::new(&model);
        let orders = (VariableOrder::SmallestDomain, ValueOrder::Min, Ties::Random);
        let mut brancher = Brancher::new(&model, orders, 5);
        let chosen: std::collections::BTreeSet<_> =
            (0..40).filter_map(|_| brancher.variable(&domains, |_| true)).collect();
        assert_eq!(chosen, [Variable(1), Variable(3)].into());
    }
}
