//! An array, for processors without AVX2 and for tests.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr};

use super::{Lanes, NONE, Pattern};

/// Sixteen lanes in an array.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Plain([u16; 16]);

impl Plain {
    #[inline]
    fn moved(self, from: impl Fn(usize, usize) -> Option<(usize, usize)>) -> Self {
        let taken = |(row, column)| self.0[4 * row + column];
        Plain(from_fn(|index| from(index / 4, index % 4).map_or(0, taken)))
    }
}

impl BitAnd for Plain {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Plain(from_fn(|index| self.0[index] & other.0[index]))
    }
}

impl BitOr for Plain {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Plain(from_fn(|index| self.0[index] | other.0[index]))
    }
}

impl Lanes for Plain {
    type Proof = ();

    #[inline]
    fn load((): (), sets: &[u16; 16]) -> Self {
        Plain(*sets)
    }

    #[inline]
    fn store(self) -> [u16; 16] {
        self.0
    }

    #[inline]
    fn without(self, other: Self) -> Self {
        Plain(from_fn(|index| self.0[index] & !other.0[index]))
    }

    #[inline]
    fn shuffle(self, pattern: &Pattern) -> Self {
        Plain(from_fn(|index| match pattern[index] {
            NONE => 0,
            taken => self.0[index / 8 * 8 + usize::from(taken & 0xff) / 2],
        }))
    }

    #[inline]
    fn beside(self) -> Self {
        self.moved(|row, column| (column < 3).then_some((row, (column + 1) % 3)))
    }

    #[inline]
    fn two_beside(self) -> Self {
        self.moved(|row, column| (column < 3).then_some((row, (column + 2) % 3)))
    }

    #[inline]
    fn below(self) -> Self {
        self.moved(|row, column| Some((row ^ 1, column)))
    }

    #[inline]
    fn two_below(self) -> Self {
        self.moved(|row, column| Some((row ^ 2, column)))
    }

    #[inline]
    fn upper(self) -> Self {
        self.moved(|row, column| Some((row % 2, column)))
    }

    #[inline]
    fn lower(self) -> Self {
        self.moved(|row, column| Some((2 + row % 2, column)))
    }

    #[inline]
    fn empty(self) -> Self {
        Plain(self.0.map(|set| if set == 0 { u16::MAX } else { 0 }))
    }

    #[inline]
    fn without_lowest(self) -> Self {
        Plain(self.0.map(|set| set & set.wrapping_sub(1)))
    }

    #[inline]
    fn is_empty(self) -> bool {
        self.0.iter().all(|&set| set == 0)
    }

    #[inline]
    fn is_within(self, other: Self) -> bool {
        self.0.iter().zip(&other.0).all(|(set, other)| set & !other == 0)
    }

    #[inline]
    fn words(self) -> [u64; 2] {
        let word = |half: usize| {
            (0..4).fold(0, |word, index| word | u64::from(self.0[4 * half + index]) << (16 * index))
        };
        [word(0), word(1)]
    }
}
