//! `parity compare`: one problem, many solvers.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;
use parity_core::{Problem, Solver, Task};

use crate::chromatic::{self, ChromaticComparison};
use crate::command::compare_set::SetOptions;
use crate::command::progress::Progress;
use crate::command::selection::Options;
use crate::command::{INTERRUPTED, USAGE_ERROR, WRONG, end_gently_on_interrupt, print, warn};
use crate::comparison::{Comparison, Follower};
use crate::file::{check_directory, check_writable, write_atomically};
use crate::record::{Record, Settings, Status, Verdict};
use crate::registry::Registry;
use crate::{supervisor, table};

/// Solve one problem with many solvers, check the answers, compare sets, counts and times.
#[derive(Args, Clone, Debug)]
pub(crate) struct Compare {
    /// The kind of problem; `parity list problems` lists them
    problem: String,
    /// A file with the instance, for problems that are read from one; `-` is standard input
    file: Option<PathBuf>,
    /// One solution instead of all
    #[arg(long, conflicts_with = "max_solutions")]
    first: bool,
    /// Only the number of solutions, which a solver may know without finding each of them
    #[arg(long, conflicts_with_all = ["first", "max_solutions", "set"])]
    count: bool,
    /// Only one solution of each orbit, by constraints that every solver reads
    #[arg(long)]
    break_symmetry: bool,
    /// The least number of colours by each solver, with the proof that fewer do not do (colouring)
    #[arg(long, conflicts_with_all = ["first", "count", "break_symmetry", "max_solutions", "set", "colours"])]
    minimum: bool,
    #[command(flatten)]
    set: SetOptions,
    #[command(flatten)]
    options: Options,
}

impl Compare {
    /// The comparison that options without a command mean.
    pub(crate) fn queens(options: Options) -> Self {
        Compare {
            problem: "queens".to_owned(),
            file: None,
            first: false,
            count: false,
            break_symmetry: false,
            minimum: false,
            set: SetOptions::default(),
            options,
        }
    }

    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        self.set.check()?;
        let task = match (self.first, self.count) {
            (true, _) => Task::First,
            (_, true) => Task::Count,
            (false, false) => Task::All,
        };
        if self.minimum {
            return self.least_colours(registry);
        }
        if self.set.is_given() {
            let (kind, fundamental) = (&self.problem, self.break_symmetry);
            return self.set.compare(registry, kind, task, fundamental, &self.options);
        }
        compare(
            registry,
            &self.problem,
            self.file.as_ref(),
            task,
            self.break_symmetry,
            &self.options,
        )
    }

    /// The chromatic number by each solver.
    fn least_colours(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let options = &self.options;
        let problem = options.instance.graph(&self.problem, self.file.as_ref())?;
        warn(&problem, options.quiet);
        // A proof that fewer colours do not do takes a complete solver.
        let solvers = options.solvers(registry, Task::All, problem.kind())?;
        let settings =
            Settings { repetitions: Some(chromatic::REPETITIONS), ..options.settings(false) };
        let comparison = ChromaticComparison { colouring: &problem, solvers, settings };
        let (name, cells) = (comparison.name(), comparison.solvers.len());
        follow(options, name, cells, |follower| comparison.run(follower))
    }
}

/// Compares the solvers that the options choose on one instance.
pub(crate) fn compare(
    registry: &Registry,
    kind: &str,
    file: Option<&PathBuf>,
    task: Task,
    break_symmetry: bool,
    options: &Options,
) -> anyhow::Result<ExitCode> {
    let problem = options.instance.problem(kind, file)?;
    warn(&*problem, options.quiet);
    options.check_reach(kind, task)?;
    let solvers: Vec<&dyn Solver> = options.solvers(registry, task, kind)?;
    let settings = options.settings(break_symmetry);
    let comparison = Comparison { problem: &*problem, task, solvers, settings, repeat: true };
    let (name, cells) = (comparison.name(), comparison.solvers.len());
    follow(options, name, cells, |follower| comparison.run(follower))
}

/// Runs a comparison, writes its results and prints them.
fn follow(
    options: &Options,
    name: String,
    cells: usize,
    run: impl FnOnce(&mut dyn Follower) -> anyhow::Result<Record>,
) -> anyhow::Result<ExitCode> {
    let destination = Destination::new(options, name);
    destination.check()?;
    end_gently_on_interrupt()?;
    let progress = Progress::new(cells, options.quiet);
    let mut keeper = Keeper { destination: &destination, progress };
    let record = run(&mut keeper)?;
    keeper.progress.finish();
    match &destination {
        Destination::StandardOutput => print(&record.to_json())?,
        Destination::File(_) | Destination::Directory(..) => {
            print(&(options.format.record)(&record)?)?;
            if !options.quiet {
                eprintln!("{}", destination.describe());
            }
        }
    }
    Ok(exit_code(&record))
}

pub(crate) fn exit_code(record: &Record) -> ExitCode {
    let failed = |status: Status| match status {
        Status::Error | Status::Unavailable | Status::Unsupported => true,
        Status::Complete | Status::Partial | Status::Timeout | Status::Memory => false,
    };
    match record.verdict {
        Verdict::Disagree => ExitCode::from(WRONG),
        _ if supervisor::interrupted() => ExitCode::from(INTERRUPTED),
        // Nothing ran at all: that is no agreement.
        _ if record.runs.iter().all(|run| failed(run.status)) => ExitCode::from(USAGE_ERROR),
        Verdict::Agree | Verdict::Unverified => ExitCode::SUCCESS,
    }
}

/// Where the record goes.
pub(crate) enum Destination {
    StandardOutput,
    File(PathBuf),
    /// A directory, and the name of the files in it without ending.
    Directory(PathBuf, String),
}

impl Destination {
    /// Where the options say, or files of this name in the results directory.
    pub(crate) fn new(options: &Options, name: String) -> Self {
        match &options.json {
            Some(path) => Destination::of(path),
            None => Destination::Directory(options.directory(), name),
        }
    }

    /// A file, or standard output if the path is `-`.
    pub(crate) fn of(path: &Path) -> Self {
        match path.as_os_str() == "-" {
            true => Destination::StandardOutput,
            false => Destination::File(path.to_owned()),
        }
    }

    /// Fails now rather than after the work.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let (path, writable) = match self {
            Destination::StandardOutput => return Ok(()),
            Destination::File(path) => (path, check_writable(path)),
            Destination::Directory(directory, _) => (directory, check_directory(directory)),
        };
        writable.with_context(|| format!("cannot write to {}", path.display()))
    }

    pub(crate) fn write(&self, record: &Record) -> anyhow::Result<()> {
        self.write_texts(&record.to_json(), || table::markdown(record))
    }

    /// Writes a record and, where there is a place for it, its table.
    pub(crate) fn write_texts(
        &self,
        record: &str,
        table: impl FnOnce() -> String,
    ) -> anyhow::Result<()> {
        let (json, markdown) = match self {
            Destination::StandardOutput => return Ok(()),
            Destination::File(path) => (path.clone(), None),
            Destination::Directory(directory, name) => {
                (directory.join(format!("{name}.json")), Some(directory.join(format!("{name}.md"))))
            }
        };
        write_atomically(&json, record)
            .with_context(|| format!("cannot write {}", json.display()))?;
        if let Some(path) = markdown {
            write_atomically(&path, &table())
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }

    pub(crate) fn describe(&self) -> String {
        match self {
            Destination::StandardOutput => String::new(),
            Destination::File(path) => format!("wrote {}", path.display()),
            Destination::Directory(directory, name) => {
                format!("wrote {} and .md", directory.join(format!("{name}.json")).display())
            }
        }
    }
}

/// Writes the record after every cell and shows progress.
struct Keeper<'a> {
    destination: &'a Destination,
    progress: Progress,
}

impl Follower for Keeper<'_> {
    fn begin(&mut self, solver: &str) {
        self.progress.begin(solver);
    }

    fn found(&mut self, found: &crate::cell::Found) {
        self.progress.found(found.solutions);
    }

    fn end(&mut self, record: &Record) -> anyhow::Result<()> {
        self.progress.end();
        self.destination.write(record)
    }
}
