//! AVX-512: 512 bits, and an instruction that puts chosen lanes side by side.
//!
//! It moves lanes of 32 bits on every such processor, and lanes of 16 bits where there is VBMI2.
//! Without that, two words of 16 bits of a node travel together, as with AVX2. It is used from
//! register to register, and whole vectors are stored: its form that stores only as many lanes as
//! live is slow on some processors.

use std::arch::x86_64::*;
use std::array;

use super::super::{Buffer, CAPACITY, Kernel, MOST, Nodes, Simd};

/// Proof that the processor has the foundation, the instructions for words of 16 bits, and the bit
/// counts that go with them.
#[derive(Clone, Copy)]
pub(in super::super) struct Avx512(());

impl Avx512 {
    /// The proof, if there is one.
    pub(in super::super) fn detect() -> Option<Self> {
        let found = is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2");
        found.then_some(Avx512(()))
    }
}

/// Proof that the processor has VBMI2 besides.
#[derive(Clone, Copy)]
pub(in super::super) struct Vbmi2(());

impl Vbmi2 {
    /// The proof, if there is one.
    pub(in super::super) fn detect() -> Option<Self> {
        let found = Avx512::detect().is_some() && is_x86_feature_detected!("avx512vbmi2");
        found.then_some(Vbmi2(()))
    }
}

/// Where a vector of words from an index of an array on begins in a buffer, within which it lies as
/// a whole. The words have at most 32 bits.
#[inline(always)]
fn place<Word>(array: usize, at: usize) -> usize {
    let words = size_of::<__m512i>() / size_of::<Word>();
    assert!(size_of::<Word>() <= size_of::<u32>() && array < 4 && at <= CAPACITY - words);
    array * CAPACITY + at
}

/// Loads a vector of words of an array of a buffer.
#[inline(always)]
fn words<Word>(buffer: &Buffer, array: usize, at: usize) -> __m512i {
    let place = place::<Word>(array, at);
    // The place is within the buffer, with as many words after it as the vector has.
    unsafe { _mm512_loadu_si512(buffer.0.as_ptr().cast::<Word>().add(place).cast()) }
}

/// Stores a vector of words to an array of a buffer.
#[inline(always)]
fn put<Word>(buffer: &mut Buffer, array: usize, at: usize, words: __m512i) {
    let place = place::<Word>(array, at);
    // The place is within the buffer, with as many words after it as the vector has.
    unsafe { _mm512_storeu_si512(buffer.0.as_mut_ptr().cast::<Word>().add(place).cast(), words) }
}

/// What is the same for words of both widths but for the instruction.
macro_rules! operations {
    (
        $features:literal, $Word:ty, $lanes:literal,
        $splat:ident, $as:ty, $add:ident, $sub:ident, $mul:ident, $up:ident, $down:ident, $equal:ident,
        $ones:expr
    ) => {
        const WIDTH: usize = $lanes;
        type Words = __m512i;
        type Shift = __m128i;

        #[inline(always)]
        fn splat(self, word: u32) -> __m512i {
            unsafe { $splat(word as $as) }
        }

        #[inline(always)]
        fn or(self, a: __m512i, b: __m512i) -> __m512i {
            unsafe { _mm512_or_si512(a, b) }
        }

        #[inline(always)]
        fn and(self, a: __m512i, b: __m512i) -> __m512i {
            unsafe { _mm512_and_si512(a, b) }
        }

        #[inline(always)]
        fn xor(self, a: __m512i, b: __m512i) -> __m512i {
            unsafe { _mm512_xor_si512(a, b) }
        }

        #[inline(always)]
        fn and_not(self, a: __m512i, b: __m512i) -> __m512i {
            unsafe { _mm512_andnot_si512(a, b) }
        }

        #[inline(always)]
        fn add(self, a: __m512i, b: __m512i) -> __m512i {
            unsafe { $add(a, b) }
        }

        #[inline(always)]
        fn sub(self, a: __m512i, b: __m512i) -> __m512i {
            unsafe { $sub(a, b) }
        }

        #[inline(always)]
        fn mul(self, a: __m512i, b: __m512i) -> __m512i {
            unsafe { $mul(a, b) }
        }

        #[inline(always)]
        fn shift(self, places: usize) -> __m128i {
            unsafe { _mm_cvtsi32_si128(places as i32) }
        }

        #[inline(always)]
        fn up(self, a: __m512i, shift: __m128i) -> __m512i {
            unsafe { $up(a, shift) }
        }

        #[inline(always)]
        fn down(self, a: __m512i, shift: __m128i) -> __m512i {
            unsafe { $down(a, shift) }
        }

        #[inline(always)]
        fn equal(self, a: __m512i, b: __m512i) -> __m512i {
            // The compiler keeps the mask a mask where it is only combined with others.
            unsafe { $ones($equal(a, b), -1) }
        }

        #[inline(always)]
        fn all_ones(self, a: __m512i) -> bool {
            unsafe { _mm512_cmpneq_epi32_mask(a, _mm512_set1_epi32(-1)) == 0 }
        }

        #[inline(always)]
        fn words(self, a: __m512i) -> [u32; MOST] {
            let mut words: [$Word; $lanes] = [0; $lanes];
            // As many words as the vector has.
            unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), a) };
            array::from_fn(|i| if i < $lanes { u32::from(words[i]) } else { 0 })
        }

        fn run<K: Kernel>(self, kernel: K) -> K::Output {
            #[target_feature(enable = $features)]
            fn with_features<S: Simd, K: Kernel>(simd: S, kernel: K) -> K::Output {
                kernel.run(simd)
            }
            // The proof is in `self`.
            unsafe { with_features(self, kernel) }
        }
    };
}

/// What is the same for the layouts that are four arrays, one a field.
macro_rules! fields {
    ($Word:ty, $equal:ident, $compress:ident) => {
        #[inline(always)]
        fn load(self, buffer: &Buffer, at: usize) -> Nodes<__m512i> {
            let array = |array| words::<$Word>(buffer, array, at);
            Nodes { columns: array(0), rising: array(1), falling: array(2), closed: array(3) }
        }

        #[inline(always)]
        fn store(self, buffer: &mut Buffer, at: usize, nodes: Nodes<__m512i>) {
            let fields = [nodes.columns, nodes.rising, nodes.falling, nodes.closed];
            for (array, field) in fields.into_iter().enumerate() {
                put::<$Word>(buffer, array, at, field);
            }
        }

        #[inline(always)]
        fn store_living(
            self,
            buffer: &mut Buffer,
            at: usize,
            nodes: Nodes<__m512i>,
            dead: __m512i,
        ) -> usize {
            let living = unsafe { $equal(dead, _mm512_setzero_si512()) };
            let fields = [nodes.columns, nodes.rising, nodes.falling, nodes.closed];
            for (array, field) in fields.into_iter().enumerate() {
                put::<$Word>(buffer, array, at, unsafe { $compress(living, field) });
            }
            at + living.count_ones() as usize
        }
    };
}

/// Thirty-two words of 16 bits, with VBMI2.
#[derive(Clone, Copy)]
pub(in super::super) struct Narrow(pub(in super::super) Vbmi2);

impl Simd for Narrow {
    operations!(
        "avx512f,avx512bw,avx512vbmi2,popcnt,bmi1,bmi2",
        u16,
        32,
        _mm512_set1_epi16,
        i16,
        _mm512_add_epi16,
        _mm512_sub_epi16,
        _mm512_mullo_epi16,
        _mm512_sll_epi16,
        _mm512_srl_epi16,
        _mm512_cmpeq_epi16_mask,
        _mm512_maskz_set1_epi16
    );
    fields!(u16, _mm512_cmpeq_epi16_mask, _mm512_maskz_compress_epi16);
}

/// Sixteen words of 32 bits.
#[derive(Clone, Copy)]
pub(in super::super) struct Wide(pub(in super::super) Avx512);

impl Simd for Wide {
    operations!(
        "avx512f,avx512bw,popcnt,bmi1,bmi2",
        u32,
        16,
        _mm512_set1_epi32,
        i32,
        _mm512_add_epi32,
        _mm512_sub_epi32,
        _mm512_mullo_epi32,
        _mm512_sll_epi32,
        _mm512_srl_epi32,
        _mm512_cmpeq_epi32_mask,
        _mm512_maskz_set1_epi32
    );
    fields!(u32, _mm512_cmpeq_epi32_mask, _mm512_maskz_compress_epi32);
}

/// Thirty-two words of 16 bits, without VBMI2.
///
/// A buffer is two arrays of pairs, (columns, rising) and (falling, closed), low half first. A vector
/// of words takes its even lanes from sixteen pairs and its odd lanes from the next sixteen.
#[derive(Clone, Copy)]
pub(in super::super) struct Paired(pub(in super::super) Avx512);

/// The odd lanes of 16 bits.
const ODD: u32 = 0xAAAA_AAAA;

/// Pairs of the nodes of a vector, the even lanes and the odd ones. It is its own inverse.
#[inline(always)]
fn pair(first: __m512i, second: __m512i) -> [__m512i; 2] {
    unsafe {
        [
            _mm512_mask_blend_epi16(ODD, first, _mm512_slli_epi32::<16>(second)),
            _mm512_mask_blend_epi16(ODD, _mm512_srli_epi32::<16>(first), second),
        ]
    }
}

impl Simd for Paired {
    operations!(
        "avx512f,avx512bw,popcnt,bmi1,bmi2",
        u16,
        32,
        _mm512_set1_epi16,
        i16,
        _mm512_add_epi16,
        _mm512_sub_epi16,
        _mm512_mullo_epi16,
        _mm512_sll_epi16,
        _mm512_srl_epi16,
        _mm512_cmpeq_epi16_mask,
        _mm512_maskz_set1_epi16
    );

    #[inline(always)]
    fn load(self, buffer: &Buffer, at: usize) -> Nodes<__m512i> {
        let pairs =
            |array| pair(words::<u32>(buffer, array, at), words::<u32>(buffer, array, at + 16));
        let [[columns, rising], [falling, closed]] = [pairs(0), pairs(1)];
        Nodes { columns, rising, falling, closed }
    }

    #[inline(always)]
    fn store(self, buffer: &mut Buffer, at: usize, nodes: Nodes<__m512i>) {
        let pairs = [pair(nodes.columns, nodes.rising), pair(nodes.falling, nodes.closed)];
        for (array, [even, odd]) in pairs.into_iter().enumerate() {
            put::<u32>(buffer, array, at, even);
            put::<u32>(buffer, array, at + 16, odd);
        }
    }

    #[inline(always)]
    fn store_living(
        self,
        buffer: &mut Buffer,
        at: usize,
        nodes: Nodes<__m512i>,
        dead: __m512i,
    ) -> usize {
        let none = unsafe { _mm512_setzero_si512() };
        let even_living = unsafe { _mm512_cmpeq_epi32_mask(_mm512_slli_epi32::<16>(dead), none) };
        let odd_living = unsafe { _mm512_cmpeq_epi32_mask(_mm512_srli_epi32::<16>(dead), none) };
        let between = at + even_living.count_ones() as usize;
        let pairs = [pair(nodes.columns, nodes.rising), pair(nodes.falling, nodes.closed)];
        for (array, [even, odd]) in pairs.into_iter().enumerate() {
            unsafe {
                put::<u32>(buffer, array, at, _mm512_maskz_compress_epi32(even_living, even));
                put::<u32>(buffer, array, between, _mm512_maskz_compress_epi32(odd_living, odd));
            }
        }
        between + odd_living.count_ones() as usize
    }
}
