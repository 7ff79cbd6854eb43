//! N-Rooks: N rooks on an N × N board, none attacking another; the queens without their diagonals.

use crate::model::{Domain, Model, Value};
use crate::problem::{Kind, Problem, Published, Spec, Violation};
use crate::symmetry::{self, Symmetry};

/// The line of this kind in [`KINDS`](crate::problem::KINDS).
pub const KIND: Kind = Kind {
    name: "rooks",
    summary: "N rooks on an N × N board, no two on one row or column: N! ways",
    from_size: true,
    from_text: false,
    options: &[],
    build: |spec| Ok(Box::new(Rooks::new(spec.size(1, 1_000_000)?))),
    read: None,
};

/// The N-Rooks problem on a board of some size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rooks {
    /// Number of rooks, of rows and of columns.
    pub n: usize,
}

impl Rooks {
    /// The problem on an `n × n` board.
    pub fn new(n: usize) -> Self {
        Rooks { n }
    }
}

/// Placements up to rotation and reflection for n = 1, 2, …: OEIS A000903.
pub const FUNDAMENTAL: [u64; 10] = [1, 1, 2, 7, 23, 115, 694, 5_282, 46_066, 456_454];

impl Problem for Rooks {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn name(&self) -> String {
        format!("rooks-{}", self.n)
    }

    fn spec(&self) -> Spec {
        Spec::sized(KIND.name, self.n as u64)
    }

    fn model(&self) -> Model {
        let mut model = Model::new();
        let n = self.n as Value;
        let rooks: Vec<_> = (0..n)
            .map(|row| model.variable(format!("rook[{row}]"), Domain::range(0..=n - 1)))
            .collect();
        model.all_different(rooks);
        model
    }

    fn verify(&self, solution: &[Value]) -> Result<(), Violation> {
        if solution.len() != self.n {
            let count = solution.len();
            return Err(Violation::new(format!("{count} rooks on a board of {} rows", self.n)));
        }
        let mut rook_of_column = vec![None; self.n];
        for (row, &column) in solution.iter().enumerate() {
            let square =
                usize::try_from(column).ok().and_then(|column| rook_of_column.get_mut(column));
            let square = square
                .ok_or_else(|| Violation::new(format!("the rook of row {row} is off the board")))?;
            if let Some(other) = square.replace(row) {
                return Err(Violation::new(format!(
                    "the rooks of rows {other} and {row} share a column"
                )));
            }
        }
        Ok(())
    }

    fn display(&self, solution: &[Value]) -> String {
        symmetry::display_board(solution, 'R')
    }

    fn list(&self, solution: &[Value]) -> String {
        symmetry::list_by_column(solution)
    }

    fn symmetries(&self) -> Vec<Symmetry> {
        symmetry::of_the_square(self.n)
    }

    fn published(&self) -> Option<Published> {
        let solutions = (1..=self.n as u64).try_fold(1u64, u64::checked_mul)?;
        let fundamental = FUNDAMENTAL.get(self.n.checked_sub(1)?).copied();
        Some(Published { solutions, fundamental, source: "n!, OEIS A000142, A000903" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verification_names_the_broken_rule() {
        let rooks = Rooks::new(3);
        assert_eq!(rooks.verify(&[0, 1, 2]), Ok(()));
        let message = |solution: &[Value]| rooks.verify(solution).unwrap_err().to_string();
        assert_eq!(message(&[0, 1, 0]), "the rooks of rows 0 and 2 share a column");
        assert_eq!(message(&[0, 1]), "2 rooks on a board of 3 rows");
        assert_eq!(message(&[0, 1, 3]), "the rook of row 2 is off the board");
    }

    #[test]
    fn rules_and_model_agree_on_every_assignment() {
        let rooks = Rooks::new(3);
        let model = rooks.model();
        for code in 0..27 {
            let solution = [code % 3, code / 3 % 3, code / 9];
            assert_eq!(rooks.verify(&solution).is_ok(), model.admits(&solution), "{solution:?}");
        }
    }

    #[test]
    fn published_counts_stop_where_they_no_longer_fit() {
        assert_eq!(Rooks::new(6).published().map(|published| published.solutions), Some(720));
        assert!(Rooks::new(20).published().is_some());
        assert!(Rooks::new(21).published().is_none());
    }
}
