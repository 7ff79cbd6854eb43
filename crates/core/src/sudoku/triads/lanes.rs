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

    /// Each lane takes its neighbour to the right, the last of a row the first.
    fn beside(self) -> Self;

    /// Each lane takes the one two to the right.
    fn two_beside(self) -> Self;

    /// Each lane takes the one below, the last of a column the first.
    fn below(self) -> Self;

    /// Each lane takes the one two below.
    fn two_below(self) -> Self;

    /// This row in place of all rows.
    fn row(self, index: usize) -> Self;

    /// All bits where a lane is empty, none elsewhere.
    fn empty(self) -> Self;

    /// Each lane without its lowest digit.
    fn without_lowest(self) -> Self;

    /// Number of digits of each lane.
    fn counts(self) -> Self;

    /// All bits where two lanes are equal, none elsewhere.
    fn equal(self, other: Self) -> Self;

    /// Whether all lanes are empty.
    fn is_empty(self) -> bool;

    /// Whether each lane is a subset of the other's.
    fn is_within(self, other: Self) -> bool;

    /// The first two rows, four lanes a word.
    fn half(self) -> [u64; 2];

    /// For each lane, what any lane of its row has.
    #[inline(always)]
    fn any_beside(self) -> Self {
        let two = self | self.beside();
        two | two.two_beside()
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
