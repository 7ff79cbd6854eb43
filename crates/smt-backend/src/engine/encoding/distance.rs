//! Linear constraints without negative numbers.
//!
//! `c · x` with `c > 0` is `c · least` plus `c` times the distance of `x` from its least value; with
//! `c < 0` it is `c · greatest` plus `|c|` times the distance from its greatest. So every linear
//! constraint compares a sum of weighted distances, each from 0 upwards, with a number.

use std::collections::BTreeMap;

use parity_core::{Linear, Model, Relation, SolverError, Value, Variable};

/// A weight times the distance of a variable from one end of its domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Distance {
    /// The weight, positive.
    pub(crate) weight: u64,
    /// The variable.
    pub(crate) variable: Variable,
    /// The end of the domain from which it is counted.
    pub(crate) origin: Value,
    /// Whether that is the greatest value.
    pub(crate) downwards: bool,
}

impl Distance {
    /// The weighted distance of a value.
    pub(crate) fn weigh(&self, value: Value) -> u64 {
        self.weight * u64::from(value.abs_diff(self.origin))
    }
}

/// A linear constraint as a sum of distances.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Distances {
    /// It always holds, or never.
    Decided(bool),
    /// It has to be looked at.
    Sum {
        /// What is added up.
        summands: Vec<Distance>,
        /// How the sum compares with the right-hand side.
        relation: Relation,
        /// The right-hand side, not above the greatest sum.
        rhs: u64,
        /// What the sum comes to at most.
        greatest: u64,
    },
}

impl Distances {
    /// Rewrites a linear constraint.
    pub(crate) fn of(model: &Model, linear: &Linear) -> Result<Self, SolverError> {
        let mut coefficients: BTreeMap<Variable, i128> = BTreeMap::new();
        for &(coefficient, variable) in &linear.summands {
            *coefficients.entry(variable).or_default() += i128::from(coefficient);
        }
        coefficients.retain(|_, coefficient| *coefficient != 0);

        let mut summands = Vec::new();
        let (mut rhs, mut greatest_sum) = (i128::from(linear.rhs), 0);
        for (variable, coefficient) in coefficients {
            let Some((least, greatest)) = model.domain(variable).bounds() else {
                return Ok(Distances::Decided(false)); // No value, no solution.
            };
            let downwards = coefficient < 0;
            let origin = if downwards { greatest } else { least };
            let weight = coefficient.unsigned_abs();
            rhs -= coefficient * i128::from(origin);
            greatest_sum += weight as i128 * i128::from(greatest.abs_diff(least));
            summands.push(Distance { weight: narrow(weight)?, variable, origin, downwards });
        }
        let relation = linear.relation;
        let (always, never) = match relation {
            Relation::AtMost => (rhs >= greatest_sum, rhs < 0),
            Relation::AtLeast => (rhs <= 0, rhs > greatest_sum),
            Relation::Equal => (rhs == 0 && greatest_sum == 0, rhs < 0 || rhs > greatest_sum),
        };
        if always || never {
            return Ok(Distances::Decided(always));
        }
        Ok(Distances::Sum {
            summands,
            relation,
            rhs: narrow(rhs)?,
            greatest: narrow(greatest_sum)?,
        })
    }
}

/// A number for an encoding whose numbers are so wide.
pub(crate) fn narrow<T>(number: impl TryInto<T>) -> Result<T, SolverError> {
    number.try_into().map_err(|_| {
        let bits = 8 * size_of::<T>();
        let reason = format!("a linear constraint whose numbers do not fit into {bits} bits");
        SolverError::Unsupported(reason)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use parity_core::Domain;

    #[test]
    fn distances_mean_the_same_as_the_constraint() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::new([-2, 0, 3]));
        let y = model.variable("y", Domain::range(1..=4));
        let relations = [Relation::AtMost, Relation::Equal, Relation::AtLeast];
        let cases = relations.iter().flat_map(|&relation| {
            (-20..20).flat_map(move |rhs| [(2, -3), (-1, 1), (3, 0)].map(|c| (relation, rhs, c)))
        });
        for (relation, rhs, (a, b)) in cases {
            let linear = Linear { summands: vec![(a, x), (b, y), (1, x), (-1, x)], relation, rhs };
            let distances = Distances::of(&model, &linear).expect("small numbers");
            for &value_x in model.domain(x).values() {
                for &value_y in model.domain(y).values() {
                    let values = [value_x, value_y];
                    let expected =
                        relation.holds(a * i64::from(value_x) + b * i64::from(value_y), rhs);
                    let actual = match &distances {
                        Distances::Decided(holds) => *holds,
                        Distances::Sum { summands, rhs, .. } => {
                            let weigh = |d: &Distance| d.weigh(values[d.variable.index()]);
                            let sum: u64 = summands.iter().map(weigh).sum();
                            relation.holds(sum as i64, *rhs as i64)
                        }
                    };
                    assert_eq!(actual, expected, "{linear:?} at {values:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_that_do_not_fit_are_refused() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::range(0..=9));
        let summands = vec![(i64::MAX, x), (i64::MAX, x), (i64::MAX, x)];
        let linear = Linear { summands, relation: Relation::AtMost, rhs: 5 };
        assert!(matches!(Distances::of(&model, &linear), Err(SolverError::Unsupported(_))));
    }
}
