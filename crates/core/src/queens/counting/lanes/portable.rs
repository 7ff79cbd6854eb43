//! Vectors as arrays, in safe code.

use std::array;

use super::{Buffer, CAPACITY, Kernel, MOST, Nodes, Simd};

/// Sixteen words of 16 bits.
#[derive(Clone, Copy)]
pub(in super::super) struct Narrow;

/// Eight words of 32 bits.
#[derive(Clone, Copy)]
pub(in super::super) struct Wide;

/// What is the same for both but for the word.
macro_rules! words {
    ($Word:ty, $WIDTH:literal) => {
        const WIDTH: usize = $WIDTH;
        type Words = [$Word; $WIDTH];
        type Shift = u32;

        #[inline(always)]
        fn splat(self, word: u32) -> Self::Words {
            [word as $Word; $WIDTH]
        }

        #[inline(always)]
        fn or(self, a: Self::Words, b: Self::Words) -> Self::Words {
            array::from_fn(|i| a[i] | b[i])
        }

        #[inline(always)]
        fn and(self, a: Self::Words, b: Self::Words) -> Self::Words {
            array::from_fn(|i| a[i] & b[i])
        }

        #[inline(always)]
        fn xor(self, a: Self::Words, b: Self::Words) -> Self::Words {
            array::from_fn(|i| a[i] ^ b[i])
        }

        #[inline(always)]
        fn and_not(self, a: Self::Words, b: Self::Words) -> Self::Words {
            array::from_fn(|i| !a[i] & b[i])
        }

        #[inline(always)]
        fn add(self, a: Self::Words, b: Self::Words) -> Self::Words {
            array::from_fn(|i| a[i].wrapping_add(b[i]))
        }

        #[inline(always)]
        fn sub(self, a: Self::Words, b: Self::Words) -> Self::Words {
            array::from_fn(|i| a[i].wrapping_sub(b[i]))
        }

        #[inline(always)]
        fn mul(self, a: Self::Words, b: Self::Words) -> Self::Words {
            array::from_fn(|i| a[i].wrapping_mul(b[i]))
        }

        #[inline(always)]
        fn shift(self, places: usize) -> u32 {
            places as u32
        }

        #[inline(always)]
        fn up(self, a: Self::Words, shift: u32) -> Self::Words {
            array::from_fn(|i| a[i] << (shift & (<$Word>::BITS - 1)))
        }

        #[inline(always)]
        fn down(self, a: Self::Words, shift: u32) -> Self::Words {
            array::from_fn(|i| a[i] >> (shift & (<$Word>::BITS - 1)))
        }

        #[inline(always)]
        fn equal(self, a: Self::Words, b: Self::Words) -> Self::Words {
            array::from_fn(|i| if a[i] == b[i] { <$Word>::MAX } else { 0 })
        }

        #[inline(always)]
        fn all_ones(self, a: Self::Words) -> bool {
            a.iter().fold(<$Word>::MAX, |all, word| all & word) == <$Word>::MAX
        }

        #[inline(always)]
        fn words(self, a: Self::Words) -> [u32; MOST] {
            array::from_fn(|i| if i < $WIDTH { u32::from(a[i]) } else { 0 })
        }

        #[inline(always)]
        fn store(self, buffer: &mut Buffer, at: usize, nodes: Nodes<Self::Words>) {
            for i in 0..$WIDTH {
                self.put(buffer, at + i, &nodes, i);
            }
        }

        #[inline(always)]
        fn store_living(
            self,
            buffer: &mut Buffer,
            mut at: usize,
            nodes: Nodes<Self::Words>,
            dead: Self::Words,
        ) -> usize {
            for (i, dead) in dead.into_iter().enumerate() {
                // Stored in any case, and overwritten if dead: there is no branch to mispredict.
                self.put(buffer, at, &nodes, i);
                at += usize::from(dead == 0);
            }
            at
        }

        fn run<K: Kernel>(self, kernel: K) -> K::Output {
            kernel.run(self)
        }
    };
}

impl Simd for Narrow {
    words!(u16, 16);

    #[inline(always)]
    fn load(self, buffer: &Buffer, at: usize) -> Nodes<[u16; 16]> {
        let (low, high) = buffer.0.split_at(CAPACITY);
        let (low, high) = (&low[at..at + 16], &high[at..at + 16]);
        Nodes {
            columns: array::from_fn(|i| low[i] as u16),
            rising: array::from_fn(|i| (low[i] >> 16) as u16),
            falling: array::from_fn(|i| high[i] as u16),
            closed: array::from_fn(|i| (high[i] >> 16) as u16),
        }
    }
}

impl Narrow {
    #[inline(always)]
    fn put(self, buffer: &mut Buffer, at: usize, nodes: &Nodes<[u16; 16]>, lane: usize) {
        let pair = |low: u16, high: u16| u32::from(low) | u32::from(high) << 16;
        buffer.0[at] = pair(nodes.columns[lane], nodes.rising[lane]);
        buffer.0[CAPACITY + at] = pair(nodes.falling[lane], nodes.closed[lane]);
    }
}

impl Simd for Wide {
    words!(u32, 8);

    #[inline(always)]
    fn load(self, buffer: &Buffer, at: usize) -> Nodes<[u32; 8]> {
        let array = |index: usize| {
            let words = &buffer.0[index * CAPACITY + at..][..8];
            array::from_fn(|i| words[i])
        };
        Nodes { columns: array(0), rising: array(1), falling: array(2), closed: array(3) }
    }
}

impl Wide {
    #[inline(always)]
    fn put(self, buffer: &mut Buffer, at: usize, nodes: &Nodes<[u32; 8]>, lane: usize) {
        let fields = [&nodes.columns, &nodes.rising, &nodes.falling, &nodes.closed];
        for (index, field) in fields.into_iter().enumerate() {
            buffer.0[index * CAPACITY + at] = field[lane];
        }
    }
}
