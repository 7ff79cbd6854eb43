//! When to begin again.
//!
//! A search that went wrong near its root may be long about it. Restarting it after some number of
//! failures, with other random choices or with what was learned meanwhile, cuts the long tail of its
//! running time (Gomes, Selman and Kautz, AAAI 1998). The numbers grow, so that a search which needs
//! no luck but time gets it.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::Model;
use crate::observer::{Event, Observer};
use crate::search::all_different::{Level, Propagation};
use crate::search::branching::{Brancher, Ties, ValueOrder, VariableOrder};
use crate::search::domains::Domains;
use crate::search::tree::{Inference, Tree};
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// Restarts by the sequence of Luby, Sinclair and Zuckerman.
pub const LUBY_ROW: Row<RestartingSearch> = Row {
    card: Card {
        id: Cow::Borrowed("restarts/luby"),
        family: Family::HandWritten,
        technique: "randomised restarts",
        summary: Cow::Borrowed(
            "dom/wdeg, random ties and values; begins again by the Luby sequence",
        ),
        reference: "Gomes, Selman and Kautz 1998",
        tasks: COMPLETE,
        scope: Scope::Models,
        featured: false,
    },
    search: RestartingSearch { restarts: Restarts::Luby { unit: 50 } },
};

/// Restarts after geometrically growing numbers of failures.
pub const GEOMETRIC_ROW: Row<RestartingSearch> = Row {
    card: Card {
        id: Cow::Borrowed("restarts/geometric"),
        summary: Cow::Borrowed(
            "dom/wdeg, random ties and values; each run 1.3 times the one before",
        ),
        reference: "Walsh 1999",
        ..LUBY_ROW.card
    },
    search: RestartingSearch { restarts: Restarts::Geometric { first: 20, factor: 1.3 } },
};

/// A sequence of numbers of failures after which the search begins again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Restarts {
    /// 1, 1, 2, 1, 1, 2, 4, … times a unit: within a logarithmic factor of the best sequence for any
    /// search (Luby, Sinclair and Zuckerman, *Optimal Speedup of Las Vegas Algorithms*, 1993).
    Luby {
        /// The number for 1.
        unit: u64,
    },
    /// Each time more by a constant factor (Walsh, IJCAI 1999).
    Geometric {
        /// The first number.
        first: u64,
        /// The factor.
        factor: f64,
    },
}

impl Restarts {
    /// The number of failures allowed in a run, counted from 0.
    pub fn limit(self, run: u64) -> u64 {
        match self {
            Restarts::Luby { unit } => unit * luby(run + 1),
            Restarts::Geometric { first, factor } => {
                (first as f64 * factor.powf(run as f64)) as u64
            }
        }
    }
}

/// The i-th number of the sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, …, from i = 1: if i
/// ends a block, being 2^k - 1, half of 2^k; otherwise the sequence repeats what is before the block.
fn luby(i: u64) -> u64 {
    let block = (i + 1).next_power_of_two();
    if i + 1 == block { block / 2 } else { luby(i + 1 - block / 2) }
}

/// Depth-first search that begins again: value elimination, dom/wdeg with ties broken at random,
/// random values. The weights outlive a run, so that each begins where the ones before failed.
///
/// Only a search without a solution yet begins again. Once there is one, the current run goes on to its
/// end; it began at the root, so it finds all solutions, and each once.
#[derive(Clone, Copy, Debug)]
pub struct RestartingSearch {
    /// When to begin again.
    pub restarts: Restarts,
}

impl Search for RestartingSearch {
    type Instance = Model;

    fn search<O: Observer>(&self, model: &Model, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let mut domains = Domains::new(model);
        let inference = Propagation::new(&mut domains, Level::Value);
        let orders = (VariableOrder::DomainOverWeightedDegree, ValueOrder::Random, Ties::Random);
        let branching = Brancher::new(model, orders, seed);
        let mut tree = Tree::new(domains, inference, branching, observer);
        if !tree.begin()? {
            return ControlFlow::Continue(());
        }
        for run in 0.. {
            let mut failures_left = Some(self.restarts.limit(run));
            match run_until(&mut tree, 0, &mut failures_left) {
                ControlFlow::Continue(()) => break,
                ControlFlow::Break(Halt::Stopped) => return ControlFlow::Break(()),
                ControlFlow::Break(Halt::Restart) => tree.observe(Event::Restart)?,
            }
        }
        ControlFlow::Continue(())
    }
}

/// Why a run came to an end before it was done.
enum Halt {
    /// The observer stopped the search.
    Stopped,
    /// It failed too often.
    Restart,
}

impl From<()> for Halt {
    fn from((): ()) -> Self {
        Halt::Stopped
    }
}

/// Searches everything below the current node, unless the failures that are left, if they are counted,
/// are used up before the first solution.
fn run_until<I: Inference, O: Observer>(
    tree: &mut Tree<I, O>,
    depth: usize,
    failures_left: &mut Option<u64>,
) -> ControlFlow<Halt> {
    let Some(variable) = tree.next_variable() else {
        *failures_left = None;
        return tree.report_solution().map_break(Halt::from);
    };
    tree.observe(Event::Node { depth }).map_break(Halt::from)?;
    for value in tree.values_of(variable) {
        let mark = tree.mark();
        let consistent = tree.decide(variable, value).map_break(Halt::from)?;
        let flow = match failures_left {
            _ if consistent => run_until(tree, depth + 1, failures_left),
            Some(0) => ControlFlow::Break(Halt::Restart),
            Some(left) => {
                *left -= 1;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Continue(()),
        };
        tree.retract(variable, mark);
        flow?;
        tree.observe(Event::Backtrack { depth }).map_break(Halt::from)?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;
    use crate::problem::Queens;
    use crate::solver::{Request, Solver, Task};

    #[test]
    fn it_restarts_and_still_finds_every_solution_once() {
        let impatient = Row {
            card: LUBY_ROW.card.clone(),
            search: RestartingSearch { restarts: Restarts::Luby { unit: 1 } },
        };
        let queens = Queens::new(8);
        let mut restarted = 0;
        for seed in 0..20 {
            let request = Request::new(&queens, Task::All).with_seed(seed).with_statistics();
            let mut found = std::collections::BTreeSet::new();
            let outcome = impatient.solve(&request, &mut |values: &[Value]| {
                assert!(found.insert(values.to_vec()), "{values:?} was found before");
                ControlFlow::Continue(())
            });
            assert_eq!(found.len(), 92);
            restarted += u64::from(outcome.unwrap().effort.get("restarts").is_some());
        }
        assert!(restarted > 5, "{restarted} of 20 searches");
    }

    #[test]
    fn the_sequence_of_luby() {
        let limits = |restarts: Restarts, count| (0..count).map(move |run| restarts.limit(run));
        let expected = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1];
        assert!(limits(Restarts::Luby { unit: 1 }, 16).eq(expected));
        assert!(limits(Restarts::Luby { unit: 100 }, 3).eq([100, 100, 200]));
    }

    #[test]
    fn geometric_limits_grow_without_end() {
        let restarts = Restarts::Geometric { first: 10, factor: 1.5 };
        assert_eq!([0, 1, 2].map(|run| restarts.limit(run)), [10, 15, 22]);
        assert_eq!(restarts.limit(1000), u64::MAX);
    }
}
