//! One run in a context of its own.
//!
//! A context of Z3 belongs to a thread, and what happened in it before (names, shared terms) can
//! change an answer. So each run has a fresh thread and with it a fresh context; solutions are
//! handed to the visitor on the caller's thread, while the run waits.

use std::ops::ControlFlow;
use std::sync::Once;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use parity_core::{End, Model, Request, SolverError, Tally, Task, Value, Visitor};
use z3::Params;

/// Z3 recurses over formulas.
const STACK: usize = 64 << 20;

/// What a run reads, and where it sends what it finds.
pub(crate) struct Session<'a> {
    pub(crate) model: &'a Model,
    pub(crate) task: Task,
    pub(crate) deadline: Option<Instant>,
    pub(crate) seed: u64,
    pub(crate) stream: Stream,
}

/// The way to the visitor.
#[derive(Clone)]
pub(crate) struct Stream {
    news: Sender<(News, Sender<ControlFlow<()>>)>,
}

enum News {
    Encoded(Tally),
    Solution(Vec<Value>),
}

impl Stream {
    /// The model is translated, the search begins.
    pub(crate) fn encoded(&self, size: Tally) {
        let _ = self.send(News::Encoded(size));
    }

    /// A solution; `Break` if the visitor wants no more.
    pub(crate) fn solution(&self, values: Vec<Value>) -> ControlFlow<()> {
        self.send(News::Solution(values))
    }

    fn send(&self, news: News) -> ControlFlow<()> {
        let (reply, answer) = mpsc::channel();
        if self.news.send((news, reply)).is_err() {
            return ControlFlow::Break(());
        }
        answer.recv().unwrap_or(ControlFlow::Break(()))
    }
}

impl Session<'_> {
    /// The parameters that every solver gets: the seed, and the time that is left.
    ///
    /// Breaks with the end of the run if no time is left.
    pub(crate) fn params(&self) -> ControlFlow<End, Params> {
        let mut params = Params::new();
        // An interrupt from the keyboard ends the process, as it does for all other solvers.
        params.set_bool("ctrl_c", false);
        params.set_u32("random_seed", (self.seed ^ (self.seed >> 32)) as u32);
        if let Some(left) = self.left() {
            if left.is_zero() {
                return ControlFlow::Break(End::OutOfTime);
            }
            // A timeout of 0 means none.
            let left = u32::try_from(left.as_millis()).unwrap_or(u32::MAX);
            params.set_u32("timeout", left.max(1));
        }
        ControlFlow::Continue(params)
    }

    /// The time until the deadline.
    pub(crate) fn left(&self) -> Option<Duration> {
        let now = Instant::now();
        Some(self.deadline?.saturating_duration_since(now))
    }

    /// Whether no time is left.
    pub(crate) fn is_over(&self) -> bool {
        self.left().is_some_and(|left| left.is_zero())
    }

    /// What an answer "unknown" means.
    pub(crate) fn unknown(&self, reason: Option<String>) -> End {
        let reason = reason.unwrap_or_else(|| "no reason given".to_owned());
        let interrupted = reason.contains("timeout") || reason.contains("canceled");
        if interrupted && self.left().is_some_and(|left| left < Duration::from_millis(10)) {
            End::OutOfTime
        } else {
            End::GaveUp(format!("Z3 answers unknown: {reason}"))
        }
    }
}

/// Z3 simplifies each model before it shows it, which takes a third of the time of an enumeration
/// and is of no use to those who read every variable. This can be set for the process only.
static MODELS_AS_THEY_ARE: Once = Once::new();

/// Runs a search in a fresh context.
pub(crate) fn run<T: Send>(
    request: &Request,
    visitor: &mut dyn Visitor,
    search: impl FnOnce(&Session) -> Result<T, SolverError> + Send,
) -> Result<T, SolverError> {
    MODELS_AS_THEY_ARE.call_once(|| z3::set_global_param("model.compact", "false"));
    let (news, inbox) = mpsc::channel();
    let (model, task, seed) = (request.model(), request.task, request.seed);
    let deadline = request.limits.deadline;
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .name("z3".to_owned())
            .stack_size(STACK)
            .spawn_scoped(scope, move || {
                search(&Session { model, task, deadline, seed, stream: Stream { news } })
            })
            .map_err(|error| SolverError::Engine(format!("no thread for Z3: {error}")))?;
        deliver(&inbox, visitor);
        thread.join().unwrap_or_else(|_| Err(SolverError::Engine("Z3 broke down".to_owned())))
    })
}

/// Hands news to the visitor until the other end hangs up.
fn deliver(inbox: &Receiver<(News, Sender<ControlFlow<()>>)>, visitor: &mut dyn Visitor) {
    for (news, reply) in inbox {
        let flow = match news {
            News::Encoded(size) => {
                visitor.encoded(&size);
                ControlFlow::Continue(())
            }
            News::Solution(values) => visitor.solution(&values),
        };
        let _ = reply.send(flow);
    }
}
