//! Vectors as arrays, in safe code.

use std::array;

use super::{Buffer, CAPACITY, Kernel, Nodes, Simd};

/// Sixteen words of 16 bits.
#[derive(Clone, Copy)]
pub(in super::super) struct Narrow;

const WIDTH: usize = 16;

type Words = [u16; WIDTH];

impl Simd for Narrow {
    const WIDTH: usize = WIDTH;
    type Words = Words;
    type Shift = u32;

    #[inline(always)]
    fn splat(self, word: u32) -> Words {
        [word as u16; WIDTH]
    }

    #[inline(always)]
    fn or(self, a: Words, b: Words) -> Words {
        array::from_fn(|i| a[i] | b[i])
    }

    #[inline(always)]
    fn and(self, a: Words, b: Words) -> Words {
        array::from_fn(|i| a[i] & b[i])
    }

    #[inline(always)]
    fn xor(self, a: Words, b: Words) -> Words {
        array::from_fn(|i| a[i] ^ b[i])
    }

    #[inline(always)]
    fn and_not(self, a: Words, b: Words) -> Words {
        array::from_fn(|i| !a[i] & b[i])
    }

    #[inline(always)]
    fn add(self, a: Words, b: Words) -> Words {
        array::from_fn(|i| a[i].wrapping_add(b[i]))
    }

    #[inline(always)]
    fn sub(self, a: Words, b: Words) -> Words {
        array::from_fn(|i| a[i].wrapping_sub(b[i]))
    }

    #[inline(always)]
    fn shift(self, places: usize) -> u32 {
        places as u32
    }

    #[inline(always)]
    fn up(self, a: Words, shift: u32) -> Words {
        array::from_fn(|i| a[i] << (shift & 15))
    }

    #[inline(always)]
    fn down(self, a: Words, shift: u32) -> Words {
        array::from_fn(|i| a[i] >> (shift & 15))
    }

    #[inline(always)]
    fn equal(self, a: Words, b: Words) -> Words {
        array::from_fn(|i| if a[i] == b[i] { u16::MAX } else { 0 })
    }

    #[inline(always)]
    fn all_ones(self, a: Words) -> bool {
        a.iter().fold(u16::MAX, |all, word| all & word) == u16::MAX
    }

    #[inline(always)]
    fn sum(self, a: Words) -> u64 {
        a.iter().map(|&word| u64::from(word)).sum()
    }

    #[inline(always)]
    fn load(self, buffer: &Buffer, at: usize) -> Nodes<Words> {
        let (low, high) = buffer.0.split_at(CAPACITY);
        let (low, high) = (&low[at..at + WIDTH], &high[at..at + WIDTH]);
        Nodes {
            columns: array::from_fn(|i| low[i] as u16),
            rising: array::from_fn(|i| (low[i] >> 16) as u16),
            falling: array::from_fn(|i| high[i] as u16),
            closed: array::from_fn(|i| (high[i] >> 16) as u16),
        }
    }

    #[inline(always)]
    fn store(self, buffer: &mut Buffer, at: usize, nodes: Nodes<Words>) {
        for i in 0..WIDTH {
            put(buffer, at + i, &nodes, i);
        }
    }

    #[inline(always)]
    fn store_living(
        self,
        buffer: &mut Buffer,
        mut at: usize,
        nodes: Nodes<Words>,
        dead: Words,
    ) -> usize {
        for (i, dead) in dead.into_iter().enumerate() {
            // Stored in any case, and overwritten if dead: there is no branch to mispredict.
            put(buffer, at, &nodes, i);
            at += usize::from(dead == 0);
        }
        at
    }

    fn run<K: Kernel>(self, kernel: K) -> K::Output {
        kernel.run(self)
    }
}

#[inline(always)]
fn put(buffer: &mut Buffer, at: usize, nodes: &Nodes<Words>, lane: usize) {
    let pair = |low: u16, high: u16| u32::from(low) | u32::from(high) << 16;
    buffer.0[at] = pair(nodes.columns[lane], nodes.rising[lane]);
    buffer.0[CAPACITY + at] = pair(nodes.falling[lane], nodes.closed[lane]);
}
