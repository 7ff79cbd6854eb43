//! Linear constraints in numbers of 32 bits.

use std::collections::BTreeMap;

use parity_core::{Linear, Model, Relation, Variable};

/// The engine adds and subtracts a few numbers of 32 bits without a check, so none of its terms,
/// bounds or sums may be larger than this.
const LARGEST: i128 = 1 << 29;

/// A linear constraint without repeated variables and needless factors.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Normal {
    /// Every assignment satisfies it.
    Always,
    /// No assignment satisfies it.
    Never,
    /// It says this.
    Sum { summands: Vec<(i32, Variable)>, relation: Relation, rhs: i32 },
    /// Its numbers are too large.
    TooLarge,
}

/// Adds up the coefficients of each variable, divides by their common factor and compares the
/// right-hand side with what the sum can be. The domains must not be empty.
pub(super) fn normalise(linear: &Linear, model: &Model) -> Normal {
    let mut coefficients: BTreeMap<Variable, i128> = BTreeMap::new();
    for &(coefficient, variable) in &linear.summands {
        *coefficients.entry(variable).or_default() += i128::from(coefficient);
    }
    coefficients.retain(|_, coefficient| *coefficient != 0);

    let factor = coefficients.values().fold(0, |a, &b| gcd(a, b)).max(1);
    let mut rhs = i128::from(linear.rhs);
    if linear.relation == Relation::Equal && rhs % factor != 0 {
        return Normal::Never;
    }
    rhs = match linear.relation {
        Relation::AtMost | Relation::Equal => rhs.div_euclid(factor),
        Relation::AtLeast => -(-rhs).div_euclid(factor),
    };

    let (mut least, mut most, mut largest) = (0, 0, 0);
    for (variable, coefficient) in &mut coefficients {
        *coefficient /= factor;
        let (low, high) = model.domain(*variable).bounds().unwrap_or_default();
        let ends = [low, high].map(|value| *coefficient * i128::from(value));
        least += ends[0].min(ends[1]);
        most += ends[0].max(ends[1]);
        largest = largest.max(ends[0].abs()).max(ends[1].abs());
    }
    let (never, always) = match linear.relation {
        Relation::AtMost => (least > rhs, most <= rhs),
        Relation::Equal => (least > rhs || most < rhs, least == rhs && most == rhs),
        Relation::AtLeast => (most < rhs, least >= rhs),
    };
    if never || always {
        return if never { Normal::Never } else { Normal::Always };
    }
    if largest.max(least.abs()).max(most.abs()) > LARGEST {
        return Normal::TooLarge;
    }
    // A coefficient can only be larger than its terms if the variable is always 0.
    let summands = coefficients
        .into_iter()
        .filter(|(variable, _)| model.domain(*variable).bounds() != Some((0, 0)))
        .map(|(variable, coefficient)| (coefficient as i32, variable));
    Normal::Sum { summands: summands.collect(), relation: linear.relation, rhs: rhs as i32 }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

/// Whether a sum that lies between these bounds can be computed.
pub(super) fn fits(least: i64, most: i64) -> bool {
    least.unsigned_abs().max(most.unsigned_abs()) <= LARGEST as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use parity_core::{Domain, Value};

    fn normal(domains: &[(Value, Value)], summands: &[(i64, u32)], rhs: (Relation, i64)) -> Normal {
        let mut model = Model::new();
        for &(low, high) in domains {
            model.variable("x", Domain::range(low..=high));
        }
        let summands = summands.iter().map(|&(c, v)| (c, Variable(v))).collect();
        let (relation, rhs) = rhs;
        normalise(&Linear { summands, relation, rhs }, &model)
    }

    #[test]
    fn repeated_variables_are_added_up_and_common_factors_removed() {
        let sum = normal(&[(0, 3), (0, 3)], &[(2, 0), (6, 1), (2, 0)], (Relation::AtLeast, 7));
        let summands = vec![(2, Variable(0)), (3, Variable(1))];
        let (relation, rhs) = (Relation::AtLeast, 4);
        assert_eq!(sum, Normal::Sum { summands, relation, rhs });
    }

    #[test]
    fn what_bounds_or_factors_decide_is_not_posted() {
        let of_one =
            |coefficient, relation, rhs| normal(&[(-1, 2)], &[(coefficient, 0)], (relation, rhs));
        assert_eq!(of_one(3, Relation::AtMost, 6), Normal::Always);
        assert_eq!(of_one(3, Relation::AtMost, -4), Normal::Never);
        assert_eq!(of_one(2, Relation::Equal, 3), Normal::Never);
        assert_eq!(of_one(0, Relation::Equal, 0), Normal::Always);
        assert_eq!(of_one(i64::MAX, Relation::AtLeast, i64::MIN), Normal::Always);
    }

    #[test]
    fn large_numbers_are_divided_or_refused() {
        let large = 1 << 40;
        let equal = |rhs| (Relation::Equal, rhs);
        let of_two = |a, b, rhs| normal(&[(0, 2), (0, 2)], &[(a, 0), (b, 1)], equal(rhs));
        assert!(matches!(of_two(large, -large, large), Normal::Sum { rhs: 1, .. }));
        assert_eq!(of_two(large, 1, 3), Normal::TooLarge);
    }
}
