use std::collections::BTreeSet;
use std::time::Instant;

use proptest::prelude::*;

use super::{first_empty_cell, minimality, pencil_marks};
use crate::laws::run;
use crate::model::Value;
use crate::problem::sudoku::{Cage, Shape, Sudoku};
use crate::problem::{GraphColouring, Problem};
use crate::search::{backtracking, forward_checking};
use crate::solver::{End, Limits, Request, Solver, Task};

const ROWS: [&dyn Solver; 5] = [
    &first_empty_cell::ROW,
    &first_empty_cell::MRV_ROW,
    &pencil_marks::ROW,
    &pencil_marks::NAKED_ROW,
    &pencil_marks::RANDOM_ROW,
];

/// A minimal puzzle with 17 givens, and a filled square.
const SPARSE: &str =
    "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
const FULL: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

fn all(row: &dyn Solver, sudoku: &Sudoku) -> BTreeSet<Vec<Value>> {
    let run = run(row, &Request::new(sudoku, Task::All), u64::MAX).unwrap();
    assert_eq!(run.outcome.end, End::Exhausted);
    run.solutions
}

fn without(cells: &[usize]) -> Sudoku {
    let mut givens: Vec<u8> = FULL.bytes().map(|byte| byte - b'0').collect();
    cells.iter().for_each(|&cell| givens[cell] = 0);
    Sudoku::with_givens(Shape::USUAL, givens)
}

#[test]
fn usual_puzzles_are_solved() {
    let everything: Vec<usize> = (0..81).filter(|cell| cell % 7 != 0 && cell % 5 != 0).collect();
    let sudoku = without(&everything);
    let first = all(ROWS[2], &sudoku);
    assert!(!first.is_empty());
    for row in ROWS {
        assert_eq!(all(row, &without(&[])).len(), 1, "{}", row.card().id);
        assert_eq!(all(row, &sudoku), first, "{}", row.card().id);
    }
    let sparse: Sudoku = SPARSE.parse().unwrap();
    for row in &ROWS[1..] {
        let found = minimality::solutions(&sparse, *row, 2, Limits::default()).unwrap();
        assert_eq!(found.unique(), Some(true), "{}", row.card().id);
        assert_eq!(sparse.verify(&found.first.unwrap()), Ok(()));
    }
}

#[test]
fn empty_squares_are_counted() {
    for row in ROWS {
        for (shape, diagonals, expected) in [
            (Shape::new(1, 1), true, 1),
            (Shape::new(2, 1), false, 2),
            (Shape::new(1, 3), false, 12),
            (Shape::new(2, 2), false, 288),
            (Shape::new(2, 2), true, 48),
        ] {
            let sudoku = Sudoku::new(shape).with_diagonals(diagonals);
            assert_eq!(all(row, &sudoku).len(), expected, "{}, {shape}", row.card().id);
        }
    }
}

#[test]
fn contradictory_givens_have_no_solution() {
    for text in [
        "11..\n....\n....\n....\n",
        "1...\n1...\n....\n....\n",
        "12..\n.3..\n..4.\n....\ncage 9: r1c1 r1c2\n",
        "....\n....\n....\n....\ncage 8: r1c1 r1c2\n",
        "size 4\ncage 15: r1c1 r1c2 r1c3 r2c1 r2c2\n",
        "123.\n...4\n....\n....\n",
    ] {
        let sudoku: Sudoku = text.parse().unwrap();
        for row in ROWS {
            assert!(all(row, &sudoku).is_empty(), "{}: {text}", row.card().id);
        }
    }
}

#[test]
fn larger_squares_are_solved() {
    for shape in [Shape::new(3, 4), Shape::new(4, 4), Shape::new(5, 5)] {
        let sudoku = Sudoku::new(shape);
        let run = run(&pencil_marks::ROW, &Request::new(&sudoku, Task::First), 1).unwrap();
        assert_eq!((run.outcome.end, run.solutions.len()), (End::Stopped, 1));
    }
}

#[test]
fn rules_do_what_their_names_say() {
    let nodes = |row: &dyn Solver, text: &str| {
        let sudoku: Sudoku = text.parse().unwrap();
        let request = Request::new(&sudoku, Task::All).with_statistics();
        run(row, &request, u64::MAX).unwrap().outcome.effort.get("nodes").unwrap_or(0)
    };
    let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    assert_eq!(nodes(&pencil_marks::ROW, easy), 0, "no choice is needed");
    assert!(nodes(&pencil_marks::ROW, SPARSE) < nodes(&pencil_marks::NAKED_ROW, SPARSE));
    assert!(nodes(ROWS[1], easy) <= nodes(ROWS[0], easy));
    // The sums decide what singles alone do not.
    let givens = "12..\n34..\n....\n....\n";
    let cages = "cage 4: r1c4\ncage 7: r3c1 r3c2\ncage 5: r3c3 r4c3\n";
    let with_cages = nodes(&pencil_marks::ROW, &format!("{givens}{cages}"));
    assert!(with_cages < nodes(&pencil_marks::ROW, givens));
}

#[test]
fn other_problems_and_broken_symmetry_are_declined() {
    let graph = GraphColouring::named("petersen".parse().unwrap(), 3);
    let sudoku = Sudoku::new(Shape::new(2, 2));
    for row in ROWS {
        assert!(run(row, &Request::new(&graph, Task::All), 1).is_none());
        let broken = Request::new(&sudoku, Task::All).with_symmetry_broken(true);
        assert!(run(row, &broken, 1).is_none());
    }
}

#[test]
fn uniqueness_is_proved_or_refuted_or_open() {
    let limits = Limits::default();
    let solver: &dyn Solver = &pencil_marks::ROW;
    let solutions =
        |sudoku: &Sudoku, most| minimality::solutions(sudoku, solver, most, limits).unwrap();
    // Where two values are missing, they can be exchanged.
    let exchangeable: Vec<usize> = (0..81).filter(|&cell| FULL.as_bytes()[cell] <= b'2').collect();
    let unique = solutions(&without(&[0]), 2);
    assert_eq!((unique.count, unique.complete, unique.unique()), (1, true, Some(true)));
    let capped = solutions(&without(&[0]), 1);
    assert_eq!((capped.complete, capped.unique()), (false, None), "a cap proves nothing");
    let none = solutions(&"11..............".parse().unwrap(), 2);
    assert_eq!((none.count, none.first, none.complete), (0, None, true));
    let several = solutions(&without(&exchangeable), 2);
    assert_eq!((several.count, several.unique()), (2, Some(false)));
    let late = Limits { deadline: Some(Instant::now()) };
    let hard = Sudoku::new(Shape::new(5, 5));
    let found = minimality::solutions(&hard, &first_empty_cell::ROW, u64::MAX, late).unwrap();
    assert!(!found.complete);
}

#[test]
fn a_puzzle_is_minimal_when_no_given_is_redundant() {
    let limits = Limits::default();
    let redundant = |sudoku: &Sudoku, solver: &dyn Solver| {
        minimality::redundant_givens(sudoku, solver, limits).unwrap()
    };
    let sparse: Sudoku = SPARSE.parse().unwrap();
    assert_eq!(redundant(&sparse, &pencil_marks::ROW), Some(vec![]));
    let mut givens = sparse.givens().to_vec();
    let solution = minimality::solutions(&sparse, &pencil_marks::ROW, 1, limits).unwrap();
    givens[0] = solution.first.unwrap()[0] as u8;
    let more = Sudoku::with_givens(Shape::USUAL, givens);
    let found = redundant(&more, &pencil_marks::ROW).unwrap();
    assert!(found.contains(&0), "the new given");
    for solver in [&backtracking::MRV_ROW as &dyn Solver, &forward_checking::ROW] {
        let four: Sudoku = "1...\n..2.\n.3..\n4..1".parse().unwrap();
        assert_eq!(redundant(&four, solver), redundant(&four, &pencil_marks::ROW));
    }
}

#[test]
fn all_minimal_puzzles_with_four_givens_are_found() {
    // OEIS A109252: 25,728 of the puzzles of 4 × 4 with four givens have one solution. Renaming the
    // values makes 24 of each, so those whose values first occur in ascending order are counted.
    let mut unique = 0;
    for cells in 0..1u32 << 16 {
        if cells.count_ones() != 4 {
            continue;
        }
        let places: Vec<usize> = (0..16).filter(|cell| cells >> cell & 1 == 1).collect();
        for values in [
            [1, 2, 3, 3],
            [1, 2, 3, 2],
            [1, 2, 3, 1],
            [1, 2, 2, 3],
            [1, 2, 1, 3],
            [1, 1, 2, 3],
            [1, 2, 3, 4],
        ] {
            let mut givens = vec![0; 16];
            places.iter().zip(values).for_each(|(&cell, value)| givens[cell] = value);
            let sudoku = Sudoku::with_givens(Shape::new(2, 2), givens);
            let found = minimality::solutions(&sudoku, &pencil_marks::ROW, 2, Limits::default());
            unique += 24 * u32::from(found.unwrap().unique() == Some(true));
        }
    }
    assert_eq!(unique, 25_728);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]
    #[test]
    fn every_row_agrees_with_generic_backtracking(
        shape in prop_oneof![Just((2, 2)), Just((2, 3)), Just((3, 2)), Just((1, 4))],
        clues in proptest::collection::vec(proptest::option::weighted(0.35, 0..6u8), 36),
        diagonals in any::<bool>(),
        cages in proptest::collection::vec((0..5i64, 1..5usize, any::<bool>()), 0..4),
    ) {
        let shape = Shape::new(shape.0, shape.1);
        let size = shape.size();
        // Givens of a true solution, now and then one that is not; cages down the rows.
        let pattern = |cell: usize| {
            let (row, column) = (cell / size, cell % size);
            (row % shape.rows * shape.columns + row / shape.rows + column) % size
        };
        let givens = (0..size * size).map(|cell| match clues[cell] {
            Some(0) if cell % 11 == 3 => 1,
            Some(_) => pattern(cell) as u8 + 1,
            None if size == 6 && cell % 3 > 0 => pattern(cell) as u8 + 1,
            None => 0,
        });
        let mut sudoku = Sudoku::with_givens(shape, givens.collect()).with_diagonals(diagonals);
        let mut from = 0;
        let cages = cages.into_iter().map(|(off, length, true_sum)| {
            let cells: Vec<usize> = (from..from + length).map(|place| place * size % (size * size) + place / size).collect();
            from += length;
            let sum: usize = cells.iter().map(|&cell| pattern(cell) + 1).sum();
            Cage { sum: sum as i64 + if true_sum { 0 } else { off }, cells }
        });
        sudoku = sudoku.clone().with_cages(cages.collect()).unwrap_or(sudoku);
        let expected = all(&backtracking::MRV_ROW, &sudoku);
        for row in ROWS {
            prop_assert_eq!(&all(row, &sudoku), &expected, "{}: {}", row.card().id, sudoku);
        }
    }
}
