//! Rows, columns, boxes and diagonals.

use std::fmt;

use super::Shape;

/// A set of cells that has each value once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// A row, from 0.
    Row(usize),
    /// A column, from 0.
    Column(usize),
    /// A box, from 0, row by row.
    Box(usize),
    /// The diagonal from the top left.
    Falling,
    /// The diagonal from the bottom left.
    Rising,
}

impl Unit {
    /// The units of a square. Boxes that are rows or columns are not repeated.
    pub(super) fn all(shape: Shape, diagonals: bool) -> impl Iterator<Item = Unit> + use<> {
        let lines = 0..shape.size();
        let boxes = if shape.rows == 1 || shape.columns == 1 { 0..0 } else { lines.clone() };
        let rows = lines.clone().map(Unit::Row);
        let diagonals = [Unit::Falling, Unit::Rising].into_iter().filter(move |_| diagonals);
        rows.chain(lines.map(Unit::Column)).chain(boxes.map(Unit::Box)).chain(diagonals)
    }

    /// Its cells.
    pub fn cells(self, shape: Shape) -> impl Iterator<Item = usize> {
        let size = shape.size();
        (0..size).map(move |place| match self {
            Unit::Row(row) => row * size + place,
            Unit::Column(column) => place * size + column,
            Unit::Box(index) => {
                // As many boxes lie side by side as a box has rows.
                let row = index / shape.rows * shape.rows + place / shape.columns;
                let column = index % shape.rows * shape.columns + place % shape.columns;
                row * size + column
            }
            Unit::Falling => place * size + place,
            Unit::Rising => (size - 1 - place) * size + place,
        })
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Unit::Row(row) => write!(formatter, "row {}", row + 1),
            Unit::Column(column) => write!(formatter, "column {}", column + 1),
            Unit::Box(index) => write!(formatter, "box {}", index + 1),
            Unit::Falling => formatter.write_str("the falling diagonal"),
            Unit::Rising => formatter.write_str("the rising diagonal"),
        }
    }
}

/// What people call a cell.
pub(super) fn cell_name(size: usize, cell: usize) -> String {
    format!("r{}c{}", cell / size + 1, cell % size + 1)
}
