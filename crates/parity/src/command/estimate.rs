//! `parity estimate`: how long a count would take, from a sample of its pieces.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use clap::{Args, ValueEnum};
use parity_core::queens::counting::Lanes;
use parity_core::queens::counting::pieces::Division;

use crate::command::pieces::{Pieces, bar};
use crate::command::{INTERRUPTED, end_gently_on_interrupt, print};
use crate::number;
use crate::pieces::estimate::{Estimate, Measured, Report, history, published, sample};
use crate::pieces::{PieceRecord, Share};
use crate::record::write_atomically;

/// Estimate how long a count of queens would take, from a sample of its pieces.
///
/// The pieces that are computed are kept and count towards the whole.
#[derive(Args, Clone, Debug)]
pub(crate) struct EstimateCount {
    /// What is counted
    #[arg(value_enum)]
    problem: Counted,
    /// Size of the board
    #[arg(long)]
    n: usize,
    /// Number of pieces to compute, chosen by chance
    #[arg(long, value_name = "S", default_value_t = 32)]
    sample: usize,
    /// Number of pieces that the count is cut into
    #[arg(long, value_name = "K", default_value_t = 4096)]
    pieces: usize,
    /// Seed of the choice
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Number of pieces to compute at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Directories with all pieces of smaller boards, to predict from
    #[arg(long, value_name = "DIRECTORY", num_args = 1..)]
    measured: Vec<PathBuf>,
    /// Where the pieces are kept [default: `queens-N-in-K` in the nearest `bench-results`]
    #[arg(long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Write the result file, too
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
    /// Results on standard output and nothing on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// What can be estimated.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Counted {
    /// Placements of n queens on a board of n rows
    Queens,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// For people
    Text,
    /// Tables for a document
    Markdown,
    /// The result file
    Json,
}

impl EstimateCount {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let division = Division::new(self.n, self.pieces)?;
        ensure!(
            (1..=self.pieces).contains(&self.sample),
            "--sample takes 1 to {} pieces, not {}",
            self.pieces,
            self.sample
        );
        let measured = self.measured.iter().map(Measured::read).collect::<Result<Vec<_>, _>>()?;
        let chosen = sample(&division, self.sample, self.seed);
        let directory = Pieces::directory(self.output.as_ref(), &division);
        end_gently_on_interrupt()?;
        let share = Share {
            division: &division,
            pieces: chosen.clone(),
            directory: directory.clone(),
            lanes: Lanes::detect(),
            threads: usize::from(self.threads),
        };
        let bar = bar(chosen.len(), self.quiet);
        let done = share.run(&|_, _, _| bar.inc(1))?;
        bar.finish_and_clear();
        if done < chosen.len() {
            eprintln!("interrupted after {done} of {} pieces, which are kept", chosen.len());
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let read =
            |&piece: &usize| PieceRecord::read(&PieceRecord::path(&directory, self.pieces, piece));
        let records = chosen.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let report = Report::new(&division, &records, self.seed, measured)?;
        let json = serde_json::to_string_pretty(&report)? + "\n";
        if let Some(path) = &self.json {
            write_atomically(path, &json)?;
        }
        print(&match self.format {
            Format::Text => text(&report),
            Format::Markdown => markdown(&report),
            Format::Json => json,
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

/// What the sample says, and what it means for larger boards.
fn text(report: &Report) -> String {
    let mut text = String::new();
    for line in findings(report) {
        writeln!(text, "{line}").expect("a string takes all");
    }
    if !report.beyond.is_empty() {
        text.push('\n');
    }
    for (n, time, history) in beyond(report) {
        writeln!(text, "{n}  {time:>12}  {history}").expect("a string takes all");
    }
    text
}

fn markdown(report: &Report) -> String {
    let mut text = findings(report).join("\\\n");
    text += "\n\n| n | processor time | first counted |\n| --: | --: | :-- |\n";
    for (n, time, history) in beyond(report) {
        writeln!(text, "| {n} | {time} | {history} |").expect("a string takes all");
    }
    text
}

/// The sample and the prediction, a sentence each.
fn findings(report: &Report) -> Vec<String> {
    let Report { n, pieces, sample, .. } = *report;
    let time = report.processor_ns;
    let mut lines = vec![format!(
        "{n} queens: {} ± {} of processor time, from {} of {}",
        number::duration(time.value as u64),
        number::duration(time.error as u64),
        number::count(sample as u64),
        number::counted(pieces as u64, "pieces"),
    )];
    let known = published(n)
        .map_or_else(String::new, |known| format!("; published: {}", number::count(known)));
    let Estimate { value, error } = report.solutions;
    lines.push(format!(
        "solutions: {} ± {}{known}",
        number::significant(value),
        number::significant(error)
    ));
    if let Some(predicted) = report.predicted_ns {
        let sizes: Vec<String> = report.measured.iter().map(|count| count.n.to_string()).collect();
        let off = 100.0 * (predicted / time.value - 1.0);
        lines.push(format!(
            "predicted from n = {}: {}, {off:+.1} % of the estimate",
            sizes.join(", "),
            number::duration(predicted as u64),
        ));
    }
    lines
}

/// Larger boards: size, predicted processor time, history.
fn beyond(report: &Report) -> impl Iterator<Item = (usize, String, &'static str)> {
    report.beyond.iter().map(|&(n, ns)| (n, processor_time(ns), history(n)))
}

/// Processor time in the unit that people who pay for it use.
fn processor_time(ns: f64) -> String {
    const HOUR: f64 = 3600e9;
    const YEAR: f64 = 365.25 * 24.0 * HOUR;
    if ns < HOUR {
        number::time(ns)
    } else if ns < YEAR / 10.0 {
        format!("{} core-hours", number::significant(ns / HOUR))
    } else {
        format!("{} core-years", number::significant(ns / YEAR))
    }
}
