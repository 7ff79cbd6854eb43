//! The law suite: what every solver of every crate must obey, whatever its method.
//!
//! A crate tests its rows with [`check_all`]; a new row is tested without writing a test. The
//! expected answers come from published counts and from [`brute_force`], which shares nothing with
//! any solver but the meaning of the model.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use rayon::prelude::*;

use crate::checker::Checker;
use crate::graph::named::Named;
use crate::model::{Direction, Model, Value};
use crate::problem::{GraphColouring, LatinSquare, Problem, Queens, Rooks, Stated};
use crate::solver::{End, Outcome, Request, Scope, Solver, SolverError, Task};

mod models;

pub use models::random as random_model;

/// Holds every row of a crate to all the laws, several at once.
///
/// # Panics
/// If one is broken, or there is no row.
pub fn check_all<'s>(solvers: impl IntoIterator<Item = &'s dyn Solver>) {
    let solvers = Vec::from_iter(solvers);
    assert!(!solvers.is_empty(), "a crate without a row");
    solvers.into_par_iter().for_each(check);
}

/// Holds a solver to all the laws.
///
/// # Panics
/// If one is broken, with the solver, the law and the instance.
pub fn check(solver: &dyn Solver) {
    if solver.unavailable().is_some() {
        return;
    }
    published_counts(solver);
    caps_are_respected(solver);
    first_gives_one(solver);
    a_past_deadline_ends_it(solver);
    counts_are_published(solver);
    if solver.card().scope == Scope::Models {
        models::borderline(solver);
        random_models(solver, 60);
    }
    it_answers_something(solver);
    symmetry_is_broken(solver);
}

/// What a run streamed, verified and without repetition, and how it ended.
#[derive(Debug)]
pub struct Run {
    /// The solutions as a set.
    pub solutions: BTreeSet<Vec<Value>>,
    /// What the solver said.
    pub outcome: Outcome,
    /// The objective of the last solution.
    pub objective: Option<i64>,
}

/// Runs a solver and checks every solution; `None` if it declares that it does not take the instance.
///
/// # Panics
/// If a solution is wrong or repeated, the reported number is not the number streamed, or the
/// engine fails.
pub fn run(solver: &dyn Solver, request: &Request, cap: u64) -> Option<Run> {
    let id = &solver.card().id;
    let instance = request.problem.name();
    let mut checker = Checker::new(request.problem);
    let mut solutions = BTreeSet::new();
    let mut objective = None;
    let result = solver.solve(request, &mut |values: &[Value]| {
        if let Err(wrong) = checker.check(values) {
            panic!("{id} on {instance}: {wrong}: {values:?}");
        }
        solutions.insert(values.to_vec());
        objective = checker.objective();
        if checker.count() == cap { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match result {
        Ok(outcome) => {
            if request.task != Task::Count {
                let streamed = solutions.len() as u64;
                assert_eq!(outcome.solutions, streamed, "{id} on {instance}: reported ≠ streamed");
            }
            Some(Run { solutions, outcome, objective })
        }
        Err(SolverError::Unsupported(_)) => None,
        Err(error) => panic!("{id} on {instance}: {error}"),
    }
}

/// Every solution of a model, by trying every assignment.
pub fn brute_force(model: &Model) -> BTreeSet<Vec<Value>> {
    let mut found = BTreeSet::new();
    let mut assignment = Vec::new();
    extend(model, &mut assignment, &mut found);
    found
}

fn extend(model: &Model, assignment: &mut Vec<Value>, found: &mut BTreeSet<Vec<Value>>) {
    let Some(domain) = model.domains().get(assignment.len()) else {
        if model.admits(assignment) {
            found.insert(assignment.clone());
        }
        return;
    };
    for &value in domain.values() {
        assignment.push(value);
        extend(model, assignment, found);
        assignment.pop();
    }
}

/// Small instances of every kind: the published number of solutions, twice, and by [`Task::Count`].
fn published_counts(solver: &dyn Solver) {
    let queens = (1..=6).map(|n| Box::new(Queens::new(n)) as Box<dyn Problem>);
    let rooks = (1..=5).map(|n| Box::new(Rooks::new(n)) as Box<dyn Problem>);
    let petersen = |colours| GraphColouring::named(Named::Petersen, colours);
    let others: [Box<dyn Problem>; 3] =
        [Box::new(LatinSquare::new(3)), Box::new(petersen(2)), Box::new(petersen(3))];
    for problem in queens.chain(rooks).chain(others) {
        let (id, instance) = (&solver.card().id, problem.name());
        let published = problem.published().expect("small instances are published");
        let request = Request::new(&*problem, Task::All).with_seed(7);
        let Some(run_once) = run(solver, &request, u64::MAX) else {
            continue;
        };
        assert_eq!(run_once.outcome.end, End::Exhausted, "{id} on {instance}");
        assert_eq!(run_once.solutions.len() as u64, published.solutions, "{id} on {instance}");
        let again =
            run(solver, &request.with_statistics(), u64::MAX).expect("supported a moment ago");
        assert_eq!(
            run_once.solutions, again.solutions,
            "{id} on {instance}: the second run differs"
        );
        if solver.card().tasks.contains(&Task::Count) {
            let count = run(solver, &Request::new(&*problem, Task::Count), u64::MAX);
            let outcome = count.expect("the card says that it counts").outcome;
            let expected = (End::Exhausted, published.solutions);
            assert_eq!((outcome.end, outcome.solutions), expected, "{id} counts {instance}");
        }
    }
}

/// A row that only counts streams nothing that could be checked, so it is held to its numbers: of all
/// solutions and, if it takes that, of those that remain with symmetry broken; with its work counted
/// and without; and a past deadline ends it without a claim.
fn counts_are_published(solver: &dyn Solver) {
    let card = solver.card();
    let id = &card.id;
    if card.tasks != [Task::Count] {
        return;
    }
    let mut answers = 0;
    for n in 1..=10 {
        let queens = Queens::new(n);
        let published = queens.published().expect("small instances are published");
        let fundamental = published.fundamental.expect("small instances are published");
        for (broken, expected) in [(false, published.solutions), (true, fundamental)] {
            let request = || Request::new(&queens, Task::Count).with_symmetry_broken(broken);
            for request in [request(), request().with_statistics()] {
                let Some(run) = run(solver, &request, u64::MAX) else {
                    continue;
                };
                let counted = (run.outcome.end, run.outcome.solutions);
                assert_eq!(counted, (End::Exhausted, expected), "{id} counts {n} queens");
                answers += 1;
            }
        }
    }
    assert!(answers >= 20, "{id} does not count");
    let queens = Queens::new(15);
    let request = Request::new(&queens, Task::Count).with_deadline(Some(Instant::now()));
    if let Some(run) = run(solver, &request, u64::MAX) {
        assert_eq!(run.outcome.end, End::OutOfTime, "{id} after its deadline");
    }
}

fn caps_are_respected(solver: &dyn Solver) {
    let queens = Queens::new(6);
    for cap in [1, 3, 4] {
        let request = Request::new(&queens, Task::All);
        let Some(run) = run(solver, &request, cap) else {
            return;
        };
        let id = &solver.card().id;
        assert_eq!(run.outcome.end, End::Stopped, "{id} was stopped at {cap}");
        assert_eq!(run.solutions.len() as u64, cap, "{id} goes on after it was stopped");
    }
}

fn first_gives_one(solver: &dyn Solver) {
    for n in [1, 2, 3, 4, 8, 10] {
        let queens = Queens::new(n);
        let request = Request::new(&queens, Task::First).with_seed(3);
        let Some(run) = run(solver, &request, u64::MAX) else {
            continue;
        };
        let again = self::run(solver, &request, u64::MAX).expect("supported a moment ago");
        let id = &solver.card().id;
        assert_eq!(
            run.solutions, again.solutions,
            "{id} on {n} queens: the same seed, another answer"
        );
        let complete = solver.card().tasks.contains(&Task::All);
        match (n, &run.outcome.end) {
            (2 | 3, End::Exhausted) => assert!(run.solutions.is_empty(), "{id}"),
            (2 | 3, End::GaveUp(_)) => assert!(!complete, "{id} gives up on {n} queens"),
            (_, End::Stopped) => assert_eq!(run.solutions.len(), 1, "{id} on {n} queens"),
            (_, end) => panic!("{id} on {n} queens: {end:?}"),
        }
    }
}

fn a_past_deadline_ends_it(solver: &dyn Solver) {
    let queens = Queens::new(10);
    let now = Instant::now();
    let request = Request::new(&queens, Task::All).with_deadline(Some(now));
    let Some(run) = run(solver, &request, u64::MAX) else {
        return;
    };
    let id = &solver.card().id;
    assert!(now.elapsed() < Duration::from_secs(20), "{id} ignores its deadline");
    match run.outcome.end {
        End::OutOfTime => {}
        End::Exhausted => assert_eq!(run.solutions.len(), 724, "{id} says it was done"),
        end => panic!("{id} after its deadline: {end:?}"),
    }
}

/// Compares a solver with brute force on a model: all solutions, and the optimum if there is one.
///
/// # Panics
/// If they differ.
pub fn agrees_with_brute_force(solver: &dyn Solver, model: Model) {
    let id = &solver.card().id;
    let expected = brute_force(&model);
    let problem = Stated { model };
    if solver.card().tasks.contains(&Task::All) {
        let all = run(solver, &Request::new(&problem, Task::All), u64::MAX);
        if let Some(run) = all {
            assert_eq!(run.outcome.end, End::Exhausted, "{id} on {problem:#?}");
            assert_eq!(run.solutions, expected, "{id} on {problem:#?}");
        }
    }
    if let Some(run) = run(solver, &Request::new(&problem, Task::First), u64::MAX) {
        let found = run.solutions.iter().all(|solution| expected.contains(solution));
        assert!(found, "{id} on {problem:#?}");
        let complete = solver.card().tasks.contains(&Task::All);
        if complete || run.outcome.end == End::Exhausted {
            assert_eq!(run.solutions.is_empty(), expected.is_empty(), "{id} on {problem:#?}");
        }
    }
    let Some(objective) = problem.model.objective().cloned() else {
        return;
    };
    if !solver.card().tasks.contains(&Task::Optimum) {
        return;
    }
    if let Some(run) = run(solver, &Request::new(&problem, Task::Optimum), u64::MAX) {
        let values = expected.iter().map(|solution| objective.eval(solution));
        let best = match objective.direction {
            Direction::Maximise => values.max(),
            Direction::Minimise => values.min(),
        };
        assert_eq!(run.objective, best, "{id} on {problem:#?}");
        assert_eq!(run.outcome.end, End::Exhausted, "{id} proves the optimum of {problem:#?}");
    }
}

fn random_models(solver: &dyn Solver, count: u64) {
    for seed in 0..count {
        agrees_with_brute_force(solver, random_model(seed));
    }
}

/// A row that never takes what it is given would obey every other law.
fn it_answers_something(solver: &dyn Solver) {
    if !solver.card().covers(Task::First, "queens") {
        return;
    }
    let queens = Queens::new(4);
    let answers = |broken| {
        let request = Request::new(&queens, Task::First).with_symmetry_broken(broken);
        run(solver, &request, u64::MAX).is_some()
    };
    assert!(
        answers(false) || answers(true),
        "{} takes nothing that its card says it takes",
        solver.card().id
    );
}

/// With symmetry broken, exactly the canonical solutions remain.
fn symmetry_is_broken(solver: &dyn Solver) {
    let id = &solver.card().id;
    for n in 1..=6 {
        let queens = Queens::new(n);
        let ask = |task, cap| {
            let request = Request::new(&queens, task).with_symmetry_broken(true);
            run(solver, &request, cap)
        };
        let fundamental = queens
            .published()
            .and_then(|published| published.fundamental)
            .expect("small instances are published");
        let Some(run) = ask(Task::All, u64::MAX) else {
            return;
        };
        assert_eq!(
            (&run.outcome.end, run.solutions.len() as u64),
            (&End::Exhausted, fundamental),
            "{id} on {n} queens, symmetry broken"
        );
        let canonical = |solution: &Vec<Value>| {
            crate::symmetry::canonical_form(solution, &queens.symmetries()) == *solution
        };
        assert!(run.solutions.iter().all(canonical), "{id} keeps another of the orbit");
        if solver.card().tasks.contains(&Task::Count) {
            let count = ask(Task::Count, u64::MAX).map(|run| run.outcome.solutions);
            assert_eq!(count, Some(fundamental), "{id} counts {n} queens");
        }
        if fundamental > 0 {
            let capped = ask(Task::All, 1).map(|run| (run.outcome.end, run.solutions.len()));
            assert_eq!(capped, Some((End::Stopped, 1)), "{id} was stopped at 1");
        }
    }
}
