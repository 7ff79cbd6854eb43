//! `parity solve`: one solver, and its solutions for people or for other programs.
//!
//! The solver runs in this process, so that solutions go out as they are found and none is kept.

use std::io::{self, BufWriter, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use bytesize::ByteSize;
use clap::Args;
use parity_core::graph::chromatic::Bounds;
use parity_core::solver::{COMPLETE, FIRST_ONLY};
use parity_core::{Checker, End, Outcome, Problem, Request, Scope, Solver, Task, Value};

use crate::command::compare::exit_code;
use crate::command::progress::Waiting;
use crate::command::selection::{Instance, duration};
use crate::command::solution::{Format, Writer};
use crate::command::{USAGE_ERROR, print, warn};
use crate::comparison::{Comparison, Follower};
use crate::number;
use crate::record::{Record, Settings};
use crate::registry::Registry;

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
    #[arg(long, conflicts_with_all = ["all", "limit", "colours"])]
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

/// Ends the program when a solver takes much longer than its limit, as engines do that cannot be
/// interrupted. What was found by then has been written.
struct Watchdog(Arc<Mutex<Option<Instant>>>);

impl Watchdog {
    fn new() -> Self {
        let deadline = Arc::new(Mutex::new(None));
        let watched = Arc::clone(&deadline);
        thread::spawn(move || {
            loop {
                thread::sleep(Duration::from_millis(20));
                let passed = |at: &mut Option<Instant>| at.is_some_and(|at| Instant::now() > at);
                if watched.lock().is_ok_and(|mut at| passed(&mut at)) {
                    eprintln!("the time is up, and the solver could not be interrupted");
                    std::process::exit(0);
                }
            }
        });
        Watchdog(deadline)
    }

    fn watch(&self, timeout: Duration) {
        if let Ok(mut deadline) = self.0.lock() {
            *deadline = Some(Instant::now() + timeout + timeout / 10 + Duration::from_millis(100));
        }
    }
}

/// The rows that are tried first when none was asked for, with the tasks for which they are: strong,
/// and few surprises. Those made for the problem come before those for any model.
const PREFERRED: [(&str, &[Task]); 6] = [
    // Made for queens: all solutions fast, and one at once whatever the size.
    ("eightfold-images", &[Task::All]),
    ("explicit-construction", FIRST_ONLY),
    // For any model: one solution of a large one needs a good order of variables and values.
    ("forward-checking/dom/median", FIRST_ONLY),
    ("dancing-links", COMPLETE),
    ("mac", COMPLETE),
    ("forward-checking", COMPLETE),
];

/// A solution with more values is not drawn unless someone asks for it.
const MOST_TO_DRAW: usize = 1000;

/// How much is collected before it goes to the operating system, in bytes.
const BUFFER: usize = 1 << 18;

/// How much memory is worth mentioning.
const MUCH: ByteSize = ByteSize::mib(100);

/// How often what is written is sent on, so that a person or a program sees it.
const FLUSH: Duration = Duration::from_millis(100);

impl Solve {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        if self.minimum {
            return self.run_minimum(registry);
        }
        let mut out = BufWriter::with_capacity(BUFFER, io::stdout().lock());
        let mut problems = self.instance.problems(&self.problem, self.file.as_ref())?.peekable();
        let watchdog = self.timeout.map(|_| Watchdog::new());
        let mut code = ExitCode::SUCCESS;
        let mut first = true;
        while let Some(problem) = problems.next() {
            let problem = match problem {
                Ok(problem) => problem,
                // One puzzle that cannot be read does not spoil the others.
                Err(error) if !first || problems.peek().is_some() => {
                    out.flush()?;
                    eprintln!("error: {error}");
                    code = ExitCode::from(USAGE_ERROR);
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            warn(&*problem, self.quiet);
            let many = !first || problems.peek().is_some();
            first = false;
            let solver = self.choose(registry, &*problem)?;
            if self.format == Some(Format::Json) {
                out.flush()?;
                code = self.record(&*problem, solver, many)?;
                continue;
            }
            if let (Some(timeout), Some(watchdog)) = (self.timeout, &watchdog) {
                watchdog.watch(timeout);
            }
            if !self.solve(&*problem, solver, many, &mut out)? {
                code = ExitCode::from(1);
            }
        }
        if first {
            bail!("there is no instance in the file");
        }
        out.flush()?;
        Ok(code)
    }

    fn task(&self) -> Task {
        if self.all || self.limit.is_some() { Task::All } else { Task::First }
    }

    fn request<'p>(&self, problem: &'p dyn Problem) -> Request<'p> {
        let deadline = self.timeout.map(|timeout| Instant::now() + timeout);
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
        let request = self.request(problem);
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

    /// Solves and writes. False if a solution was wrong.
    fn solve(
        &self,
        problem: &dyn Problem,
        solver: &dyn Solver,
        many: bool,
        out: &mut dyn Write,
    ) -> anyhow::Result<bool> {
        let mut checker = Checker::new(problem).without_orbits();
        let request = self.request(problem);
        fits_memory(solver, &request, self.quiet)?;
        let mut failure = Ok(());
        let cap = self.limit.unwrap_or(u64::MAX);
        let mut writer = self.format.map(|format| Writer::new(problem, format));
        let (start, mut flushed) = (Instant::now(), Instant::now());
        let mut waiting = Waiting::begin(&solver.card().id, self.quiet || many);
        let result = solver.solve(&request, &mut |values: &[Value]| {
            let found = (values.len() > MOST_TO_DRAW).then(|| start.elapsed());
            if self.task() == Task::First {
                waiting.end();
            }
            if checker.check(values).is_err() {
                return ControlFlow::Break(());
            }
            failure = match (&mut writer, found) {
                (Some(writer), _) => writer.write(values, out),
                (None, Some(found)) if !many => {
                    let verified = start.elapsed().saturating_sub(found);
                    write!(out, "{}", outline(problem, values.len(), found, verified))
                }
                (None, _) => self.draw(problem, values, many, checker.count(), out),
            };
            if failure.is_ok() && flushed.elapsed() > FLUSH {
                failure = out.flush();
                waiting.found(checker.count());
                flushed = Instant::now();
            }
            if failure.is_err() || checker.count() >= cap {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        waiting.end();
        failure?;
        let id = &solver.card().id;
        let outcome = result.map_err(|error| anyhow::anyhow!("{id}: {error}"))?;
        if checker.count() == 0 && checker.wrong().is_none() {
            writeln!(out, "{}", nothing(&outcome))?;
        }
        if let Some(wrong) = checker.wrong() {
            out.flush()?;
            eprintln!("WRONG: {id}: {wrong}");
            return Ok(false);
        }
        if !self.quiet && !many {
            out.flush()?;
            eprintln!("{}", summary(id, checker.count(), &outcome));
        }
        Ok(true)
    }

    /// Writes a solution for people.
    fn draw(
        &self,
        problem: &dyn Problem,
        values: &[Value],
        many: bool,
        index: u64,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        if many {
            writeln!(out, "{}", problem.line(values))
        } else if self.task() == Task::All {
            writeln!(out, "solution {index}\n{}", problem.display(values))
        } else {
            writeln!(out, "{}\n{}", problem.display(values), problem.list(values))
        }
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
            timeout_ns: u64::try_from(timeout.as_nanos()).unwrap_or(u64::MAX),
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

    /// The chromatic number: one question after the other whether a colour fewer would do.
    fn run_minimum(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let problem = self.instance.graph(&self.problem, self.file.as_ref())?;
        warn(&problem, self.quiet);
        let solver = match &self.solver {
            Some(id) => registry.get(id)?,
            None => registry.get("dsatur")?,
        };
        let mut bounds = Bounds::new(problem.graph());
        while let Some(question) = bounds.question() {
            let mut answer = None;
            let request = self.request(&question);
            let outcome = solver.solve(&request, &mut |values: &[Value]| {
                answer = Some(values.to_vec());
                ControlFlow::Break(())
            });
            let id = &solver.card().id;
            match (outcome.map_err(|error| anyhow::anyhow!("{id}: {error}"))?.end, answer) {
                (_, Some(colours)) => bounds.colourable(&colours)?,
                (End::Exhausted, None) => bounds.not_colourable(),
                (end, None) => {
                    let (lower, upper) = (bounds.lower(), bounds.upper());
                    print(&format!(
                        "from {lower} to {upper} colours: {id} did not decide {} ({end:?})\n",
                        upper - 1
                    ))?;
                    return Ok(ExitCode::SUCCESS);
                }
            }
        }
        let colours = number::counted(bounds.upper() as u64, "colours");
        let fewer = if bounds.clique().len() == bounds.upper() {
            "a clique needs as many"
        } else {
            "fewer are refuted"
        };
        let listed = problem.list(bounds.colouring());
        print(&format!("{colours}, which is the least: {fewer}\n\n{listed}"))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Says how much memory a solver needs if that is much, and refuses what cannot fit.
fn fits_memory(solver: &dyn Solver, request: &Request, quiet: bool) -> anyhow::Result<()> {
    let Some(needed) = solver.memory(request) else {
        return Ok(());
    };
    // Checking the solution takes somewhat more.
    let needed = ByteSize::b(needed + needed / 4);
    if needed < MUCH {
        return Ok(());
    }
    let available = available_memory();
    let says = memory_line(&solver.card().id, &request.problem.name(), needed, available);
    if available.is_some_and(|available| available < needed) {
        bail!("{says}; take a smaller --n, or end other programs");
    }
    if !quiet {
        eprintln!("{says}");
    }
    Ok(())
}

fn memory_line(id: &str, name: &str, needed: ByteSize, available: Option<ByteSize>) -> String {
    let there = available.map(|bytes| format!(", and {bytes} are available")).unwrap_or_default();
    format!("{id}: {name} needs about {needed} of memory{there}")
}

/// What this program may still take, as far as the system tells.
fn available_memory() -> Option<ByteSize> {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let group = system.cgroup_limits().map(|limits| limits.free_memory);
    let bytes = group.unwrap_or(u64::MAX).min(system.available_memory());
    (bytes > 0).then(|| ByteSize::b(bytes))
}

/// What is said of a solution that is too long to be drawn.
fn outline(problem: &dyn Problem, values: usize, found: Duration, verified: Duration) -> String {
    let time =
        |time: Duration| number::duration(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX));
    format!(
        "{}: a solution of {}, found in {} and verified in {}\n\
         --format csv or --format ndjson writes it\n",
        problem.name(),
        number::counted(values as u64, "values"),
        time(found),
        time(verified),
    )
}

/// What a run without solution says.
fn nothing(outcome: &Outcome) -> String {
    match &outcome.end {
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
