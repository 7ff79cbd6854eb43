//! Rung 1: bitmask recursion, as in [`bitmask`]. It visits every solution.

use super::{Lanes, Rung, Stop, Sums, Unit};
use crate::observer::{Event, Observer};
use crate::queens::bitmask::{self, Bitmask};
use std::ops::ControlFlow;

/// Bitmask recursion below each column of the first row.
#[derive(Clone, Copy, Debug)]
pub struct Recursion;

impl Rung for Recursion {
    fn name(&self) -> &'static str {
        bitmask::ID
    }

    fn largest(&self) -> usize {
        bitmask::MAX_SIZE
    }

    fn units(&self, n: usize, _lanes: Lanes) -> Vec<Unit> {
        let below = |column| Unit {
            estimate: 1.0,
            run: Box::new(move |stop: Stop| {
                let mut tally = Tally { sums: Sums::default(), stop };
                match Bitmask.search_below(n, column, &mut tally) {
                    ControlFlow::Continue(()) => Some(tally.sums),
                    ControlFlow::Break(()) => None,
                }
            }),
        };
        (0..n).map(below).collect()
    }
}

/// Counts nodes and solutions.
struct Tally<'a> {
    sums: Sums,
    stop: Stop<'a>,
}

/// Nodes between two questions whether to stop.
pub(super) const PATIENCE: u64 = 1 << 16;

impl Observer for Tally<'_> {
    #[inline(always)]
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Solution(_) => self.sums.classes[0] += 1,
            Event::Node { .. } => {
                self.sums.nodes += 1;
                if self.sums.nodes.is_multiple_of(PATIENCE) && (self.stop)() {
                    return ControlFlow::Break(());
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}
