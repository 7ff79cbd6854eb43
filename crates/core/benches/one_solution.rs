//! One solution of a large board: by local search in linear time, and written down by formula.

use criterion::{Criterion, criterion_group, criterion_main};
use parity_core::Value;
use parity_core::observer::Counting;
use parity_core::problem::Queens;
use parity_core::queens::explicit_construction::construct;
use parity_core::queens::qs4::Qs4;
use parity_core::solver::Search;

/// The size of the board.
const SIZE: usize = 100_000;

fn one_solution(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("one solution of {SIZE} queens"));
    group.sample_size(10);
    group.bench_function("qs4", |bencher| {
        let queens = Queens::new(SIZE);
        bencher.iter(|| {
            let mut counting = Counting::default();
            assert!(Qs4.search(&queens, 0, &mut counting).is_continue());
            assert_eq!(counting.solutions, 1);
            counting
        });
    });
    group.bench_function("explicit-construction", |bencher| {
        let mut columns: Vec<Value> = vec![0; SIZE];
        bencher.iter(|| construct(&mut columns));
    });
    group.finish();
}

criterion_group!(benches, one_solution);
criterion_main!(benches);
