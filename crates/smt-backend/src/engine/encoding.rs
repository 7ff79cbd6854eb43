//! From a model to a formula: what all encodings share.

use parity_core::{
    Constraint, Lexicographic, Linear, Literal, Model, SolverError, Tally, Term, Value, Variable,
};
use z3::ast::Bool;

mod int;
mod pseudo_boolean;

use crate::row::Encoding;

/// A way of writing a model. Each implementation is one file.
pub(crate) trait Encode {
    /// The formula "this variable has this value"; `false` if the value is outside its domain.
    fn literal(&self, literal: Literal) -> Bool;

    /// The value of a variable in a model of Z3, which may leave unconstrained symbols out.
    fn value(&self, found: &z3::Model, variable: Variable) -> Option<Value>;

    /// States that the variable has a value of its domain.
    fn domain(&self, variable: Variable, formula: &mut Vec<Bool>);

    /// States that the terms differ.
    fn all_different(&self, terms: &[Term], formula: &mut Vec<Bool>);

    /// States a linear constraint.
    fn linear(&self, linear: &Linear, formula: &mut Vec<Bool>) -> Result<(), SolverError>;

    /// Number of symbols that stand for the variables, by the name of their sort.
    fn size(&self) -> Tally;
}

/// A model, written down.
pub(crate) struct Encoded<'a> {
    model: &'a Model,
    symbols: Box<dyn Encode + 'a>,
    /// The conjuncts.
    pub(crate) formula: Vec<Bool>,
}

impl<'a> Encoded<'a> {
    /// Writes a model down.
    pub(crate) fn new(model: &'a Model, encoding: Encoding) -> Result<Self, SolverError> {
        let symbols: Box<dyn Encode> = match encoding {
            Encoding::Int => Box::new(int::Int::new(model)),
            Encoding::PseudoBoolean => Box::new(pseudo_boolean::PseudoBoolean::new(model)),
        };
        let mut formula = Vec::new();
        for variable in model.variables() {
            symbols.domain(variable, &mut formula);
        }
        for constraint in model.constraints() {
            match constraint {
                Constraint::AllDifferent(terms) => symbols.all_different(terms, &mut formula),
                Constraint::Linear(linear) => symbols.linear(linear, &mut formula)?,
                Constraint::Lexicographic(order) => {
                    lexicographic(&*symbols, order, &mut formula);
                }
            }
        }
        Ok(Encoded {
            model,
            symbols,
            formula,
        })
    }

    /// The formula "this variable has this value".
    pub(crate) fn literal(&self, literal: Literal) -> Bool {
        self.symbols.literal(literal)
    }

    /// The values of all variables in a model of Z3.
    pub(crate) fn values(&self, found: &z3::Model) -> Result<Vec<Value>, SolverError> {
        let value = |variable| {
            self.symbols.value(found, variable).ok_or_else(|| {
                let name = self.model.name(variable);
                SolverError::Engine(format!("Z3 gives {name} no value of its domain"))
            })
        };
        self.model.variables().map(value).collect()
    }

    /// The clause that excludes one assignment of the variables, and nothing else.
    pub(crate) fn blocking(&self, values: &[Value]) -> Bool {
        let variables = self.model.variables();
        let differs: Vec<Bool> = variables
            .zip(values)
            .map(|(variable, &value)| self.literal(Literal::new(variable, value)).not())
            .collect();
        Bool::or(&differs)
    }

    /// Number of symbols and of conjuncts.
    pub(crate) fn size(&self) -> Tally {
        self.symbols
            .size()
            .with("assertions", self.formula.len() as u64)
    }
}

/// `first ≥ second`: as long as all pairs before were equal, the first of a pair may not be false
/// while the second is true.
fn lexicographic(symbols: &dyn Encode, order: &Lexicographic, formula: &mut Vec<Bool>) {
    let mut equal_so_far = Bool::from_bool(true);
    for (&first, &second) in order.first.iter().zip(&order.second) {
        if first == second {
            continue;
        }
        let (first, second) = (symbols.literal(first), symbols.literal(second));
        formula.push(Bool::or(&[equal_so_far.not(), first.clone(), second.not()]));
        // Given that it holds, the pair is equal unless only the first is true.
        let still_equal = Bool::fresh_const("equal");
        formula.push(Bool::or(&[
            equal_so_far.not(),
            Bool::and(&[first, second.not()]),
            still_equal.clone(),
        ]));
        equal_so_far = still_equal;
    }
}
