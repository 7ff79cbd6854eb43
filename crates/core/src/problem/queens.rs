//! N-Queens: N queens on an N × N board, none attacking another.
//!
//! A solution gives the column of the queen of each row, both from 0. Two queens share a falling
//! diagonal if `row − column` is equal and a rising one if `row + column` is.
//!
//! There may be an objective: the largest sum of the weights of the squares that are taken, where the
//! square of row i and column j weighs (i + 1)(j + 1) mod 11.

use crate::model::{Direction, Domain, Model, Term, Value};
use crate::problem::{
    Choice, Kind, OBJECTIVE, Problem, Published, PublishedOptimum, Spec, Violation,
};
use crate::symmetry::{self, Symmetry};

/// The line of this kind in [`KINDS`](crate::problem::KINDS).
pub const KIND: Kind = Kind {
    name: "queens",
    summary: "N queens on an N × N board, no two on one row, column or diagonal",
    from_size: true,
    from_text: false,
    options: &[Choice {
        name: OBJECTIVE,
        summary: "the largest sum of the weights of squares",
        values: &[WEIGHT],
    }],
    build: |spec| {
        let queens = Queens::new(spec.size(1, MAX_SIZE as u64)?);
        let weighted = spec.options.contains_key(OBJECTIVE);
        Ok(Box::new(if weighted { queens.with_weights() } else { queens }))
    },
    read: None,
};

/// The largest board. Rows plus columns must fit a [`Value`].
pub const MAX_SIZE: usize = 1_000_000_000;

/// The name of the objective.
const WEIGHT: &str = "weight";

/// The N-Queens problem on a board of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queens {
    /// Number of queens, of rows and of columns.
    pub n: usize,
    weighted: bool,
}

impl Queens {
    /// The problem on an `n × n` board.
    pub fn new(n: usize) -> Self {
        Queens { n, weighted: false }
    }

    /// The same problem with weights to be maximised.
    #[must_use]
    pub fn with_weights(mut self) -> Self {
        self.weighted = true;
        self
    }
}

/// What the three lines through a square are called.
const LINES: [&str; 3] = ["column", "rising diagonal", "falling diagonal"];

/// The three lines through a square, each by its number among the 5n lines of all kinds.
fn lines(n: usize, row: usize, column: usize) -> [usize; 3] {
    [column, n + row + column, 3 * n + row + (n - 1 - column)]
}

/// All solutions for n = 1, 2, …: OEIS A000170.
#[rustfmt::skip]
pub const SOLUTIONS: [u64; 27] = [
    1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
    95_815_104, 666_090_624, 4_968_057_848, 39_029_188_884, 314_666_222_712, 2_691_008_701_644,
    24_233_937_684_440, 227_514_171_973_736, 2_207_893_435_808_352, 22_317_699_616_364_044,
    234_907_967_154_122_528,
];

/// Solutions up to rotation and reflection for n = 1, 2, …: OEIS A002562.
#[rustfmt::skip]
pub const FUNDAMENTAL: [u64; 27] = [
    1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1_787, 9_233, 45_752, 285_053, 1_846_955, 11_977_939,
    83_263_591, 621_012_754, 4_878_666_808, 39_333_324_973, 336_376_244_042, 3_029_242_658_210,
    28_439_272_956_934, 275_986_683_743_434, 2_789_712_466_510_289, 29_363_495_934_315_694,
];

/// What a queen on a square adds to the objective; rows and columns from 0.
fn weight(row: usize, column: Value) -> i64 {
    (row as i64 + 1) * (i64::from(column) + 1) % 11
}

/// The largest sum of weights for n = 4, 5, …, by exhaustive search.
const LARGEST_WEIGHT: [i64; 7] = [14, 34, 33, 50, 62, 74, 82];

impl Problem for Queens {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn name(&self) -> String {
        let objective = if self.weighted { "-weight" } else { "" };
        format!("queens-{}{objective}", self.n)
    }

    fn spec(&self) -> Spec {
        let mut spec = Spec::sized(KIND.name, self.n as u64);
        if self.weighted {
            spec.options.insert(OBJECTIVE.to_owned(), WEIGHT.to_owned());
        }
        spec
    }

    /// One variable a row, three all-different constraints: columns, rising and falling diagonals.
    fn model(&self) -> Model {
        let mut model = Model::new();
        let n = self.n as Value;
        let queens: Vec<_> = (0..n)
            .map(|row| model.variable(format!("queen[{row}]"), Domain::range(0..=n - 1)))
            .collect();
        for sign in [0, 1, -1] {
            model.all_different(
                queens.iter().zip(0..).map(|(&queen, row)| Term::new(queen, sign * row)),
            );
        }
        if self.weighted {
            let weights = model
                .literals()
                .map(|literal| (weight(literal.variable.index(), literal.value), literal));
            let weights = weights.collect();
            model.optimise(Direction::Maximise, weights);
        }
        model
    }

    fn verify(&self, solution: &[Value]) -> Result<(), Violation> {
        let n = self.n;
        if solution.len() != n {
            return Err(Violation::new(format!(
                "{} queens on a board of {n} rows",
                solution.len()
            )));
        }
        // Whether a queen stands on each line: a bit each, as boards can have 10⁹ rows.
        let mut met = vec![0u64; (5 * n).div_ceil(64)];
        for (row, &column) in solution.iter().enumerate() {
            let column =
                usize::try_from(column).ok().filter(|&column| column < n).ok_or_else(|| {
                    Violation::new(format!("the queen of row {row} is off the board"))
                })?;
            for (line, name) in lines(n, row, column).into_iter().zip(LINES) {
                if met[line / 64] >> (line % 64) & 1 == 1 {
                    let shared =
                        |&row: &usize| lines(n, row, solution[row] as usize).contains(&line);
                    let other = (0..row).find(shared).expect("it was met");
                    return Err(Violation::new(format!(
                        "the queens of rows {other} and {row} share a {name}"
                    )));
                }
                met[line / 64] |= 1 << (line % 64);
            }
        }
        Ok(())
    }

    fn display(&self, solution: &[Value]) -> String {
        symmetry::display_board(solution, 'Q')
    }

    fn list(&self, solution: &[Value]) -> String {
        symmetry::list_by_column(solution)
    }

    fn objective(&self, solution: &[Value]) -> Option<i64> {
        let sum = solution.iter().enumerate().map(|(row, &column)| weight(row, column)).sum();
        self.weighted.then_some(sum)
    }

    /// Those of the square; weights leave the identity.
    fn symmetries(&self) -> Vec<Symmetry> {
        if self.weighted {
            return vec![Symmetry::identity()];
        }
        symmetry::of_the_square(self.n)
    }

    fn published_optimum(&self) -> Option<PublishedOptimum> {
        let index = self.n.checked_sub(4).filter(|_| self.weighted)?;
        let source = "exhaustive search";
        Some(PublishedOptimum { value: *LARGEST_WEIGHT.get(index)?, source })
    }

    fn published(&self) -> Option<Published> {
        let index = self.n.checked_sub(1)?;
        Some(Published {
            solutions: *SOLUTIONS.get(index)?,
            fundamental: FUNDAMENTAL.get(index).copied().filter(|_| !self.weighted),
            source: "OEIS A000170, A002562",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verification_names_the_broken_rule() {
        let queens = Queens::new(4);
        assert_eq!(queens.verify(&[1, 3, 0, 2]), Ok(()));
        let message = |solution: &[Value]| queens.verify(solution).unwrap_err().to_string();
        assert_eq!(message(&[1, 1, 0, 2]), "the queens of rows 0 and 1 share a column");
        assert_eq!(message(&[0, 1, 3, 2]), "the queens of rows 0 and 1 share a falling diagonal");
        assert_eq!(message(&[1, 0, 3, 2]), "the queens of rows 0 and 1 share a rising diagonal");
        assert_eq!(message(&[1, 3, 0]), "3 queens on a board of 4 rows");
        assert_eq!(message(&[1, 3, 0, 4]), "the queen of row 3 is off the board");
        assert_eq!(message(&[1, 3, 0, -1]), "the queen of row 3 is off the board");
    }

    #[test]
    fn rules_and_model_agree_on_every_assignment() {
        let queens = Queens::new(4);
        let model = queens.model();
        for code in 0..256 {
            let solution = [code & 3, code >> 2 & 3, code >> 4 & 3, code >> 6 & 3];
            assert_eq!(queens.verify(&solution).is_ok(), model.admits(&solution), "{solution:?}");
        }
    }

    #[test]
    fn the_largest_weights_are_found_by_trying_all() {
        for n in 4..=6 {
            let queens = Queens::new(n).with_weights();
            let solutions = crate::laws::brute_force(&queens.model());
            let best = solutions.iter().filter_map(|solution| queens.objective(solution)).max();
            assert_eq!(best, queens.published_optimum().map(|optimum| optimum.value), "n = {n}");
            let by_model = queens.model().objective().cloned().expect("it has one");
            assert!(solutions.iter().all(|s| queens.objective(s) == Some(by_model.eval(s))));
        }
        let again = Queens::new(5).with_weights().spec().build().unwrap();
        assert_eq!(
            (again.name(), again.objective(&[0; 5])),
            ("queens-5-weight".to_owned(), Some(15))
        );
        assert_eq!(Queens::new(5).objective(&[0; 5]), None);
    }

    #[test]
    fn a_board_is_drawn() {
        assert_eq!(Queens::new(4).display(&[1, 3, 0, 2]), ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
    }
}
