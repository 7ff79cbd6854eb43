//! `parity render`: result files as tables, and documents that contain such tables.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;

use crate::command::format::{self, Format};
use crate::command::print;
use crate::file::write_atomically;
use crate::readme;
use crate::results::Results;
use crate::view::{VIEWS, View};

/// Print result files as tables, or bring the tables of a document in step with them.
#[derive(Args, Clone, Debug)]
#[command(after_help = views_help())]
pub(crate) struct Render {
    /// Result files, or directories of such
    #[arg(required_unless_present = "into")]
    results: Vec<PathBuf>,
    /// One table over all results instead of one for each: a view, see below
    #[arg(long)]
    view: Option<String>,
    /// How to write the tables
    #[arg(long, default_value = "text", value_parser = format::parser())]
    format: &'static Format,
    /// Generate the tables anew in this document, between its `<!-- parity table FILE -->` and
    /// `<!-- parity view VIEW PATH… -->` marks
    #[arg(long, value_name = "DOCUMENT", conflicts_with_all = ["results", "view", "format"])]
    into: Option<PathBuf>,
    /// Change nothing; exit with 1 if the document is out of step
    #[arg(long, requires = "into")]
    check: bool,
}

fn views_help() -> String {
    let width = VIEWS.iter().map(|view| view.name.len()).max().unwrap_or(0);
    let lines: String =
        VIEWS.iter().map(|view| format!("  {:width$}  {}\n", view.name, view.title)).collect();
    format!("Views:\n{lines}")
}

impl Render {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.into {
            Some(document) => self.bring_in_step(document),
            None => {
                print(&self.rendered(&Results::read(&self.results)?)?)?;
                Ok(ExitCode::SUCCESS)
            }
        }
    }

    fn rendered(&self, results: &Results) -> anyhow::Result<String> {
        let Some(name) = &self.view else { return (self.format.results)(results) };
        let view = View::named(name)?;
        let grids = (view.build)(results);
        ensure!(!grids.is_empty(), "these results have nothing that the view `{name}` shows");
        (self.format.view)(view.name, &grids)
    }

    fn bring_in_step(&self, document: &PathBuf) -> anyhow::Result<ExitCode> {
        let fresh = readme::regenerated(document)?;
        if fresh == std::fs::read_to_string(document)? {
            return Ok(ExitCode::SUCCESS);
        }
        let name = document.display();
        if self.check {
            eprintln!(
                "{name} is out of step with its result files; run `parity render --into {name}`"
            );
            return Ok(ExitCode::from(1));
        }
        write_atomically(document, &fresh).with_context(|| format!("cannot write {name}"))?;
        Ok(ExitCode::SUCCESS)
    }
}
