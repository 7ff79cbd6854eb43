//! Every row of this crate obeys every law.

use parity_core::{Solver, laws};
use smt_backend::SOLVERS;

/// The techniques, each a test of its own so that they run side by side.
const TECHNIQUES: [&[&str]; 4] =
    [&["integers"], &["bit-vectors"], &["pseudo-Boolean", "clauses"], &["Optimize", "descent"]];

fn check(techniques: &[&str]) {
    let chosen = |row: &&&dyn Solver| techniques.contains(&row.card().technique);
    for row in SOLVERS.iter().filter(chosen) {
        laws::check(*row);
    }
}

#[test]
fn integers() {
    check(TECHNIQUES[0]);
}

#[test]
fn bit_vectors() {
    check(TECHNIQUES[1]);
}

#[test]
fn booleans() {
    check(TECHNIQUES[2]);
}

#[test]
fn optimisation() {
    check(TECHNIQUES[3]);
}

#[test]
fn no_row_is_left_out() {
    for row in SOLVERS {
        let technique = row.card().technique;
        assert!(TECHNIQUES.concat().contains(&technique), "{technique}");
    }
}

#[cfg(not(feature = "z3"))]
#[test]
fn without_z3_the_rows_are_there_but_unavailable() {
    use parity_core::problem::Queens;
    use parity_core::{Request, SolverError, Value};

    let queens = Queens::new(4);
    for row in SOLVERS {
        assert!(row.unavailable().is_some() && row.engine_version().is_none());
        let task = row.card().tasks[0];
        let request = Request::new(&queens, task);
        let answer = row.solve(&request, &mut |_: &[Value]| std::ops::ControlFlow::Continue(()));
        assert!(matches!(answer, Err(SolverError::Unavailable(_))));
    }
}
