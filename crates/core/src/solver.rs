//! One row of the registry: a [`Card`] that says what a solver is, and one method that solves.
//!
//! Every solver, hand-written or production, streams solutions to a [`Visitor`], which may stop it.
//! Solvers do not measure time, check their own answers or print; whoever runs them does.
//!
//! Authors of hand-written algorithms implement [`Search`] and wrap it, with its card, into a
//! [`Row`]; that gives counting, limits and statistics for nothing. A production engine implements
//! [`Solver`] itself.

use std::any::Any;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt;
use std::ops::ControlFlow;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::model::{Model, Value};
use crate::observer::{Counting, Deadline, Observer, Statistics, Step, Trace, Visiting};
use crate::problem::Problem;
use crate::tally::Tally;

/// The five ways of solving that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Algorithms written in this workspace, to be read.
    HandWritten,
    /// Clauses, solved by a SAT engine.
    Sat,
    /// Formulas modulo theories, solved by an SMT engine.
    Smt,
    /// 0/1 programs, solved by a linear programming engine.
    Ilp,
    /// Finite-domain constraints, solved by a constraint programming engine.
    Cp,
}

impl Family {
    /// All families, in the order in which they are listed.
    pub const ALL: [Family; 5] = [
        Family::HandWritten,
        Family::Sat,
        Family::Smt,
        Family::Ilp,
        Family::Cp,
    ];

    /// The name used in tables, JSON and options.
    pub fn name(self) -> &'static str {
        match self {
            Family::HandWritten => "hand-written",
            Family::Sat => "sat",
            Family::Smt => "smt",
            Family::Ilp => "ilp",
            Family::Cp => "cp",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// What a solver is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Stream one solution.
    First,
    /// Stream every solution, each once.
    All,
    /// Say how many solutions there are; none need be streamed.
    Count,
    /// Stream ever better solutions of a model with an objective; the last is optimal.
    Optimum,
}

impl Task {
    /// The name used in tables, JSON and options.
    pub fn name(self) -> &'static str {
        match self {
            Task::First => "first",
            Task::All => "all",
            Task::Count => "count",
            Task::Optimum => "optimum",
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The tasks of a complete search.
pub const COMPLETE: &[Task] = &[Task::First, Task::All, Task::Count];
/// The tasks of a complete engine that can also optimise.
pub const COMPLETE_AND_OPTIMUM: &[Task] = &[Task::First, Task::All, Task::Count, Task::Optimum];
/// The task of a search that finds one solution and does not look for others.
pub const FIRST_ONLY: &[Task] = &[Task::First];

/// Which problems a solver takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every problem, through its model.
    Models,
    /// The problems of these kinds only, which it knows itself.
    Kinds(&'static [&'static str]),
}

/// What a row of the registry is. Text that people read is here, not in code that prints it.
#[derive(Clone, Debug)]
pub struct Card {
    /// The name in kebab-case, unique in the registry; variants are separated by `/`.
    pub id: Cow<'static, str>,
    /// The way of solving.
    pub family: Family,
    /// The algorithm, encoding or engine in a few words, the same for all rows that share it.
    pub technique: &'static str,
    /// One line: what distinguishes this row.
    pub summary: Cow<'static, str>,
    /// Where the method was first described.
    pub reference: &'static str,
    /// What it can be asked.
    pub tasks: &'static [Task],
    /// Which problems it takes.
    pub scope: Scope,
    /// Whether it belongs to the curated rows that a comparison shows unless told otherwise.
    pub featured: bool,
}

impl Card {
    /// Whether the row claims to be able to do this task on problems of this kind.
    pub fn covers(&self, task: Task, kind: &str) -> bool {
        let in_scope = match self.scope {
            Scope::Models => true,
            Scope::Kinds(kinds) => kinds.contains(&kind),
        };
        in_scope && self.tasks.contains(&task)
    }
}

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
        Outcome {
            end,
            solutions,
            effort: Tally::new(),
            message: None,
        }
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
        let (task, kind) = (request.task, request.problem.kind());
        if self.card().covers(task, kind) {
            return Ok(());
        }
        Err(SolverError::Unsupported(format!("task `{task}` on {kind}")))
    }

    /// The steps of a search, up to a number of them: the data of a lesson.
    ///
    /// # Errors
    /// If it cannot show its steps, as production engines cannot, or cannot do the task.
    fn trace(&self, request: &Request, capacity: usize) -> Result<Vec<Step>, SolverError> {
        let _ = (request, capacity);
        Err(SolverError::Unsupported(
            "its engine does not show its steps".to_owned(),
        ))
    }
}

/// What a hand-written search reads: a [`Model`], or a problem it is made for.
pub trait Instance {
    /// Whether symmetry is broken in it, if the request says so.
    const BREAKS_SYMMETRY: bool;

    /// The instance of a request.
    ///
    /// # Errors
    /// If the request is about another problem.
    fn of<'a>(request: &'a Request) -> Result<&'a Self, SolverError>;
}

impl Instance for Model {
    const BREAKS_SYMMETRY: bool = true;

    fn of<'a>(request: &'a Request) -> Result<&'a Self, SolverError> {
        Ok(request.model())
    }
}

impl<P: Problem + Any> Instance for P {
    const BREAKS_SYMMETRY: bool = false;

    fn of<'a>(request: &'a Request) -> Result<&'a Self, SolverError> {
        let problem: &dyn Any = request.problem;
        match problem.downcast_ref() {
            Some(problem) => Ok(problem),
            None => Err(SolverError::Unsupported(format!(
                "it does not solve {}",
                request.problem.kind()
            ))),
        }
    }
}

/// A hand-written algorithm.
pub trait Search: Sync {
    /// What it reads.
    type Instance: Instance + ?Sized;

    /// Whether the search itself keeps only one solution of each orbit. It then answers requests
    /// with symmetry broken and no others.
    const BREAKS_SYMMETRY: bool = false;

    /// Why it cannot take this instance, if so.
    fn unsupported(&self, instance: &Self::Instance) -> Option<String> {
        let _ = instance;
        None
    }

    /// Whether coming back of its own accord proves that there is no further solution. It does not
    /// if the search may give up.
    fn is_complete(&self, instance: &Self::Instance) -> bool {
        let _ = instance;
        true
    }

    /// Searches, telling the observer each step. Comes back with `Break` if and only if the
    /// observer said so; otherwise the search space is exhausted, or an incomplete search gives up.
    fn search<O: Observer>(
        &self,
        instance: &Self::Instance,
        seed: u64,
        observer: &mut O,
    ) -> ControlFlow<()>;
}

/// A [`Search`] with its card: a [`Solver`].
#[derive(Debug)]
pub struct Row<S> {
    /// What it is.
    pub card: Card,
    /// The algorithm, with its parameters.
    pub search: S,
}

impl<S: Search> Solver for Row<S> {
    fn card(&self) -> &Card {
        &self.card
    }

    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        let instance = self.instance(request)?;
        let mut solutions = 0u64;
        let mut deadline = Deadline::new(request.limits.deadline);
        let mut statistics = Statistics::default();
        let flow = if request.task == Task::Count && !request.statistics {
            let mut counting = Counting::default();
            let flow = match request.limits.deadline {
                None => self.search.search(instance, request.seed, &mut counting),
                Some(_) => {
                    self.search
                        .search(instance, request.seed, &mut (&mut counting, &mut deadline))
                }
            };
            solutions = counting.solutions;
            flow
        } else {
            let mut visiting = Visiting(|values: &[Value]| {
                solutions += 1;
                match request.task {
                    Task::First => {
                        // One was asked for, so the search stops whatever the visitor says.
                        let _ = visitor.solution(values);
                        ControlFlow::Break(())
                    }
                    Task::Count => ControlFlow::Continue(()),
                    Task::All | Task::Optimum => visitor.solution(values),
                }
            });
            if request.statistics {
                self.search.search(
                    instance,
                    request.seed,
                    &mut (&mut statistics, (&mut visiting, &mut deadline)),
                )
            } else {
                self.search
                    .search(instance, request.seed, &mut (&mut visiting, &mut deadline))
            }
        };
        let end = match flow {
            ControlFlow::Break(()) if deadline.passed => End::OutOfTime,
            ControlFlow::Break(()) => End::Stopped,
            ControlFlow::Continue(()) if self.search.is_complete(instance) => End::Exhausted,
            ControlFlow::Continue(()) => {
                End::GaveUp("an incomplete search found nothing".to_owned())
            }
        };
        Ok(Outcome::new(end, solutions).with_effort(statistics.tally()))
    }

    fn takes(&self, request: &Request) -> Result<(), SolverError> {
        self.instance(request).map(|_| ())
    }

    fn trace(&self, request: &Request, capacity: usize) -> Result<Vec<Step>, SolverError> {
        let instance = self.instance(request)?;
        let mut trace = Trace::new(capacity);
        let mut first = Visiting(|_: &[Value]| match request.task {
            Task::First => ControlFlow::Break(()),
            Task::All | Task::Count | Task::Optimum => ControlFlow::Continue(()),
        });
        // The trace comes first, so that it has the solution that stops the search.
        let _ = self
            .search
            .search(instance, request.seed, &mut (&mut trace, &mut first));
        Ok(trace.steps)
    }
}

impl<S: Search> Row<S> {
    /// What the search reads of a request, if the row can do what is asked.
    fn instance<'r>(&self, request: &'r Request) -> Result<&'r S::Instance, SolverError> {
        if !self.card.covers(request.task, request.problem.kind()) {
            let (task, kind) = (request.task, request.problem.kind());
            return Err(SolverError::Unsupported(format!("task `{task}` on {kind}")));
        }
        if !S::Instance::BREAKS_SYMMETRY && S::BREAKS_SYMMETRY != request.break_symmetry {
            return Err(SolverError::Unsupported(match S::BREAKS_SYMMETRY {
                true => "it finds fundamental solutions only: break symmetry".to_owned(),
                false => "it does not read the model, where symmetry is broken".to_owned(),
            }));
        }
        let instance = S::Instance::of(request)?;
        if let Some(reason) = self.search.unsupported(instance) {
            return Err(SolverError::Unsupported(reason));
        }
        Ok(instance)
    }
}
