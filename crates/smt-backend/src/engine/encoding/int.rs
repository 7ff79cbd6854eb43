//! One integer a variable: the constraints are written as they are read.

use parity_core::{Linear, Literal, Model, Relation, SolverError, Tally, Term, Value, Variable};
use z3::ast::{self, Ast, Bool};

use super::Encode;

/// Integers, bounded by the least and the greatest value of the domain.
pub(crate) struct Int<'a> {
    model: &'a Model,
    symbols: Vec<ast::Int>,
}

impl<'a> Int<'a> {
    pub(crate) fn new(model: &'a Model) -> Self {
        let symbol = |variable: Variable| ast::Int::new_const(variable.0);
        Int {
            model,
            symbols: model.variables().map(symbol).collect(),
        }
    }
}

impl Encode for Int<'_> {
    fn literal(&self, literal: Literal) -> Bool {
        if self.model.literal_index(literal).is_none() {
            return Bool::from_bool(false);
        }
        self.symbols[literal.variable.index()].eq(i64::from(literal.value))
    }

    fn value(&self, found: &z3::Model, variable: Variable) -> Option<Value> {
        let value = found
            .eval(&self.symbols[variable.index()], true)?
            .as_i64()?;
        Value::try_from(value).ok()
    }

    fn domain(&self, variable: Variable, formula: &mut Vec<Bool>) {
        let domain = self.model.domain(variable);
        let symbol = &self.symbols[variable.index()];
        let Some((least, greatest)) = domain.bounds() else {
            formula.push(Bool::from_bool(false));
            return;
        };
        formula.push(symbol.ge(i64::from(least)));
        formula.push(symbol.le(i64::from(greatest)));
        if i64::from(greatest) - i64::from(least) >= domain.len() as i64 {
            let is = |&value: &Value| symbol.eq(i64::from(value));
            formula.push(Bool::or(
                &domain.values().iter().map(is).collect::<Vec<_>>(),
            ));
        }
    }

    fn all_different(&self, terms: &[Term], formula: &mut Vec<Bool>) {
        let sum = |term: &Term| {
            let symbol = &self.symbols[term.variable.index()];
            match term.offset {
                0 => symbol.clone(),
                offset => symbol + i64::from(offset),
            }
        };
        if terms.len() > 1 {
            formula.push(Ast::distinct(&terms.iter().map(sum).collect::<Vec<_>>()));
        }
    }

    fn linear(&self, linear: &Linear, formula: &mut Vec<Bool>) -> Result<(), SolverError> {
        let summand = |&(coefficient, variable): &(i64, Variable)| {
            &self.symbols[variable.index()] * coefficient
        };
        let zero = std::iter::once(ast::Int::from_i64(0));
        let summands: Vec<_> = zero.chain(linear.summands.iter().map(summand)).collect();
        let sum = ast::Int::add(&summands);
        formula.push(match linear.relation {
            Relation::AtMost => sum.le(linear.rhs),
            Relation::Equal => sum.eq(linear.rhs),
            Relation::AtLeast => sum.ge(linear.rhs),
        });
        Ok(())
    }

    fn size(&self) -> Tally {
        Tally::new().with("integers", self.symbols.len() as u64)
    }
}
