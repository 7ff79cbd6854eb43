//! One integer a variable: the constraints are written as they are read.

use std::rc::Rc;

use parity_core::{Linear, Literal, Model, Relation, SolverError, Tally, Term, Value, Variable};
use z3::ast::{self, Ast, Bool};

use super::Encode;

/// Integers between the least and the greatest value of the domain.
pub(crate) struct Int {
    model: Rc<Model>,
    symbols: Vec<ast::Int>,
}

impl Int {
    pub(crate) fn new(model: Rc<Model>) -> Self {
        let symbol = |variable: Variable| ast::Int::new_const(variable.0);
        let symbols = model.variables().map(symbol).collect();
        Int { model, symbols }
    }
}

impl Encode for Int {
    fn literal(&self, literal: Literal) -> Bool {
        if self.model.literal_index(literal).is_none() {
            return Bool::from_bool(false);
        }
        self.symbols[literal.variable.index()].eq(i64::from(literal.value))
    }

    fn value(&self, found: &z3::Model, variable: Variable) -> Option<Value> {
        let value = found.eval(&self.symbols[variable.index()], true)?.as_i64()?;
        Value::try_from(value).ok()
    }

    fn domain(&self, variable: Variable, formula: &mut Vec<Bool>) {
        let domain = self.model.domain(variable);
        let symbol = &self.symbols[variable.index()];
        let Some((least, greatest)) = domain.bounds() else {
            formula.push(Bool::from_bool(false));
            return;
        };
        if least == greatest {
            formula.push(symbol.eq(i64::from(least)));
            return;
        }
        formula.push(symbol.ge(i64::from(least)));
        formula.push(symbol.le(i64::from(greatest)));
        if greatest.abs_diff(least) as usize >= domain.len() {
            let is = |&value: &Value| symbol.eq(i64::from(value));
            let any: Vec<_> = domain.values().iter().map(is).collect();
            formula.push(Bool::or(&any));
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
            let sums: Vec<_> = terms.iter().map(sum).collect();
            formula.push(Ast::distinct(&sums));
        }
    }

    fn linear(&self, linear: &Linear, formula: &mut Vec<Bool>) -> Result<(), SolverError> {
        let product = |&(coefficient, variable): &(i64, Variable)| {
            &self.symbols[variable.index()] * coefficient
        };
        let zero = std::iter::once(ast::Int::from_i64(0));
        let summands: Vec<_> = zero.chain(linear.summands.iter().map(product)).collect();
        formula.push(compare(&ast::Int::add(&summands), linear.relation, linear.rhs));
        Ok(())
    }

    fn size(&self) -> Tally {
        Tally::new().with("integers", self.symbols.len() as u64)
    }
}

/// `sum relation rhs`.
pub(super) fn compare(sum: &ast::Int, relation: Relation, rhs: i64) -> Bool {
    match relation {
        Relation::AtMost => sum.le(rhs),
        Relation::Equal => sum.eq(rhs),
        Relation::AtLeast => sum.ge(rhs),
    }
}
