//! The exercises of the lessons, worked, as tests: each says what is asked and how it is answered.

use std::ops::ControlFlow;

use parity_core::graph::chromatic::Bounds;
use parity_core::graph::named::Named;
use parity_core::problem::sudoku::{Cage, Shape};
use parity_core::problem::{GraphColouring, Queens, Rooks, Sudoku};
use parity_core::solver::Limits;
use parity_core::sudoku::generator::{Recipe, generate};
use parity_core::sudoku::minimality::{redundant_givens, solutions};
use parity_core::{Problem, Request, Solver, Task, Value};

fn row(id: &str) -> &'static dyn Solver {
    parity_core::solvers().find(|row| row.card().id == id).unwrap_or_else(|| panic!("no row {id}"))
}

fn all(id: &str, request: &Request) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    let outcome = row(id).solve(request, &mut |values: &[Value]| {
        found.push(values.to_vec());
        ControlFlow::Continue(())
    });
    outcome.unwrap_or_else(|error| panic!("{id}: {error}"));
    found
}

fn count(id: &str, problem: &dyn Problem) -> usize {
    all(id, &Request::new(problem, Task::All)).len()
}

/// *Take the diagonals away: how many ways are there to place n rooks?* As many as there are
/// permutations, n!, since each row chooses one of the columns that are left.
#[test]
fn rooks_are_permutations() {
    let factorial = |n: usize| (1..=n).product::<usize>();
    for n in 1..=6 {
        assert_eq!(count("backtracking", &Rooks::new(n)), factorial(n));
    }
}

/// *Count only one solution of each orbit, without keeping any.* Accept a full board if and only if
/// it is the least of its eight images.
#[test]
fn canonical_at_the_leaf() {
    for (n, fundamental) in [(4, 1), (5, 2), (6, 1), (7, 6), (8, 12)] {
        let queens = Queens::new(n);
        let request = Request::new(&queens, Task::All).with_symmetry_broken(true);
        assert_eq!(all("fundamental/leaf", &request).len(), fundamental);
    }
}

/// *Switch the diagonals of Sudoku-X on and off.* There are 288 squares of size 4. With both
/// diagonals all-different few remain, and all of them are among the 288.
#[test]
fn sudoku_x() {
    let plain = Sudoku::new(Shape::new(2, 2));
    let with_diagonals = plain.clone().with_diagonals(true);
    assert_eq!(count("dancing-links", &plain), 288);
    let few = all("dancing-links", &Request::new(&with_diagonals, Task::All));
    assert_eq!(few.len(), count("backtracking", &with_diagonals));
    assert!(few.len() < 288 && few.iter().all(|square| plain.verify(square).is_ok()));
    let on_diagonals = |square: &Vec<Value>| {
        let mut diagonals =
            [[0, 5, 10, 15], [3, 6, 9, 12]].map(|cells| cells.map(|cell: usize| square[cell]));
        diagonals.iter_mut().for_each(|values| values.sort_unstable());
        diagonals == [[1, 2, 3, 4]; 2]
    };
    let filtered =
        all("backtracking", &Request::new(&plain, Task::All)).into_iter().filter(on_diagonals);
    assert_eq!(few.len(), filtered.count());
}

/// *Add the sum of a cage.* A cage of two cells with sum 3 holds 1 and 2 in some order, and the sum of
/// a cage that is a whole row says nothing new.
#[test]
fn killer_cages() {
    let plain = Sudoku::new(Shape::new(2, 2));
    let caged = |sum, cells: &[usize]| {
        let cage = Cage { sum, cells: cells.to_vec() };
        plain.clone().with_cages(vec![cage]).expect("a cage on the board")
    };
    let first_two = all("backtracking", &Request::new(&caged(3, &[0, 1]), Task::All));
    assert!(!first_two.is_empty() && first_two.iter().all(|square| square[0] + square[1] == 3));
    // By symmetry of the values each of the six pairs of values stands there equally often.
    assert_eq!(first_two.len(), 288 / 6);
    assert_eq!(count("forward-checking", &caged(10, &[0, 1, 2, 3])), 288);
    assert_eq!(count("forward-checking", &caged(11, &[0, 1, 2, 3])), 0);
    // Without the rule that a cage has no value twice, 2 + 2 would do across two boxes' corner.
    let corner = all("backtracking", &Request::new(&caged(4, &[5, 10]), Task::All));
    assert!(corner.iter().all(|square| square[5] != square[10]));
}

/// *Is the solution the only one? Is every given needed?* Look for a second solution; then take each
/// given out and look again.
#[test]
fn uniqueness_and_minimality() {
    let solver = row("pencil-marks");
    let unique =
        |puzzle: &Sudoku| solutions(puzzle, solver, 2, Limits::default()).unwrap().unique();
    let redundant = |puzzle: &Sudoku| redundant_givens(puzzle, solver, Limits::default()).unwrap();
    let recipe = Recipe {
        shape: Shape::USUAL,
        diagonals: false,
        cages: None,
        minimal: true,
        givens: 0,
        measure: solver,
        nodes: 0..=u64::MAX,
        attempts: 1,
    };
    let made = generate(&recipe, 5).unwrap();
    let minimal = made.sudoku;
    assert_eq!((unique(&minimal), redundant(&minimal)), (Some(true), Some(vec![])));

    let hole = minimal.givens().iter().position(|&given| given == 0).unwrap();
    let with = |value: u8| {
        let mut givens = minimal.givens().to_vec();
        givens[hole] = value;
        minimal.replacing_givens(givens)
    };
    let right = made.solution[hole] as u8;
    assert_eq!(unique(&with(right)), Some(true));
    assert!(
        redundant(&with(right)).unwrap().contains(&hole),
        "the given that was added is not needed"
    );
    let wrong = if right == 9 { 1 } else { right + 1 };
    assert_eq!(unique(&with(wrong)), Some(false), "no solution is not one solution");
    assert_eq!(unique(&Sudoku::new(Shape::USUAL)), Some(false), "and neither are two");
}

/// *How many colours does the Petersen graph need?* Three: two do not do, as it has odd cycles.
#[test]
fn petersen_graph() {
    let with = |colours| GraphColouring::named(Named::Petersen, colours);
    assert_eq!(count("backtracking", &with(2)), 0);
    assert_eq!(count("dsatur", &with(3)), 120);
    let mut bounds = Bounds::new(with(3).graph());
    while let Some(question) = bounds.question() {
        match all("backtracking", &Request::new(&question, Task::First)).first() {
            Some(colouring) => bounds.colourable(colouring).unwrap(),
            None => bounds.not_colourable(),
        }
    }
    assert_eq!((bounds.lower(), bounds.upper()), (3, 3));
}
