//! The bars of the generic searches: the first solution of 200 and 1000 queens, and all of 10.

use std::ops::ControlFlow;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use parity_core::problem::Queens;
use parity_core::{Request, Solver, Task, Value};

fn row(id: &str) -> &'static dyn Solver {
    let mut rows = parity_core::solvers();
    rows.find(|row| row.card().id == id).expect("a row of this crate")
}

/// Solves, the building of the model included.
fn solve(row: &dyn Solver, queens: &Queens, task: Task) -> u64 {
    let request = Request::new(queens, task);
    let outcome = row.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(()));
    outcome.expect("a model it takes").solutions
}

fn bars(criterion: &mut Criterion) {
    let bars: [(&str, Task, usize, &[&str]); 3] = [
        (
            "all solutions of 10 queens",
            Task::All,
            10,
            &["backtracking", "forward-checking", "dancing-links", "all-different/value"],
        ),
        (
            "first solution of 200 queens",
            Task::First,
            200,
            &["forward-checking/dom/median", "all-different/value/dom/median"],
        ),
        (
            "first solution of 1000 queens",
            Task::First,
            1000,
            &["forward-checking/dom/median", "all-different/value/dom/median"],
        ),
    ];
    for (name, task, n, ids) in bars {
        let mut group = criterion.benchmark_group(name);
        group.sample_size(10);
        let queens = Queens::new(n);
        for id in ids {
            let row = row(id);
            group.bench_with_input(BenchmarkId::from_parameter(id), &queens, |bencher, queens| {
                bencher.iter(|| solve(row, queens, task));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, bars);
criterion_main!(benches);
