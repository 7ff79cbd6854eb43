//! Uniqueness, minimality and counts of Sudoku puzzles through SAT, SMT, integer and constraint
//! programming, which exclude one solution after the other from the model, agree with the
//! hand-written solvers: for the usual puzzle and its variants, in boxes of every shape.

use parity::Registry;
use parity_core::problem::Sudoku;
use parity_core::problem::sudoku::Shape;
use parity_core::solver::Limits;
use parity_core::sudoku::generator::{Recipe, generate};
use parity_core::sudoku::minimality::{redundant_givens, solutions};
use parity_core::sudoku::pencil_marks;
use parity_core::{Problem, Solver, Value};

/// A row of each family that goes through the model.
const ROWS: [&str; 6] = [
    "dancing-links",
    "mac",
    "varisat/product/prefix",
    "z3/finite-domain",
    "highs/prefix-3",
    "pumpkin",
];

/// Those that take larger squares within a moment.
const FAST: [&str; 4] = ["dancing-links", "varisat/product/prefix", "z3/finite-domain", "pumpkin"];

fn rows(ids: &[&str]) -> Vec<&'static dyn Solver> {
    let registry = Registry::standard();
    let rows = ids.iter().map(|id| registry.get(id).expect("it is in the registry"));
    rows.filter(|row| row.unavailable().is_none()).collect()
}

/// A puzzle with one solution, whose measuring solver knows nothing of the rows under test.
fn puzzle(shape: Shape, diagonals: bool, cages: Option<usize>, seed: u64) -> Sudoku {
    let recipe = Recipe {
        shape,
        diagonals,
        cages,
        minimal: shape.size() <= 6,
        givens: shape.size() * 3,
        measure: &pencil_marks::ROW,
        nodes: 0..=100_000,
        attempts: 100,
    };
    generate(&recipe, seed).expect("a puzzle is found").sudoku
}

/// The same puzzle without some of its givens, so that it has several solutions.
fn loosened(sudoku: &Sudoku, taken: usize) -> Sudoku {
    let mut givens = sudoku.givens().to_vec();
    givens.iter_mut().filter(|given| **given > 0).take(taken).for_each(|given| *given = 0);
    sudoku.replacing_givens(givens)
}

/// Every row finds as many solutions as the hand-written one, up to a cap, and knows whether there are
/// others.
fn same_count(sudoku: &Sudoku, ids: &[&str], most: u64) {
    let expected = solutions(sudoku, &pencil_marks::ROW, most, Limits::default()).unwrap();
    for row in rows(ids) {
        let found = solutions(sudoku, row, most, Limits::default()).unwrap();
        let (id, name) = (&row.card().id, sudoku.name());
        assert_eq!(found.count, expected.count, "{id} on {name}\n{sudoku}");
        assert_eq!(found.unique(), expected.unique(), "{id} on {name}");
        if expected.unique() == Some(true) {
            assert_eq!(found.first, expected.first, "{id} on {name}");
        }
    }
}

/// The four variants.
fn variants() -> impl Iterator<Item = (bool, Option<usize>)> {
    [(false, None), (true, None), (false, Some(3)), (true, Some(3))].into_iter()
}

#[test]
fn small_puzzles_of_every_variant() {
    for shape in [Shape::new(2, 2), Shape::new(2, 3)] {
        for (diagonals, cages) in variants() {
            let sudoku = puzzle(shape, diagonals, cages, 11);
            same_count(&sudoku, &ROWS, 3);
            same_count(&loosened(&sudoku, 2), &ROWS, 40);
            same_count(&sudoku.replacing_givens(contradiction(&sudoku)), &ROWS, 3);
        }
    }
}

/// The givens with the first two cells alike.
fn contradiction(sudoku: &Sudoku) -> Vec<u8> {
    let mut givens = sudoku.givens().to_vec();
    (givens[0], givens[1]) = (1, 1);
    givens
}

#[test]
fn minimality_of_small_puzzles() {
    for (diagonals, cages) in variants() {
        let minimal = puzzle(Shape::new(2, 2), diagonals, cages, 5);
        let solved = solutions(&minimal, &pencil_marks::ROW, 2, Limits::default()).unwrap();
        let solution: Vec<Value> = solved.first.expect("it has one solution");
        // One given more makes others redundant, and is so itself.
        let mut givens = minimal.givens().to_vec();
        let hole = givens.iter().position(|&given| given == 0).expect("it has a hole");
        givens[hole] = solution[hole] as u8;
        let redundant = minimal.replacing_givens(givens);
        for sudoku in [&minimal, &redundant] {
            let expected = redundant_givens(sudoku, &pencil_marks::ROW, Limits::default()).unwrap();
            for row in rows(&ROWS) {
                let found = redundant_givens(sudoku, row, Limits::default()).unwrap();
                assert_eq!(found, expected, "{} on {}", row.card().id, sudoku.name());
            }
        }
    }
}

#[test]
fn usual_size_in_every_variant() {
    for (diagonals, cages) in variants() {
        let sudoku = puzzle(Shape::USUAL, diagonals, cages, 2);
        same_count(&sudoku, &ROWS, 2);
        same_count(&loosened(&sudoku, 4), &FAST, 10);
    }
}

#[test]
fn large_squares() {
    for side in [4, 5] {
        let (shape, size) = (Shape::new(side, side), side * side);
        // A filled square by formula, with holes all over.
        let value = |row: usize, column: usize| {
            ((row % side * side + row / side + column) % size + 1) as u8
        };
        let cells = (0..size * size).map(|cell| (cell / size, cell % size));
        let holes = |(row, column): (usize, usize)| (row * 7 + column * 3) % 11 == 0;
        let givens: Vec<u8> = cells
            .map(|(row, column)| if holes((row, column)) { 0 } else { value(row, column) })
            .collect();
        same_count(&Sudoku::with_givens(shape, givens), &FAST, 2);
    }
}
