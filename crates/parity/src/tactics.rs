//! What tactics of Z3 do to formulas, as a record and as a table.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Context;
use parity_core::Problem;
use serde::{Deserialize, Serialize};
use smt_backend::Encoding;
use smt_backend::tactics::{self, Answer, PIPELINES, Pipeline};

use crate::host::Host;
use crate::number;
use crate::record::{SCHEMA_VERSION, median};

/// The name of this kind of result file.
pub const KIND: &str = "tactics";

/// The result of `parity tactics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tactics {
    /// Version of the format.
    pub schema_version: u32,
    /// Always [`KIND`].
    pub kind: String,
    /// Where it ran.
    pub host: Host,
    /// When it began, as RFC 3339.
    pub started_at: String,
    /// Name and version of the engine.
    pub engine_version: String,
    /// How the problems were stated.
    pub encoding: String,
    /// Limit of each sample in nanoseconds.
    pub timeout_ns: u64,
    /// Each pipeline on each problem.
    pub runs: Vec<Run>,
}

/// One pipeline on one problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Name of the instance.
    pub problem: String,
    /// The tactics, in order.
    pub pipeline: Vec<String>,
    /// The formula before.
    pub before: Size,
    /// The formula after; absent if the pipeline failed.
    pub after: Option<Size>,
    /// Times of the pipeline in nanoseconds, one a sample.
    pub apply_ns: Vec<u64>,
    /// Times of the solver for what came out in nanoseconds, one a sample.
    pub solve_ns: Vec<u64>,
    /// `satisfiable`, `unsatisfiable`, or why there is no answer.
    pub answer: String,
}

/// The size of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Number of formulas that must all hold.
    pub assertions: u64,
    /// Number of different formulas, subformulas and terms.
    pub expressions: u64,
}

impl From<tactics::Size> for Size {
    fn from(size: tactics::Size) -> Self {
        Size { assertions: size.assertions, expressions: size.expressions }
    }
}

impl Tactics {
    /// A record without runs.
    pub fn new(engine_version: String, encoding: &str, timeout: Duration) -> Self {
        Tactics {
            schema_version: SCHEMA_VERSION,
            kind: KIND.to_owned(),
            host: Host::current(),
            started_at: jiff::Timestamp::now()
                .round(jiff::Unit::Second)
                .map_or_else(|_| String::new(), |t| t.to_string()),
            engine_version,
            encoding: encoding.to_owned(),
            timeout_ns: nanoseconds(timeout),
            runs: Vec::new(),
        }
    }

    /// Measures every pipeline on a problem, with so many samples each.
    ///
    /// # Errors
    /// If Z3 is not there, or the encoding cannot express the problem.
    pub fn measure(
        &mut self,
        problem: &dyn Problem,
        encoding: Encoding,
        samples: u32,
    ) -> anyhow::Result<()> {
        for &pipeline in PIPELINES {
            let run = self.sample(problem, encoding, pipeline, samples)?;
            self.runs.push(run);
        }
        Ok(())
    }

    fn sample(
        &self,
        problem: &dyn Problem,
        encoding: Encoding,
        pipeline: Pipeline,
        samples: u32,
    ) -> anyhow::Result<Run> {
        let limit = Duration::from_nanos(self.timeout_ns);
        let mut run: Option<Run> = None;
        for _ in 0..samples {
            let deadline = Instant::now().checked_add(limit);
            let measured = tactics::measure(problem, encoding, pipeline, deadline)?;
            let run = run.get_or_insert_with(|| Run {
                problem: problem.name(),
                pipeline: pipeline.iter().map(|&tactic| tactic.to_owned()).collect(),
                before: measured.before.into(),
                after: None,
                apply_ns: Vec::new(),
                solve_ns: Vec::new(),
                answer: String::new(),
            });
            let decided = match measured.applied {
                Ok(applied) => {
                    run.after = Some(applied.after.into());
                    run.apply_ns.push(nanoseconds(applied.apply));
                    run.solve_ns.push(nanoseconds(applied.solve));
                    let decided = !matches!(applied.answer, Answer::Unknown(_));
                    run.answer = match applied.answer {
                        Answer::Satisfiable => "satisfiable".to_owned(),
                        Answer::Unsatisfiable => "unsatisfiable".to_owned(),
                        Answer::Unknown(reason) => reason,
                    };
                    decided
                }
                Err(reason) => {
                    run.answer = reason;
                    false
                }
            };
            if !decided {
                break; // the next sample would only take as long again
            }
        }
        run.context("no sample was asked for")
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If the text is not such a record.
    pub fn read(path: &Path, text: &str) -> anyhow::Result<Self> {
        serde_json::from_str(text)
            .with_context(|| format!("{} is not a result of `parity tactics`", path.display()))
    }

    /// The record as JSON text.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a record is plain data") + "\n"
    }

    /// The titles of the table.
    pub const TITLES: [&'static str; 8] =
        ["problem", "tactics", "before", "after", "apply", "solve", "samples", "answer"];

    /// The cells of the table, a row a run. Sizes are those of expressions.
    pub fn cells(&self) -> Vec<[String; 8]> {
        let time = |times: &[u64]| median(times).map(number::duration).unwrap_or_default();
        let cells = |run: &Run| {
            [
                run.problem.clone(),
                name(&run.pipeline),
                number::count(run.before.expressions),
                run.after.map_or_else(String::new, |size| number::count(size.expressions)),
                time(&run.apply_ns),
                time(&run.solve_ns),
                run.apply_ns.len().to_string(),
                run.answer.clone(),
            ]
        };
        self.runs.iter().map(cells).collect()
    }

    /// The table as Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let mut text = line(&Self::TITLES.map(str::to_owned));
        let right =
            |title: &str| matches!(title, "before" | "after" | "apply" | "solve" | "samples");
        text +=
            &line(&Self::TITLES.map(|title| if right(title) { "--:" } else { ":--" }.to_owned()));
        text.extend(self.cells().iter().map(|cells| line(cells)));
        text + "\n" + &self.note()
    }

    /// What stands below the table.
    pub fn note(&self) -> String {
        format!(
            "{}, {}; sizes are numbers of different expressions, times are medians.\n",
            self.engine_version, self.encoding
        )
    }

    /// The raw medians as comma-separated values.
    pub fn csv(&self) -> String {
        let optional =
            |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        let header = "problem,tactics,assertions_before,expressions_before,assertions_after,\
                      expressions_after,samples,apply_median_ns,solve_median_ns,answer\n";
        let lines = self.runs.iter().map(|run| {
            format!(
                "{},{},{},{},{},{},{},{},{},{}\n",
                run.problem,
                name(&run.pipeline),
                run.before.assertions,
                run.before.expressions,
                optional(run.after.map(|size| size.assertions)),
                optional(run.after.map(|size| size.expressions)),
                run.apply_ns.len(),
                optional(median(&run.apply_ns)),
                optional(median(&run.solve_ns)),
                run.answer.replace(',', ";"),
            )
        });
        header.to_owned() + &lines.collect::<String>()
    }
}

fn name(pipeline: &[String]) -> String {
    if pipeline.is_empty() { "none".to_owned() } else { pipeline.join(" → ") }
}

fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}
