//! Lex-leader while descending: a queen is not placed if an image of the board would then be less
//! than the board, whatever comes after (Crawford, Ginsberg, Luks and Roy, *Symmetry-Breaking
//! Predicates for Search Problems*, KR 1996).
//!
//! Board and image are compared row by row, and the first row says nearly all. Once the first queen
//! stands in column c, no other may stand where an image of it would be in the first row left of c:
//! these squares are taken off the board, and with them whole branches, when an outer column has none
//! left. A queen on an image of the first one makes a tie. Only then is that image compared further:
//! row p of it is some row or some column of the board, and if no queen is there yet, the least and
//! the greatest place that the queen to come can have may decide.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::{Value, Variable};
use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::queens::bitmask::{MAX_SIZE, beyond_words};
use crate::queens::fundamental::images::{Board, READINGS, Ties};
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// One of each orbit, the others cut off while descending.
pub const ROW: Row<LexLeader> = Row {
    card: Card {
        id: Cow::Borrowed("fundamental/lex-leader"),
        family: Family::HandWritten,
        technique: "fundamental solutions",
        summary: Cow::Borrowed("places no queen that makes an image of the board less"),
        reference: "Crawford, Ginsberg, Luks and Roy 1996",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: false,
    },
    search: LexLeader,
};

/// Bitmask recursion over the rows, with all images compared at each queen.
#[derive(Clone, Copy, Debug)]
pub struct LexLeader;

impl Search for LexLeader {
    type Instance = Queens;
    const BREAKS_SYMMETRY: bool = true;

    fn unsupported(&self, queens: &Queens) -> Option<String> {
        beyond_words(queens)
    }

    fn search<O: Observer>(
        &self,
        queens: &Queens,
        _seed: u64,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let mut tree = Tree {
            board: Board::empty(queens.n),
            squares: Squares::at_first(queens.n),
            solution: vec![0; queens.n],
            observer,
        };
        tree.descend(Diagonals::default(), Ties::NONE)
    }
}

struct Tree<'o, O> {
    board: Board,
    squares: Squares,
    solution: Vec<Value>,
    observer: &'o mut O,
}

/// Columns of the current row that are attacked along diagonals.
#[derive(Clone, Copy, Default)]
struct Diagonals {
    rising: u32,
    falling: u32,
}

impl<O: Observer> Tree<'_, O> {
    fn descend(&mut self, attacked: Diagonals, ties: Ties) -> ControlFlow<()> {
        let row = self.board.filled;
        if row == self.board.n {
            return self.observer.observe(Event::Solution(&self.solution));
        }
        if self.board.columns_left & !self.squares.allowed_from[row] != 0 {
            return ControlFlow::Continue(());
        }
        self.observer.observe(Event::Node { depth: row })?;
        let mut free = self.board.columns_left & self.squares.allowed[row];
        free &= !(attacked.rising | attacked.falling);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let column = queen.trailing_zeros() as usize;
            if row == 0 {
                self.squares = Squares::after(self.board.n, column);
            }
            let mut ties = ties;
            if self.squares.tying[row] & queen != 0 {
                ties.add(self.board.n, self.squares.first, (row, column));
            }
            self.board.place(column);
            if ties.hold(&self.board) {
                self.solution[row] = column as Value;
                self.observer.observe(Event::Decision {
                    variable: Variable(row as u32),
                    value: column as Value,
                })?;
                let attacked = Diagonals {
                    rising: (attacked.rising | queen) >> 1,
                    falling: (attacked.falling | queen) << 1,
                };
                self.descend(attacked, ties)?;
                self.observer.observe(Event::Backtrack { depth: row })?;
            }
            self.board.remove(column);
        }
        ControlFlow::Continue(())
    }
}

/// What the column of the first queen says about every square, one word a row.
struct Squares {
    first: usize,
    /// No image of a queen here is left of the first queen in the first row.
    allowed: [u32; MAX_SIZE],
    /// The columns allowed in this row or a later one.
    allowed_from: [u32; MAX_SIZE],
    /// Some image of a queen here is on the square of the first queen.
    tying: [u32; MAX_SIZE],
}

impl Squares {
    /// Before any queen is placed: the mirror image of the first must not be left of it.
    fn at_first(n: usize) -> Self {
        let mut squares = Squares::after(n, 0);
        squares.allowed[0] = u32::MAX >> (MAX_SIZE - n.div_ceil(2));
        squares.allowed_from = [u32::MAX; MAX_SIZE];
        squares
    }

    fn after(n: usize, first: usize) -> Self {
        let mut squares = Squares {
            first,
            allowed: [u32::MAX >> (MAX_SIZE - n); MAX_SIZE],
            allowed_from: [0; MAX_SIZE],
            tying: [0; MAX_SIZE],
        };
        for reading in READINGS {
            for left in 0..first {
                let (row, column) = reading.square(n, (0, left));
                squares.allowed[row] &= !(1 << column);
            }
            let (row, column) = reading.square(n, (0, first));
            squares.tying[row] |= 1 << column;
        }
        let mut allowed_from = 0;
        for row in (0..n).rev() {
            allowed_from |= squares.allowed[row];
            squares.allowed_from[row] = allowed_from;
        }
        squares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::Statistics;
    use crate::queens::bitmask::Bitmask;
    use crate::queens::fundamental::{filter::Filter, leaf::Leaf};

    #[test]
    fn only_the_lex_leader_saves_nodes() {
        fn nodes<S: Search<Instance = Queens>>(search: &S, n: usize) -> u64 {
            let mut statistics = Statistics::default();
            assert!(search.search(&Queens::new(n), 0, &mut statistics).is_continue());
            statistics.nodes
        }
        for n in 6..=9 {
            assert_eq!(nodes(&Filter, n), nodes(&Bitmask, n));
            assert_eq!(nodes(&Leaf, n), nodes(&Bitmask, n));
            assert!(2 * nodes(&LexLeader, n) < nodes(&Bitmask, n), "{n} queens");
        }
    }
}
