//! Where the queens of nodes stand, carried along from level to level.

use super::super::lanes::{Nodes, Simd};

/// Where queens stand, as far as it is recorded: the first four rows in the first word and so on, in
/// each four bits a row from the lowest, the *code* of the queen's column.
pub(in crate::queens) type Places<S> = [<S as Simd>::Words; 4];

/// Rows in one word of places.
const ROWS_IN_WORD: usize = 4;

/// The column whose queen, bit 0 being column 0, has a code.
const COLUMNS: [u8; 16] = {
    let mut columns = [0; 16];
    let mut column = 0;
    while column < 16 {
        columns[((DE_BRUIJN << column & 0xffff) >> 12) as usize] = column as u8;
        column += 1;
    }
    columns
};

/// Its bits from any of the sixteen on, the next four of them, are different numbers.
const DE_BRUIJN: u32 = 0x09af;

/// The column in a row of the places of one node.
#[inline(always)]
pub(in crate::queens) fn column(places: [u32; 4], row: usize) -> u8 {
    COLUMNS[(places[row / ROWS_IN_WORD] >> (row % ROWS_IN_WORD * 4) & 0xf) as usize]
}

/// Places as they are kept in a buffer, which takes any four words.
#[inline(always)]
pub(super) fn packed<S: Simd>([columns, rising, falling, closed]: Places<S>) -> Nodes<S::Words> {
    Nodes { columns, rising, falling, closed }
}

/// Places as they come from a buffer.
#[inline(always)]
pub(super) fn unpacked<S: Simd>(nodes: Nodes<S::Words>) -> Places<S> {
    [nodes.columns, nodes.rising, nodes.falling, nodes.closed]
}

/// How the queens of a pass are recorded.
pub(super) struct Record<S: Simd> {
    /// The word of the places.
    word: usize,
    de_bruijn: S::Words,
    /// From the highest bits of 16 to those of the row.
    shift: S::Shift,
    bits: S::Words,
}

impl<S: Simd> Record<S> {
    #[inline(always)]
    pub(super) fn new(simd: S, depth: usize) -> Self {
        let bit = depth % ROWS_IN_WORD * 4;
        Record {
            word: depth / ROWS_IN_WORD,
            de_bruijn: simd.splat(DE_BRUIJN),
            shift: simd.shift(12 - bit),
            bits: simd.splat(0xf << bit),
        }
    }

    /// The places with one more queen.
    #[inline(always)]
    pub(super) fn with(&self, simd: S, mut places: Places<S>, queen: S::Words) -> Places<S> {
        let code = simd.and(simd.down(simd.mul(queen, self.de_bruijn), self.shift), self.bits);
        for (word, place) in places.iter_mut().enumerate() {
            if word == self.word {
                *place = simd.or(*place, code);
            }
        }
        places
    }
}
