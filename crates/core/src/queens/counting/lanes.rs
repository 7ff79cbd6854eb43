//! Many nodes at once, one a lane of a vector register.
//!
//! A search over a *buffer* of nodes needs few operations: bitwise logic, shifts by a number of rows,
//! comparison with zero, and one that is the heart of it, *compress-store*: of a vector of nodes, keep
//! those that live, side by side. `Simd` names them; each file implements them once:
//!
//! | file | lanes | how living nodes are put side by side |
//! |---|---|---|
//! | `portable` | 16 × 16 or 8 × 32 bits | one after the other, in safe code |
//! | `x86/avx2` | 16 × 16 or 8 × 32 bits | a permutation looked up by the mask of a half or whole vector |
//! | `x86/avx512` | 32 × 16 or 16 × 32 bits | an instruction for it; for 16 bits with VBMI2 only, else in pairs |
//!
//! A `Kernel` is written once over `Simd` and compiled for each.

pub(super) mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

/// The instructions for many nodes at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lanes {
    /// Safe code for every processor.
    Portable,
    /// AVX2 of x86-64 processors.
    Avx2,
    /// AVX-512 of x86-64 processors: F, BW, and VBMI2 where it is there.
    Avx512,
}

impl Lanes {
    /// All of them, from the simplest.
    pub const ALL: [Lanes; 3] = [Lanes::Portable, Lanes::Avx2, Lanes::Avx512];

    /// The name used in options.
    pub fn name(self) -> &'static str {
        match self {
            Lanes::Portable => "portable",
            Lanes::Avx2 => "avx2",
            Lanes::Avx512 => "avx512",
        }
    }

    /// Whether this processor has the instructions.
    pub fn available(self) -> bool {
        match self {
            Lanes::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx2 => x86::avx2::Avx2::detect().is_some(),
            #[cfg(target_arch = "x86_64")]
            Lanes::Avx512 => x86::avx512::Avx512::detect().is_some(),
            #[cfg(not(target_arch = "x86_64"))]
            Lanes::Avx2 | Lanes::Avx512 => false,
        }
    }

    /// The best that this processor has.
    pub fn detect() -> Self {
        let best = Lanes::ALL.into_iter().rev().find(|lanes| lanes.available());
        best.unwrap_or(Lanes::Portable)
    }

    /// Runs a kernel on words of at least so many bits, up to 32; with portable lanes if the
    /// processor lacks these.
    pub(in crate::queens) fn run<K: Kernel>(self, bits: usize, kernel: K) -> K::Output {
        let narrow = bits <= 16;
        #[cfg(target_arch = "x86_64")]
        if let (Lanes::Avx512, Some(proof)) = (self, x86::avx512::Avx512::detect()) {
            return match (narrow, x86::avx512::Vbmi2::detect()) {
                (false, _) => x86::avx512::Wide(proof).run(kernel),
                (true, Some(proof)) => x86::avx512::Narrow(proof).run(kernel),
                (true, None) => x86::avx512::Paired(proof).run(kernel),
            };
        }
        #[cfg(target_arch = "x86_64")]
        if let (Lanes::Avx2 | Lanes::Avx512, Some(proof)) = (self, x86::avx2::Avx2::detect()) {
            return if narrow {
                x86::avx2::Narrow(proof).run(kernel)
            } else {
                x86::avx2::Wide(proof).run(kernel)
            };
        }
        if narrow { portable::Narrow.run(kernel) } else { portable::Wide.run(kernel) }
    }
}

/// Nodes that a buffer holds, in steps of whole vectors.
pub(super) const CAPACITY: usize = 1024 + SLACK;

/// Lanes of the widest vector.
pub(in crate::queens) const MOST: usize = 32;

/// A store may write a whole vector past the last living node.
const SLACK: usize = MOST;

/// Nodes of one level, laid out as each implementation likes.
#[repr(C, align(64))]
pub(in crate::queens) struct Buffer([u32; 4 * CAPACITY]);

impl Buffer {
    pub(super) const EMPTY: Buffer = Buffer([0; 4 * CAPACITY]);
}

/// A vector of nodes: which columns are attacked, as seen from the row to fill next.
#[derive(Clone, Copy)]
pub(in crate::queens) struct Nodes<W> {
    /// Columns with a queen.
    pub(in crate::queens) columns: W,
    /// Columns attacked along rising diagonals.
    pub(in crate::queens) rising: W,
    /// Columns attacked along falling diagonals.
    pub(in crate::queens) falling: W,
    /// Columns where no queen is to be tried (any more): attacked, or tried already.
    pub(in crate::queens) closed: W,
}

/// The operations on vectors of words, one word a node.
pub(in crate::queens) trait Simd: Copy {
    /// Number of lanes.
    const WIDTH: usize;
    /// A vector.
    type Words: Copy;
    /// A number of places to shift by, where the instructions want it.
    type Shift: Copy;

    /// The same word in each lane, cut to its width.
    fn splat(self, word: u32) -> Self::Words;
    /// The bits that are in either.
    fn or(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// The bits that are in both.
    fn and(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// The bits that are in one of them.
    fn xor(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// The bits of b that are not in a.
    fn and_not(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Sums, modulo the width.
    fn add(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Differences, modulo the width.
    fn sub(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Products, modulo the width.
    fn mul(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Makes a shift.
    fn shift(self, places: usize) -> Self::Shift;
    /// Shifts towards higher columns.
    fn up(self, a: Self::Words, shift: Self::Shift) -> Self::Words;
    /// Shifts towards lower columns.
    fn down(self, a: Self::Words, shift: Self::Shift) -> Self::Words;
    /// All ones where the words are equal, zero elsewhere.
    fn equal(self, a: Self::Words, b: Self::Words) -> Self::Words;
    /// Whether all bits of all words are ones.
    fn all_ones(self, a: Self::Words) -> bool;
    /// The words, one a lane; zero beyond the last lane.
    fn words(self, a: Self::Words) -> [u32; MOST];

    /// The nodes from an index on.
    fn load(self, buffer: &Buffer, at: usize) -> Nodes<Self::Words>;
    /// Stores nodes from an index on.
    fn store(self, buffer: &mut Buffer, at: usize, nodes: Nodes<Self::Words>);
    /// Stores the nodes whose word in `dead` is zero, not all ones, side by side from an index on;
    /// what follows them is undefined for the width of a vector. Gives the index after the last.
    fn store_living(
        self,
        buffer: &mut Buffer,
        at: usize,
        nodes: Nodes<Self::Words>,
        dead: Self::Words,
    ) -> usize;

    /// Runs a kernel compiled for these instructions.
    fn run<K: Kernel>(self, kernel: K) -> K::Output;
}

/// Something to run with any implementation of [`Simd`]. Its method must be inlined, and what it
/// calls too, to be compiled for the instructions.
pub(in crate::queens) trait Kernel {
    /// What comes out.
    type Output;

    /// Runs.
    fn run<S: Simd>(self, simd: S) -> Self::Output;
}
