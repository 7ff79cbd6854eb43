//! One Boolean a literal: a variable has exactly one value, a group of an all-different constraint
//! at most one literal, a linear constraint a weight a literal.

use std::collections::BTreeMap;

use parity_core::{Linear, Literal, Model, Relation, SolverError, Tally, Term, Value, Variable};
use z3::ast::Bool;

use super::Encode;

/// Booleans in the order of the model's literals.
pub(crate) struct PseudoBoolean<'a> {
    model: &'a Model,
    symbols: Vec<Bool>,
}

impl<'a> PseudoBoolean<'a> {
    pub(crate) fn new(model: &'a Model) -> Self {
        let symbol = |index: usize| Bool::new_const(index as u32);
        PseudoBoolean {
            model,
            symbols: (0..model.literal_count()).map(symbol).collect(),
        }
    }

    /// These literals with weight 1 each; more for one that is repeated.
    fn sum(&self, literals: &[usize]) -> Vec<(&Bool, i32)> {
        let mut weights = BTreeMap::new();
        for &index in literals {
            *weights.entry(index).or_insert(0) += 1;
        }
        weights
            .into_iter()
            .map(|(index, weight)| (&self.symbols[index], weight))
            .collect()
    }
}

impl Encode for PseudoBoolean<'_> {
    fn literal(&self, literal: Literal) -> Bool {
        match self.model.literal_index(literal) {
            Some(index) => self.symbols[index].clone(),
            None => Bool::from_bool(false),
        }
    }

    fn value(&self, found: &z3::Model, variable: Variable) -> Option<Value> {
        let holds = |&index: &usize| {
            let truth = found.eval(&self.symbols[index], true);
            truth.and_then(|truth| truth.as_bool()) == Some(true)
        };
        let index = self.model.literals_of(variable).find(holds)?;
        Some(self.model.literal(index).value)
    }

    fn domain(&self, variable: Variable, formula: &mut Vec<Bool>) {
        let literals: Vec<usize> = self.model.literals_of(variable).collect();
        if literals.is_empty() {
            formula.push(Bool::from_bool(false));
        } else {
            formula.push(Bool::pb_eq(&self.sum(&literals), 1));
        }
    }

    fn all_different(&self, terms: &[Term], formula: &mut Vec<Bool>) {
        for group in self.model.at_most_ones(terms) {
            let sum = self.sum(&group.literals);
            if group.exactly {
                formula.push(Bool::pb_eq(&sum, 1));
            } else if group.literals.len() > 1 {
                formula.push(Bool::pb_le(&sum, 1));
            }
        }
    }

    /// With exactly one literal of each variable true, weights may be counted from the least of the
    /// variable, so that none is negative.
    fn linear(&self, linear: &Linear, formula: &mut Vec<Bool>) -> Result<(), SolverError> {
        let mut coefficients: BTreeMap<Variable, i128> = BTreeMap::new();
        for &(coefficient, variable) in &linear.summands {
            *coefficients.entry(variable).or_default() += i128::from(coefficient);
        }
        let mut weights: Vec<(&Bool, i128)> = Vec::new();
        let (mut rhs, mut greatest_sum) = (i128::from(linear.rhs), 0);
        for (variable, coefficient) in coefficients {
            let values = self.model.domain(variable).values();
            let products = values.iter().map(|&value| coefficient * i128::from(value));
            let (Some(least), Some(greatest)) = (products.clone().min(), products.clone().max())
            else {
                return Ok(()); // The empty domain is a contradiction already.
            };
            rhs -= least;
            greatest_sum += greatest - least;
            let indices = self.model.literals_of(variable);
            weights.extend(
                indices
                    .zip(products)
                    .map(|(i, p)| (&self.symbols[i], p - least)),
            );
        }
        let relation = linear.relation;
        let (always, never) = match relation {
            Relation::AtMost => (rhs >= greatest_sum, rhs < 0),
            Relation::Equal => (rhs == 0 && greatest_sum == 0, rhs < 0 || rhs > greatest_sum),
            Relation::AtLeast => (rhs <= 0, rhs > greatest_sum),
        };
        if always || never {
            formula.push(Bool::from_bool(always));
            return Ok(());
        }
        // A weight beyond the right-hand side says no more than one just beyond it.
        let weights = weights.into_iter().filter(|&(_, weight)| weight > 0);
        let weights = weights.map(|(symbol, weight)| (symbol, weight.min(rhs + 1)));
        let narrow = |number: i128| {
            let beyond = "a linear constraint whose numbers do not fit into 32 bits";
            i32::try_from(number).map_err(|_| SolverError::Unsupported(beyond.to_owned()))
        };
        let weights = weights
            .map(|(symbol, weight)| Ok((symbol, narrow(weight)?)))
            .collect::<Result<Vec<_>, SolverError>>()?;
        let rhs = narrow(rhs)?;
        formula.push(match relation {
            Relation::AtMost => Bool::pb_le(&weights, rhs),
            Relation::Equal => Bool::pb_eq(&weights, rhs),
            Relation::AtLeast => Bool::pb_ge(&weights, rhs),
        });
        Ok(())
    }

    fn size(&self) -> Tally {
        Tally::new().with("booleans", self.symbols.len() as u64)
    }
}
