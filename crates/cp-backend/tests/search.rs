//! What the laws do not try: larger boards, seeds, and what is counted as work.

use std::ops::ControlFlow;

use cp_backend::SOLVERS;
use parity_core::problem::{Queens, Stated};
use parity_core::{Domain, End, Model, Request, Task, Value};

#[test]
fn eight_queens_have_92_solutions_and_12_fundamental_ones() {
    let queens = Queens::new(8);
    for solver in SOLVERS.iter().filter(|solver| solver.unavailable().is_none()) {
        // The linear relaxation of 8 queens is a matter of seconds.
        if solver.card().id == "cp-sat/linearization-2" {
            continue;
        }
        for (broken, expected) in [(false, 92), (true, 12)] {
            let request = Request::new(&queens, Task::All).with_symmetry_broken(broken);
            let visit = &mut |_: &[Value]| ControlFlow::Continue(());
            let outcome = solver.solve(&request, visit).unwrap();
            let id = &solver.card().id;
            assert_eq!((outcome.end, outcome.solutions), (End::Exhausted, expected), "{id}");
            assert!(outcome.effort.get("conflicts").is_some(), "{id} counts conflicts");
        }
    }
}

/// Pumpkin goes on from a solution as from a conflict, which is not to be counted as one.
#[test]
fn a_solution_is_no_conflict() {
    let mut model = Model::new();
    for name in ["x", "y", "z"] {
        model.variable(name, Domain::range(1..=3));
    }
    let free = Stated { model };
    let rows = SOLVERS.iter().filter(|solver| solver.unavailable().is_none());
    // Where clauses exclude solutions, those do conflict.
    let goes_on = ["pumpkin", "pumpkin/no-learning"];
    for solver in rows.filter(|solver| goes_on.contains(&&*solver.card().id)) {
        let id = &solver.card().id;
        let request = Request::new(&free, Task::All);
        let outcome = solver.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(())).unwrap();
        assert_eq!((outcome.solutions, outcome.effort.get("conflicts")), (27, Some(0)), "{id}");
    }
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let queens = Queens::new(12);
    let rows = SOLVERS.iter().filter(|solver| solver.unavailable().is_none());
    for solver in rows.filter(|solver| solver.card().id != "cp-sat/2-workers") {
        let search = |seed| {
            let request = Request::new(&queens, Task::First).with_seed(seed);
            let mut first = Vec::new();
            let visit = &mut |values: &[Value]| {
                first = values.to_vec();
                ControlFlow::Continue(())
            };
            let outcome = solver.solve(&request, visit).unwrap();
            (first, outcome.effort)
        };
        assert_eq!(search(5), search(5), "{}", solver.card().id);
    }
}
