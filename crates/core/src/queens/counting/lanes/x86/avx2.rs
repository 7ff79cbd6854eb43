//! AVX2: 256 bits.
//!
//! There is no instruction that puts chosen lanes side by side, but one that permutes eight lanes of
//! 32 bits. So two words of 16 bits of a node travel together in one lane of 32, and the permutation
//! for each mask of eight lanes is looked up.

use std::arch::x86_64::*;
use std::array;

use super::super::{Buffer, CAPACITY, Kernel, MOST, Nodes, Simd};

/// Proof that the processor has AVX2 and the bit counts that go with it.
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

/// For each mask of eight lanes, the lanes that are not in it in order; then any.
#[repr(align(64))]
struct Permutations([[u32; 8]; 256]);

static LIVING: Permutations = Permutations({
    let mut table = [[0; 8]; 256];
    let mut dead = 0;
    while dead < 256 {
        let (mut lane, mut living) = (0, 0);
        while lane < 8 {
            if dead >> lane & 1 == 0 {
                table[dead][living] = lane as u32;
                living += 1;
            }
            lane += 1;
        }
        dead += 1;
    }
    table
});

/// The permutation that puts the lanes not in the mask to the front.
#[inline(always)]
fn permutation(dead: i32) -> __m256i {
    // Eight whole words of the table, which has an entry for every byte.
    unsafe { _mm256_loadu_si256(LIVING.0[dead as u8 as usize].as_ptr().cast()) }
}

/// The lanes of 32 bits whose highest bit is set.
#[inline(always)]
fn mask(a: __m256i) -> i32 {
    unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(a)) }
}

/// Checks that this many words from an index on are within each array of a buffer.
#[inline(always)]
fn check(at: usize, words: usize) {
    assert!(at <= CAPACITY - words, "a vector past the end of its buffer");
}

/// Loads eight words of an array of a buffer, which must be within it.
#[inline(always)]
unsafe fn words(buffer: &Buffer, array: usize, at: usize) -> __m256i {
    unsafe { _mm256_loadu_si256(buffer.0.as_ptr().add(array * CAPACITY + at).cast()) }
}

/// Stores eight words to an array of a buffer, which must be within it.
#[inline(always)]
unsafe fn put(buffer: &mut Buffer, array: usize, at: usize, words: __m256i) {
    unsafe { _mm256_storeu_si256(buffer.0.as_mut_ptr().add(array * CAPACITY + at).cast(), words) }
}

/// What is the same for words of both widths but for the instruction.
macro_rules! operations {
    ($splat:ident, $as:ty, $add:ident, $sub:ident, $mul:ident, $up:ident, $down:ident, $equal:ident) => {
        type Words = __m256i;
        type Shift = __m128i;

        #[inline(always)]
        fn splat(self, word: u32) -> __m256i {
            unsafe { $splat(word as $as) }
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
            unsafe { $add(a, b) }
        }

        #[inline(always)]
        fn sub(self, a: __m256i, b: __m256i) -> __m256i {
            unsafe { $sub(a, b) }
        }

        #[inline(always)]
        fn mul(self, a: __m256i, b: __m256i) -> __m256i {
            unsafe { $mul(a, b) }
        }

        #[inline(always)]
        fn shift(self, places: usize) -> __m128i {
            unsafe { _mm_cvtsi32_si128(places as i32) }
        }

        #[inline(always)]
        fn up(self, a: __m256i, shift: __m128i) -> __m256i {
            unsafe { $up(a, shift) }
        }

        #[inline(always)]
        fn down(self, a: __m256i, shift: __m128i) -> __m256i {
            unsafe { $down(a, shift) }
        }

        #[inline(always)]
        fn equal(self, a: __m256i, b: __m256i) -> __m256i {
            unsafe { $equal(a, b) }
        }

        #[inline(always)]
        fn all_ones(self, a: __m256i) -> bool {
            unsafe { _mm256_testc_si256(a, _mm256_set1_epi32(-1)) == 1 }
        }

        fn run<K: Kernel>(self, kernel: K) -> K::Output {
            #[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
            fn with_features<S: Simd, K: Kernel>(simd: S, kernel: K) -> K::Output {
                kernel.run(simd)
            }
            // The proof is in `self`.
            unsafe { with_features(self, kernel) }
        }
    };
}

/// Sixteen words of 16 bits.
///
/// A buffer is two arrays of pairs, (columns, rising) and (falling, closed), low half first. A vector
/// of words takes its even lanes from eight pairs and its odd lanes from the next eight.
#[derive(Clone, Copy)]
pub(in super::super) struct Narrow(pub(in super::super) Avx2);

/// Pairs of sixteen nodes, the even lanes and the odd ones. It is its own inverse.
#[inline(always)]
fn pair(first: __m256i, second: __m256i) -> [__m256i; 2] {
    unsafe {
        [
            _mm256_blend_epi16::<0xAA>(first, _mm256_slli_epi32::<16>(second)),
            _mm256_blend_epi16::<0xAA>(_mm256_srli_epi32::<16>(first), second),
        ]
    }
}

impl Simd for Narrow {
    const WIDTH: usize = 16;
    operations!(
        _mm256_set1_epi16,
        i16,
        _mm256_add_epi16,
        _mm256_sub_epi16,
        _mm256_mullo_epi16,
        _mm256_sll_epi16,
        _mm256_srl_epi16,
        _mm256_cmpeq_epi16
    );

    #[inline(always)]
    fn words(self, a: __m256i) -> [u32; MOST] {
        let mut words = [0u16; 16];
        // As many words as the vector has.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), a) };
        array::from_fn(|i| if i < 16 { u32::from(words[i]) } else { 0 })
    }

    #[inline(always)]
    fn load(self, buffer: &Buffer, at: usize) -> Nodes<__m256i> {
        check(at, 16);
        let pairs = |array| unsafe { [words(buffer, array, at), words(buffer, array, at + 8)] };
        let [one, two] = [pairs(0), pairs(1)];
        let [columns, rising] = pair(one[0], one[1]);
        let [falling, closed] = pair(two[0], two[1]);
        Nodes { columns, rising, falling, closed }
    }

    #[inline(always)]
    fn store(self, buffer: &mut Buffer, at: usize, nodes: Nodes<__m256i>) {
        check(at, 16);
        let pairs = [pair(nodes.columns, nodes.rising), pair(nodes.falling, nodes.closed)];
        for (array, [even, odd]) in pairs.into_iter().enumerate() {
            unsafe {
                put(buffer, array, at, even);
                put(buffer, array, at + 8, odd);
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
        check(at, 16);
        let even_dead = mask(unsafe { _mm256_slli_epi32::<16>(dead) });
        let odd_dead = mask(dead);
        let between = at + 8 - even_dead.count_ones() as usize;
        let (first, second) = (permutation(even_dead), permutation(odd_dead));
        let pairs = [pair(nodes.columns, nodes.rising), pair(nodes.falling, nodes.closed)];
        for (array, [even, odd]) in pairs.into_iter().enumerate() {
            unsafe {
                put(buffer, array, at, _mm256_permutevar8x32_epi32(even, first));
                put(buffer, array, between, _mm256_permutevar8x32_epi32(odd, second));
            }
        }
        between + 8 - odd_dead.count_ones() as usize
    }
}

/// Eight words of 32 bits. A buffer is four arrays, one a field.
#[derive(Clone, Copy)]
pub(in super::super) struct Wide(pub(in super::super) Avx2);

impl Simd for Wide {
    const WIDTH: usize = 8;
    operations!(
        _mm256_set1_epi32,
        i32,
        _mm256_add_epi32,
        _mm256_sub_epi32,
        _mm256_mullo_epi32,
        _mm256_sll_epi32,
        _mm256_srl_epi32,
        _mm256_cmpeq_epi32
    );

    #[inline(always)]
    fn words(self, a: __m256i) -> [u32; MOST] {
        let mut words = [0u32; 8];
        // As many words as the vector has.
        unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), a) };
        array::from_fn(|i| if i < 8 { words[i] } else { 0 })
    }

    #[inline(always)]
    fn load(self, buffer: &Buffer, at: usize) -> Nodes<__m256i> {
        check(at, 8);
        let array = |array| unsafe { words(buffer, array, at) };
        Nodes { columns: array(0), rising: array(1), falling: array(2), closed: array(3) }
    }

    #[inline(always)]
    fn store(self, buffer: &mut Buffer, at: usize, nodes: Nodes<__m256i>) {
        check(at, 8);
        let fields = [nodes.columns, nodes.rising, nodes.falling, nodes.closed];
        for (array, field) in fields.into_iter().enumerate() {
            unsafe { put(buffer, array, at, field) };
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
        check(at, 8);
        let dead = mask(dead);
        let living = permutation(dead);
        let fields = [nodes.columns, nodes.rising, nodes.falling, nodes.closed];
        for (array, field) in fields.into_iter().enumerate() {
            unsafe { put(buffer, array, at, _mm256_permutevar8x32_epi32(field, living)) };
        }
        at + 8 - dead.count_ones() as usize
    }
}
