//! Board scan: look back along the column and both diagonals before placing a queen.
//!
//! The second step of the lesson: the board is a grid of squares, and a square is free if no queen
//! is met on the way up. It gives up a branch at the first attack, where [permutations] compare whole
//! boards; but every look costs time proportional to the number of rows above.
//!
//! Reference: Wirth, *Program Development by Stepwise Refinement*, CACM 14, 1971, begins here.
//!
//! [permutations]: super::permutations

use std::borrow::Cow;

use crate::queens::row_by_row::{Attacks, RowByRow};
use crate::solver::{COMPLETE, Card, Family, Row, Scope};

/// Backtracking on a board that is looked at.
pub const ROW: Row<RowByRow<Board>> = Row {
    card: Card {
        id: Cow::Borrowed("board-scan"),
        family: Family::HandWritten,
        technique: "row by row",
        summary: Cow::Borrowed("looks up the column and both diagonals of the board"),
        reference: "Wirth 1971",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: false,
    },
    search: RowByRow::new(),
};

/// The squares, row after row: whether a queen stands there.
#[derive(Debug)]
pub struct Board {
    n: usize,
    queens: Vec<bool>,
}

impl Attacks for Board {
    fn new(n: usize) -> Self {
        Board { n, queens: vec![false; n * n] }
    }

    fn attacked(&self, row: usize, column: usize) -> bool {
        (1..=row).any(|distance| {
            let above = &self.queens[(row - distance) * self.n..][..self.n];
            let left = column.checked_sub(distance);
            let right = column + distance;
            above[column]
                || left.is_some_and(|left| above[left])
                || (right < self.n && above[right])
        })
    }

    fn place(&mut self, row: usize, column: usize) {
        self.queens[row * self.n + column] = true;
    }

    fn remove(&mut self, row: usize, column: usize) {
        self.queens[row * self.n + column] = false;
    }
}
