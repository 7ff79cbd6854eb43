//! Rung 6, method B: half boards that meet in the middle.
//!
//! A solution is an upper half and a lower half. They fit if their columns are complements and no
//! diagonal crosses from a queen of one to a queen of the other. Half boards are few: 15 million on
//! 16 rows, where a search of whole boards visits a billion nodes. And most of the pairs need not be
//! looked at one by one:
//!
//! - H1 Choose the columns of the upper half in two steps: the *slice*, which of the outer columns,
//!   and then the set of inner ones. A slice is a unit of work, small enough for the caches.
//! - H2 Generate (`placements`) the upper halves of the slice and the lower ones of its complement.
//!   A lower half is an upper one upside down, so there is one search for both.
//! - H3 Keep of each half only the diagonals that cross the seam (`seam`), a word, in
//!   `buckets` by its columns.
//! - H4 Join (`join`) each bucket with that of the complement: 256 pairs take some ten operations.
//!
//! Symmetry saves nearly eight times on even boards. The mirror and the turn upside down map column
//! sets to column sets, so only the least of up to four is done. The reflections in the two long
//! diagonals do not map halves to halves. But each moves a queen on the *other* long diagonal from
//! the lower half to the upper, so lower halves with a queen on one are not needed, and an upper
//! half with k of them counts 2ᵏ-fold.
//!
//! On odd boards the seam is the middle row. Its queen comes first, in a column right of the middle by
//! the mirror. The queen of the middle column goes to the lower half, and farther from the middle than
//! the other, by a turn upside down and a reflection: these are eight different boards. With the queen
//! in the middle of the board, the mirror and the turn upside down remain.

use std::cell::RefCell;

use super::{CountingRow, Lanes, Rung, Stop, Sums, Unit, look_ahead};
use buckets::Buckets;
use join::{CountPairs, Lower, Tables, Upper};
use placements::{CLASSES, ColumnSets, Forced, Placements, SPAN};
use seam::{Half, Seam};

mod buckets;
mod join;
mod placements;
mod seam;

/// Half boards that meet in the middle.
#[derive(Clone, Copy, Debug)]
pub struct HalfBoards;

/// Smaller boards have too few diagonals to sieve by.
const SMALLEST: usize = 8;

/// Crossings of larger boards do not fit a word of 32 bits.
const LARGEST: usize = 19;

/// The sizes at which no other rung is as fast.
pub(super) const SIZES: std::ops::RangeInclusive<usize> = 17..=LARGEST;

/// Half boards that meet in the middle, as a row.
pub static ROW: CountingRow = CountingRow::new(
    &HalfBoards,
    "counting/half-boards",
    "meet in the middle",
    "upper and lower halves by their columns, joined 256 pairs at a time",
    "this workspace; quadrants: Kluev 2022",
);

impl Rung for HalfBoards {
    fn name(&self) -> &'static str {
        "half-boards"
    }

    fn largest(&self) -> usize {
        LARGEST
    }

    fn units(&self, n: usize, lanes: Lanes) -> Vec<Unit> {
        if n < SMALLEST {
            return look_ahead::LookAhead.units(n, lanes);
        }
        let unit = |slice: Slice| Unit {
            estimate: slice.estimate(),
            run: Box::new(move |stop: Stop| {
                WORKSPACE.with_borrow_mut(|workspace| slice.count(lanes, workspace, stop))
            }),
        };
        slices(n).into_iter().map(unit).collect()
    }
}

/// Upper halves with the same queen in the middle row and the same outer columns.
#[derive(Clone, Debug)]
struct Slice {
    n: usize,
    /// How far the queen of the middle row of an odd board is from the middle.
    off_center: Option<usize>,
    /// The outer columns.
    outer: u32,
    /// Those of them that the upper halves take.
    upper: u32,
    /// The columns that may be inner columns of either half.
    inner: u32,
    /// Inner columns of an upper half.
    size: usize,
}

/// The outer columns on either side. Odd boards are cut by the queen of their middle row already.
fn margin(n: usize) -> usize {
    (n / 4 - n % 2).max(n.saturating_sub(SPAN).div_ceil(2))
}

/// All slices, but one for those that are images of each other.
fn slices(n: usize) -> Vec<Slice> {
    let rows = n / 2;
    let margin = margin(n);
    let off_center = if n.is_multiple_of(2) { vec![None] } else { (0..rows).map(Some).collect() };
    let mut slices = Vec::new();
    for off_center in off_center {
        let seam = seam(n, off_center, Half::Upper);
        let columns = seam.columns() & !late_column(n, off_center);
        let edge = (1 << margin) - 1;
        let outer = (edge | seam.mirrored(edge)) & columns;
        let inner = columns & !outer;
        for upper in subsets(outer) {
            let Some(size) = rows.checked_sub(upper.count_ones() as usize) else { continue };
            if size > inner.count_ones() as usize {
                continue;
            }
            let slice = Slice { n, off_center, outer, upper, inner, size };
            // Of a lower half, all columns are determined; there may be too many.
            let lower = slice.forced_lower(&seam).len();
            let least = slice.images(&seam, upper).iter().all(|image| upper <= image & outer);
            if lower <= rows && least {
                slices.push(slice);
            }
        }
    }
    slices
}

fn seam(n: usize, off_center: Option<usize>, half: Half) -> Seam {
    Seam::new(n, off_center.map(|columns| n / 2 + columns), half)
}

/// The middle column, if it is filled in the lower half by itself.
fn late_column(n: usize, off_center: Option<usize>) -> u32 {
    u32::from(off_center.is_some_and(|columns| columns > 0)) << (n / 2)
}

/// All subsets of a set of columns.
fn subsets(set: u32) -> impl Iterator<Item = u32> {
    let next = move |&subset: &u32| (subset != set).then(|| subset.wrapping_sub(set) & set);
    std::iter::successors(Some(0), next)
}

/// Memory that a thread keeps from one unit to the next.
struct Workspace {
    upper_halves: Buckets,
    lower_halves: Buckets,
    upper: Upper,
    lower: Lower,
    tables: Box<Tables>,
}

thread_local! {
    static WORKSPACE: RefCell<Workspace> = RefCell::new(Workspace {
        upper_halves: Buckets::default(),
        lower_halves: Buckets::default(),
        upper: Upper::default(),
        lower: Lower::default(),
        tables: Tables::new(),
    });
}

impl Slice {
    fn estimate(&self) -> f64 {
        let sets = subsets(self.inner).filter(|set| set.count_ones() as usize == self.size).count();
        let lower = self.off_center.map_or(1.0, |columns| (self.n / 2 - columns) as f64);
        sets as f64 * lower
    }

    /// The column sets of upper halves that count as much as this one does.
    fn images(&self, seam: &Seam, upper: u32) -> Vec<u32> {
        if self.off_center.is_some_and(|columns| columns > 0) {
            return vec![upper];
        }
        let lower = seam.columns() ^ upper;
        let mut images = vec![upper, lower, seam.mirrored(upper), seam.mirrored(lower)];
        images.sort_unstable();
        images.dedup();
        images
    }

    fn forced_upper(&self, seam: &Seam) -> Vec<Forced> {
        let rows = (1 << seam.rows) - 1;
        columns_of(self.upper).map(|column| Forced { column, rows }).collect()
    }

    fn forced_lower(&self, seam: &Seam) -> Vec<Forced> {
        let rows = (1 << seam.rows) - 1;
        let late = columns_of(late_column(self.n, self.off_center)).map(|column| {
            // Farther from the middle than the queen of the middle row.
            Forced { column, rows: rows >> self.off_center.unwrap_or(0) }
        });
        let outer = columns_of(self.outer & !self.upper).map(|column| Forced { column, rows });
        late.chain(outer).collect()
    }

    /// H2 to H4.
    fn count(&self, lanes: Lanes, workspace: &mut Workspace, stop: Stop) -> Option<Sums> {
        let Workspace { upper_halves, lower_halves, upper, lower, tables } = workspace;
        let [seam, below] =
            [Half::Upper, Half::Lower].map(|half| seam(self.n, self.off_center, half));
        let sets = ColumnSets::new(self.inner, self.size);
        let mut sums = Sums::default();
        sums.nodes +=
            Placements::upper(&seam, &sets, upper_halves, stop).run(&self.forced_upper(&seam))?;
        sums.nodes +=
            Placements::lower(&below, &sets, lower_halves, stop).run(&self.forced_lower(&seam))?;
        let mut pairs = |above: (&Buckets, &[usize]), set: usize, fill: bool, below: &Buckets| {
            if fill {
                lower.fill(below.blocks(set * CLASSES));
            }
            upper.fill(above.1.iter().flat_map(|class| above.0.blocks(set * CLASSES + class)));
            lanes.run(u16::BITS as usize, CountPairs { upper, lower, tables })
        };
        for (set, &inner) in sets.upper.iter().enumerate() {
            if stop() {
                return None;
            }
            let columns = self.upper | inner;
            let images = self.images(&seam, columns);
            if images.len() == 1 {
                sums.classes[3] += pairs((upper_halves, &[0]), set, true, lower_halves);
                continue;
            }
            // Only the least of the images that this slice has.
            if images.iter().any(|&image| image & self.outer == self.upper && image < columns) {
                continue;
            }
            // Both a set and its complement are above, and both of them in the mirror.
            let class = images.len().ilog2() as usize;
            sums.classes[class] += pairs((upper_halves, &[0]), set, true, lower_halves);
            if seam.middle.is_some() {
                continue;
            }
            sums.classes[class] += pairs((upper_halves, &[1, 2]), set, false, lower_halves);
            sums.classes[class + 1] += pairs((upper_halves, &[3]), set, false, lower_halves);
            sums.classes[class] += pairs((lower_halves, &[1, 2]), set, true, upper_halves);
            sums.classes[class + 1] += pairs((lower_halves, &[3]), set, false, upper_halves);
        }
        Some(sums)
    }
}

/// The columns of a set, from the lowest.
fn columns_of(set: u32) -> impl Iterator<Item = usize> {
    (0..seam::COLUMNS).filter(move |column| set >> column & 1 != 0)
}

#[cfg(test)]
mod tests;
