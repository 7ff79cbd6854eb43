//! The calls of the engine for each task.

use std::collections::BTreeSet;
use std::time::Instant;

use parity_core::{Domain, End, Outcome, Request, SolverError, Tally, Task, Value, Visitor};
use prost::Message;

use super::CpSat;
use super::encoding::Encoding;
use super::library::{OrTools, library};
use super::messages::{Parameters, Response, Status};

/// Solves as a row does.
///
/// With `enumerate_all_solutions` and a pool without limit the response holds all solutions. That
/// is so for one worker. Two workers say that they are done and have lost some (5 of the 92 of
/// 8 queens), or say that they are not and have lost none. So what they found is excluded and the
/// question asked again, until the answer is that there is no solution.
pub(super) fn solve(
    row: &CpSat,
    request: &Request,
    visitor: &mut dyn Visitor,
) -> Result<Outcome, SolverError> {
    let library = library().map_err(SolverError::Unavailable)?;
    let (model, task) = (request.model(), request.task);
    if task == Task::Optimum && model.objective().is_none() {
        let reason = "the model has no objective".to_owned();
        return Err(SolverError::Unsupported(reason));
    }
    let mut encoding = Encoding::new(model, task == Task::Optimum);
    visitor.encoded(&encoding.size());
    if model.domains().iter().any(Domain::is_empty) {
        // Such a model is not a valid message.
        return Ok(Outcome::new(End::Exhausted, 0));
    }

    // The empty model has nothing to exclude.
    let enumerates = matches!(task, Task::All | Task::Count);
    let asks_again = enumerates && row.workers > 1 && !model.is_empty();
    let mut effort = Effort::default();
    let mut solutions = 0;
    let end = 'search: loop {
        let response = call(library, &encoding, &parameters(row, request))?;
        effort.add(&response);
        let found = found(&response, task, model.len());
        for values in &found {
            solutions += 1;
            if task != Task::Count && visitor.solution(values).is_break() {
                break 'search End::Stopped;
            }
        }
        let out_of_time = request.limits.deadline.is_some_and(|at| Instant::now() >= at);
        match response.status() {
            Status::ModelInvalid => return Err(SolverError::Unsupported(response.solution_info)),
            Status::Infeasible => break End::Exhausted,
            Status::Optimal | Status::Feasible if asks_again && !found.is_empty() => {
                if out_of_time {
                    break End::OutOfTime;
                }
                encoding.block(&found);
            }
            Status::Optimal | Status::Feasible if task == Task::First => break End::Stopped,
            Status::Optimal if asks_again => break End::GaveUp("it lost its solutions".to_owned()),
            Status::Optimal => break End::Exhausted,
            Status::Feasible | Status::Unknown if request.limits.deadline.is_some() => {
                break End::OutOfTime;
            }
            Status::Feasible | Status::Unknown => break End::GaveUp(response.solution_info),
        }
    };
    Ok(Outcome::new(end, solutions).with_effort(effort.tally()))
}

fn parameters(row: &CpSat, request: &Request) -> Parameters {
    let all = matches!(request.task, Task::All | Task::Count);
    let now = Instant::now();
    let left = |deadline: Instant| deadline.saturating_duration_since(now).as_secs_f64();
    Parameters {
        random_seed: Some((request.seed % (1 << 31)) as i32),
        max_time_in_seconds: request.limits.deadline.map(left),
        num_workers: Some(row.workers.into()),
        linearization_level: Some(row.linearization.into()),
        enumerate_all_solutions: Some(all),
        fill_additional_solutions_in_response: Some(all),
        solution_pool_size: all.then_some(i32::MAX),
        catch_sigint_signal: Some(false),
    }
}

fn call(
    library: &OrTools,
    encoding: &Encoding,
    parameters: &Parameters,
) -> Result<Response, SolverError> {
    let message = encoding.message.encode_to_vec();
    let response = library.solve(&message, &parameters.encode_to_vec());
    let response = Response::decode(response.map_err(SolverError::Engine)?.as_slice());
    response.map_err(|error| SolverError::Engine(error.to_string()))
}

/// The solutions in a response, as values of the variables of the model, which come first. Versions
/// are known that repeat some.
fn found(response: &Response, task: Task, length: usize) -> BTreeSet<Vec<Value>> {
    let project = |values: &[i64]| values[..length].iter().map(|&value| value as Value).collect();
    match (response.status(), task) {
        (Status::Unknown | Status::ModelInvalid | Status::Infeasible, _) => BTreeSet::new(),
        (Status::Feasible | Status::Optimal, Task::First | Task::Optimum) => {
            BTreeSet::from([project(&response.solution)])
        }
        (Status::Feasible | Status::Optimal, Task::All | Task::Count) => {
            let solutions = response.additional_solutions.iter();
            solutions.map(|solution| project(&solution.values)).collect()
        }
    }
}

/// The work of all calls. CP-SAT reports that of one worker.
#[derive(Default)]
struct Effort {
    decisions: i64,
    conflicts: i64,
    propagations: i64,
    restarts: i64,
}

impl Effort {
    fn add(&mut self, response: &Response) {
        self.decisions += response.num_branches;
        self.conflicts += response.num_conflicts;
        self.propagations += response.num_binary_propagations + response.num_integer_propagations;
        self.restarts += response.num_restarts;
    }

    fn tally(&self) -> Tally {
        Tally::new()
            .with("decisions", self.decisions.unsigned_abs())
            .with("conflicts", self.conflicts.unsigned_abs())
            .with("propagations", self.propagations.unsigned_abs())
            .with("restarts", self.restarts.unsigned_abs())
    }
}
