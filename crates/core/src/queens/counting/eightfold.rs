//! Rung 3: one representative of each orbit, by placing the border first.
//!
//! The [symmetric prefixes](super::prefix) say which border placements are needed and how much each
//! solution below them weighs; the recursion over the inner rows is that of rung 1. The nodes drop
//! by more than the eight that symmetry promises on large boards, since border queens prune early.

use super::prefix::{Attacked, Prefix, Row, prefixes};
use super::recursion::PATIENCE;
use super::{CountingRow, Lanes, Rung, Stop, Sums, Unit};

/// Recursion below symmetric prefixes.
#[derive(Clone, Copy, Debug)]
pub struct Eightfold;

/// The inner board fits words of 32 bits, and counts fit 64.
pub(super) const MAX_SIZE: usize = 27;

/// Recursion below symmetric prefixes, as a row.
pub static ROW: CountingRow = CountingRow::new(
    &Eightfold,
    "counting/eightfold",
    "symmetric prefixes",
    "border queens first, so that one of each orbit is visited",
    "Takaken 2003",
);

impl Rung for Eightfold {
    fn name(&self) -> &'static str {
        "eightfold"
    }

    fn largest(&self) -> usize {
        MAX_SIZE
    }

    fn units(&self, n: usize, _lanes: Lanes) -> Vec<Unit> {
        units_of_prefixes(n, |prefix, stop| {
            let mut search = Search { nodes: 0, stop };
            let solutions = search.extend(&prefix.rows, Attacked::before(prefix))?;
            Some(Sums::of_class(prefix.class, solutions, search.nodes))
        })
    }
}

/// One unit for each symmetric prefix.
pub(super) fn units_of_prefixes(
    n: usize,
    count: impl Fn(&Prefix, Stop) -> Option<Sums> + Copy + Send + Sync + 'static,
) -> Vec<Unit> {
    if n == 1 {
        // The one queen is on all four sides.
        let run = Box::new(|_: Stop| Some(Sums::of_class(0, 1, 1)));
        return vec![Unit { estimate: 1.0, run }];
    }
    let unit = |prefix: Prefix| Unit {
        estimate: prefix.estimate(),
        run: Box::new(move |stop: Stop| count(&prefix, stop)),
    };
    prefixes(n).into_iter().map(unit).collect()
}

struct Search<'a> {
    nodes: u64,
    stop: Stop<'a>,
}

impl Search<'_> {
    /// The solutions below a state, or `None` if stopped.
    fn extend(&mut self, rows: &[Row], attacked: Attacked) -> Option<u64> {
        let Some((row, rest)) = rows.split_first() else {
            return Some(1);
        };
        self.nodes += 1;
        if self.nodes.is_multiple_of(PATIENCE) && (self.stop)() {
            return None;
        }
        let to_next = rest.first().map_or(0, |next| next.row - row.row);
        let mut solutions = 0;
        let mut free = attacked.free(row, 0);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            solutions += self.extend(rest, attacked.with(queen, to_next))?;
        }
        Some(solutions)
    }
}
