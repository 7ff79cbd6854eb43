//! A partial assignment, and which values it leaves safe.
//!
//! For each all-different constraint a table says which values its assigned terms already have, so
//! that a value is checked in time proportional to the number of constraints on its variable. A
//! linear constraint keeps the least and the greatest sum that can still be reached.

use super::propagation::linear::merged;
use crate::model::{Constraint, Lexicographic, Linear, Literal, Model, Relation, Value, Variable};

/// A partial assignment of a model's variables.
#[derive(Debug)]
pub struct Assignment<'m> {
    values: Vec<Option<Value>>,
    /// Which values the assigned terms have, all constraints in one table.
    used: Vec<bool>,
    /// For each variable and each term it occurs in: where value 0 of that term lies in `used`.
    terms_of: Vec<Vec<isize>>,
    sums: Vec<Sum>,
    /// For each variable: the sums it occurs in, with its coefficient there.
    sums_of: Vec<Vec<(usize, i64)>>,
    /// For each variable: the least and the greatest value of its domain.
    bounds: Vec<(i64, i64)>,
    orders: Vec<&'m Lexicographic>,
    orders_of: Vec<Vec<usize>>,
    possible: bool,
}

/// What is left of a linear constraint.
#[derive(Clone, Copy, Debug)]
struct Sum {
    least: i64,
    greatest: i64,
    relation: Relation,
    rhs: i64,
}

impl Sum {
    fn possible(self) -> bool {
        match self.relation {
            Relation::AtMost => self.least <= self.rhs,
            Relation::AtLeast => self.greatest >= self.rhs,
            Relation::Equal => self.least <= self.rhs && self.rhs <= self.greatest,
        }
    }

    /// The sum after a summand that reached over `bounds` is fixed.
    fn fixed(mut self, coefficient: i64, bounds: (i64, i64), value: i64) -> Self {
        let (least, greatest) = reach(coefficient, bounds);
        self.least += coefficient * value - least;
        self.greatest += coefficient * value - greatest;
        self
    }

    /// The opposite of [`Sum::fixed`].
    fn freed(mut self, coefficient: i64, bounds: (i64, i64), value: i64) -> Self {
        let (least, greatest) = reach(coefficient, bounds);
        self.least -= coefficient * value - least;
        self.greatest -= coefficient * value - greatest;
        self
    }
}

/// The least and the greatest value of `coefficient · x` for x between the bounds.
fn reach(coefficient: i64, (least, greatest): (i64, i64)) -> (i64, i64) {
    let (a, b) = (coefficient * least, coefficient * greatest);
    (a.min(b), a.max(b))
}

impl<'m> Assignment<'m> {
    /// The empty assignment.
    pub fn new(model: &'m Model) -> Self {
        Self::with(model, model.constraints().iter())
    }

    /// The empty assignment under all constraints but the all-different ones: for searches that
    /// have a better way with those.
    pub fn without_differences(model: &'m Model) -> Self {
        let others = model.constraints().iter().filter(|constraint| match constraint {
            Constraint::AllDifferent(_) => false,
            Constraint::Linear(_) | Constraint::Lexicographic(_) => true,
        });
        Self::with(model, others)
    }

    fn with(model: &'m Model, constraints: impl Iterator<Item = &'m Constraint>) -> Self {
        let count = model.len();
        let bounds = |domain: &crate::Domain| {
            domain.bounds().map_or((0, 0), |(least, most)| (i64::from(least), i64::from(most)))
        };
        let mut assignment = Assignment {
            values: vec![None; count],
            used: Vec::new(),
            terms_of: vec![Vec::new(); count],
            sums: Vec::new(),
            sums_of: vec![Vec::new(); count],
            bounds: model.domains().iter().map(bounds).collect(),
            orders: Vec::new(),
            orders_of: vec![Vec::new(); count],
            possible: true,
        };
        for constraint in constraints {
            match constraint {
                Constraint::AllDifferent(terms) => assignment.add_all_different(model, terms),
                Constraint::Linear(linear) => assignment.add_linear(linear),
                Constraint::Lexicographic(order) => {
                    for variable in constraint.scope() {
                        assignment.orders_of[variable.index()].push(assignment.orders.len());
                    }
                    assignment.orders.push(order);
                }
            }
        }
        assignment
    }

    fn add_all_different(&mut self, model: &Model, terms: &[crate::Term]) {
        let reach = terms.iter().filter_map(|term| {
            let (least, most) = model.domain(term.variable).bounds()?;
            Some((least + term.offset, most + term.offset))
        });
        let Some((least, most)) = reach.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))) else {
            return;
        };
        let zero = self.used.len() as isize - least as isize;
        self.used.resize(self.used.len() + (most - least) as usize + 1, false);
        for term in terms {
            let position = zero + term.offset as isize;
            let positions = &mut self.terms_of[term.variable.index()];
            // A variable that must differ from itself cannot be given any value.
            self.possible &= !positions.contains(&position);
            positions.push(position);
        }
    }

    fn add_linear(&mut self, linear: &Linear) {
        let index = self.sums.len();
        let mut sum = Sum { least: 0, greatest: 0, relation: linear.relation, rhs: linear.rhs };
        for (coefficient, variable) in merged(linear) {
            let (least, greatest) = reach(coefficient, self.bounds[variable.index()]);
            sum.least += least;
            sum.greatest += greatest;
            self.sums_of[variable.index()].push((index, coefficient));
        }
        self.possible &= sum.possible();
        self.sums.push(sum);
    }

    /// Whether no constraint is already violated by the empty assignment.
    pub fn possible(&self) -> bool {
        self.possible
    }

    /// The value of a variable, if it is assigned.
    pub fn value(&self, variable: Variable) -> Option<Value> {
        self.values[variable.index()]
    }

    /// Whether giving this value to an unassigned variable violates no constraint, as far as the
    /// assigned variables tell.
    #[inline]
    pub fn is_safe(&self, variable: Variable, value: Value) -> bool {
        let index = variable.index();
        self.terms_of[index].iter().all(|&zero| !self.used[(zero + value as isize) as usize])
            && self.sums_of[index].iter().all(|&(sum, coefficient)| {
                self.sums[sum].fixed(coefficient, self.bounds[index], i64::from(value)).possible()
            })
            && self.orders_of[index]
                .iter()
                .all(|&order| self.order_possible(order, variable, value))
    }

    /// Whether a lexicographic order can still hold once the variable has the value: it is decided
    /// by the first pair of literals that differ, if all before are known.
    fn order_possible(&self, order: usize, variable: Variable, value: Value) -> bool {
        let truth = |literal: Literal| {
            let known = if literal.variable == variable {
                Some(value)
            } else {
                self.value(literal.variable)
            };
            known.map(|known| known == literal.value)
        };
        let order = self.orders[order];
        for (&first, &second) in order.first.iter().zip(&order.second) {
            match (truth(first), truth(second)) {
                (Some(first), Some(second)) if first == second => {}
                (Some(first), Some(_)) => return first,
                (None, _) | (_, None) => return true,
            }
        }
        true
    }

    /// Gives a safe value to an unassigned variable.
    #[inline]
    pub fn assign(&mut self, variable: Variable, value: Value) {
        let index = variable.index();
        self.values[index] = Some(value);
        for &zero in &self.terms_of[index] {
            self.used[(zero + value as isize) as usize] = true;
        }
        for &(sum, coefficient) in &self.sums_of[index] {
            self.sums[sum] =
                self.sums[sum].fixed(coefficient, self.bounds[index], i64::from(value));
        }
    }

    /// Takes the value of a variable back.
    #[inline]
    pub fn unassign(&mut self, variable: Variable) {
        let index = variable.index();
        let Some(value) = self.values[index].take() else {
            return;
        };
        for &zero in &self.terms_of[index] {
            self.used[(zero + value as isize) as usize] = false;
        }
        for &(sum, coefficient) in &self.sums_of[index] {
            self.sums[sum] =
                self.sums[sum].freed(coefficient, self.bounds[index], i64::from(value));
        }
    }

    /// The values of all variables into `solution`, unassigned ones left as they are.
    pub fn write(&self, solution: &mut [Value]) {
        for (slot, value) in solution.iter_mut().zip(&self.values) {
            if let Some(value) = value {
                *slot = *value;
            }
        }
    }
}
