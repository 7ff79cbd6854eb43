//! What a comparison over a set of instances writes: the instances, and every answer of every solver.
//!
//! It is to a set what a [`Record`](crate::record::Record) is to one instance, and written in the same
//! way. The answers of a solver are in the order of the instances, each on a line of its own; `null` stands
//! for one that was not asked for. The format is described by `schema/set.schema.json`.

use std::io;
use std::path::Path;

use parity_core::{Family, Tally, Task};
use serde::{Deserialize, Serialize};
use serde_json::ser::{Formatter, PrettyFormatter};

use crate::host::Host;
use crate::record::{Instance, Run, Settings, Status, Verdict, check_version, median};

/// What one solver said of one instance: a [`Run`] without what all runs of the solver share.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// How it ended.
    pub status: Status,
    /// Correct and distinct solutions found, up to the cap; absent if it never ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solutions: Option<u64>,
    /// Hash of the set of solutions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<String>,
    /// Nanoseconds until the first solution.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_ns: Option<u64>,
    /// Nanoseconds until the solver came back or was stopped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_ns: Option<u64>,
    /// The work counted.
    #[serde(default, skip_serializing_if = "Tally::is_empty")]
    pub effort: Tally,
    /// Whether it agrees with the others on this instance.
    pub verdict: Verdict,
    /// Something the reader should know.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Answer {
    /// What a run said.
    pub fn of(run: Run) -> Self {
        Answer {
            status: run.status,
            solutions: run.solutions,
            hash: run.solution_set_hash.filter(|_| run.solutions.is_some_and(|count| count > 0)),
            first_ns: median(&run.times_ns.first),
            total_ns: median(&run.times_ns.total),
            effort: run.effort,
            verdict: run.verdict,
            message: run.message,
        }
    }

    /// The run, as far as its verdict depends on it.
    pub(crate) fn run(&self, task: Task, solver: &SolverAnswers) -> Run {
        Run {
            solutions: self.solutions,
            solution_set_hash: self.hash.clone(),
            verdict: self.verdict,
            message: self.message.clone(),
            ..Run::ended(&solver.solver, solver.family, task, self.status)
        }
    }
}

/// What one solver said of all instances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverAnswers {
    /// Id of the row.
    pub solver: String,
    /// Family of the row.
    pub family: Family,
    /// Name and version of the engine, or of this program; absent if the engine is.
    pub engine_version: Option<String>,
    /// Why its answers do not count any more: it was wrong on some instance, or contradicted.
    pub disqualified: Option<String>,
    /// In the order of the instances; none for an instance that was not asked about.
    pub answers: Vec<Option<Answer>>,
}

/// The instances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Set {
    /// Name of the kind of problem.
    pub kind: String,
    /// Name of the set.
    pub name: String,
    /// Hash of all instances in order, as 32 hexadecimal digits.
    pub hash: String,
    /// The instances, in the order of the files they come from. They are solved in an order that the
    /// seed gives.
    pub instances: Vec<Instance>,
}

/// The result of a comparison over a set.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SetRecord {
    /// Version of the format.
    pub schema_version: u32,
    /// The instances.
    pub set: Set,
    /// What was asked of each instance.
    pub task: Task,
    /// Where it ran.
    pub host: Host,
    /// When it began, as RFC 3339.
    pub started_at: String,
    /// Whether all solvers have been through all instances, or were disqualified.
    pub finished: bool,
    /// Limits for each instance, and the seed.
    pub limits: Settings,
    /// In the order of the comparison.
    pub solvers: Vec<SolverAnswers>,
    /// The verdict of all answers together.
    pub verdict: Verdict,
}

impl SetRecord {
    /// Whether an answer settles what was asked: everything was found, or as much as was asked for.
    pub fn settles(&self, answer: &Answer) -> bool {
        match answer.status {
            Status::Complete => true,
            Status::Partial => {
                let enough = match self.task {
                    Task::First => Some(1),
                    Task::All | Task::Count | Task::Optimum => self.limits.max_solutions,
                };
                answer.solutions.is_some() && answer.solutions >= enough && enough.is_some()
            }
            Status::Timeout
            | Status::Memory
            | Status::Unsupported
            | Status::Unavailable
            | Status::Error => false,
        }
    }

    /// The answers of a solver that settle what was asked; none if it was disqualified, as then they
    /// do not count any more.
    pub fn settled<'a>(&'a self, solver: &'a SolverAnswers) -> impl Iterator<Item = &'a Answer> {
        let trusted = solver.answers.iter().flatten().filter(|_| solver.disqualified.is_none());
        trusted.filter(|answer| self.settles(answer) && answer.verdict != Verdict::Disagree)
    }

    /// The record as JSON text, an answer a line.
    pub fn to_json(&self) -> String {
        let mut text = Vec::new();
        let mut serializer =
            serde_json::Serializer::with_formatter(&mut text, LineAnItem::default());
        self.serialize(&mut serializer).expect("a record is plain data");
        text.push(b'\n');
        String::from_utf8(text).expect("JSON is UTF-8")
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If the file cannot be read or is not a record of a set in this version.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        use anyhow::Context;
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let value: serde_json::Value =
            serde_json::from_str(&text).with_context(|| format!("{name} is not JSON"))?;
        Self::from_value(value).with_context(|| format!("{name} is not a result file of a set"))
    }

    /// Takes a record from JSON.
    ///
    /// # Errors
    /// If it is not a record of a set in this version.
    pub fn from_value(value: serde_json::Value) -> anyhow::Result<Self> {
        check_version(&value)?;
        Ok(serde_json::from_value(value)?)
    }
}

/// JSON over several lines down to the answers of a solver, and on one line below.
#[derive(Default)]
struct LineAnItem {
    pretty: PrettyFormatter<'static>,
    depth: usize,
}

impl LineAnItem {
    /// The record, its solvers, one of them, its answers.
    const LEVELS: usize = 4;

    fn is_spread(&self) -> bool {
        self.depth <= Self::LEVELS
    }
}

impl Formatter for LineAnItem {
    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.is_spread() { self.pretty.begin_array(writer) } else { writer.write_all(b"[") }
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth < Self::LEVELS {
            self.pretty.end_array(writer)
        } else {
            writer.write_all(b"]")
        }
    }

    fn begin_array_value<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if self.is_spread() {
            self.pretty.begin_array_value(writer, first)
        } else {
            writer.write_all(if first { b"" } else { b", " })
        }
    }

    fn end_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_spread() { self.pretty.end_array_value(writer) } else { Ok(()) }
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.is_spread() { self.pretty.begin_object(writer) } else { writer.write_all(b"{") }
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth < Self::LEVELS {
            self.pretty.end_object(writer)
        } else {
            writer.write_all(b"}")
        }
    }

    fn begin_object_key<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        first: bool,
    ) -> io::Result<()> {
        if self.is_spread() {
            self.pretty.begin_object_key(writer, first)
        } else {
            writer.write_all(if first { b"" } else { b", " })
        }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.pretty.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.is_spread() { self.pretty.end_object_value(writer) } else { Ok(()) }
    }
}
