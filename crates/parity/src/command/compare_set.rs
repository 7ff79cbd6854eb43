//! `parity compare PROBLEM --set SET`: many instances, many solvers.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::ensure;
use clap::Args;
use parity_core::Task;

use crate::command::compare::Destination;
use crate::command::progress::Progress;
use crate::command::selection::{Options, duration};
use crate::command::{INTERRUPTED, USAGE_ERROR, WRONG, end_gently_on_interrupt, print};
use crate::number::nanoseconds;
use crate::record::{Settings, Status, Verdict};
use crate::registry::Registry;
use crate::set_comparison::{SetComparison, SetFollower};
use crate::set_record::SetRecord;
use crate::{kind, puzzles, set_table, supervisor};

/// Which set, and how long for each of its instances.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SetOptions {
    #[arg(long, value_name = "SET", help = sets(), conflicts_with_all = ["file", "n", "timeout"], help_heading = "Set")]
    set: Vec<String>,
    /// Wall-clock limit of each instance of a set, such as 3s or 500ms [default: 3s]
    #[arg(long, visible_alias = "limit-per-instance", value_name = "TIME", value_parser = duration, help_heading = "Set")]
    limit_per_puzzle: Option<Duration>,
}

/// The help of `--set`, which names the sets that are provided.
fn sets() -> String {
    let mut kinds: Vec<&str> = puzzles::PROVIDED.iter().map(|provided| provided.kind).collect();
    kinds.dedup();
    let names = |kind| format!("of {kind}: {}", puzzles::names(kind).join(", "));
    let provided: Vec<String> = kinds.into_iter().map(names).collect();
    format!(
        "All instances of a set: one that is provided ({}), a file of instances, or a directory of \
         files. May be repeated",
        provided.join("; ")
    )
}

/// The limit of an instance, unless another is given.
const LIMIT: Duration = Duration::from_secs(3);
/// Solutions looked for, unless another number is given: two tell whether a puzzle is unique.
const SOLUTIONS: u64 = 2;

impl SetOptions {
    /// Whether a set was given at all.
    pub(crate) fn is_given(&self) -> bool {
        !self.set.is_empty()
    }

    /// Refuses an option that is about a set where there is none.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        ensure!(
            self.is_given() || self.limit_per_puzzle.is_none(),
            "--limit-per-puzzle is about a set: give --set, or use --timeout"
        );
        Ok(())
    }

    /// Runs a comparison over the set, writes its results and prints them.
    pub(crate) fn compare(
        &self,
        registry: &Registry,
        kind: &str,
        task: Task,
        break_symmetry: bool,
        options: &Options,
    ) -> anyhow::Result<ExitCode> {
        let kind = kind::find(kind)?;
        let spec = options.instance.spec(kind.name);
        let (mut names, mut problems) = (Vec::new(), Vec::new());
        for set in &self.set {
            let (name, of_set) = puzzles::read(kind, set, &spec)?;
            names.push(name);
            problems.extend(of_set);
        }
        ensure!(!problems.is_empty(), "there is no instance in the set");
        let timeout = self.limit_per_puzzle.unwrap_or(LIMIT);
        let settings = Settings {
            timeout_ns: nanoseconds(timeout),
            max_solutions: options.max_solutions.or((task != Task::First).then_some(SOLUTIONS)),
            repetitions: Some(1),
            ..options.settings(break_symmetry)
        };
        let comparison = SetComparison {
            name: names.join("+"),
            problems,
            task,
            solvers: options.solvers(registry, task, kind.name)?,
            settings,
        };
        self.run(&comparison, options)
    }

    fn run(&self, comparison: &SetComparison, options: &Options) -> anyhow::Result<ExitCode> {
        let destination = Destination::new(options, comparison.file_name());
        destination.check()?;
        end_gently_on_interrupt()?;
        let cells = comparison.solvers.len() * comparison.problems.len();
        let mut keeper = Keeper {
            destination: &destination,
            progress: Progress::new(cells, options.quiet),
            each: comparison.problems.len(),
            answered: 0,
            written: Instant::now(),
            took: Duration::ZERO,
        };
        let record = comparison.run(&mut keeper)?;
        keeper.progress.finish();
        let to_standard_output = matches!(destination, Destination::StandardOutput);
        let text =
            if to_standard_output { record.to_json() } else { (options.format.set)(&record)? };
        print(&text)?;
        if !options.quiet && !to_standard_output {
            eprintln!("{}", destination.describe());
        }
        Ok(exit_code(&record))
    }
}

fn exit_code(record: &SetRecord) -> ExitCode {
    let able = |status: Status| match status {
        Status::Error | Status::Unavailable | Status::Unsupported => false,
        Status::Complete | Status::Partial | Status::Timeout | Status::Memory => true,
    };
    let mut answers = record.solvers.iter().flat_map(|solver| solver.answers.iter().flatten());
    match record.verdict {
        Verdict::Disagree => ExitCode::from(WRONG),
        _ if supervisor::interrupted() => ExitCode::from(INTERRUPTED),
        // Nothing ran at all: that is no agreement.
        _ if !answers.any(|answer| able(answer.status)) => ExitCode::from(USAGE_ERROR),
        Verdict::Agree | Verdict::Unverified => ExitCode::SUCCESS,
    }
}

/// Writes the record while it grows and shows progress.
struct Keeper<'a> {
    destination: &'a Destination,
    progress: Progress,
    /// How many instances there are, and how many the solver at work has answered.
    each: usize,
    answered: usize,
    /// When the record was written last, and how long that took.
    written: Instant,
    took: Duration,
}

/// After an answer the record is written no more often than this, …
const PAUSE: Duration = Duration::from_millis(500);
/// … and so that writing takes no more than one part in so many of the time.
const SHARE: u32 = 20;

impl Keeper<'_> {
    fn write(&mut self, record: &SetRecord) -> anyhow::Result<()> {
        let start = Instant::now();
        self.destination.write_texts(&record.to_json(), || set_table::markdown(record))?;
        (self.written, self.took) = (Instant::now(), start.elapsed());
        Ok(())
    }
}

impl SetFollower for Keeper<'_> {
    fn begin(&mut self, solver: &str) {
        self.progress.begin(solver);
        self.answered = 0;
    }

    fn answered(&mut self, record: &SetRecord) -> anyhow::Result<()> {
        self.progress.end();
        self.answered += 1;
        let due = self.written.elapsed() >= PAUSE.max(self.took * SHARE);
        if due { self.write(record) } else { Ok(()) }
    }

    fn end(&mut self, record: &SetRecord) -> anyhow::Result<()> {
        // Those that a disqualified solver was spared.
        (self.answered..self.each).for_each(|_| self.progress.end());
        self.write(record)
    }
}
