//! The search by passes, whatever is done with what it finds.

use std::ops::ControlFlow;

use super::super::lanes::{Buffer, CAPACITY, Nodes, Simd};
use super::super::prefix::{Prefix, Row};
use super::places::{Places, Record, packed, unpacked};

/// The nodes of a full pass.
const FULL: usize = 512;
const _: () = assert!(2 * FULL < CAPACITY);

/// The rows that are closed at once.
pub(in crate::queens) const CLOSED: usize = 3;

/// With as many rows left or fewer, a child must leave every column an open square.
const COVERED: usize = 4;

/// Whether to go on.
pub(in crate::queens) type Flow = ControlFlow<()>;

/// What is done with what a search finds. Its methods must be inlined.
pub(in crate::queens) trait Finds<S: Simd> {
    /// Whether places are recorded. That takes some time, and sixteen inner columns at most.
    const PLACES: bool;

    /// Solutions in the lanes where `hits` is all ones; in the others it is zero. The last three
    /// queens are not among the places.
    fn solutions(
        &mut self,
        simd: S,
        hits: S::Words,
        places: Places<S>,
        last: [S::Words; CLOSED],
    ) -> Flow;

    /// All solutions below the nodes of a pass have been told.
    fn closed(&mut self, simd: S);

    /// A pass is over, in which so many nodes were found with this many rows filled below the prefix.
    fn passed(&mut self, depth: usize, nodes: usize) -> Flow;
}

/// The nodes of a level, a stack.
struct Level {
    nodes: Box<Buffer>,
    /// Their places, if they are recorded.
    places: Box<Buffer>,
    len: usize,
}

/// Buffers for each level of a search.
pub(in crate::queens) struct Levels(Vec<Level>);

impl Levels {
    pub(in crate::queens) const fn new() -> Self {
        Levels(Vec::new())
    }

    /// So many empty levels.
    fn empty(&mut self, levels: usize) -> &mut [Level] {
        while self.0.len() < levels {
            let buffer = || Box::new(Buffer::EMPTY);
            self.0.push(Level { nodes: buffer(), places: buffer(), len: 0 });
        }
        let levels = &mut self.0[..levels];
        levels.iter_mut().for_each(|level| level.len = 0);
        levels
    }
}

/// Searches below a prefix with three rows or more to fill.
#[inline(always)]
pub(in crate::queens) fn search<S: Simd, F: Finds<S>>(
    simd: S,
    prefix: &Prefix,
    levels: &mut Levels,
    finds: &mut F,
) -> Flow {
    let rows = &prefix.rows;
    let closed = prefix.columns | rows[0].attacked;
    finds.passed(0, 1)?;
    if closed == u32::MAX {
        // Passes take nodes with an open square only.
        return Flow::Continue(());
    }
    let deepest = rows.len() - CLOSED;
    let levels = levels.empty(deepest + 1);
    let (columns, none) = (simd.splat(prefix.columns), simd.splat(0));
    let root = Nodes { columns, rising: none, falling: none, closed: simd.splat(closed) };
    simd.store(&mut levels[0].nodes, 0, root);
    simd.store(&mut levels[0].places, 0, packed::<S>([none; 4]));
    levels[0].len = 1;
    let mut depth = 0;
    loop {
        if depth < deepest && levels[depth + 1].len >= FULL {
            depth += 1;
        } else if levels[depth].len == 0 {
            let full = levels.iter().rposition(|level| level.len >= FULL);
            let next = full.or_else(|| levels.iter().position(|level| level.len > 0));
            let Some(next) = next else {
                return Flow::Continue(());
            };
            depth = next;
        }
        let left = &rows[depth..];
        if depth == deepest {
            close(simd, left, &mut levels[depth], finds)?;
            finds.closed(simd);
            finds.passed(depth + 1, 0)?;
            continue;
        }
        let [level, next] = &mut levels[depth..depth + 2] else { unreachable!("two levels") };
        let before = next.len;
        if left.len() - 1 > COVERED {
            pass::<S, F, 2, false>(simd, left, depth, level, next);
        } else if left.len() - 1 == 4 {
            pass::<S, F, 4, true>(simd, left, depth, level, next);
        } else {
            pass::<S, F, 3, true>(simd, left, depth, level, next);
        }
        finds.passed(depth + 1, next.len - before)?;
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
fn pass<S: Simd, F: Finds<S>, const AHEAD: usize, const COVER: bool>(
    simd: S,
    rows: &[Row],
    depth: usize,
    level: &mut Level,
    next: &mut Level,
) {
    let (start, end) = top(simd, level);
    let ahead = Ahead::<S, AHEAD, COVER>::new(simd, rows);
    let record = Record::<S>::new(simd, depth);
    let all = simd.splat(u32::MAX);
    if end - start <= S::WIDTH {
        // One vector: it stays where it is, and lanes without a square left are made dead.
        let mut node = simd.load(&level.nodes, start);
        while !simd.all_ones(node.closed) {
            let (queen, child, dead) = ahead.place(simd, node);
            node.closed = simd.or(node.closed, queen);
            add::<S, F>(simd, next, child, dead, || {
                record.with(simd, unpacked::<S>(simd.load(&level.places, start)), queen)
            });
            node.columns = simd.or(node.columns, simd.equal(node.closed, all));
        }
        level.len = start;
        return;
    }
    let (mut kept, mut at) = (start, start);
    while at < end {
        let node = simd.load(&level.nodes, at);
        let (queen, child, dead) = ahead.place(simd, node);
        add::<S, F>(simd, next, child, dead, || {
            record.with(simd, unpacked::<S>(simd.load(&level.places, at)), queen)
        });
        // P4.
        let tried = simd.or(node.closed, queen);
        let done = simd.equal(tried, all);
        if F::PLACES {
            let same = simd.load(&level.places, at);
            simd.store_living(&mut level.places, kept, same, done);
        }
        kept = simd.store_living(&mut level.nodes, kept, Nodes { closed: tried, ..node }, done);
        at += S::WIDTH;
    }
    level.len = kept;
}

/// P3.
#[inline(always)]
fn add<S: Simd, F: Finds<S>>(
    simd: S,
    next: &mut Level,
    child: Nodes<S::Words>,
    dead: S::Words,
    places: impl FnOnce() -> Places<S>,
) {
    if F::PLACES {
        simd.store_living(&mut next.places, next.len, packed::<S>(places()), dead);
    }
    next.len = simd.store_living(&mut next.nodes, next.len, child, dead);
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

    /// Places a queen on the lowest square left of every node. Gives the queens, the children, and all
    /// ones where a child is dead.
    #[inline(always)]
    fn place(&self, simd: S, node: Nodes<S::Words>) -> (S::Words, Nodes<S::Words>, S::Words) {
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
        (queen, Nodes { columns, rising, falling, closed }, dead)
    }
}

/// Tells of the solutions below the last nodes of the level with three rows left, and takes them away.
#[inline(always)]
fn close<S: Simd, F: Finds<S>>(simd: S, rows: &[Row], level: &mut Level, finds: &mut F) -> Flow {
    let (start, end) = top(simd, level);
    let [row, second, third] = rows else { unreachable!("three rows are left") };
    let (to_second, to_third) =
        (simd.shift(second.row - row.row), simd.shift(third.row - second.row));
    let attacked = [simd.splat(second.attacked), simd.splat(third.attacked)];
    let (none, one) = (simd.splat(0), simd.splat(1));
    let mut at = start;
    while at < end {
        let node = simd.load(&level.nodes, at);
        let before =
            if F::PLACES { unpacked::<S>(simd.load(&level.places, at)) } else { [none; 4] };
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
            for [x, y] in [[low, high], [high, low]] {
                let hit = simd.or(simd.and(in_second, x), simd.and(in_third, y));
                let hits = simd.and_not(never, simd.equal(hit, none));
                finds.solutions(simd, hits, before, [queen, x, y])?;
            }
        }
        at += S::WIDTH;
    }
    level.len = start;
    Flow::Continue(())
}
