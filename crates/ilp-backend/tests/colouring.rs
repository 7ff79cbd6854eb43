//! Colouring by representatives finds the colourings that the assignment formulation finds.

use std::ops::ControlFlow;

use ilp_backend::SOLVERS;
use parity_core::graph::named::Named;
use parity_core::problem::GraphColouring;
use parity_core::{End, Problem, Request, Solver, SolverError, Task, Value, laws};

fn by_representatives() -> impl Iterator<Item = &'static dyn Solver> {
    let rows = SOLVERS.iter().copied().filter(|row| row.unavailable().is_none());
    rows.filter(|row| row.card().id.ends_with("/representatives"))
}

#[test]
fn published_numbers_of_colourings() {
    for (named, colours) in [(Named::Cycle(5), 3), (Named::Complete(4), 5), (Named::Cycle(4), 4)] {
        let problem = GraphColouring::named(named, colours);
        let published = problem.published().expect("a chromatic polynomial").solutions;
        for row in by_representatives() {
            let run = laws::run(row, &Request::new(&problem, Task::All), u64::MAX);
            let run = run.expect("it colours graphs");
            assert_eq!(run.outcome.end, End::Exhausted);
            assert_eq!(run.solutions.len() as u64, published, "{}", problem.name());
        }
    }
}

#[test]
fn broken_symmetry_leaves_one_colouring_a_partition() {
    let problem = GraphColouring::named(Named::Cycle(5), 3);
    for row in by_representatives() {
        let request = Request::new(&problem, Task::All).with_symmetry_broken(true);
        let run = laws::run(row, &request, u64::MAX).expect("it colours graphs");
        assert_eq!(run.solutions.len(), 5, "{}", row.card().id);
        let canonical = |solution: &Vec<Value>| {
            let symmetries = problem.symmetries();
            parity_core::symmetry::orbit(solution, &symmetries).canonical
        };
        assert!(run.solutions.iter().all(canonical));
    }
}

#[test]
fn a_fixed_clique_keeps_its_colours_and_caps_are_respected() {
    let problem = GraphColouring::named(Named::Cycle(5), 3).with_clique_fixed();
    let expected = laws::brute_force(&problem.model());
    for row in by_representatives() {
        let request = Request::new(&problem, Task::All);
        let run = laws::run(row, &request, u64::MAX).expect("it colours graphs");
        assert_eq!(run.solutions, expected, "{}", row.card().id);
        let two = laws::run(row, &request, 2).expect("it colours graphs");
        assert_eq!((two.outcome.end, two.solutions.len()), (End::Stopped, 2));
    }
}

#[test]
fn other_problems_are_declined() {
    let queens = parity_core::problem::Queens::new(4);
    for row in by_representatives() {
        let request = Request::new(&queens, Task::First);
        let answer = row.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(()));
        let refusal = answer.expect_err("queens have no graph to colour");
        assert!(matches!(refusal, SolverError::Unsupported(_)), "{refusal}");
    }
}
