//! Line tables: three arrays say which columns, rising and falling diagonals are taken.
//!
//! The fourth step of the lesson: `row + column` is the same all along a rising diagonal and
//! `row − column` along a falling one, so a square is free if three entries of three tables are.
//! Looking, placing and removing take a fixed number of steps on any board. (The fifth step is this
//! one, compiled: here all are.)
//!
//! Reference: Wirth, *Algorithms + Data Structures = Programs*, 1976, section 3.5.

use std::borrow::Cow;

use crate::queens::row_by_row::{Attacks, RowByRow};
use crate::solver::{COMPLETE, Card, Family, Row, Scope};

/// Backtracking with a table for each direction.
pub const ROW: Row<RowByRow<Lines>> = Row {
    card: Card {
        id: Cow::Borrowed("line-tables"),
        family: Family::HandWritten,
        technique: "row by row",
        summary: Cow::Borrowed("tables of the columns and diagonals that are taken"),
        reference: "Wirth 1976",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: true,
    },
    search: RowByRow::new(),
};

/// Which lines hold a queen.
#[derive(Debug)]
pub struct Lines {
    n: usize,
    columns: Vec<bool>,
    rising: Vec<bool>,
    falling: Vec<bool>,
}

impl Lines {
    fn set(&mut self, row: usize, column: usize, taken: bool) {
        self.columns[column] = taken;
        self.rising[row + column] = taken;
        self.falling[row + self.n - column] = taken;
    }
}

impl Attacks for Lines {
    fn new(n: usize) -> Self {
        Lines {
            n,
            columns: vec![false; n],
            rising: vec![false; 2 * n],
            falling: vec![false; 2 * n],
        }
    }

    fn attacked(&self, row: usize, column: usize) -> bool {
        self.columns[column] || self.rising[row + column] || self.falling[row + self.n - column]
    }

    fn place(&mut self, row: usize, column: usize) {
        self.set(row, column, true);
    }

    fn remove(&mut self, row: usize, column: usize) {
        self.set(row, column, false);
    }
}
