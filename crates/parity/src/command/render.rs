//! `parity render`: result files as tables, and documents that contain such tables.

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, ValueEnum};

use crate::command::{colour, output_width, print};
use crate::record::{Record, write_atomically};
use crate::{readme, table};

/// Print result files as tables, or bring the tables of a document in step with them.
#[derive(Args, Clone, Debug)]
pub(crate) struct Render {
    /// Result files
    #[arg(required_unless_present = "into")]
    results: Vec<PathBuf>,
    /// How to write the tables
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Generate the tables anew in this document, between its `<!-- parity table FILE -->` marks
    #[arg(long, value_name = "DOCUMENT", conflicts_with_all = ["results", "format"])]
    into: Option<PathBuf>,
    /// Change nothing; exit with 1 if the document is out of step
    #[arg(long, requires = "into")]
    check: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Markdown,
}

impl Render {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let Some(document) = &self.into else {
            for path in &self.results {
                let record = Record::read(path)?;
                print(&match self.format {
                    Format::Text => table::text(&record, output_width(), colour()),
                    Format::Markdown => table::markdown(&record),
                })?;
            }
            return Ok(ExitCode::SUCCESS);
        };
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
