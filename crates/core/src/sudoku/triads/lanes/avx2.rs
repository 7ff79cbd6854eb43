//! One 256-bit register, through the safe intrinsics of `pulp`.

use std::arch::x86_64::__m256i;
use std::ops::{BitAnd, BitOr};

use pulp::x86::V3;

use super::super::pattern::ALL;
use super::{Lanes, NONE, Pattern, lane};

/// Sixteen lanes of 16 bits, and the proof that the processor has AVX2 (which takes no room).
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Avx2(__m256i, V3);

/// Each of three lanes takes the one so much to the right, cyclically.
const fn rotated(by: usize) -> Pattern {
    let mut pattern = [NONE; 16];
    let mut index = 0;
    while index < 16 {
        if index % 4 < 3 {
            pattern[index] = lane(index % 8 / 4 * 4 + (index % 4 + by) % 3);
        }
        index += 1;
    }
    pattern
}

impl Avx2 {
    /// Two halves, each from the first or the second operand of the instruction.
    ///
    /// The operands are equal, as sets have no other bits than those of digits. But if the compiler
    /// knew, it would take another instruction, twice as slow on some processors.
    #[inline(always)]
    fn halves<const WHICH: i32>(self) -> Self {
        let avx2 = self.1.avx2;
        let digits = self.1.avx._mm256_set1_epi16(ALL as i16);
        let same = avx2._mm256_and_si256(self.0, digits);
        Avx2(avx2._mm256_permute2x128_si256::<WHICH>(self.0, same), self.1)
    }
}

impl BitAnd for Avx2 {
    type Output = Self;

    #[inline(always)]
    fn bitand(self, other: Self) -> Self {
        Avx2(self.1.avx2._mm256_and_si256(self.0, other.0), self.1)
    }
}

impl BitOr for Avx2 {
    type Output = Self;

    #[inline(always)]
    fn bitor(self, other: Self) -> Self {
        Avx2(self.1.avx2._mm256_or_si256(self.0, other.0), self.1)
    }
}

impl Lanes for Avx2 {
    type Proof = V3;

    #[inline(always)]
    fn load(proof: V3, sets: &[u16; 16]) -> Self {
        Avx2(pulp::cast(*sets), proof)
    }

    #[inline(always)]
    fn store(self) -> [u16; 16] {
        pulp::cast(self.0)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        Avx2(self.1.avx2._mm256_andnot_si256(other.0, self.0), self.1)
    }

    #[inline(always)]
    fn shuffle(self, pattern: &Pattern) -> Self {
        Avx2(self.1.avx2._mm256_shuffle_epi8(self.0, pulp::cast(*pattern)), self.1)
    }

    #[inline(always)]
    fn beside(self) -> Self {
        self.shuffle(const { &rotated(1) })
    }

    #[inline(always)]
    fn two_beside(self) -> Self {
        self.shuffle(const { &rotated(2) })
    }

    #[inline(always)]
    fn below(self) -> Self {
        Avx2(self.1.avx2._mm256_shuffle_epi32::<0b01_00_11_10>(self.0), self.1)
    }

    #[inline(always)]
    fn two_below(self) -> Self {
        self.halves::<0x21>()
    }

    #[inline(always)]
    fn upper(self) -> Self {
        self.halves::<0x20>()
    }

    #[inline(always)]
    fn lower(self) -> Self {
        self.halves::<0x31>()
    }

    #[inline(always)]
    fn empty(self) -> Self {
        let zero = self.1.avx._mm256_setzero_si256();
        Avx2(self.1.avx2._mm256_cmpeq_epi16(self.0, zero), self.1)
    }

    #[inline(always)]
    fn without_lowest(self) -> Self {
        let less_one = self.1.avx2._mm256_add_epi16(self.0, self.1.avx._mm256_set1_epi16(-1));
        Avx2(self.1.avx2._mm256_and_si256(self.0, less_one), self.1)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.1.avx._mm256_testz_si256(self.0, self.0) != 0
    }

    #[inline(always)]
    fn is_within(self, other: Self) -> bool {
        self.1.avx._mm256_testc_si256(other.0, self.0) != 0
    }

    #[inline(always)]
    fn words(self) -> [u64; 2] {
        let [first, second, ..]: [u64; 4] = pulp::cast(self.0);
        [first, second]
    }
}
