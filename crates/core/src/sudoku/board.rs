//! A partly filled square, and which values fit into a cell.

use crate::model::Value;
use crate::problem::Sudoku;

/// The values that a set of cells has, one bit a value from bit 0 for 1.
pub(super) type Values = u32;

/// All values of a square.
pub(super) fn all_values(size: usize) -> Values {
    Values::MAX >> (Values::BITS as usize - size)
}

/// The values of a set, ascending.
pub(super) fn values(mut set: Values) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let value = set.trailing_zeros() as usize + 1;
        set &= set.checked_sub(1)?; // removes the lowest
        Some(value)
    })
}

/// A square in which some cells are filled and no rule is broken.
#[derive(Debug)]
pub(super) struct Board {
    size: usize,
    /// For each cell: its units.
    units_of: Vec<Vec<usize>>,
    /// For each unit: the values it has.
    used: Vec<Values>,
    cage_of: Vec<Option<usize>>,
    cages: Vec<Rest>,
    /// The value of each cell; 0 for an empty one.
    pub(super) filled: Vec<Value>,
}

/// What is left to do in a cage.
#[derive(Clone, Copy, Debug)]
struct Rest {
    sum: i64,
    cells: usize,
    used: Values,
}

impl Board {
    /// The givens of a puzzle; `None` if they break a rule.
    pub(super) fn new(sudoku: &Sudoku) -> Option<Board> {
        let cells = sudoku.givens().len();
        let mut board = Board {
            size: sudoku.size(),
            units_of: vec![Vec::new(); cells],
            used: Vec::new(),
            cage_of: vec![None; cells],
            cages: Vec::new(),
            filled: vec![0; cells],
        };
        for unit in sudoku.units() {
            for cell in unit.cells(sudoku.shape()) {
                board.units_of[cell].push(board.used.len());
            }
            board.used.push(0);
        }
        for cage in sudoku.cages() {
            for &cell in &cage.cells {
                board.cage_of[cell] = Some(board.cages.len());
            }
            board.cages.push(Rest { sum: cage.sum, cells: cage.cells.len(), used: 0 });
        }
        for (cell, &given) in sudoku.givens().iter().enumerate() {
            if given > 0 {
                if board.candidates(cell) & bit(given.into()) == 0 {
                    return None;
                }
                board.put(cell, given.into());
            }
        }
        Some(board)
    }

    /// The values that an empty cell can have without breaking a rule at once.
    #[inline]
    pub(super) fn candidates(&self, cell: usize) -> Values {
        let used = self.units_of[cell].iter().map(|&unit| self.used[unit]);
        let free = all_values(self.size) & !used.fold(0, |union, used| union | used);
        match self.cage_of[cell] {
            None => free,
            Some(cage) => free & self.cages[cage].candidates(self.size),
        }
    }

    /// Fills an empty cell with a candidate.
    #[inline]
    pub(super) fn put(&mut self, cell: usize, value: usize) {
        self.filled[cell] = value as Value;
        for &unit in &self.units_of[cell] {
            self.used[unit] |= bit(value);
        }
        if let Some(cage) = self.cage_of[cell] {
            let rest = &mut self.cages[cage];
            rest.sum -= value as i64;
            rest.cells -= 1;
            rest.used |= bit(value);
        }
    }

    /// Empties a cell.
    #[inline]
    pub(super) fn take_back(&mut self, cell: usize) {
        let value = std::mem::take(&mut self.filled[cell]) as usize;
        for &unit in &self.units_of[cell] {
            self.used[unit] &= !bit(value);
        }
        if let Some(cage) = self.cage_of[cell] {
            let rest = &mut self.cages[cage];
            rest.sum += value as i64;
            rest.cells += 1;
            rest.used &= !bit(value);
        }
    }
}

impl Rest {
    /// The values after which the other cells can still make the sum, as far as the least and the
    /// greatest sum of so many different values tell.
    fn candidates(self, size: usize) -> Values {
        let others = self.cells as i64 - 1;
        let least = others * (others + 1) / 2;
        let most = others * (2 * size as i64 + 1 - others) / 2;
        let (from, to) = (self.sum - most, self.sum - least);
        let fits = |&value: &usize| (from..=to).contains(&(value as i64));
        let fitting = (1..=size).filter(fits);
        fitting.fold(0, |set, value| set | bit(value)) & !self.used
    }
}

/// The set of one value.
#[inline]
pub(super) fn bit(value: usize) -> Values {
    1 << (value - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_of_a_cage_leaves_the_values_that_make_its_sum() {
        // Least and greatest sums of two and three cells, and one that is used already.
        for (cells, sum, used, values) in [
            (2, 3, 0, &[1, 2][..]),
            (2, 17, 0, &[8, 9]),
            (3, 6, 0, &[1, 2, 3]),
            (3, 24, 0, &[7, 8, 9]),
            (2, 4, bit(2), &[1, 3]),
        ] {
            let expected = values.iter().fold(0, |set, &value| set | bit(value));
            assert_eq!(Rest { sum, cells, used }.candidates(9), expected, "{cells} make {sum}");
        }
    }
}
