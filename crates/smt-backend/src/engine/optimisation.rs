//! Objectives, put to Z3's `Optimize` (Bjørner, Phan and Fleckenstein, *νZ*, TACAS 2015).

use std::ops::ControlFlow;

use parity_core::{Direction, End, Model, Objective, Outcome, SolverError};
use z3::{Optimize, SatResult};

use super::encoding::Encoded;
use super::session::Session;
use crate::row::{Encoding, Formulation};

/// Finds an optimal solution, streaming each improvement on the way.
pub(crate) fn run(
    session: &Session,
    objective: &Objective,
    encoding: Encoding,
    formulation: Formulation,
) -> Result<Outcome, SolverError> {
    let encoded = Encoded::new(session.model, encoding)?;
    let optimize = Optimize::new();
    for conjunct in &encoded.formula {
        optimize.assert(conjunct);
    }
    let costs = costs(session.model, objective);
    match formulation {
        Formulation::Penalties => penalties(&optimize, &encoded, session.model, &costs),
    }
    session.stream.encoded(encoded.size());
    let mut solutions = 0;
    let ended = |end, solutions| Ok(Outcome::new(end, solutions));
    match session.params() {
        ControlFlow::Continue(params) => optimize.set_params(&params),
        ControlFlow::Break(end) => return ended(end, solutions),
    }
    match optimize.check(&[]) {
        SatResult::Sat => {}
        SatResult::Unsat => return ended(End::Exhausted, solutions),
        SatResult::Unknown => {
            let end = session.unknown(optimize.get_reason_unknown());
            return ended(end, solutions);
        }
    }
    let found = optimize.get_model();
    let found = found.ok_or_else(|| SolverError::Engine("Z3 keeps its model".to_owned()))?;
    solutions += 1;
    let _ = session.stream.solution(encoded.values(&found)?);
    ended(End::Exhausted, solutions)
}

/// What each literal costs, in the order of the model's literals; the sum is to be small.
fn costs(model: &Model, objective: &Objective) -> Vec<i64> {
    let mut costs = vec![0; model.literal_count()];
    for &(weight, literal) in &objective.weights {
        if let Some(index) = model.literal_index(literal) {
            costs[index] += match objective.direction {
                Direction::Maximise => -weight,
                Direction::Minimise => weight,
            };
        }
    }
    costs
}

/// One soft constraint "not this literal" for each literal that is not the best of its variable.
fn penalties(optimize: &Optimize, encoded: &Encoded, model: &Model, costs: &[i64]) {
    for variable in model.variables() {
        let indices = model.literals_of(variable);
        let least = costs[indices.clone()].iter().min().copied().unwrap_or(0);
        for index in indices {
            let penalty = costs[index] - least;
            if penalty > 0 {
                let literal = encoded.literal(model.literal(index));
                optimize.assert_soft(&literal.not(), penalty, None);
            }
        }
    }
}
