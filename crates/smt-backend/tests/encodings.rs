//! What the laws do not reach: limits, sizes, effort, and the encoding of linear programs.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use parity_core::problem::sudoku::{Cage, Shape};
use parity_core::problem::{LatinSquare, Queens, Stated, Sudoku};
use parity_core::{
    Constraint, Domain, End, Linear, Model, Problem, Relation, Request, Solver, SolverError, Tally,
    Task, Term, Value, Variable, Visitor, laws, symmetry,
};
use smt_backend::{Core, Encoding, Enumerate, Enumeration, Phase, SOLVERS};

fn row(id: &str) -> &'static dyn Solver {
    let row = SOLVERS.iter().find(|row| row.card().id == id);
    *row.unwrap_or_else(|| panic!("no row {id}"))
}

fn rows() -> impl Iterator<Item = &'static dyn Solver> {
    let finds = |row: &&dyn Solver| row.card().tasks.contains(&Task::All);
    let available = |row: &&dyn Solver| row.unavailable().is_none();
    SOLVERS.iter().copied().filter(finds).filter(available)
}

/// Any encoding, core and enumeration: those of a row are not the only ones that must be right.
fn other(encoding: Encoding, core: Core, enumeration: Enumeration) -> Enumerate {
    Enumerate { card: row("z3/int").card().clone(), encoding, core, enumeration }
}

#[test]
fn encodings_without_a_row_agree_with_brute_force() {
    if row("z3/int").unavailable().is_some() {
        return;
    }
    let others = [
        other(Encoding::ZeroOne, Core::Default, Enumeration::Blocking),
        other(Encoding::Clauses, Core::Default, Enumeration::Prefix(2)),
        other(
            Encoding::BitVectorSubstituted,
            Core::FiniteDomain(Phase::Caching),
            Enumeration::Prefix(9),
        ),
    ];
    for other in &others {
        for seed in 100..130 {
            laws::agrees_with_brute_force(other, laws::random_model(seed));
        }
    }
}

#[test]
fn values_far_from_zero_and_from_each_other() {
    let far = 1_000_000_000;
    let mut model = Model::new();
    let x = model.variable("x", Domain::new([-far, 3, far]));
    let y = model.variable("y", Domain::range(far - 2..=far));
    let z = model.variable("z", Domain::new([far]));
    model.all_different([Term::new(x, 0), Term::new(y, 1), Term::new(z, -far + 3)]);
    model.constrain(Constraint::Linear(Linear {
        summands: vec![(2, x), (-2, y)],
        relation: Relation::AtMost,
        rhs: 0,
    }));
    for row in rows() {
        laws::agrees_with_brute_force(row, model.clone());
    }
}

#[test]
fn givens_are_kept_by_every_encoding() {
    let mut givens = vec![None; 16];
    for (cell, value) in [(0, 2), (5, 1), (10, 4)] {
        givens[cell] = Some(value);
    }
    let problem = LatinSquare::with_givens(4, givens);
    let all = |row| {
        let run = laws::run(row, &Request::new(&problem, Task::All), u64::MAX);
        run.expect("it is supported").solutions
    };
    let Some(first) = rows().next() else { return };
    let expected = all(first);
    assert!(!expected.is_empty());
    for row in rows() {
        assert_eq!(all(row), expected, "{}", row.card().id);
    }
}

#[test]
fn cages_with_and_without_all_different() {
    // With the first row given, 12 of the 288 squares are left.
    let givens = [[1, 2, 3, 4], [0; 4], [0; 4], [0; 4]].concat();
    let sudoku = Sudoku::with_givens(Shape::new(2, 2), givens);
    let cage = Cage { sum: 5, cells: vec![0, 5] };
    let killer = sudoku.clone().with_cages(vec![cage]).expect("a cage");
    // The same sum over two cells that share a box, and over two that may be equal.
    let model = |cells: [u32; 2], sum| {
        let mut model = sudoku.model();
        model.constrain(Constraint::Linear(Linear {
            summands: cells.map(|cell| (1, Variable(cell))).to_vec(),
            relation: Relation::Equal,
            rhs: sum,
        }));
        Stated { model }
    };
    let (apart, equal) = (model([0, 5], 5), model([0, 15], 2));
    let all = |row, problem: &dyn Problem| {
        let run = laws::run(row, &Request::new(problem, Task::All), u64::MAX);
        run.expect("it is supported").solutions
    };
    let Some(first) = rows().next() else { return };
    let squares = all(first, &sudoku);
    assert_eq!(squares.len(), 12);
    let summing = |a: usize, b: usize, sum| {
        let squares = squares.iter().filter(move |s| s[a] + s[b] == sum);
        squares.cloned().collect::<BTreeSet<_>>()
    };
    for row in rows() {
        let id = &row.card().id;
        assert_eq!(all(row, &killer), summing(0, 5, 5), "{id}");
        assert_eq!(all(row, &apart), summing(0, 5, 5), "{id}");
        assert_eq!(all(row, &equal), summing(0, 15, 2), "{id}");
    }
}

#[test]
fn the_orbits_of_the_fundamental_solutions_are_all_solutions() {
    let queens = Queens::new(7);
    let symmetries = queens.symmetries();
    let all = |row, broken| {
        let request = Request::new(&queens, Task::All).with_symmetry_broken(broken);
        let run = laws::run(row, &request, u64::MAX);
        run.expect("it is supported").solutions
    };
    for id in ["z3/bit-vector", "z3/pseudo-boolean", "z3/finite-domain"] {
        let row = row(id);
        if row.unavailable().is_some() {
            return;
        }
        let images = |solution: &Vec<Value>| symmetry::images(solution, &symmetries);
        let expanded: BTreeSet<_> = all(row, true).iter().flat_map(images).collect();
        assert_eq!(expanded, all(row, false), "{id}");
        assert_eq!(expanded.len(), 40);
    }
}

#[test]
fn a_deadline_is_kept() {
    // Integers are no way to place so many queens.
    let queens = Queens::new(60);
    let row = row("z3/int");
    if row.unavailable().is_some() {
        return;
    }
    let deadline = Some(Instant::now() + Duration::from_millis(300));
    let request = Request::new(&queens, Task::First).with_deadline(deadline);
    let run = laws::run(row, &request, u64::MAX).expect("it is supported");
    assert_eq!(run.outcome.end, End::OutOfTime);
}

#[test]
fn numbers_too_wide_for_an_encoding_are_refused() {
    let mut model = Model::new();
    let x = model.variable("x", Domain::range(0..=9));
    let y = model.variable("y", Domain::range(0..=9));
    model.constrain(Constraint::Linear(Linear {
        summands: vec![(1 << 40, x), (3 << 39, y)],
        relation: Relation::AtMost,
        rhs: 1 << 43,
    }));
    let problem = Stated { model };
    let request = Request::new(&problem, Task::All);
    for row in rows() {
        let answer = row.solve(&request, &mut |_: &[Value]| std::ops::ControlFlow::Continue(()));
        match row.card().technique {
            "pseudo-Boolean" | "clauses" => {
                assert!(matches!(answer, Err(SolverError::Unsupported(_))), "{answer:?}");
            }
            _ => laws::agrees_with_brute_force(row, problem.model.clone()),
        }
    }
}

/// Remembers the size that it is told.
#[derive(Default)]
struct Sizes(Vec<Tally>);

impl Visitor for Sizes {
    fn encoded(&mut self, size: &Tally) {
        self.0.push(size.clone());
    }

    fn solution(&mut self, _: &[Value]) -> std::ops::ControlFlow<()> {
        std::ops::ControlFlow::Continue(())
    }
}

#[test]
fn size_and_effort_are_told() {
    let queens = Queens::new(6);
    for row in rows() {
        let mut sizes = Sizes::default();
        let outcome = row.solve(&Request::new(&queens, Task::All), &mut sizes);
        let effort = outcome.expect("it is supported").effort;
        let id = &row.card().id;
        assert_eq!(sizes.0.len(), 1, "{id} tells its size once");
        assert!(sizes.0[0].get("assertions") > Some(0), "{id}: {:?}", sizes.0);
        assert!(effort.get("conflicts") > Some(0), "{id}: {effort:?}");
    }
    let mut sizes = Sizes::default();
    if row("z3/bit-vector").unavailable().is_none() {
        let request = Request::new(&queens, Task::First);
        row("z3/bit-vector").solve(&request, &mut sizes).expect("it is supported");
        // Columns 0 to 5 plus or minus a row from 0 to 5: sixteen different numbers at most.
        assert_eq!(sizes.0[0].get("bits"), Some(6 * 4));
    }
}

#[test]
fn the_version_comes_from_the_library() {
    for row in rows() {
        let version = row.engine_version().expect("Z3 is here");
        assert!(version.starts_with("Z3 ") && version.contains('.'), "{version}");
    }
}
