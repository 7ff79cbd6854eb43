//! Limited discrepancy search: trust the value order, and doubt it once before doubting it twice
//! (Harvey and Ginsberg, IJCAI 1995; improved by Korf, AAAI 1996).
//!
//! A *discrepancy* is a decision for a value that is not the first in order. Depth-first search
//! revises its latest decisions first, where the order is best informed; this search visits the leaves
//! by the number of discrepancies on the way to them: first none, then one wherever it may be, and so
//! on. As Korf proposes, each pass visits the leaves of exactly its number, by turning away from nodes
//! below which there are too few variables left, so that no leaf is visited twice. Inner nodes are: the
//! price of completeness.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::Model;
use crate::observer::{Event, Observer};
use crate::search::all_different::{Level, Propagation};
use crate::search::branching::{Brancher, Ties, ValueOrder, VariableOrder};
use crate::search::domains::Domains;
use crate::search::tree::{Inference, Tree};
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// Limited discrepancy search.
pub const ROW: Row<LimitedDiscrepancy> = Row {
    card: Card {
        id: Cow::Borrowed("limited-discrepancy"),
        family: Family::HandWritten,
        technique: "limited discrepancy search",
        summary: Cow::Borrowed(
            "smallest domain first; leaves by the number of values not tried first",
        ),
        reference: "Harvey and Ginsberg 1995, Korf 1996",
        tasks: COMPLETE,
        scope: Scope::Models,
        featured: false,
    },
    search: LimitedDiscrepancy,
};

/// Limited discrepancy search with value elimination, smallest domain first, values from the middle
/// outwards. The orders must not change from one pass to the next, so they neither learn nor draw lots.
#[derive(Clone, Copy, Debug)]
pub struct LimitedDiscrepancy;

impl Search for LimitedDiscrepancy {
    type Instance = Model;

    fn search<O: Observer>(&self, model: &Model, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let mut domains = Domains::new(model);
        let inference = Propagation::new(&mut domains, Level::Value);
        let orders = (VariableOrder::SmallestDomain, ValueOrder::Median, Ties::First);
        let branching = Brancher::new(model, orders, seed);
        let mut tree = Tree::new(domains, inference, branching, observer);
        if !tree.begin()? {
            return ControlFlow::Continue(());
        }
        let mut more = true;
        let mut discrepancies = 0;
        while more {
            more = probe(&mut tree, 0, discrepancies)?;
            discrepancies += 1;
        }
        ControlFlow::Continue(())
    }
}

/// Visits the leaves below the current node with exactly this many discrepancies. Says whether there
/// may be leaves with more.
fn probe<I: Inference, O: Observer>(
    tree: &mut Tree<I, O>,
    depth: usize,
    discrepancies: usize,
) -> ControlFlow<(), bool> {
    let Some(variable) = tree.next_variable() else {
        if discrepancies == 0 {
            tree.report_solution()?;
        }
        return ControlFlow::Continue(false);
    };
    tree.observe(Event::Node { depth })?;
    let below = tree.open_variables() - 1;
    let mut more = false;
    for (index, value) in tree.values_of(variable).into_iter().enumerate() {
        let Some(left) = discrepancies.checked_sub(usize::from(index > 0)) else {
            // The other values are for a later pass.
            more = true;
            break;
        };
        if left > below {
            // Even if all variables below deviate, that is not enough: an earlier pass was here.
            continue;
        }
        let mark = tree.mark();
        if tree.decide(variable, value)? {
            more |= probe(tree, depth + 1, left)?;
        }
        tree.retract(variable, mark);
        tree.observe(Event::Backtrack { depth })?;
    }
    ControlFlow::Continue(more)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Domain;
    use crate::observer::Collecting;

    #[test]
    fn leaves_come_by_the_number_of_discrepancies_each_once() {
        let mut model = Model::new();
        for _ in 0..3 {
            model.variable("x", Domain::range(0..=2));
        }
        let mut observer = Collecting::default();
        assert!(ROW.search.search(&model, 0, &mut observer).is_continue());
        // From the middle outwards, 1 is tried first.
        let discrepancies = |solution: &Vec<i32>| solution.iter().filter(|&&v| v != 1).count();
        let found: Vec<usize> = observer.solutions.iter().map(discrepancies).collect();
        assert!(found.is_sorted(), "{found:?}");
        let counts = [0, 1, 2, 3].map(|k| found.iter().filter(|&&found| found == k).count());
        assert_eq!(counts, [1, 6, 12, 8]);
        observer.solutions.sort_unstable();
        observer.solutions.dedup();
        assert_eq!(observer.solutions.len(), 27);
    }
}
