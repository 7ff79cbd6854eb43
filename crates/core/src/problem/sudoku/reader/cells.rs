//! Cells: a square on one line, or row by row, with or without borders.

use std::io::{self, BufRead};

use super::super::Shape;
use super::super::grid::Grid;
use super::super::line::{self, Context, Line};
use super::super::symbol::{Cell, Symbol, decode};
use super::Reader;
use crate::problem::ParseError;

impl<R: BufRead> Reader<R> {
    /// A line of one mark: a border, or a row of empty cells.
    pub(super) fn take_marks(&mut self, mark: char, cells: Vec<Cell>) {
        let size = self.context().size.or(line::size_of_row(cells.len()));
        if size != Some(cells.len()) || self.spoilt {
            return; // a border
        }
        self.open(cells.len()).add_marks(mark, cells);
        self.finish_if_complete();
    }

    fn open(&mut self, size: usize) -> &mut Grid {
        let line = self.lines.number();
        self.grid.get_or_insert_with(|| Grid::new(size, line))
    }

    /// A line of cells: a square, or a row of one.
    pub(super) fn take_cells(
        &mut self,
        cells: Vec<Cell>,
        rest: &str,
        text: &str,
        blanks: bool,
    ) -> io::Result<Result<(), ParseError>> {
        let count = cells.len();
        if self.grid.as_ref().is_some_and(|grid| grid.rows() == 0 && grid.size != count) {
            self.grid = None; // It was a border.
        }
        let square = match self.context().size {
            Some(size) => (count == size * size).then_some(size),
            None => line::size_of_square(count),
        };
        let row = match self.context().size {
            Some(size) => count == size,
            None => line::size_of_row(count).is_some(),
        };
        let square = match square {
            // Sixteen cells are a square of four or a row of sixteen.
            Some(4) if row && !self.are_squares_of_four(&cells)? => None,
            square => square,
        };
        if let Some(size) = square {
            self.close();
            let values = decode(size, &cells);
            let shape = self.shape.unwrap_or_else(|| Shape::of_size(size));
            let start = |values| self.start(shape, values, rest.to_owned(), self.lines.number());
            return Ok(values.map(start));
        }
        if self.spoilt {
            return Ok(Ok(()));
        }
        if !row {
            return Ok(Err(self.wrong_count(count)));
        }
        self.open(count).add_row(cells, text, blanks);
        self.finish_if_complete();
        Ok(Ok(()))
    }

    fn wrong_count(&self, count: usize) -> ParseError {
        let message = match &self.grid {
            Some(grid) => format!(
                "{count} cells in a grid whose rows have {}, which begins at line {}",
                grid.size, grid.line
            ),
            None => {
                let size = self.shape.map_or(9, Shape::size);
                format!(
                    "{count} cells: a {size}×{size} puzzle has {} on one line, or {size} in each row",
                    size * size
                )
            }
        };
        ParseError::new(self.lines.number(), 1, message)
    }

    /// Whether a line of sixteen cells is a square of four: no line of its like, here and below, has
    /// a value beyond four.
    fn are_squares_of_four(&mut self, cells: &[Cell]) -> io::Result<bool> {
        let beyond = |cells: &[Cell]| {
            cells.iter().any(|cell| match cell.symbol {
                Symbol::Hole | Symbol::Letter(23) => false,
                Symbol::Number(number) => number > 4,
                Symbol::Letter(_) => true,
            })
        };
        if self.squares_of_four {
            return Ok(true);
        }
        if self.grid.is_some() || beyond(cells) {
            return Ok(false);
        }
        for index in 0..16 {
            let Some(text) = self.lines.peek(index)? else {
                break;
            };
            match line::classify(&text, 1, Context::default()) {
                Ok(Line::Cells(cells, _)) if cells.len() == 16 && beyond(&cells) => {
                    return Ok(false);
                }
                Ok(Line::Cells(cells, _)) if cells.len() == 16 => {}
                Ok(Line::Blank | Line::Nothing | Line::Marks(..)) => {}
                _ => break,
            }
        }
        self.squares_of_four = true;
        Ok(true)
    }

    fn finish_if_complete(&mut self) {
        if let Some(grid) = self.grid.take_if(|grid| grid.rows() == grid.size) {
            self.finish(grid, false);
        }
    }

    /// The rows of a grid are a puzzle.
    pub(super) fn finish(&mut self, grid: Grid, borders_too: bool) {
        let (size, line) = (grid.size, grid.line);
        let shape = self.shape.unwrap_or_else(|| Shape::of_size(size));
        match decode(size, &grid.cells(borders_too)) {
            Ok(givens) => self.start(shape, givens, String::new(), line),
            Err(error) => self.fail(error),
        }
    }
}
