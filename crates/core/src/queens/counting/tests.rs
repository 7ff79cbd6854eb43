//! Every rung counts what is published, with all lanes, and what the rung below counts.

use std::sync::atomic::{AtomicUsize, Ordering};

use super::prefix::prefixes;
use super::*;
use crate::problem::queens::{FUNDAMENTAL, SOLUTIONS};

fn counted(rung: &dyn Rung, n: usize, lanes: Lanes, threads: usize) -> Count {
    let options = Options { rung: Some(rung.name()), threads, lanes };
    let count = count(n, &options, &|_| (), &|| false).expect("a size within reach");
    assert!(count.is_complete());
    count
}

fn all_lanes() -> impl Iterator<Item = Lanes> {
    Lanes::ALL.into_iter().filter(|lanes| lanes.available())
}

#[test]
fn every_rung_counts_the_published_numbers() {
    for rung in RUNGS {
        for n in 1..=13 {
            let count = counted(*rung, n, Lanes::detect(), 2);
            assert_eq!(count.solutions(), u128::from(SOLUTIONS[n - 1]), "{} {n}", rung.name());
            let fundamental = count.fundamental();
            assert_eq!(fundamental, Some(FUNDAMENTAL[n - 1]), "{} {n}", rung.name());
        }
    }
}

fn published_with_all_lanes(sizes: impl Iterator<Item = usize> + Clone) {
    for lanes in all_lanes() {
        for n in sizes.clone() {
            let count = counted(&passes::Passes, n, lanes, 2);
            assert_eq!(count.solutions(), u128::from(SOLUTIONS[n - 1]), "{lanes:?} {n}");
            assert_eq!(count.fundamental(), Some(FUNDAMENTAL[n - 1]), "{lanes:?} {n}");
        }
    }
}

#[test]
fn all_lanes_count_the_published_numbers() {
    published_with_all_lanes(1..=15);
}

#[test]
#[ignore = "a minute with portable lanes: cargo test --release -p core counting -- --ignored"]
fn all_lanes_count_the_published_numbers_of_large_boards() {
    published_with_all_lanes(16..=18);
}

#[test]
fn wide_words_count_what_narrow_ones_do() {
    for lanes in all_lanes() {
        for n in [8, 11, 12] {
            for prefix in prefixes(n) {
                let below = |bits| passes::count_below(&prefix, bits, lanes, &|| false);
                assert_eq!(below(32), below(n - 2), "{lanes:?} {n} {:?}", prefix.border);
            }
        }
    }
}

/// The number of solutions by the column of the first queen, from the prefixes.
fn by_first_column(n: usize, below: impl Fn(&prefix::Prefix) -> Option<Sums>) -> Vec<u128> {
    let mut eighths = vec![0; n];
    for prefix in prefixes(n) {
        let solutions = below(&prefix).expect("nothing stops it").solutions();
        for column in prefix.first_row_columns(n) {
            eighths[column] += solutions;
        }
    }
    assert!(eighths.iter().all(|eighths| eighths % 8 == 0), "{eighths:?}");
    eighths.into_iter().map(|eighths| eighths / 8).collect()
}

fn partial_sums_agree(sizes: impl Iterator<Item = usize>) {
    for n in sizes {
        let units = recursion::Recursion.units(n, Lanes::Portable);
        let below = units.iter().map(|unit| (unit.run)(&|| false).expect("nothing stops it"));
        let expected: Vec<u128> = below.map(|sums| sums.solutions()).collect();
        let scalar = by_first_column(n, |prefix| look_ahead::count_below(prefix, &|| false));
        assert_eq!(scalar, expected, "look-ahead {n}");
        for lanes in all_lanes() {
            let count = |prefix: &_| passes::count_below(prefix, n - 2, lanes, &|| false);
            assert_eq!(by_first_column(n, count), expected, "{lanes:?} {n}");
        }
    }
}

#[test]
fn partial_sums_by_first_column_are_those_of_plain_recursion() {
    partial_sums_agree(2..=13);
}

#[test]
#[ignore = "plain recursion takes its time: cargo test --release -p core counting -- --ignored"]
fn partial_sums_by_first_column_are_those_of_plain_recursion_to_15() {
    partial_sums_agree(14..=15);
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

#[test]
fn neither_lanes_nor_threads_change_the_work() {
    let one = counted(&passes::Passes, 12, Lanes::Portable, 1);
    for lanes in all_lanes() {
        let other = counted(&passes::Passes, 12, lanes, 2);
        assert_eq!(other.sums, one.sums, "{lanes:?}");
        assert_eq!(other.units, one.units);
    }
}

#[test]
fn look_ahead_saves_nodes_at_every_rung() {
    let nodes = RUNGS.iter().map(|rung| counted(*rung, 11, Lanes::Portable, 1).sums.nodes);
    let nodes: Vec<u64> = nodes.collect();
    assert!(nodes.is_sorted_by(|lower, higher| lower > higher), "{nodes:?}");
}

#[test]
fn a_stopped_count_says_what_is_complete() {
    let done = AtomicUsize::new(0);
    let progress = |progress: Progress| done.store(progress.units_done, Ordering::Relaxed);
    let stop = || done.load(Ordering::Relaxed) >= 10;
    let count = count(10, &Options::default(), &progress, &stop).expect("a size within reach");
    assert!(!count.is_complete());
    assert_eq!((count.units_done, count.fundamental()), (10, None));
    assert!(count.solutions() < 724);
}

#[test]
fn what_is_out_of_reach_is_refused() {
    let ask = |n, rung| {
        let options = Options { rung, ..Options::default() };
        count(n, &options, &|_| (), &|| false).map(|count| count.solutions())
    };
    let refusal = ask(0, None).expect_err("an empty board").to_string();
    assert_eq!(refusal, "passes counts boards of 1 to 27 rows, not of 0");
    let refusal = ask(8, Some("passses")).expect_err("no such rung").to_string();
    assert!(refusal.starts_with("no rung is called `passses`"), "{refusal}");
    assert!(ask(28, None).is_err());
}
