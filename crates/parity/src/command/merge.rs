//! `parity merge`: what the shards of a sweep found, or the pieces of a count, joined.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::ensure;
use clap::Args;

use crate::command::print;
use crate::command::sweep::{exit_code, summary};
use crate::number;
use crate::pieces;
use crate::sweep::merge::{directory_of_whole, merge, shards};

/// Join what the shards of a sweep found, or the pieces of a count.
///
/// Exit with 1 while something is missing, or if something is damaged or wrong.
#[derive(Args, Clone, Debug)]
pub(crate) struct Merge {
    /// Directories of shards, or directories that hold them, or directories of pieces
    #[arg(required = true)]
    directories: Vec<PathBuf>,
    /// Where the joined records go [default: the directory that holds the first shard]
    #[arg(long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
    /// Results on standard output and nothing on standard error
    #[arg(long, short)]
    quiet: bool,
}

impl Merge {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let pieces = pieces::merge::files(&self.directories)?;
        if pieces.is_empty() {
            return self.shards();
        }
        ensure!(self.output.is_none(), "--output is for the records of shards; pieces have none");
        self.pieces(&pieces)
    }

    fn pieces(&self, files: &[PathBuf]) -> anyhow::Result<ExitCode> {
        let merged = pieces::merge(files)?;
        print(&merged.report())?;
        let complaints = merged.complaints();
        let good = merged.is_complete() && merged.contradiction().is_none();
        // Doubled pieces are worth a word, but no failure.
        let quiet = good && self.quiet;
        if !complaints.is_empty() && !quiet {
            eprintln!("{}", complaints.join("\n"));
        }
        Ok(if good { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    fn shards(&self) -> anyhow::Result<ExitCode> {
        let shards = shards(&self.directories)?;
        let directory = self.output.clone().unwrap_or_else(|| directory_of_whole(&shards[0]));
        let merged = merge(&shards, &directory)?;
        print(&summary(&merged.groups, &merged.records))?;
        let complaints = merged
            .damaged
            .iter()
            .cloned()
            .chain(merged.missing.iter().map(|cell| format!("missing: {cell}")));
        let complaints: Vec<String> = complaints.collect();
        if !complaints.is_empty() {
            eprintln!("{}", complaints.join("\n"));
            return Ok(ExitCode::from(1));
        }
        if !self.quiet {
            let doubled = match merged.doubled {
                0 => String::new(),
                count => format!("; {} ran more than once", number::counted(count as u64, "cells")),
            };
            let cells = number::counted(merged.cells as u64, "cells");
            let shards = number::counted(shards.len() as u64, "shards");
            eprintln!("{cells} of {shards}, complete{doubled}");
            eprintln!("wrote {}", directory.display());
        }
        Ok(exit_code(&merged.records))
    }
}
