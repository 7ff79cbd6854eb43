//! Where solutions go: standard output, soon, and not only at the end of a search.

use std::io::{self, BufWriter, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How much is collected before it goes to the operating system, in bytes.
const BUFFER: usize = 1 << 18;

/// How often what is written is sent on, so that a person or a program sees it.
const FLUSH: Duration = Duration::from_millis(100);

/// How often a thread looks whether there is something to do.
const TICK: Duration = Duration::from_millis(20);

/// Standard output. A thread in the background sends on what was written, and ends the program when
/// a solver takes much longer than its limit, as engines do that cannot be interrupted.
pub(super) struct Output(Arc<Mutex<Shared>>);

struct Shared {
    out: BufWriter<Stdout>,
    limit: Option<Limit>,
}

/// When a run has to be over, and what is done if it is not.
pub(super) struct Limit {
    /// When the solver has to end by itself.
    pub(super) deadline: Instant,
    /// How long it was given.
    pub(super) timeout: Duration,
    /// The result for standard output, if nothing else was written.
    pub(super) result: String,
    /// What is said on standard error.
    pub(super) message: String,
    /// The exit code.
    pub(super) code: u8,
}

/// A run with a limit, which ends with it.
pub(super) struct Limited<'a>(&'a Output);

impl Output {
    pub(super) fn new() -> Self {
        let out = BufWriter::with_capacity(BUFFER, io::stdout());
        let shared = Arc::new(Mutex::new(Shared { out, limit: None }));
        let watched = Arc::clone(&shared);
        thread::spawn(move || {
            let mut flushed = Instant::now();
            loop {
                thread::sleep(TICK);
                let mut shared = lock(&watched);
                if shared.limit.as_ref().is_some_and(Limit::is_exceeded) {
                    shared.end_program();
                }
                if flushed.elapsed() > FLUSH {
                    // What cannot be written now fails again where it is asked for.
                    let _ = shared.out.flush();
                    flushed = Instant::now();
                }
            }
        });
        Output(shared)
    }

    /// Writes as a whole: nobody sends on a part, or ends the program in the middle.
    pub(super) fn write(
        &self,
        text: impl FnOnce(&mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut shared = lock(&self.0);
        if let Some(limit) = &mut shared.limit {
            limit.result.clear();
        }
        text(&mut shared.out)
    }

    pub(super) fn flush(&self) -> io::Result<()> {
        lock(&self.0).out.flush()
    }

    /// Begins a run with a limit.
    pub(super) fn limit(&self, limit: Option<Limit>) -> Limited<'_> {
        lock(&self.0).limit = limit;
        Limited(self)
    }
}

impl Drop for Limited<'_> {
    fn drop(&mut self) {
        lock(&self.0.0).limit = None;
    }
}

impl Limit {
    /// Whether the deadline has passed and the solver does not care. An interruption takes time too.
    fn is_exceeded(&self) -> bool {
        let grace = self.timeout / 20 + Duration::from_millis(50);
        self.deadline.elapsed() > grace
    }
}

impl Shared {
    /// Ends the program in the middle of a run. What was found by then is written.
    fn end_program(&mut self) {
        let Some(limit) = self.limit.take() else {
            return;
        };
        let written = self.out.write_all(limit.result.as_bytes()).and_then(|()| self.out.flush());
        eprint!("{}", limit.message);
        std::process::exit(if written.is_ok() { i32::from(limit.code) } else { 1 });
    }
}

/// A run that panicked has written whole solutions all the same.
fn lock(shared: &Mutex<Shared>) -> MutexGuard<'_, Shared> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
