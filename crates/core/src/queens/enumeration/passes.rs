//! The search below a prefix pass by pass.

use std::ops::ControlFlow;

use super::orbits::Orbits;
use crate::observer::{Event, Observer};
use crate::queens::counting::lanes::{Kernel, Simd};
use crate::queens::counting::passes::places::{Places, column};
use crate::queens::counting::passes::search::{CLOSED, Finds, Levels, search};

/// Tells of the orbits of all solutions below the prefix.
pub(super) struct Passes<'a, O> {
    pub(super) orbits: Orbits<'a, O>,
    pub(super) levels: &'a mut Levels,
}

impl<O: Observer> Kernel for Passes<'_, O> {
    type Output = ControlFlow<()>;

    #[inline(always)]
    fn run<S: Simd>(self, simd: S) -> ControlFlow<()> {
        let Passes { mut orbits, levels } = self;
        search(simd, orbits.prefix, levels, &mut orbits)
    }
}

impl<S: Simd, O: Observer> Finds<S> for Orbits<'_, O> {
    const PLACES: bool = true;

    #[inline(always)]
    fn solutions(
        &mut self,
        simd: S,
        hits: S::Words,
        places: Places<S>,
        last: [S::Words; CLOSED],
    ) -> ControlFlow<()> {
        if simd.all_ones(simd.equal(hits, simd.splat(0))) {
            return ControlFlow::Continue(());
        }
        let hits = simd.words(hits);
        let places = places.map(|word| simd.words(word));
        let last = last.map(|queen| simd.words(queen));
        let (first_rows, last_rows) = self.prefix.rows.split_at(self.prefix.rows.len() - CLOSED);
        for (lane, _) in hits.iter().enumerate().filter(|&(_, &hit)| hit != 0) {
            // Inner column 0 is column 1.
            let places = places.map(|word| word[lane]);
            for (depth, row) in first_rows.iter().enumerate() {
                self.place(row.row, usize::from(column(places, depth)) + 1);
            }
            for (queen, row) in last.iter().zip(last_rows) {
                self.place(row.row, queen[lane].trailing_zeros() as usize + 1);
            }
            self.stream()?;
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn closed(&mut self, _simd: S) {}

    #[inline(always)]
    fn passed(&mut self, depth: usize, nodes: usize) -> ControlFlow<()> {
        let depth = self.n - self.prefix.rows.len() + depth;
        for _ in 0..nodes {
            self.observer.observe(Event::Node { depth })?;
        }
        ControlFlow::Continue(())
    }
}
