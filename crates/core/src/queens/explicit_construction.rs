//! Explicit construction: one solution for every n but 2 and 3, written down without any search
//! (Pauls, *Das Maximalproblem der Damen auf dem Schachbrette*, Deutsche Schachzeitung 29, 1874;
//! Hoffman, Loessi and Moore, *Constructions for the Solution of the m Queens Problem*, Mathematics
//! Magazine 42, 1969).
//!
//! Queens a knight's move apart do not attack each other, so two staircases of knight's moves nearly
//! fill a board of even size. They work unless n leaves the remainder 2 after division by 6; then a
//! second pair of staircases, moved sideways and wrapped around the edge, does. Neither uses a square
//! of the falling main diagonal, so a queen in the corner below extends them to odd sizes.
//!
//! Finding *one* solution is therefore no measure of a solver; finding all, or completing a board
//! that is partly filled, is.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::Value;
use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::solver::{Card, FIRST_ONLY, Family, Row, Scope, Search};

/// One solution by formula.
pub const ROW: Row<ExplicitConstruction> = Row {
    card: Card {
        id: Cow::Borrowed("explicit-construction"),
        family: Family::HandWritten,
        technique: "explicit construction",
        summary: Cow::Borrowed("one solution by formula, in linear time and without search"),
        reference: "Pauls 1874",
        tasks: FIRST_ONLY,
        scope: Scope::Kinds(&["queens"]),
        featured: true,
    },
    search: ExplicitConstruction,
};

/// Staircases of knight's moves.
#[derive(Clone, Copy, Debug)]
pub struct ExplicitConstruction;

impl Search for ExplicitConstruction {
    type Instance = Queens;

    fn memory(&self, queens: &Queens) -> Option<u64> {
        Some(size_of::<Value>() as u64 * queens.n as u64)
    }

    fn search<O: Observer>(
        &self,
        queens: &Queens,
        _seed: u64,
        observer: &mut O,
    ) -> ControlFlow<()> {
        match solution(queens.n) {
            Some(columns) => observer.observe(Event::Solution(&columns)),
            None => ControlFlow::Continue(()),
        }
    }
}

/// Writes the column of the queen of each row. The length is the size of the board. False, with
/// nothing written, for 2 and 3, which have no solution.
///
/// Each part is one pass over memory, so that what remains is the time of writing it down.
pub fn construct(columns: &mut [Value]) -> bool {
    let n = columns.len();
    if n == 2 || n == 3 {
        return false;
    }
    let even = n / 2 * 2;
    let (pairs, corner) = columns.split_at_mut(even);
    let (upper, lower) = pairs.split_at_mut(even / 2);
    let (even, half) = (even as Value, even as Value / 2);
    if even % 6 == 2 {
        // Row r holds column h − 1 + 2r, wrapped; the lower half is the upper one turned round.
        let wrapped = |row: Value| {
            let column = half - 1 + 2 * row;
            if column < even { column } else { column - even }
        };
        upper.iter_mut().zip(0..).for_each(|(column, row)| *column = wrapped(row));
        lower.iter_mut().zip(1..).for_each(|(column, r)| *column = even - 1 - wrapped(half - r));
    } else {
        upper.iter_mut().zip(0..).for_each(|(column, row)| *column = 2 * row + 1);
        lower.iter_mut().zip(0..).for_each(|(column, row)| *column = 2 * row);
    }
    corner.fill(even);
    true
}

/// The column of the queen of each row, or `None` for n = 2 and n = 3, which have no solution.
pub fn solution(n: usize) -> Option<Vec<Value>> {
    let mut columns = vec![0; n];
    construct(&mut columns).then_some(columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Problem;
    use crate::solver::{End, Request, Solver, Task};

    #[test]
    fn every_size_but_two_has_a_solution() {
        for n in (1..=1000).chain([9_998, 9_999, 10_000, 10_001, 10_002, 10_003]) {
            match solution(n) {
                Some(columns) => assert_eq!(Queens::new(n).verify(&columns), Ok(())),
                None => assert!(n == 2 || n == 3, "{n} queens"),
            }
        }
    }

    #[test]
    fn it_is_written_into_a_buffer() {
        let mut columns = [7; 8];
        assert!(construct(&mut columns[..6]));
        assert_eq!(columns, [1, 3, 5, 0, 2, 4, 7, 7]);
        assert!(!construct(&mut columns[..3]) && construct(&mut []));
        assert_eq!(columns, [1, 3, 5, 0, 2, 4, 7, 7]);
    }

    #[test]
    fn that_two_and_three_have_none_is_known() {
        for n in [2, 3] {
            let queens = Queens::new(n);
            let request = Request::new(&queens, Task::First);
            let outcome = ROW.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(()));
            assert_eq!(outcome.map(|outcome| outcome.end), Ok(End::Exhausted));
        }
    }

    #[test]
    fn the_falling_main_diagonal_is_free_on_even_boards() {
        for n in (4..=100).step_by(2) {
            let columns = solution(n).expect("an even size above 2");
            assert!((0..).zip(columns).all(|(row, column)| row != column), "{n}");
        }
    }
}
