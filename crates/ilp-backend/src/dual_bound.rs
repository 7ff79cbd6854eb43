//! A bound on the objective that is proved in integers, from the dual of the linear relaxation.
//!
//! Each row times a number of the right sign holds again, and so does their sum. What the sum leaves
//! of the objective, column by column, is the *reduced cost*; with all columns between 0 and 1, the
//! right-hand sides and the positive reduced costs together are a bound (weak duality; Dantzig,
//! *Linear Programming and Extensions*, 1963). An engine finds good numbers in floating point; here
//! they are rounded to fractions, and what they prove is computed exactly.

use parity_core::{Direction, Relation};

use crate::program::Program;

/// The denominator of all multipliers.
const DENOMINATOR: i128 = 1 << 20;

/// A bound and what proves it.
pub(crate) struct DualBound {
    /// No point has a greater value of the objective, or of its negative if it is minimised; times
    /// the denominator.
    scaled: i128,
    /// What the objective gains if the column is 1, against the bound, times the denominator.
    reduced: Vec<i128>,
    sign: i128,
}

impl DualBound {
    /// The bound that some multipliers prove, one a row; any numbers prove one.
    pub(crate) fn new(program: &Program, multipliers: &[f64]) -> Self {
        let sign = match program.direction {
            Direction::Maximise => 1,
            Direction::Minimise => -1,
        };
        // Engines differ in the sign they give to a dual.
        let bounds = [1.0, -1.0].map(|flip| DualBound::with(program, multipliers, flip, sign));
        let [one, other] = bounds;
        if one.scaled <= other.scaled { one } else { other }
    }

    fn with(program: &Program, multipliers: &[f64], flip: f64, sign: i128) -> Self {
        let mut scaled = 0;
        let mut reduced: Vec<i128> =
            program.weights.iter().map(|&weight| sign * i128::from(weight) * DENOMINATOR).collect();
        for (row, &multiplier) in program.rows.iter().zip(multipliers) {
            // What is not a reasonable number proves nothing.
            let multiplier = if multiplier.abs() < 1e12 { multiplier * flip } else { 0.0 };
            let rounded = (multiplier * DENOMINATOR as f64).round() as i128;
            let multiplier = match row.relation {
                Relation::AtMost => rounded.max(0),
                Relation::Equal => rounded,
                Relation::AtLeast => rounded.min(0),
            };
            scaled += multiplier * i128::from(row.rhs);
            for &(coefficient, column) in &row.terms {
                reduced[column] -= multiplier * i128::from(coefficient);
            }
        }
        scaled += reduced.iter().filter(|&&cost| cost > 0).sum::<i128>();
        DualBound { scaled, reduced, sign }
    }

    /// The bound on the objective: no solution does better than this integer.
    pub(crate) fn bound(&self) -> i128 {
        self.sign * self.scaled.div_euclid(DENOMINATOR)
    }

    /// The columns that every point which reaches the bound has at 0 or at 1: in all others the
    /// reduced cost takes more than there is to lose.
    pub(crate) fn fixings(&self) -> impl Iterator<Item = (usize, bool)> {
        let slack = self.scaled.rem_euclid(DENOMINATOR);
        let columns = self.reduced.iter().enumerate();
        columns
            .filter(move |(_, cost)| cost.abs() > slack)
            .map(|(column, &cost)| (column, cost > 0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of three columns that exclude each other, two weigh one and one weighs three.
    fn program(direction: Direction) -> Program {
        let mut program = Program::new(3);
        program.weights = vec![1, 3, 1];
        program.direction = direction;
        let sum = (0..3).map(|column| (1, column));
        program.add_row(sum, Relation::Equal, 1).expect("small numbers");
        program
    }

    #[test]
    fn good_multipliers_prove_the_optimum_and_fix_columns() {
        let most = DualBound::new(&program(Direction::Maximise), &[3.0]);
        assert_eq!(most.bound(), 3);
        assert_eq!(most.fixings().collect::<Vec<_>>(), [(0, false), (2, false)]);
        let least = DualBound::new(&program(Direction::Minimise), &[1.0]);
        assert_eq!(least.bound(), 1);
        assert_eq!(least.fixings().collect::<Vec<_>>(), [(1, false)]);
    }

    #[test]
    fn any_multipliers_prove_a_bound() {
        for multiplier in [-7.3, 0.0, 0.2, 1.9, 1e3] {
            assert!(DualBound::new(&program(Direction::Maximise), &[multiplier]).bound() >= 3);
            assert!(DualBound::new(&program(Direction::Minimise), &[multiplier]).bound() <= 1);
        }
    }
}
