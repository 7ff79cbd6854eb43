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
use super::lanes::{Buffer, CAPACITY, Kernel, Nodes, Simd};
use super::prefix::{Prefix, Row};
use super::{CountingRow, Lanes, Rung, Stop, Sums, Unit, look_ahead};

/// Passes over buffers of nodes below symmetric prefixes.
#[derive(Clone, Copy, Debug)]
pub struct Passes;

/// The nodes of a full pass.
const FULL: usize = 512;
const _: () = assert!(2 * FULL < CAPACITY);

/// The rows that are closed at once.
const CLOSED: usize = 3;

/// With as many rows left or fewer, a child must leave every column an open square.
const COVERED: usize = 4;

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
    if prefix.columns | prefix.rows[0].attacked == u32::MAX {
        // Passes take nodes with an open square only.
        return Some(Sums::of_class(prefix.class, 0, 1));
    }
    BUFFERS.with_borrow_mut(|buffers| {
        while buffers.len() + CLOSED <= prefix.rows.len() {
            buffers.push(Level { nodes: Box::new(Buffer::EMPTY), len: 0 });
        }
        lanes.run(bits, Search { prefix, levels: buffers, stop })
    })
}

/// The nodes of a level, a stack.
struct Level {
    nodes: Box<Buffer>,
    len: usize,
}

thread_local! {
    /// The levels, kept from one prefix to the next.
    static BUFFERS: RefCell<Vec<Level>> = const { RefCell::new(Vec::new()) };
}

struct Search<'a> {
    prefix: &'a Prefix,
    levels: &'a mut [Level],
    stop: Stop<'a>,
}

impl Kernel for Search<'_> {
    type Output = Option<Sums>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> Option<Sums> {
        let Search { prefix, levels, stop } = self;
        let rows = &prefix.rows;
        let deepest = rows.len() - CLOSED;
        let levels = &mut levels[..=deepest];
        levels.iter_mut().for_each(|level| level.len = 0);
        let first = simd.splat(prefix.columns | rows[0].attacked);
        let (columns, none) = (simd.splat(prefix.columns), simd.splat(0));
        let root = Nodes { columns, rising: none, falling: none, closed: first };
        simd.store(&mut levels[0].nodes, 0, root);
        levels[0].len = 1;
        let (mut solutions, mut nodes, mut passes) = (0, 1, 0u64);
        let mut depth = 0;
        loop {
            if depth < deepest && levels[depth + 1].len >= FULL {
                depth += 1;
            } else if levels[depth].len == 0 {
                let full = levels.iter().rposition(|level| level.len >= FULL);
                let next = full.or_else(|| levels.iter().position(|level| level.len > 0));
                let Some(next) = next else {
                    return Some(Sums::of_class(prefix.class, solutions, nodes));
                };
                depth = next;
            }
            passes += 1;
            if passes.is_multiple_of(256) && stop() {
                return None;
            }
            let left = &rows[depth..];
            if depth == deepest {
                solutions += close(simd, left, &mut levels[depth]);
                continue;
            }
            let [level, next] = &mut levels[depth..depth + 2] else { unreachable!("two levels") };
            let before = next.len;
            if left.len() - 1 > COVERED {
                pass::<S, 2, false>(simd, left, level, next);
            } else if left.len() - 1 == 4 {
                pass::<S, 4, true>(simd, left, level, next);
            } else {
                pass::<S, 3, true>(simd, left, level, next);
            }
            nodes += (next.len - before) as u64;
        }
    }
}

/// The last nodes of a level, at most a full pass of them: where they begin and end. What follows
/// them is made dead, so that whole vectors can be taken.
#[inline(always)]
fn top<S: Simd>(simd: S, level: &mut Level) -> (usize, usize) {
    let (start, end) = (level.len.saturating_sub(FULL), level.len);
    let all = simd.splat(u32::MAX);
    let dead = Nodes { columns: all, rising: all, falling: all, closed: all };
    simd.store(&mut level.nodes, end, dead);
    (start, end)
}

/// One pass over the last nodes of a level: places a queen in `rows[0]` in each, and looks ahead at
/// the `AHEAD` rows after it, and at the columns too if `COVER` (which needs all rows that are left).
#[inline(always)]
fn pass<S: Simd, const AHEAD: usize, const COVER: bool>(
    simd: S,
    rows: &[Row],
    level: &mut Level,
    next: &mut Level,
) {
    let (start, end) = top(simd, level);
    let ahead = Ahead::<S, AHEAD, COVER>::new(simd, rows);
    let all = simd.splat(u32::MAX);
    if end - start <= S::WIDTH {
        // One vector: it stays where it is, and lanes without a square left are made dead.
        let mut node = simd.load(&level.nodes, start);
        while !simd.all_ones(node.closed) {
            node.closed = ahead.place(simd, node, next);
            node.columns = simd.or(node.columns, simd.equal(node.closed, all));
        }
        level.len = start;
        return;
    }
    let (mut kept, mut at) = (start, start);
    while at < end {
        let node = simd.load(&level.nodes, at);
        let tried = ahead.place(simd, node, next);
        // P4.
        let done = simd.equal(tried, all);
        kept = simd.store_living(&mut level.nodes, kept, Nodes { closed: tried, ..node }, done);
        at += S::WIDTH;
    }
    level.len = kept;
}

/// What is the same for all nodes of a pass.
struct Ahead<S: Simd, const AHEAD: usize, const COVER: bool> {
    /// From the row to fill to the next.
    to_next: S::Shift,
    /// The rows looked at: from the next row to this, and what the border attacks there.
    rows: [(S::Shift, S::Words); AHEAD],
}

impl<S: Simd, const AHEAD: usize, const COVER: bool> Ahead<S, AHEAD, COVER> {
    #[inline(always)]
    fn new(simd: S, rows: &[Row]) -> Self {
        let to_next = simd.shift(rows[1].row - rows[0].row);
        let rows = std::array::from_fn(|k| {
            let row = &rows[1 + k];
            (simd.shift(row.row - rows[1].row), simd.splat(row.attacked))
        });
        Ahead { to_next, rows }
    }

    /// Places a queen on the lowest square left of every node, and puts the children that live into
    /// the next level. Gives the squares that are closed now.
    #[inline(always)]
    fn place(&self, simd: S, node: Nodes<S::Words>, next: &mut Level) -> S::Words {
        let all = simd.splat(u32::MAX);
        // P1. The lowest zero of `closed` is the queen.
        let queen = simd.and_not(node.closed, simd.add(node.closed, simd.splat(1)));
        let columns = simd.or(node.columns, queen);
        let rising = simd.down(simd.or(node.rising, queen), self.to_next);
        let falling = simd.up(simd.or(node.falling, queen), self.to_next);
        // P2.
        let closed = simd.or(simd.or(columns, self.rows[0].1), simd.or(rising, falling));
        let mut dead = simd.equal(closed, all);
        let mut uncovered = closed;
        for &(shift, attacked) in &self.rows[1..] {
            let diagonals = simd.or(simd.down(rising, shift), simd.up(falling, shift));
            let closed = simd.or(simd.or(columns, attacked), diagonals);
            dead = simd.or(dead, simd.equal(closed, all));
            uncovered = simd.and(uncovered, closed);
        }
        if COVER {
            // Columns closed in every row that is left must be taken.
            dead = simd.or(dead, simd.xor(simd.equal(uncovered, columns), all));
        }
        // P3.
        let child = Nodes { columns, rising, falling, closed };
        next.len = simd.store_living(&mut next.nodes, next.len, child, dead);
        simd.or(node.closed, queen)
    }
}

/// The solutions below the last nodes of the level with three rows left; they are taken away.
#[inline(always)]
fn close<S: Simd>(simd: S, rows: &[Row], level: &mut Level) -> u64 {
    let (start, end) = top(simd, level);
    let [row, second, third] = rows else { unreachable!("three rows are left") };
    let (to_second, to_third) =
        (simd.shift(second.row - row.row), simd.shift(third.row - second.row));
    let attacked = [simd.splat(second.attacked), simd.splat(third.attacked)];
    let (none, one) = (simd.splat(0), simd.splat(1));
    let mut found = none;
    let mut at = start;
    while at < end {
        let node = simd.load(&level.nodes, at);
        let mut closed = node.closed;
        while !simd.all_ones(closed) {
            let queen = simd.and_not(closed, simd.add(closed, one));
            closed = simd.or(closed, queen);
            let columns = simd.or(node.columns, queen);
            let rising = simd.down(simd.or(node.rising, queen), to_second);
            let falling = simd.up(simd.or(node.falling, queen), to_second);
            let in_second = simd.or(simd.or(columns, attacked[0]), simd.or(rising, falling));
            let diagonals = simd.or(simd.down(rising, to_third), simd.up(falling, to_third));
            let in_third = simd.or(simd.or(columns, attacked[1]), diagonals);
            // Two columns are left, and two ways to fill them.
            let low = simd.and_not(columns, simd.add(columns, one));
            let columns = simd.or(columns, low);
            let high = simd.and_not(columns, simd.add(columns, one));
            let clash = simd.equal(simd.up(low, to_third), high);
            let never = simd.or(clash, simd.equal(queen, none));
            for (x, y) in [(low, high), (high, low)] {
                let hit = simd.or(simd.and(in_second, x), simd.and(in_third, y));
                // All ones is −1.
                found = simd.sub(found, simd.and_not(never, simd.equal(hit, none)));
            }
        }
        at += S::WIDTH;
    }
    level.len = start;
    simd.sum(found)
}
