//! Rung 5, method A: many nodes at once, pass by pass.
//!
//! Vector instructions *inside* a node gain little, as a node is a few dependent operations on one
//! word. But nodes of one level do not depend on each other, so one takes a lane. What hinders is
//! that nodes have different numbers of children. So the nodes of each level lie in a buffer, and a
//! *pass* over it does the same for each:
//!
//! - P1 take the lowest square not yet tried of every node, and place a queen;
//! - P2 look ahead: the rows to come must each keep an open square, and near the end the columns too;
//! - P3 put the living children side by side into the buffer of the next level;
//! - P4 put the nodes with squares left to try side by side in place.
//!
//! No lane waits for another, and lanes are full except at the ends of buffers. The deepest level
//! that has a full pass's worth of nodes is always next; when there is none, the shallowest with any.
//! That keeps buffers full and bounded. The last three rows are closed without storing anything.
//!
//! Only the inner board of N − 2 columns is in the words: to N = 18 they have 16 bits.

use std::cell::RefCell;

use super::eightfold::{MAX_SIZE, units_of_prefixes};
use super::lanes::{Kernel, Simd};
use super::prefix::Prefix;
use super::{CountingRow, Lanes, Rung, Stop, Sums, Unit, look_ahead};
use places::Places;
use search::{CLOSED, Finds, Flow, Levels, search};

pub(in crate::queens) mod places;
pub(in crate::queens) mod search;

/// Passes over buffers of nodes below symmetric prefixes.
#[derive(Clone, Copy, Debug)]
pub struct Passes;

/// Passes over buffers of nodes, as a row.
pub static ROW: CountingRow = CountingRow::new(
    &Passes,
    "counting/passes",
    "symmetric prefixes",
    "vector instructions over buffers of nodes, pass by pass",
    "this workspace",
);

impl Rung for Passes {
    fn name(&self) -> &'static str {
        "passes"
    }

    fn largest(&self) -> usize {
        MAX_SIZE
    }

    fn units(&self, n: usize, lanes: Lanes) -> Vec<Unit> {
        // The inner board has two columns less.
        units_of_prefixes(n, move |prefix, stop| count_below(prefix, n - 2, lanes, stop))
    }
}

/// The solutions below a prefix, with words of so many bits or more.
pub(super) fn count_below(prefix: &Prefix, bits: usize, lanes: Lanes, stop: Stop) -> Option<Sums> {
    if prefix.rows.len() < CLOSED {
        return look_ahead::count_below(prefix, stop);
    }
    LEVELS.with_borrow_mut(|levels| lanes.run(bits, Count { prefix, levels, stop }))
}

thread_local! {
    /// The levels, kept from one prefix to the next.
    static LEVELS: RefCell<Levels> = const { RefCell::new(Levels::new()) };
}

struct Count<'a> {
    prefix: &'a Prefix,
    levels: &'a mut Levels,
    stop: Stop<'a>,
}

impl Kernel for Count<'_> {
    type Output = Option<Sums>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Option<Sums> {
        let Count { prefix, levels, stop } = self;
        let found = simd.splat(0);
        let mut counts = Counts { solutions: 0, found, nodes: 0, passes: 0, stop };
        let done = search(simd, prefix, levels, &mut counts).is_continue();
        done.then(|| Sums::of_class(prefix.class, counts.solutions, counts.nodes))
    }
}

/// Only counts.
struct Counts<'a, S: Simd> {
    solutions: u64,
    /// Solutions of this pass, lane by lane.
    found: S::Words,
    nodes: u64,
    passes: u64,
    stop: Stop<'a>,
}

impl<S: Simd> Finds<S> for Counts<'_, S> {
    const PLACES: bool = false;

    #[inline(always)]
    fn solutions(&mut self, simd: S, hits: S::Words, _: Places<S>, _: [S::Words; CLOSED]) -> Flow {
        // All ones is −1.
        self.found = simd.sub(self.found, hits);
        Flow::Continue(())
    }

    #[inline(always)]
    fn closed(&mut self, simd: S) {
        let words = simd.words(self.found);
        self.solutions += words.iter().map(|&word| u64::from(word)).sum::<u64>();
        self.found = simd.splat(0);
    }

    #[inline(always)]
    fn passed(&mut self, _depth: usize, nodes: usize) -> Flow {
        self.nodes += nodes as u64;
        self.passes += 1;
        if self.passes.is_multiple_of(256) && (self.stop)() {
            return Flow::Break(());
        }
        Flow::Continue(())
    }
}
