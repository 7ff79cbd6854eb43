//! Pairs of crossings that fit, many at a time.
//!
//! - J1 Some diagonals near the middle of each field, the *sieve*, are those that most pairs clash on.
//!   Both lists are sorted by them.
//! - J2 The upper crossings are *sliced*: of 256 or 512 consecutive ones, a vector for each diagonal
//!   says which leave it free (the transpose of a matrix of bits).
//! - J3 A diagonal that a lower crossing occupies must be free, so the vectors of all its diagonals are
//!   combined with *and*. Tables hold this for every choice of diagonals within a *chunk* of six.
//! - J4 Lower crossings with the same sieve diagonals share that part, and if it leaves nothing they
//!   are all skipped. Neighbours in a sorted list are alike, so most runs are.
//! - J5 The four other chunks of a lower crossing cost a look-up each. What remains of the vector are
//!   its partners; they are counted by carry-save adders, as bits of a column of counters.

use super::super::lanes::{Kernel, Simd};
use super::seam::{CHUNK, SIEVE};

/// Chunks of a crossing beside the sieve.
const CHUNKS: usize = 4;

/// Sets of sieve diagonals.
const PATTERNS: usize = 1 << (2 * SIEVE);

/// Words of the largest vector.
const WORDS: usize = 8;

/// Offsets into the table of a chunk are in bytes: four times a choice.
const SCALE: usize = 4;

/// Where each pattern begins in a sorted list.
type Starts = [u32; PATTERNS + 1];

/// Sorts crossings by their sieve diagonals into `to`, by counting.
fn sort<'a, T: Copy + Default>(
    blocks: impl Iterator<Item = &'a [u32]> + Clone,
    to: &mut Vec<T>,
    value: impl Fn(u32) -> T,
) -> Starts {
    let mut starts = [0; PATTERNS + 1];
    for block in blocks.clone() {
        for &crossing in block {
            starts[crossing as usize % PATTERNS + 1] += 1;
        }
    }
    for pattern in 1..starts.len() {
        starts[pattern] += starts[pattern - 1];
    }
    to.resize(starts[PATTERNS] as usize, T::default());
    let mut next = starts;
    for block in blocks {
        for &crossing in block {
            let place = &mut next[crossing as usize % PATTERNS];
            to[*place as usize] = value(crossing);
            *place += 1;
        }
    }
    starts
}

/// Lower crossings, made ready to look up.
#[derive(Debug, Default)]
pub(super) struct Lower {
    /// Offsets of the chunks.
    offsets: Vec<[u8; CHUNKS]>,
    /// Runs with the same sieve diagonals.
    runs: Vec<Run>,
}

#[derive(Debug)]
struct Run {
    pattern: usize,
    start: u32,
    end: u32,
}

impl Lower {
    /// Takes these crossings instead of what it had.
    pub(super) fn fill<'a>(&mut self, blocks: impl Iterator<Item = &'a [u32]> + Clone) {
        let starts = sort(blocks, &mut self.offsets, |crossing| {
            std::array::from_fn(|chunk| {
                let choice = crossing >> (2 * SIEVE + CHUNK * chunk) & ((1 << CHUNK) - 1);
                choice as u8 * SCALE as u8
            })
        });
        self.runs.clear();
        for (pattern, bounds) in starts.windows(2).enumerate() {
            let &[start, end] = bounds else { unreachable!("two bounds") };
            if start < end {
                self.runs.push(Run { pattern, start, end });
            }
        }
    }
}

/// Upper crossings, sorted.
#[derive(Debug, Default)]
pub(super) struct Upper {
    crossings: Vec<u32>,
}

impl Upper {
    /// Takes these crossings instead of what it had.
    pub(super) fn fill<'a>(&mut self, blocks: impl Iterator<Item = &'a [u32]> + Clone) {
        sort(blocks, &mut self.crossings, |crossing| crossing);
    }
}

/// For each choice of diagonals, the upper crossings of a slice that leave all of them free.
#[derive(Debug)]
#[repr(C, align(64))]
pub(super) struct Tables {
    chunks: [Table; CHUNKS],
    sieve: [SieveTable; 2],
}

/// One more vector than needed, so that no offset is beyond its end.
type Table = [u64; ((1 << CHUNK) + 1) * WORDS];
type SieveTable = [u64; WORDS << SIEVE];

impl Tables {
    pub(super) fn new() -> Box<Self> {
        let chunk = [0; ((1 << CHUNK) + 1) * WORDS];
        Box::new(Tables { chunks: [chunk; CHUNKS], sieve: [[0; WORDS << SIEVE]; 2] })
    }
}

/// Counts the pairs that fit of two lists.
pub(super) struct CountPairs<'a> {
    pub(super) upper: &'a Upper,
    pub(super) lower: &'a Lower,
    pub(super) tables: &'a mut Tables,
}

impl Kernel for CountPairs<'_> {
    type Output = u64;

    #[inline(always)]
    fn run<S: Simd>(self, _simd: S) -> u64 {
        // Plain loops over words: the compiler makes the vectors.
        if S::WIDTH * 16 > 256 { self.by_slices::<8>() } else { self.by_slices::<4>() }
    }
}

impl CountPairs<'_> {
    #[inline(always)]
    pub(super) fn by_slices<const W: usize>(self) -> u64 {
        if self.lower.offsets.is_empty() {
            return 0;
        }
        let mut pairs = 0;
        for slice in self.upper.crossings.chunks(64 * W) {
            tabulate::<W>(slice, self.tables);
            pairs += count_slice::<W>(self.tables, self.lower);
        }
        pairs
    }
}

type Vector<const W: usize> = [u64; W];

#[inline(always)]
fn and<const W: usize>(a: Vector<W>, b: Vector<W>) -> Vector<W> {
    let mut both = a;
    for i in 0..W {
        both[i] &= b[i];
    }
    both
}

/// The vector at an index of a table.
#[inline(always)]
fn vector<const W: usize>(table: &[u64], index: usize) -> Vector<W> {
    *table[index..].first_chunk().expect("a vector within the table")
}

/// J2, and the tables of J3.
#[inline(always)]
fn tabulate<const W: usize>(slice: &[u32], tables: &mut Tables) {
    // Each word takes two crossings, which makes 64 W in 32 rows.
    let mut occupied = [[[0; 2]; W]; 32];
    occupied.as_flattened_mut().as_flattened_mut()[..slice.len()].copy_from_slice(slice);
    let mut free = [[0u64; W]; 32];
    for (free, &[first, second]) in free.as_flattened_mut().iter_mut().zip(occupied.as_flattened())
    {
        *free = !(u64::from(first) | u64::from(second) << 32);
    }
    transpose(&mut free);
    // Crossing k is in row k / 2W, so its bit of the half word k mod 2W.
    let rows = |half: usize| (slice.len() + 2 * W - 1 - half) / (2 * W);
    let bits = |half: usize| (1u64 << rows(half)) - 1;
    let members: [u64; W] = std::array::from_fn(|word| bits(2 * word) | bits(2 * word + 1) << 32);
    for (chunk, table) in tables.chunks.iter_mut().enumerate() {
        let planes = &free[2 * SIEVE + CHUNK * chunk..][..CHUNK];
        combine(table, &members, planes);
    }
    for (field, table) in tables.sieve.iter_mut().enumerate() {
        combine(table, &members, &free[SIEVE * field..][..SIEVE]);
    }
}

/// Fills a table: a member for each choice of diagonals that leaves them all free. Each choice is a
/// smaller one and its lowest diagonal, which keeps the compiler from gathering from many at once.
#[inline(always)]
fn combine<const W: usize>(table: &mut [u64], members: &Vector<W>, free: &[Vector<W>]) {
    let choices = &mut table.as_chunks_mut::<W>().0[..1 << free.len()];
    choices[0] = *members;
    for choice in 1..choices.len() {
        let (smaller, lowest) = (choice & (choice - 1), choice.trailing_zeros() as usize);
        choices[choice] = and(choices[smaller], free[lowest]);
    }
}

/// Transposes matrices of 32 × 32 bits, two in each column of words.
#[inline(always)]
fn transpose<const W: usize>(rows: &mut [[u64; W]; 32]) {
    let mut distance = 16;
    let mut mask = 0x0000_ffff_0000_ffff_u64;
    while distance != 0 {
        // The rows whose number lacks the bit `distance`, each with the row that has it.
        let mut row = 0;
        while row < rows.len() {
            let (mut a, mut b) = (rows[row], rows[row + distance]);
            for i in 0..W {
                let change = (a[i] >> distance ^ b[i]) & mask;
                b[i] ^= change;
                a[i] ^= change << distance;
            }
            (rows[row], rows[row + distance]) = (a, b);
            row = (row + distance + 1) & !distance;
        }
        distance /= 2;
        mask ^= mask << distance;
    }
}

/// J4 and J5 for one slice.
#[inline(always)]
fn count_slice<const W: usize>(tables: &Tables, lower: &Lower) -> u64 {
    let mut counters = Counters::<W>::new();
    for run in &lower.runs {
        let base = and(
            vector::<W>(&tables.sieve[0], run.pattern % (1 << SIEVE) * W),
            vector::<W>(&tables.sieve[1], (run.pattern >> SIEVE) * W),
        );
        if is_empty(&base) {
            continue;
        }
        let offsets = &lower.offsets[run.start as usize..run.end as usize];
        let (fours, rest) = offsets.as_chunks();
        for &[a, b, c, d] in fours {
            counters.add_four(
                partners(tables, base, a),
                partners(tables, base, b),
                partners(tables, base, c),
                partners(tables, base, d),
            );
        }
        for &one in rest {
            counters.carry(0, partners(tables, base, one));
        }
    }
    counters.total()
}

/// What a lower crossing's chunks leave of a vector.
#[inline(always)]
fn partners<const W: usize>(
    tables: &Tables,
    mut partners: Vector<W>,
    offsets: [u8; CHUNKS],
) -> Vector<W> {
    for (table, offset) in tables.chunks.iter().zip(offsets) {
        partners = and(partners, vector::<W>(table, usize::from(offset) * (W / SCALE)));
    }
    partners
}

/// A counter for each bit of a vector: bits of the same weight side by side.
struct Counters<const W: usize> {
    bits: [Vector<W>; 4],
    /// What has overflowed from all of them.
    total: u64,
}

impl<const W: usize> Counters<W> {
    #[inline(always)]
    fn new() -> Self {
        Counters { bits: [[0; W]; 4], total: 0 }
    }

    #[inline(always)]
    fn add_four(&mut self, a: Vector<W>, b: Vector<W>, c: Vector<W>, d: Vector<W>) {
        let twos = [self.full_adder(0, a, b), self.full_adder(0, c, d)];
        let fours = self.full_adder(1, twos[0], twos[1]);
        self.carry(2, fours);
    }

    /// Adds two vectors of a weight, and gives the carry.
    #[inline(always)]
    fn full_adder(&mut self, weight: usize, a: Vector<W>, b: Vector<W>) -> Vector<W> {
        let sum = &mut self.bits[weight];
        let mut carry = [0; W];
        for i in 0..W {
            let half = sum[i] ^ a[i];
            carry[i] = sum[i] & a[i] | half & b[i];
            sum[i] = half ^ b[i];
        }
        carry
    }

    /// Adds a vector of a weight.
    #[inline(always)]
    fn carry(&mut self, weight: usize, mut carry: Vector<W>) {
        for sum in &mut self.bits[weight..] {
            for i in 0..W {
                (sum[i], carry[i]) = (sum[i] ^ carry[i], sum[i] & carry[i]);
            }
        }
        if !is_empty(&carry) {
            self.total += ones(&carry) << self.bits.len();
        }
    }

    #[inline(always)]
    fn total(&self) -> u64 {
        let mut total = self.total;
        for (weight, bits) in self.bits.iter().enumerate() {
            total += ones(bits) << weight;
        }
        total
    }
}

#[inline(always)]
fn is_empty<const W: usize>(words: &Vector<W>) -> bool {
    let mut any = 0;
    for word in words {
        any |= word;
    }
    any == 0
}

#[inline(always)]
fn ones<const W: usize>(words: &Vector<W>) -> u64 {
    let mut ones = 0;
    for word in words {
        ones += u64::from(word.count_ones());
    }
    ones
}
