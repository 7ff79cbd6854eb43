//! How a solver scales: one solution for each of many sizes and seeds.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parity_core::problem::Spec;
use parity_core::{Checker, Problem, Request, Solver, Task, Value};

use crate::record::median;

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of seeds, from 0.
    pub seeds: u64,
    /// Limit of each run.
    pub timeout: Duration,
}

/// The runs of one solver on one instance, a seed each.
#[derive(Clone, Debug, Default)]
pub struct Point {
    /// Number of runs.
    pub runs: usize,
    /// Times of the runs that found a solution, in nanoseconds.
    pub times_ns: Vec<u64>,
    /// The counter of the work of these runs, by the name that the solver gives it.
    pub effort: Vec<u64>,
    /// That name.
    pub effort_name: String,
}

impl Point {
    /// Median time, if at least half of the runs found a solution: failures count as slower than all.
    pub fn typical_time(&self) -> Option<u64> {
        let mut times = self.times_ns.clone();
        times.resize(self.runs, u64::MAX);
        median(&times).filter(|&time| time < u64::MAX / 4)
    }

    /// Least and greatest time.
    pub fn spread(&self) -> Option<(u64, u64)> {
        Some((*self.times_ns.iter().min()?, *self.times_ns.iter().max()?))
    }
}

/// Runs a solver on a problem with each seed: once for the time, once for the work.
///
/// # Errors
/// If the instance cannot be built, or the solver fails or is wrong.
pub fn measure(solver: &dyn Solver, spec: &Spec, effort: Effort) -> anyhow::Result<Point> {
    let problem = spec.build()?;
    let mut point = Point::default();
    for seed in 0..effort.seeds {
        let timed = run(solver, &*problem, seed, effort.timeout, false)?;
        point.runs += 1;
        if !timed.found {
            continue;
        }
        point.times_ns.push(u64::try_from(timed.time.as_nanos()).unwrap_or(u64::MAX));
        let counting = run(solver, &*problem, seed, effort.timeout, true)?;
        if let Some((name, value)) = counting.counted {
            point.effort_name = name;
            point.effort.push(value);
        }
    }
    Ok(point)
}

/// One run.
struct Trial {
    found: bool,
    time: Duration,
    /// The first counter of the work.
    counted: Option<(String, u64)>,
}

fn run(
    solver: &dyn Solver,
    problem: &dyn Problem,
    seed: u64,
    timeout: Duration,
    statistics: bool,
) -> anyhow::Result<Trial> {
    let request = Request::new(problem, Task::First).with_seed(seed);
    let request = if statistics { request.with_statistics() } else { request };
    if solver.card().scope == parity_core::Scope::Models {
        // Stating the problem is common to all and charged to none.
        request.model();
    }
    let start = Instant::now();
    let request = request.with_deadline(Some(start + timeout));
    let mut found: Option<Vec<Value>> = None;
    let outcome = solver.solve(&request, &mut |values: &[Value]| {
        found = Some(values.to_vec());
        ControlFlow::Break(())
    });
    let time = start.elapsed();
    let id = &solver.card().id;
    let outcome = outcome.map_err(|error| anyhow::anyhow!("{id}: {error}"))?;
    if let Some(values) = &found {
        Checker::new(problem)
            .check(values)
            .map_err(|wrong| anyhow::anyhow!("WRONG: {id}: {wrong}"))?;
    }
    let counted = outcome.effort.iter().next().map(|(name, value)| (name.to_owned(), value));
    Ok(Trial { found: found.is_some(), time, counted })
}
