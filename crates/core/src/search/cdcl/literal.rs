//! Literals of propositional variables.

use std::ops::Not;

/// A propositional variable: a (variable, value) pair of the model, by its index there.
pub(super) type Var = usize;

/// A propositional variable or its negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Lit(u32);

impl Lit {
    pub(super) fn positive(var: Var) -> Self {
        Lit(2 * var as u32)
    }

    pub(super) fn new(var: Var, positive: bool) -> Self {
        Lit(2 * var as u32 + u32::from(!positive))
    }

    pub(super) fn var(self) -> Var {
        self.0 as usize / 2
    }

    pub(super) fn is_positive(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// A number for indexing by literals.
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}
