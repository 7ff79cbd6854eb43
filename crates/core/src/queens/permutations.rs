//! Permutations: fill the board so that rows and columns are right, then compare the diagonals.
//!
//! The first step of the lesson: a board with one queen a row and a column is a permutation of the
//! columns, and it is a solution if its `row + column` are all different and its `row − column` are
//! too. All n! permutations are built before any is looked at, which is why this is the slowest way
//! (10 queens: 3,628,800 boards for 724 solutions) and why every other one *fails early*.
//!
//! Reference: Lehmer, *The Machine Tools of Combinatorics*, in Beckenbach (ed.), *Applied
//! Combinatorial Mathematics*, 1964, for permutations in lexicographic order.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::{Value, Variable};
use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// Every permutation, tested when complete.
pub const ROW: Row<Permutations> = Row {
    card: Card {
        id: Cow::Borrowed("permutations"),
        family: Family::HandWritten,
        technique: "generate and test",
        summary: Cow::Borrowed("all n! permutations, diagonals compared at the end"),
        reference: "Lehmer 1964",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: false,
    },
    search: Permutations,
};

/// Every permutation of the columns in lexicographic order, tested when complete.
#[derive(Clone, Copy, Debug)]
pub struct Permutations;

/// The diagonals of one direction are the bits of one word.
const MAX_SIZE: usize = 64;

impl Search for Permutations {
    type Instance = Queens;

    fn unsupported(&self, queens: &Queens) -> Option<String> {
        (queens.n > MAX_SIZE).then(|| format!("it takes boards of up to {MAX_SIZE} rows"))
    }

    fn search<O: Observer>(
        &self,
        queens: &Queens,
        _seed: u64,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let mut used = vec![false; queens.n];
        permute(&mut used, 0, &mut vec![0; queens.n], observer)
    }
}

fn permute<O: Observer>(
    used: &mut [bool],
    row: usize,
    columns: &mut [Value],
    observer: &mut O,
) -> ControlFlow<()> {
    if row == columns.len() {
        return match diagonals_differ(columns) {
            true => observer.observe(Event::Solution(columns)),
            false => ControlFlow::Continue(()),
        };
    }
    observer.observe(Event::Node { depth: row })?;
    for column in 0..columns.len() {
        if std::mem::replace(&mut used[column], true) {
            continue;
        }
        columns[row] = column as Value;
        observer
            .observe(Event::Decision { variable: Variable(row as u32), value: column as Value })?;
        permute(used, row + 1, columns, observer)?;
        used[column] = false;
        observer.observe(Event::Backtrack { depth: row })?;
    }
    ControlFlow::Continue(())
}

/// Whether the set of rising diagonals and the set of falling ones have a member for each queen.
fn diagonals_differ(columns: &[Value]) -> bool {
    let (mut rising, mut falling) = (0u128, 0u128);
    for (row, &column) in columns.iter().enumerate() {
        rising |= 1 << (row + column as usize);
        falling |= 1 << (row + columns.len() - column as usize);
    }
    let queens = columns.len() as u32;
    rising.count_ones() == queens && falling.count_ones() == queens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::Statistics;

    #[test]
    fn nothing_is_pruned() {
        let mut statistics = Statistics::default();
        let flow = Permutations.search(&Queens::new(6), 0, &mut statistics);
        assert!(flow.is_continue());
        // Nodes of depth d are the arrangements of d out of six: 1 + 6 + 30 + 120 + 360 + 720.
        assert_eq!((statistics.nodes, statistics.solutions), (1237, 4));
    }

    #[test]
    fn the_widest_board_fits_the_words() {
        let solution = crate::queens::explicit_construction::solution(64).expect("64 queens");
        assert!(diagonals_differ(&solution));
        assert!(!diagonals_differ(&(0..64).collect::<Vec<_>>()));
        assert!(!diagonals_differ(&(0..64).rev().collect::<Vec<_>>()));
    }
}
