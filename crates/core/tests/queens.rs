//! Every row that enumerates finds the published number of queens solutions.

use std::ops::ControlFlow;

use parity_core::problem::Queens;
use parity_core::{Checker, End, Problem, Request, Scope, SolverError, Task, Value};

/// Runs every enumerating row on boards of these sizes, and checks each solution. Rows that find
/// fundamental solutions only are asked for these.
fn enumerate(sizes: impl Iterator<Item = usize> + Clone) {
    for solver in parity_core::solvers() {
        let card = solver.card();
        if !card.covers(Task::All, "queens") {
            continue;
        }
        let most = match card.scope {
            // n! boards are too many beyond 9.
            Scope::Kinds(_) if card.id == "permutations" => 9,
            Scope::Kinds(_) => 12,
            Scope::Models => 10,
        };
        for n in sizes.clone().filter(|&n| n <= most) {
            let queens = Queens::new(n);
            let published = queens.published().expect("a small board");
            let fundamental = published.fundamental.expect("a small board");
            let mut checker = Checker::new(&queens);
            let mut ask = |broken| {
                let request = Request::new(&queens, Task::All).with_symmetry_broken(broken);
                solver.solve(&request, &mut |values: &[Value]| match checker.check(values) {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(wrong) => panic!("{} on {n} queens: {wrong}", card.id),
                })
            };
            let (outcome, solutions) = match ask(false) {
                Err(SolverError::Unsupported(_)) => (ask(true), fundamental),
                outcome => (outcome, published.solutions),
            };
            let end = outcome.map(|outcome| outcome.end);
            assert_eq!(end, Ok(End::Exhausted), "{} on {n} queens", card.id);
            let counts = (checker.count(), checker.fundamental());
            let expected = (solutions, Some(fundamental));
            assert_eq!(counts, expected, "{} on {n} queens", card.id);
        }
    }
}

#[test]
fn every_enumerating_row_is_right_up_to_8() {
    enumerate(7..=8);
}

#[test]
#[ignore = "slow with many rows: cargo test --release -p core --test queens -- --ignored"]
fn every_enumerating_row_is_right_up_to_10() {
    enumerate(9..=10);
}

#[test]
#[ignore = "slow with many rows: cargo test --release -p core --test queens -- --ignored"]
fn every_row_made_for_queens_is_right_up_to_12() {
    enumerate(11..=12);
}
