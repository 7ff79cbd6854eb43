//! A hand-written search with its card: counting, limits, statistics and traces for nothing.

use std::any::Any;
use std::ops::ControlFlow;

use super::{Card, End, Outcome, Request, Solver, SolverError, Task, Visitor};
use crate::model::{Model, Value};
use crate::observer::{Counting, Deadline, Observer, Statistics, Step, Trace, Visiting};
use crate::problem::Problem;

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

    /// How much memory it needs for this instance, in bytes, if that is known before it begins.
    fn memory(&self, instance: &Self::Instance) -> Option<u64> {
        let _ = instance;
        None
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
                    self.search.search(instance, request.seed, &mut (&mut counting, &mut deadline))
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
                self.search.search(instance, request.seed, &mut (&mut visiting, &mut deadline))
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

    fn memory(&self, request: &Request) -> Option<u64> {
        self.search.memory(self.instance(request).ok()?)
    }

    fn trace(&self, request: &Request, capacity: usize) -> Result<Vec<Step>, SolverError> {
        let instance = self.instance(request)?;
        let mut trace = Trace::new(capacity);
        let mut first = Visiting(|_: &[Value]| match request.task {
            Task::First => ControlFlow::Break(()),
            Task::All | Task::Count | Task::Optimum => ControlFlow::Continue(()),
        });
        // The trace comes first, so that it has the solution that stops the search.
        let _ = self.search.search(instance, request.seed, &mut (&mut trace, &mut first));
        Ok(trace.steps)
    }
}

impl<S: Search> Row<S> {
    /// What the search reads of a request, if the row can do what is asked.
    fn instance<'r>(&self, request: &'r Request) -> Result<&'r S::Instance, SolverError> {
        self.card.takes(request)?;
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
