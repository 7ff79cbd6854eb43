//! Symmetric prefixes: the queens on the border, placed so that of each orbit of solutions only
//! known representatives remain, with no test at any solution.
//!
//! The border of a board holds four queens, or three if one of them stands in a corner. Let the
//! *distance* of a border queen be that to the nearer corner on its side. Turning and mirroring the
//! board moves a queen of least distance a to the last row, left of the middle. So every orbit has a
//! representative with
//!
//! - the queen of the last row in column a, a < N − 1 − a;
//! - the queen of the first row in a column b from a to N − 1 − a, b ≠ a;
//! - the queens of the first and the last column in rows c and d from a to N − 1 − a.
//!
//! It has more than one if several queens have the least distance. Then the eight images are shared
//! among them: half for each of the two axes that ends in such a queen, and half of that again for
//! each end of an axis. A representative stands for
//!
//! > (b = N − 1 − a ? 2 : 4) × (c or d is a or N − 1 − a ? 1 : 2)
//!
//! solutions. With a queen in a corner (a = 0) there are no others of distance 0, since two corners
//! always share a line. The reflection that keeps the corner exchanges the queens of the first row
//! and of the last column, so the one that is nearer to the diagonal's end goes up, and the
//! representative stands for eight.
//!
//! What remains is an inner board of N − 2 columns, a few rows fewer, and squares of it that the
//! border attacks. The row opposite to the queen of least distance is filled first: queens near a
//! corner attack little, so that side is best left to the end. It saves a third of the nodes.

use super::sums::CLASSES;

/// The queens on the border. Rows and columns count from 0; the first row is filled first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Border {
    /// Column of the queen of the last row, the one of least distance.
    pub last_row: usize,
    /// Column of the queen of the first row.
    pub first_row: usize,
    /// Row of the queen of the first column.
    pub first_column: usize,
    /// Row of the queen of the last column.
    pub last_column: usize,
}

/// A row of the inner board that is to be filled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number on the whole board.
    pub row: usize,
    /// Inner columns that the border queens attack along diagonals; bit 0 is column 1.
    pub attacked: u32,
}

/// A placement of the border queens, and the inner board that it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prefix {
    /// The border queens.
    pub border: Border,
    /// The symmetry class of its solutions: each stands for 2 to the power of this.
    pub class: usize,
    /// The inner columns that are taken, and all bits beyond the inner board; bit 0 is column 1.
    pub columns: u32,
    /// The rows to fill, in this order.
    pub rows: Vec<Row>,
}

/// All symmetric prefixes of a board, always in the same order. Boards of one row have none.
pub fn prefixes(n: usize) -> Vec<Prefix> {
    let corner = (1..n.saturating_sub(1)).flat_map(|first_row| {
        // The image of (0, first_row) in the reflection is (n - 1 - first_row, n - 1).
        (1..n - 1 - first_row).map(move |last_column| {
            (Border { last_row: 0, first_row, first_column: n - 1, last_column }, 3)
        })
    });
    let others = (1..n / 2).flat_map(|a| {
        let opposite = n - 1 - a;
        (a + 1..=opposite).flat_map(move |first_row| {
            (a..=opposite).flat_map(move |first_column| {
                (a..=opposite).map(move |last_column| {
                    let border = Border { last_row: a, first_row, first_column, last_column };
                    let side = [first_column, last_column];
                    let both_axes = side.iter().any(|&row| row == a || row == opposite);
                    let both_ends = first_row == opposite;
                    (border, CLASSES - 1 - usize::from(both_axes) - usize::from(both_ends))
                })
            })
        })
    });
    corner.chain(others).filter_map(|(border, class)| Prefix::new(n, border, class)).collect()
}

impl Prefix {
    /// The inner board of a placement, unless two of its queens attack each other.
    fn new(n: usize, border: Border, class: usize) -> Option<Self> {
        let last = n - 1;
        let sides = [
            (0, border.first_row),
            (border.first_column, 0),
            (border.last_column, last),
            (last, border.last_row),
        ];
        let (mut rows, mut columns, mut rising, mut falling) = (0u32, 0u32, 0u64, 0u64);
        for (side, (row, column)) in sides.into_iter().enumerate() {
            if side == 3 && sides[1] == sides[3] {
                // One queen in the corner that both sides share.
                continue;
            }
            let lines = (1 << row, 1 << column, 1 << (row + column), 1 << (last + column - row));
            let taken = rows & lines.0 != 0 || columns & lines.1 != 0;
            if taken || rising & lines.2 != 0 || falling & lines.3 != 0 {
                return None;
            }
            (rows, columns) = (rows | lines.0, columns | lines.1);
            (rising, falling) = (rising | lines.2, falling | lines.3);
        }
        let beyond = u32::MAX << (n - 2);
        let rows = (1..last).filter(|row| rows >> row & 1 == 0).map(|row| {
            // Bit 0 is column 1.
            let attacked = rising >> (row + 1) | falling >> (last - row + 1);
            Row { row, attacked: attacked as u32 & !beyond }
        });
        let columns = columns >> 1 | beyond;
        Some(Prefix { border, class, columns, rows: rows.collect() })
    }

    /// The prefixes with one more queen, in the row that is next, from the lowest column. None if
    /// that row has no free square.
    pub fn extensions(&self) -> impl Iterator<Item = Prefix> + '_ {
        let (row, rest) = self.rows.split_first().expect("a row is left to fill");
        let free = !(self.columns | row.attacked);
        let squares =
            (0..u32::BITS).map(|column| 1 << column).filter(move |queen| free & queen != 0);
        squares.map(move |queen| {
            let rows = rest.iter().map(|later| {
                let distance = later.row - row.row;
                let attacked = later.attacked | queen << distance | queen >> distance;
                Row { row: later.row, attacked }
            });
            Prefix { columns: self.columns | queen, rows: rows.collect(), ..*self }
        })
    }

    /// An estimate of the work below it, comparable between the prefixes of one board: the squares
    /// that the border leaves free, row by row, multiplied.
    pub fn estimate(&self) -> f64 {
        let free = |row: &Row| f64::from((self.columns | row.attacked).count_zeros());
        self.rows.iter().map(free).product()
    }

    /// The columns of the first row that the images of a solution below this prefix have there, one
    /// for each of the eight symmetries.
    pub fn first_row_columns(&self, n: usize) -> [usize; 8] {
        let Border { last_row, first_row, first_column, last_column } = self.border;
        let sides = [last_row, first_row, first_column, last_column];
        std::array::from_fn(|i| if i < 4 { sides[i] } else { n - 1 - sides[i - 4] })
    }
}

/// Inner columns attacked by inner queens, as seen from the row to fill next. The columns are those
/// of the border queens too; their diagonals are in [`Row::attacked`].
#[derive(Clone, Copy)]
pub(in crate::queens) struct Attacked {
    pub(in crate::queens) columns: u32,
    pub(in crate::queens) rising: u32,
    pub(in crate::queens) falling: u32,
}

impl Attacked {
    /// Before the first inner queen.
    pub(in crate::queens) fn before(prefix: &Prefix) -> Self {
        Attacked { columns: prefix.columns, rising: 0, falling: 0 }
    }

    /// After a queen in this row, as seen from a later one.
    pub(in crate::queens) fn with(self, queen: u32, rows: usize) -> Self {
        Attacked {
            columns: self.columns | queen,
            rising: (self.rising | queen) >> rows,
            falling: (self.falling | queen) << rows,
        }
    }

    /// The columns that remain for a row at this distance.
    pub(in crate::queens) fn free(self, row: &Row, rows: usize) -> u32 {
        !(self.columns | self.rising >> rows | self.falling << rows | row.attacked)
    }
}
