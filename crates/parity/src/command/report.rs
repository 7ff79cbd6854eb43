//! `parity report`: all results as one page.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;

use crate::command::print;
use crate::comparison::default_directory;
use crate::file::write_atomically;
use crate::registry::Registry;
use crate::report;
use crate::results::Results;

/// Draw result files as one page: charts, tables, boards and words, in one file that needs nothing
/// else.
#[derive(Args, Clone, Debug)]
pub(crate) struct Report {
    /// Result files, or directories of such [default: the nearest `bench-results/reference`, else
    /// `bench-results`]
    results: Vec<PathBuf>,
    /// Where to write the page; `-` is standard output
    #[arg(long, short, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
    /// Say nothing on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// Larger pages are slow on a phone.
const LARGEST: usize = 2_000_000;

impl Report {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let paths = if self.results.is_empty() { default_results()? } else { self.results.clone() };
        let results = Results::read(&paths)?;
        let page = report::page(&results, registry.get("bitmask")?)?;
        ensure!(
            page.len() < LARGEST,
            "the page would have {} bytes, more than {LARGEST}; name fewer results",
            page.len()
        );
        if self.output == Path::new("-") {
            print(&page)?;
        } else {
            let name = self.output.display();
            write_atomically(&self.output, &page)
                .with_context(|| format!("cannot write {name}"))?;
            if !self.quiet {
                eprintln!("wrote {name}");
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn default_results() -> anyhow::Result<Vec<PathBuf>> {
    let directory = default_directory();
    let reference = directory.join("reference");
    let found = [reference, directory].into_iter().find(|path| path.is_dir());
    Ok(vec![found.context("there is no `bench-results` here or above: name result files")?])
}
