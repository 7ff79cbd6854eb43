//! The pieces of some directories, checked and added up.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use parity_core::problem::{Problem, Queens};
use parity_core::queens::counting::Sums;
use parity_core::queens::counting::pieces::Division;
use parity_core::queens::fundamental::symmetric;

use crate::number;
use crate::pieces::record::PieceRecord;

/// What the pieces add up to.
#[derive(Debug)]
pub struct Merged {
    /// The size of the board.
    pub n: usize,
    /// The number of pieces that it is cut into.
    pub pieces: usize,
    /// The sums of the pieces that are there.
    pub sums: Sums,
    /// Processor time of these pieces, in nanoseconds.
    pub processor_ns: u64,
    /// The pieces that are not there.
    pub missing: Vec<usize>,
    /// What is wrong with files, as sentences.
    pub damaged: Vec<String>,
    /// The pieces that are there more than once, with equal results.
    pub doubled: Vec<usize>,
}

/// The files of pieces in some directories, in order.
///
/// # Errors
/// If a directory cannot be read.
pub fn files(directories: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for directory in directories {
        let entries = std::fs::read_dir(directory)
            .with_context(|| format!("cannot read {}", directory.display()))?;
        found.extend(entries.flatten().map(|entry| entry.path()).filter(|path| is_piece(path)));
    }
    found.sort();
    Ok(found)
}

fn is_piece(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy());
    name.is_some_and(|name| name.starts_with("piece-") && name.ends_with(".json"))
}

/// Checks the files and adds up what is in them.
///
/// # Errors
/// If there is no valid piece, or they are pieces of different counts.
pub fn merge(files: &[PathBuf]) -> anyhow::Result<Merged> {
    let mut damaged = Vec::new();
    let mut records = Vec::new();
    for path in files {
        match PieceRecord::read(path) {
            Ok(record) => records.push((path, record)),
            Err(error) => damaged.push(format!("{} {error:#}", path.display())),
        }
    }
    let Some((first_path, first)) = records.first() else {
        bail!("there is no valid piece; {}", damaged.join("; "));
    };
    let of = |record: &PieceRecord| (record.queens, record.pieces);
    if let Some((path, other)) = records.iter().find(|(_, record)| of(record) != of(first)) {
        let what = |record: &PieceRecord| format!("{} queens in {}", record.queens, record.pieces);
        bail!(
            "{} is of {} pieces, {} of {} pieces; merge one count at a time",
            first_path.display(),
            what(first),
            path.display(),
            what(other)
        );
    }
    let (n, pieces) = of(first);
    let division = Division::new(n, pieces)?;
    let mut kept: BTreeMap<usize, &PieceRecord> = BTreeMap::new();
    let mut doubled = Vec::new();
    for (path, record) in &records {
        let name = path.display();
        if record.piece >= pieces {
            damaged.push(format!("{name} is of a piece that does not exist"));
        } else if let Err(error) = record.check(&division.piece(record.piece)) {
            damaged.push(format!("{name} {error:#}"));
        } else if let Some(known) = kept.insert(record.piece, record) {
            if known.sums() == record.sums() {
                doubled.push(record.piece);
            } else {
                damaged.push(format!("{name} contradicts another record of the same piece"));
            }
        }
    }
    let mut sums = Sums::default();
    for record in kept.values() {
        sums += record.sums();
    }
    Ok(Merged {
        n,
        pieces,
        sums,
        processor_ns: kept.values().map(|record| record.processor_ns).sum(),
        missing: (0..pieces).filter(|piece| !kept.contains_key(piece)).collect(),
        damaged,
        doubled,
    })
}

impl Merged {
    /// Whether every unit is there exactly once.
    pub fn is_complete(&self) -> bool {
        self.missing.is_empty() && self.damaged.is_empty()
    }

    /// Number of solutions, once complete.
    pub fn solutions(&self) -> Option<u64> {
        u64::try_from(self.sums.solutions()).ok().filter(|_| self.is_complete())
    }

    /// The published number that contradicts the sum, if so.
    pub fn contradiction(&self) -> Option<u64> {
        let published = Queens::new(self.n).published()?.solutions;
        self.solutions().filter(|&found| found != published).map(|_| published)
    }

    /// What there is to say on standard output: first the count, once complete.
    pub fn report(&self) -> String {
        let mut text = String::new();
        let time = number::duration(self.processor_ns);
        let there = self.pieces - self.missing.len();
        if let Some(solutions) = self.solutions() {
            writeln!(text, "{solutions}").expect("a string takes all");
            if let Some(fundamental) = symmetric::fundamental(self.n, solutions) {
                writeln!(text, "{fundamental} fundamental").expect("a string takes all");
            }
            let pieces = number::counted(there as u64, "pieces");
            writeln!(text, "{pieces}, {time} of processor time").expect("a string takes all");
        } else {
            let of = number::counted(self.pieces as u64, "pieces");
            writeln!(text, "incomplete: {there} of {of}, {time} of processor time so far")
                .expect("a string takes all");
        }
        text
    }

    /// What is missing, doubled or damaged, a line each.
    pub fn complaints(&self) -> Vec<String> {
        let mut lines = self.damaged.clone();
        if !self.missing.is_empty() {
            lines.push(format!("missing: {}", ranges(&self.missing)));
        }
        if !self.doubled.is_empty() {
            lines.push(format!("more than once, with equal results: {}", ranges(&self.doubled)));
        }
        if let Some(published) = self.contradiction() {
            lines.push(format!("WRONG: {published} solutions are published"));
        }
        lines
    }
}

/// "0-3, 7, 9-12".
fn ranges(pieces: &[usize]) -> String {
    let mut sorted = pieces.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let runs = sorted.chunk_by(|a, b| a + 1 == *b).map(|run| match run {
        [only] => only.to_string(),
        _ => format!("{}-{}", run[0], run[run.len() - 1]),
    });
    runs.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_pieces_are_written_short() {
        assert_eq!(ranges(&[7, 0, 1, 2, 3, 9, 10, 7]), "0-3, 7, 9-10");
        assert_eq!(ranges(&[]), "");
    }
}
