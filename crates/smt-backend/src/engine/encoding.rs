//! From a model to a formula: what all encodings share.

use std::rc::Rc;

use parity_core::{
    Constraint, Lexicographic, Linear, Literal, Model, SolverError, Tally, Term, Value, Variable,
};
use z3::ast::{self, Bool};

use super::session::Session;
use crate::row::Encoding;

mod bit_vector;
mod boolean;
mod distance;
mod int;
mod zero_one;

pub(crate) use distance::narrow;

/// A way of writing a model. Each implementation is one file.
pub(crate) trait Encode {
    /// The formula "this variable has this value"; `false` if the value is outside its domain.
    fn literal(&self, literal: Literal) -> Bool;

    /// A number that is `weight` if the literal holds and 0 otherwise.
    fn weighted(&self, literal: Literal, weight: i64) -> ast::Int {
        let (weight, zero) = (ast::Int::from_i64(weight), ast::Int::from_i64(0));
        self.literal(literal).ite(&weight, &zero)
    }

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

/// A model, written down. It breaks off at the deadline; whoever solves it looks at the clock first.
pub(crate) struct Encoded {
    model: Rc<Model>,
    symbols: Box<dyn Encode>,
    formula: Vec<Bool>,
}

impl Encoded {
    /// Writes a model down.
    pub(crate) fn new(session: &Session, encoding: Encoding) -> Result<Self, SolverError> {
        let model = Rc::new(session.model.clone());
        let shared = Rc::clone(&model);
        let (symbols, formula): (Box<dyn Encode>, _) = match encoding {
            Encoding::Int => written(session, int::Int::new(shared))?,
            Encoding::BitVector => written(session, bit_vector::BitVector::new(shared))?,
            Encoding::BitVectorSubstituted => {
                let mut symbols = bit_vector::BitVector::new(shared);
                let generic = conjuncts(session, &symbols)?;
                let formula = symbols.substitute(generic);
                (Box::new(symbols), formula)
            }
            Encoding::PseudoBoolean => {
                let cardinality = boolean::AtMostOne::Cardinality;
                written(session, boolean::Boolean::new(shared, cardinality))?
            }
            Encoding::Clauses => {
                let pairwise = boolean::AtMostOne::Pairwise;
                written(session, boolean::Boolean::new(shared, pairwise))?
            }
            Encoding::ZeroOne => written(session, zero_one::ZeroOne::new(shared))?,
        };
        Ok(Encoded { model, symbols, formula })
    }

    /// Hands over the conjuncts.
    pub(crate) fn state(&self, session: &Session, assert: impl Fn(&Bool)) {
        for some in self.formula.chunks(1000) {
            if session.is_over() {
                return;
            }
            some.iter().for_each(&assert);
        }
    }

    /// The formula "this variable has this value".
    pub(crate) fn literal(&self, literal: Literal) -> Bool {
        self.symbols.literal(literal)
    }

    /// A number that is `weight` if the literal holds and 0 otherwise.
    pub(crate) fn weighted(&self, literal: Literal, weight: i64) -> ast::Int {
        self.symbols.weighted(literal, weight)
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

    /// The clause that excludes what one solution says about these variables, and nothing else.
    pub(crate) fn blocking(&self, solution: &[Value], variables: &[Variable]) -> Bool {
        let differs = |&variable: &Variable| {
            let literal = Literal::new(variable, solution[variable.index()]);
            self.literal(literal).not()
        };
        Bool::or(&variables.iter().map(differs).collect::<Vec<_>>())
    }

    /// Number of symbols and of conjuncts.
    pub(crate) fn size(&self) -> Tally {
        let size = self.symbols.size();
        size.with("assertions", self.formula.len() as u64)
    }
}

fn written<E: Encode + 'static>(
    session: &Session,
    symbols: E,
) -> Result<(Box<dyn Encode>, Vec<Bool>), SolverError> {
    let formula = conjuncts(session, &symbols)?;
    Ok((Box::new(symbols), formula))
}

fn conjuncts(session: &Session, symbols: &dyn Encode) -> Result<Vec<Bool>, SolverError> {
    let model = session.model;
    let mut formula = Vec::new();
    for variable in model.variables() {
        symbols.domain(variable, &mut formula);
    }
    for constraint in model.constraints() {
        if session.is_over() {
            break;
        }
        match constraint {
            Constraint::AllDifferent(terms) => symbols.all_different(terms, &mut formula),
            Constraint::Linear(linear) => symbols.linear(linear, &mut formula)?,
            Constraint::Lexicographic(order) => lexicographic(symbols, order, &mut formula),
        }
    }
    Ok(formula)
}

/// `first ≥ second`: as long as all pairs before were equal, the first of a pair may not be false
/// while the second is true. One new symbol a pair says whether they were.
fn lexicographic(symbols: &dyn Encode, order: &Lexicographic, formula: &mut Vec<Bool>) {
    let mut equal_so_far = Bool::from_bool(true);
    for (&first, &second) in order.first.iter().zip(&order.second) {
        if first == second {
            continue;
        }
        let (first, second) = (symbols.literal(first), symbols.literal(second));
        let clause = [equal_so_far.not(), first.clone(), second.not()];
        formula.push(Bool::or(&clause));
        // What remains is a pair that is equal, or of which only the first is true.
        let still_equal = Bool::fresh_const("equal");
        for one in [first, second.not()] {
            formula.push(Bool::or(&[equal_so_far.not(), one, still_equal.clone()]));
        }
        equal_so_far = still_equal;
    }
}
