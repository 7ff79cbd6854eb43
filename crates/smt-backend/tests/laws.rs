//! Every row of this crate obeys every law.

use smt_backend::SOLVERS;

#[test]
fn every_row_obeys_the_laws() {
    parity_core::laws::check_all(SOLVERS.iter().copied());
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
