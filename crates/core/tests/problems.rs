//! Every complete row of this crate solves every kind of problem that it takes, alike.

use parity_core::laws::{brute_force, run};
use parity_core::problem::latin_square::Goal;
use parity_core::problem::sudoku::{Cage, Shape};
use parity_core::problem::{GraphColouring, LatinSquare, Sudoku};
use parity_core::solver::{End, Request, Scope, Task};
use parity_core::{Problem, Value};
use std::collections::BTreeSet;

/// Small instances, the number of their solutions where that is published, and few enough empty
/// cells for every assignment to be tried.
fn instances() -> Vec<(Box<dyn Problem>, Option<u64>)> {
    let petersen = || "petersen".parse().expect("a name");
    let cycle = || "cycle5".parse().expect("a name");
    let diagonal: Sudoku = "diagonals\n1...\n..1.\n....\n.4..\n".parse().unwrap();
    let cage = Cage { sum: 5, cells: vec![2, 3] };
    let killer: Sudoku = "1...\n....\n2...\n...1\n".parse().unwrap();
    let contradictory: Sudoku = "11..\n....\n....\n....\n".parse().unwrap();
    let oblong: Sudoku = "123456\n456123\n231...\n......\n31....\n64....\n".parse().unwrap();
    let (holes, _) = LatinSquare::with_holes(4, 10, 1);
    vec![
        (Box::new(LatinSquare::new(3)), Some(12)),
        (Box::new(holes), None),
        (Box::new(diagonal), None),
        (Box::new(killer.with_cages(vec![cage]).unwrap()), None),
        (Box::new(contradictory), Some(0)),
        (Box::new(oblong), None),
        (Box::new(Sudoku::new(Shape::new(2, 1))), Some(2)),
        (Box::new(GraphColouring::named(petersen(), 3)), Some(120)),
        (Box::new(GraphColouring::named(petersen(), 2)), Some(0)),
        (Box::new(GraphColouring::named(cycle(), 3)), Some(30)),
        (Box::new(GraphColouring::named(cycle(), 3).with_clique_fixed()), None),
    ]
}

/// The solutions by trying everything, or by the plainest search where that is too much.
fn expected(problem: &dyn Problem) -> BTreeSet<Vec<Value>> {
    let model = problem.model();
    let assignments = model.domains().iter().map(|domain| domain.len() as f64);
    if assignments.product::<f64>() < 1e6 {
        return brute_force(&model);
    }
    let request = Request::new(problem, Task::All);
    let plainest = &parity_core::search::backtracking::ROW;
    run(plainest, &request, u64::MAX).unwrap().solutions
}

#[test]
fn all_rows_find_all_solutions() {
    for (problem, published) in instances() {
        let expected = expected(&*problem);
        let name = problem.name();
        let count = expected.len() as u64;
        assert_eq!(count, published.unwrap_or(count), "{name}");
        let rows = parity_core::solvers();
        for row in rows.filter(|row| row.card().covers(Task::All, problem.kind())) {
            let id = &row.card().id;
            let request = Request::new(&*problem, Task::All);
            // A row made for one kind may decline some of its instances, and must say so before.
            if row.card().scope != Scope::Models && row.takes(&request).is_err() {
                continue;
            }
            let found = run(row, &request, u64::MAX);
            let found = found.unwrap_or_else(|| panic!("{id} declines {name}"));
            assert_eq!(found.outcome.end, End::Exhausted, "{id} on {name}");
            assert_eq!(found.solutions, expected, "{id} on {name}");
        }
    }
}

#[test]
fn all_optimising_rows_find_the_best_squares() {
    for n in 1..=4 {
        for goal in [Goal::Reward, Goal::Diagonal] {
            let square = LatinSquare::new(n).with_goal(goal);
            let best = square.published_optimum().map(|optimum| optimum.value);
            let rows = parity_core::solvers();
            for row in rows.filter(|row| row.card().covers(Task::Optimum, square.kind())) {
                let id = &row.card().id;
                let name = square.name();
                let found = run(row, &Request::new(&square, Task::Optimum), u64::MAX);
                let found = found.unwrap_or_else(|| panic!("{id} declines {name}"));
                assert_eq!(found.objective, best, "{id} on {name}");
                assert_eq!(found.outcome.end, End::Exhausted, "{id} on {name}");
            }
        }
    }
}
