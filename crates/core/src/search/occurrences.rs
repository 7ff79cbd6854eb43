//! Where each variable occurs in the all-different constraints of a model.

use crate::model::{Constraint, Model, Term, Value, Variable};

/// A variable as a term of an all-different constraint.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Occurrence<'m> {
    /// The offset that the variable has there.
    offset: Value,
    /// All terms of the constraint.
    terms: &'m [Term],
}

impl Occurrence<'_> {
    /// The values that other variables cannot have once this one, `variable`, has `value`.
    #[inline]
    pub(crate) fn excluded_by(
        self,
        variable: Variable,
        value: Value,
    ) -> impl Iterator<Item = (Variable, Value)> {
        let others = self.terms.iter().filter(move |t| t.variable != variable);
        others.map(move |term| (term.variable, value + self.offset - term.offset))
    }
}

/// For each variable, its occurrences in all-different constraints.
#[derive(Debug)]
pub(crate) struct Occurrences<'m>(Vec<Vec<Occurrence<'m>>>);

impl<'m> Occurrences<'m> {
    /// The occurrences in a model.
    pub(crate) fn new(model: &'m Model) -> Self {
        let mut occurrences = vec![Vec::new(); model.len()];
        for constraint in model.constraints() {
            match constraint {
                Constraint::AllDifferent(terms) => {
                    for term in terms {
                        occurrences[term.variable.index()]
                            .push(Occurrence { offset: term.offset, terms });
                    }
                }
                Constraint::Linear(_) | Constraint::Lexicographic(_) => {}
            }
        }
        Occurrences(occurrences)
    }

    /// The occurrences of a variable.
    #[inline]
    pub(crate) fn of(&self, variable: Variable) -> &[Occurrence<'m>] {
        &self.0[variable.index()]
    }
}
