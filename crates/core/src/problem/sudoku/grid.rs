//! The rows of a puzzle, as they come in.

use super::Shape;
use super::symbol::Cell;
use crate::problem::ParseError;

/// Rows of cells that make a square when they are complete.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) size: usize,
    /// The line where it begins, from 1.
    pub(super) line: usize,
    /// Whether blanks are empty cells.
    pub(super) blanks: bool,
    rows: Vec<Row>,
    /// The text of the rows that certainly are some.
    text: String,
}

#[derive(Debug)]
struct Row {
    cells: Vec<Cell>,
    /// What the row consists of, if it may be a border instead.
    mark: Option<char>,
}

impl Grid {
    pub(super) fn new(size: usize, line: usize) -> Self {
        Grid { size, line, blanks: false, rows: Vec::new(), text: String::new() }
    }

    /// Adds a row as it stands in the text.
    pub(super) fn add_row(&mut self, cells: Vec<Cell>, text: &str, blanks: bool) {
        self.blanks |= blanks;
        // A minus sign is not a mark.
        self.text.push_str(&text.replace("-1", ""));
        self.rows.push(Row { cells, mark: None });
    }

    /// Adds a line of one and the same mark, which is a row if other rows have that mark for empty
    /// cells, and otherwise a border.
    pub(super) fn add_marks(&mut self, mark: char, cells: Vec<Cell>) {
        let mark = Some(mark);
        self.rows.push(Row { cells, mark });
    }

    fn is_row(&self, row: &Row) -> bool {
        row.mark.is_none_or(|mark| self.text.contains(mark))
    }

    /// Number of rows, borders not counted.
    pub(super) fn rows(&self) -> usize {
        self.rows.iter().filter(|row| self.is_row(row)).count()
    }

    /// Whether it would be complete if all that may be borders were rows.
    pub(super) fn is_complete_with_borders(&self) -> bool {
        self.rows.len() == self.size
    }

    /// Whether the rows so far end within boxes; of the usual shape, if none is given that fits.
    pub(super) fn is_within_boxes(&self, shape: Option<Shape>) -> bool {
        let shape = shape.filter(|shape| shape.size() == self.size);
        let shape = shape.unwrap_or_else(|| Shape::of_size(self.size));
        !self.rows().is_multiple_of(shape.rows)
    }

    /// The cells row by row.
    pub(super) fn cells(self, borders_too: bool) -> Vec<Cell> {
        let rows = self.rows.iter();
        let rows = rows.filter(|row| borders_too || self.is_row(row));
        rows.flat_map(|row| &row.cells).copied().collect()
    }

    /// The error that it is not complete.
    pub(super) fn incomplete(&self) -> ParseError {
        let (rows, size) = (self.rows(), self.size);
        let rows = match rows {
            1 => "one row".to_owned(),
            _ => format!("{rows} rows"),
        };
        let message = format!("the grid that begins here has {rows} of {size} cells: give {size}");
        ParseError::new(self.line, 1, message)
    }
}
