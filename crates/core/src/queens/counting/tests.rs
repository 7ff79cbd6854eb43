//! Every rung counts what is published, and what the rung below counts.

use super::*;
use crate::problem::queens::{FUNDAMENTAL, SOLUTIONS};

fn counted(rung: &dyn Rung, n: usize, lanes: Lanes, threads: usize) -> Count {
    let options = Options { rung: Some(rung.name()), threads, lanes };
    let count = count(n, &options, &|_| (), &|| false).expect("a size within reach");
    assert!(count.is_complete());
    count
}

#[test]
fn every_rung_counts_the_published_numbers() {
    for rung in RUNGS {
        for n in 1..=11 {
            let count = counted(*rung, n, Lanes::Portable, 1);
            assert_eq!(count.solutions(), u128::from(SOLUTIONS[n - 1]), "{} {n}", rung.name());
            let fundamental = count.fundamental();
            assert_eq!(fundamental, Some(FUNDAMENTAL[n - 1]), "{} {n}", rung.name());
        }
    }
}

#[test]
fn a_broken_weight_is_a_wrong_count() {
    let count = counted(&passes::Passes, 11, Lanes::Portable, 1);
    assert_eq!(count.sums.weighted(sums::WEIGHTS), 2680);
    for class in 1..sums::CLASSES {
        let mut weights = sums::WEIGHTS;
        weights[class] *= 2;
        assert_ne!(count.sums.weighted(weights), 2680, "class {class} does not matter");
    }
}
