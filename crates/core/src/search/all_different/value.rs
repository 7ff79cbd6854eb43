//! Value elimination: the value of a fixed term is removed from all other terms (Van Hentenryck,
//! *Constraint Satisfaction in Logic Programming*, 1989). What pairwise disequalities would do.

use crate::model::{Term, Variable};
use crate::search::domains::{Domains, Inconsistent};
use crate::search::propagation::Propagator;

/// The terms, those whose values are eliminated already at the front.
pub(super) struct ValueElimination {
    terms: Vec<Term>,
    /// The cell that holds the number of terms at the front.
    eliminated: usize,
}

impl ValueElimination {
    pub(super) fn new(terms: &[Term], domains: &mut Domains) -> Self {
        ValueElimination { terms: terms.to_vec(), eliminated: domains.new_cells(1, 0) }
    }
}

impl Propagator for ValueElimination {
    fn scope(&self) -> Vec<Variable> {
        self.terms.iter().map(|term| term.variable).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        let mut eliminated = domains.cell(self.eliminated) as usize;
        let mut index = eliminated;
        while index < self.terms.len() {
            let fixed = self.terms[index];
            if domains.size(fixed.variable) > 1 {
                index += 1;
                continue;
            }
            self.terms.swap(eliminated, index);
            eliminated += 1;
            let value = fixed_value(fixed, domains)?;
            for term in &self.terms[eliminated..] {
                domains.remove(term.variable, value - term.offset)?;
            }
            // Terms that were passed over may be fixed by now.
            index = eliminated;
        }
        domains.set_cell(self.eliminated, eliminated as u32);
        Ok(())
    }

    fn is_idempotent(&self) -> bool {
        true
    }
}

/// The value of a term whose variable has one value left.
fn fixed_value(term: Term, domains: &Domains) -> Result<crate::Value, Inconsistent> {
    let value = domains.min(term.variable);
    let value = value.ok_or(Inconsistent(Some(term.variable)))?;
    Ok(value + term.offset)
}
