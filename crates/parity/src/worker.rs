//! The child process: runs cells one after the other, checks every solution and measures.
//!
//! A cell is run once with every solution checked and the work counted; the time for checking is
//! taken out. If that run was short, it is repeated without checking and without counting, and the
//! times are those of the repetitions. Every report is written at once.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parity_core::{
    Checker, End, Outcome, Problem, Request, Solver, SolverError, Tally, Task, Value, Visitor,
};

use crate::cell::{Cell, Ended, Found, Report, Sample};
use crate::number::nanoseconds;
use crate::registry::Registry;

/// A run below this is short, and repeated.
const SHORT: Duration = Duration::from_millis(200);
/// A short run is repeated at least this often …
const LEAST_SAMPLES: u64 = 5;
/// … and at most this often, …
const MOST_SAMPLES: u64 = 25;
/// … until the repetitions have taken this long together.
const SAMPLING: Duration = Duration::from_millis(250);
/// A long run is repeated only while the repetitions stay below this.
const LONG_SAMPLING: Duration = Duration::from_secs(1);
/// At the first solutions, and then no more often than this, progress is reported.
const PROGRESS: Duration = Duration::from_millis(20);

/// Reads cells from standard input until it ends, runs each and reports on standard output.
///
/// The memory limit is that of the first.
///
/// # Errors
/// If a cell cannot be read or a report cannot be written.
pub fn run(registry: &Registry) -> io::Result<()> {
    let mut limited = false;
    for line in io::stdin().lock().lines() {
        let cell: Cell = serde_json::from_str(&line?)?;
        if !std::mem::replace(&mut limited, true) {
            limit_memory(cell.memory_bytes);
            die_with_parent();
        }
        let problem = cell.problem.build().map_err(io::Error::other)?;
        let solver = registry.get(&cell.solver).map_err(io::Error::other)?;
        Worker { cell: &cell, problem: &*problem, solver }.run()?;
        report(&Report::Finished)?;
    }
    Ok(())
}

struct Worker<'a> {
    cell: &'a Cell,
    problem: &'a dyn Problem,
    solver: &'a dyn Solver,
}

impl Worker<'_> {
    fn run(&self) -> io::Result<()> {
        if let Some(reason) = self.solver.unavailable() {
            return report(&Report::Unavailable(reason));
        }
        let request = self.request(None).with_statistics();
        if self.solver.card().scope == parity_core::Scope::Models {
            // Stating the problem is common to all and charged to none.
            request.model();
        }
        report(&Report::Started)?;
        let started = Instant::now();
        let deadline = started + Duration::from_nanos(self.cell.timeout_ns);
        let request = request.with_deadline(Some(deadline));

        let mut visitor = Checking::new(self.problem, self.cell);
        let result = self.solver.solve(&request, &mut visitor);
        let net = started.elapsed().saturating_sub(visitor.paused);
        visitor.failure?;
        let outcome = match result {
            Ok(outcome) => outcome,
            Err(error) => return report(&failure(error)),
        };
        if visitor.checker.wrong().is_some() {
            return Ok(());
        }
        let mut found = found(&visitor.checker, visitor.latest);
        if let Some(message) = misreported(self.cell, &outcome, &found) {
            return report(&Report::Wrong { message });
        }
        if self.cell.task == Task::Count {
            found =
                Found { solutions: outcome.solutions, all_remembered: true, ..Found::default() };
        }
        let ended = ended(&outcome.end);
        report(&Report::Checked {
            found: found.clone(),
            ended: ended.clone(),
            sample: Sample { total: nanoseconds(net), ..visitor.sample },
            effort: outcome.effort,
            message: outcome.message,
            peak_rss_bytes: peak_rss(),
        })?;
        let answered = matches!(ended, Ended::Exhausted | Ended::Stopped);
        if self.cell.repeat && answered { self.repeat(net, deadline, &found) } else { Ok(()) }
    }

    fn request(&self, deadline: Option<Instant>) -> Request<'_> {
        Request::new(self.problem, self.cell.task)
            .with_seed(self.cell.seed)
            .with_symmetry_broken(self.cell.break_symmetry)
            .with_doubt(self.cell.doubted)
            .with_deadline(deadline)
    }

    /// Runs again, with solutions only counted, for samples of the time.
    fn repeat(&self, once: Duration, deadline: Instant, found: &Found) -> io::Result<()> {
        let began = Instant::now();
        let request = self.request(Some(deadline));
        if self.solver.card().scope == parity_core::Scope::Models {
            request.model();
        }
        let most = self.cell.repetitions.unwrap_or(MOST_SAMPLES);
        for count in 0..most {
            let spent = began.elapsed();
            let enough = if self.cell.repetitions.is_some() {
                false
            } else if once < SHORT {
                count >= LEAST_SAMPLES && spent >= SAMPLING
            } else {
                spent + once > LONG_SAMPLING
            };
            if enough || Instant::now() + once * 2 > deadline {
                break;
            }
            let start = Instant::now();
            let mut visitor =
                Timing { start, sample: Sample::default(), count: 0, cap: self.cap() };
            let outcome = match self.solver.solve(&request, &mut visitor) {
                Ok(outcome) => outcome,
                Err(error) => return report(&failure(error)),
            };
            let sample = Sample { total: nanoseconds(start.elapsed()), ..visitor.sample };
            if outcome.end == End::OutOfTime {
                break;
            }
            let again = match self.cell.task {
                Task::All => Some(visitor.count),
                Task::Count => Some(outcome.solutions),
                Task::First | Task::Optimum => None,
            };
            if let Some(again) = again.filter(|&again| again != found.solutions) {
                let once = found.solutions;
                let message = format!("solved again, it found {again} solutions instead of {once}");
                return report(&Report::Wrong { message });
            }
            report(&Report::Timed { sample })?;
        }
        Ok(())
    }

    fn cap(&self) -> u64 {
        self.cell.max_solutions.unwrap_or(u64::MAX)
    }
}

/// A solver that streams one number of solutions and reports another is wrong. Asked to count, it
/// need not stream any.
fn misreported(cell: &Cell, outcome: &Outcome, found: &Found) -> Option<String> {
    let streamed = found.solutions;
    let comparable = match cell.task {
        Task::All => true,
        Task::Count => streamed > 0,
        Task::First | Task::Optimum => false,
    };
    (comparable && outcome.solutions != streamed)
        .then(|| format!("it reports {} solutions but gave {streamed}", outcome.solutions))
}

/// Checks every solution, and knows how long that took.
struct Checking<'a> {
    checker: Checker<'a>,
    start: Instant,
    /// Time spent here and not in the solver.
    paused: Duration,
    sample: Sample,
    latest: Option<Vec<Value>>,
    reported: Instant,
    cap: u64,
    failure: io::Result<()>,
}

impl<'a> Checking<'a> {
    fn new(problem: &'a dyn Problem, cell: &Cell) -> Self {
        let now = Instant::now();
        Checking {
            checker: Checker::new(problem),
            start: now,
            paused: Duration::ZERO,
            sample: Sample::default(),
            latest: None,
            reported: now,
            cap: cell.max_solutions.unwrap_or(u64::MAX),
            failure: Ok(()),
        }
    }

    fn check(&mut self, values: &[Value], now: Instant) -> io::Result<ControlFlow<()>> {
        if let Err(wrong) = self.checker.check(values) {
            report(&Report::Wrong { message: wrong.to_string() })?;
            return Ok(ControlFlow::Break(()));
        }
        self.latest = Some(values.to_vec());
        let count = self.checker.count();
        if count.is_power_of_two() {
            self.sample.growth.push(self.sample.total);
        }
        if count <= 10 || now - self.reported >= PROGRESS {
            let found = found(&self.checker, self.latest.clone());
            report(&Report::Progress { found, sample: self.sample.clone() })?;
            self.reported = now;
        }
        Ok(if count >= self.cap { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }
}

impl Visitor for Checking<'_> {
    fn encoded(&mut self, size: &Tally) {
        let now = Instant::now();
        let ns = nanoseconds(now - self.start);
        self.sample.encode = Some(ns);
        if let Err(error) = report(&Report::Encoded { size: size.clone(), ns }) {
            self.failure = Err(error);
        }
        self.paused += now.elapsed();
    }

    fn solution(&mut self, values: &[Value]) -> ControlFlow<()> {
        let now = Instant::now();
        let net = nanoseconds((now - self.start).saturating_sub(self.paused));
        self.sample.first.get_or_insert(net);
        self.sample.total = net;
        let flow = self.check(values, now).unwrap_or_else(|error| {
            self.failure = Err(error);
            ControlFlow::Break(())
        });
        self.paused += now.elapsed();
        flow
    }
}

/// Counts solutions and notes the times of the first, the second, the fourth and so on.
struct Timing {
    start: Instant,
    sample: Sample,
    count: u64,
    cap: u64,
}

impl Visitor for Timing {
    fn encoded(&mut self, _size: &Tally) {
        self.sample.encode = Some(nanoseconds(self.start.elapsed()));
    }

    fn solution(&mut self, _values: &[Value]) -> ControlFlow<()> {
        self.count += 1;
        if self.count.is_power_of_two() {
            let now = nanoseconds(self.start.elapsed());
            self.sample.first.get_or_insert(now);
            self.sample.growth.push(now);
        }
        if self.count >= self.cap { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

fn found(checker: &Checker, latest: Option<Vec<Value>>) -> Found {
    Found {
        solutions: checker.count(),
        fundamental: checker.fundamental(),
        orbits: checker.orbits().clone(),
        set_hash: format!("{:032x}", checker.set_hash()),
        objective: checker.objective(),
        all_remembered: checker.remembers_all(),
        latest,
    }
}

fn ended(end: &End) -> Ended {
    match end {
        End::Exhausted => Ended::Exhausted,
        End::Stopped => Ended::Stopped,
        End::OutOfTime => Ended::OutOfTime,
        End::GaveUp(reason) => Ended::GaveUp(reason.clone()),
    }
}

fn failure(error: SolverError) -> Report {
    match error {
        SolverError::Unsupported(reason) => Report::Unsupported(reason),
        SolverError::Unavailable(reason) => Report::Unavailable(reason),
        SolverError::Engine(reason) | SolverError::Wrong(reason) => Report::Failed(reason),
    }
}

fn report(report: &Report) -> io::Result<()> {
    let mut line = serde_json::to_string(report)?;
    line.push('\n');
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()
}

/// A backstop below the supervisor's own watch: an allocation past the limit fails.
#[cfg(target_os = "linux")]
fn limit_memory(bytes: u64) {
    use nix::sys::resource::{Resource, setrlimit};
    // Without it the supervisor still watches, so a system that refuses is no reason to stop.
    let _ = setrlimit(Resource::RLIMIT_DATA, bytes, bytes);
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_bytes: u64) {}

/// A worker whose parent is gone has nobody to report to.
#[cfg(target_os = "linux")]
fn die_with_parent() {
    let _ = nix::sys::prctl::set_pdeathsig(nix::sys::signal::Signal::SIGKILL);
}

#[cfg(not(target_os = "linux"))]
fn die_with_parent() {}

/// The most memory this process had at once, in bytes.
#[cfg(unix)]
fn peak_rss() -> Option<u64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let reported = u64::try_from(getrusage(UsageWho::RUSAGE_SELF).ok()?.max_rss()).ok()?;
    // macOS reports bytes, all others kibibytes.
    Some(if cfg!(target_os = "macos") { reported } else { reported * 1024 })
}

#[cfg(not(unix))]
fn peak_rss() -> Option<u64> {
    None
}
