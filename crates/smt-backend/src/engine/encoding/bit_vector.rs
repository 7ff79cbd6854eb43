//! One word of bits a variable, as short as the values allow.
//!
//! A word of `w` bits holds a value less the least value of the model, modulo 2^w. Two terms that are
//! compared never differ by 2^w or more, so that what wraps around cannot be taken for something
//! else; negative values need no sign.

use std::rc::Rc;

use parity_core::{
    Constraint, Domain, Linear, Literal, Model, Relation, SolverError, Tally, Term, Value, Variable,
};
use z3::ast::{Ast, BV, Bool};

use super::Encode;
use super::distance::{Distance, Distances};

/// Words, all of one width.
pub(crate) struct BitVector {
    model: Rc<Model>,
    width: u32,
    /// The value that is written as 0.
    zero: i64,
    symbols: Vec<BV>,
}

impl BitVector {
    pub(crate) fn new(model: Rc<Model>) -> Self {
        let bounds = model.domains().iter().filter_map(Domain::bounds);
        let zero = bounds.clone().map(|bounds| bounds.0).min().unwrap_or(0);
        let spans = model.constraints().iter().filter_map(|c| span(&model, c));
        let farthest = bounds.map(|bounds| i64::from(bounds.1) - i64::from(zero));
        let width = bits(farthest.chain(spans).max().unwrap_or(0).unsigned_abs());
        let symbol = |variable: Variable| BV::new_const(variable.0, width);
        BitVector {
            width,
            zero: i64::from(zero),
            symbols: model.variables().map(symbol).collect(),
            model,
        }
    }

    /// Puts the values of variables that have only one in their place, in a formula and for good.
    pub(crate) fn substitute(&mut self, formula: Vec<Bool>) -> Vec<Bool> {
        let given = |variable: &Variable| self.model.domain(*variable).len() == 1;
        let givens: Vec<(Variable, BV)> = (self.model.variables().filter(given))
            .map(|variable| (variable, self.word(self.model.domain(variable).values()[0])))
            .collect();
        let pairs: Vec<(&BV, &BV)> = (givens.iter())
            .map(|(variable, word)| (&self.symbols[variable.index()], word))
            .collect();
        let formula =
            (formula.iter()).map(|conjunct| conjunct.substitute(&pairs).simplify()).collect();
        for (variable, word) in givens {
            self.symbols[variable.index()] = word;
        }
        formula
    }

    fn word(&self, value: Value) -> BV {
        BV::from_i64(i64::from(value) - self.zero, self.width)
    }

    /// The distance from one end of the domain, without its weight.
    fn distance(&self, distance: &Distance) -> BV {
        let (symbol, origin) =
            (&self.symbols[distance.variable.index()], self.word(distance.origin));
        if distance.downwards { origin.bvsub(symbol) } else { symbol.bvsub(&origin) }
    }
}

/// The greatest difference of two terms that a constraint compares as words of this width.
fn span(model: &Model, constraint: &Constraint) -> Option<i64> {
    let terms = match constraint {
        Constraint::AllDifferent(terms) => terms,
        Constraint::Linear(_) | Constraint::Lexicographic(_) => return None,
    };
    let ends = terms.iter().filter_map(|term| {
        let (least, greatest) = model.domain(term.variable).bounds()?;
        let offset = i64::from(term.offset);
        Some((i64::from(least) + offset, i64::from(greatest) + offset))
    });
    let least = ends.clone().map(|end| end.0).min()?;
    Some(ends.map(|end| end.1).max()? - least)
}

/// Number of bits that hold 0 to this number; a word has at least one.
fn bits(greatest: u64) -> u32 {
    (u64::BITS - greatest.leading_zeros()).max(1)
}

impl Encode for BitVector {
    fn literal(&self, literal: Literal) -> Bool {
        if self.model.literal_index(literal).is_none() {
            return Bool::from_bool(false);
        }
        self.symbols[literal.variable.index()].eq(self.word(literal.value))
    }

    fn value(&self, found: &z3::Model, variable: Variable) -> Option<Value> {
        let word = found.eval(&self.symbols[variable.index()], true)?.as_u64()?;
        Value::try_from(i64::try_from(word).ok()? + self.zero).ok()
    }

    fn domain(&self, variable: Variable, formula: &mut Vec<Bool>) {
        let domain = self.model.domain(variable);
        let symbol = &self.symbols[variable.index()];
        let Some((least, greatest)) = domain.bounds() else {
            formula.push(Bool::from_bool(false));
            return;
        };
        if least == greatest {
            formula.push(symbol.eq(self.word(least)));
        } else if greatest.abs_diff(least) as usize >= domain.len() {
            let is = |&value: &Value| symbol.eq(self.word(value));
            let any: Vec<_> = domain.values().iter().map(is).collect();
            formula.push(Bool::or(&any));
        } else {
            if i64::from(least) > self.zero {
                formula.push(symbol.bvuge(self.word(least)));
            }
            formula.push(symbol.bvule(self.word(greatest)));
        }
    }

    fn all_different(&self, terms: &[Term], formula: &mut Vec<Bool>) {
        let sum = |term: &Term| {
            let symbol = &self.symbols[term.variable.index()];
            match term.offset {
                0 => symbol.clone(),
                offset => symbol.bvadd(BV::from_i64(i64::from(offset), self.width)),
            }
        };
        if terms.len() > 1 {
            let sums: Vec<_> = terms.iter().map(sum).collect();
            formula.push(Ast::distinct(&sums));
        }
    }

    fn linear(&self, linear: &Linear, formula: &mut Vec<Bool>) -> Result<(), SolverError> {
        let (summands, relation, rhs, greatest) = match Distances::of(&self.model, linear)? {
            Distances::Decided(holds) => {
                formula.push(Bool::from_bool(holds));
                return Ok(());
            }
            Distances::Sum { summands, relation, rhs, greatest } => {
                (summands, relation, rhs, greatest)
            }
        };
        // Wide enough for the greatest sum, so that nothing overflows.
        let width = bits(greatest).max(self.width);
        let zero = BV::from_u64(0, width);
        let sum = summands.iter().fold(zero, |sum, summand| {
            let distance = self.distance(summand).zero_ext(width - self.width);
            sum.bvadd(distance.bvmul(BV::from_u64(summand.weight, width)))
        });
        let rhs = BV::from_u64(rhs, width);
        formula.push(match relation {
            Relation::AtMost => sum.bvule(rhs),
            Relation::Equal => sum.eq(rhs),
            Relation::AtLeast => sum.bvuge(rhs),
        });
        Ok(())
    }

    fn size(&self) -> Tally {
        let words = self.symbols.len() as u64;
        Tally::new().with("words", words).with("bits", words * u64::from(self.width))
    }
}
