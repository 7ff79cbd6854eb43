//! What it costs to cut a count into pieces, and what more processes gain.
//!
//! A count is run whole, then cut into pieces that one process computes, then into pieces that
//! several processes share, each a process of its own as on a cluster: start, division and records
//! are part of what is measured. The whole is counted by the method that pieces use, so that nothing
//! but the division differs.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use anyhow::{Context, bail, ensure};
use parity_core::SolverError;
use parity_core::queens::counting::Rung;
use parity_core::queens::counting::passes::Passes;
use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::number;
use crate::pieces::merge::{files, merge};
use crate::record::{self, SCHEMA_VERSION};
use crate::study::Study;
use crate::view::measure::Observation;
use crate::view::pivot::one;
use crate::view::{Cell, Column, Grid, Quantity, Row, Table};

/// How often what was measured.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Way {
    /// The number of pieces; absent for the whole in one.
    pub pieces: Option<usize>,
    /// The number of processes at the same time.
    pub processes: usize,
    /// Time from the start of the first process to the end of the last in nanoseconds, one a sample.
    pub elapsed_ns: Vec<u64>,
    /// Processor time that the pieces say they took, in nanoseconds, one a sample; absent for the
    /// whole.
    pub processor_ns: Vec<u64>,
}

/// The result of `parity efficiency`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Efficiency {
    /// Version of the format.
    pub schema_version: u32,
    /// Always `efficiency`.
    pub kind: String,
    /// Where it ran.
    pub host: Host,
    /// When it began, as RFC 3339.
    pub started_at: String,
    /// The size of the board.
    pub n: usize,
    /// The whole in one process first.
    pub ways: Vec<Way>,
}

impl Efficiency {
    /// A record of ways that have no sample yet: the whole, and each number of pieces with each number
    /// of processes.
    pub fn new(n: usize, pieces: &[usize], processes: &[usize]) -> Self {
        let way = |pieces, processes| Way {
            pieces,
            processes,
            elapsed_ns: Vec::new(),
            processor_ns: Vec::new(),
        };
        let cut = pieces.iter().flat_map(|&pieces| {
            processes.iter().map(move |&processes| way(Some(pieces), processes))
        });
        Efficiency {
            schema_version: SCHEMA_VERSION,
            kind: Self::KIND.to_owned(),
            host: Host::current(),
            started_at: record::now(),
            n,
            ways: [way(None, 1)].into_iter().chain(cut).collect(),
        }
    }

    /// Takes one more sample of each way, in turn, so that a disturbance meets all alike.
    ///
    /// # Errors
    /// If a process cannot be started or fails, or what it counted is wrong.
    pub fn sample(&mut self, program: &Path) -> anyhow::Result<()> {
        let n = self.n;
        for way in &mut self.ways {
            way.sample(program, n)?;
        }
        Ok(())
    }
}

impl Way {
    fn sample(&mut self, program: &Path, n: usize) -> anyhow::Result<()> {
        let directory = tempfile::tempdir().context("cannot make a directory for pieces")?;
        let count = || {
            let mut command = Command::new(program);
            command.args(["count", "queens", "--quiet", "--threads", "1", "--n"]);
            command.arg(n.to_string()).stdout(Stdio::null()).stderr(Stdio::null());
            command
        };
        let start = Instant::now();
        let children: Vec<Child> = match self.pieces {
            None => vec![count().args(["--method", Passes.name()]).spawn()?],
            Some(pieces) => (0..self.processes)
                .map(|process| {
                    let (from, to) = (process, process + 1);
                    let bound = |part: usize| (part * pieces / self.processes).to_string();
                    let mut command = count();
                    command.arg("--output").arg(directory.path());
                    command.args(["--pieces", &pieces.to_string()]);
                    command.args(["--pieces-from", &bound(from), "--pieces-to", &bound(to)]);
                    command.spawn()
                })
                .collect::<Result<_, _>>()?,
        };
        for mut child in children {
            let status = child.wait()?;
            ensure!(status.success(), "{} count queens: {status}", program.display());
        }
        self.elapsed_ns.push(number::nanoseconds(start.elapsed()));
        if self.pieces.is_some() {
            let merged = merge(&files(&[directory.path().to_owned()])?)?;
            let complaints = merged.complaints().join("; ");
            ensure!(merged.is_complete(), "the pieces do not add up: {complaints}");
            if let Some(published) = merged.contradiction() {
                let found = merged.sums.solutions();
                bail!(SolverError::Wrong(format!(
                    "pieces of {found} solutions; published: {published}"
                )));
            }
            self.processor_ns.push(merged.processor_ns);
        }
        Ok(())
    }

    fn name(&self) -> String {
        match self.pieces {
            None => "whole".to_owned(),
            Some(pieces) => {
                let pieces = number::counted(pieces as u64, "pieces");
                match self.processes {
                    1 => format!("{pieces}, one process"),
                    processes => format!("{pieces}, {} processes", number::words(processes as u64)),
                }
            }
        }
    }
}

impl Study for Efficiency {
    const KIND: &'static str = "efficiency";

    fn tables(&self) -> Vec<Table> {
        let median = |times: &[u64]| record::median(times).map(|time| time as f64);
        let whole = self.ways.first().and_then(|way| median(&way.elapsed_ns));
        let samples =
            |times: &[u64]| Observation::Samples(times.iter().map(|&time| time as f64).collect());
        let ratio = |part: Option<f64>, of: Option<f64>| match part.zip(of) {
            Some((part, of)) if of > 0.0 => one(&Observation::Samples(vec![part / of])),
            _ => Cell::Blank,
        };
        let row = |way: &Way| {
            Row::named(
                way.name(),
                vec![
                    one(&samples(&way.elapsed_ns)),
                    one(&samples(&way.processor_ns)),
                    ratio(median(&way.elapsed_ns), whole),
                    ratio(whole, median(&way.elapsed_ns).map(|time| time * way.processes as f64)),
                ],
            )
        };
        let count = self.ways.first().map_or(0, |way| way.elapsed_ns.len());
        let grid = Grid {
            columns: vec![
                Column::named("elapsed", Quantity::Time),
                Column::named("processor time", Quantity::ProcessorTime),
                Column::named("elapsed, of the whole", Quantity::Ratio),
                Column::named("efficiency", Quantity::Ratio),
            ],
            rows: self.ways.iter().map(row).collect(),
            notes: vec![format!(
                "Medians of {}, taken in turn; start of the processes included. Efficiency is the time \
                 of the whole in one process, divided by the elapsed time and the number of processes.",
                number::counted(count as u64, "samples")
            )],
            ..Grid::about(&format!("{} queens, counted in pieces", self.n), &self.host, "cut into")
        };
        vec![Table { measure: "elapsed".to_owned(), drawn: false, grid }]
    }
}
