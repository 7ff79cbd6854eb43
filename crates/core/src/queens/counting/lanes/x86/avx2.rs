//! AVX2: 256 bits.
//!
//! There is no instruction that puts chosen lanes side by side, but one that permutes eight lanes of
//! 32 bits. So two words of 16 bits of a node travel together in one lane of 32, and the permutation
//! for each mask of eight lanes is looked up.

use std::arch::x86_64::*;

use super::super::{Buffer, CAPACITY, Kernel, Nodes, Simd};

/// Proof that the processor has AVX2.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx2(());

impl Avx2 {
    /// The proof, if there is one.
    pub(in super::super) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        found.then_some(Avx2(()))
    }
}

/// For each mask of eight lanes, the lanes that are not in it in order, as bytes; then any.
static LIVING: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut dead = 0;
    while dead < 256 {
        let (mut lane, mut living) = (0, 0);
        while lane < 8 {
            if dead >> lane & 1 == 0 {
                table[dead][living] = lane as u8;
                living += 1;
            }
            lane += 1;
        }
        dead += 1;
    }
    table
};

/// The permutation that puts the lanes not in the mask to the front.
#[inline(always)]
fn permutation(dead: usize) -> __m256i {
    unsafe { _mm256_cvtepu8_epi32(_mm_loadl_epi64(LIVING[dead & 255].as_ptr().cast())) }
}

/// Sixteen words of 16 bits.
///
/// A buffer is two arrays of pairs, (columns, rising) and (falling, closed), low half first. A vector
/// of words takes its even lanes from eight pairs and its odd lanes from the next eight.
#[derive(Clone, Copy)]
pub(in super::super) struct Narrow(pub(in super::super) Avx2);

const WIDTH: usize = 16;

/// Pairs of sixteen nodes, of which the first words are one vector and the second another.
#[inline(always)]
fn pair(first: __m256i, second: __m256i) -> [__m256i; 2] {
    unsafe {
        [
            _mm256_blend_epi16::<0xAA>(first, _mm256_slli_epi32::<16>(second)),
            _mm256_blend_epi16::<0xAA>(_mm256_srli_epi32::<16>(first), second),
        ]
    }
}

/// The inverse of [`pair`].
#[inline(always)]
fn unpair([even, odd]: [__m256i; 2]) -> (__m256i, __m256i) {
    unsafe {
        (
            _mm256_blend_epi16::<0xAA>(even, _mm256_slli_epi32::<16>(odd)),
            _mm256_blend_epi16::<0xAA>(_mm256_srli_epi32::<16>(even), odd),
        )
    }
}

/// Checks that two vectors from an index on are within each of the two arrays of a buffer.
#[inline(always)]
fn check(at: usize) {
    assert!(at <= CAPACITY - WIDTH, "a vector past the end of its buffer");
}

impl Simd for Narrow {
    const WIDTH: usize = WIDTH;
    type Words = __m256i;
    type Shift = __m128i;

    #[inline(always)]
    fn splat(self, word: u32) -> __m256i {
        unsafe { _mm256_set1_epi16(word as i16) }
    }

    #[inline(always)]
    fn or(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_or_si256(a, b) }
    }

    #[inline(always)]
    fn and(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_and_si256(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_xor_si256(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_andnot_si256(a, b) }
    }

    #[inline(always)]
    fn add(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_add_epi16(a, b) }
    }

    #[inline(always)]
    fn sub(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_sub_epi16(a, b) }
    }

    #[inline(always)]
    fn shift(self, places: usize) -> __m128i {
        unsafe { _mm_cvtsi32_si128(places as i32) }
    }

    #[inline(always)]
    fn up(self, a: __m256i, shift: __m128i) -> __m256i {
        unsafe { _mm256_sll_epi16(a, shift) }
    }

    #[inline(always)]
    fn down(self, a: __m256i, shift: __m128i) -> __m256i {
        unsafe { _mm256_srl_epi16(a, shift) }
    }

    #[inline(always)]
    fn equal(self, a: __m256i, b: __m256i) -> __m256i {
        unsafe { _mm256_cmpeq_epi16(a, b) }
    }

    #[inline(always)]
    fn all_ones(self, a: __m256i) -> bool {
        unsafe { _mm256_movemask_epi8(_mm256_cmpeq_epi16(a, _mm256_set1_epi16(-1))) == -1 }
    }

    #[inline(always)]
    fn sum(self, a: __m256i) -> u64 {
        let mut words = [0u16; WIDTH];
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), a) };
        words.iter().map(|&word| u64::from(word)).sum()
    }

    #[inline(always)]
    fn load(self, buffer: &Buffer, at: usize) -> Nodes<__m256i> {
        check(at);
        let pairs = |array: usize| unsafe {
            let start = buffer.0.as_ptr().add(array * CAPACITY + at).cast::<__m256i>();
            [_mm256_loadu_si256(start), _mm256_loadu_si256(start.add(1))]
        };
        let ((columns, rising), (falling, closed)) = (unpair(pairs(0)), unpair(pairs(1)));
        Nodes { columns, rising, falling, closed }
    }

    #[inline(always)]
    fn store(self, buffer: &mut Buffer, at: usize, nodes: Nodes<__m256i>) {
        check(at);
        let pairs = [pair(nodes.columns, nodes.rising), pair(nodes.falling, nodes.closed)];
        for (array, [even, odd]) in pairs.into_iter().enumerate() {
            unsafe {
                let start = buffer.0.as_mut_ptr().add(array * CAPACITY + at).cast::<__m256i>();
                _mm256_storeu_si256(start, even);
                _mm256_storeu_si256(start.add(1), odd);
            }
        }
    }

    #[inline(always)]
    fn store_living(
        self,
        buffer: &mut Buffer,
        at: usize,
        nodes: Nodes<__m256i>,
        dead: __m256i,
    ) -> usize {
        // The second store begins at most eight nodes further, and both write eight.
        check(at);
        unsafe {
            let even = _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_slli_epi32::<16>(dead)));
            let odd = _mm256_movemask_ps(_mm256_castsi256_ps(dead));
            let between = at + 8 - even.count_ones() as usize;
            let pairs = [pair(nodes.columns, nodes.rising), pair(nodes.falling, nodes.closed)];
            let first = permutation(even as usize);
            let second = permutation(odd as usize);
            for (array, [even, odd]) in pairs.into_iter().enumerate() {
                let start = buffer.0.as_mut_ptr().add(array * CAPACITY);
                let (one, two) = (start.add(at), start.add(between));
                _mm256_storeu_si256(one.cast(), _mm256_permutevar8x32_epi32(even, first));
                _mm256_storeu_si256(two.cast(), _mm256_permutevar8x32_epi32(odd, second));
            }
            between + 8 - odd.count_ones() as usize
        }
    }

    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        #[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
        fn with_features<K: Kernel>(simd: Narrow, kernel: K) -> K::Output {
            kernel.run(simd)
        }
        unsafe { with_features(self, kernel) }
    }
}
