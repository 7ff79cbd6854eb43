//! Min-conflicts: start from a full board and move one attacked queen at a time to the square of its
//! row that the fewest others attack (Minton, Johnston, Philips and Laird, *Minimizing Conflicts: A
//! Heuristic Repair Method for Constraint Satisfaction and Scheduling Problems*, AIJ 58, 1992).
//!
//! Counters say how many queens stand on each column and each diagonal. A move changes six of them,
//! and the attackers of a square are the sum of three, so a repair is one pass over a row. The number
//! of repairs from a random board grows about as n, and is almost independent of n from a board that
//! is filled greedily.
//!
//! Both choices are uniform: the queen among all that are attacked, the square among all that are
//! best *without counting the moving queen itself*. Always taking the first would walk in circles.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::local_search::{Patience, Start};
use crate::model::{Value, Variable};
use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::solver::{Card, FIRST_ONLY, Family, Row, Scope, Search};

/// Min-conflicts from a random board.
pub const ROW: Row<MinConflicts> = Row {
    card: Card {
        id: Cow::Borrowed("min-conflicts/queens"),
        family: Family::HandWritten,
        technique: "min-conflicts",
        summary: Cow::Borrowed("counters of columns and diagonals, from a random board"),
        reference: "Minton, Johnston, Philips and Laird 1992",
        tasks: FIRST_ONLY,
        scope: Scope::Kinds(&["queens"]),
        featured: true,
    },
    search: MinConflicts {
        start: Start::Random,
        patience: Patience {
            starts: 100,
            moves_per_variable: 4,
        },
    },
};

/// Min-conflicts from a board on which each queen was put where the fewest of the earlier attack it.
pub const GREEDY_ROW: Row<MinConflicts> = Row {
    card: Card {
        id: Cow::Borrowed("min-conflicts/queens-greedy"),
        summary: Cow::Borrowed("counters of columns and diagonals, from a greedily filled board"),
        featured: false,
        ..ROW.card
    },
    search: MinConflicts {
        start: Start::Greedy,
        ..ROW.search
    },
};

/// Min-conflicts on a board with one queen a row.
#[derive(Clone, Copy, Debug)]
pub struct MinConflicts {
    /// The board from which repair starts.
    pub start: Start,
    /// How long it goes on.
    pub patience: Patience,
}

/// A repair looks along a whole row, which puts boards beyond this out of reach.
const MAX_SIZE: usize = 1_000_000;

impl Search for MinConflicts {
    type Instance = Queens;

    fn unsupported(&self, queens: &Queens) -> Option<String> {
        (queens.n > MAX_SIZE).then(|| format!("it repairs boards of up to {MAX_SIZE} rows"))
    }

    fn is_complete(&self, _: &Queens) -> bool {
        false
    }

    fn search<O: Observer>(&self, queens: &Queens, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for start in 0..self.patience.starts {
            if start > 0 {
                observer.observe(Event::Restart)?;
            }
            let mut board = Board::empty(queens.n);
            board.fill(self.start, &mut rng, observer)?;
            let mut moves = self.patience.moves(queens.n);
            while board.attacks > 0 && moves > 0 {
                board.repair(&mut rng, observer)?;
                moves -= 1;
            }
            if board.attacks == 0 {
                return observer.observe(Event::Solution(&board.queens));
            }
        }
        ControlFlow::Continue(())
    }
}

/// A board with at most one queen a row, and what is known of its lines.
struct Board {
    /// The column of each row's queen.
    queens: Vec<Value>,
    /// How many queens stand on each line.
    columns: Vec<u32>,
    rising: Vec<u32>,
    falling: Vec<u32>,
    /// Number of pairs that attack each other.
    attacks: u64,
}

impl Board {
    fn empty(n: usize) -> Self {
        Board {
            queens: vec![0; n],
            columns: vec![0; n],
            rising: vec![0; 2 * n],
            falling: vec![0; 2 * n],
            attacks: 0,
        }
    }

    fn fill<O: Observer>(
        &mut self,
        start: Start,
        rng: &mut ChaCha8Rng,
        observer: &mut O,
    ) -> ControlFlow<()> {
        for row in 0..self.queens.len() {
            let column = match start {
                Start::Random => rng.random_range(0..self.queens.len()),
                Start::Greedy => self.least_attacked(row, rng),
            };
            self.place(row, column);
            observer.observe(Event::Decision {
                variable: Variable(row as u32),
                value: column as Value,
            })?;
        }
        ControlFlow::Continue(())
    }

    fn repair<O: Observer>(&mut self, rng: &mut ChaCha8Rng, observer: &mut O) -> ControlFlow<()> {
        let row = self.attacked_queen(rng);
        self.remove(row);
        let column = self.least_attacked(row, rng);
        self.place(row, column);
        observer.observe(Event::Repair {
            variable: Variable(row as u32),
            value: column as Value,
            conflicts: self.attacks,
        })
    }

    /// Some queen that is attacked, each with the same probability. There must be one.
    fn attacked_queen(&self, rng: &mut ChaCha8Rng) -> usize {
        loop {
            let row = rng.random_range(0..self.queens.len());
            // A queen stands on three lines itself.
            if self.on_lines_of(row, self.queens[row] as usize) > 3 {
                return row;
            }
        }
    }

    /// Some square of the row that the fewest queens attack, each with the same probability. The
    /// row must be empty.
    fn least_attacked(&self, row: usize, rng: &mut ChaCha8Rng) -> usize {
        let n = self.queens.len();
        let diagonals = self.rising[row..].iter().zip(&self.falling[n - 1 - row..]);
        let attackers = self
            .columns
            .iter()
            .zip(diagonals)
            .map(|(column, (rising, falling))| column + rising + falling);
        let least = attackers.clone().fold(u32::MAX, u32::min);
        let best = attackers.map(|attackers| attackers == least);
        let ties = best.clone().map(u32::from).sum();
        let chosen = rng.random_range(0..ties) as usize;
        let mut columns = best.enumerate().filter(|&(_, best)| best);
        columns.nth(chosen).expect("as many as counted").0
    }

    /// How many queens stand on the three lines through a square, those on several counted as often.
    fn on_lines_of(&self, row: usize, column: usize) -> u32 {
        let falling = self.queens.len() - 1 - row + column;
        self.columns[column] + self.rising[row + column] + self.falling[falling]
    }

    fn place(&mut self, row: usize, column: usize) {
        self.attacks += u64::from(self.on_lines_of(row, column));
        self.queens[row] = column as Value;
        self.count(row, column, |queens| *queens += 1);
    }

    fn remove(&mut self, row: usize) {
        let column = self.queens[row] as usize;
        self.count(row, column, |queens| *queens -= 1);
        self.attacks -= u64::from(self.on_lines_of(row, column));
    }

    fn count(&mut self, row: usize, column: usize, change: impl Fn(&mut u32)) {
        let falling = self.queens.len() - 1 - row + column;
        change(&mut self.columns[column]);
        change(&mut self.rising[row + column]);
        change(&mut self.falling[falling]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::{Collecting, Statistics};
    use crate::problem::Problem;
    use crate::solver::{End, Request, Solver, Task};

    #[test]
    fn boards_of_all_sizes_are_solved() {
        for row in [&ROW, &GREEDY_ROW] {
            for n in [1, 4, 5, 6, 7, 8, 50, 100, 200, 500, 1000] {
                let (mut found, mut statistics) = (Collecting::default(), Statistics::default());
                let queens = Queens::new(n);
                let flow = row
                    .search
                    .search(&queens, 1, &mut (&mut found, &mut statistics));
                assert!(flow.is_continue());
                assert_eq!(found.solutions.len(), 1, "{} on {n} queens", row.card.id);
                assert_eq!(queens.verify(&found.solutions[0]), Ok(()));
                assert!(
                    n < 200 || statistics.repairs <= 2 * n as u64,
                    "{statistics:?}"
                );
            }
        }
    }

    #[test]
    fn it_gives_up_where_there_is_no_solution() {
        for n in [2, 3] {
            let queens = Queens::new(n);
            let request = Request::new(&queens, Task::First).with_statistics();
            let outcome = ROW.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(()));
            let outcome = outcome.unwrap();
            assert!(matches!(outcome.end, End::GaveUp(_)));
            let patience = ROW.search.patience;
            let repairs = u64::from(patience.starts) * patience.moves(n);
            assert_eq!(outcome.effort.get("repairs"), Some(repairs));
            assert_eq!(outcome.effort.get("restarts"), Some(99));
        }
    }

    #[test]
    fn attacks_are_counted_as_pairs() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut board = Board::empty(12);
        let start = board.fill(Start::Random, &mut rng, &mut Statistics::default());
        assert!(start.is_continue());
        for _ in 0..50 {
            let queens: Vec<(Value, Value)> = (0..).zip(board.queens.iter().copied()).collect();
            let attack = |a: (Value, Value), b: (Value, Value)| {
                a.1 == b.1 || (a.0 - b.0).abs() == (a.1 - b.1).abs()
            };
            let attacks = |index: usize| {
                let later = &queens[index + 1..];
                later
                    .iter()
                    .filter(|&&other| attack(queens[index], other))
                    .count()
            };
            let pairs: usize = (0..queens.len()).map(attacks).sum();
            assert_eq!(board.attacks, pairs as u64);
            if board.attacks == 0 {
                return;
            }
            assert!(
                board
                    .repair(&mut rng, &mut Statistics::default())
                    .is_continue()
            );
        }
    }
}
