//! The formats of results: one file and one line in [`FORMATS`] each.

use std::fmt;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::command::compare::Destination;
use crate::command::print;
use crate::record::Record;
use crate::results::Results;
use crate::set_record::SetRecord;
use crate::sheet::Sheet;
use crate::study::Study;
use crate::view::{Grid, Table, runs, sets};

mod csv;
mod html;
mod json;
mod markdown;
mod text;

/// How results are written.
pub(crate) struct Format {
    /// Its name, as in `--format`.
    pub(crate) name: &'static str,
    /// One comparison.
    pub(crate) record: fn(&Record) -> anyhow::Result<String>,
    /// One comparison over a set of instances.
    pub(crate) set: fn(&SetRecord) -> anyhow::Result<String>,
    /// Many results, each by itself.
    pub(crate) results: fn(&Results) -> anyhow::Result<String>,
    /// The tables of a view or of a study, by its name.
    pub(crate) view: fn(&str, &[Grid]) -> anyhow::Result<String>,
    /// A table of anything else.
    pub(crate) sheet: fn(&Sheet) -> anyhow::Result<String>,
}

/// All formats, the usual one first.
pub(crate) const FORMATS: &[&Format] =
    &[&text::FORMAT, &markdown::FORMAT, &csv::FORMAT, &json::FORMAT, &html::FORMAT];

impl fmt::Debug for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(self.name)
    }
}

/// Reads the name of a format.
pub(crate) fn parser() -> impl TypedValueParser<Value = &'static Format> {
    PossibleValuesParser::new(FORMATS.iter().map(|format| format.name)).map(|name| {
        let found = FORMATS.iter().find(|format| format.name == name);
        *found.expect("only these names are accepted")
    })
}

/// All results as tables of one format: runs, sets, studies.
fn all(
    results: &Results,
    write: fn(&str, &[Grid]) -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    let studies = results.studies.iter().flat_map(|filed| grids(&filed.content));
    let all: Vec<Grid> =
        runs::runs(results).into_iter().chain(sets::sets(results)).chain(studies).collect();
    write("runs", &all)
}

/// The tables of a study.
fn grids(tables: &[Table]) -> Vec<Grid> {
    tables.iter().map(|table| table.grid.clone()).collect()
}

/// Where a study goes, and how it is written.
#[derive(Args, Clone, Debug)]
pub(crate) struct StudyOutput {
    /// How to write the tables
    #[arg(long, default_value = "text", value_parser = parser())]
    format: &'static Format,
    /// Write the record to this file too; `-` is standard output, alone
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
}

impl StudyOutput {
    fn destination(&self) -> Option<Destination> {
        self.json.as_deref().map(Destination::of)
    }

    /// Fails now rather than after the work.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        self.destination().map_or(Ok(()), |destination| destination.check())
    }

    /// Prints the tables and writes the record where it is wanted.
    pub(crate) fn show<S: Study>(&self, study: &S) -> anyhow::Result<()> {
        let destination = self.destination();
        let alone = matches!(destination, Some(Destination::StandardOutput));
        // The tables can be made of the record, but not the other way round.
        let text = if alone || self.format.name == json::FORMAT.name {
            study.to_json()
        } else {
            (self.format.view)(S::KIND, &study.grids())?
        };
        let printed = print(&text);
        // What took long is kept even if nobody reads on, and shown even if it cannot be kept.
        if let Some(destination) = destination {
            destination.write_texts(&study.to_json(), String::new)?;
        }
        Ok(printed?)
    }
}
