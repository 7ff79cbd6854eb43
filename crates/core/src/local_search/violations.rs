//! What a full assignment violates, kept up to date move by move.
//!
//! The unit is a *conflict*: a pair of equal terms of an all-different constraint, one unit of distance
//! from the right-hand side of a linear constraint, or a lexicographic order that does not hold. For
//! each value of each all-different constraint a counter says how many terms have it, so that the
//! conflicts of a variable are known in time proportional to the number of its constraints.
//!
//! To move, a variable is lifted, which takes its terms out of the counters, and put down again. While
//! it is lifted, the conflicts that it would have with each of its values are those with the others.

use std::ops::ControlFlow;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::local_search::Start;
use crate::model::{Constraint, Lexicographic, Linear, Literal, Model, Relation, Value, Variable};
use crate::observer::{Event, Observer};

/// A full assignment, and its conflicts.
#[derive(Debug)]
pub(crate) struct Violations<'m> {
    model: &'m Model,
    values: Vec<Value>,
    /// How many terms have each value, all constraints in one table.
    terms: Vec<u32>,
    /// For each variable and each term it occurs in: where value 0 of that term lies in `terms`.
    terms_of: Vec<Vec<isize>>,
    sums: Vec<Sum>,
    /// For each variable: the sums it occurs in, with its coefficient there.
    sums_of: Vec<Vec<(usize, i64)>>,
    orders: Vec<&'m Lexicographic>,
    /// For each variable: the orders it occurs in.
    orders_of: Vec<Vec<usize>>,
    total: u64,
}

/// A linear constraint and the current value of its left-hand side.
#[derive(Clone, Copy, Debug)]
struct Sum {
    value: i64,
    relation: Relation,
    rhs: i64,
}

impl Sum {
    /// How far the left-hand side is from where it should be if it changes by this much.
    fn distance(self, change: i64) -> u64 {
        let value = self.value + change;
        match self.relation.holds(value, self.rhs) {
            true => 0,
            false => value.abs_diff(self.rhs),
        }
    }
}

impl<'m> Violations<'m> {
    /// Some assignment; `None` if each has conflicts that no move can mend: a domain is empty, a
    /// variable must differ from itself, or a constraint without variables does not hold.
    pub(crate) fn new(model: &'m Model) -> Option<Self> {
        let least = |domain: &crate::Domain| domain.values().first().copied();
        let mut violations = Violations {
            model,
            values: model.domains().iter().map(least).collect::<Option<_>>()?,
            terms: Vec::new(),
            terms_of: vec![Vec::new(); model.len()],
            sums: Vec::new(),
            sums_of: vec![Vec::new(); model.len()],
            orders: Vec::new(),
            orders_of: vec![Vec::new(); model.len()],
            total: 0,
        };
        for constraint in model.constraints() {
            let scope = constraint.scope();
            if scope.is_empty() && !constraint.holds(&[]) {
                return None;
            }
            match constraint {
                Constraint::AllDifferent(terms) => violations.add_all_different(terms)?,
                Constraint::Linear(linear) => violations.add_linear(linear),
                Constraint::Lexicographic(order) => {
                    for variable in scope {
                        violations.orders_of[variable.index()].push(violations.orders.len());
                    }
                    violations.total += u64::from(!constraint.holds(&violations.values));
                    violations.orders.push(order);
                }
            }
        }
        for variable in model.variables() {
            let zeros = &violations.terms_of[variable.index()];
            let value = violations.values[variable.index()] as isize;
            for &zero in zeros {
                let terms = &mut violations.terms[(zero + value) as usize];
                violations.total += u64::from(*terms);
                *terms += 1;
            }
        }
        Some(violations)
    }

    fn add_all_different(&mut self, terms: &[crate::Term]) -> Option<()> {
        let bounds = terms.iter().filter_map(|term| {
            let (least, greatest) = self.model.domain(term.variable).bounds()?;
            let offset = term.offset as isize;
            Some((least as isize + offset, greatest as isize + offset))
        });
        let Some((least, greatest)) = bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else {
            return Some(());
        };
        let zero = self.terms.len() as isize - least;
        let values = (greatest - least) as usize + 1;
        self.terms.resize(self.terms.len() + values, 0);
        for term in terms {
            let zero = zero + term.offset as isize;
            let zeros = &mut self.terms_of[term.variable.index()];
            if zeros.contains(&zero) {
                return None;
            }
            zeros.push(zero);
        }
        Some(())
    }

    fn add_linear(&mut self, linear: &Linear) {
        let index = self.sums.len();
        let mut sum = Sum { value: 0, relation: linear.relation, rhs: linear.rhs };
        for &(coefficient, variable) in &linear.summands {
            sum.value += coefficient * i64::from(self.value(variable));
            let sums = &mut self.sums_of[variable.index()];
            match sums.last_mut() {
                Some((last, total)) if *last == index => *total += coefficient,
                Some(_) | None => sums.push((index, coefficient)),
            }
        }
        self.total += sum.distance(0);
        self.sums.push(sum);
    }

    /// The model of the assignment.
    pub(crate) fn model(&self) -> &'m Model {
        self.model
    }

    /// The number of conflicts, if no variable is lifted. With none the assignment is a solution.
    pub(crate) fn total(&self) -> u64 {
        self.total
    }

    /// The values of all variables.
    pub(crate) fn values(&self) -> &[Value] {
        &self.values
    }

    /// The value of a variable; of a lifted one, that which it had.
    pub(crate) fn value(&self, variable: Variable) -> Value {
        self.values[variable.index()]
    }

    /// Takes a variable out of the counters.
    pub(crate) fn lift(&mut self, variable: Variable) {
        let value = self.value(variable) as isize;
        for &zero in &self.terms_of[variable.index()] {
            let terms = &mut self.terms[(zero + value) as usize];
            *terms -= 1;
            self.total -= u64::from(*terms);
        }
    }

    /// Puts a lifted variable down with this value.
    pub(crate) fn put(&mut self, variable: Variable, value: Value) {
        for &zero in &self.terms_of[variable.index()] {
            let terms = &mut self.terms[(zero + value as isize) as usize];
            self.total += u64::from(*terms);
            *terms += 1;
        }
        let change = i64::from(value) - i64::from(self.value(variable));
        for &(sum, coefficient) in &self.sums_of[variable.index()] {
            let sum = &mut self.sums[sum];
            self.total -= sum.distance(0);
            sum.value += coefficient * change;
            self.total += sum.distance(0);
        }
        for &order in &self.orders_of[variable.index()] {
            self.total -= self.violates(order, variable, self.value(variable));
            self.total += self.violates(order, variable, value);
        }
        self.values[variable.index()] = value;
    }

    /// The conflicts that a lifted variable would have with this value.
    pub(crate) fn conflicts(&self, variable: Variable, value: Value) -> u64 {
        let terms = self.terms_of[variable.index()]
            .iter()
            .map(|zero| u64::from(self.terms[(zero + value as isize) as usize]));
        terms.sum::<u64>() + self.other_conflicts(variable, value)
    }

    /// The conflicts that a lifted variable would have with each value of its domain, ascending.
    pub(crate) fn conflicts_by_value(&self, variable: Variable, conflicts: &mut Vec<u64>) {
        let index = variable.index();
        let domain = self.model.domain(variable);
        let values = domain.values();
        conflicts.clear();
        if self.sums_of[index].is_empty() && self.orders_of[index].is_empty() {
            conflicts.resize(values.len(), 0);
        } else {
            let others = |&value| self.other_conflicts(variable, value);
            conflicts.extend(values.iter().map(others));
        }
        for &zero in &self.terms_of[index] {
            let (least, greatest) = domain.bounds().expect("no domain is empty");
            let first = (zero + least as isize) as usize;
            let terms = &self.terms[first..=first + (greatest - least) as usize];
            if terms.len() == values.len() {
                // An interval, as most domains are: counters and values go hand in hand.
                for (conflicts, terms) in conflicts.iter_mut().zip(terms) {
                    *conflicts += u64::from(*terms);
                }
            } else {
                for (conflicts, value) in conflicts.iter_mut().zip(values) {
                    *conflicts += u64::from(terms[(value - least) as usize]);
                }
            }
        }
    }

    /// The values that a lifted variable can have without being equal to what it must differ from.
    pub(crate) fn free_values(&self, variable: Variable) -> impl Iterator<Item = Value> {
        let zeros = &self.terms_of[variable.index()];
        let values = self.model.domain(variable).values().iter().copied();
        values.filter(move |&value| {
            let mut terms = zeros.iter().map(|zero| self.terms[(zero + value as isize) as usize]);
            terms.all(|terms| terms == 0)
        })
    }

    /// The conflicts of a variable, were this its value, in linear constraints and orders.
    fn other_conflicts(&self, variable: Variable, value: Value) -> u64 {
        let change = i64::from(value) - i64::from(self.value(variable));
        let sums = self.sums_of[variable.index()]
            .iter()
            .map(|&(sum, coefficient)| self.sums[sum].distance(coefficient * change));
        let orders = self.orders_of[variable.index()]
            .iter()
            .map(|&order| self.violates(order, variable, value));
        sums.chain(orders).sum()
    }

    /// 1 if the order does not hold with this value of the variable, else 0.
    fn violates(&self, order: usize, variable: Variable, value: Value) -> u64 {
        let truth = |literal: Literal| match literal.variable == variable {
            true => literal.value == value,
            false => literal.holds(&self.values),
        };
        let order = self.orders[order];
        let pairs = order.first.iter().zip(&order.second);
        let mut truths = pairs.map(|(&first, &second)| (truth(first), truth(second)));
        let decisive = truths.find(|(first, second)| first != second);
        u64::from(decisive == Some((false, true)))
    }

    /// Whether the variable is in conflict with its present value.
    pub(crate) fn in_conflict(&mut self, variable: Variable) -> bool {
        let value = self.value(variable);
        self.lift(variable);
        let conflicts = self.conflicts(variable, value);
        self.put(variable, value);
        conflicts > 0
    }

    /// Some variable that is in conflict, each with the same probability. There must be a conflict.
    pub(crate) fn some_in_conflict(&mut self, rng: &mut ChaCha8Rng) -> Variable {
        loop {
            let variable = Variable(rng.random_range(0..self.model.len() as u32));
            if self.in_conflict(variable) {
                return variable;
            }
        }
    }

    /// Gives every variable a new value.
    pub(crate) fn fill<O: Observer>(
        &mut self,
        start: Start,
        rng: &mut ChaCha8Rng,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let mut conflicts = Vec::new();
        for variable in self.model.variables() {
            self.lift(variable);
        }
        for variable in self.model.variables() {
            let rank = match start {
                Start::Random => rng.random_range(0..self.model.domain(variable).len()),
                Start::Greedy => {
                    self.conflicts_by_value(variable, &mut conflicts);
                    least(&conflicts, rng)
                }
            };
            let value = self.model.domain(variable).values()[rank];
            self.put(variable, value);
            observer.observe(Event::Decision { variable, value })?;
        }
        ControlFlow::Continue(())
    }
}

/// The position of a least number, each of them with the same probability.
pub(crate) fn least(numbers: &[u64], rng: &mut ChaCha8Rng) -> usize {
    let least = numbers.iter().fold(u64::MAX, |a, &b| a.min(b));
    let ties = numbers.iter().filter(|&&number| number == least).count();
    let chosen = rng.random_range(0..ties);
    let mut positions = (0..numbers.len()).filter(|&position| numbers[position] == least);
    positions.nth(chosen).expect("as many as counted")
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;

    use super::*;
    use crate::laws::random_model;
    use crate::observer::Counting;

    /// The conflicts of an assignment by their definition.
    fn conflicts(model: &Model, values: &[Value]) -> u64 {
        let of = |constraint: &Constraint| match constraint {
            Constraint::AllDifferent(terms) => {
                let equal = |i: usize| {
                    let later = &terms[i + 1..];
                    later.iter().filter(|t| t.eval(values) == terms[i].eval(values)).count() as u64
                };
                (0..terms.len()).map(equal).sum()
            }
            Constraint::Linear(linear) => {
                let summand = |&(c, v): &(i64, Variable)| c * i64::from(values[v.index()]);
                let value: i64 = linear.summands.iter().map(summand).sum();
                match constraint.holds(values) {
                    true => 0,
                    false => value.abs_diff(linear.rhs),
                }
            }
            Constraint::Lexicographic(_) => u64::from(!constraint.holds(values)),
        };
        model.constraints().iter().map(of).sum()
    }

    #[test]
    fn moves_keep_the_conflicts_up_to_date() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut walks = 0;
        for seed in 0..200 {
            let model = random_model(seed);
            let Some(mut violations) = Violations::new(&model) else {
                continue;
            };
            walks += 1;
            let start = if seed % 2 == 0 { Start::Random } else { Start::Greedy };
            assert!(violations.fill(start, &mut rng, &mut Counting::default()).is_continue());
            let mut by_value = Vec::new();
            for _ in 0..20 {
                assert_eq!(violations.total(), conflicts(&model, violations.values()));
                assert_eq!(violations.total() == 0, model.admits(violations.values()));
                let variable = Variable(rng.random_range(0..model.len() as u32));
                violations.lift(variable);
                violations.conflicts_by_value(variable, &mut by_value);
                let values = model.domain(variable).values();
                let one_by_one: Vec<u64> =
                    values.iter().map(|&value| violations.conflicts(variable, value)).collect();
                assert_eq!(by_value, one_by_one);
                violations.put(variable, values[rng.random_range(0..values.len())]);
            }
        }
        assert!(walks > 100);
    }

    #[test]
    fn what_no_move_can_mend_is_noticed() {
        let mut model = Model::new();
        let x = model.variable("x", crate::Domain::range(0..=2));
        assert!(Violations::new(&model).is_some());
        let mut empty = model.clone();
        empty.variable("y", crate::Domain::new([]));
        assert!(Violations::new(&empty).is_none());
        let mut same = model.clone();
        same.all_different([x, x]);
        assert!(Violations::new(&same).is_none());
        model.constrain(Constraint::Linear(Linear {
            summands: Vec::new(),
            relation: Relation::AtLeast,
            rhs: 1,
        }));
        assert!(Violations::new(&model).is_none());
    }

    #[test]
    fn one_of_the_least_is_chosen() {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let chosen: std::collections::BTreeSet<_> =
            (0..50).map(|_| least(&[3, 1, 2, 1], &mut rng)).collect();
        assert_eq!(chosen, [1, 3].into());
    }
}
