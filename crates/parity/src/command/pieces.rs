//! `parity count queens --pieces K`: some of the numbered pieces of a long count.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{bail, ensure};
use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use parity_core::queens::counting::Lanes;
use parity_core::queens::counting::pieces::Division;

use crate::command::{end_gently_on_interrupt, print, progress, slurm, success_unless_interrupted};
use crate::comparison::default_directory;
use crate::number;
use crate::pieces::Share;

/// What can be counted in pieces.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum Counted {
    /// Placements of n queens on a board of n rows
    Queens,
}

/// Which pieces of a long count to compute, and where to keep them.
#[derive(Args, Clone, Debug)]
pub(crate) struct Pieces {
    /// Cut the count into K pieces and write a small record of each; what is there is not computed
    /// again, and `parity merge` adds the records up
    #[arg(long, value_name = "K", conflicts_with_all = ["method", "fundamental", "format"], help_heading = "Pieces")]
    pub(crate) pieces: Option<usize>,
    /// Only this piece, from 0
    #[arg(long, value_name = "I", requires = "pieces", help_heading = "Pieces")]
    piece: Option<usize>,
    /// Only the pieces from this one on
    #[arg(
        long,
        value_name = "A",
        requires = "pieces",
        conflicts_with = "piece",
        help_heading = "Pieces"
    )]
    pieces_from: Option<usize>,
    /// Only the pieces before this one
    #[arg(
        long,
        value_name = "B",
        requires = "pieces",
        conflicts_with = "piece",
        help_heading = "Pieces"
    )]
    pieces_to: Option<usize>,
    /// Only the share of this job of a Slurm array
    #[arg(long, requires = "pieces", conflicts_with_all = ["piece", "pieces_from", "pieces_to"], help_heading = "Pieces")]
    slurm: bool,
    /// Where the records go [default: `queens-N-in-K` in the nearest `bench-results`]
    #[arg(long, value_name = "DIRECTORY", requires = "pieces", help_heading = "Pieces")]
    output: Option<PathBuf>,
}

impl Pieces {
    /// The directory of the records of a count.
    pub(crate) fn directory(output: Option<&PathBuf>, division: &Division) -> PathBuf {
        let name = format!("queens-{}-in-{}", division.n(), division.pieces());
        output.cloned().unwrap_or_else(|| default_directory().join(name))
    }

    /// Computes the pieces that were asked for and are not there.
    pub(crate) fn run(
        &self,
        n: usize,
        pieces: usize,
        threads: usize,
        lanes: Lanes,
        quiet: bool,
    ) -> anyhow::Result<ExitCode> {
        let division = Division::new(n, pieces)?;
        let chosen = self.chosen(pieces)?;
        let directory = Self::directory(self.output.as_ref(), &division);
        end_gently_on_interrupt()?;
        let share = Share {
            division: &division,
            pieces: chosen,
            directory: directory.clone(),
            lanes,
            threads,
        };
        let bar = bar(share.pieces.len(), quiet);
        let done = share.run(&|| bar.inc(1))?;
        bar.finish_and_clear();
        let all = share.pieces.len();
        print(&format!(
            "{done} of {} of {n} queens in {pieces}\n",
            number::counted(all as u64, "pieces")
        ))?;
        if !quiet {
            eprintln!("wrote {}", directory.display());
        }
        Ok(success_unless_interrupted())
    }

    /// The pieces that were asked for: all, unless fewer were.
    fn chosen(&self, pieces: usize) -> anyhow::Result<Vec<usize>> {
        if self.slurm {
            let share = slurm::share()?;
            let (index, of) = (usize::try_from(share.index)?, usize::try_from(share.of)?);
            return Ok((index..pieces).step_by(of).collect());
        }
        let (from, to) = match self.piece {
            Some(piece) => (piece, piece.saturating_add(1)),
            None => (self.pieces_from.unwrap_or(0), self.pieces_to.unwrap_or(pieces)),
        };
        ensure!(to <= pieces, "there are {pieces} pieces, numbered from 0 to {}", pieces - 1);
        if from >= to {
            bail!("no piece is left from {from} to before {to}");
        }
        Ok((from..to).collect())
    }
}

/// A bar of pieces.
pub(super) fn bar(length: usize, quiet: bool) -> ProgressBar {
    let template = "{bar:24} {pos}/{len} pieces  {elapsed_precise}  about {eta} left";
    progress::bar(Some(length as u64), template, quiet)
}
