//! Backtracking row by row, columns ascending: the descent that several ways of knowing the attacked
//! squares have in common (Golomb and Baumert, *Backtrack Programming*, JACM 12, 1965).
//!
//! One queen goes into each row, so rows need no check; a queen is placed on a square that no
//! earlier one attacks, the next row is tried, the queen is taken away. How attacks are known is
//! left to an implementation of [`Attacks`], and makes all the difference in speed and none in the
//! nodes that are visited.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use crate::model::{Value, Variable};
use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::solver::Search;

/// A way of knowing which squares the queens on the board attack.
pub trait Attacks {
    /// An empty board.
    fn new(n: usize) -> Self;

    /// Whether a square is attacked by a queen of an earlier row.
    fn attacked(&self, row: usize, column: usize) -> bool;

    /// Puts a queen on a square that is not attacked. Rows are filled from the first.
    fn place(&mut self, row: usize, column: usize);

    /// Takes the queen of the last filled row away.
    fn remove(&mut self, row: usize, column: usize);
}

/// Backtracking row by row with some way of knowing the attacked squares.
#[derive(Clone, Copy, Debug)]
pub struct RowByRow<A>(PhantomData<fn() -> A>);

impl<A> RowByRow<A> {
    /// The search; `A` says all.
    pub const fn new() -> Self {
        RowByRow(PhantomData)
    }
}

impl<A> Default for RowByRow<A> {
    fn default() -> Self {
        RowByRow::new()
    }
}

/// The descent is one call a row, and a stack has an end.
const MAX_SIZE: usize = 1000;

impl<A: Attacks> Search for RowByRow<A> {
    type Instance = Queens;

    fn unsupported(&self, queens: &Queens) -> Option<String> {
        (queens.n > MAX_SIZE).then(|| format!("it descends no further than {MAX_SIZE} rows"))
    }

    fn search<O: Observer>(
        &self,
        queens: &Queens,
        _seed: u64,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let mut solution = vec![0; queens.n];
        place(&mut A::new(queens.n), 0, &mut solution, observer)
    }
}

fn place<A: Attacks, O: Observer>(
    attacks: &mut A,
    row: usize,
    solution: &mut [Value],
    observer: &mut O,
) -> ControlFlow<()> {
    if row == solution.len() {
        return observer.observe(Event::Solution(solution));
    }
    observer.observe(Event::Node { depth: row })?;
    for column in 0..solution.len() {
        if attacks.attacked(row, column) {
            continue;
        }
        solution[row] = column as Value;
        observer
            .observe(Event::Decision { variable: Variable(row as u32), value: column as Value })?;
        attacks.place(row, column);
        place(attacks, row + 1, solution, observer)?;
        attacks.remove(row, column);
        observer.observe(Event::Backtrack { depth: row })?;
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::MAX_SIZE;
    use crate::observer::Statistics;
    use crate::problem::Queens;
    use crate::queens::{attack_marking, bitmask, board_scan, hash_sets, line_tables};
    use crate::search::backtracking;
    use crate::solver::{Request, Row, Search, Solver, Task};

    fn steps<S: Search<Instance = Queens>>(row: &Row<S>, n: usize) -> Statistics {
        let mut statistics = Statistics::default();
        let flow = row.search.search(&Queens::new(n), 0, &mut statistics);
        assert!(flow.is_continue());
        statistics
    }

    #[test]
    fn all_bookkeepings_take_the_same_steps() {
        for n in 1..=7 {
            let expected = steps(&bitmask::ROW, n);
            assert_eq!(steps(&board_scan::ROW, n), expected);
            assert_eq!(steps(&attack_marking::ROW, n), expected);
            assert_eq!(steps(&line_tables::ROW, n), expected);
            assert_eq!(steps(&hash_sets::ROW, n), expected);
        }
    }

    #[test]
    fn the_largest_board_is_one_that_it_takes() {
        let declined = |n| line_tables::ROW.search.unsupported(&Queens::new(n));
        assert_eq!(declined(MAX_SIZE), None);
        assert!(declined(MAX_SIZE + 1).is_some());
    }

    #[test]
    fn they_are_the_steps_of_generic_backtracking() {
        let queens = Queens::new(8);
        let request = Request::new(&queens, Task::Count).with_statistics();
        let mut ignored = |_: &[crate::Value]| std::ops::ControlFlow::Continue(());
        let generic = backtracking::ROW.solve(&request, &mut ignored).unwrap();
        let own = line_tables::ROW.solve(&request, &mut ignored).unwrap();
        assert_eq!(own.effort, generic.effort);
        assert_eq!((own.solutions, own.effort.get("nodes")), (92, Some(1965)));
    }
}
