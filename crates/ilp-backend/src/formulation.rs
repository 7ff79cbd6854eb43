//! What the points of a program mean: the way back from columns to solutions.

use std::ops::ControlFlow;

use parity_core::Model;
use parity_core::symmetry::Orbits;

use crate::search::Found;

/// A way of stating a problem as a program.
pub(crate) trait Formulation {
    /// Hands on every solution that a point stands for; the point is given by the columns that are
    /// 1, one of each decision. `None` if exact arithmetic refuses the point.
    fn solutions(&self, ones: &[usize], found: Found) -> Option<ControlFlow<()>>;
}

/// One column a literal of the model: `x[variable, value]`, the assignment formulation.
pub(crate) struct Assignment<'a> {
    pub(crate) model: &'a Model,
    /// A solution stands for its orbit among these.
    pub(crate) orbits: Option<&'a Orbits>,
}

impl Formulation for Assignment<'_> {
    fn solutions(&self, ones: &[usize], found: Found) -> Option<ControlFlow<()>> {
        let solution: Vec<_> = ones.iter().map(|&one| self.model.literal(one).value).collect();
        if !self.model.admits(&solution) {
            return None;
        }
        Some(match self.orbits {
            None => found(&solution),
            Some(orbits) => orbits.expand(&solution, found),
        })
    }
}
