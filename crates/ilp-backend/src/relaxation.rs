//! The linear relaxation of a model as a number: how much a formulation gives away.
//!
//! Without integrality a program is easy, and its optimum bounds that of the integers. How well
//! depends on the rows: where three columns exclude each other, pairwise rows let each be ½ and
//! count one and a half, the clique row counts one.

use std::time::Instant;

use parity_core::{Model, SolverError};

use crate::engine::{Answer, Engine, Highs, Microlp, Settings, Work};
use crate::program::{Program, Rows};

/// What a relaxation says.
#[derive(Clone, Debug, PartialEq)]
pub struct Relaxation {
    /// The best value of the objective when columns may lie between 0 and 1: no solution does
    /// better. Without an objective, the most variables that can be given a value.
    pub bound: f64,
    /// Number of columns of the program.
    pub columns: usize,
    /// Number of rows of the program.
    pub rows: usize,
}

/// The engine that [`relaxation`] and [`integer_optimum`] use, by name and version.
pub fn engine_version() -> Option<String> {
    engine().and_then(Engine::version)
}

/// Solves the linear relaxation of a model; `None` if even that has no point, or time ran out.
///
/// # Errors
/// If no engine is there, it fails, or the model's numbers are too large.
pub fn relaxation(
    model: &Model,
    rows: Rows,
    deadline: Option<Instant>,
) -> Result<Option<Relaxation>, SolverError> {
    let mut program = program(model, rows)?;
    program.integers = 0;
    let value = optimum(&program, deadline)?;
    let (columns, rows) = (program.weights.len(), program.rows.len());
    Ok(value.map(|bound| Relaxation { bound, columns, rows }))
}

/// The optimum that a relaxation bounds, with all columns 0 or 1; `None` if there is no point, or
/// time ran out.
///
/// # Errors
/// If no engine is there, it fails, or the model's numbers are too large.
pub fn integer_optimum(
    model: &Model,
    deadline: Option<Instant>,
) -> Result<Option<i64>, SolverError> {
    let program = program(model, Rows::Cliques)?;
    Ok(optimum(&program, deadline)?.map(|value| value.round() as i64))
}

fn program(model: &Model, rows: Rows) -> Result<Program, SolverError> {
    match model.objective() {
        Some(_) => Program::of(model, rows, true),
        None => Program::packing(model, rows),
    }
}

fn engine() -> Option<&'static dyn Engine> {
    let engines: [&dyn Engine; 2] = [&Highs, &Microlp];
    engines.into_iter().find(|engine| engine.unavailable().is_none())
}

fn optimum(program: &Program, deadline: Option<Instant>) -> Result<Option<f64>, SolverError> {
    let engine = engine().ok_or_else(|| {
        SolverError::Unavailable("this build has no linear programming engine".to_owned())
    })?;
    if program.weights.is_empty() {
        // Engines do not take a program without columns; its rows hold or they do not.
        let hold = program.rows.iter().all(|row| row.relation.holds(0, row.rhs));
        return Ok(hold.then_some(0.0));
    }
    let settings = Settings { deadline, seed: 0, presolve: true };
    match engine.solve(program, &settings, &mut Work::default())? {
        Answer::Optimal(point) => {
            let products = point.iter().zip(&program.weights);
            Ok(Some(products.map(|(value, &weight)| value * weight as f64).sum()))
        }
        Answer::Infeasible | Answer::OutOfTime(_) => Ok(None),
        Answer::GaveUp(reason) => Err(SolverError::Engine(reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parity_core::problem::{LatinSquare, Queens};
    use parity_core::{Domain, Problem};

    fn bound(model: &Model, rows: Rows) -> f64 {
        let relaxation = relaxation(model, rows, None).expect("small numbers");
        relaxation.expect("there is a point").bound
    }

    #[test]
    fn cliques_are_tighter_than_pairs() {
        if engine().is_none() {
            return;
        }
        // With pairs alone, every square may be ½.
        let queens = Queens::new(8).model();
        assert!((bound(&queens, Rows::Pairwise) - 32.0).abs() < 1e-6);
        assert!((bound(&queens, Rows::Cliques) - 8.0).abs() < 1e-6);
        assert_eq!(integer_optimum(&queens, None), Ok(Some(8)));
        // Three queens do not fit on three rows, which no relaxation sees.
        let queens = Queens::new(3).model();
        assert!(bound(&queens, Rows::Cliques) > 2.0);
        assert_eq!(integer_optimum(&queens, None), Ok(Some(2)));
    }

    #[test]
    fn the_relaxation_of_an_objective_bounds_it() {
        if engine().is_none() {
            return;
        }
        let square =
            LatinSquare::new(5).with_goal(parity_core::problem::latin_square::Goal::Reward);
        let model = square.model();
        let [pairs, cliques] = [Rows::Pairwise, Rows::Cliques].map(|rows| bound(&model, rows));
        assert!(pairs >= cliques && cliques >= 192.0 - 1e-6, "{pairs}, {cliques}");
        assert_eq!(integer_optimum(&model, None), Ok(Some(192)));
    }

    #[test]
    fn a_model_without_a_point_has_no_bound() {
        if engine().is_none() {
            return;
        }
        let mut model = Model::new();
        let x = model.variable("x", Domain::new([]));
        model
            .optimise(parity_core::Direction::Maximise, vec![(1, parity_core::Literal::new(x, 0))]);
        assert_eq!(relaxation(&model, Rows::Cliques, None), Ok(None));
    }
}
