//! Eightfold images: every solution, of which only one in eight is searched for.
//!
//! The [symmetric prefixes](super::counting::prefix) place the queens of the border such that each
//! orbit of solutions has a representative below one of them. Below a prefix the nodes are searched
//! [pass by pass](super::counting::passes), many at once, with where their queens stand carried along;
//! on large boards one by one. A representative that is found is turned and mirrored, and its images
//! are streamed.
//!
//! Almost always they are eight, and found once. Only if several border queens are equally near to a
//! corner can an orbit have other representatives, or fewer images: then it is streamed from its
//! least image, and repeated images are left out. So nothing is remembered, and each solution comes
//! once.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::queens::bitmask::beyond_words;
use crate::queens::counting::Lanes;
use crate::queens::counting::passes::search::{CLOSED, Levels};
use crate::queens::counting::prefix::prefixes;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

mod one_by_one;
mod orbits;
mod passes;

use orbits::Orbits;
use passes::Passes;

/// Every solution through representatives and their images.
pub const ROW: Row<EightfoldImages> = Row {
    card: Card {
        id: Cow::Borrowed("eightfold-images"),
        family: Family::HandWritten,
        technique: "symmetric prefixes",
        summary: Cow::Borrowed("one solution in eight is searched for, the others are its images"),
        reference: "Takaken 2003",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: false,
    },
    search: EightfoldImages,
};

/// Search below symmetric prefixes that streams images.
#[derive(Clone, Copy, Debug)]
pub struct EightfoldImages;

/// On larger boards the inner columns do not fit words of 16 bits, nor their numbers four bits.
const LARGEST_IN_PASSES: usize = 18;

impl Search for EightfoldImages {
    type Instance = Queens;

    fn unsupported(&self, queens: &Queens) -> Option<String> {
        beyond_words(queens)
    }

    fn search<O: Observer>(
        &self,
        queens: &Queens,
        _seed: u64,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let n = queens.n;
        if n == 1 {
            return observer.observe(Event::Solution(&[0]));
        }
        let (lanes, mut levels) = (Lanes::detect(), Levels::new());
        for prefix in prefixes(n) {
            let orbits = Orbits::new(n, &prefix, observer);
            if n <= LARGEST_IN_PASSES && prefix.rows.len() >= CLOSED {
                lanes.run(u16::BITS as usize, Passes { orbits, levels: &mut levels })?;
            } else {
                one_by_one::search(orbits)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::model::Value;
    use crate::observer::{Collecting, Statistics, Visiting};
    use crate::problem::Problem;
    use crate::queens::bitmask::Bitmask;

    #[test]
    fn each_solution_comes_once() {
        for n in 1..=10 {
            let (mut found, mut others) = (Collecting::default(), Collecting::default());
            assert!(EightfoldImages.search(&Queens::new(n), 0, &mut found).is_continue());
            assert!(Bitmask.search(&Queens::new(n), 0, &mut others).is_continue());
            let set: BTreeSet<_> = found.solutions.iter().collect();
            assert_eq!(set.len(), found.solutions.len(), "{n} queens: none twice");
            assert_eq!(set, others.solutions.iter().collect(), "{n} queens");
        }
    }

    #[test]
    fn it_visits_a_fraction_of_the_nodes() {
        let nodes = |search: fn(&mut Statistics) -> ControlFlow<()>| {
            let mut statistics = Statistics::default();
            assert!(search(&mut statistics).is_continue());
            (statistics.nodes, statistics.solutions)
        };
        let plain = nodes(|statistics| Bitmask.search(&Queens::new(11), 0, statistics));
        let images = nodes(|statistics| EightfoldImages.search(&Queens::new(11), 0, statistics));
        assert_eq!((plain.1, images.1), (2680, 2680));
        assert!(images.0 * 7 < plain.0, "{images:?} {plain:?}");
    }

    #[test]
    fn it_stops_when_told_so() {
        let mut left = 11;
        let mut visiting = Visiting(|_: &[Value]| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(EightfoldImages.search(&Queens::new(8), 0, &mut visiting).is_break());
        assert_eq!(left, 0);
    }

    #[test]
    #[ignore = "365,596 solutions: cargo test --release -p core --lib enumeration -- --ignored"]
    fn all_of_14() {
        let queens = Queens::new(14);
        let mut checker = crate::Checker::new(&queens).without_orbits();
        let mut visiting = Visiting(|values: &[Value]| {
            assert_eq!(checker.check(values), Ok(()));
            ControlFlow::Continue(())
        });
        assert!(EightfoldImages.search(&queens, 0, &mut visiting).is_continue());
        assert_eq!(checker.count(), queens.published().expect("a small board").solutions);
    }
}
