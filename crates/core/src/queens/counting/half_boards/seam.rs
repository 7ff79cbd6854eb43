//! The two halves of a board and the seam between them.
//!
//! Rows of a half count from the border to the seam, so a lower half is an upper one turned upside
//! down. Of the diagonals of a half only those that cross the seam matter to the other half; the
//! queens on them are the half's *crossing*, a word of 32 bits. A rising diagonal of the upper half
//! goes on as a falling one of the lower half turned upside down, so these have the same bit, and
//! halves fit if their crossings have no bit in common.
//!
//! Each direction has a field of consecutive diagonals, and each field three parts:
//!
//! | bits | part |
//! |---|---|
//! | 0 to 3, 4 to 7 | the *sieve*: the middle of the rising field (of an upper half), and of the falling |
//! | 8 to 13, 14 to 19 | what is before and after the middle of the rising field |
//! | 20 to 25, 26 to 31 | the same of the falling field |
//!
//! The two long diagonals are left out of the fields, since symmetry lets one ask for lower halves
//! that have no queen there. On odd boards the middle row is the seam. The two diagonals of its queen
//! are left out instead, and attacked from the start.

/// The squares of a half board, and what a queen on each attacks.
#[derive(Debug)]
pub(super) struct Seam {
    /// Size of the board.
    pub(super) n: usize,
    /// Rows of a half.
    pub(super) rows: usize,
    /// Column of the queen in the middle row of an odd board.
    pub(super) middle: Option<usize>,
    /// Diagonals of that queen.
    pub(super) attacked: u64,
    squares: Vec<[Square; COLUMNS]>,
}

/// Columns that tables have place for.
pub(super) const COLUMNS: usize = 32;

/// Where the falling diagonals begin in a word of diagonals.
pub(super) const FALLING: usize = 32;

/// Where the two long diagonals are in a crossing.
pub(super) const LONG: usize = 32;

/// What a queen on a square attacks.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Square {
    /// Its diagonals among all of the half: rising ones by row + column, falling ones from
    /// [`FALLING`] on by column − row, from 0.
    pub(super) diagonals: u64,
    /// Its diagonals that cross the seam.
    pub(super) crossing: u64,
}

/// Which half of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Half {
    /// The first rows.
    Upper,
    /// The last rows, turned upside down.
    Lower,
}

/// Bits of the sieve in each field.
pub(super) const SIEVE: usize = 4;

/// Bits before the middle of a field, and after it.
pub(super) const CHUNK: usize = 6;

/// The bit of a place in a field of this width.
fn bit(width: usize, place: usize, field: usize) -> usize {
    // On small boards a large sieve would leave too few crossings with the same.
    let sieve = (width / 4).clamp(1, SIEVE);
    let before = (width - sieve) / 2;
    let chunk = 2 * SIEVE + 2 * CHUNK * field;
    match place {
        place if place < before => chunk + place,
        place if place < before + sieve => SIEVE * field + place - before,
        place => chunk + CHUNK + place - before - sieve,
    }
}

impl Seam {
    /// The seam of a board, with a queen in the middle row if that has an odd number.
    pub(super) fn new(n: usize, middle: Option<usize>, half: Half) -> Self {
        let rows = n / 2;
        // The diagonals that cross, and the one of them that is not in the field.
        let (crossing, left_out) = middle.map_or((n - 1, rows - 1), |column| (n - 2, column - 1));
        let width = crossing - 1;
        let place = |diagonal: usize, field: usize| match diagonal {
            diagonal if diagonal >= crossing => 0,
            diagonal if diagonal == left_out => 1 << (LONG + field),
            diagonal => 1 << bit(width, diagonal - usize::from(diagonal > left_out), field),
        };
        let first_rising = n - rows;
        let square = |row: usize, column: usize| {
            let (rising, falling) = (row + column, column + rows - 1 - row);
            let fields = match half {
                Half::Upper => [0, 1],
                Half::Lower => [1, 0],
            };
            let rises = rising.checked_sub(first_rising);
            let rises = rises.map_or(0, |diagonal| place(diagonal, fields[0]));
            Square {
                diagonals: 1 << rising | 1 << (FALLING + falling),
                crossing: rises | place(falling, fields[1]),
            }
        };
        let line = |row| {
            let mut line = [Square::default(); COLUMNS];
            (0..n).for_each(|column| line[column] = square(row, column));
            line
        };
        let attacked =
            middle.map_or(0, |column| 1 << (rows + column) | 1 << (FALLING + column - 1));
        Seam { n, rows, middle, attacked, squares: (0..rows).map(line).collect() }
    }

    /// The squares of a row of a half.
    pub(super) fn row(&self, row: usize) -> &[Square; COLUMNS] {
        &self.squares[row]
    }

    /// All columns but that of the middle queen.
    pub(super) fn columns(&self) -> u32 {
        let all = (1 << self.n) - 1;
        self.middle.map_or(all, |column| all ^ 1 << column)
    }

    /// These columns in the mirror.
    pub(super) fn mirrored(&self, columns: u32) -> u32 {
        columns.reverse_bits() >> (COLUMNS - self.n)
    }
}
