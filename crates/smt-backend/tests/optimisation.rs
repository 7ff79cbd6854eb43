//! Objectives: every way of putting them gives the optimum, and the best one gives it soon.

use std::ops::ControlFlow;

use parity_core::problem::latin_square::Goal;
use parity_core::problem::{LatinSquare, Queens, Stated};
use parity_core::{Direction, End, Literal, Problem, Request, Solver, Task, Value, Variable, laws};
use smt_backend::SOLVERS;

fn rows() -> impl Iterator<Item = &'static dyn Solver> {
    let optimises = |row: &&dyn Solver| row.card().tasks.contains(&Task::Optimum);
    let available = |row: &&dyn Solver| row.unavailable().is_none();
    SOLVERS.iter().copied().filter(optimises).filter(available)
}

fn optimum(row: &dyn Solver, problem: &dyn Problem) -> i64 {
    let id = &row.card().id;
    let run = laws::run(row, &Request::new(problem, Task::Optimum), u64::MAX);
    let run = run.unwrap_or_else(|| panic!("{id} does not take {}", problem.name()));
    assert_eq!(run.outcome.end, End::Exhausted, "{id} on {}", problem.name());
    run.objective.expect("an optimum has a value")
}

#[test]
fn largest_reward_of_a_latin_square() {
    let square = |n| LatinSquare::new(n).with_goal(Goal::Reward);
    for row in rows() {
        assert_eq!(optimum(row, &square(2)), 19, "{}", row.card().id);
        assert_eq!(optimum(row, &square(3)), 56, "{}", row.card().id);
    }
    // Larger ones are a matter of formulation.
    let soon = |row: &&dyn Solver| row.card().id.contains("reduced-costs");
    for row in rows().filter(soon) {
        for (n, expected) in [(4, 121), (5, 192), (6, 272), (7, 378)] {
            assert_eq!(optimum(row, &square(n)), expected, "{}", row.card().id);
        }
    }
}

#[test]
fn smallest_diagonal_of_a_latin_square() {
    // One symbol can fill the diagonal.
    let square = |n| LatinSquare::new(n).with_goal(Goal::Diagonal);
    for row in rows() {
        assert_eq!(optimum(row, &square(3)), 3, "{}", row.card().id);
    }
    let soon = |row: &&dyn Solver| row.card().id.contains("reduced-costs");
    for row in rows().filter(soon) {
        assert_eq!(optimum(row, &square(5)), 5, "{}", row.card().id);
    }
}

/// Queens on squares that are worth something, positive or negative.
fn weighted_queens(n: usize, direction: Direction) -> Stated {
    let mut model = Queens::new(n).model();
    let weight = |literal: Literal| {
        let (row, column) = (i64::from(literal.variable.0), i64::from(literal.value));
        ((row * 5 + column * 3) % 7 - 2, literal)
    };
    let weights = model.literals().map(weight).collect();
    model.optimise(direction, weights);
    Stated { model }
}

#[test]
fn weighted_queens_against_all_solutions() {
    for direction in [Direction::Maximise, Direction::Minimise] {
        let problem = weighted_queens(6, direction);
        let objective = problem.model.objective().expect("just set").clone();
        let all = laws::brute_force(&problem.model);
        let values = all.iter().map(|solution| objective.eval(solution));
        let best = match direction {
            Direction::Maximise => values.max(),
            Direction::Minimise => values.min(),
        };
        for row in rows() {
            let found = optimum(row, &problem);
            assert_eq!(Some(found), best, "{} {direction:?}", row.card().id);
        }
    }
}

#[test]
fn each_solution_is_better_than_the_one_before_and_the_same_again() {
    let problem = weighted_queens(6, Direction::Maximise);
    for row in rows() {
        let stream = || {
            let mut seen = Vec::new();
            let request = Request::new(&problem, Task::Optimum).with_seed(5);
            row.solve(&request, &mut |values: &[Value]| {
                seen.push(values.to_vec());
                ControlFlow::Continue(())
            })
            .expect("it is supported");
            seen
        };
        let seen = stream();
        let values: Vec<i64> = seen.iter().filter_map(|s| problem.objective(s)).collect();
        let id = &row.card().id;
        assert!(values.is_sorted_by(|old, new| old < new), "{id}: {values:?}");
        assert_eq!(seen, stream(), "{id}");
    }
}

#[test]
fn a_visitor_can_stop_it() {
    let problem = LatinSquare::new(4).with_goal(Goal::Reward);
    for row in rows() {
        let run = laws::run(row, &Request::new(&problem, Task::Optimum), 1);
        let run = run.expect("it is supported");
        let id = &row.card().id;
        assert_eq!((run.outcome.end, run.solutions.len()), (End::Stopped, 1), "{id}");
    }
}

#[test]
fn without_an_objective_there_is_no_optimum() {
    let queens = Queens::new(4);
    for row in rows() {
        let request = Request::new(&queens, Task::Optimum);
        assert!(laws::run(row, &request, u64::MAX).is_none(), "{}", row.card().id);
    }
}

#[test]
fn a_literal_outside_its_domain_or_listed_twice() {
    let mut model = Queens::new(4).model();
    let literal = |value| Literal::new(Variable(0), value);
    model.optimise(
        Direction::Maximise,
        vec![(3, literal(1)), (100, literal(9)), (4, literal(1)), (6, literal(2))],
    );
    let problem = Stated { model };
    for row in rows() {
        assert_eq!(optimum(row, &problem), 7, "{}", row.card().id);
    }
}
