//! Hash sets: three sets of the columns, `row + column` and `row − column` that are taken.
//!
//! This is how the problem is usually taught for interviews, and the algorithm is that of
//! [line tables](super::line_tables) to the letter: constant time a look. What a constant can hide is
//! seen by comparing the two, which visit the same nodes.
//!
//! Reference: Dijkstra, in Dahl, Dijkstra and Hoare, *Structured Programming*, 1972, for the two
//! invariants; the sets are those of Rust's standard library.

use std::borrow::Cow;
use std::collections::HashSet;

use crate::queens::row_by_row::{Attacks, RowByRow};
use crate::solver::{COMPLETE, Card, Family, Row, Scope};

/// Backtracking with a hash set for each direction.
pub const ROW: Row<RowByRow<Sets>> = Row {
    card: Card {
        id: Cow::Borrowed("hash-sets"),
        family: Family::HandWritten,
        technique: "row by row",
        summary: Cow::Borrowed("hash sets of the columns and diagonals that are taken"),
        reference: "Dijkstra 1972",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: false,
    },
    search: RowByRow::new(),
};

/// The lines that hold a queen.
#[derive(Debug)]
pub struct Sets {
    columns: HashSet<usize>,
    rising: HashSet<usize>,
    falling: HashSet<isize>,
}

impl Attacks for Sets {
    fn new(n: usize) -> Self {
        Sets {
            columns: HashSet::with_capacity(n),
            rising: HashSet::with_capacity(n),
            falling: HashSet::with_capacity(n),
        }
    }

    fn attacked(&self, row: usize, column: usize) -> bool {
        self.columns.contains(&column)
            || self.rising.contains(&(row + column))
            || self.falling.contains(&(row as isize - column as isize))
    }

    fn place(&mut self, row: usize, column: usize) {
        self.columns.insert(column);
        self.rising.insert(row + column);
        self.falling.insert(row as isize - column as isize);
    }

    fn remove(&mut self, row: usize, column: usize) {
        self.columns.remove(&column);
        self.rising.remove(&(row + column));
        self.falling.remove(&(row as isize - column as isize));
    }
}
