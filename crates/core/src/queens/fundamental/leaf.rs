//! Canonical at the leaf: the full search, in which a solution counts only if no image of it is less.
//!
//! Whether a solution is canonical can be told from the solution alone, so no set is kept and nothing
//! has to be found before. One image after another is compared row by row, and most are decided by
//! their first row.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::queens::bitmask::Bitmask;
use crate::queens::fundamental::images::is_canonical;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// One of each orbit, accepted when complete.
pub const ROW: Row<Leaf> = Row {
    card: Card {
        id: Cow::Borrowed("fundamental/leaf"),
        family: Family::HandWritten,
        technique: "fundamental solutions",
        summary: Cow::Borrowed("accepts a complete board if no image of it is less"),
        reference: "Read 1978",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: false,
    },
    search: Leaf,
};

/// The full search; of its solutions, the canonical ones.
#[derive(Clone, Copy, Debug)]
pub struct Leaf;

impl Search for Leaf {
    type Instance = Queens;
    const BREAKS_SYMMETRY: bool = true;

    fn unsupported(&self, queens: &Queens) -> Option<String> {
        Bitmask.unsupported(queens)
    }

    fn search<O: Observer>(&self, queens: &Queens, seed: u64, observer: &mut O) -> ControlFlow<()> {
        Bitmask.search(queens, seed, &mut IfCanonical { observer })
    }
}

/// Passes canonical solutions on, and every other step.
struct IfCanonical<'o, O> {
    observer: &'o mut O,
}

impl<O: Observer> Observer for IfCanonical<'_, O> {
    #[inline(always)]
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Solution(columns) if !is_canonical(columns) => ControlFlow::Continue(()),
            step => self.observer.observe(step),
        }
    }
}
