//! Propagation of a lexicographic order over literals (Frisch, Hnich, Kiziltan, Miguel and Walsh,
//! *Global Constraints for Lexicographic Orderings*, CP 2002).
//!
//! Only the first position at which the vectors may differ matters. There the first vector must not
//! be smaller; and if equality there would lead to a violation further on, it must be greater.

use crate::model::{Lexicographic, Literal, Variable};
use crate::search::domains::{Domains, Inconsistent};
use crate::search::propagation::Propagator;

/// `first ≥ second`, lexicographically.
pub(crate) struct LexicographicOrder<'m> {
    order: &'m Lexicographic,
}

impl<'m> LexicographicOrder<'m> {
    pub(crate) fn new(order: &'m Lexicographic) -> Self {
        LexicographicOrder { order }
    }

    /// Whether the vectors can still be in order from some position on.
    fn possible_from(&self, position: usize, domains: &Domains) -> bool {
        let first = self.order.first[position..].iter();
        let pairs = first.zip(&self.order.second[position..]);
        for (&first, &second) in pairs {
            match (may_hold(first, domains), must_hold(second, domains)) {
                (true, false) => return true,
                (false, true) => return false,
                (true, true) | (false, false) => {}
            }
        }
        true
    }
}

impl Propagator for LexicographicOrder<'_> {
    fn scope(&self) -> Vec<Variable> {
        let literals = self.order.first.iter().chain(&self.order.second);
        let mut variables: Vec<_> = literals.map(|literal| literal.variable).collect();
        variables.sort_unstable();
        variables.dedup();
        variables
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        let first = self.order.first.iter();
        for (position, (&first, &second)) in first.zip(&self.order.second).enumerate() {
            if !may_hold(first, domains) {
                make_false(second, domains)?;
            }
            if must_hold(second, domains) {
                make_true(first, domains)?;
            }
            let equal_above = must_hold(first, domains) && must_hold(second, domains);
            let equal_below = !may_hold(first, domains) && !may_hold(second, domains);
            if equal_above || equal_below {
                continue;
            }
            if !self.possible_from(position + 1, domains) {
                make_true(first, domains)?;
                make_false(second, domains)?;
            }
            return Ok(());
        }
        Ok(())
    }
}

fn may_hold(literal: Literal, domains: &Domains) -> bool {
    domains.contains(literal.variable, literal.value)
}

fn must_hold(literal: Literal, domains: &Domains) -> bool {
    domains.size(literal.variable) == 1 && may_hold(literal, domains)
}

fn make_true(literal: Literal, domains: &mut Domains) -> Result<(), Inconsistent> {
    domains.assign(literal.variable, literal.value)
}

fn make_false(literal: Literal, domains: &mut Domains) -> Result<(), Inconsistent> {
    domains.remove(literal.variable, literal.value)
}
