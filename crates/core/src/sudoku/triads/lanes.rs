//! Sixteen sets of digits side by side: a square of four rows and four columns of lanes, one
//! instruction for all of them where the processor has AVX2.
//!
//! A set has one bit a digit from bit 0 for 1. The algorithm is written once over [`Lanes`]; the
//! plain implementation works everywhere and is what the other is tested against.

use std::ops::{BitAnd, BitOr};

#[cfg(target_arch = "x86_64")]
mod avx2;
mod plain;

#[cfg(target_arch = "x86_64")]
pub(super) use avx2::Avx2;
pub(super) use plain::Plain;

/// For each lane, which lane of the same half (two rows) it takes: made by [`lane`], or [`NONE`].
pub(super) type Pattern = [u16; 16];

/// Takes nothing: the empty set.
pub(super) const NONE: u16 = 0xffff;

/// Takes the lane with this index, 0 to 7, of the own half. Written as the two bytes of the lane,
/// as the instruction wants it.
pub(super) const fn lane(index: usize) -> u16 {
    (2 * index + 256 * (2 * index + 1)) as u16
}

/// What the algorithm does with sixteen sets at once.
pub(super) trait Lanes: Copy + BitAnd<Output = Self> + BitOr<Output = Self> {
    /// What proves that the processor has the instructions.
    type Proof: Copy;

    /// The lanes of these sets, row by row.
    fn load(proof: Self::Proof, sets: &[u16; 16]) -> Self;

    /// The sets, row by row.
    fn store(self) -> [u16; 16];

    /// What is not in the other.
    fn without(self, other: Self) -> Self;

    /// Each lane takes another of its half.
    fn shuffle(self, pattern: &Pattern) -> Self;

    /// Each of the first three lanes of a row takes the next of them, the third the first. The
    /// fourth becomes empty.
    fn beside(self) -> Self;

    /// Each of the first three lanes of a row takes the one before. The fourth becomes empty.
    fn two_beside(self) -> Self;

    /// The two rows of each half change places.
    fn below(self) -> Self;

    /// The two halves change places.
    fn two_below(self) -> Self;

    /// The first half in place of both.
    fn upper(self) -> Self;

    /// The second half in place of both.
    fn lower(self) -> Self;

    /// All bits where a lane is empty, none elsewhere.
    fn empty(self) -> Self;

    /// Each lane without its lowest digit.
    fn without_lowest(self) -> Self;

    /// Whether all lanes are empty.
    fn is_empty(self) -> bool;

    /// Whether each lane is a subset of the other's.
    fn is_within(self, other: Self) -> bool;

    /// The first two rows, four lanes a word.
    fn words(self) -> [u64; 2];

    /// For each of the first three lanes of a row, what any of them has.
    #[inline(always)]
    fn any_beside(self) -> Self {
        self | self.beside() | self.two_beside()
    }

    /// For each lane, what any lane of its column has.
    #[inline(always)]
    fn any_below(self) -> Self {
        let two = self | self.below();
        two | two.two_below()
    }
}

#[cfg(test)]
mod tests;
