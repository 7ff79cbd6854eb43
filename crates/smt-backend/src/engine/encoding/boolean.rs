//! One Boolean a literal: a variable has exactly one value, a group of an all-different constraint
//! at most one literal, a linear constraint one weight a literal.

use std::collections::BTreeMap;
use std::rc::Rc;

use parity_core::{Linear, Literal, Model, Relation, SolverError, Tally, Term, Value, Variable};
use z3::ast::Bool;

use super::Encode;
use super::distance::{Distances, narrow};

/// How "at most one of these" is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AtMostOne {
    /// As one constraint, which Z3 treats as it sees fit.
    Cardinality,
    /// As one clause a pair.
    Pairwise,
}

/// Booleans in the order of the model's literals.
pub(crate) struct Boolean {
    model: Rc<Model>,
    at_most_one: AtMostOne,
    symbols: Vec<Bool>,
}

impl Boolean {
    pub(crate) fn new(model: Rc<Model>, at_most_one: AtMostOne) -> Self {
        let symbol = |index| Bool::new_const(index as u32);
        Boolean { at_most_one, symbols: (0..model.literal_count()).map(symbol).collect(), model }
    }

    fn at_most_one(&self, literals: &[usize], formula: &mut Vec<Bool>) {
        match self.at_most_one {
            AtMostOne::Cardinality if literals.len() > 1 => {
                formula.push(Bool::pb_le(&self.sum(literals), 1));
            }
            AtMostOne::Cardinality => {}
            AtMostOne::Pairwise => {
                let negated = literals.iter().map(|&index| self.symbols[index].not());
                let negated: Vec<Bool> = negated.collect();
                for (rank, second) in negated.iter().enumerate() {
                    for first in &negated[..rank] {
                        formula.push(Bool::or(&[first, second]));
                    }
                }
            }
        }
    }

    fn exactly_one(&self, literals: &[usize], formula: &mut Vec<Bool>) {
        match self.at_most_one {
            AtMostOne::Cardinality if !literals.is_empty() => {
                formula.push(Bool::pb_eq(&self.sum(literals), 1));
            }
            AtMostOne::Cardinality | AtMostOne::Pairwise => {
                let clause: Vec<_> = literals.iter().map(|&i| self.symbols[i].clone()).collect();
                formula.push(Bool::or(&clause));
                self.at_most_one(literals, formula);
            }
        }
    }

    /// The literals with weight 1, or more for one that is repeated.
    fn sum(&self, literals: &[usize]) -> Vec<(&Bool, i32)> {
        let mut weights = BTreeMap::new();
        for &index in literals {
            *weights.entry(index).or_insert(0) += 1;
        }
        let weighted = weights.into_iter();
        weighted.map(|(index, weight)| (&self.symbols[index], weight)).collect()
    }
}

impl Encode for Boolean {
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
        self.exactly_one(&literals, formula);
    }

    fn all_different(&self, terms: &[Term], formula: &mut Vec<Bool>) {
        for group in self.model.at_most_ones(terms) {
            if group.exactly {
                self.exactly_one(&group.literals, formula);
            } else {
                self.at_most_one(&group.literals, formula);
            }
        }
    }

    fn linear(&self, linear: &Linear, formula: &mut Vec<Bool>) -> Result<(), SolverError> {
        let (summands, relation, rhs) = match Distances::of(&self.model, linear)? {
            Distances::Decided(holds) => {
                formula.push(Bool::from_bool(holds));
                return Ok(());
            }
            Distances::Sum { summands, relation, rhs, .. } => (summands, relation, rhs),
        };
        let mut sum: Vec<(&Bool, i32)> = Vec::new();
        for summand in summands {
            let domain = self.model.domain(summand.variable).values();
            for (index, &value) in self.model.literals_of(summand.variable).zip(domain) {
                // More than one above the right-hand side says no more than that.
                let weight = summand.weigh(value).min(rhs.saturating_add(1));
                if weight > 0 {
                    sum.push((&self.symbols[index], narrow(weight)?));
                }
            }
        }
        let rhs = narrow(rhs)?;
        formula.push(match relation {
            Relation::AtMost => Bool::pb_le(&sum, rhs),
            Relation::Equal => Bool::pb_eq(&sum, rhs),
            Relation::AtLeast => Bool::pb_ge(&sum, rhs),
        });
        Ok(())
    }

    fn size(&self) -> Tally {
        Tally::new().with("booleans", self.symbols.len() as u64)
    }
}
