//! The fast search for the usual puzzle, on the puzzles that come with the program: is there one
//! solution and no other?

use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parity_core::problem::sudoku::Reader;
use parity_core::sudoku::triads::solutions;

fn puzzles(set: &str) -> Vec<[u8; 81]> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../parity/puzzles/sudoku");
    let text = std::fs::read(folder.join(set).with_extension("txt")).expect("the set is there");
    let puzzles = Reader::new(text.as_slice()).map(|entry| entry.expect("it is right").sudoku);
    puzzles.map(|sudoku| sudoku.givens().try_into().expect("usual puzzles")).collect()
}

fn uniqueness(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("sudoku uniqueness");
    for set in ["easy", "medium", "hard"] {
        let puzzles = puzzles(set);
        group.throughput(Throughput::Elements(puzzles.len() as u64));
        group.bench_function(set, |bencher| {
            bencher
                .iter(|| puzzles.iter().map(|givens| solutions(givens, 2).branchings).sum::<u64>());
        });
    }
    group.finish();
}

criterion_group!(benches, uniqueness);
criterion_main!(benches);
