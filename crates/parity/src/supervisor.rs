//! The parent: starts workers, holds them to their limits, collects their reports.
//!
//! Engines ignore their own limits, have no way to interrupt them, or crash; so cells run in a process
//! of their own, and what ends that process never ends the comparison. Many small cells may share a
//! process, one after the other: then what ends it costs the cell at hand, and the next gets a new one.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use parity_core::Tally;

use crate::cell::{Cell, Ended, Found, Report, Sample};
use crate::number::nanoseconds;
use crate::record::Status;

/// How often memory and clock are looked at.
const TICK: Duration = Duration::from_millis(5);
/// A worker that has not even begun after this long never will.
const START_UP: Duration = Duration::from_secs(60);

/// Set when the user wants to stop; running workers are then killed.
pub static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// Whether the user wants to stop.
pub fn interrupted() -> bool {
    INTERRUPTED.load(Ordering::Relaxed)
}

/// All that became known of a cell, however it ended.
#[derive(Clone, Debug, Default)]
pub struct Observed {
    /// How it ended.
    pub status: Option<Status>,
    /// The solutions reported last.
    pub found: Option<Found>,
    /// Times: of the repetitions if there were any, otherwise of the checked run.
    pub samples: Vec<Sample>,
    /// Time of the checked run, or of what was seen of it.
    pub checked: Option<Sample>,
    /// The work counted.
    pub effort: Tally,
    /// Size of the translation.
    pub size: Tally,
    /// Most memory, in bytes.
    pub peak_rss_bytes: Option<u64>,
    /// What was wrong with its answer.
    pub wrong: Option<String>,
    /// Something the reader should know.
    pub message: Option<String>,
}

/// Runs one cell in a worker process of this same program.
///
/// # Errors
/// If the worker cannot be started at all.
pub fn supervise(cell: &Cell, progress: &mut dyn FnMut(&Found)) -> io::Result<Observed> {
    let mut worker = Worker::start()?;
    // A worker that dies at once closes its input; its status will tell.
    let _ = worker.send(cell);
    worker.input = None;
    Ok(worker.supervise(cell, progress)?.0)
}

/// Runs cells one after the other in the same worker process, as long as it lasts.
#[derive(Default)]
pub struct Supervisor {
    worker: Option<Worker>,
}

impl Supervisor {
    /// A supervisor without a worker.
    pub fn new() -> Self {
        Supervisor::default()
    }

    /// Runs a cell. If that ends the worker, the next cell gets a new one.
    ///
    /// # Errors
    /// If a worker cannot be started at all.
    pub fn run(&mut self, cell: &Cell, progress: &mut dyn FnMut(&Found)) -> io::Result<Observed> {
        let ready = self.worker.take().and_then(|mut worker| {
            // One that died since its last answer cannot take another.
            worker.send(cell).ok().map(|()| worker)
        });
        let worker = match ready {
            Some(worker) => worker,
            None => {
                let mut worker = Worker::start()?;
                let _ = worker.send(cell);
                worker
            }
        };
        let (observed, worker) = worker.supervise(cell, progress)?;
        self.worker = worker;
        Ok(observed)
    }
}

/// A worker process and what comes from it.
struct Worker {
    child: Child,
    /// Where cells go; closed when no more will come.
    input: Option<ChildStdin>,
    reports: mpsc::Receiver<Report>,
    reader: Option<JoinHandle<()>>,
    errors: Option<JoinHandle<String>>,
}

impl Worker {
    fn start() -> io::Result<Self> {
        let mut child = Command::new(this_program()?)
            .arg(crate::command::WORKER)
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let stdout = child.stdout.take().expect("standard output is piped");
        let stderr = child.stderr.take().expect("standard error is piped");
        let (sender, reports) = mpsc::channel();
        let reader = thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                // An engine that prints to standard output must not spoil the reports.
                if let Ok(report) = serde_json::from_str::<Report>(&line)
                    && sender.send(report).is_err()
                {
                    break;
                }
            }
        });
        let errors = thread::spawn(move || last_words(stderr));
        Ok(Worker {
            input: child.stdin.take(),
            child,
            reports,
            reader: Some(reader),
            errors: Some(errors),
        })
    }

    fn send(&mut self, cell: &Cell) -> io::Result<()> {
        let line = serde_json::to_string(cell)? + "\n";
        match &mut self.input {
            Some(input) => input.write_all(line.as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Watches a cell that was sent. Gives the worker back if it can take another.
    fn supervise(
        mut self,
        cell: &Cell,
        progress: &mut dyn FnMut(&Found),
    ) -> io::Result<(Observed, Option<Self>)> {
        let mut observed = Observed::default();
        let killed = match self.watch(cell, &mut observed, progress) {
            Watched::Finished if self.input.is_some() => {
                settle(&mut observed);
                return Ok((observed, Some(self)));
            }
            Watched::Finished | Watched::Ended => None,
            Watched::Killed(reason) => Some(reason),
        };
        let status = self.child.wait()?;
        let _ = self.reader.take().map(JoinHandle::join);
        for report in self.reports.try_iter() {
            note(&mut observed, report);
        }
        let last_words = self.errors.take().and_then(|errors| errors.join().ok());
        conclude(cell, &mut observed, killed, status, &last_words.unwrap_or_default());
        Ok((observed, None))
    }
}

/// A worker that is not needed any more must not outlive its supervisor.
impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The file of the running program, even if it has been built anew since it was started.
pub(crate) fn this_program() -> io::Result<PathBuf> {
    if cfg!(target_os = "linux") {
        Ok(PathBuf::from("/proc/self/exe"))
    } else {
        std::env::current_exe()
    }
}

/// What ended the watch over a cell.
enum Watched {
    /// The worker is done with the cell.
    Finished,
    /// The worker ended.
    Ended,
    /// It was killed, for this reason.
    Killed(Killed),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Killed {
    Time,
    Memory,
    Interrupted,
    /// Its answer was wrong.
    Wrong,
}

impl Worker {
    /// Waits until the cell is done; kills the worker when it passes a limit.
    fn watch(
        &mut self,
        cell: &Cell,
        observed: &mut Observed,
        progress: &mut dyn FnMut(&Found),
    ) -> Watched {
        let timeout = Duration::from_nanos(cell.timeout_ns);
        // The worker is asked to stop at the limit itself; this is for the one that does not.
        let grace = timeout / 20 + Duration::from_millis(50);
        let mut deadline = Instant::now() + START_UP;
        let mut started = None;
        let killed = loop {
            match self.reports.recv_timeout(TICK) {
                Ok(Report::Started) => {
                    started = Some(Instant::now());
                    deadline = Instant::now() + timeout + grace;
                }
                // One that takes no other cell is watched until it has ended.
                Ok(Report::Finished) if self.input.is_some() => return Watched::Finished,
                Ok(report) => {
                    note(observed, report);
                    if let Some(found) = &observed.found {
                        progress(found);
                    }
                    if observed.wrong.is_some() {
                        break Killed::Wrong;
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Watched::Ended,
                Err(RecvTimeoutError::Timeout) => {}
            }
            let memory = resident(self.child.id());
            observed.peak_rss_bytes = observed.peak_rss_bytes.max(memory);
            if interrupted() {
                break Killed::Interrupted;
            } else if memory.is_some_and(|bytes| bytes > cell.memory_bytes) {
                break Killed::Memory;
            } else if Instant::now() >= deadline {
                break Killed::Time;
            }
        };
        let _ = self.child.kill();
        // Its last word came when it was translated, or found something; it ran until now.
        if let (None, Some(started), Some(run)) = (observed.status, started, &mut observed.checked)
        {
            run.total = nanoseconds(started.elapsed());
        }
        Watched::Killed(killed)
    }
}

fn note(observed: &mut Observed, report: Report) {
    match report {
        Report::Started | Report::Finished => {}
        Report::Encoded { size, ns } => {
            observed.size = size;
            observed.checked = Some(Sample { encode: Some(ns), total: ns, ..Sample::default() });
        }
        Report::Progress { found, sample } => {
            observed.found = Some(found);
            observed.checked = Some(sample);
        }
        Report::Wrong { message } => observed.wrong = Some(message),
        Report::Checked { found, ended, sample, effort, message, peak_rss_bytes } => {
            observed.found = Some(found);
            observed.checked = Some(sample);
            observed.effort = effort;
            observed.message = message;
            observed.peak_rss_bytes = peak_rss_bytes.or(observed.peak_rss_bytes);
            observed.status = Some(match ended {
                Ended::Exhausted => Status::Complete,
                Ended::Stopped => Status::Partial,
                Ended::OutOfTime => Status::Timeout,
                Ended::GaveUp(reason) => {
                    observed.message = Some(reason);
                    Status::Partial
                }
            });
        }
        Report::Timed { sample } => observed.samples.push(sample),
        Report::Unsupported(reason) => fail(observed, Status::Unsupported, reason),
        Report::Unavailable(reason) => fail(observed, Status::Unavailable, reason),
        Report::Failed(reason) => fail(observed, Status::Error, reason),
    }
}

fn fail(observed: &mut Observed, status: Status, reason: String) {
    observed.status = Some(status);
    observed.message = Some(reason);
}

/// A run that was not repeated has the time of the checked run.
fn settle(observed: &mut Observed) {
    if observed.samples.is_empty() {
        observed.samples.extend(observed.checked.clone());
    }
    if observed.wrong.is_some() {
        observed.status = Some(Status::Error);
    }
}

/// Decides the status of a worker that did not say how its run ended.
fn conclude(
    cell: &Cell,
    observed: &mut Observed,
    killed: Option<Killed>,
    exit: ExitStatus,
    last_words: &str,
) {
    settle(observed);
    if observed.status.is_some() {
        if killed.is_none() && !exit.success() {
            observed.message = Some(format!("{} after its answer", describe(exit, last_words)));
        }
        return;
    }
    let out_of_memory =
        last_words.contains("memory allocation of") || last_words.contains("bad_alloc");
    let (status, message) = match killed {
        Some(Killed::Time) => (Status::Timeout, None),
        Some(Killed::Interrupted) => (Status::Error, Some("interrupted".to_owned())),
        Some(Killed::Wrong) => (Status::Error, None),
        Some(Killed::Memory) => (Status::Memory, Some(over(cell.memory_bytes))),
        None if out_of_memory => (Status::Memory, Some(over(cell.memory_bytes))),
        None => (Status::Error, Some(describe(exit, last_words))),
    };
    observed.status = Some(status);
    observed.message = message;
}

fn over(bytes: u64) -> String {
    format!("more than {} of memory", bytesize::ByteSize::b(bytes).display().iec())
}

/// How a worker ended, and the most telling line of what it wrote to standard error.
fn describe(exit: ExitStatus, last_words: &str) -> String {
    let lines: Vec<&str> =
        last_words.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    // The message of a panic stands on the line after the place.
    let panic = lines.iter().position(|line| line.contains("panicked at"));
    let said =
        panic.and_then(|at| lines.get(at + 1)).or(lines.last()).map(|line| format!(": {line}"));
    format!("the worker ended with {exit}{}", said.unwrap_or_default())
}

/// The end of what a worker writes to standard error.
fn last_words(mut stderr: impl Read) -> String {
    const KEPT: usize = 8192;
    let mut kept = Vec::new();
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        kept.extend_from_slice(&buffer[..count]);
        if kept.len() > 2 * KEPT {
            kept.drain(..kept.len() - KEPT);
        }
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// The memory a process has now, in bytes, where the system tells.
#[cfg(target_os = "linux")]
fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(not(target_os = "linux"))]
fn resident(_process: u32) -> Option<u64> {
    None
}
