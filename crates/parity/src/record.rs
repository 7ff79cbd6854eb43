//! What a comparison writes: raw times, counts, effort, sizes, status, verdict, host.
//!
//! Tables and pages are functions of records. A record is written after every cell, to a temporary
//! file that is then renamed, so that the file is valid at every moment. The format is described by
//! `schema/record.schema.json`; integers in it can exceed 2^53 (they are unsigned 64-bit) and should
//! be read as such.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;

use parity_core::problem::{Published, PublishedOptimum, Spec};
use parity_core::{Family, Tally, Task};
use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::number;
use crate::times::Times;

/// Version of the format.
pub const SCHEMA_VERSION: u32 = 1;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// All solutions were found and the absence of others proved, or the optimum was proved, or
    /// that there is no solution.
    Complete,
    /// A cap on solutions was reached, or the search gave up without a proof.
    Partial,
    /// The time was up.
    Timeout,
    /// The memory was used up.
    Memory,
    /// The solver declares that it cannot do this.
    Unsupported,
    /// The solver's engine is not installed or not part of this build.
    Unavailable,
    /// The solver failed, or its answer was wrong.
    Error,
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(match self {
            Status::Complete => "complete",
            Status::Partial => "partial",
            Status::Timeout => "timeout",
            Status::Memory => "memory",
            Status::Unsupported => "unsupported",
            Status::Unavailable => "unavailable",
            Status::Error => "error",
        })
    }
}

/// Whether an answer agrees with the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// It agrees with the published count and with every other completed run.
    Agree,
    /// It is wrong, or differs from the others.
    Disagree,
    /// There is nothing to compare it with.
    Unverified,
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(match self {
            Verdict::Agree => "agree",
            Verdict::Disagree => "disagree",
            Verdict::Unverified => "unverified",
        })
    }
}

/// The instance that was solved.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
    /// Name of the kind.
    pub kind: String,
    /// Name of the instance.
    pub name: String,
    /// What it was made from.
    pub parameters: Spec,
    /// Hash of the parameters, as 32 hexadecimal digits.
    pub hash: String,
}

/// When a run was to be stopped, and its other circumstances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Wall-clock limit of a cell in nanoseconds.
    pub timeout_ns: u64,
    /// Memory limit of a cell in bytes.
    pub memory_bytes: u64,
    /// Cap on the number of solutions.
    pub max_solutions: Option<u64>,
    /// Seed of every random choice.
    pub seed: u64,
    /// Whether one solution of each orbit was asked for.
    pub break_symmetry: bool,
    /// Exactly so many timed repetitions, if not as many as fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetitions: Option<u64>,
}

/// The published answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Expected {
    /// Number of solutions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// Number of solutions up to symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<u64>,
    /// The optimum.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimum: Option<i64>,
    /// Where it is from.
    pub source: String,
}

impl From<Published> for Expected {
    fn from(published: Published) -> Self {
        Expected {
            solutions: Some(published.solutions),
            fundamental: published.fundamental,
            optimum: None,
            source: published.source.to_owned(),
        }
    }
}

impl From<PublishedOptimum> for Expected {
    fn from(published: PublishedOptimum) -> Self {
        Expected {
            solutions: None,
            fundamental: None,
            optimum: Some(published.value),
            source: published.source.to_owned(),
        }
    }
}

/// This moment to the second, as RFC 3339.
pub fn now() -> String {
    let now = jiff::Timestamp::now().round(jiff::Unit::Second);
    now.map_or_else(|_| String::new(), |time| time.to_string())
}

/// The median of some times, the mean of the middle two if their number is even.
pub fn median(times: &[u64]) -> Option<u64> {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let upper = *sorted.get(sorted.len() / 2)?;
    let lower = sorted[(sorted.len() - 1) / 2];
    Some(lower + (upper - lower) / 2)
}

/// One solver on the instance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Id of the row.
    pub solver: String,
    /// Family of the row.
    pub family: Family,
    /// Name and version of the engine, or of this program; absent if the engine is.
    pub engine_version: Option<String>,
    /// What was asked.
    pub task: Task,
    /// How it ended.
    pub status: Status,
    /// Solutions found, correct and distinct; of a count, as many as the solver says. Absent if it
    /// never ran.
    pub solutions: Option<u64>,
    /// Solutions that are their own canonical form, if the problem has symmetries.
    pub fundamental: Option<u64>,
    /// Fundamental solutions by the size of their orbits.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub orbits: BTreeMap<usize, u64>,
    /// Hash of the set of solutions, as 32 hexadecimal digits: the sum modulo 2^128 of the 128-bit
    /// XXH3 hashes of its members.
    pub solution_set_hash: Option<String>,
    /// Value of the objective in the last solution, computed from the rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub objective: Option<i64>,
    /// The last solution of an optimisation, or the one solution asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Vec<i32>>,
    /// The work counted. Absent is not zero.
    pub effort: Tally,
    /// Size of the translation. Absent is not zero.
    pub size: Tally,
    /// Raw times.
    pub times_ns: Times,
    /// Most memory of the worker process, in bytes, where the system tells.
    pub peak_rss_bytes: Option<u64>,
    /// Whether it agrees with the others.
    pub verdict: Verdict,
    /// Something the reader should know.
    pub message: Option<String>,
    /// Where it ran, if not on the host of the record: its times are not to be compared with others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
}

/// A solver that was planned and deliberately not run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Skipped {
    /// Id of the row.
    pub solver: String,
    /// Why.
    pub reason: String,
}

impl Run {
    /// A run of which no more is known than how it ended.
    pub(crate) fn ended(solver: &str, family: Family, task: Task, status: Status) -> Self {
        Run {
            solver: solver.to_owned(),
            family,
            engine_version: None,
            task,
            status,
            solutions: None,
            fundamental: None,
            orbits: BTreeMap::new(),
            solution_set_hash: None,
            objective: None,
            solution: None,
            effort: Tally::new(),
            size: Tally::new(),
            times_ns: Times::default(),
            peak_rss_bytes: None,
            verdict: Verdict::Unverified,
            message: None,
            host: None,
        }
    }

    /// Whether it did all that was asked and was not found wrong: only then is its time the time of
    /// the task.
    pub fn answered(&self) -> bool {
        let full = match self.status {
            Status::Complete => true,
            Status::Partial => self.task == Task::First && self.solutions == Some(1),
            Status::Timeout
            | Status::Memory
            | Status::Unsupported
            | Status::Unavailable
            | Status::Error => false,
        };
        full && self.verdict != Verdict::Disagree
    }
}

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Version of the format.
    pub schema_version: u32,
    /// The instance.
    pub problem: Instance,
    /// What was asked.
    pub task: Task,
    /// Where it ran.
    pub host: Host,
    /// When it began, as RFC 3339.
    pub started_at: String,
    /// Whether all planned cells have run.
    pub finished: bool,
    /// Limits and seed.
    pub limits: Settings,
    /// The published answer, if there is one.
    pub expected: Option<Expected>,
    /// How many cells ran at the same time, if not one: they disturb each other's times.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub jobs: Option<u64>,
    /// One run a solver, in the order of the comparison.
    pub runs: Vec<Run>,
    /// Solvers that were planned and deliberately not run. They are no timeouts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<Skipped>,
    /// The verdict of all runs together.
    pub verdict: Verdict,
}

impl Record {
    /// The record as JSON text.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a record is plain data");
        text.push('\n');
        text
    }

    /// Where a run of this record ran.
    pub fn host_of<'a>(&'a self, run: &'a Run) -> &'a Host {
        run.host.as_ref().unwrap_or(&self.host)
    }

    /// What was asked, as in a heading: "all solutions up to symmetry".
    pub fn question(&self) -> String {
        let task = match (self.task, self.limits.max_solutions) {
            (Task::First, _) => "first solution".to_owned(),
            (Task::All, None) => "all solutions".to_owned(),
            (Task::All, Some(most)) => format!("at most {}", number::counted(most, "solutions")),
            (Task::Count, _) => "number of solutions".to_owned(),
            (Task::Optimum, _) => "optimum".to_owned(),
        };
        let symmetry = if self.limits.break_symmetry { " up to symmetry" } else { "" };
        format!("{task}{symmetry}")
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If the file cannot be read or is not a record of this version.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        use anyhow::Context;
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let value = serde_json::from_str(&text);
        value
            .map_err(Into::into)
            .and_then(Record::from_value)
            .with_context(|| format!("{name} is not a result file"))
    }

    /// A record from JSON.
    ///
    /// # Errors
    /// If it is not a record of this version.
    pub fn from_value(value: serde_json::Value) -> anyhow::Result<Self> {
        check_version(&value)?;
        Ok(serde_json::from_value(value)?)
    }
}

/// Fails unless a record from JSON is of the version that this program reads.
pub(crate) fn check_version(value: &serde_json::Value) -> anyhow::Result<()> {
    let version = value.get("schema_version").and_then(serde_json::Value::as_u64);
    anyhow::ensure!(
        version == Some(u64::from(SCHEMA_VERSION)),
        "its schema_version is {}, not {SCHEMA_VERSION}",
        version.map_or_else(|| "missing".to_owned(), |version| version.to_string())
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[5]), Some(5));
        assert_eq!(median(&[9, 1, 5]), Some(5));
        assert_eq!(median(&[1, 9, 5, 6]), Some(5));
    }
}
