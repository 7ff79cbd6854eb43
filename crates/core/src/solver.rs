//! One row of the registry: a [`Card`] that says what a solver is, and one method that solves.
//!
//! Every solver, hand-written or production, streams solutions to a [`Visitor`], which may stop it.
//! Solvers do not measure time, check their own answers or print; whoever runs them does.
//!
//! Authors of hand-written algorithms implement [`Search`] and wrap it, with its card, into a
//! [`Row`]; that gives counting, limits and statistics for nothing. A production engine implements
//! [`Solver`] itself.

use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::time::Instant;

use crate::model::{Model, Value};
use crate::observer::Step;
use crate::problem::Problem;
use crate::tally::Tally;

mod card;
mod row;

pub use card::{
    COMPLETE, COMPLETE_AND_OPTIMUM, Card, FIRST_ONLY, Family, OPTIMUM_ONLY, Scope, Task,
};
pub use row::{Instance, Row, Search};

/// When to stop of one's own accord. Whoever runs a solver may also stop it from outside.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Stop at this moment.
    pub deadline: Option<Instant>,
}

/// One thing to solve.
#[derive(Debug)]
pub struct Request<'a> {
    /// The problem. Algorithms made for one problem read it; all others read the model.
    pub problem: &'a dyn Problem,
    /// What is asked.
    pub task: Task,
    /// When to stop.
    pub limits: Limits,
    /// Seed of every random choice: the same seed gives the same answer.
    pub seed: u64,
    /// Whether to count the work. Counting may slow a hand-written search down, so timed runs go without.
    pub statistics: bool,
    /// Whether only one solution of each orbit under the problem's symmetries is wanted, by
    /// constraints in the model.
    pub break_symmetry: bool,
    /// Whether an answer to this same request has been refuted by another solver's, so that a
    /// solver with a [second look](Solver::second_look) shall take it.
    pub doubted: bool,
    model: OnceCell<Model>,
}

impl<'a> Request<'a> {
    /// Asks for a task on a problem, with seed 0, no limits and no statistics.
    pub fn new(problem: &'a dyn Problem, task: Task) -> Self {
        Request {
            problem,
            task,
            limits: Limits::default(),
            seed: 0,
            statistics: false,
            break_symmetry: false,
            doubted: false,
            model: OnceCell::new(),
        }
    }

    /// The same request with another seed.
    #[must_use]
    pub fn with_seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The same request with the work counted.
    #[must_use]
    pub fn with_statistics(mut self) -> Self {
        self.statistics = true;
        self
    }

    /// The same request with a deadline.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Option<Instant>) -> Self {
        self.limits.deadline = deadline;
        self
    }

    /// The same request with symmetry broken in the model, or not.
    #[must_use]
    pub fn with_symmetry_broken(mut self, broken: bool) -> Self {
        self.break_symmetry = broken;
        self.model = OnceCell::new();
        self
    }

    /// The same request after an answer to it has been refuted, or not.
    #[must_use]
    pub fn with_doubt(mut self, doubted: bool) -> Self {
        self.doubted = doubted;
        self
    }

    /// The model of the problem, built when it is first asked for.
    pub fn model(&self) -> &Model {
        self.model.get_or_init(|| {
            let mut model = self.problem.model();
            if self.break_symmetry {
                crate::symmetry::break_symmetry(&mut model, &self.problem.symmetries());
            }
            model
        })
    }
}

/// Receives what a solver finds.
pub trait Visitor {
    /// Called at most once, when the model has been translated and the search begins. Searches that
    /// translate nothing need not call it.
    fn encoded(&mut self, size: &Tally) {
        let _ = size;
    }

    /// Called with every solution, one value a variable; `Break` stops the solver.
    fn solution(&mut self, values: &[Value]) -> ControlFlow<()>;
}

/// Every closure over solutions is a visitor.
impl<F: FnMut(&[Value]) -> ControlFlow<()>> Visitor for F {
    fn solution(&mut self, values: &[Value]) -> ControlFlow<()> {
        self(values)
    }
}

/// Why a solver came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// There is no further solution, proved; or the last solution streamed is optimal, proved.
    Exhausted,
    /// The visitor stopped it, or the task was done ([`Task::First`] with one solution found).
    Stopped,
    /// The deadline passed.
    OutOfTime,
    /// It gave up without a proof, for this reason: an incomplete search, or "unknown".
    GaveUp(String),
}

/// What a solver says when it comes back.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Why it came back.
    pub end: End,
    /// Number of solutions found, streamed or not.
    pub solutions: u64,
    /// The work it did, as far as it counts it. Absent is not zero.
    pub effort: Tally,
    /// Something the reader of the result should know.
    pub message: Option<String>,
}

impl Outcome {
    /// An outcome without effort or message.
    pub fn new(end: End, solutions: u64) -> Self {
        Outcome { end, solutions, effort: Tally::new(), message: None }
    }

    /// The same outcome with its effort.
    #[must_use]
    pub fn with_effort(mut self, effort: Tally) -> Self {
        self.effort = effort;
        self
    }
}

/// Why a solver could not even try, or broke down.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SolverError {
    /// It cannot do this; the card says so, or the model has something it does not take.
    #[error("not supported: {0}")]
    Unsupported(String),
    /// Its engine is not part of this build or not installed.
    #[error("not available: {0}")]
    Unavailable(String),
    /// The engine failed.
    #[error("{0}")]
    Engine(String),
    /// What it said is not so: a solution breaks a rule, or a count contradicts what is known.
    #[error("WRONG: {0}")]
    Wrong(String),
}

/// A row of the registry.
pub trait Solver: Sync {
    /// What it is.
    fn card(&self) -> &Card;

    /// Name and version of the engine; `None` for what is written in this workspace.
    fn engine_version(&self) -> Option<String> {
        None
    }

    /// Why it cannot run in this build or on this machine, if so.
    fn unavailable(&self) -> Option<String> {
        None
    }

    /// What it does otherwise when its answer is [doubted](Request::doubted), if anything: "presolve
    /// off". Then it is worth asking again.
    fn second_look(&self) -> Option<&'static str> {
        None
    }

    /// Solves. Solutions go to the visitor as they are found.
    ///
    /// # Errors
    /// If it cannot do the task, lacks its engine, or the engine fails.
    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError>;

    /// Whether it takes a request, as far as that can be told without solving.
    ///
    /// # Errors
    /// Why it does not.
    fn takes(&self, request: &Request) -> Result<(), SolverError> {
        self.card().takes(request)
    }

    /// How much memory it needs for a request that it takes, in bytes, the solution included, if that
    /// is known before it begins. Only what grows with the instance counts.
    fn memory(&self, request: &Request) -> Option<u64> {
        let _ = request;
        None
    }

    /// The steps of a search, up to a number of them: the data of a lesson.
    ///
    /// # Errors
    /// If it cannot show its steps, as production engines cannot, or cannot do the task.
    fn trace(&self, request: &Request, capacity: usize) -> Result<Vec<Step>, SolverError> {
        let _ = (request, capacity);
        Err(SolverError::Unsupported("its engine does not show its steps".to_owned()))
    }
}
