//! One (solver, problem, task) to run, and what its worker reports.
//!
//! A cell goes to the worker as one JSON line on standard input, and may be followed by others, which
//! run one after the other; reports come back as JSON lines on standard output, each complete in
//! itself, so that a killed worker loses only what it had not yet reported.

use std::collections::BTreeMap;

use parity_core::problem::Spec;
use parity_core::{Tally, Task};
use serde::{Deserialize, Serialize};

use crate::record::Settings;

/// One thing for a worker to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cell {
    /// Id of the row.
    pub solver: String,
    /// The instance.
    pub problem: Spec,
    /// What is asked.
    pub task: Task,
    /// Wall-clock limit of the whole cell in nanoseconds, start-up not included.
    pub timeout_ns: u64,
    /// Memory limit in bytes.
    pub memory_bytes: u64,
    /// Stop after this many solutions.
    pub max_solutions: Option<u64>,
    /// Seed of every random choice.
    pub seed: u64,
    /// Whether one solution of each orbit is wanted.
    pub break_symmetry: bool,
    /// Whether an answer to this has been refuted, and the solver shall look again.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub doubted: bool,
    /// Whether to repeat a short run for more samples of its time.
    pub repeat: bool,
    /// Exactly so many repetitions, instead of as many as fit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repetitions: Option<u64>,
}

impl Cell {
    /// A solver on an instance, with limits and seed; short runs are repeated.
    pub fn new(solver: &str, problem: Spec, task: Task, settings: &Settings) -> Self {
        Cell {
            solver: solver.to_owned(),
            problem,
            task,
            timeout_ns: settings.timeout_ns,
            memory_bytes: settings.memory_bytes,
            max_solutions: settings.max_solutions,
            seed: settings.seed,
            break_symmetry: settings.break_symmetry,
            doubted: false,
            repeat: true,
            repetitions: settings.repetitions,
        }
    }
}

/// What is known of the solutions of a run so far.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Found {
    /// Correct and distinct solutions; of a count, as many as the solver says.
    pub solutions: u64,
    /// Those that are their own canonical form, if the problem has symmetries.
    pub fundamental: Option<u64>,
    /// Fundamental solutions by the size of their orbits.
    pub orbits: BTreeMap<usize, u64>,
    /// Hash of the set, as 32 hexadecimal digits.
    pub set_hash: String,
    /// Objective of the latest solution, computed from the rules.
    pub objective: Option<i64>,
    /// Whether all repeated solutions would have been noticed.
    pub all_remembered: bool,
    /// The latest solution.
    pub latest: Option<Vec<i32>>,
}

/// One timed run, in nanoseconds since it began.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// Until the model was translated; absent if nothing is translated.
    pub encode: Option<u64>,
    /// Until the first solution; absent if there is none.
    pub first: Option<u64>,
    /// Until the solutions number 1, 2, 4, 8 and so on: how the time per solution changes as an
    /// enumeration proceeds.
    #[serde(default)]
    pub growth: Vec<u64>,
    /// Until the solver came back.
    pub total: u64,
}

/// Why a checked run ended, as in [`parity_core::End`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// Everything was found, or the optimum proved.
    Exhausted,
    /// The cap was reached, or the one solution found.
    Stopped,
    /// The deadline passed.
    OutOfTime,
    /// No proof, for this reason.
    GaveUp(String),
}

/// What a worker reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Report {
    /// The problem is built and the solver about to begin; the limits count from here.
    Started,
    /// The model was translated.
    Encoded {
        /// Size of the translation.
        size: Tally,
        /// Time it took, in nanoseconds.
        ns: u64,
    },
    /// Solutions so far.
    Progress {
        /// The solutions.
        found: Found,
        /// Time so far, in nanoseconds, without the time for checking.
        sample: Sample,
    },
    /// A claimed solution was wrong; the run goes on no further.
    Wrong {
        /// What was wrong.
        message: String,
    },
    /// The run whose solutions were checked has ended.
    Checked {
        /// The solutions.
        found: Found,
        /// Why it ended.
        ended: Ended,
        /// Its time, without the time for checking.
        sample: Sample,
        /// The work it counted.
        effort: Tally,
        /// Something the reader should know.
        message: Option<String>,
        /// The most memory the worker had at once, in bytes, where the system tells.
        peak_rss_bytes: Option<u64>,
    },
    /// A repeated run, without checking.
    Timed {
        /// Its time.
        sample: Sample,
    },
    /// The solver declares that it cannot do this.
    Unsupported(String),
    /// The solver's engine is missing.
    Unavailable(String),
    /// The solver failed.
    Failed(String),
    /// The cell is done, and the worker waits for the next.
    Finished,
}
