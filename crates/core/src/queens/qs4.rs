//! QS4: one solution for gigantic n, in linear time, by local search (Sosic and Gu, *Efficient Local
//! Search with Conflict Minimization: A Case Study of the N-Queens Problem*, IEEE Transactions on
//! Knowledge and Data Engineering 6(5), 1994).
//!
//! A board with one queen a row and a column is a permutation, so only diagonals can clash. Sosic
//! and Gu saw that almost all of such a board can be filled **without a single clash** by drawing: for
//! each row, draw one of the columns that are left until both of its diagonals are free. That takes
//! about three draws a queen, on average over the whole board, whatever n is; only the last handful
//! of rows finds nothing, and is repaired.
//!
//! What is kept is the column of each row and **one bit a diagonal**, taken or free. No diagonal is
//! ever taken twice, so there is nothing to count: 4.5 bytes a queen in all.
//!
//! 1. **Draw.** `Deck` gives the columns one by one, each once, in a random order.
//! 2. **Place.** Rows and columns wait in pairs. A pair with both diagonals free is a queen and
//!    leaves; all others stay, and the columns move on by some places, so that each row meets
//!    another column. New rows and new columns take the places that became free.
//! 3. **Set aside.** When every waiting row has met every waiting column in vain, all are set aside.
//! 4. **Repair.** A row r that was set aside, with its column c, looks for a queen (s, d) anywhere
//!    such that (r, d) and (s, c) are both free: the two rows exchange their columns. About one queen
//!    in forty will do.
//!
//! Small boards can end with no such queen. Then all begins again from another random order.
//!
//! **Why it is fast.** At n = 10⁸ the bits are 50 MB, more than most caches hold, and a draw at
//! random waits for the memory twice. So the deck is dealt in *sweeps*: the columns are cut into
//! stretches of a few hundred, and one sweep takes one random column of each stretch from left to
//! right. Rows ascend too, and the diagonals of a pair, row + column and row − column, move along the
//! bits as the sweep does: what some hundred waiting pairs look at fits the fastest cache. And as
//! half of the draws fail, a processor that bets on their outcome loses often. Hence step 2 has two
//! loops: the first sorts the pairs into blocked and possible without a branch, the second looks at
//! the possible ones again, which may have blocked one another in the meantime.
//!
//! Rows keep the order of the board because it matters: if both ends were filled before the middle,
//! the long diagonals, on which most squares of the middle stand, would be taken by then.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::model::{Value, Variable};
use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::solver::{Card, FIRST_ONLY, Family, Row, Scope, Search};

/// QS4.
pub const ROW: Row<Qs4> = Row {
    card: Card {
        id: Cow::Borrowed("qs4"),
        family: Family::HandWritten,
        technique: "linear-time local search",
        summary: Cow::Borrowed("draw a column for each row, repair the last few; a bit a diagonal"),
        reference: "Sosic and Gu 1994",
        tasks: FIRST_ONLY,
        scope: Scope::Kinds(&["queens"]),
        featured: true,
    },
    search: Qs4,
};

/// Linear-time local search with one bit a diagonal.
#[derive(Clone, Copy, Debug)]
pub struct Qs4;

/// How many pairs of a row and a column wait at once. Fewer block one another more often; more do
/// not fit the fastest cache.
const WAITING: usize = 512;
/// How many random orders are tried. Boards of more than some ten rows need one.
const STARTS: u32 = 1000;
/// The column of a row that was set aside.
const NONE: Value = -1;

impl Search for Qs4 {
    type Instance = Queens;

    fn is_complete(&self, _: &Queens) -> bool {
        false
    }

    fn memory(&self, queens: &Queens) -> Option<u64> {
        let n = queens.n as u64;
        Some(4 * n + n / 2)
    }

    fn search<O: Observer>(&self, queens: &Queens, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for start in 0..STARTS {
            if start > 0 {
                observer.observe(Event::Restart)?;
            }
            let mut board = Board::empty(queens.n);
            let aside = board.fill(Deck::shuffled(board.n, &mut rng), observer)?;
            if board.repair(&aside, &mut rng, observer)? {
                return observer.observe(Event::Solution(&board.queens));
            }
        }
        ControlFlow::Continue(())
    }
}

/// A row and a column.
type Pair = (u32, u32);

/// The queens, and which diagonals they take.
struct Board {
    n: u32,
    /// The column of each row's queen.
    queens: Vec<Value>,
    /// One bit for each sum of row and column.
    rising: Vec<u64>,
    /// One bit for each difference of row and column, n added.
    falling: Vec<u64>,
}

impl Board {
    fn empty(n: usize) -> Self {
        let diagonals = vec![0; (2 * n).div_ceil(64)];
        Board { n: n as u32, queens: vec![0; n], rising: diagonals.clone(), falling: diagonals }
    }

    /// 1 if a diagonal through the square is taken, otherwise 0.
    #[inline(always)]
    fn taken(&self, (row, column): Pair) -> usize {
        let (rising, falling) = (row + column, row + self.n - column);
        let rising_bit = self.rising[rising as usize / 64] >> (rising % 64);
        let falling_bit = self.falling[falling as usize / 64] >> (falling % 64);
        ((rising_bit | falling_bit) & 1) as usize
    }

    /// Takes the two diagonals of a queen that are free, or frees them again.
    #[inline(always)]
    fn flip(&mut self, (row, column): Pair) {
        let (rising, falling) = (row + column, row + self.n - column);
        self.rising[rising as usize / 64] ^= 1 << (rising % 64);
        self.falling[falling as usize / 64] ^= 1 << (falling % 64);
    }

    #[inline(always)]
    fn place(&mut self, (row, column): Pair) {
        self.flip((row, column));
        self.queens[row as usize] = column as Value;
    }

    /// Places a queen on almost every row. Gives back the rows and columns that are left.
    fn fill<O: Observer>(
        &mut self,
        mut deck: Deck,
        observer: &mut O,
    ) -> ControlFlow<(), Vec<Pair>> {
        let (mut rows, mut columns) = ([0; WAITING], [0; WAITING]);
        let mut possible = [(0, 0); WAITING];
        let (mut waiting, mut next_row) = (0, 0);
        let mut vain = 0;
        let mut aside = Vec::new();
        loop {
            // 1. Draw: new rows and columns behind those that wait.
            let fresh = (WAITING - waiting).min((self.n - next_row) as usize);
            let pairs = waiting + fresh;
            for row in &mut rows[waiting..pairs] {
                *row = next_row;
                next_row += 1;
            }
            deck.deal(&mut columns[waiting..pairs]);
            if pairs == 0 {
                return ControlFlow::Continue(aside);
            }
            // 2. Place. The columns move on, so that the new ones meet the rows that wait.
            columns[..pairs].rotate_right(fresh.max(1) % pairs);
            let mut candidates = 0;
            waiting = 0;
            for index in 0..pairs {
                let pair = (rows[index], columns[index]);
                let taken = self.taken(pair);
                (rows[waiting], columns[waiting]) = pair;
                possible[candidates] = pair;
                waiting += taken;
                candidates += 1 - taken;
            }
            for &(row, column) in &possible[..candidates] {
                if self.taken((row, column)) == 1 {
                    (rows[waiting], columns[waiting]) = (row, column);
                    waiting += 1;
                    continue;
                }
                self.place((row, column));
                let (variable, value) = (Variable(row), column as Value);
                observer.observe(Event::Decision { variable, value })?;
            }
            observer.observe(Event::Revisions { revisions: 0, checks: pairs as u64 })?;
            // 3. Set aside, after as many rounds in vain as there are columns to meet.
            vain = if waiting == pairs && fresh == 0 { vain + 1 } else { 0 };
            if vain > waiting {
                let pairs = rows.iter().copied().zip(columns.iter().copied());
                aside.extend(pairs.take(waiting));
                (waiting, vain) = (0, 0);
            }
        }
    }

    /// Places a queen on each row that was set aside. False if one finds no queen to exchange its
    /// column with.
    fn repair<O: Observer>(
        &mut self,
        aside: &[Pair],
        rng: &mut ChaCha8Rng,
        observer: &mut O,
    ) -> ControlFlow<(), bool> {
        for &(row, _) in aside {
            self.queens[row as usize] = NONE;
        }
        let draws = 100 + 4 * u64::from(self.n.min(10_000));
        for (index, &(row, column)) in aside.iter().enumerate() {
            // 4. Repair.
            let (mut checks, mut other) = (0, None);
            while other.is_none() && checks < draws {
                checks += 1;
                other = self.exchange((row, column), rng.random_range(0..self.n));
            }
            observer.observe(Event::Revisions { revisions: 0, checks })?;
            let Some(other) = other else {
                return ControlFlow::Continue(false);
            };
            for row in [row, other] {
                observer.observe(Event::Repair {
                    variable: Variable(row),
                    value: self.queens[row as usize],
                    conflicts: (aside.len() - 1 - index) as u64,
                })?;
            }
        }
        ControlFlow::Continue(true)
    }

    /// Gives the column to another row's queen and that queen's column to the row, if there is a
    /// queen and all is free. Comes back with the other row.
    fn exchange(&mut self, (row, column): Pair, other: u32) -> Option<u32> {
        let given = u32::try_from(self.queens[other as usize]).ok()?;
        if self.taken((row, given)) == 1 {
            return None;
        }
        self.flip((other, given));
        self.flip((row, given));
        if self.taken((other, column)) == 1 {
            self.flip((row, given));
            self.flip((other, given));
            return None;
        }
        self.queens[row as usize] = given as Value;
        self.place((other, column));
        Some(other)
    }
}

/// Every column once, in a random order that need not be kept in memory: from each stretch of
/// columns one column a sweep.
struct Deck {
    n: u32,
    /// Length of a stretch, a power of two.
    stretch: u32,
    /// Where the next stretch begins.
    from: u32,
    /// Number of the sweep.
    sweep: u32,
    key: u64,
}

impl Deck {
    fn shuffled(n: u32, rng: &mut ChaCha8Rng) -> Self {
        // About as many stretches as columns in each, as far as the cache allows.
        let stretch = 1 << (n.ilog2() / 2).min(8);
        Deck { n, stretch, from: 0, sweep: 0, key: rng.next_u64() }
    }

    /// Fills a slice with the next columns. There must be as many left.
    #[inline(always)]
    fn deal(&mut self, columns: &mut [u32]) {
        let mut dealt = 0;
        while dealt < columns.len() {
            // The last stretch may reach beyond the board: such a column is overwritten.
            let column = self.next();
            columns[dealt] = column;
            dealt += usize::from(column < self.n);
        }
    }

    /// Within a stretch, the sweeps 0, 1, 2 … take the columns in ascending order, but with random
    /// bits flipped: a different order in each stretch, and none is left out.
    #[inline(always)]
    fn next(&mut self) -> u32 {
        let hash = (u64::from(self.from) ^ self.key).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let hash = (hash ^ hash >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
        let flipped = (hash >> 32) as u32 & (self.stretch - 1);
        let column = self.from + (self.sweep ^ flipped);
        self.from += self.stretch;
        if self.from >= self.n {
            self.from = 0;
            self.sweep += 1;
        }
        column
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::{Collecting, Statistics, Step, Trace};
    use crate::problem::Problem;
    use crate::solver::{End, Request, Solver, Task};

    fn solved(n: usize, seed: u64) -> (Vec<Value>, Statistics) {
        let (mut found, mut statistics) = (Collecting::default(), Statistics::default());
        let queens = Queens::new(n);
        let flow = Qs4.search(&queens, seed, &mut (&mut found, &mut statistics));
        assert!(flow.is_continue());
        assert_eq!(found.solutions.len(), 1, "{n} queens, seed {seed}");
        let solution = found.solutions.remove(0);
        assert_eq!(queens.verify(&solution), Ok(()), "{n} queens, seed {seed}");
        (solution, statistics)
    }

    #[test]
    fn boards_of_all_sizes_are_solved() {
        for n in [1].into_iter().chain(4..200).chain([511, 512, 513, 999, 1000, 1025, 4096]) {
            for seed in 0..5 {
                solved(n, seed);
            }
        }
    }

    #[test]
    fn large_boards_take_few_draws_and_few_repairs() {
        for (n, most_repairs) in [(10_000, 200), (100_000, 400), (300_001, 600)] {
            let (_, statistics) = solved(n, 1);
            assert_eq!(statistics.restarts, 0);
            assert!(statistics.checks < 4 * n as u64, "{statistics:?}");
            assert!(statistics.repairs < most_repairs, "{statistics:?}");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_answer_everywhere() {
        const HASH: &str = "a0829ea3b8fe1cfd1db5c452a3badd07";
        // A change of this hash is a change of the answers: it must not come from the machine.
        assert_eq!(format!("{:032x}", crate::checker::hash(&solved(1000, 7).0)), HASH);
        assert_ne!(solved(1000, 7).0, solved(1000, 8).0);
    }

    #[test]
    fn a_deck_has_every_column_once() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for n in [1, 2, 3, 7, 64, 100, 1000, 65_536, 100_003] {
            let mut columns = vec![0; n as usize];
            Deck::shuffled(n, &mut rng).deal(&mut columns);
            columns.sort_unstable();
            assert!((0..n).eq(columns), "{n}");
        }
    }

    #[test]
    fn the_diagonals_taken_are_those_of_the_queens() {
        let n = 2000;
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut observer = Statistics::default();
        let mut board = Board::empty(n);
        let ControlFlow::Continue(aside) =
            board.fill(Deck::shuffled(board.n, &mut rng), &mut observer)
        else {
            panic!("nothing stops it");
        };
        assert!(!aside.is_empty() && aside.len() as u64 + observer.decisions == n as u64);
        assert_eq!(board.repair(&aside, &mut rng, &mut observer), ControlFlow::Continue(true));
        let mut fresh = Board::empty(n);
        for (row, &column) in board.queens.iter().enumerate() {
            assert_eq!(fresh.taken((row as u32, column as u32)), 0);
            fresh.place((row as u32, column as u32));
        }
        assert_eq!((fresh.rising, fresh.falling), (board.rising, board.falling));
    }

    #[test]
    fn each_repair_tells_how_many_rows_are_left() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut board = Board::empty(2000);
        let deck = Deck::shuffled(board.n, &mut rng);
        let ControlFlow::Continue(aside) = board.fill(deck, &mut Statistics::default()) else {
            panic!("nothing stops it");
        };
        let mut trace = Trace::new(usize::MAX);
        assert_eq!(board.repair(&aside, &mut rng, &mut trace), ControlFlow::Continue(true));
        let told = trace.steps.iter().filter_map(|step| match step {
            Step::Event(Event::Repair { conflicts, .. }) => Some(*conflicts),
            _ => None,
        });
        // Two rows move at a time, as they exchange their columns.
        let left = (0..aside.len() as u64).rev().flat_map(|left| [left, left]);
        assert!(aside.len() > 1 && told.eq(left));
    }

    #[test]
    fn it_gives_up_where_there_is_no_solution() {
        for n in [2, 3] {
            let queens = Queens::new(n);
            let request = Request::new(&queens, Task::First);
            let outcome = ROW.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(()));
            assert!(matches!(outcome.map(|outcome| outcome.end), Ok(End::GaveUp(_))));
        }
    }
}
