//! The search below a prefix node by node: the rows are filled one after the other, and a queen is
//! placed only if the next row and the one after it keep a free square.

use std::ops::ControlFlow;

use super::orbits::Orbits;
use crate::observer::{Event, Observer};
use crate::queens::counting::prefix::{Attacked, Row};

/// Tells of the orbits of all solutions below the prefix.
pub(super) fn search<O: Observer>(mut orbits: Orbits<O>) -> ControlFlow<()> {
    let prefix = orbits.prefix;
    extend(&mut orbits, &prefix.rows, Attacked::before(prefix))
}

fn extend<O: Observer>(
    orbits: &mut Orbits<O>,
    rows: &[Row],
    attacked: Attacked,
) -> ControlFlow<()> {
    let [row, rest @ ..] = rows else {
        return orbits.stream();
    };
    orbits.observer.observe(Event::Node { depth: orbits.n - rows.len() })?;
    let mut free = attacked.free(row, 0);
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        let mut after = attacked;
        if let [next, beyond @ ..] = rest {
            after = attacked.with(queen, next.row - row.row);
            if after.free(next, 0) == 0 {
                continue;
            }
            if let [second, ..] = beyond
                && after.free(second, second.row - next.row) == 0
            {
                continue;
            }
        }
        // Bit 0 is column 1.
        orbits.place(row.row, queen.trailing_zeros() as usize + 1);
        extend(orbits, rest, after)?;
    }
    ControlFlow::Continue(())
}
