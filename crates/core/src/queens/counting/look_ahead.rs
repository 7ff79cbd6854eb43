//! Rung 4: look ahead before descending, and close the last rows without a search.
//!
//! A queen is placed only if the next row and the one after it keep a free square. With two rows
//! left two columns are left as well, x and y, and there are two ways to fill them: both are tested
//! at once. The border's own squares are already known, so a test is a few shifts.

use super::eightfold::{MAX_SIZE, units_of_prefixes};
use super::prefix::{Attacked, Prefix, Row};
use super::recursion::PATIENCE;
use super::{CountingRow, Lanes, Rung, Stop, Sums, Unit};

/// Recursion below symmetric prefixes with look-ahead.
#[derive(Clone, Copy, Debug)]
pub struct LookAhead;

/// Recursion below symmetric prefixes with look-ahead, as a row.
pub static ROW: CountingRow = CountingRow::new(
    &LookAhead,
    "counting/look-ahead",
    "symmetric prefixes",
    "two rows looked ahead, the last two closed at once",
    "Takaken 2003",
);

impl Rung for LookAhead {
    fn name(&self) -> &'static str {
        "look-ahead"
    }

    fn largest(&self) -> usize {
        MAX_SIZE
    }

    fn units(&self, n: usize, _lanes: Lanes) -> Vec<Unit> {
        units_of_prefixes(n, count_below)
    }
}

/// The solutions below a prefix.
pub(super) fn count_below(prefix: &Prefix, stop: Stop) -> Option<Sums> {
    let mut search = Search { nodes: 0, stop };
    let solutions = search.extend(&prefix.rows, Attacked::before(prefix))?;
    Some(Sums::of_class(prefix.class, solutions, search.nodes))
}

struct Search<'a> {
    nodes: u64,
    stop: Stop<'a>,
}

impl Search<'_> {
    /// The solutions below a state, or `None` if stopped.
    fn extend(&mut self, rows: &[Row], attacked: Attacked) -> Option<u64> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && (self.stop)() {
            return None;
        }
        let (row, rest) = match rows {
            [] => return Some(1),
            [row] => return Some(u64::from(attacked.free(row, 0).count_ones())),
            [row, last] => return Some(last_two(row, last, attacked)),
            [row, rest @ ..] => (row, rest),
        };
        let mut solutions = 0;
        let mut free = attacked.free(row, 0);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let [next, second, ..] = rest else { unreachable!("three rows or more") };
            let after = attacked.with(queen, next.row - row.row);
            if after.free(next, 0) != 0 && after.free(second, second.row - next.row) != 0 {
                solutions += self.extend(rest, after)?;
            }
        }
        Some(solutions)
    }
}

/// The ways to fill the last two rows, in which two columns are left.
fn last_two(row: &Row, last: &Row, attacked: Attacked) -> u64 {
    let rows = last.row - row.row;
    let left = !attacked.columns;
    let low = left & left.wrapping_neg();
    let high = left ^ low;
    // The two queens would share a diagonal, whichever way.
    if low << rows == high {
        return 0;
    }
    let (first, second) = (attacked.free(row, 0), attacked.free(last, rows));
    let fits = |x, y| u64::from(first & x != 0 && second & y != 0);
    fits(low, high) + fits(high, low)
}
