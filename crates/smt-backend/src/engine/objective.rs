//! What an objective asks for, as costs of literals that are to be small.

use parity_core::{Direction, Literal, Model, Objective, Value};
use z3::ast::{Bool, Int};

use super::encoding::Encoded;

/// What each literal costs, in the order of the model's literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Costs(pub(crate) Vec<i64>);

/// A clause that should hold, and what it costs if it does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Soft {
    pub(crate) clause: Clause,
    pub(crate) weight: u64,
}

/// A clause over literals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Clause {
    /// This one does not hold.
    Not(Literal),
    /// One of these holds.
    Any(Vec<Literal>),
}

impl Clause {
    pub(crate) fn formula(&self, encoded: &Encoded) -> Bool {
        match self {
            Clause::Not(literal) => encoded.literal(*literal).not(),
            Clause::Any(literals) => {
                let literals = literals.iter().map(|&literal| encoded.literal(literal));
                Bool::or(&literals.collect::<Vec<_>>())
            }
        }
    }

    pub(crate) fn holds(&self, solution: &[Value]) -> bool {
        match self {
            Clause::Not(literal) => !literal.holds(solution),
            Clause::Any(literals) => literals.iter().any(|literal| literal.holds(solution)),
        }
    }
}

impl Costs {
    /// The costs of an objective: its weights, or their opposites if they are to be large.
    pub(crate) fn of(model: &Model, objective: &Objective) -> Self {
        let mut costs = vec![0; model.literal_count()];
        for &(weight, literal) in &objective.weights {
            if let Some(index) = model.literal_index(literal) {
                costs[index] += match objective.direction {
                    Direction::Maximise => -weight,
                    Direction::Minimise => weight,
                };
            }
        }
        Costs(costs)
    }

    /// Each literal with its cost, if that is not zero.
    fn weighted<'a>(&'a self, model: &'a Model) -> impl Iterator<Item = (Literal, i64)> + 'a {
        let costs = self.0.iter().copied();
        model.literals().zip(costs).filter(|&(_, cost)| cost != 0)
    }

    /// The sum of the costs of the literals that hold.
    pub(crate) fn sum(&self, model: &Model, encoded: &Encoded) -> Int {
        let zero = std::iter::once(Int::from_i64(0));
        let costs = self.weighted(model);
        let summands = costs.map(|(literal, cost)| encoded.weighted(literal, cost));
        Int::add(&zero.chain(summands).collect::<Vec<_>>())
    }

    /// Each literal, or its negation, weighing what it brings.
    pub(crate) fn rewards(&self, model: &Model) -> Vec<Soft> {
        let soft = |(literal, cost): (Literal, i64)| Soft {
            clause: match cost < 0 {
                true => Clause::Any(vec![literal]),
                false => Clause::Not(literal),
            },
            weight: cost.unsigned_abs(),
        };
        self.weighted(model).map(soft).collect()
    }

    /// No literal that costs more than the best of its variable.
    pub(crate) fn penalties(&self, model: &Model) -> Vec<Soft> {
        let mut soft = Vec::new();
        for variable in model.variables() {
            let costs = &self.0[model.literals_of(variable)];
            let Some(&least) = costs.iter().min() else {
                continue;
            };
            for (&value, &cost) in model.domain(variable).values().iter().zip(costs) {
                if cost > least {
                    let clause = Clause::Not(Literal::new(variable, value));
                    let weight = cost.abs_diff(least);
                    soft.push(Soft { clause, weight });
                }
            }
        }
        soft
    }
}
