use std::collections::BTreeSet;

use proptest::prelude::*;

use super::*;
use crate::laws::brute_force;
use crate::search::backtracking;
use crate::solver::{Request, Solver, Task};
use crate::symmetry;

fn all(square: &LatinSquare) -> Vec<Vec<Value>> {
    let mut found = Vec::new();
    let request = Request::new(square, Task::All);
    let end = backtracking::MRV_ROW.solve(&request, &mut |solution: &[Value]| {
        found.push(solution.to_vec());
        std::ops::ControlFlow::Continue(())
    });
    assert_eq!(end.unwrap().end, crate::End::Exhausted);
    found
}

#[test]
fn a_list_numbers_rows_and_columns_from_one() {
    let list = LatinSquare::new(2).list(&[1, 2, 2, 1]);
    assert_eq!(list.lines().nth(2), Some("row 2, column 1 = 2"));
}

#[test]
fn counts_and_optima_are_as_published() {
    for n in 1..=4 {
        let square = LatinSquare::new(n);
        let found = all(&square);
        let published = square.published().unwrap();
        assert_eq!(found.len() as u64, published.solutions);
        for goal in [Goal::Reward, Goal::Diagonal] {
            let square = square.clone().with_goal(goal);
            let values = found.iter().map(|solution| {
                let value = square.objective(solution).unwrap();
                let model = square.model();
                assert_eq!(value, model.objective().unwrap().eval(solution));
                value
            });
            let best = match goal {
                Goal::Reward => values.max(),
                Goal::Diagonal => values.min(),
            };
            assert_eq!(best, Some(square.published_optimum().unwrap().value));
        }
    }
    assert_eq!(LatinSquare::new(5).published().unwrap().solutions, SOLUTIONS[4]);
    assert_eq!(LatinSquare::new(8).published(), None);
}

#[test]
fn verification_names_the_broken_rule() {
    let square: LatinSquare = "1 . .\n. . .\n. . .".parse().unwrap();
    assert_eq!(square.verify(&[1, 2, 3, 2, 3, 1, 3, 1, 2]), Ok(()));
    let message = |solution: &[Value]| square.verify(solution).unwrap_err().to_string();
    assert_eq!(message(&[1, 2]), "2 values for the 9 cells of order 3");
    assert_eq!(message(&[2, 1, 3, 1, 3, 2, 3, 2, 1]), "row 1, column 1 is given as 1, not 2");
    assert_eq!(message(&[1, 2, 2, 2, 3, 1, 3, 1, 2]), "row 1 has 2 twice");
    assert_eq!(message(&[1, 2, 3, 1, 2, 3, 2, 3, 1]), "column 1 has 1 twice");
    assert_eq!(
        message(&[1, 2, 4, 2, 3, 1, 3, 1, 2]),
        "row 1, column 3 has 4, which is not from 1 to 3"
    );
}

#[test]
fn the_conjugates_are_a_group_that_maps_squares_to_squares() {
    let square = LatinSquare::new(4);
    let symmetries = square.symmetries();
    let all: BTreeSet<Vec<Value>> = all(&square).into_iter().collect();
    assert_eq!(all.len(), 576);
    for solution in &all {
        let images = symmetry::images(solution, &symmetries);
        for symmetry in &symmetries {
            let image = symmetry.image(solution);
            assert!(all.contains(&image));
            assert_eq!(symmetry::images(&image, &symmetries), images);
        }
    }
    let reward = square.with_goal(Goal::Reward);
    let transposition = &reward.symmetries()[1];
    for solution in &all {
        let image = transposition.image(solution);
        assert_eq!(reward.objective(&image), reward.objective(solution));
    }
}

#[test]
fn a_spec_builds_the_same_square_again() {
    let empty = LatinSquare::new(5).with_goal(Goal::Reward);
    let partial: LatinSquare = "order 2\n-1 0\n-1 -1".parse().unwrap();
    for square in [empty, partial.with_goal(Goal::Diagonal)] {
        let again = square.spec().build().unwrap();
        assert_eq!(again.spec(), square.spec());
        assert_eq!(again.name(), square.name());
    }
    let mut spec = Spec::sized("latin-square", 3);
    spec.options.insert("objective".to_owned(), "rainbow".to_owned());
    let message = spec.build().unwrap_err().to_string();
    assert!(message.contains("`rainbow`"), "{message}");
    spec.options.clear();
    spec.text = Some("12\n21".to_owned());
    let message = spec.build().unwrap_err().to_string();
    assert!(message.contains("order 2, not 3"), "{message}");
}

proptest! {
    #[test]
    fn rules_and_model_agree(
        n in 1..=4usize,
        givens in proptest::collection::vec(proptest::option::weighted(0.2, 0..4i32), 16),
        cells in proptest::collection::vec(0..=5i32, 16),
    ) {
        let cap = |value: i32| value % n as i32 + 1;
        let givens = givens.into_iter().take(n * n).map(|given| given.map(cap)).collect();
        let square = LatinSquare::with_givens(n, givens);
        let solution = &cells[..n * n];
        prop_assert_eq!(square.verify(solution).is_ok(), square.model().admits(solution));
    }

    #[test]
    fn rules_and_model_agree_near_solutions(
        shift in 0..4usize, cell in 0..16usize, value in 0..=5i32, given in 0..16usize,
    ) {
        let mut solution: Vec<Value> =
            (0..16).map(|i| ((i / 4 + i % 4 + shift) % 4) as i32 + 1).collect();
        let mut givens = vec![None; 16];
        givens[given] = Some(solution[given]);
        let square = LatinSquare::with_givens(4, givens);
        prop_assert!(square.verify(&solution).is_ok() && square.model().admits(&solution));
        solution[cell] = value;
        prop_assert_eq!(square.verify(&solution).is_ok(), square.model().admits(&solution));
    }
}

#[test]
fn contradictory_givens_have_no_solution() {
    let square: LatinSquare = "11.\n...\n...".parse().unwrap();
    assert_eq!(brute_force(&square.model()).len(), 0);
    assert!(all(&square).is_empty());
}
