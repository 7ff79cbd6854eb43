//! Every rung of the counting ladder, in one thread.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use parity_core::queens::counting::{Options, RUNGS, count};

fn rungs(criterion: &mut Criterion) {
    for n in [12, 13] {
        let mut group = criterion.benchmark_group(format!("counting {n} queens"));
        group.sample_size(10);
        for rung in RUNGS {
            let options = Options { rung: Some(rung.name()), ..Options::default() };
            group.bench_with_input(BenchmarkId::from_parameter(rung.name()), &n, |bencher, &n| {
                bencher.iter(|| count(n, &options, &|_| (), &|| false));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, rungs);
criterion_main!(benches);
