//! The search below a prefix node by node: the rows are filled one after the other, and a queen is
//! placed only if the next row and the one after it keep a free square.

use std::ops::ControlFlow;

use super::orbits::Orbits;
use crate::observer::{Event, Observer};
use crate::queens::counting::prefix::Row;

/// Tells of the orbits of all solutions below the prefix.
pub(super) fn search<O: Observer>(mut orbits: Orbits<O>) -> ControlFlow<()> {
    let prefix = orbits.prefix;
    let attacked = Attacked { columns: prefix.columns, rising: 0, falling: 0 };
    extend(&mut orbits, &prefix.rows, attacked)
}

/// Inner columns of a row that are attacked by queens of the rows before, bit 0 being column 1.
#[derive(Clone, Copy)]
struct Attacked {
    columns: u32,
    rising: u32,
    falling: u32,
}

impl Attacked {
    fn free(self, row: &Row) -> u32 {
        !(self.columns | self.rising | self.falling | row.attacked)
    }

    fn with(self, queen: u32, rows: usize) -> Self {
        Attacked {
            columns: self.columns | queen,
            rising: (self.rising | queen) >> rows,
            falling: (self.falling | queen) << rows,
        }
    }

    fn moved(self, rows: usize) -> Self {
        Attacked { rising: self.rising >> rows, falling: self.falling << rows, ..self }
    }
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
    let mut free = attacked.free(row);
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        let mut after = attacked;
        if let [next, beyond @ ..] = rest {
            after = attacked.with(queen, next.row - row.row);
            if after.free(next) == 0 {
                continue;
            }
            if let [second, ..] = beyond
                && after.moved(second.row - next.row).free(second) == 0
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
