//! The rules, and that the model says the same.

use proptest::prelude::*;

use super::super::*;
use super::{PUZZLE, SOLUTION, values};
use crate::laws::brute_force;
use crate::search::backtracking;
use crate::solver::{End, Request, Solver, Task};

fn count(sudoku: &Sudoku) -> u64 {
    let request = Request::new(sudoku, Task::Count);
    let nothing = &mut |_: &[Value]| std::ops::ControlFlow::Continue(());
    let outcome = backtracking::MRV_ROW.solve(&request, nothing).unwrap();
    assert_eq!(outcome.end, End::Exhausted);
    outcome.solutions
}

fn texts(violations: Vec<Violation>) -> Vec<String> {
    violations.iter().map(ToString::to_string).collect()
}

#[test]
fn boxes_of_every_shape_partition_the_square() {
    for (rows, columns) in [(1, 5), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4), (3, 4), (5, 5)] {
        let shape = Shape::new(rows, columns);
        let size = shape.size();
        let boxes =
            (0..size).flat_map(|index| Unit::Box(index).cells(shape).map(move |c| (c, index)));
        let mut boxes: Vec<_> = boxes.collect();
        boxes.sort_unstable();
        let expected: Vec<_> = (0..size * size).map(|cell| (cell, shape.box_of(cell))).collect();
        assert_eq!(boxes, expected);
        for index in 0..size {
            let cells = || Unit::Box(index).cells(shape);
            let span = |of: fn(usize, usize) -> usize| {
                let places = || cells().map(move |cell| of(cell, size));
                places().max().unwrap() - places().min().unwrap() + 1
            };
            assert_eq!(span(|cell, size| cell / size), rows);
            assert_eq!(span(|cell, size| cell % size), columns);
        }
    }
    assert_eq!(Shape::of_size(6), Shape::new(2, 3));
    assert_eq!(Shape::of_size(16), Shape::new(4, 4));
    assert_eq!(Shape::of_size(7), Shape::new(1, 7));
    assert_eq!(Sudoku::new(Shape::USUAL).units().count(), 27);
    assert_eq!(Sudoku::new(Shape::USUAL).with_diagonals(true).units().count(), 29);
}

#[test]
fn the_quick_look_at_a_square_agrees_with_the_look_at_its_units() {
    for (rows, columns) in [(1, 5), (5, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)] {
        let sudoku = Sudoku::new(Shape::new(rows, columns));
        let size = sudoku.size();
        let value = |cell: usize| {
            let (row, column) = (cell / size, cell % size);
            ((row % rows * columns + row / rows + column) % size) as Value + 1
        };
        let right: Vec<Value> = (0..size * size).map(value).collect();
        assert_eq!((sudoku.verify(&right), sudoku.errors(&right)), (Ok(()), vec![]));
        for cell in 0..size * size {
            for other in 0..cell {
                let mut swapped = right.clone();
                swapped.swap(cell, other);
                let errors = sudoku.errors(&swapped);
                assert_eq!(sudoku.verify(&swapped).err(), errors.into_iter().next());
            }
        }
    }
}

#[test]
fn verification_names_the_broken_rule() {
    let sudoku: Sudoku = PUZZLE.parse().unwrap();
    let solution = values(SOLUTION);
    assert_eq!(sudoku.verify(&solution), Ok(()));
    assert_eq!(sudoku.errors(&solution), []);
    let message = |change: &dyn Fn(&mut Vec<Value>)| {
        let mut wrong = solution.clone();
        change(&mut wrong);
        let violation = sudoku.verify(&wrong).unwrap_err();
        assert_eq!(sudoku.errors(&wrong)[0], violation);
        violation.to_string()
    };
    assert_eq!(message(&|wrong| wrong.truncate(80)), "80 values for 81 cells");
    assert_eq!(message(&|wrong| wrong[80] = 10), "r9c9 has 10, which is not from 1 to 9");
    assert_eq!(message(&|wrong| wrong[2] = 0), "r1c3 has 0, which is not from 1 to 9");
    assert_eq!(message(&|wrong| wrong[0] = 4), "r1c1 is given as 5, not 4");
    assert_eq!(message(&|wrong| wrong[2] = 5), "row 1 has 5 twice, at r1c1 and r1c3");
    assert_eq!(message(&|wrong| wrong.swap(2, 3)), "column 3 has 6 twice, at r1c3 and r5c3");
}

#[test]
fn every_broken_unit_counts_once() {
    let sudoku: Sudoku = PUZZLE.parse().unwrap();
    let mut wrong = values(SOLUTION);
    // r1c3 and r1c4 are not given; exchanging them breaks two columns and two boxes.
    wrong.swap(2, 3);
    assert_eq!(sudoku.errors(&wrong).len(), 4);
    assert!(sudoku.changed_givens(&wrong).is_empty());
    // A given that is changed breaks its row, column and box too.
    let mut wrong = values(SOLUTION);
    wrong[0] = 9;
    assert_eq!(sudoku.errors(&wrong).len(), 4);
    assert_eq!(sudoku.changed_givens(&wrong), [0]);
}

#[test]
fn contradictory_givens_are_named_and_have_no_solution() {
    let sudoku: Sudoku = "11..\n....\n..3.\n.3..\n".parse().unwrap();
    let contradictions = texts(sudoku.contradictions());
    assert_eq!(
        contradictions,
        ["row 1 has 1 twice, at r1c1 and r1c2", "box 1 has 1 twice, at r1c1 and r1c2"]
    );
    assert_eq!(count(&sudoku), 0);
    let usual: Sudoku = PUZZLE.parse().unwrap();
    assert_eq!(usual.contradictions(), []);
    let cages = |sum, cells: &[usize], givens: &[(usize, u8)]| {
        let mut values = vec![0; 16];
        givens.iter().for_each(|&(cell, given)| values[cell] = given);
        let cells = cells.to_vec();
        let sudoku = Sudoku::with_givens(Shape::new(2, 2), values);
        let sudoku = sudoku.with_cages(vec![Cage { sum, cells }]).unwrap();
        let contradictions = texts(sudoku.contradictions());
        assert!(contradictions.is_empty() || count(&sudoku) == 0);
        contradictions
    };
    assert!(cages(4, &[0, 1], &[(0, 1)]).is_empty());
    assert_eq!(cages(2, &[0, 1], &[(0, 1)]), ["the cage of 2 at r1c1 can only add up to 3 to 5"]);
    assert_eq!(cages(6, &[0, 1], &[(0, 1), (1, 4)]), ["the cage of 6 at r1c1 adds up to 5"]);
    assert_eq!(
        cages(15, &[0, 1, 4, 5, 8], &[]),
        ["the cage of 15 at r1c1 has 5 cells for 4 different values"]
    );
    assert_eq!(
        cages(5, &[3, 6], &[(3, 2), (6, 2)])[1..],
        ["the cage of 5 at r1c4 has 2 twice, at r1c4 and r2c3"]
    );
}

#[test]
fn empty_squares_have_the_published_numbers_of_solutions() {
    for (rows, columns) in [(1, 1), (2, 2)] {
        let sudoku = Sudoku::new(Shape::new(rows, columns));
        assert_eq!(count(&sudoku), sudoku.published().unwrap().solutions);
    }
    // Fixing the first row divides by 6! (OEIS A107739 and its kin count all).
    let mut givens = vec![0; 36];
    givens[..6].copy_from_slice(&[1, 2, 3, 4, 5, 6]);
    let sudoku = Sudoku::with_givens(Shape::new(2, 3), givens.clone());
    let empty = Sudoku::new(Shape::new(2, 3));
    assert_eq!(count(&sudoku) * 720, empty.published().unwrap().solutions);
    let upright = Sudoku::with_givens(Shape::new(3, 2), givens);
    assert_eq!(count(&upright) * 720, empty.published().unwrap().solutions);
    assert_eq!(Sudoku::new(Shape::USUAL).published(), None);
    assert_eq!(empty.with_diagonals(true).published(), None);
}

#[test]
fn diagonals_and_cages_are_rules_of_their_own() {
    // Every solution of the plain square that satisfies the variants, and no other.
    let plain = Sudoku::new(Shape::new(2, 2));
    let cage = Cage { sum: 6, cells: vec![0, 1, 4] };
    let variants = plain.clone().with_diagonals(true);
    let variants = variants.with_cages(vec![cage]).unwrap();
    let mut expected = 0;
    let request = Request::new(&plain, Task::All);
    let each = &mut |solution: &[Value]| {
        let at = |row: usize, column: usize| solution[4 * row + column];
        let distinct = |values: [Value; 4]| values.iter().product::<Value>() == 24;
        let fits = distinct([at(0, 0), at(1, 1), at(2, 2), at(3, 3)])
            && distinct([at(3, 0), at(2, 1), at(1, 2), at(0, 3)])
            && at(0, 0) + at(0, 1) + at(1, 0) == 6;
        assert_eq!(variants.verify(solution).is_ok(), fits);
        assert_eq!(variants.model().admits(solution), fits);
        expected += u64::from(fits);
        std::ops::ControlFlow::Continue(())
    };
    backtracking::MRV_ROW.solve(&request, each).unwrap();
    assert!(expected > 0);
    assert_eq!(count(&variants), expected);
}

#[test]
fn cages_must_lie_on_the_board_and_apart() {
    let message = |cages: &[&[usize]]| {
        let cage = |cells: &&[usize]| Cage { sum: 5, cells: cells.to_vec() };
        let sudoku = Sudoku::new(Shape::new(2, 2));
        sudoku.with_cages(cages.iter().map(cage).collect()).unwrap_err().to_string()
    };
    assert_eq!(message(&[&[0], &[]]), "cage 2 has no cell");
    assert_eq!(message(&[&[16]]), "cage 1 has a cell off the 4×4 board");
    assert_eq!(message(&[&[0, 1], &[2, 1]]), "r1c2 is in cages 1 and 2");
    assert_eq!(message(&[&[3, 3]]), "cage 1 has r1c4 twice");
}

#[test]
fn cages_have_sums_that_values_can_have() {
    for (sum, fits) in [(i64::MIN, false), (0, false), (1, true), (325, true), (326, false)] {
        let cages = Sudoku::new(Shape::USUAL).with_cages(vec![Cage { sum, cells: vec![0] }]);
        assert_eq!(cages.is_ok(), fits, "{sum}");
    }
}

#[test]
fn a_spec_builds_the_same_puzzle_again() {
    let cage = Cage { sum: 7, cells: vec![4, 5] };
    let oblong = Sudoku::new(Shape::new(3, 2)).with_diagonals(true);
    for sudoku in [
        PUZZLE.parse().unwrap(),
        Sudoku::new(Shape::new(2, 2)),
        oblong.with_cages(vec![cage]).unwrap(),
        Sudoku::new(Shape::new(5, 5)),
    ] {
        let again = sudoku.spec().build().unwrap();
        assert_eq!((again.spec(), again.name()), (sudoku.spec(), sudoku.name()));
    }
    let build = |n: Option<u64>, text: Option<&str>, options: &[(&str, &str)]| {
        let spec = Spec {
            kind: "sudoku".to_owned(),
            n,
            text: text.map(str::to_owned),
            options: options.iter().map(|&(k, v)| (k.into(), v.into())).collect(),
        };
        spec.build().map(|problem| problem.name())
    };
    assert_eq!(build(Some(6), None, &[]).unwrap(), "sudoku-6");
    let options = [("box", "3x2"), ("diagonals", "on")];
    let name = build(None, None, &options).unwrap();
    assert!(name.starts_with("sudoku-6-diagonal-"), "the shape of the boxes is told: {name}");
    let error = |n, text, options| build(n, text, options).unwrap_err().to_string();
    assert!(error(None, None, &[]).contains("--n N"));
    assert!(error(Some(26), None, &[]).contains("from 1 to 25"));
    assert!(error(Some(9), None, &options).ends_with("not 9: leave --n out"));
    assert!(error(Some(6), Some(PUZZLE), &[]).ends_with("not 6: leave --n out"));
    assert!(error(None, None, &[("box", "9")]).contains("such as 2x3"));
    assert!(error(None, None, &[("diagonals", "maybe")]).contains("`maybe`"));
    assert!(error(None, Some("12345"), &[]).starts_with("line 1, column 1: 5 cells"));
}

#[test]
fn a_square_is_drawn_with_its_boxes() {
    let sudoku: Sudoku = "1...\n..2.\n.3..\n...4".parse().unwrap();
    let givens: Vec<Value> = sudoku.givens().iter().map(|&given| given.into()).collect();
    assert_eq!(sudoku.display(&givens), "1 . | . .\n. . | 2 .\n----+----\n. 3 | . .\n. . | . 4\n");
    let drawn = Sudoku::new(Shape::new(2, 3)).display(&[]);
    assert_eq!(drawn.lines().nth(2), Some("------+------"));
    let drawn = Sudoku::new(Shape::USUAL).display(&[]);
    assert_eq!(drawn.lines().nth(3), Some("------+-------+------"));
    for line in Sudoku::new(Shape::new(3, 5)).display(&[]).lines() {
        assert_eq!(line.len(), 3 * 15 + 2 * 2 - 1);
    }
}

proptest! {
    #[test]
    fn rules_and_model_agree(
        shape in prop_oneof![Just((2, 2)), Just((1, 3)), Just((2, 1))],
        givens in proptest::collection::vec(proptest::option::weighted(0.1, 1..=4u8), 16),
        diagonals in any::<bool>(),
        cage in proptest::option::of((3..9i64, 0..16usize, 1..4usize)),
        cells in proptest::collection::vec(0..=5i32, 16),
        near in 0..16usize,
    ) {
        let shape = Shape::new(shape.0, shape.1);
        let size = shape.size();
        let given = |given: &Option<u8>| given.unwrap_or(0).min(size as u8);
        let givens = givens[..size * size].iter().map(given).collect();
        let mut sudoku = Sudoku::with_givens(shape, givens).with_diagonals(diagonals);
        if let Some((sum, first, length)) = cage {
            let cells = (first..first + length).map(|cell| cell % (size * size)).collect();
            sudoku = sudoku.clone().with_cages(vec![Cage { sum, cells }]).unwrap_or(sudoku);
        }
        let model = sudoku.model();
        let cells = &cells[..size * size];
        prop_assert_eq!(sudoku.verify(cells).is_ok(), model.admits(cells));
        prop_assert_eq!(sudoku.errors(cells).is_empty(), model.admits(cells));
        let solutions = if size < 4 { brute_force(&model) } else { solve(&sudoku) };
        for mut solution in solutions {
            prop_assert!(sudoku.verify(&solution).is_ok());
            prop_assert!(sudoku.contradictions().is_empty());
            let near = near % (size * size);
            solution[near] = cells[near];
            prop_assert_eq!(sudoku.verify(&solution).is_ok(), model.admits(&solution));
        }
    }
}

/// Some solutions.
fn solve(sudoku: &Sudoku) -> std::collections::BTreeSet<Vec<Value>> {
    let mut found = std::collections::BTreeSet::new();
    let request = Request::new(sudoku, Task::All);
    let each = &mut |solution: &[Value]| {
        found.insert(solution.to_vec());
        match found.len() {
            20.. => std::ops::ControlFlow::Break(()),
            _ => std::ops::ControlFlow::Continue(()),
        }
    };
    backtracking::MRV_ROW.solve(&request, each).unwrap();
    found
}
