//! Backtracking over the cells of a Sudoku: the program that everyone writes first, and the same
//! with the cell that has the fewest candidates first (MRV).
//!
//! What a unit has is one word, so that the candidates of a cell are one expression. The generic
//! [`backtracking`](crate::search::backtracking) does the same over any model; here the rules of
//! Sudoku are built in.

use std::borrow::Cow;
use std::ops::ControlFlow;

use super::board::{Board, values};
use crate::model::{Value, Variable};
use crate::observer::{Event, Observer};
use crate::problem::Sudoku;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// The first empty cell first.
pub const ROW: Row<CellByCell> = Row {
    card: Card {
        id: Cow::Borrowed("first-empty-cell"),
        family: Family::HandWritten,
        technique: "Sudoku backtracking",
        summary: Cow::Borrowed("the first empty cell, its candidates ascending"),
        reference: "Golomb and Baumert 1965",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["sudoku"]),
        featured: true,
    },
    search: CellByCell { order: Order::First },
};

/// The cell with the fewest candidates first.
pub const MRV_ROW: Row<CellByCell> = Row {
    card: Card {
        id: Cow::Borrowed("fewest-candidates"),
        summary: Cow::Borrowed("the empty cell with the fewest candidates (MRV)"),
        reference: "Haralick and Elliott 1980",
        ..ROW.card
    },
    search: CellByCell { order: Order::FewestCandidates },
};

/// Which cell is filled next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// The first empty one.
    First,
    /// The one with the fewest candidates; of equals the first.
    FewestCandidates,
}

/// Backtracking over the cells.
#[derive(Clone, Copy, Debug)]
pub struct CellByCell {
    /// Which cell is filled next.
    pub order: Order,
}

impl Search for CellByCell {
    type Instance = Sudoku;

    fn search<O: Observer>(&self, sudoku: &Sudoku, _: u64, observer: &mut O) -> ControlFlow<()> {
        let Some(mut board) = Board::new(sudoku) else {
            return ControlFlow::Continue(());
        };
        let cells = 0..board.filled.len();
        let mut empty: Vec<usize> = cells.filter(|&cell| board.filled[cell] == 0).collect();
        self.fill(&mut board, &mut empty, 0, observer)
    }
}

impl CellByCell {
    /// Fills the empty cells from `depth` on; those before it are filled.
    fn fill<O: Observer>(
        &self,
        board: &mut Board,
        empty: &mut [usize],
        depth: usize,
        observer: &mut O,
    ) -> ControlFlow<()> {
        if depth == empty.len() {
            return observer.observe(Event::Solution(&board.filled));
        }
        observer.observe(Event::Node { depth })?;
        let next = match self.order {
            Order::First => depth,
            Order::FewestCandidates => {
                let candidates =
                    |&at: &usize| (board.candidates(empty[at]).count_ones(), empty[at]);
                let fewest = (depth..empty.len()).min_by_key(candidates);
                fewest.expect("a cell is empty")
            }
        };
        empty.swap(depth, next);
        let cell = empty[depth];
        let variable = Variable(cell as u32);
        for value in values(board.candidates(cell)) {
            observer.observe(Event::Decision { variable, value: value as Value })?;
            board.put(cell, value);
            self.fill(board, empty, depth + 1, observer)?;
            board.take_back(cell);
            observer.observe(Event::Backtrack { depth })?;
        }
        empty.swap(depth, next);
        ControlFlow::Continue(())
    }
}
