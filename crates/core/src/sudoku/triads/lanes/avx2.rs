//! One 256-bit register, through the safe intrinsics of `pulp`.

use std::arch::x86_64::__m256i;
use std::ops::{BitAnd, BitOr};

use pulp::x86::V3;

use super::{Lanes, Pattern, lane};

/// Sixteen lanes of 16 bits, and the proof that the processor has AVX2 (which takes no room).
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Avx2(__m256i, V3);

/// Each lane of a row takes its neighbour.
const BESIDE: Pattern = {
    let mut pattern = [0; 16];
    let mut index = 0;
    while index < 16 {
        let in_half = index % 8;
        pattern[index] = lane(in_half / 4 * 4 + (in_half + 1) % 4);
        index += 1;
    }
    pattern
};

/// Number of bits of each value of four bits, for both halves of a register.
const BITS_OF_FOUR: [u8; 32] = {
    let mut bits = [0; 32];
    let mut index = 0;
    while index < 32 {
        bits[index] = (index % 16).count_ones() as u8;
        index += 1;
    }
    bits
};

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
        self.shuffle(&BESIDE)
    }

    #[inline(always)]
    fn two_beside(self) -> Self {
        Avx2(self.1.avx2._mm256_shuffle_epi32::<0b10_11_00_01>(self.0), self.1)
    }

    #[inline(always)]
    fn below(self) -> Self {
        Avx2(self.1.avx2._mm256_permute4x64_epi64::<0b00_11_10_01>(self.0), self.1)
    }

    #[inline(always)]
    fn two_below(self) -> Self {
        Avx2(self.1.avx2._mm256_permute4x64_epi64::<0b01_00_11_10>(self.0), self.1)
    }

    #[inline(always)]
    fn row(self, index: usize) -> Self {
        let avx2 = self.1.avx2;
        let row = match index {
            0 => avx2._mm256_permute4x64_epi64::<0b00_00_00_00>(self.0),
            1 => avx2._mm256_permute4x64_epi64::<0b01_01_01_01>(self.0),
            2 => avx2._mm256_permute4x64_epi64::<0b10_10_10_10>(self.0),
            _ => avx2._mm256_permute4x64_epi64::<0b11_11_11_11>(self.0),
        };
        Avx2(row, self.1)
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
    fn counts(self) -> Self {
        let (avx, avx2) = (self.1.avx, self.1.avx2);
        let (table, four) = (pulp::cast(BITS_OF_FOUR), avx._mm256_set1_epi8(15));
        let low = avx2._mm256_and_si256(self.0, four);
        let high = avx2._mm256_and_si256(avx2._mm256_srli_epi16::<4>(self.0), four);
        let low = avx2._mm256_shuffle_epi8(table, low);
        let bytes = avx2._mm256_add_epi8(low, avx2._mm256_shuffle_epi8(table, high));
        Avx2(avx2._mm256_maddubs_epi16(bytes, avx._mm256_set1_epi8(1)), self.1)
    }

    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        Avx2(self.1.avx2._mm256_cmpeq_epi16(self.0, other.0), self.1)
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
    fn half(self) -> [u64; 2] {
        let [first, second, ..]: [u64; 4] = pulp::cast(self.0);
        [first, second]
    }
}
