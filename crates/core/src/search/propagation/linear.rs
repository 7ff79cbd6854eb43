//! Bounds propagation of a linear constraint: each summand has to make up for what the others can
//! reach at most (Harvey and Stuckey, *Improving Linear Constraint Propagation by Changing Constraint
//! Representation*, Constraints 8, 2003).

use crate::model::{Linear, Relation, Variable};
use crate::search::domains::{Domains, Inconsistent};
use crate::search::propagation::Propagator;

/// A linear constraint as one or two inequalities `Σ coefficient · variable ≤ rhs`.
pub(crate) struct LinearBounds {
    inequalities: Vec<Inequality>,
}

struct Inequality {
    /// Each variable once, no coefficient 0.
    summands: Vec<(i64, Variable)>,
    rhs: i64,
}

impl LinearBounds {
    pub(crate) fn new(linear: &Linear) -> Self {
        let at_most = |sign: i64| Inequality {
            summands: merged(linear)
                .into_iter()
                .map(|(coefficient, variable)| (sign * coefficient, variable))
                .collect(),
            rhs: sign * linear.rhs,
        };
        let inequalities = match linear.relation {
            Relation::AtMost => vec![at_most(1)],
            Relation::AtLeast => vec![at_most(-1)],
            Relation::Equal => vec![at_most(1), at_most(-1)],
        };
        LinearBounds { inequalities }
    }
}

/// The summands with each variable once and no coefficient 0.
pub(crate) fn merged(linear: &Linear) -> Vec<(i64, Variable)> {
    let mut merged: Vec<(i64, Variable)> = Vec::new();
    for &(coefficient, variable) in &linear.summands {
        match merged.iter_mut().find(|summand| summand.1 == variable) {
            Some(summand) => summand.0 += coefficient,
            None => merged.push((coefficient, variable)),
        }
    }
    merged.retain(|summand| summand.0 != 0);
    merged
}

impl Propagator for LinearBounds {
    fn scope(&self) -> Vec<Variable> {
        let summands = self.inequalities[0].summands.iter();
        summands.map(|summand| summand.1).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        self.inequalities.iter().try_for_each(|inequality| inequality.propagate(domains))
    }
}

impl Inequality {
    fn propagate(&self, domains: &mut Domains) -> Result<(), Inconsistent> {
        let mut slack = self.rhs;
        for &(coefficient, variable) in &self.summands {
            slack -= least(coefficient, variable, domains)?;
        }
        if slack < 0 {
            return Err(Inconsistent(None));
        }
        for &(coefficient, variable) in &self.summands {
            // What this summand may reach if all others are as small as they can be.
            let most = slack + least(coefficient, variable, domains)?;
            domains.retain(variable, |value| coefficient * i64::from(value) <= most)?;
        }
        Ok(())
    }
}

/// The least value of `coefficient · variable`.
fn least(coefficient: i64, variable: Variable, domains: &Domains) -> Result<i64, Inconsistent> {
    let bound = if coefficient > 0 { domains.min(variable) } else { domains.max(variable) };
    let bound = bound.ok_or(Inconsistent(Some(variable)))?;
    Ok(coefficient * i64::from(bound))
}
