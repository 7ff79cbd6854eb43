//! Rung 2: the recursion becomes a loop over a stack, and half of the board suffices.
//!
//! A solution and its mirror image have their first queens in mirrored columns, so only the columns
//! left of the middle are tried and each solution counts twice. If the first queen stands in the
//! middle column of an odd board, it is its own mirror image, and the second queen is kept left.

use super::recursion::PATIENCE;
use super::{CountingRow, Lanes, Rung, Stop, Sums, Unit};

/// Iterative search of half of the board.
#[derive(Clone, Copy, Debug)]
pub struct Iterative;

/// The words are 32 bits wide.
const MAX_SIZE: usize = 32;

/// Iterative search of half of the board, as a row.
pub static ROW: CountingRow = CountingRow::new(
    &Iterative,
    "counting/iterative",
    "bit-parallel search",
    "a loop over a stack, half of the board",
    "Somers 2002",
);

impl Rung for Iterative {
    fn name(&self) -> &'static str {
        "iterative"
    }

    fn largest(&self) -> usize {
        MAX_SIZE
    }

    fn units(&self, n: usize, _lanes: Lanes) -> Vec<Unit> {
        let below = |column| Unit {
            estimate: if 2 * column + 1 == n { 0.5 } else { 1.0 },
            run: Box::new(move |stop: Stop| count_below(n, column, stop)),
        };
        (0..n.div_ceil(2)).map(below).collect()
    }
}

/// Columns of a row that are attacked, and those still to try.
#[derive(Clone, Copy, Default)]
struct Level {
    columns: u32,
    rising: u32,
    falling: u32,
    untried: u32,
}

/// The solutions whose first queen stands in this column, up to reflection.
fn count_below(n: usize, column: usize, stop: Stop) -> Option<Sums> {
    let board = u32::MAX >> (MAX_SIZE - n);
    if n == 1 {
        return Some(Sums::of_class(0, 1, 1));
    }
    let queen = 1u32 << column;
    let mut stack = [Level::default(); MAX_SIZE];
    stack[1] = Level { columns: queen, rising: queen >> 1, falling: queen << 1, untried: 0 };
    stack[1].untried = board & !(queen | queen >> 1 | queen << 1);
    if 2 * column + 1 == n {
        stack[1].untried &= queen - 1;
    }
    let (mut solutions, mut nodes) = (0, 1u64);
    let mut row = 1;
    loop {
        let level = &mut stack[row];
        if level.untried == 0 {
            if row == 1 {
                return Some(Sums::of_class(1, solutions, nodes));
            }
            row -= 1;
            continue;
        }
        let queen = level.untried & level.untried.wrapping_neg();
        level.untried ^= queen;
        let Level { columns, rising, falling, .. } = *level;
        if row + 1 == n {
            solutions += 1;
            continue;
        }
        let (columns, rising) = (columns | queen, (rising | queen) >> 1);
        let falling = (falling | queen) << 1;
        let untried = board & !(columns | rising | falling);
        row += 1;
        stack[row] = Level { columns, rising, falling, untried };
        nodes += 1;
        if nodes.is_multiple_of(PATIENCE) && stop() {
            return None;
        }
    }
}
