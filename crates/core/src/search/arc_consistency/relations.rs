//! What a model says of pairs of variables.

use std::collections::BTreeMap;

use crate::model::{Constraint, Model, Relation, Value, Variable};
use crate::search::propagation::linear;

/// What a model says of two variables.
#[derive(Debug, Default)]
pub(super) struct Relations {
    /// `first - second` is none of these.
    differences: Vec<Value>,
    /// `coefficient · first + coefficient · second` compared with a right-hand side.
    sums: Vec<(i64, i64, Relation, i64)>,
}

impl Relations {
    /// Whether the two may have these values.
    pub(super) fn allow(&self, first: Value, second: Value) -> bool {
        !self.differences.contains(&(first - second))
            && self.sums.iter().all(|&(a, b, relation, rhs)| {
                relation.holds(a * i64::from(first) + b * i64::from(second), rhs)
            })
    }
}

/// What the model says of each pair of variables, and whether no variable differs from itself.
pub(super) fn relations_of(model: &Model) -> (BTreeMap<[Variable; 2], Relations>, bool) {
    let mut pairs: BTreeMap<_, Relations> = BTreeMap::new();
    let mut possible = true;
    for constraint in model.constraints() {
        match constraint {
            Constraint::AllDifferent(terms) => {
                for (index, a) in terms.iter().enumerate() {
                    for b in &terms[index + 1..] {
                        let (first, second) =
                            if a.variable <= b.variable { (a, b) } else { (b, a) };
                        if first.variable == second.variable {
                            possible &= first.offset != second.offset;
                            continue;
                        }
                        let relations = pairs.entry([first.variable, second.variable]).or_default();
                        relations.differences.push(second.offset - first.offset);
                    }
                }
            }
            Constraint::Linear(sum) => {
                let mut summands = linear::merged(sum);
                summands.sort_unstable_by_key(|summand| summand.1);
                if let [(a, first), (b, second)] = summands[..] {
                    let relations = pairs.entry([first, second]).or_default();
                    relations.sums.push((a, b, sum.relation, sum.rhs));
                }
            }
            Constraint::Lexicographic(_) => {}
        }
    }
    (pairs, possible)
}
