//! Solving again and again, with what was found excluded.

use std::ops::ControlFlow;
use std::time::Instant;

use parity_core::{Direction, End, Outcome, Request, SolverError, Task, Value, Visitor};
use pumpkin_conflict_resolvers::resolvers::ResolutionResolver;
use pumpkin_core::options::SolverOptions;
use pumpkin_core::rand::SeedableRng;
use pumpkin_core::rand::rngs::SmallRng;
use pumpkin_core::results::{ProblemSolution, SatisfactionResult};
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::{Solver, predicate};

use super::Ordering;
use super::branching::Branching;
use super::encoding::Encoding;

pub(super) fn solve(
    ordering: Ordering,
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
        ..SolverOptions::default()
    });
    let mut encoding = Encoding::new(model, request.task == Task::Optimum, engine)?;
    visitor.encoded(&encoding.size());

    let mut branching = Branching::new(ordering, &encoding.solver, &encoding.variables);
    let mut deadline = Deadline(request.limits.deadline);
    let mut resolver = ResolutionResolver::default();
    let mut solutions = 0;
    let end = loop {
        let solver = &mut encoding.solver;
        let values: Vec<Value> = match solver.satisfy(&mut branching, &mut deadline, &mut resolver)
        {
            SatisfactionResult::Satisfiable(found) => {
                let solution = found.solution();
                let value = |&variable| solution.get_integer_value(variable);
                encoding.variables.iter().map(value).collect()
            }
            SatisfactionResult::Unsatisfiable(..) => break End::Exhausted,
            SatisfactionResult::Unknown(..) => break End::OutOfTime,
        };
        solutions += 1;
        let flow = match request.task {
            Task::Count => ControlFlow::Continue(()),
            Task::First | Task::All | Task::Optimum => visitor.solution(&values),
        };
        if flow.is_break() || request.task == Task::First {
            break End::Stopped;
        }
        match model.objective() {
            Some(objective) if request.task == Task::Optimum => {
                encoding.improve_on(objective.direction, objective.eval(&values));
            }
            _ => encoding.block(&values),
        }
    };
    Ok(Outcome::new(end, solutions).with_effort(branching.effort()))
}

impl Encoding {
    /// Excludes a solution. Only the variables of the model are mentioned, so that it cannot come
    /// back with other values of the auxiliary ones.
    fn block(&mut self, values: &[Value]) {
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
struct Deadline(Option<Instant>);

impl TerminationCondition for Deadline {
    fn should_stop(&mut self) -> bool {
        self.0.is_some_and(|deadline| Instant::now() >= deadline)
    }
}
