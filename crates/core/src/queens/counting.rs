//! Counting all solutions, faster and faster: a ladder whose rungs each add one idea.
//!
//! # The chapter
//!
//! The time of a count is the number of nodes, times what a node costs. Each rung lowers one of the
//! two, and most of them leave the other as it was. `parity compare queens --count --n 12` shows both
//! side by side, and `bench-results/README.md` what each rung gains over the one before.
//!
//! | rung | the idea | it lowers |
//! |---|---|---|
//! | 1 [`recursion`] | attacked columns as bits of words: all free squares of a row at once | cost of a node |
//! | 2 [`iterative`] | a stack instead of calls; half of the first row, as each solution has a mirror image | nodes, twofold |
//! | 3 [`eightfold`] | the border first, placed so that one image of eight is left | nodes, more than fourfold |
//! | 4 [`look_ahead`] | do not enter a node whose next rows are full; the last rows without a search | nodes, cost of the last |
//! | 5 [`passes`] | a node in each lane of a vector register | cost of a node |
//! | 6 [`half_boards`] | search halves, and join pairs of them by hundreds | nodes, by far |
//!
//! **Bits instead of squares (1).** A board that asks at each square whether an earlier queen attacks
//! it looks at many squares in vain. One word for the columns and one for either kind of diagonal hold
//! all answers for a row. To go down one row the diagonals shift by one. The lowest set bit of what is
//! free is the next queen, so a square that is attacked costs nothing at all.
//!
//! **Symmetry (2, 3).** A square has eight symmetries, so nearly all solutions come in eights. To use
//! the mirror is easy: half of the columns of the first row. To use all eight without ever comparing
//! boards takes a look at the border. Every solution has a queen on each side, and turning the board
//! brings the one that is nearest to a corner where one wants it. The [`prefix`]es are the placements
//! of the border that remain, each with the number of solutions that one below it stands for. Ties are
//! where the weights come from, and where one goes wrong first. The border also attacks much of the
//! inner board, so the search below it is narrower than the one from the first row on.
//!
//! **Looking ahead (4).** Most nodes near the bottom are dead ends: some row below has no free square.
//! Two shifts tell before one goes there. Of the last rows nothing is left to search: two rows have
//! two columns, which fit in two ways or not.
//!
//! **Many at once (5).** One instruction works on sixteen words or more, but the few operations within
//! a node wait for each other. So one takes many nodes, all of the same row, and does the same to each.
//! The price is to bring those that live together again after each step; how, depends on the processor
//! ([`lanes`]). The nodes are those of rung 4, but for a closer look at columns near the end.
//!
//! **Meet in the middle (6).** All rungs so far visit every solution, if only an eighth of them. With
//! each row more, solutions multiply by some factor, halves of boards only by its root. Pairs of halves
//! that fit are counted and not visited, hundreds with a few instructions. It pays when the lists are
//! long, so on small boards rung 5 is faster.
//!
//! What remains is to share the work: several threads, and [`pieces`] for several machines.
//!
//! # The parts
//!
//! A [`Rung`] cuts the board of a size into independent [`Unit`]s, the same on every machine and with
//! any number of threads; [`count`] runs them and adds what they find. A unit does not count
//! solutions but representatives of them by symmetry class ([`Sums`]), so that a wrong weight is a
//! wrong count and nothing is hidden in a division.

use std::sync::Mutex;

use rayon::prelude::*;

use crate::queens::fundamental::symmetric;

pub mod eightfold;
pub mod half_boards;
pub mod iterative;
pub mod lanes;
pub mod look_ahead;
pub mod passes;
pub mod pieces;
pub mod prefix;
pub mod recursion;
mod row;
mod sums;

pub use lanes::Lanes;
pub use row::CountingRow;
pub use sums::Sums;

/// The rungs from the lowest to the highest, each one file.
pub const RUNGS: &[&dyn Rung] = &[
    &recursion::Recursion,
    &iterative::Iterative,
    &eightfold::Eightfold,
    &look_ahead::LookAhead,
    &passes::Passes,
    &half_boards::HalfBoards,
];

/// A way of counting.
pub trait Rung: Sync {
    /// Its name in options and results.
    fn name(&self) -> &'static str;

    /// The largest board it takes.
    fn largest(&self) -> usize;

    /// The work on a board of this size, cut into units that do not depend on each other, on the
    /// number of threads or on the lanes.
    fn units(&self, n: usize, lanes: Lanes) -> Vec<Unit>;
}

/// Asked now and then by a running unit; `true` ends it without a result.
pub type Stop<'a> = &'a (dyn Fn() -> bool + Sync);

/// A part of the work that is done as a whole or not at all.
pub struct Unit {
    /// How long it takes, in any measure that is the same for all units of a count.
    pub estimate: f64,
    /// Does it: what it found, or `None` if it was stopped.
    pub run: Box<dyn Fn(Stop) -> Option<Sums> + Send + Sync>,
}

impl std::fmt::Debug for Unit {
    fn fmt(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.debug_struct("Unit").field("estimate", &self.estimate).finish_non_exhaustive()
    }
}

/// How to count.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Name of the rung; `None` takes the best for the size.
    pub rung: Option<&'static str>,
    /// Number of threads, at least 1.
    pub threads: usize,
    /// The instructions for rungs that work on many nodes at once.
    pub lanes: Lanes,
}

impl Default for Options {
    fn default() -> Self {
        Options { rung: None, threads: 1, lanes: Lanes::detect() }
    }
}

/// How far a count has come.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// Units done.
    pub units_done: usize,
    /// Units in all.
    pub units: usize,
    /// The part of the work that is done, from 0 to 1, as far as it can be estimated.
    pub share: f64,
}

/// What came of a count.
#[derive(Clone, Debug)]
pub struct Count {
    /// The size of the board.
    pub n: usize,
    /// The rung that counted.
    pub rung: &'static str,
    /// What the units found that were done.
    pub sums: Sums,
    /// Units done.
    pub units_done: usize,
    /// Units in all.
    pub units: usize,
}

impl Count {
    /// Whether all units were done.
    pub fn is_complete(&self) -> bool {
        self.units_done == self.units
    }

    /// Number of solutions; those of the units that were done, if the count was stopped.
    pub fn solutions(&self) -> u128 {
        self.sums.solutions()
    }

    /// Number of solutions up to rotation and reflection, by Burnside's lemma from the number of
    /// all. `None` if the count was stopped, or no count gives a whole number of orbits.
    pub fn fundamental(&self) -> Option<u64> {
        let solutions = u64::try_from(self.solutions()).ok().filter(|_| self.is_complete())?;
        symmetric::fundamental(self.n, solutions)
    }
}

/// Why there can be no count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no such rung.
    #[error("no rung is called `{0}`; there are {names}", names = names().join(", "))]
    Unknown(String),
    /// The board is empty or too large.
    #[error("{rung} counts boards of 1 to {largest} rows, not of {n}")]
    Size {
        /// The rung.
        rung: &'static str,
        /// The largest board it takes.
        largest: usize,
        /// The board asked for.
        n: usize,
    },
}

/// The names of the rungs.
pub fn names() -> Vec<&'static str> {
    RUNGS.iter().map(|rung| rung.name()).collect()
}

/// The rung with this name, or the best for the size.
///
/// # Errors
/// If there is none, or the size is not within its reach.
pub fn rung(name: Option<&str>, n: usize) -> Result<&'static dyn Rung, Refusal> {
    let rung: &dyn Rung = match name {
        Some(name) => *RUNGS
            .iter()
            .find(|rung| rung.name() == name)
            .ok_or_else(|| Refusal::Unknown(name.to_owned()))?,
        None => best(n),
    };
    if n == 0 || n > rung.largest() {
        return Err(Refusal::Size { rung: rung.name(), largest: rung.largest(), n });
    }
    Ok(rung)
}

/// The fastest rung for a size.
fn best(n: usize) -> &'static dyn Rung {
    if half_boards::SIZES.contains(&n) { &half_boards::HalfBoards } else { &passes::Passes }
}

/// Counts the solutions on a board of size n. Progress is told after every unit, perhaps by several
/// threads at once.
///
/// # Errors
/// If there is no such rung, or the size is not within its reach.
pub fn count(
    n: usize,
    options: &Options,
    progress: &(dyn Fn(Progress) + Sync),
    stop: Stop,
) -> Result<Count, Refusal> {
    let rung = rung(options.rung, n)?;
    let work = || {
        let mut units = rung.units(n, options.lanes);
        // The longest first, so that the last to end are short and no thread waits for long.
        units.sort_by(|a, b| b.estimate.total_cmp(&a.estimate));
        let total = Total::new(&units, progress);
        if options.threads > 1 {
            units.par_iter().with_max_len(1).for_each(|unit| total.run(unit, stop));
        } else {
            units.iter().for_each(|unit| total.run(unit, stop));
        }
        let done = total.done.into_inner().expect("no unit panicked");
        let (rung, units) = (rung.name(), units.len());
        Count { n, rung, sums: done.sums, units_done: done.units, units }
    };
    if options.threads > 1 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(options.threads).build();
        // A system that gives no threads still has the one that asks.
        if let Ok(pool) = pool {
            return Ok(pool.install(work));
        }
    }
    Ok(work())
}

/// What the units have found so far.
struct Total<'a> {
    progress: &'a (dyn Fn(Progress) + Sync),
    units: usize,
    estimate: f64,
    done: Mutex<Done>,
}

#[derive(Default)]
struct Done {
    sums: Sums,
    units: usize,
    estimate: f64,
}

impl<'a> Total<'a> {
    fn new(units: &[Unit], progress: &'a (dyn Fn(Progress) + Sync)) -> Self {
        let estimate = units.iter().map(|unit| unit.estimate).sum();
        Total { progress, units: units.len(), estimate, done: Mutex::default() }
    }

    fn run(&self, unit: &Unit, stop: Stop) {
        // Asked here too, as a unit may be done before it asks for the first time.
        let sums = if stop() { None } else { (unit.run)(stop) };
        let Some(sums) = sums else {
            return;
        };
        let mut done = self.done.lock().expect("no unit panicked");
        done.sums += sums;
        done.units += 1;
        done.estimate += unit.estimate;
        let share = (done.estimate / self.estimate).min(1.0);
        let progress = Progress { units_done: done.units, units: self.units, share };
        drop(done);
        (self.progress)(progress);
    }
}

#[cfg(test)]
mod tests;
