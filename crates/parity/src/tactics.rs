//! What tactics of Z3 do to formulas, as a record and as a table.

use std::time::{Duration, Instant};

use anyhow::Context;
use parity_core::Problem;
use serde::{Deserialize, Serialize};
use smt_backend::Encoding;
use smt_backend::tactics::{self, Answer, PIPELINES, Pipeline};

use crate::host::Host;
use crate::number;
use crate::record::SCHEMA_VERSION;
use crate::study::Study;
use crate::supervisor;
use crate::view::measure::Observation;
use crate::view::pivot::one;
use crate::view::{Cell, Column, Grid, Quantity, Row, Table};

/// The result of `parity tactics`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tactics {
    /// Version of the format.
    pub schema_version: u32,
    /// Always `tactics`.
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
            kind: Self::KIND.to_owned(),
            host: Host::current(),
            started_at: crate::record::now(),
            engine_version,
            encoding: encoding.to_owned(),
            timeout_ns: number::nanoseconds(timeout),
            runs: Vec::new(),
        }
    }

    /// Measures every pipeline on a problem, with so many samples each, until the program is
    /// interrupted.
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
            if supervisor::interrupted() {
                break;
            }
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
                    run.apply_ns.push(number::nanoseconds(applied.apply));
                    run.solve_ns.push(number::nanoseconds(applied.solve));
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
}

impl Study for Tactics {
    const KIND: &'static str = "tactics";

    fn tables(&self) -> Vec<Table> {
        let mut problems: Vec<&str> = self.runs.iter().map(|run| run.problem.as_str()).collect();
        problems.dedup();
        let grids = problems.into_iter().map(|problem| self.grid(problem));
        grids
            .map(|grid| Table { measure: "what tactics do".to_owned(), drawn: false, grid })
            .collect()
    }
}

impl Tactics {
    /// The pipelines on one problem.
    fn grid(&self, problem: &str) -> Grid {
        let runs = || self.runs.iter().filter(|run| run.problem == problem);
        let times =
            |times: &[u64]| Observation::Samples(times.iter().map(|&time| time as f64).collect());
        let size = |size: Option<Size>| {
            size.map_or(Observation::Nothing, |size| {
                Observation::Exact(size.expressions.into(), None)
            })
        };
        let row = |run: &Run| {
            Row::named(
                name(&run.pipeline),
                vec![
                    one(&size(Some(run.before))),
                    one(&size(run.after)),
                    one(&times(&run.apply_ns)),
                    one(&times(&run.solve_ns)),
                    Cell::Word(match run.answer.as_str() {
                        "satisfiable" => "satisfiable",
                        "unsatisfiable" => "unsatisfiable",
                        _ => "unknown",
                    }),
                ],
            )
        };
        let decided = |run: &&Run| matches!(run.answer.as_str(), "satisfiable" | "unsatisfiable");
        let samples = runs().map(|run| run.apply_ns.len()).max().unwrap_or(0);
        let note = format!(
            "{}, {}; sizes are numbers of different expressions, times are medians of {}.",
            self.engine_version,
            self.encoding,
            number::counted(samples as u64, "samples")
        );
        let unknown = runs().filter(|run| !decided(run));
        let unknown = unknown.map(|run| format!("{}: {}.", name(&run.pipeline), run.answer));
        Grid {
            columns: vec![
                Column::named("before", Quantity::Count),
                Column::named("after", Quantity::Count),
                Column::named("apply", Quantity::Time),
                Column::named("solve", Quantity::Time),
                Column::named("answer", Quantity::Count),
            ],
            rows: runs().map(row).collect(),
            notes: [note].into_iter().chain(unknown).collect(),
            ..Grid::about(problem, &self.host, "tactics")
        }
    }
}

fn name(pipeline: &[String]) -> String {
    if pipeline.is_empty() { "none".to_owned() } else { pipeline.join(" → ") }
}
