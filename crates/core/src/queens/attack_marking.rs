//! Attack marking: each queen marks the squares below that it attacks, and unmarks them when it is
//! taken away.
//!
//! The third step of the lesson: the work moves from the looking to the placing, which happens less
//! often. A square can be attacked by several queens, so a mark has to be a *number*: with a Boolean,
//! taking one queen away would free squares that another still attacks.
//!
//! Reference: the forward marking of Haralick and Elliott, *Increasing Tree Search Efficiency for
//! Constraint Satisfaction Problems*, AIJ 14, 1980, without its look at empty rows.

use std::borrow::Cow;

use crate::queens::row_by_row::{Attacks, RowByRow};
use crate::solver::{COMPLETE, Card, Family, Row, Scope};

/// Backtracking on a board of attack counters.
pub const ROW: Row<RowByRow<Marks>> = Row {
    card: Card {
        id: Cow::Borrowed("attack-marking"),
        family: Family::HandWritten,
        technique: "row by row",
        summary: Cow::Borrowed("each queen counts itself on every square it attacks below"),
        reference: "Haralick and Elliott 1980",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: false,
    },
    search: RowByRow::new(),
};

/// The squares, row after row: by how many queens each is attacked.
#[derive(Debug)]
pub struct Marks {
    n: usize,
    attackers: Vec<u16>,
}

impl Marks {
    /// Changes the marks of all squares below that a queen attacks.
    fn mark(&mut self, row: usize, column: usize, change: impl Fn(&mut u16)) {
        let below = self.attackers.chunks_exact_mut(self.n).skip(row + 1);
        for (squares, distance) in below.zip(1..) {
            change(&mut squares[column]);
            if let Some(left) = column.checked_sub(distance) {
                change(&mut squares[left]);
            }
            if let Some(right) = squares.get_mut(column + distance) {
                change(right);
            }
        }
    }
}

impl Attacks for Marks {
    fn new(n: usize) -> Self {
        Marks { n, attackers: vec![0; n * n] }
    }

    fn attacked(&self, row: usize, column: usize) -> bool {
        self.attackers[row * self.n + column] > 0
    }

    fn place(&mut self, row: usize, column: usize) {
        self.mark(row, column, |attackers| *attackers += 1);
    }

    fn remove(&mut self, row: usize, column: usize) {
        self.mark(row, column, |attackers| *attackers -= 1);
    }
}
