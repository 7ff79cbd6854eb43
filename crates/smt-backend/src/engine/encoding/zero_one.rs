//! One integer a literal, 0 or 1, as in a linear program: every constraint is a linear one.

use std::rc::Rc;

use parity_core::{Linear, Literal, Model, Relation, SolverError, Tally, Term, Value, Variable};
use z3::ast::{Bool, Int};

use super::Encode;
use super::distance::narrow;
use super::int::compare;

/// Integers in the order of the model's literals.
pub(crate) struct ZeroOne {
    model: Rc<Model>,
    symbols: Vec<Int>,
}

impl ZeroOne {
    pub(crate) fn new(model: Rc<Model>) -> Self {
        let symbol = |index| Int::new_const(index as u32);
        let symbols = (0..model.literal_count()).map(symbol).collect();
        ZeroOne { model, symbols }
    }

    fn sum(&self, weighted: impl Iterator<Item = (usize, i64)>) -> Int {
        let zero = std::iter::once(Int::from_i64(0));
        let products = weighted.map(|(index, weight)| match weight {
            1 => self.symbols[index].clone(),
            weight => &self.symbols[index] * weight,
        });
        Int::add(&zero.chain(products).collect::<Vec<_>>())
    }
}

impl Encode for ZeroOne {
    fn literal(&self, literal: Literal) -> Bool {
        match self.model.literal_index(literal) {
            Some(index) => self.symbols[index].eq(1),
            None => Bool::from_bool(false),
        }
    }

    fn weighted(&self, literal: Literal, weight: i64) -> Int {
        match self.model.literal_index(literal) {
            Some(index) => &self.symbols[index] * weight,
            None => Int::from_i64(0),
        }
    }

    fn value(&self, found: &z3::Model, variable: Variable) -> Option<Value> {
        let holds = |&index: &usize| {
            let column = found.eval(&self.symbols[index], true);
            column.and_then(|column| column.as_i64()) == Some(1)
        };
        let index = self.model.literals_of(variable).find(holds)?;
        Some(self.model.literal(index).value)
    }

    fn domain(&self, variable: Variable, formula: &mut Vec<Bool>) {
        for index in self.model.literals_of(variable) {
            formula.push(self.symbols[index].ge(0));
            formula.push(self.symbols[index].le(1));
        }
        let literals = self.model.literals_of(variable);
        formula.push(self.sum(literals.map(|index| (index, 1))).eq(1));
    }

    fn all_different(&self, terms: &[Term], formula: &mut Vec<Bool>) {
        for group in self.model.at_most_ones(terms) {
            let relation = match group.exactly {
                true => Relation::Equal,
                false if group.literals.len() > 1 => Relation::AtMost,
                false => continue,
            };
            let sum = self.sum(group.literals.into_iter().map(|index| (index, 1)));
            formula.push(compare(&sum, relation, 1));
        }
    }

    fn linear(&self, linear: &Linear, formula: &mut Vec<Bool>) -> Result<(), SolverError> {
        let mut weighted = Vec::new();
        for &(coefficient, variable) in &linear.summands {
            let values = self.model.domain(variable).values();
            for (index, &value) in self.model.literals_of(variable).zip(values) {
                let weight = i128::from(coefficient) * i128::from(value);
                weighted.push((index, narrow(weight)?));
            }
        }
        let sum = self.sum(weighted.into_iter());
        formula.push(compare(&sum, linear.relation, linear.rhs));
        Ok(())
    }

    fn size(&self) -> Tally {
        Tally::new().with("integers", self.symbols.len() as u64)
    }
}
