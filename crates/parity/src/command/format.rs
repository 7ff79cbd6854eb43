//! The formats of results: one file and one line in [`FORMATS`] each.

use std::fmt;

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::record::Record;
use crate::results::Results;
use crate::set_record::SetRecord;
use crate::sheet::Sheet;
use crate::view::{Grid, View, runs};

mod csv;
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
    /// The tables of a view.
    pub(crate) view: fn(&View, &[Grid]) -> anyhow::Result<String>,
    /// A table of anything else.
    pub(crate) sheet: fn(&Sheet) -> anyhow::Result<String>,
}

/// All formats, the usual one first.
pub(crate) const FORMATS: &[&Format] =
    &[&text::FORMAT, &markdown::FORMAT, &csv::FORMAT, &json::FORMAT];

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

/// The view `runs` of some results, for formats that have no table of one comparison.
fn all_runs(
    results: &Results,
    write: fn(&View, &[Grid]) -> anyhow::Result<String>,
) -> anyhow::Result<String> {
    write(View::named("runs")?, &runs::runs(results))
}
