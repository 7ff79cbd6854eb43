//! The images of a board under the symmetries of the square, read off it row by row and compared with
//! it as far as both are known.

use std::cmp::Ordering;

use crate::model::Value;
use crate::queens::bitmask::MAX_SIZE;

/// A board whose first rows are filled, readable by row and by column.
#[derive(Clone, Debug)]
pub(crate) struct Board {
    /// Number of rows and of columns.
    pub(crate) n: usize,
    /// Number of rows that hold a queen.
    pub(crate) filled: usize,
    /// The columns without a queen, one bit each.
    pub(crate) columns_left: u32,
    column_of_row: [u8; MAX_SIZE],
    row_of_column: [u8; MAX_SIZE],
}

impl Board {
    pub(crate) fn empty(n: usize) -> Self {
        Board {
            n,
            filled: 0,
            columns_left: u32::MAX >> (MAX_SIZE - n),
            column_of_row: [0; MAX_SIZE],
            row_of_column: [0; MAX_SIZE],
        }
    }

    /// Puts a queen into the first empty row.
    pub(crate) fn place(&mut self, column: usize) {
        self.column_of_row[self.filled] = column as u8;
        self.row_of_column[column] = self.filled as u8;
        self.columns_left ^= 1 << column;
        self.filled += 1;
    }

    /// Takes the queen of the last filled row away.
    pub(crate) fn remove(&mut self, column: usize) {
        self.filled -= 1;
        self.columns_left ^= 1 << column;
    }

    /// The least and the greatest column that the queen of a row can have.
    fn column_of_row(&self, row: usize) -> (u8, u8) {
        match row < self.filled {
            true => (self.column_of_row[row], self.column_of_row[row]),
            false => bounds(self.columns_left),
        }
    }

    /// The least and the greatest row that the queen of a column can have.
    fn row_of_column(&self, column: usize) -> (u8, u8) {
        match self.columns_left >> column & 1 {
            0 => (self.row_of_column[column], self.row_of_column[column]),
            _ => (self.filled as u8, self.n as u8 - 1),
        }
    }
}

/// The lowest and the highest bit of a word that is not 0.
fn bounds(word: u32) -> (u8, u8) {
    (word.trailing_zeros() as u8, 31 - word.leading_zeros() as u8)
}

/// A symmetry of the square, as a way of reading a board: each of its rows is a row or a column of
/// the board, counted from either end, and read from either end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reading {
    columns: bool,
    from_last: bool,
    mirrored: bool,
}

/// All symmetries but the identity.
pub(crate) const READINGS: [Reading; 7] = {
    let mut readings = [Reading { columns: false, from_last: false, mirrored: false }; 7];
    let mut code = 1;
    while code < 8 {
        readings[code - 1] =
            Reading { columns: code & 1 != 0, from_last: code & 2 != 0, mirrored: code & 4 != 0 };
        code += 1;
    }
    readings
};

impl Reading {
    /// The square of the board that is read as this square of the image.
    pub(crate) fn square(self, n: usize, (row, column): (usize, usize)) -> (usize, usize) {
        let line = if self.from_last { n - 1 - row } else { row };
        let place = if self.mirrored { n - 1 - column } else { column };
        match self.columns {
            true => (place, line),
            false => (line, place),
        }
    }

    /// The least and the greatest column that the queen of a row of the image can have.
    fn row(self, board: &Board, row: usize) -> (u8, u8) {
        let last = board.n - 1;
        let line = if self.from_last { last - row } else { row };
        let (least, greatest) = match self.columns {
            true => board.row_of_column(line),
            false => board.column_of_row(line),
        };
        match self.mirrored {
            true => (last as u8 - greatest, last as u8 - least),
            false => (least, greatest),
        }
    }
}

/// The images that are equal to the board as far as both are known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ties {
    /// The images, one bit each.
    images: u8,
    /// For each of them: the number of first rows known to be equal.
    equal_rows: [u8; READINGS.len()],
}

impl Ties {
    /// No image.
    pub(crate) const NONE: Ties = Ties { images: 0, equal_rows: [0; READINGS.len()] };

    /// Every image but the board itself.
    pub(crate) const ALL: Ties = Ties { images: (1 << READINGS.len()) - 1, ..Ties::NONE };

    /// Adds the images in which this square is that of the first queen.
    pub(crate) fn add(&mut self, n: usize, first: usize, square: (usize, usize)) {
        for (index, reading) in READINGS.into_iter().enumerate() {
            if reading.square(n, (0, first)) == square {
                self.images |= 1 << index;
            }
        }
    }

    /// Forgets the images that turn out greater; false if one is less than the board.
    pub(crate) fn hold(&mut self, board: &Board) -> bool {
        let mut images = self.images;
        while images != 0 {
            let index = images.trailing_zeros() as usize;
            images &= images - 1;
            match compare(READINGS[index], &mut self.equal_rows[index], board) {
                Some(Ordering::Less) => return false,
                Some(Ordering::Greater) => self.images ^= 1 << index,
                Some(Ordering::Equal) | None => {}
            }
        }
        true
    }
}

/// Whether an image is less, equal or greater than the board, unless that is still open.
fn compare(reading: Reading, equal_rows: &mut u8, board: &Board) -> Option<Ordering> {
    for row in usize::from(*equal_rows)..board.filled {
        let ours = board.column_of_row[row];
        let (least, greatest) = reading.row(board, row);
        if greatest < ours {
            return Some(Ordering::Less);
        }
        if least > ours {
            return Some(Ordering::Greater);
        }
        if least < greatest {
            return None;
        }
        *equal_rows += 1;
    }
    (board.filled == board.n).then_some(Ordering::Equal)
}

/// Whether a complete board of up to 32 rows is the least of its eight images.
pub(crate) fn is_canonical(columns: &[Value]) -> bool {
    let mut board = Board::empty(columns.len());
    for &column in columns {
        board.place(column as usize);
    }
    let mut ties = Ties::ALL;
    ties.hold(&board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry;

    #[test]
    fn the_readings_are_the_symmetries_of_the_square() {
        let board = [2, 5, 7, 0, 3, 6, 4, 1];
        let mut placed = Board::empty(8);
        board.iter().for_each(|&column| placed.place(column as usize));
        let read = |reading: Reading| -> Vec<Value> {
            (0..8).map(|row| reading.row(&placed, row).0.into()).collect()
        };
        let mut images: Vec<_> = READINGS.into_iter().map(read).collect();
        images.push(board.to_vec());
        images.sort();
        assert_eq!(images, symmetry::images(&board, &symmetry::of_the_square(8)));
    }

    #[test]
    fn canonical_is_what_the_symmetries_say() {
        let symmetries = symmetry::of_the_square(5);
        // All placements of rooks, many of which are symmetric.
        for code in 0..3125 {
            let board = [625, 125, 25, 5, 1].map(|unit| code / unit % 5);
            if (0..5).all(|c| board.contains(&c)) {
                let expected = symmetry::orbit(&board, &symmetries).canonical;
                assert_eq!(is_canonical(&board), expected, "{board:?}");
            }
        }
    }
}
