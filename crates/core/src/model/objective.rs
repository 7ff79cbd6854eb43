//! What a model can ask to be made large or small.

use super::{Literal, Value};

/// Whether an objective is to be made large or small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Larger is better.
    Maximise,
    /// Smaller is better.
    Minimise,
}

impl Direction {
    /// Whether `new` is strictly better than `old`.
    pub fn improves(self, new: i64, old: i64) -> bool {
        match self {
            Direction::Maximise => new > old,
            Direction::Minimise => new < old,
        }
    }
}

/// The sum of the weights of the literals that hold, to be maximised or minimised.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Objective {
    /// Whether larger or smaller is better.
    pub direction: Direction,
    /// Weight of each literal. A literal that is not listed weighs nothing.
    pub weights: Vec<(i64, Literal)>,
}

impl Objective {
    /// The value of the objective in a solution.
    pub fn eval(&self, solution: &[Value]) -> i64 {
        self.weights
            .iter()
            .filter(|(_, literal)| literal.holds(solution))
            .map(|(weight, _)| weight)
            .sum()
    }
}
