//! `parity solve`: one solver, and its solutions for people or for other programs.
//!
//! The solver runs in this process, so that solutions go out as they are found and none is kept.

mod memory;
mod minimum;
mod output;
mod receiver;
mod usual;

use std::any::Any;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::bail;
use bytesize::ByteSize;
use clap::Args;
use parity_core::problem::Sudoku;
use parity_core::solver::{COMPLETE, FIRST_ONLY};
use parity_core::sudoku::triads;
use parity_core::{End, Outcome, Problem, Request, Scope, Solver, Task};

use crate::command::compare::exit_code;
use crate::command::progress;
use crate::command::selection::{Instance, duration};
use crate::command::solution::Format;
use crate::command::{USAGE_ERROR, WRONG, print, warn, worse};
use crate::comparison::{Comparison, Follower};
use crate::number;
use crate::record::{Record, Settings};
use crate::registry::Registry;
use output::{Limit, Output};
use receiver::Receiver;

/// Solve a problem with one solver and print the solutions.
#[derive(Args, Clone, Debug)]
pub(crate) struct Solve {
    /// The kind of problem; `parity list problems` lists them
    problem: String,
    /// A file with the instance or, for Sudoku, any number of puzzles; `-` is standard input
    file: Option<PathBuf>,
    #[command(flatten)]
    instance: Instance,
    /// The solver, by id; without it, the first curated one that takes the instance
    #[arg(long, value_name = "ID")]
    solver: Option<String>,
    /// All solutions instead of one
    #[arg(long)]
    all: bool,
    /// At most this many solutions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    limit: Option<u64>,
    /// The least number of colours, with the proof that fewer do not do (colouring)
    #[arg(long, conflicts_with_all = ["all", "limit", "colours", "format"])]
    minimum: bool,
    /// Only one solution of each orbit
    #[arg(long)]
    break_symmetry: bool,
    /// How to write solutions; without it, a board and a list, or a line for each of many
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Wall-clock limit for each instance, such as 30s or 2min
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// Seed of every random choice
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Results on standard output and nothing on standard error
    #[arg(long, short)]
    quiet: bool,
}

/// The rows that are tried first when none was asked for, with the tasks for which they are: strong,
/// and few surprises. Those made for the problem come before those for any model.
const PREFERRED: [(&str, &[Task]); 8] = [
    // Made for Sudoku: the usual puzzle, and all others.
    ("triads", COMPLETE),
    ("pencil-marks", COMPLETE),
    // Made for queens: all solutions fast, and one at once whatever the size.
    ("eightfold-images", &[Task::All]),
    ("explicit-construction", FIRST_ONLY),
    // For any model: one solution of a large one needs a good order of variables and values.
    ("forward-checking/dom/median", FIRST_ONLY),
    ("dancing-links", COMPLETE),
    ("mac", COMPLETE),
    ("forward-checking", COMPLETE),
];

impl Solve {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let output = Output::new();
        let code = if self.minimum {
            self.run_minimum(registry, &output)
        } else {
            self.run_all(registry, &output)
        };
        output.flush()?;
        code
    }

    /// Solves every instance there is.
    fn run_all(&self, registry: &Registry, output: &Output) -> anyhow::Result<ExitCode> {
        let mut problems = self.instance.problems(&self.problem, self.file.as_ref())?.peekable();
        let mut code = ExitCode::SUCCESS;
        let mut first = true;
        // What one usual Sudoku is solved with is right for the next million.
        let mut usual_solver = None;
        let progress = progress::counter("puzzles", self.quiet || io::stdout().is_terminal());
        while let Some(problem) = problems.next() {
            let problem = match problem {
                Ok(problem) => problem,
                // One puzzle that cannot be read does not spoil the others.
                Err(error) if !first || problems.peek().is_some() => {
                    output.flush()?;
                    eprintln!("error: {error}");
                    code = worse(code, ExitCode::from(USAGE_ERROR));
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            warn(&*problem, self.quiet);
            let many = !first || problems.peek().is_some();
            first = false;
            let usual = (&*problem as &dyn Any).downcast_ref().filter(|s: &&Sudoku| s.is_usual());
            let solver = match (usual, usual_solver) {
                (Some(_), Some(solver)) => solver,
                _ => self.choose(registry, &*problem)?,
            };
            if usual.is_some() {
                usual_solver = Some(solver);
            }
            let ended = match usual {
                Some(sudoku) if many && self.is_plain(solver) => {
                    progress.inc(1);
                    usual::one_line(sudoku, output)?
                }
                _ if self.format == Some(Format::Json) => {
                    output.flush()?;
                    self.record(&*problem, solver, many)?
                }
                _ => self.solve(&*problem, solver, many, output)?,
            };
            code = worse(code, ended);
        }
        if first {
            bail!("there is no instance in the file");
        }
        progress.finish_and_clear();
        Ok(code)
    }

    /// Whether a solution of each puzzle is wanted, a line each, and nothing else, from the solver
    /// that is made for a million of them.
    fn is_plain(&self, solver: &dyn Solver) -> bool {
        let Solve { format, all, limit, break_symmetry, timeout, .. } = self;
        let fast = solver.card().id == triads::ROW.card.id;
        fast && format.is_none() && !all && limit.is_none() && !break_symmetry && timeout.is_none()
    }

    fn task(&self) -> Task {
        if self.all || self.limit.is_some() { Task::All } else { Task::First }
    }

    /// When a run that begins now has to end.
    fn deadline(&self) -> Option<Instant> {
        self.timeout.and_then(|timeout| Instant::now().checked_add(timeout))
    }

    /// What becomes of a run that is not over by the deadline: the result that it has until it
    /// writes one, and whether other instances wait behind it.
    fn limit_at(
        &self,
        deadline: Option<Instant>,
        result: String,
        id: &str,
        many: bool,
    ) -> Option<Limit> {
        let (deadline, timeout) = (deadline?, self.timeout?);
        let behind = if many { "; nothing behind this instance was tried" } else { "" };
        let message = if self.quiet {
            String::new()
        } else {
            format!("{id}: the time is up, and it could not be interrupted{behind}\n")
        };
        let code = if many { USAGE_ERROR } else { 0 };
        Some(Limit { deadline, timeout, result, message, code })
    }

    fn request<'p>(&self, problem: &'p dyn Problem, deadline: Option<Instant>) -> Request<'p> {
        Request::new(problem, self.task())
            .with_seed(self.seed)
            .with_symmetry_broken(self.break_symmetry)
            .with_deadline(deadline)
    }

    /// The solver that was asked for. Without one, the curated rows made for the problem come
    /// before those for any model, and the first that takes the instance is chosen.
    fn choose(
        &self,
        registry: &Registry,
        problem: &dyn Problem,
    ) -> anyhow::Result<&'static dyn Solver> {
        if let Some(id) = &self.solver {
            return Ok(registry.get(id)?);
        }
        let claims = |row: &&&'static dyn Solver| {
            let card = row.card();
            (card.featured || self.place(**row).is_some())
                && card.covers(self.task(), problem.kind())
        };
        let mut rows: Vec<_> = registry.rows().iter().filter(claims).copied().collect();
        let preference = |row: &&'static dyn Solver| {
            let generic = row.card().scope == Scope::Models;
            (generic, self.place(*row).unwrap_or(PREFERRED.len()))
        };
        rows.sort_by_key(preference);
        let request = self.request(problem, None);
        let takes =
            |row: &&&'static dyn Solver| row.unavailable().is_none() && row.takes(&request).is_ok();
        match rows.iter().find(takes) {
            Some(row) => Ok(*row),
            None => {
                bail!("no solver is left: none has task `{}` on {}", self.task(), problem.kind())
            }
        }
    }

    /// The place of a row among those that are preferred for the task.
    fn place(&self, row: &dyn Solver) -> Option<usize> {
        let id = &row.card().id;
        PREFERRED.iter().position(|(known, tasks)| known == id && tasks.contains(&self.task()))
    }

    /// Solves and writes.
    fn solve(
        &self,
        problem: &dyn Problem,
        solver: &dyn Solver,
        many: bool,
        output: &Output,
    ) -> anyhow::Result<ExitCode> {
        let id = &solver.card().id;
        let deadline = self.deadline();
        let request = self.request(problem, deadline);
        memory::fits(solver, &request, self.quiet)?;
        let mut receiver = Receiver::new(self, problem, id, many, output);
        let unsolved = format!("{}\n", nothing(&End::OutOfTime));
        let limited = output.limit(self.limit_at(deadline, unsolved, id, many));
        let result = solver.solve(&request, &mut receiver);
        drop(limited);
        receiver.end();
        let Receiver { checker, written, .. } = receiver;
        written?;
        let outcome = result.map_err(|error| anyhow::anyhow!("{id}: {error}"))?;
        if checker.count() == 0 && checker.wrong().is_none() {
            output.write(|out| writeln!(out, "{}", nothing(&outcome.end)))?;
        }
        if let Some(wrong) = checker.wrong() {
            output.flush()?;
            eprintln!("WRONG: {id}: {wrong}");
            return Ok(ExitCode::from(WRONG));
        }
        if !self.quiet && !many {
            output.flush()?;
            eprintln!("{}", summary(id, checker.count(), &outcome));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The record of the run, made by a worker like any other.
    fn record(
        &self,
        problem: &dyn Problem,
        solver: &'static dyn Solver,
        compact: bool,
    ) -> anyhow::Result<ExitCode> {
        struct Quiet;
        impl Follower for Quiet {
            fn end(&mut self, _: &Record) -> anyhow::Result<()> {
                Ok(())
            }
        }
        let timeout = self.timeout.unwrap_or(Duration::from_secs(24 * 3600));
        let settings = Settings {
            timeout_ns: number::nanoseconds(timeout),
            memory_bytes: ByteSize::tib(1).as_u64(),
            max_solutions: self.limit,
            seed: self.seed,
            break_symmetry: self.break_symmetry,
            repetitions: None,
        };
        let task = self.task();
        let record = Comparison { problem, task, solvers: vec![solver], settings, repeat: false }
            .run(&mut Quiet)?;
        print(&if compact { serde_json::to_string(&record)? + "\n" } else { record.to_json() })?;
        Ok(exit_code(&record))
    }
}

/// What a run without solution says.
fn nothing(end: &End) -> String {
    match end {
        End::Exhausted => "no solution".to_owned(),
        End::OutOfTime => "no solution found in time".to_owned(),
        End::Stopped => "stopped".to_owned(),
        End::GaveUp(reason) => format!("no solution found: {reason}"),
    }
}

fn summary(id: &str, count: u64, outcome: &Outcome) -> String {
    let found = number::counted(count, "solutions");
    match &outcome.end {
        End::Exhausted => format!("{id}: {found}, and there are no others"),
        End::Stopped => format!("{id}: {found}"),
        End::OutOfTime => format!("{id}: {found} until the time was up"),
        End::GaveUp(reason) => format!("{id}: {found}; {reason}"),
    }
}
