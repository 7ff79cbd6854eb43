//! Larger boards than the laws try.

use std::ops::ControlFlow;

use cp_backend::SOLVERS;
use parity_core::problem::Queens;
use parity_core::{End, Request, Task, Value};

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
