//! Solutions that are their own image under a turn of the board, and what Burnside's lemma makes of
//! them: the number of orbits is the mean, over the eight symmetries, of the number of solutions that
//! each leaves as they are (Burnside, *Theory of Groups of Finite Order*, 1897).
//!
//! No reflection leaves a solution of more than one queen as it is: a queen and its mirror image
//! would share a line. So fundamental = (Q + R180 + 2 · R90) / 8, where Q counts all solutions, R180
//! those that a half turn leaves alone (OEIS A032522) and R90 those that a quarter turn does (A033148).
//! This checks a number of fundamental solutions without a canonical form anywhere, and a count of
//! all solutions by a search that shares nothing with the one that made it.
//!
//! The symmetric solutions are few and quickly found, since their queens are placed two or four at a
//! time: a queen together with its images.

use std::array;

/// Number of solutions that a half turn maps to themselves (OEIS A032522).
///
/// # Panics
/// If n is 0 or more than 32.
pub fn half_turn(n: usize) -> u64 {
    count::<2>(n)
}

/// Number of solutions that a quarter turn maps to themselves (OEIS A033148).
///
/// # Panics
/// If n is 0 or more than 32.
pub fn quarter_turn(n: usize) -> u64 {
    count::<4>(n)
}

/// The number of fundamental solutions on a board of size n that has this many solutions. `None` if
/// there cannot be so many: the mean is not a whole number.
///
/// # Panics
/// If n is 0 or more than 32.
pub fn fundamental(n: usize, solutions: u64) -> Option<u64> {
    let by_turns = u128::from(half_turn(n)) + 2 * u128::from(quarter_turn(n));
    let by_reflections = 4 * u128::from(n == 1);
    let fixed = u128::from(solutions) + by_turns + by_reflections;
    (fixed % 8 == 0).then_some((fixed / 8) as u64)
}

/// The solutions fixed by a turn of which `IMAGES` make a full one.
fn count<const IMAGES: usize>(n: usize) -> u64 {
    assert!((1..=32).contains(&n), "a board of size {n}");
    let mut lines = Lines::new(n);
    if n % 2 == 1 {
        // The turn leaves one square where it is; its row must hold a queen, and only there.
        lines = lines.with(n / 2, n / 2);
    }
    // Elsewhere on a main diagonal a queen would attack its own image across the centre.
    lines.rising |= 1 << (n - 1);
    lines.falling |= 1 << (n - 1);
    extend::<IMAGES>(lines)
}

fn extend<const IMAGES: usize>(lines: Lines) -> u64 {
    let Some(row) = lines.first_row_left() else {
        return 1;
    };
    let mut count = 0;
    let mut free = lines.free_columns(row);
    while free != 0 {
        let column = free.trailing_zeros() as usize;
        free &= free - 1;
        let images = turns::<IMAGES>(lines.n, row, column);
        if let Some(lines) = lines.with_all(images) {
            count += extend::<IMAGES>(lines);
        }
    }
    count
}

/// A square and its images under `IMAGES` equal turns.
fn turns<const IMAGES: usize>(n: usize, row: usize, column: usize) -> [(usize, usize); IMAGES] {
    let mut square = (row, column);
    array::from_fn(|_| {
        let this = square;
        for _ in 0..4 / IMAGES {
            square = (square.1, n - 1 - square.0);
        }
        this
    })
}

/// The lines of the board that hold a queen, one bit each.
#[derive(Clone, Copy)]
struct Lines {
    n: usize,
    rows: u64,
    columns: u64,
    rising: u64,
    falling: u64,
}

impl Lines {
    fn new(n: usize) -> Self {
        Lines { n, rows: 0, columns: 0, rising: 0, falling: 0 }
    }

    /// The row nearest to the middle that has no queen yet. There the queens and their images are
    /// close together and take the most lines from each other.
    fn first_row_left(&self) -> Option<usize> {
        (0..self.n.div_ceil(2)).rev().find(|row| self.rows >> row & 1 == 0)
    }

    fn free_columns(&self, row: usize) -> u64 {
        let board = u64::MAX >> (64 - self.n);
        board & !(self.columns | self.rising >> row | self.falling >> (self.n - 1 - row))
    }

    fn with(mut self, row: usize, column: usize) -> Self {
        self.rows |= 1 << row;
        self.columns |= 1 << column;
        self.rising |= 1 << (row + column);
        self.falling |= 1 << (self.n - 1 - row + column);
        self
    }

    /// The lines with a queen on each of these squares, unless two attack each other.
    fn with_all<const COUNT: usize>(mut self, squares: [(usize, usize); COUNT]) -> Option<Self> {
        for (row, column) in squares {
            let free = self.rows >> row & 1 == 0 && self.free_columns(row) >> column & 1 == 1;
            if !free {
                return None;
            }
            self = self.with(row, column);
        }
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::queens::{FUNDAMENTAL, SOLUTIONS};

    #[test]
    fn the_lemma_gives_the_published_numbers() {
        for n in 1..=18 {
            assert_eq!(fundamental(n, SOLUTIONS[n - 1]), Some(FUNDAMENTAL[n - 1]), "{n}");
        }
    }

    #[test]
    fn a_wrong_count_is_noticed() {
        assert_eq!(fundamental(8, 93), None);
    }

    #[test]
    fn symmetric_solutions_of_small_boards() {
        // OEIS A032522 and A033148.
        let half: Vec<u64> = (1..=14).map(half_turn).collect();
        assert_eq!(half, [1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420]);
        let quarter: Vec<u64> = (1..=14).map(quarter_turn).collect();
        assert_eq!(quarter, [1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0]);
    }

    #[test]
    fn the_images_of_a_square() {
        assert_eq!(turns::<2>(4, 0, 1), [(0, 1), (3, 2)]);
        assert_eq!(turns::<4>(4, 0, 1), [(0, 1), (1, 3), (3, 2), (2, 0)]);
    }
}
