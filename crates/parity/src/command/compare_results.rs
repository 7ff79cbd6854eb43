//! `parity compare-results`: what changed from one set of results to another.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};

use crate::command::format::{self, Format};
use crate::command::print;
use crate::difference::{Change, Difference};
use crate::number;
use crate::results::Results;
use crate::sheet::{Column, Row, Sheet, Shown};

/// List what changed from one set of results to another: answers, and times beyond noise.
///
/// Times differ if a two-sided Mann-Whitney U test says so at 1 % and the medians by at least 5 %; with
/// fewer than five samples on a side, if the ranges do not overlap and the medians differ by at least
/// 30 %. Times of different hosts are not compared; counts, sets, verdicts and effort are. Of sets of
/// instances, answers and statuses are compared, instance by instance. Studies are not compared.
///
/// Exit with 1 if a count, a set, an optimum or a verdict changed.
#[derive(Args, Clone, Debug)]
pub(crate) struct CompareResults {
    /// A result file, or a directory of such
    old: PathBuf,
    /// The same, newer
    new: PathBuf,
    /// How to write the table
    #[arg(long, default_value = "text", value_parser = format::parser())]
    format: &'static Format,
}

impl CompareResults {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let read = |path: &PathBuf| Results::read(std::slice::from_ref(path));
        let difference = Difference::between(&read(&self.old)?, &read(&self.new)?);
        print(&(self.format.sheet)(&sheet(&difference))?)?;
        Ok(if difference.answers_changed() { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }
}

fn sheet(difference: &Difference) -> Sheet {
    let titles = ["change", "result", "solver", "what", "old", "new", "ratio", "evidence"];
    let columns = titles.map(|title| Column { title, shown: Shown::Everywhere });
    let row = |change: &Change| {
        let kind = Value::from(change.kind.to_string());
        let values = vec![
            kind,
            json!(change.result),
            json!(change.solver),
            json!(change.what),
            json!(change.old),
            json!(change.new),
            json!(change.ratio),
            json!(change.evidence),
        ];
        Row { values, remark: None }
    };
    Sheet {
        columns: columns.to_vec(),
        rows: difference.changes.iter().map(row).collect(),
        notes: notes(difference),
    }
}

fn notes(difference: &Difference) -> Vec<String> {
    let count = |n: usize, what| number::counted(n as u64, what);
    let mut notes = vec![format!(
        "{} in both; {} compared by Mann-Whitney U (p < 1 %, medians 5 % apart; below five samples: \
         ranges and 30 % apart).",
        count(difference.runs, "runs"),
        count(difference.times, "times"),
    )];
    if difference.elsewhere > 0 {
        notes.push(format!(
            "{} of different hosts not compared.",
            count(difference.elsewhere, "times")
        ));
    }
    if difference.studies > 0 {
        notes.push(format!("Studies are not compared: {} passed over.", difference.studies));
    }
    let verdict = match (difference.answers_changed(), difference.runs) {
        (true, _) => "WRONG: some answer is another one.",
        (false, 0) => "There was nothing to compare.",
        (false, _) => "No answer changed.",
    };
    notes.push(verdict.to_owned());
    notes
}
