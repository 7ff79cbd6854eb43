//! Filter: find all solutions, keep them, and take away the images of each.
//!
//! The least solution of the set is certainly the least of its orbit; take it out together with its
//! images, and again, until the set is empty. Nothing could be simpler, and nothing needs more memory.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

use crate::model::Value;
use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::queens::bitmask::Bitmask;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};
use crate::symmetry;

/// One of each orbit, from the full set.
pub const ROW: Row<Filter> = Row {
    card: Card {
        id: Cow::Borrowed("fundamental/filter"),
        family: Family::HandWritten,
        technique: "fundamental solutions",
        summary: Cow::Borrowed("keeps all solutions, then takes the images of each away"),
        reference: "Rouse Ball 1892",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: false,
    },
    search: Filter,
};

/// All solutions, then one of each orbit.
#[derive(Clone, Copy, Debug)]
pub struct Filter;

impl Search for Filter {
    type Instance = Queens;
    const BREAKS_SYMMETRY: bool = true;

    fn unsupported(&self, queens: &Queens) -> Option<String> {
        Bitmask.unsupported(queens)
    }

    fn search<O: Observer>(&self, queens: &Queens, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let symmetries = symmetry::of_the_square(queens.n);
        let mut keeping = Keeping { solutions: BTreeSet::new(), observer };
        Bitmask.search(queens, seed, &mut keeping)?;
        let mut solutions = keeping.solutions;
        while let Some(least) = solutions.pop_first() {
            for image in symmetry::images(&least, &symmetries) {
                solutions.remove(&image);
            }
            observer.observe(Event::Solution(&least))?;
        }
        ControlFlow::Continue(())
    }
}

/// Keeps the solutions and passes everything else on.
struct Keeping<'o, O> {
    solutions: BTreeSet<Vec<Value>>,
    observer: &'o mut O,
}

impl<O: Observer> Observer for Keeping<'_, O> {
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Solution(columns) => {
                self.solutions.insert(columns.to_vec());
                ControlFlow::Continue(())
            }
            step => self.observer.observe(step),
        }
    }
}
