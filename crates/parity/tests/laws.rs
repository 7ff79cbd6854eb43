//! Laws over the whole registry, beside those that each crate holds its own rows to: every row that
//! enumerates finds the same, published set of solutions.

use std::collections::BTreeMap;

use parity::Registry;
use parity_core::laws::run;
use parity_core::{End, Problem, Request, Task, checker, problem};

/// Runs every row on an instance and compares the sets.
fn same_set(problem: &dyn Problem) {
    let published = problem.published().expect("a published instance");
    let mut sets: BTreeMap<u128, Vec<String>> = BTreeMap::new();
    for row in Registry::standard().rows() {
        let card = row.card();
        if row.unavailable().is_some() || !card.covers(Task::All, problem.kind()) {
            continue;
        }
        let Some(run) = run(*row, &Request::new(problem, Task::All), u64::MAX) else {
            continue;
        };
        assert_eq!(run.outcome.end, End::Exhausted, "{} on {}", card.id, problem.name());
        let count = run.solutions.len() as u64;
        assert_eq!(count, published.solutions, "{} on {}", card.id, problem.name());
        let hash = run.solutions.iter().map(|s| checker::hash(s)).fold(0, u128::wrapping_add);
        sets.entry(hash).or_default().push(card.id.to_string());
    }
    assert_eq!(sets.len(), 1, "different sets on {}: {sets:#?}", problem.name());
}

#[test]
fn queens_7() {
    same_set(&problem::Queens::new(7));
}

#[test]
fn queens_8() {
    same_set(&problem::Queens::new(8));
}

#[test]
fn rooks_6() {
    same_set(&problem::Rooks::new(6));
}

#[test]
fn latin_squares_3() {
    same_set(&problem::LatinSquare::new(3));
}
