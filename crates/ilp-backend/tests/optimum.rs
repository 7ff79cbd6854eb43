//! Latin squares of maximum reward: values known by exhaustive search (n ≤ 5) and from others.

use parity_core::problem::Stated;
use parity_core::{Direction, Domain, End, Literal, Model, Request, Solver, Task, Value, Variable};

/// The Latin square of order n that maximises Σ ((i+1)(j+1) + v²) mod 11.
fn rewarded(n: Value) -> Stated {
    let mut model = Model::new();
    let mut weights = Vec::new();
    for cell in 0..n * n {
        let (row, column) = (cell / n, cell % n);
        let variable = model.variable(format!("cell[{row}][{column}]"), Domain::range(1..=n));
        for value in 1..=n {
            let reward = ((row + 1) * (column + 1) + value * value) % 11;
            weights.push((i64::from(reward), Literal::new(variable, value)));
        }
    }
    for line in 0..n {
        model.all_different((0..n).map(|place| Variable((line * n + place) as u32)));
        model.all_different((0..n).map(|place| Variable((place * n + line) as u32)));
    }
    model.optimise(Direction::Maximise, weights);
    Stated { model }
}

fn optimum(solver: &dyn Solver, n: Value) -> i64 {
    let problem = rewarded(n);
    let run = parity_core::laws::run(solver, &Request::new(&problem, Task::Optimum), u64::MAX);
    let run = run.expect("it optimises");
    assert_eq!(run.outcome.end, End::Exhausted, "{}", solver.card().id);
    run.objective.expect("a Latin square exists")
}

fn rows(engine: &str) -> impl Iterator<Item = &'static dyn Solver> {
    let rows = ilp_backend::SOLVERS.iter().copied();
    let available = rows.filter(|solver| solver.unavailable().is_none());
    available.filter(move |solver| solver.card().id.split('/').next() == Some(engine))
}

#[test]
fn highs_proves_the_maximum_reward() {
    let Some(solver) = rows("highs").next() else {
        return;
    };
    for (n, reward) in (2..).zip([19, 56, 121, 192, 272, 378, 519]) {
        assert_eq!(optimum(solver, n), reward, "n = {n}");
    }
    assert_eq!(optimum(solver, 10), 880);
}

#[test]
fn a_dual_bound_proves_the_maximum_reward_in_integers() {
    let rows = ilp_backend::SOLVERS.iter().copied();
    let duality = rows.filter(|row| row.card().id == "highs/duality");
    for solver in duality.filter(|row| row.unavailable().is_none()) {
        for (n, reward) in [(4, 121), (5, 192), (6, 272), (8, 519), (11, 946), (12, 1113)] {
            let problem = rewarded(n);
            let request = Request::new(&problem, Task::Optimum);
            let run = parity_core::laws::run(solver, &request, u64::MAX).expect("it optimises");
            assert_eq!((run.outcome.end, run.objective), (End::Exhausted, Some(reward)), "n = {n}");
            let message = run.outcome.message.unwrap_or_default();
            assert!(message.starts_with("the dual bound"), "{message}");
        }
    }
}

#[test]
fn cbc_proves_the_maximum_reward() {
    let Some(solver) = rows("cbc").next() else {
        return;
    };
    for (n, reward) in (2..).zip([19, 56, 121, 192, 272, 378]) {
        assert_eq!(optimum(solver, n), reward, "n = {n}");
    }
}

#[test]
fn microlp_proves_the_maximum_reward() {
    let Some(solver) = rows("microlp").next() else {
        return;
    };
    for (n, reward) in (2..).zip([19, 56, 121, 192]) {
        assert_eq!(optimum(solver, n), reward, "n = {n}");
    }
}
