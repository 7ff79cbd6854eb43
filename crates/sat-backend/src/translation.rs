//! A model as clauses, by the direct encoding (de Kleer, *A Comparison of ATMS and CSP
//! Techniques*, IJCAI 1989; Walsh, *SAT v CSP*, CP 2000): one Boolean variable for each literal
//! `variable = value`, under the number that the model gives the literal.

use parity_core::{Constraint, Model, Term};
use varisat::{Lit, Var};

use crate::at_most_one::Encoding;
use crate::formula::Clauses;
use crate::{lexicographic, linear};

/// The Boolean literal of a model's literal.
pub(crate) fn lit(index: usize) -> Lit {
    Var::from_index(index).positive()
}

/// Adds the clauses of a model. The first [`Model::literal_count`] variables are its literals; the
/// auxiliary ones come after them.
pub fn translate(model: &Model, at_most_one: &dyn Encoding, clauses: &mut dyn Clauses) {
    for variable in model.variables() {
        let values: Vec<Lit> = model.literals_of(variable).map(lit).collect();
        clauses.add(&values);
        at_most_one.encode(&values, clauses);
    }
    for constraint in model.constraints() {
        match constraint {
            Constraint::AllDifferent(terms) => {
                all_different(model, terms, at_most_one, clauses);
            }
            Constraint::Linear(constraint) => linear::encode(model, constraint, clauses),
            Constraint::Lexicographic(order) => lexicographic::encode(model, order, clauses),
        }
    }
}

/// At most one term has each value, and some term has it if there are as many terms as values. More
/// terms than values cannot be different.
fn all_different(
    model: &Model,
    terms: &[Term],
    at_most_one: &dyn Encoding,
    clauses: &mut dyn Clauses,
) {
    let groups = model.at_most_ones(terms);
    // Clause learning takes exponential time to find out that pigeons outnumber holes.
    if groups.len() < terms.len() {
        return clauses.add(&[]);
    }
    for group in groups {
        let literals: Vec<Lit> = group.literals.into_iter().map(lit).collect();
        if group.exactly {
            clauses.add(&literals);
        }
        at_most_one.encode(&literals, clauses);
    }
}
