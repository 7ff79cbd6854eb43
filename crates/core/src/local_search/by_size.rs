//! A strategy by size, as a lesson with the solver Choco has it: complete search for small instances,
//! complete search that learns where it fails for those in the middle, and large neighbourhood search
//! for those that are beyond it.
//!
//! Up to 20 variables any order will do. Up to 100, dom/wdeg (Boussemart, Hemery, Lecoutre and Sais,
//! *Boosting Systematic Search by Weighting Constraints*, ECAI 2004) finds its way; with restarts, since
//! one unlucky beginning is enough to keep a search busy for ever. Beyond that, moves matter more than
//! proofs.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::local_search::large_neighbourhood::{self, LargeNeighbourhoodSearch};
use crate::model::Model;
use crate::observer::Observer;
use crate::search::forward_checking;
use crate::search::restarts::{self, RestartingSearch};
use crate::search::tree::TreeSearch;
use crate::solver::{Card, FIRST_ONLY, Family, Row, Scope, Search};

/// The strategy by size.
pub const ROW: Row<BySize> = Row {
    card: Card {
        id: Cow::Borrowed("by-size"),
        family: Family::HandWritten,
        technique: "strategy by size",
        summary: Cow::Borrowed("complete search to 20 variables, dom/wdeg to 100, then LNS"),
        reference: "Prud'homme, Fages and Lorca 2014 (Choco)",
        tasks: FIRST_ONLY,
        scope: Scope::Models,
        featured: false,
    },
    search: BySize {
        small: forward_checking::ROW.search,
        medium: restarts::LUBY_ROW.search,
        large: large_neighbourhood::ROW.search,
    },
};

/// The most variables of a small instance.
const SMALL: usize = 20;
/// The most variables of an instance of medium size.
const MEDIUM: usize = 100;

/// One search for each size.
#[derive(Clone, Copy, Debug)]
pub struct BySize {
    /// For up to 20 variables.
    pub small: TreeSearch,
    /// For up to 100 variables.
    pub medium: RestartingSearch,
    /// For more.
    pub large: LargeNeighbourhoodSearch,
}

impl Search for BySize {
    type Instance = Model;

    fn is_complete(&self, model: &Model) -> bool {
        model.len() <= MEDIUM
    }

    fn search<O: Observer>(&self, model: &Model, seed: u64, observer: &mut O) -> ControlFlow<()> {
        match model.len() {
            n if n <= SMALL => self.small.search(model, seed, observer),
            n if n <= MEDIUM => self.medium.search(model, seed, observer),
            _ => self.large.search(model, seed, observer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::{Statistics, Visiting};
    use crate::problem::{Problem, Queens};

    #[test]
    fn each_size_has_its_search() {
        for (n, repaired) in [(20, false), (21, false), (100, false), (101, true)] {
            let queens = Queens::new(n);
            let first = Visiting(|solution: &[crate::Value]| {
                assert_eq!(queens.verify(solution), Ok(()));
                ControlFlow::Break(())
            });
            let mut observer = (Statistics::default(), first);
            let flow = ROW.search.search(&queens.model(), 1, &mut observer);
            assert!(flow.is_break(), "{n} queens");
            let statistics = observer.0;
            assert_eq!(
                (statistics.solutions, statistics.repairs > 0),
                (1, repaired)
            );
        }
    }
}
