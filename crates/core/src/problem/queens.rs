//! N-Queens: N queens on an N × N board, none attacking another.
//!
//! A solution gives the column of the queen of each row, both from 0. Two queens share a falling
//! diagonal if `row − column` is equal and a rising one if `row + column` is.

use crate::model::{Domain, Model, Term, Value};
use crate::problem::{Kind, Problem, Published, Spec, Violation};
use crate::symmetry::{self, Symmetry};

/// The line of this kind in [`KINDS`](crate::problem::KINDS).
pub const KIND: Kind = Kind {
    name: "queens",
    summary: "N queens on an N × N board, no two on one row, column or diagonal",
    from_size: true,
    from_text: false,
    options: &[],
    build: |spec| Ok(Box::new(Queens::new(spec.size(1, MAX_SIZE as u64)?))),
    read: None,
};

/// The largest board. Rows plus columns must fit a [`Value`].
pub const MAX_SIZE: usize = 1_000_000_000;

/// The N-Queens problem on a board of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Queens {
    /// Number of queens, of rows and of columns.
    pub n: usize,
}

impl Queens {
    /// The problem on an `n × n` board.
    pub fn new(n: usize) -> Self {
        Queens { n }
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

impl Problem for Queens {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn name(&self) -> String {
        format!("queens-{}", self.n)
    }

    fn spec(&self) -> Spec {
        Spec::sized(KIND.name, self.n as u64)
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

    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::of_the_square(self.n)
    }

    fn published(&self) -> Option<Published> {
        let index = self.n.checked_sub(1)?;
        Some(Published {
            solutions: *SOLUTIONS.get(index)?,
            fundamental: FUNDAMENTAL.get(index).copied(),
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
    fn a_board_is_drawn() {
        assert_eq!(Queens::new(4).display(&[1, 3, 0, 2]), ". Q . .\n. . . Q\nQ . . .\n. . Q .\n");
    }
}
