//! One encoding for short constraints and another for long ones.

use varisat::Lit;

use super::{Encoding, Pairwise, Product};
use crate::Sat;
use crate::formula::{Clauses, Size};
use crate::rows::prefixed;

/// Measured on the first solution of 180 to 320 queens and on all solutions of up to 13.
pub(crate) const HYBRID: Hybrid = Hybrid { short: &Pairwise, long: &Product, longest_short: 16 };

/// All solutions by prefixes, with this encoding.
pub(crate) const ROW: Sat = prefixed(
    "varisat/hybrid/prefix",
    "pairwise up to 16 literals, product beyond",
    "Chen 2010",
    &HYBRID,
);

/// The size of whichever encoding the length selects.
#[derive(Clone, Copy, Debug)]
pub struct Hybrid {
    /// For up to [`Hybrid::longest_short`] literals.
    pub short: &'static dyn Encoding,
    /// For more.
    pub long: &'static dyn Encoding,
    /// The greatest number of literals that counts as short.
    pub longest_short: usize,
}

impl Hybrid {
    fn pick(&self, literals: usize) -> &'static dyn Encoding {
        if literals <= self.longest_short { self.short } else { self.long }
    }
}

impl Encoding for Hybrid {
    fn encode(&self, literals: &[Lit], clauses: &mut dyn Clauses) {
        self.pick(literals.len()).encode(literals, clauses);
    }

    fn size(&self, literals: usize) -> Size {
        self.pick(literals).size(literals)
    }
}
