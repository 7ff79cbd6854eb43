//! Which lane goes where: from ways to triads to cells, and back.
//!
//! Boxes have their place in a band, from 0, and triads their line: the row in a horizontal band, the
//! column in a vertical one.

use super::lanes::{NONE, Pattern, lane};

/// All digits.
pub(super) const ALL: u16 = 0x1ff;

/// The nine cells of a box in the top left of the square of lanes.
pub(super) const CELLS: [u16; 16] =
    [ALL, ALL, ALL, 0, ALL, ALL, ALL, 0, ALL, ALL, ALL, 0, 0, 0, 0, 0];

/// The six ways of a band, in both halves.
pub(super) const WAYS: [u16; 16] =
    [ALL, ALL, ALL, ALL, ALL, ALL, 0, 0, ALL, ALL, ALL, ALL, ALL, ALL, 0, 0];

/// The line in which the box at a place has the digits that go a way.
pub(super) const fn line_of(way: usize, place: usize) -> usize {
    if way < 3 { (way + place) % 3 } else { (way - place) % 3 }
}

/// From ways to the triads they lead through: a row of lanes a place, a column a line. Two patterns,
/// as two ways lead through each triad.
pub(super) const TRIADS_OF_WAYS: [Pattern; 2] = {
    let mut patterns = [[NONE; 16]; 2];
    let mut index = 0;
    while index < 18 {
        let (way, place) = (index / 3, index % 3);
        patterns[way / 3][4 * place + line_of(way, place)] = lane(way);
        index += 1;
    }
    patterns
};

/// From the triads of one box, in the first or the second row of both halves, to its cells: in a
/// horizontal band, and in a vertical one.
pub(super) const CELLS_OF_TRIADS: [[Pattern; 2]; 2] = {
    let mut patterns = [[[NONE; 16]; 2]; 2];
    let mut index = 0;
    while index < 18 {
        let (from, row, column) = (index / 9, index % 9 / 3, index % 3);
        patterns[0][from][4 * row + column] = lane(4 * from + row);
        patterns[1][from][4 * row + column] = lane(4 * from + column);
        index += 1;
    }
    patterns
};

/// From the rows of the box at a place, each in all lanes of its row, to the ways through them. The
/// half with the other rows has nothing to take.
pub(super) const WAYS_OF_ROWS: [Pattern; 3] = {
    let mut patterns = [[NONE; 16]; 3];
    let mut index = 0;
    while index < 18 {
        let (way, place) = (index / 3, index % 3);
        match line_of(way, place) {
            2 => patterns[place][8 + way] = lane(0),
            row => patterns[place][way] = lane(4 * row),
        }
        index += 1;
    }
    patterns
};

/// From the columns of the box at a place, each in all lanes of its column, to the ways through them.
pub(super) const WAYS_OF_COLUMNS: [Pattern; 3] = {
    let mut patterns = [[NONE; 16]; 3];
    let mut index = 0;
    while index < 18 {
        let (way, place) = (index / 3, index % 3);
        patterns[place][way] = lane(line_of(way, place));
        patterns[place][8 + way] = lane(line_of(way, place));
        index += 1;
    }
    patterns
};
