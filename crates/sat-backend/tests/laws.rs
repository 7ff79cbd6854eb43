//! Every row of this crate obeys every law.

use std::time::Instant;

use parity_core::laws;
use parity_core::problem::{Queens, Stated};
use parity_core::{
    Constraint, Direction, Domain, End, Linear, Literal, Model, Relation, Request, Task, Variable,
};
use proptest::prelude::*;
use sat_backend::SOLVERS;

#[test]
fn every_row_obeys_the_laws() {
    laws::check_all(SOLVERS.iter().copied());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_models_are_solved_as_by_brute_force(seed in any::<u64>()) {
        for solver in SOLVERS {
            laws::agrees_with_brute_force(*solver, laws::random_model(seed));
        }
    }
}

fn sum(summands: Vec<(i64, Variable)>, relation: Relation, rhs: i64) -> Constraint {
    Constraint::Linear(Linear { summands, relation, rhs })
}

#[test]
fn killer_cages_with_and_without_all_different() {
    for (different, expected) in [(false, 10), (true, 6)] {
        let mut model = Model::new();
        let cells: Vec<_> = (0..3).map(|_| model.variable("cell", Domain::range(1..=9))).collect();
        let summands = cells.iter().map(|&cell| (1, cell)).collect();
        model.constrain(sum(summands, Relation::Equal, 6));
        if different {
            model.all_different(cells);
        }
        assert_eq!(laws::brute_force(&model).len(), expected);
        for solver in SOLVERS {
            laws::agrees_with_brute_force(*solver, model.clone());
        }
    }
}

#[test]
fn coefficients_may_be_as_large_as_they_come() {
    let mut model = Model::new();
    let x = model.variable("x", Domain::range(0..=1));
    let y = model.variable("y", Domain::range(0..=1));
    let summands = vec![(i64::MAX, x), (i64::MIN, y)];
    model.constrain(sum(summands, Relation::AtMost, -1));
    for solver in SOLVERS {
        laws::agrees_with_brute_force(*solver, model.clone());
    }
}

/// A sum with too many different values for a totalizer.
#[test]
fn send_more_money() {
    let mut model = Model::new();
    let letters: Vec<_> = "SENDMORY".chars().collect();
    let digits: Vec<_> = letters
        .iter()
        .map(|&letter| {
            let least = i32::from("SM".contains(letter));
            model.variable(letter, Domain::range(least..=9))
        })
        .collect();
    let word = |word: &str, sign: i64| -> Vec<(i64, Variable)> {
        let powers = std::iter::successors(Some(sign), |power| Some(power * 10));
        word.chars()
            .rev()
            .zip(powers)
            .map(|(letter, power)| {
                let index = letters.iter().position(|&other| other == letter);
                (power, digits[index.expect("a letter of the puzzle")])
            })
            .collect()
    };
    let summands = [word("SEND", 1), word("MORE", 1), word("MONEY", -1)].concat();
    model.constrain(sum(summands, Relation::Equal, 0));
    model.all_different(digits.iter().copied());
    let problem = Stated { model };
    for solver in SOLVERS {
        let run = laws::run(*solver, &Request::new(&problem, Task::All), u64::MAX);
        let solutions = run.expect("supported").solutions;
        assert_eq!(Vec::from_iter(solutions), [[9, 5, 6, 7, 1, 0, 8, 2]]);
    }
}

/// Latin squares with the greatest sum of ((i + 1)(j + 1) + v²) mod 11.
fn rewarded_latin_square(n: i32) -> Stated {
    let mut model = Model::new();
    let cells: Vec<Vec<Variable>> = (0..n)
        .map(|_| (0..n).map(|_| model.variable("cell", Domain::range(1..=n))).collect())
        .collect();
    let mut weights = Vec::new();
    for (row, i) in cells.iter().zip(1..) {
        model.all_different(row.iter().copied());
        for (&cell, j) in row.iter().zip(1..) {
            let reward = |v: i32| (i64::from((i * j + v * v) % 11), Literal::new(cell, v));
            weights.extend((1..=n).map(reward));
        }
    }
    for column in 0..n as usize {
        model.all_different(cells.iter().map(|row| row[column]));
    }
    model.optimise(Direction::Maximise, weights);
    Stated { model }
}

#[test]
fn optima_of_rewarded_latin_squares() {
    for (n, optimum) in [(2, 19), (3, 56), (4, 121), (5, 192), (6, 272)] {
        let problem = rewarded_latin_square(n);
        for solver in SOLVERS {
            let run = laws::run(*solver, &Request::new(&problem, Task::Optimum), u64::MAX);
            assert_eq!(run.expect("supported").objective, Some(optimum));
        }
    }
}

#[test]
fn conflicts_are_counted_on_request() {
    let queens = Queens::new(6);
    for solver in SOLVERS {
        let request = Request::new(&queens, Task::All);
        let timed = laws::run(*solver, &request, u64::MAX).expect("supported");
        assert_eq!(timed.outcome.effort.get("conflicts"), None);
        let request = request.with_statistics();
        let counted = laws::run(*solver, &request, u64::MAX).expect("supported");
        // The last answer is that there is no other solution, which takes a conflict.
        assert!(counted.outcome.effort.get("conflicts") > Some(0));
        assert_eq!(counted.outcome.effort.get("calls"), timed.outcome.effort.get("calls"));
    }
}

/// Varisat cannot be interrupted, so it must not begin.
#[test]
fn after_the_deadline_no_engine_is_called() {
    let queens = Queens::new(6);
    for solver in SOLVERS {
        let request = Request::new(&queens, Task::All).with_deadline(Some(Instant::now()));
        let outcome = laws::run(*solver, &request, u64::MAX).expect("supported").outcome;
        let id = &solver.card().id;
        assert_eq!((outcome.end, outcome.effort.get("calls")), (End::OutOfTime, Some(0)), "{id}");
    }
}

#[test]
fn one_solution_takes_one_call() {
    let queens = Queens::new(6);
    for solver in SOLVERS {
        let run = laws::run(*solver, &Request::new(&queens, Task::First), u64::MAX);
        let calls = run.expect("supported").outcome.effort.get("calls");
        assert_eq!(calls, Some(1), "{}", solver.card().id);
    }
}
