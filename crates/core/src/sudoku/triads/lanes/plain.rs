//! An array, for processors without AVX2 and for tests.

use std::array::from_fn;
use std::ops::{BitAnd, BitOr};

use super::{Lanes, NONE, Pattern};

/// Sixteen lanes in an array.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Plain([u16; 16]);

impl Plain {
    #[inline]
    fn moved(self, from: impl Fn(usize, usize) -> (usize, usize)) -> Self {
        Plain(from_fn(|index| {
            let (row, column) = from(index / 4, index % 4);
            self.0[4 * row + column]
        }))
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
        self.moved(|row, column| (row, (column + 1) % 4))
    }

    #[inline]
    fn two_beside(self) -> Self {
        self.moved(|row, column| (row, (column + 2) % 4))
    }

    #[inline]
    fn below(self) -> Self {
        self.moved(|row, column| ((row + 1) % 4, column))
    }

    #[inline]
    fn two_below(self) -> Self {
        self.moved(|row, column| ((row + 2) % 4, column))
    }

    #[inline]
    fn row(self, index: usize) -> Self {
        self.moved(|_, column| (index, column))
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
    fn counts(self) -> Self {
        Plain(self.0.map(|set| set.count_ones() as u16))
    }

    #[inline]
    fn equal(self, other: Self) -> Self {
        Plain(from_fn(|index| if self.0[index] == other.0[index] { u16::MAX } else { 0 }))
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
    fn half(self) -> [u64; 2] {
        let word = |half: usize| {
            (0..4).fold(0, |word, index| word | u64::from(self.0[4 * half + index]) << (16 * index))
        };
        [word(0), word(1)]
    }
}
