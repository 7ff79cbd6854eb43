use std::collections::BTreeSet;
use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::laws::run;
use crate::problem::Problem;
use crate::problem::sudoku::{Reader, Shape};
use crate::solver::{End, Request, Solver, SolverError, Task};
use crate::sudoku::{minimality, pencil_marks};

/// The usual puzzles among those that come with the program.
fn puzzles() -> Vec<Sudoku> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../parity/puzzles/sudoku");
    let read = |name| std::fs::read_to_string(folder.join(name)).unwrap();
    let texts = ["easy.txt", "medium.txt", "hard.txt"].map(read);
    let puzzles: Vec<Sudoku> = texts
        .iter()
        .flat_map(|text| Reader::new(text.as_bytes()).map(|entry| entry.unwrap().sudoku))
        .collect();
    assert!(puzzles.len() >= 100);
    puzzles
}

fn givens(sudoku: &Sudoku) -> &[u8; 81] {
    sudoku.givens().try_into().unwrap()
}

fn puzzle(line: &str) -> [u8; 81] {
    let values = line.bytes().map(|byte| byte.saturating_sub(b'0'));
    values.collect::<Vec<_>>().try_into().unwrap()
}

fn all(row: &dyn Solver, sudoku: &Sudoku, cap: u64) -> (BTreeSet<Vec<Value>>, End) {
    let run = run(row, &Request::new(sudoku, Task::All), cap).unwrap();
    (run.solutions, run.outcome.end)
}

#[test]
fn puzzles_of_every_difficulty_have_the_solution_that_pencil_marks_find() {
    for sudoku in puzzles() {
        let found = solutions(givens(&sudoku), 2);
        let expected =
            minimality::solutions(&sudoku, &pencil_marks::ROW, 2, Default::default()).unwrap();
        assert_eq!((found.count, found.complete), (1, true), "{sudoku}");
        assert_eq!(found.first.map(Vec::from), expected.first, "{sudoku}");
    }
}

#[test]
fn puzzles_with_givens_taken_out_have_the_same_solutions_as_with_pencil_marks() {
    let mut several = 0;
    for (index, sudoku) in puzzles().iter().enumerate().step_by(3) {
        let mut left = sudoku.givens().to_vec();
        let filled: Vec<usize> = (0..81).filter(|&cell| left[cell] > 0).collect();
        filled.iter().skip(index % 5).step_by(9).for_each(|&cell| left[cell] = 0);
        let sudoku = sudoku.replacing_givens(left);
        let (found, end) = all(&ROW, &sudoku, 300);
        let (expected, expected_end) = all(&pencil_marks::ROW, &sudoku, 300);
        assert_eq!((found.len(), &end), (expected.len(), &expected_end), "{sudoku}");
        assert!(end != End::Exhausted || found == expected, "{sudoku}");
        assert_eq!(solutions(givens(&sudoku), 300).count, found.len() as u64);
        several += u32::from(end == End::Exhausted && found.len() > 1);
    }
    assert!(several > 5, "some have more than one solution and less than the cap");
}

#[test]
fn caps_are_respected_and_prove_nothing() {
    let empty = [0; 81];
    for most in [0, 1, 2, 1_000] {
        let found = solutions(&empty, most);
        assert_eq!((found.count, found.complete), (most, false));
        assert_eq!(found.first.is_some(), most > 0);
    }
    let sudoku = Sudoku::new(Shape::USUAL);
    let (found, end) = all(&ROW, &sudoku, 1_000);
    assert_eq!((found.len(), end), (1_000, End::Stopped));
}

#[test]
fn contradictions_have_no_solution() {
    let with = |cells: &[(usize, u8)]| {
        let mut givens = [0; 81];
        cells.iter().for_each(|&(cell, value)| givens[cell] = value);
        solutions(&givens, 10)
    };
    for cells in [
        &[(0, 5), (8, 5)][..], // in a row
        &[(0, 5), (72, 5)],    // in a column
        &[(0, 5), (20, 5)],    // in a box
        &[(0, 5), (1, 5)],     // in a triad
        &[(0, 1), (1, 2), (2, 3), (12, 4), (24, 4), (30, 4), (60, 4), (62, 4)],
        // The first cell has no value left.
        &[(1, 1), (2, 2), (3, 3), (4, 4), (9, 5), (18, 6), (27, 7), (36, 8), (10, 9)],
    ] {
        let found = with(cells);
        assert_eq!((found.count, found.first, found.complete), (0, None, true), "{cells:?}");
    }
    // A wrong value that breaks no rule yet.
    for sudoku in puzzles().iter().rev().take(20) {
        let solution = solutions(givens(sudoku), 2).first.unwrap();
        let mut wrong = *givens(sudoku);
        let cell = (0..81).find(|&cell| wrong[cell] == 0).unwrap();
        let mut breaks = |value: u8| {
            wrong[cell] = value;
            Value::from(value) == solution[cell]
                || !sudoku.replacing_givens(wrong.to_vec()).contradictions().is_empty()
        };
        if !(1..=9).any(|value| !breaks(value)) {
            continue;
        }
        let found = solutions(&wrong, 2);
        assert_eq!((found.count, found.complete), (0, true), "{wrong:?}");
    }
}

#[test]
fn a_filled_square_is_its_own_solution_or_has_none() {
    let full =
        puzzle("534678912672195348198342567859761423426853791713924856961537284287419635345286179");
    let found = solutions(&full, 2);
    assert_eq!(found.first, Some(full.map(Value::from)));
    assert_eq!((found.count, found.complete, found.branchings), (1, true, 0));
    for cell in 0..81 {
        let mut wrong = full;
        wrong[cell] = wrong[cell] % 9 + 1;
        assert_eq!(solutions(&wrong, 2).count, 0, "cell {cell}");
    }
}

#[test]
fn plain_arrays_take_the_same_path_as_vector_instructions() {
    for sudoku in puzzles().iter().step_by(4) {
        let mut plain = (Vec::new(), 0);
        let mut observer = Seen(&mut plain);
        let descent = Descent::<lanes::Plain>::new((), givens(sudoku));
        assert!(descend(descent, &mut observer, Descent::advance).is_continue());
        let found = solutions(givens(sudoku), 2);
        assert_eq!(plain.0, [found.first.unwrap()]);
        assert_eq!(plain.1, found.branchings);
    }
}

/// The solutions and the number of nodes.
struct Seen<'a>(&'a mut (Vec<[Value; 81]>, u64));

impl Observer for Seen<'_> {
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Solution(values) => self.0.0.push(values.try_into().unwrap()),
            Event::Node { .. } => self.0.1 += 1,
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

#[test]
fn variants_are_declined() {
    let usual = Sudoku::new(Shape::USUAL);
    for sudoku in [
        Sudoku::new(Shape::new(2, 2)),
        Sudoku::new(Shape::new(1, 9)),
        usual.clone().with_diagonals(true),
        usual.with_cages(vec![crate::problem::sudoku::Cage { sum: 3, cells: vec![0, 1] }]).unwrap(),
    ] {
        let request = Request::new(&sudoku, Task::Count);
        assert!(matches!(ROW.takes(&request), Err(SolverError::Unsupported(_))), "{sudoku}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn a_planted_solution_is_found_among_all(
        digits in Just([1, 2, 3, 4, 5, 6, 7, 8, 9u8]).prop_shuffle(),
        rows in Just([0, 1, 2usize]).prop_shuffle(),
        turned in any::<bool>(),
        shown in proptest::collection::vec(proptest::bool::weighted(0.36), 81),
    ) {
        // Rows and digits of a pattern exchanged, and perhaps its axes.
        let value = |row: usize, column: usize| {
            let (row, column) = if turned { (column, row) } else { (row, column) };
            let row = row / 3 * 3 + rows[row % 3];
            digits[(row % 3 * 3 + row / 3 + column) % 9]
        };
        let planted: Vec<u8> = (0..81).map(|cell| value(cell / 9, cell % 9)).collect();
        let givens = (0..81).map(|cell| if shown[cell] { planted[cell] } else { 0 }).collect();
        let sudoku = Sudoku::with_givens(Shape::USUAL, givens);
        let planted: Vec<Value> = planted.into_iter().map(Value::from).collect();
        prop_assert_eq!(sudoku.verify(&planted), Ok(()));
        let (found, end) = all(&ROW, &sudoku, 400);
        let (expected, _) = all(&pencil_marks::ROW, &sudoku, 400);
        prop_assert_eq!(found.len(), expected.len());
        if end == End::Exhausted {
            prop_assert!(found.contains(&planted));
            prop_assert_eq!(found, expected);
        }
    }
}
