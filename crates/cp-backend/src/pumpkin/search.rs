//! What is done with the engine for each task.

use std::ops::ControlFlow;
use std::time::Instant;

use parity_core::{Direction, End, Model, Outcome, Request, SolverError, Tally, Task, Visitor};
use pumpkin_conflict_resolvers::resolvers::{NoLearningResolver, ResolutionResolver};
use pumpkin_core::conflict_resolving::{ConflictAnalysisContext, ConflictResolver};
use pumpkin_core::options::{RestartOptions, SolverOptions};
use pumpkin_core::rand::SeedableRng;
use pumpkin_core::rand::rngs::SmallRng;
use pumpkin_core::results::{ProblemSolution, SatisfactionResult};
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::{Solver, predicate};

use super::branching::Branching;
use super::encoding::Encoding;
use super::enumeration::{NoSolution, Stream};
use super::{AfterConflict, AfterSolution, Parameters};

/// The library does not say which it is.
pub(super) const VERSION: &str = "0.5.0";

/// Solves as a row with these parameters does.
pub(super) fn solve(
    parameters: &Parameters,
    request: &Request,
    visitor: &mut dyn Visitor,
) -> Result<Outcome, SolverError> {
    let model = request.model();
    if request.task == Task::Optimum && model.objective().is_none() {
        let reason = "the model has no objective".to_owned();
        return Err(SolverError::Unsupported(reason));
    }
    let engine = Solver::with_options(SolverOptions {
        random_generator: SmallRng::seed_from_u64(request.seed),
        restart_options: RestartOptions {
            // To start again without having learned is to do the same again.
            no_restarts: parameters.after_conflict == AfterConflict::Backtrack,
            ..RestartOptions::default()
        },
        ..SolverOptions::default()
    });
    let wants_optimum = request.task == Task::Optimum;
    let encoding = Encoding::new(model, wants_optimum, parameters.all_different, engine)?;
    visitor.encoded(&encoding.size());

    let branching = Branching::new(parameters, &encoding, model);
    let run = Run {
        model,
        encoding,
        branching,
        after_conflict: parameters.after_conflict,
        resolver: Resolver::new(parameters.after_conflict),
        deadline: Deadline(request.limits.deadline),
    };
    match (request.task, parameters.after_solution) {
        (Task::All | Task::Count, AfterSolution::Fail) => run.through(request.task, visitor),
        (Task::All | Task::Count, AfterSolution::Block) | (Task::First | Task::Optimum, _) => {
            Ok(run.again_and_again(request.task, visitor))
        }
    }
}

struct Run<'a> {
    model: &'a Model,
    encoding: Encoding,
    branching: Branching,
    after_conflict: AfterConflict,
    resolver: Resolver,
    deadline: Deadline,
}

impl Run<'_> {
    /// Finds a solution, excludes it with all that are not wanted, and begins a new search.
    fn again_and_again(mut self, task: Task, visitor: &mut dyn Visitor) -> Outcome {
        let mut solutions = 0;
        let end = loop {
            let Run { encoding, branching, resolver, deadline, .. } = &mut self;
            let values: Vec<_> = match encoding.solver.satisfy(branching, deadline, resolver) {
                SatisfactionResult::Satisfiable(found) => {
                    let solution = found.solution();
                    let variables = encoding.variables.iter();
                    variables.map(|&variable| solution.get_integer_value(variable)).collect()
                }
                SatisfactionResult::Unsatisfiable(..) => break End::Exhausted,
                SatisfactionResult::Unknown(..) => break End::OutOfTime,
            };
            solutions += 1;
            let flow = match task {
                Task::Count => ControlFlow::Continue(()),
                Task::First | Task::All | Task::Optimum => visitor.solution(&values),
            };
            if flow.is_break() || task == Task::First {
                break End::Stopped;
            }
            match self.model.objective() {
                Some(objective) if task == Task::Optimum => {
                    let value = objective.eval(&values);
                    self.encoding.improve_on(objective.direction, value);
                }
                _ => self.encoding.block(&values),
            }
        };
        let effort = effort(&self.branching, 0);
        Outcome::new(end, solutions).with_effort(effort)
    }

    /// Goes through all solutions in one search.
    fn through(mut self, task: Task, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        let mut stream = Stream::new(task, self.after_conflict, self.deadline, visitor);
        let solver = &mut self.encoding.solver;
        if !solver.is_inconsistent() {
            let tag = solver.new_constraint_tag();
            solver.add_propagator(NoSolution {
                variables: self.encoding.variables,
                queue: stream.queue(),
                tag,
            });
        }
        let (branching, resolver) = (&mut self.branching, &mut self.resolver);
        let exhausted = match solver.satisfy(branching, &mut stream, resolver) {
            SatisfactionResult::Unsatisfiable(..) => true,
            SatisfactionResult::Unknown(..) => false,
            SatisfactionResult::Satisfiable(_) => {
                let reason = "a solution escaped the propagator that should have seen it";
                return Err(SolverError::Engine(reason.to_owned()));
            }
        };
        stream.drain();
        let end = match (stream.stopped, exhausted) {
            (true, _) => End::Stopped,
            (false, true) => End::Exhausted,
            (false, false) => End::OutOfTime,
        };
        let effort = effort(&self.branching, stream.failures);
        Ok(Outcome::new(end, stream.solutions).with_effort(effort))
    }
}

/// The work done. Solutions that were treated as conflicts are none.
fn effort(branching: &Branching, solutions: u64) -> Tally {
    Tally::new()
        .with("decisions", branching.decisions)
        .with("conflicts", branching.conflicts.saturating_sub(solutions))
        .with("backtracks", branching.backtracks)
}

impl Encoding {
    /// Excludes a solution. Only the variables of the model are mentioned, so that it cannot come
    /// back with other values of the auxiliary ones.
    fn block(&mut self, values: &[i32]) {
        let variables = self.variables.iter().zip(values);
        let other = variables.map(|(variable, value)| predicate!(variable != *value));
        self.solver.add_clause(other, self.excluded);
    }

    /// Excludes whatever is not better than this.
    fn improve_on(&mut self, direction: Direction, value: i64) {
        let bound = self.objective.map(|objective| {
            let value = (value - objective.constant) as i32;
            let variable = objective.variable;
            match direction {
                Direction::Maximise => predicate!(variable >= value + 1),
                Direction::Minimise => predicate!(variable <= value - 1),
            }
        });
        // Without a variable every solution is as good: the clause is empty and excludes all.
        self.solver.add_clause(bound, self.excluded);
    }
}

/// The moment to stop.
#[derive(Clone, Copy)]
pub(super) struct Deadline(pub(super) Option<Instant>);

impl TerminationCondition for Deadline {
    fn should_stop(&mut self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

/// One of two ways out of a conflict.
#[derive(Clone, Debug)]
enum Resolver {
    Learn(Box<ResolutionResolver>),
    Backtrack(NoLearningResolver),
}

impl Resolver {
    fn new(after_conflict: AfterConflict) -> Self {
        match after_conflict {
            AfterConflict::Learn => Resolver::Learn(Box::default()),
            AfterConflict::Backtrack => Resolver::Backtrack(NoLearningResolver),
        }
    }
}

impl ConflictResolver for Resolver {
    fn resolve_conflict(&mut self, context: &mut ConflictAnalysisContext) {
        match self {
            Resolver::Learn(resolver) => resolver.resolve_conflict(context),
            Resolver::Backtrack(resolver) => resolver.resolve_conflict(context),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_deadline_that_has_passed_stops_the_search() {
        let hour = Duration::from_secs(3600);
        for (deadline, stops) in
            [(None, false), (Some(Instant::now()), true), (Some(Instant::now() + hour), false)]
        {
            assert_eq!(Deadline(deadline).should_stop(), stops);
        }
    }

    #[test]
    fn the_version_is_the_one_that_is_built() {
        let locked = include_str!("../../../../Cargo.lock");
        let package = format!("name = \"pumpkin-core\"\nversion = \"{}\"", super::VERSION);
        assert!(locked.contains(&package));
    }
}
