//! What an observer that only counts costs: the bitmask search of this crate against twins by hand.
//!
//! The first twin is the same search with the observer taken out; the ratio of their times should be
//! within 3 %. The second does not even note where the queens are, which no search that can be asked
//! for solutions may do: what remains of the distance to it is the price of being able to.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use parity_core::observer::Counting;
use parity_core::problem::Queens;
use parity_core::queens::bitmask::Bitmask;
use parity_core::{Search, Value};

const N: usize = 11;

#[derive(Clone, Copy, Default)]
struct Attacked {
    columns: u32,
    rising: u32,
    falling: u32,
}

impl Attacked {
    fn free(self, board: u32) -> u32 {
        board & !(self.columns | self.rising | self.falling)
    }

    fn with(self, queen: u32) -> Self {
        Attacked {
            columns: self.columns | queen,
            rising: (self.rising | queen) >> 1,
            falling: (self.falling | queen) << 1,
        }
    }
}

/// The search without its observer.
fn twin(board: u32, row: usize, attacked: Attacked, solution: &mut [Value], solutions: &mut u64) {
    if row == solution.len() {
        *solutions += 1;
        return;
    }
    let mut free = attacked.free(board);
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        solution[row] = queen.trailing_zeros() as Value;
        twin(board, row + 1, attacked.with(queen), solution, solutions);
    }
}

/// The search without its observer and its solution.
fn bare_twin(board: u32, rows_left: usize, attacked: Attacked) -> u64 {
    if rows_left == 0 {
        return 1;
    }
    let mut solutions = 0;
    let mut free = attacked.free(board);
    while free != 0 {
        let queen = free & free.wrapping_neg();
        free ^= queen;
        solutions += bare_twin(board, rows_left - 1, attacked.with(queen));
    }
    solutions
}

fn count_with_observer(n: usize) -> u64 {
    let mut counting = Counting::default();
    let flow = Bitmask.search(&Queens::new(n), 0, &mut counting);
    assert_eq!(flow, ControlFlow::Continue(()));
    counting.solutions
}

fn count_by_twin(n: usize) -> u64 {
    let mut solutions = 0;
    let mut solution = vec![0; n];
    let board = u32::MAX >> (32 - n);
    twin(board, 0, Attacked::default(), &mut solution, &mut solutions);
    solutions
}

fn count_by_bare_twin(n: usize) -> u64 {
    bare_twin(u32::MAX >> (32 - n), n, Attacked::default())
}

type Count = fn(usize) -> u64;

fn counting(criterion: &mut Criterion) {
    let counts: [(&str, Count); 3] = [
        ("observer", count_with_observer),
        ("twin", count_by_twin),
        ("bare twin", count_by_bare_twin),
    ];
    let mut group = criterion.benchmark_group(format!("count {N} queens by bitmask"));
    for (name, count) in counts {
        assert_eq!(count(N), 2680);
        group.bench_function(name, |bencher| bencher.iter(|| count(black_box(N))));
    }
    group.finish();
}

criterion_group!(benches, counting);
criterion_main!(benches);
