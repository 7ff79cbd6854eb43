//! Tactics change formulas, never answers.

use parity_core::problem::{LatinSquare, Queens};
use parity_core::{Problem, SolverError};
use smt_backend::Encoding;
use smt_backend::tactics::{Answer, Measurement, PIPELINES, measure};

fn measured(problem: &dyn Problem, encoding: Encoding) -> Option<Vec<Measurement>> {
    let measured = PIPELINES.iter().map(|&pipeline| measure(problem, encoding, pipeline, None));
    match measured.collect() {
        Ok(measured) => Some(measured),
        Err(SolverError::Unavailable(_)) => None,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn answers_stay_the_same() {
    let unsatisfiable = LatinSquare::with_givens(3, {
        let mut givens = vec![None; 9];
        (givens[0], givens[4], givens[8]) = (Some(1), Some(1), Some(2));
        givens
    });
    let problems: [(&dyn Problem, Answer); 3] = [
        (&Queens::new(6), Answer::Satisfiable),
        (&Queens::new(3), Answer::Unsatisfiable),
        (&unsatisfiable, Answer::Unsatisfiable),
    ];
    for (problem, expected) in problems {
        for encoding in [Encoding::Int, Encoding::BitVector, Encoding::PseudoBoolean] {
            let Some(measured) = measured(problem, encoding) else {
                return;
            };
            assert_eq!(measured.len(), PIPELINES.len());
            for Measurement { pipeline, applied, .. } in measured {
                let applied = applied.unwrap_or_else(|error| panic!("{pipeline:?}: {error}"));
                assert_eq!(applied.answer, expected, "{pipeline:?} on {}", problem.name());
            }
        }
    }
}

#[test]
fn sizes_change_as_the_tactics_say() {
    let Some(measured) = measured(&Queens::new(6), Encoding::BitVector) else {
        return;
    };
    let after = |names: &[&str]| {
        let found = measured.iter().find(|measurement| measurement.pipeline == names);
        let measurement = found.expect("one of the pipelines");
        let applied = measurement.applied.as_ref().expect("it does not fail");
        (measurement.before, applied.after)
    };
    let (before, unchanged) = after(&[]);
    assert_eq!(before, unchanged);
    // Each `distinct` becomes one inequality a pair, then bits.
    let simplified = after(&["simplify"]).1;
    assert!(simplified.assertions >= before.assertions + 3 * (15 - 1));
    let blasted = after(&["simplify", "bit-blast"]).1;
    assert!(blasted.expressions > simplified.expressions);
}
