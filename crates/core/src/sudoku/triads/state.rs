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
        let mut sets = [CELLS; 9];
        for row in 0..9 {
            for column in 0..9 {
                let given = givens[9 * row + column];
                sets[box_of(row, column)][lane_of(row, column)] = CANDIDATES[usize::from(given)];
            }
        }
        let mut boxes = [L::load(proof, &CELLS); 9];
        for (cells, sets) in boxes.iter_mut().zip(&sets) {
            *cells = L::load(proof, sets);
        }
        State { proof, boxes, ways: [L::load(proof, &WAYS); 6] }
    }

    /// The values of the cells where each has one candidate.
    #[inline(always)]
    pub(super) fn values(&self) -> [Value; 81] {
        let mut boxes = [[0; 16]; 9];
        for (sets, cells) in boxes.iter_mut().zip(&self.boxes) {
            *sets = cells.store();
        }
        let mut values = [0; 81];
        for row in 0..9 {
            for column in 0..9 {
                let set = boxes[box_of(row, column)][lane_of(row, column)];
                values[9 * row + column] = set.trailing_zeros() as Value + 1;
            }
        }
        values
    }
}

/// The box of a cell.
const fn box_of(row: usize, column: usize) -> usize {
    row / 3 * 3 + column / 3
}

/// The lane of a cell in its box.
const fn lane_of(row: usize, column: usize) -> usize {
    row % 3 * 4 + column % 3
}
