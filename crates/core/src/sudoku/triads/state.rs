//! What is left of a puzzle: the candidates of nine boxes and the ways of six bands.

use super::lanes::Lanes;
use super::pattern::{ALL, CELLS, WAYS};
use crate::model::Value;

/// Fifteen registers.
#[derive(Clone, Copy)]
pub(super) struct State<L: Lanes> {
    pub(super) proof: L::Proof,
    /// The candidates of the cells of each box, row by row.
    pub(super) boxes: [L; 9],
    /// The digits that can go each way, for the three horizontal bands and the three vertical ones.
    pub(super) ways: [L; 6],
}

impl<L: Lanes> State<L> {
    /// One bit a band.
    pub(super) const ALL_BANDS: u32 = 0x3f;

    /// The givens (0 for none), without any consequence.
    #[inline(always)]
    pub(super) fn new(proof: L::Proof, givens: &[u8; 81]) -> Self {
        const CANDIDATES: [u16; 10] =
            [ALL, 1 << 0, 1 << 1, 1 << 2, 1 << 3, 1 << 4, 1 << 5, 1 << 6, 1 << 7, 1 << 8];
        let mut boxes = [CELLS; 9];
        for (index, sets) in boxes.iter_mut().enumerate() {
            let first = index / 3 * 27 + index % 3 * 3;
            for (row, column) in (0..9).map(|cell| (cell / 3, cell % 3)) {
                sets[4 * row + column] = CANDIDATES[usize::from(givens[first + 9 * row + column])];
            }
        }
        State {
            proof,
            boxes: boxes.map(|sets| L::load(proof, &sets)),
            ways: [L::load(proof, &WAYS); 6],
        }
    }

    /// The values of the cells, if every row, column and box has each once.
    #[inline(always)]
    pub(super) fn solution(&self) -> Option<[Value; 81]> {
        let mut values = [0; 81];
        // Two digits in one unit leave out a third, so that unions tell.
        let (mut rows, mut columns, mut boxes) = ([0; 9], [0; 9], [0; 9]);
        for (index, cells) in self.boxes.iter().enumerate() {
            let sets = cells.store();
            for (i, j) in (0..9).map(|cell| (cell / 3, cell % 3)) {
                let set = sets[4 * i + j];
                if !set.is_power_of_two() {
                    return None;
                }
                let (row, column) = (index / 3 * 3 + i, index % 3 * 3 + j);
                rows[row] |= set;
                columns[column] |= set;
                boxes[index] |= set;
                values[9 * row + column] = set.trailing_zeros() as Value + 1;
            }
        }
        let complete = rows.iter().chain(&columns).chain(&boxes).all(|&unit| unit == ALL);
        complete.then_some(values)
    }
}
