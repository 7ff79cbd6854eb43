//! A long count cut into numbered pieces that may be computed anywhere, in any order.
//!
//! Whoever computes piece 17 of 4096 must mean the same work by it, on every machine and in every
//! year. So a [`Division`] is a pure function of the size of the board and the number of pieces. Its
//! units are the symmetric [prefixes](super::prefix), each with up to two more queens, so that there
//! are a thousand or more of them in a piece where the board has as many. They are sorted by an
//! estimate of their work and dealt out like cards, to and fro, so that all pieces take about as long.

use std::ops::Range;

use xxhash_rust::xxh3::xxh3_128;

use super::passes;
use super::prefix::{Prefix, prefixes};
use super::{Lanes, Stop, Sums};

/// The fewest units in a piece, if there can be as many.
const UNITS_A_PIECE: usize = 1000;

/// The most queens placed after the border.
const DEEPEST: usize = 2;

/// The smallest board that is cut: smaller ones are counted before a piece is written.
pub const SMALLEST: usize = 8;

/// The largest board that is cut.
pub const LARGEST: usize = 27;

/// A unit: a symmetric prefix, and the squares of further queens as positions among those free.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Unit {
    prefix: u32,
    steps: [u8; DEEPEST],
    estimate: f64,
}

/// A board cut into pieces.
#[derive(Clone, Debug)]
pub struct Division {
    n: usize,
    pieces: usize,
    prefixes: Vec<Prefix>,
    /// Number of queens placed after the border in every unit.
    depth: usize,
    /// From the longest to the shortest.
    units: Vec<Unit>,
}

/// Why a board cannot be cut so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Indivisible {
    /// The board is too small or too large.
    #[error("boards of {SMALLEST} to {LARGEST} rows can be counted in pieces, not of {0}")]
    Size(usize),
    /// There are fewer units than pieces.
    #[error("a board of {n} rows can be cut into 1 to {units} pieces, not into {pieces}")]
    Pieces {
        /// The board.
        n: usize,
        /// The pieces asked for.
        pieces: usize,
        /// The most there can be.
        units: usize,
    },
}

impl Division {
    /// Cuts the board of size n into a number of pieces.
    ///
    /// # Errors
    /// If the board is too small or too large for so many.
    pub fn new(n: usize, pieces: usize) -> Result<Self, Indivisible> {
        if !(SMALLEST..=LARGEST).contains(&n) {
            return Err(Indivisible::Size(n));
        }
        let prefixes = prefixes(n);
        let mut depth = 0;
        let mut units = units(&prefixes, depth);
        while units.len() < pieces.saturating_mul(UNITS_A_PIECE) && depth < DEEPEST {
            depth += 1;
            units = self::units(&prefixes, depth);
        }
        if pieces == 0 || pieces > units.len() {
            return Err(Indivisible::Pieces { n, pieces, units: units.len() });
        }
        // A stable sort: units of one estimate stay in the order of their prefixes.
        units.sort_by(|a, b| b.estimate.total_cmp(&a.estimate));
        Ok(Division { n, pieces, prefixes, depth, units })
    }

    /// The size of the board.
    pub fn n(&self) -> usize {
        self.n
    }

    /// The number of pieces.
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// The number of units of all pieces.
    pub fn units(&self) -> usize {
        self.units.len()
    }

    /// A piece, from 0.
    ///
    /// # Panics
    /// If there is no such piece.
    pub fn piece(&self, index: usize) -> Piece<'_> {
        assert!(index < self.pieces, "there are {} pieces", self.pieces);
        Piece { division: self, index }
    }
}

/// The units that have so many queens after the border.
fn units(prefixes: &[Prefix], depth: usize) -> Vec<Unit> {
    let mut units = Vec::new();
    for (index, prefix) in prefixes.iter().enumerate() {
        let root = Unit {
            prefix: u32::try_from(index).expect("there are fewer than 2^32 prefixes"),
            steps: [0; DEEPEST],
            estimate: 0.0,
        };
        extend(prefix, root, 0, depth, &mut units);
    }
    units
}

fn extend(prefix: &Prefix, unit: Unit, placed: usize, depth: usize, units: &mut Vec<Unit>) {
    if placed == depth {
        units.push(Unit { estimate: prefix.estimate(), ..unit });
        return;
    }
    for (step, longer) in (0..).zip(prefix.extensions()) {
        let mut steps = unit.steps;
        steps[placed] = step;
        extend(&longer, Unit { steps, ..unit }, placed + 1, depth, units);
    }
}

/// One piece of a division.
#[derive(Clone, Copy, Debug)]
pub struct Piece<'a> {
    division: &'a Division,
    index: usize,
}

impl Piece<'_> {
    /// Its number, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The number of its units.
    pub fn units(&self) -> usize {
        self.dealt().count()
    }

    /// Its units, one from each round of dealing: the first round goes up through the pieces, the
    /// second comes back down, and so on.
    fn dealt(&self) -> impl Iterator<Item = &Unit> {
        let Division { pieces, units, .. } = self.division;
        let rounds: Range<usize> = 0..units.len().div_ceil(*pieces);
        let place = move |round: usize| {
            let turn = if round.is_multiple_of(2) { self.index } else { pieces - 1 - self.index };
            round * pieces + turn
        };
        rounds.filter_map(move |round| units.get(place(round)))
    }

    /// What says which units it is made of, as 32 hexadecimal digits: equal if and only if the units
    /// are, whatever program or machine computed it.
    pub fn fingerprint(&self) -> String {
        let unit = |unit: &Unit| unit.prefix.to_le_bytes().into_iter().chain(unit.steps);
        let bytes: Vec<u8> = self.dealt().flat_map(unit).collect();
        format!("{:032x}", xxh3_128(&bytes))
    }

    /// Counts it, with word of the units done so far. `None` if it was stopped.
    pub fn count(&self, lanes: Lanes, progress: &mut dyn FnMut(usize), stop: Stop) -> Option<Sums> {
        let mut sums = Sums::default();
        for (done, unit) in self.dealt().enumerate() {
            progress(done);
            if stop() {
                return None;
            }
            let mut prefix = self.division.prefixes[unit.prefix as usize].clone();
            for &step in &unit.steps[..self.division.depth] {
                let longer = prefix.extensions().nth(usize::from(step));
                prefix = longer.expect("a unit is made of extensions");
            }
            sums += passes::count_below(&prefix, self.division.n - 2, lanes, stop)?;
        }
        Some(sums)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_add_up_to_the_published_counts() {
        for (n, pieces, solutions) in [(8, 1, 92), (8, 7, 92), (10, 3, 724), (12, 32, 14_200)] {
            let division = Division::new(n, pieces).expect("the board can be cut");
            let mut sums = Sums::default();
            for index in 0..pieces {
                let piece = division.piece(index);
                sums += piece.count(Lanes::Portable, &mut |_| (), &|| false).expect("not stopped");
            }
            assert_eq!(sums.solutions(), solutions, "{n} in {pieces}");
        }
    }

    #[test]
    fn a_prefix_is_the_sum_of_its_extensions() {
        let count = |prefix: &Prefix| {
            let sums = passes::count_below(prefix, 8, Lanes::Portable, &|| false);
            sums.expect("not stopped").solutions()
        };
        for prefix in prefixes(10) {
            let parts: u128 = prefix.extensions().map(|longer| count(&longer)).sum();
            assert_eq!(count(&prefix), parts, "{prefix:?}");
        }
    }

    #[test]
    fn every_unit_is_in_one_piece() {
        let division = Division::new(11, 13).expect("the board can be cut");
        let mut all: Vec<_> = (0..13)
            .flat_map(|index| {
                let piece = division.piece(index);
                piece.dealt().map(|unit| (unit.prefix, unit.steps)).collect::<Vec<_>>()
            })
            .collect();
        assert_eq!(all.len(), division.units());
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), division.units(), "a unit is in two pieces");
    }

    /// Records of pieces outlive the program that wrote them, so the division must never change.
    #[test]
    fn a_division_is_for_ever() {
        let division = Division::new(14, 32).expect("the board can be cut");
        assert_eq!(division.piece(31).fingerprint(), "97d19db42b32b3a0b9908a0c4dead8dd");
    }

    #[test]
    fn a_stopped_piece_says_nothing() {
        let division = Division::new(12, 2).expect("the board can be cut");
        assert_eq!(division.piece(0).count(Lanes::Portable, &mut |_| (), &|| true), None);
    }

    #[test]
    fn what_cannot_be_cut_is_refused() {
        assert_eq!(Division::new(7, 2).err(), Some(Indivisible::Size(7)));
        let refusal = Division::new(8, 1_000_000).err().map(|refusal| refusal.to_string());
        assert!(refusal.is_some_and(|text| text.starts_with("a board of 8 rows can be cut into")));
    }
}
