//! `parity estimate`: how long a count would take, from a sample of its pieces.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;
use parity_core::queens::counting::Lanes;
use parity_core::queens::counting::pieces::Division;

use crate::command::format::StudyOutput;
use crate::command::pieces::{Counted, Pieces, bar};
use crate::command::{INTERRUPTED, end_gently_on_interrupt};
use crate::pieces::estimate::{EstimateRecord, Measured, sample};
use crate::pieces::{PieceRecord, Share};

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
    #[command(flatten)]
    study: StudyOutput,
    /// Results on standard output and nothing on standard error
    #[arg(long, short)]
    quiet: bool,
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
        self.study.check()?;
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
        let done = share.run(&|| bar.inc(1))?;
        bar.finish_and_clear();
        if done < chosen.len() {
            eprintln!("interrupted after {done} of {} pieces, which are kept", chosen.len());
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let read =
            |&piece: &usize| PieceRecord::read(&PieceRecord::path(&directory, self.pieces, piece));
        let records = chosen.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        self.study.show(&EstimateRecord::new(&division, &records, self.seed, measured)?)?;
        Ok(ExitCode::SUCCESS)
    }
}
