//! Bitmask: the free squares of a row are one word, and its lowest set bit is the next queen
//! (Richards, *Backtracking Algorithms in MCPL using Bit Patterns and Recursion*, 1997).
//!
//! Three words say which columns are attacked along columns, rising and falling diagonals. From one
//! row to the next a falling diagonal moves one column up, a rising one one column down: a shift.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::{Value, Variable};
use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// The name of the row.
pub(super) const ID: &str = "bitmask";

/// Bitmask recursion.
pub const ROW: Row<Bitmask> = Row {
    card: Card {
        id: Cow::Borrowed(ID),
        family: Family::HandWritten,
        technique: "bit-parallel search",
        summary: Cow::Borrowed("free squares of a row as a word, lowest set bit next"),
        reference: "Richards 1997",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: true,
    },
    search: Bitmask,
};

/// Bitmask recursion over the rows.
#[derive(Clone, Copy, Debug)]
pub struct Bitmask;

/// The words are 32 bits wide.
pub(in crate::queens) const MAX_SIZE: usize = 32;

/// What stands against a search whose words hold a row.
pub(in crate::queens) fn beyond_words(queens: &Queens) -> Option<String> {
    (queens.n > MAX_SIZE).then(|| format!("its words hold boards of up to {MAX_SIZE} columns"))
}

impl Search for Bitmask {
    type Instance = Queens;

    fn unsupported(&self, queens: &Queens) -> Option<String> {
        beyond_words(queens)
    }

    fn search<O: Observer>(
        &self,
        queens: &Queens,
        _seed: u64,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let board = u32::MAX >> (MAX_SIZE - queens.n);
        let mut solution = vec![0; queens.n];
        place(board, 0, Attacked::default(), &mut solution, observer)
    }
}

impl Bitmask {
    /// Searches below one column of the first row only.
    pub(super) fn search_below<O: Observer>(
        &self,
        n: usize,
        column: usize,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let board = u32::MAX >> (MAX_SIZE - n);
        let mut solution = vec![0; n];
        solution[0] = column as Value;
        place(board, 1, Attacked::default().with(1 << column), &mut solution, observer)
    }
}

/// Columns of the current row that are attacked, one bit a column.
#[derive(Clone, Copy, Default)]
struct Attacked {
    columns: u32,
    rising: u32,
    falling: u32,
}

impl Attacked {
    /// After a queen in the current row, as seen from the next.
    fn with(self, queen: u32) -> Self {
        Attacked {
            columns: self.columns | queen,
            rising: (self.rising | queen) >> 1,
            falling: (self.falling | queen) << 1,
        }
    }
}

fn place<O: Observer>(
    board: u32,
    row: usize,
    attacked: Attacked,
    solution: &mut [Value],
    observer: &mut O,
) -> ControlFlow<()> {
    if row == solution.len() {
        return observer.observe(Event::Solution(solution));
    }
    observer.observe(Event::Node { depth: row })?;
    let mut free = board & !(attacked.columns | attacked.rising | attacked.falling);
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        let column = queen.trailing_zeros() as Value;
        solution[row] = column;
        observer.observe(Event::Decision { variable: Variable(row as u32), value: column })?;
        place(board, row + 1, attacked.with(queen), solution, observer)?;
        observer.observe(Event::Backtrack { depth: row })?;
    }
    ControlFlow::Continue(())
}
