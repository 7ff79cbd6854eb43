//! Half boards against published numbers, the other rungs, and pairs counted one by one.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::super::lanes::Lanes;
use super::super::{Options, count, sums};
use super::*;
use crate::problem::queens::SOLUTIONS;

fn sums_of(n: usize, lanes: Lanes, threads: usize) -> Sums {
    let options = Options { rung: Some(HalfBoards.name()), threads, lanes };
    count(n, &options, &|_| (), &|| false).expect("a size within reach").sums
}

fn assert_published(n: usize, lanes: Lanes, threads: usize) {
    let solutions = sums_of(n, lanes, threads).solutions();
    assert_eq!(solutions, u128::from(SOLUTIONS[n - 1]), "{n} queens, {lanes:?}");
}

#[test]
fn with_all_lanes() {
    for lanes in Lanes::ALL.into_iter().filter(|lanes| lanes.available()) {
        (1..=14).for_each(|n| assert_published(n, lanes, 1));
    }
}

#[test]
fn with_two_threads() {
    assert_published(15, Lanes::detect(), 2);
}

/// `cargo test --release -p core --lib half_boards -- --ignored`, half a minute.
#[test]
#[ignore = "long"]
fn large_boards() {
    (16..=LARGEST).for_each(|n| assert_published(n, Lanes::detect(), 2));
}

#[test]
fn every_weight_matters() {
    for n in [12, 13] {
        let sums = sums_of(n, Lanes::Portable, 1);
        for class in (0..sums::CLASSES).filter(|&class| sums.classes[class] > 0) {
            let mut weights = sums::WEIGHTS;
            weights[class] *= 2;
            assert_ne!(sums.weighted(weights), u128::from(SOLUTIONS[n - 1]), "{n}, class {class}");
        }
        assert!(sums.classes[1..].iter().all(|&found| found > 0), "{n}: {sums:?}");
    }
}

/// Each column set, its complement, and both in the mirror: one of the slices has it.
#[test]
fn slices_hold_every_column_set() {
    for n in [10, 16, 18] {
        let seam = seam(n, None, Half::Upper);
        let mut sets = std::collections::HashSet::new();
        for slice in slices(n) {
            for inner in subsets(slice.inner).filter(|set| set.count_ones() as usize == slice.size)
            {
                sets.extend(slice.images(&seam, slice.upper | inner));
            }
        }
        let all = subsets(seam.columns()).filter(|set| set.count_ones() as usize == n / 2);
        assert_eq!(sets.len(), all.count(), "{n}");
    }
}

/// Crossings clash exactly if the squares share a diagonal, but for those that are left out.
#[test]
fn crossings_are_shared_diagonals() {
    for (n, middle) in [(8, None), (10, None), (18, None), (11, Some(7)), (11, Some(5))] {
        let [above, below] = [Half::Upper, Half::Lower].map(|half| Seam::new(n, middle, half));
        let left_out = |row: usize, column: usize| match middle {
            None => row == column || row + column == n - 1,
            Some(middle) => (n / 2).abs_diff(row) == column.abs_diff(middle),
        };
        let squares = || (0..n / 2).flat_map(|row| (0..n).map(move |column| (row, column)));
        for ((row, column), (turned, other)) in pairs(squares) {
            let lower = n - 1 - turned;
            let shared = row.abs_diff(lower) == column.abs_diff(other);
            let crossings = [above.row(row)[column], below.row(turned)[other]].map(|s| s.crossing);
            let clash = (crossings[0] & crossings[1]) as u32 != 0;
            let excused = left_out(row, column) && left_out(lower, other);
            assert!(
                if clash { shared } else { !shared || excused },
                "{n}: {row} {column} {lower} {other}"
            );
        }
    }
}

/// Pairs of squares.
fn pairs<I: Iterator<Item = (usize, usize)>>(
    squares: impl Fn() -> I + Copy,
) -> impl Iterator<Item = ((usize, usize), (usize, usize))> {
    squares().flat_map(move |first| squares().map(move |second| (first, second)))
}

#[test]
fn joined_pairs_are_those_counted_one_by_one() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for (uppers, lowers) in [(0, 10), (70, 0), (70, 300), (257, 100), (1500, 333)] {
        let mut sparse = |len: usize| -> Vec<u32> {
            (0..len).map(|_| random.random::<u32>() & random.random::<u32>()).collect()
        };
        let (above, below) = (sparse(uppers), sparse(lowers));
        let (mut upper, mut lower) = (Upper::default(), Lower::default());
        upper.fill(above.chunks(100));
        lower.fill(below.chunks(100));
        let fits = |a: u32| below.iter().filter(|&&b| a & b == 0).count() as u64;
        let expected: u64 = above.iter().map(|&a| fits(a)).sum();
        assert_eq!(expected == 0, uppers == 0 || lowers == 0);
        let mut tables = Tables::new();
        let mut join = |upper, lower, lanes: Option<Lanes>, words| {
            let pairs = CountPairs { upper, lower, tables: &mut tables };
            match (lanes, words) {
                (Some(lanes), _) => lanes.run(u16::BITS as usize, pairs),
                (None, 4) => pairs.by_slices::<4>(),
                (None, _) => pairs.by_slices::<8>(),
            }
        };
        assert_eq!(join(&upper, &lower, None, 4), expected, "{uppers} × {lowers}, by 256");
        assert_eq!(join(&upper, &lower, None, 8), expected, "{uppers} × {lowers}, by 512");
        for lanes in Lanes::ALL.into_iter().filter(|lanes| lanes.available()) {
            assert_eq!(join(&upper, &lower, Some(lanes), 0), expected, "{lanes:?}");
        }
    }
}
