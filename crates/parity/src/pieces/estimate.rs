//! The processor time of a count from a sample of its pieces, and how it grows with the board.
//!
//! The pieces of a division take about as long as each other, so the mean of a few tells that of all.
//! The error bar is two standard errors of the mean, smaller by the share of the pieces that was
//! looked at: with all of them nothing is left to chance.
//!
//! From one board to the next the number of solutions grows, and the time for each of them. The
//! latter is smooth, so a line through its logarithms goes on beyond what was measured. Where it jumps,
//! as from 18 rows to 19, whose words have 32 bits instead of 16, the line is moved to the sample.

use std::path::PathBuf;

use anyhow::{Context, ensure};
use parity_core::problem::{Problem, Queens};
use parity_core::queens::counting::pieces::Division;
use rand::SeedableRng;
use rand::seq::index;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::number;
use crate::pieces::merge::{files, merge};
use crate::pieces::record::PieceRecord;
use crate::record::SCHEMA_VERSION;
use crate::study::Study;
use crate::view::measure::Observation;
use crate::view::pivot::one;
use crate::view::{Cell, Column, Grid, Quantity, Row, Table};

/// A sum over all pieces as estimated from some, and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// Two standard errors: the truth is so near in nineteen cases of twenty.
    pub error: f64,
}

impl Estimate {
    /// The sum over a number of pieces from the values of some of them, chosen by chance.
    pub fn of_sum(values: &[f64], pieces: usize) -> Self {
        let (count, all) = (values.len() as f64, pieces as f64);
        let mean = values.iter().sum::<f64>() / count;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        // One piece alone says nothing about the differences between pieces.
        let variance = if values.len() > 1 { squares / (count - 1.0) } else { mean * mean };
        let unseen = 1.0 - count / all;
        Estimate { value: all * mean, error: 2.0 * all * (variance / count * unseen).sqrt() }
    }
}

/// A count that was done in full.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measured {
    /// The size of the board.
    pub n: usize,
    /// Processor time in nanoseconds.
    pub processor_ns: u64,
    /// Number of solutions.
    pub solutions: u64,
}

impl Measured {
    /// The count whose pieces are in a directory.
    ///
    /// # Errors
    /// If they are not complete.
    pub fn read(directory: &PathBuf) -> anyhow::Result<Self> {
        let name = directory.display();
        let merged = merge(&files(std::slice::from_ref(directory))?)
            .with_context(|| format!("{name} cannot be read"))?;
        let solutions = merged.solutions().with_context(|| {
            format!(
                "the count in {name} is not complete; `parity merge {name}` says what is missing"
            )
        })?;
        Ok(Measured { n: merged.n, processor_ns: merged.processor_ns, solutions })
    }
}

/// The processor time for each solution, as it grows with the board: a line through the logarithms.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Growth {
    at_zero: f64,
    slope: f64,
}

impl Growth {
    /// The line of least squares through (size, processor nanoseconds, solutions), of which there
    /// must be at least two sizes.
    pub fn through(points: &[(usize, f64, f64)]) -> Option<Self> {
        let points: Vec<(f64, f64)> =
            points.iter().map(|&(n, ns, solutions)| (n as f64, (ns / solutions).ln())).collect();
        let count = points.len() as f64;
        let mean_n = points.iter().map(|point| point.0).sum::<f64>() / count;
        let mean_log = points.iter().map(|point| point.1).sum::<f64>() / count;
        let spread: f64 = points.iter().map(|point| (point.0 - mean_n).powi(2)).sum();
        let joint: f64 = points.iter().map(|point| (point.0 - mean_n) * (point.1 - mean_log)).sum();
        let slope = joint / spread;
        slope.is_finite().then_some(Growth { at_zero: mean_log - slope * mean_n, slope })
    }

    /// The line with the same slope that passes through a point.
    #[must_use]
    pub fn moved_through(self, (n, ns, solutions): (usize, f64, f64)) -> Self {
        Growth { at_zero: (ns / solutions).ln() - self.slope * n as f64, ..self }
    }

    /// Processor time of a board with this many solutions, in nanoseconds.
    pub fn predict(&self, n: usize, solutions: u64) -> f64 {
        (self.at_zero + self.slope * n as f64).exp() * solutions as f64
    }
}

/// Pieces of a division chosen by chance, in order.
pub fn sample(division: &Division, size: usize, seed: u64) -> Vec<usize> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut pieces = index::sample(&mut random, division.pieces(), size).into_vec();
    pieces.sort_unstable();
    pieces
}

/// What is known of the time that boards take, measured and predicted: the result of
/// `parity estimate`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EstimateRecord {
    /// Version of the format.
    pub schema_version: u32,
    /// Always `estimate`.
    pub kind: String,
    /// Where the first piece of the sample was computed.
    pub host: Host,
    /// Where other pieces were, if their times do not compare with those of the first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub other_hosts: Vec<Host>,
    /// When the earliest piece was begun, as RFC 3339.
    pub started_at: String,
    /// The board of the sample.
    pub n: usize,
    /// The number of its pieces.
    pub pieces: usize,
    /// The number of pieces in the sample.
    pub sample: usize,
    /// Seed of the choice.
    pub seed: u64,
    /// Processor time of the whole in nanoseconds, from the sample.
    pub processor_ns: Estimate,
    /// Number of solutions, from the sample.
    pub solutions: Estimate,
    /// Counts that were done in full.
    pub measured: Vec<Measured>,
    /// Processor time of the whole in nanoseconds, from these; absent if there are fewer than two.
    pub predicted_ns: Option<f64>,
    /// Processor time of larger boards in nanoseconds, from the counts and the sample.
    pub beyond: Vec<(usize, f64)>,
}

/// The largest board with a known number of solutions.
const LARGEST_PUBLISHED: usize = 27;

impl EstimateRecord {
    /// What a sample says, together with counts that were done in full.
    ///
    /// # Errors
    /// If the records are not of one division, or measured counts come twice or are of the same board.
    pub fn new(
        division: &Division,
        records: &[PieceRecord],
        seed: u64,
        measured: Vec<Measured>,
    ) -> anyhow::Result<Self> {
        let (n, pieces) = (division.n(), division.pieces());
        let first = records.first().context("an estimate needs at least one piece")?;
        let of_division =
            records.iter().all(|record| (record.queens, record.pieces) == (n, pieces));
        ensure!(of_division, "the sample has other pieces than of {n} queens in {pieces}");
        for (index, count) in measured.iter().enumerate() {
            let before = measured[..index].iter().any(|other| other.n == count.n);
            ensure!(!before && count.n != n, "there are two counts of {} queens", count.n);
        }
        let sum = |value: &dyn Fn(&PieceRecord) -> f64| {
            Estimate::of_sum(&records.iter().map(value).collect::<Vec<f64>>(), pieces)
        };
        let processor_ns = sum(&|record| record.processor_ns as f64);
        let solutions = sum(&|record| record.sums().solutions() as f64);
        let mut points: Vec<(usize, f64, f64)> = measured
            .iter()
            .map(|count| (count.n, count.processor_ns as f64, count.solutions as f64))
            .collect();
        let predicted_ns = published(n)
            .and_then(|solutions| Some(Growth::through(&points)?.predict(n, solutions)));
        // How the time grows is known from whole counts, how large it is here from the sample.
        let here = (n, processor_ns.value, published(n).map_or(solutions.value, |s| s as f64));
        let line = Growth::through(&points);
        points.push(here);
        let growth = line.or(Growth::through(&points)).map(|line| line.moved_through(here));
        let beyond = (n + 1..=LARGEST_PUBLISHED)
            .filter_map(|n| Some((n, growth?.predict(n, published(n)?))));
        Ok(EstimateRecord {
            schema_version: SCHEMA_VERSION,
            kind: Self::KIND.to_owned(),
            host: first.host.clone(),
            other_hosts: other_hosts(records, &first.host),
            // Times of RFC 3339 in UTC sort.
            started_at: records
                .iter()
                .map(|record| record.started_at.clone())
                .min()
                .unwrap_or_default(),
            n,
            pieces,
            sample: records.len(),
            seed,
            processor_ns,
            solutions,
            measured,
            predicted_ns,
            beyond: beyond.collect(),
        })
    }

    /// The sample and the prediction, a sentence each.
    fn findings(&self) -> Vec<String> {
        let EstimateRecord { n, pieces, sample, .. } = *self;
        let time = self.processor_ns;
        let mut lines = vec![format!(
            "{n} queens: {} ± {} of processor time, from {} of {}.",
            number::processor_time(time.value),
            number::processor_time(time.error),
            number::count(sample as u64),
            number::counted(pieces as u64, "pieces"),
        )];
        let known = published(n)
            .map_or_else(String::new, |known| format!("; published: {}", number::count(known)));
        let Estimate { value, error } = self.solutions;
        lines.push(format!(
            "Solutions: {} ± {}{known}.",
            number::significant(value),
            number::significant(error)
        ));
        if !self.other_hosts.is_empty() {
            let hosts = number::words(self.other_hosts.len() as u64 + 1);
            lines.push(format!(
                "The pieces were computed on {hosts} hosts whose times do not compare, so neither \
                 time nor prediction is that of any of them."
            ));
        }
        if let Some(predicted) = self.predicted_ns {
            let sizes: Vec<String> =
                self.measured.iter().map(|count| count.n.to_string()).collect();
            let off = 100.0 * (predicted / time.value - 1.0);
            lines.push(format!(
                "Predicted from n = {}: {}, {off:+.1} % of the estimate.",
                sizes.join(", "),
                number::processor_time(predicted),
            ));
        }
        lines
    }
}

impl Study for EstimateRecord {
    const KIND: &'static str = "estimate";

    fn tables(&self) -> Vec<Table> {
        let time = |ns: f64| one(&Observation::Samples(vec![ns]));
        let row = |n: usize, processor: Cell, how: &'static str| {
            let solutions = published(n)
                .map_or(Cell::Blank, |solutions| one(&Observation::Exact(solutions.into(), None)));
            let history = history(n).map_or(Cell::Blank, Cell::Word);
            Row::named(n.to_string(), vec![solutions, processor, Cell::Word(how), history])
        };
        let measured = self.measured.iter();
        let measured =
            measured.map(|count| row(count.n, time(count.processor_ns as f64), "measured"));
        let sampled = row(self.n, time(self.processor_ns.value), "from a sample");
        let predicted = self.beyond.iter().map(|&(n, ns)| row(n, time(ns), "predicted"));
        let grid = Grid {
            columns: vec![
                Column::named("solutions", Quantity::Count),
                Column::named("processor time", Quantity::ProcessorTime),
                Column::named("known how", Quantity::Count),
                Column::named("first counted", Quantity::Count),
            ],
            rows: measured.chain([sampled]).chain(predicted).collect(),
            notes: self.findings(),
            ..Grid::about("queens, processor time to count them", &self.host, "n")
        };
        vec![Table { measure: "processor time".to_owned(), drawn: false, grid }]
    }
}

/// The hosts of pieces whose times do not compare with those of the first, each once.
fn other_hosts(records: &[PieceRecord], first: &Host) -> Vec<Host> {
    let mut others: Vec<Host> = Vec::new();
    for PieceRecord { host, .. } in records {
        if !others.iter().chain([first]).any(|known| known.times_compare_with(host)) {
            others.push(host.clone());
        }
    }
    others
}

/// The known number of solutions.
pub fn published(n: usize) -> Option<u64> {
    Some(Queens::new(n).published()?.solutions)
}

/// Who counted a board first, and how long it took them, where that is known.
fn history(n: usize) -> Option<&'static str> {
    match n {
        24 => Some("2004, 68 processors of a cluster (Kise, Katagiri, Honda, Yuba)"),
        25 => Some("2005, computers of many owners (INRIA, ProActive)"),
        26 => Some("2009, FPGAs, 270 days (Preußer, Nägel, Spallek)"),
        27 => Some("2016, FPGAs (Preußer, Engelhardt)"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_of_all_pieces_is_certain() {
        let all = Estimate::of_sum(&[1.0, 2.0, 3.0], 3);
        assert_eq!((all.value, all.error), (6.0, 0.0));
        let some = Estimate::of_sum(&[1.0, 3.0], 4);
        // Mean 2, variance 2, half of the pieces unseen: 2 · 4 · √(2 / 2 · 1/2).
        assert!((some.value - 8.0).abs() < 1e-9);
        assert!((some.error - 8.0 * 0.5f64.sqrt()).abs() < 1e-9);
    }

    #[test]
    fn growth_goes_on_as_it_was() {
        // Two nanoseconds a solution at n = 10, three times as many with each further row.
        let time = |n: usize| 2.0 * 3f64.powi(n as i32 - 10);
        let points: Vec<_> = [10, 11, 12].map(|n| (n, 7.0 * time(n), 7.0)).to_vec();
        let growth = Growth::through(&points).expect("three sizes");
        assert!((growth.predict(14, 5) / (5.0 * time(14)) - 1.0).abs() < 1e-9);
        assert_eq!(Growth::through(&points[..1]), None);
        let moved = growth.moved_through((13, 14.0 * time(13), 7.0));
        assert!((moved.predict(14, 5) / (10.0 * time(14)) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn pieces_of_other_hosts_are_noted() {
        use crate::pieces::share::compute;
        use parity_core::queens::counting::Lanes;
        let division = Division::new(8, 2).expect("the board can be cut");
        let piece = |index| compute(&division, index, Lanes::detect()).expect("it is short");
        let mut records = [piece(0), piece(1)];
        let estimate = |records: &[PieceRecord]| {
            EstimateRecord::new(&division, records, 0, Vec::new())
                .expect("they are of one division")
        };
        assert_eq!(estimate(&records).other_hosts, []);
        records[1].host.machine = Some("elsewhere".to_owned());
        assert_eq!(estimate(&records).other_hosts, [records[1].host.clone()]);
        assert!(estimate(&records).findings().iter().any(|line| line.contains("two hosts")));
        records[1].pieces = 3;
        assert!(EstimateRecord::new(&division, &records, 0, Vec::new()).is_err());
    }

    #[test]
    fn the_same_seed_chooses_the_same_pieces() {
        let division = Division::new(12, 40).expect("the board can be cut");
        let chosen = sample(&division, 7, 3);
        assert_eq!(chosen, sample(&division, 7, 3));
        assert_ne!(chosen, sample(&division, 7, 4));
        assert!(chosen.windows(2).all(|pair| pair[0] < pair[1]));
    }
}
