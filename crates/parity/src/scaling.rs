//! How a solver scales: one solution for each of many sizes and seeds.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::Context;
use parity_core::problem::Spec;
use parity_core::{Checker, Family, Problem, Request, Solver, SolverError, Task, Value};
use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::number;
use crate::record::{self, SCHEMA_VERSION, median};
use crate::study::Study;
use crate::supervisor;
use crate::view::measure::Observation;
use crate::view::pivot::{one, sum_up};
use crate::view::{Cell, Column, Grid, Quantity, Row, Table};

/// What to measure.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// Number of seeds, from 0.
    pub seeds: u64,
    /// Limit of each run. A solver that is not interrupted may take longer, but then it is too late.
    pub timeout: Duration,
}

/// The runs of one solver on instances of one size, a seed each.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Point {
    /// The size.
    pub n: u64,
    /// Number of runs.
    pub runs: u64,
    /// Times of the runs that found a solution in time, in nanoseconds.
    pub times_ns: Vec<u64>,
    /// The counter of the work of these runs, by the name that the solver gives it.
    pub effort: Vec<u64>,
    /// That name; empty if the solver counts nothing.
    pub effort_name: String,
}

impl Point {
    /// Median time, if more than half of the runs found a solution: failures count as slower than all.
    pub fn typical_time(&self) -> Option<u64> {
        let mut times = self.times_ns.clone();
        times.resize(usize::try_from(self.runs).unwrap_or(usize::MAX), u64::MAX);
        median(&times).filter(|&time| time < u64::MAX / 4)
    }

    /// Least and greatest time.
    pub fn spread(&self) -> Option<(u64, u64)> {
        Some((*self.times_ns.iter().min()?, *self.times_ns.iter().max()?))
    }
}

/// How some solvers scale: the result of `parity scaling`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scaling {
    /// Version of the format.
    pub schema_version: u32,
    /// Always `scaling`.
    pub kind: String,
    /// Where it ran.
    pub host: Host,
    /// When it began, as RFC 3339.
    pub started_at: String,
    /// The kind of problem.
    pub problem: String,
    /// Number of seeds, from 0.
    pub seeds: u64,
    /// Limit of each run in nanoseconds.
    pub timeout_ns: u64,
    /// A row a solver.
    pub rows: Vec<Scaled>,
}

/// How one solver scales.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scaled {
    /// Id of the row of the registry.
    pub solver: String,
    /// Its family.
    pub family: Family,
    /// By size. Sizes beyond one at which no run found a solution are left out.
    pub points: Vec<Point>,
}

impl Scaling {
    /// A record without rows.
    pub fn new(problem: &str, effort: Effort) -> Self {
        Scaling {
            schema_version: SCHEMA_VERSION,
            kind: Self::KIND.to_owned(),
            host: Host::current(),
            started_at: record::now(),
            problem: problem.to_owned(),
            seeds: effort.seeds,
            timeout_ns: number::nanoseconds(effort.timeout),
            rows: Vec::new(),
        }
    }

    fn grid(&self, quantity: Quantity, cell: &dyn Fn(&Point) -> Cell) -> Grid {
        let mut sizes: Vec<u64> =
            self.rows.iter().flat_map(|row| &row.points).map(|point| point.n).collect();
        sizes.sort_unstable();
        sizes.dedup();
        let row = |row: &Scaled| Row {
            label: row.solver.clone(),
            family: Some(row.family),
            unit: None,
            cells: sizes
                .iter()
                .map(|n| row.points.iter().find(|point| point.n == *n).map_or(Cell::Blank, cell))
                .collect(),
        };
        let limit = number::round_time(self.timeout_ns as f64);
        let seeds = number::counted(self.seeds, "seeds");
        Grid {
            across: "n",
            columns: sizes
                .iter()
                .map(|&n| Column { label: number::count(n), position: Some(n as f64), quantity })
                .collect(),
            rows: self.rows.iter().map(row).collect(),
            notes: vec![format!(
                "Medians over {seeds}; ± is half the distance of the quartiles, or of the extremes \
                 below five. A run that found nothing within {limit} counts as slower than all; where \
                 no run found anything, larger sizes were not tried."
            )],
            ..Grid::about(
                &format!("{}, one solution", self.problem.replace('-', " ")),
                &self.host,
                "solver",
            )
        }
    }
}

impl Study for Scaling {
    const KIND: &'static str = "scaling";

    fn tables(&self) -> Vec<Table> {
        let limit = self.timeout_ns as f64;
        let missing = |point: &Point, found: usize| {
            usize::try_from(point.runs).unwrap_or(usize::MAX).saturating_sub(found)
        };
        let time = self.grid(Quantity::Time, &|point| {
            let found = point.times_ns.iter().map(|&time| Observation::Samples(vec![time as f64]));
            let beyond = vec![Observation::Beyond(limit); missing(point, point.times_ns.len())];
            sum_up(found.chain(beyond).collect())
        });
        let mut effort = self.grid(Quantity::Count, &|point| {
            let counted = point.effort.iter().map(|&work| Observation::Exact(work.into(), None));
            let unknown = match point.effort.is_empty() {
                true => Vec::new(),
                false => vec![Observation::Word("none found"); missing(point, point.effort.len())],
            };
            sum_up(counted.chain(unknown).collect())
        });
        for (row, scaled) in effort.rows.iter_mut().zip(&self.rows) {
            let mut names = scaled.points.iter().map(|point| &point.effort_name);
            row.unit = names.find(|name| !name.is_empty()).cloned();
        }
        let mut solved = self.grid(Quantity::Count, &|point| {
            one(&Observation::Exact(point.times_ns.len() as i128, None))
        });
        solved.notes = vec![format!("Of {} each.", number::counted(self.seeds, "runs"))];
        let table = |measure: &str, drawn, grid| Table { measure: measure.to_owned(), drawn, grid };
        let mut tables = vec![table("time", true, time)];
        if effort.numbers().next().is_some() {
            tables.push(table("effort", true, effort));
        }
        tables.push(table("solved", false, solved));
        tables
    }
}

/// Runs a solver on a problem with each seed until the program is interrupted: once for the time, once
/// for the work.
///
/// # Errors
/// If the instance cannot be built; a [`SolverError`] if the solver refuses, fails or is wrong.
pub fn measure(solver: &dyn Solver, spec: &Spec, effort: Effort) -> anyhow::Result<Point> {
    let problem = spec.build()?;
    let mut point = Point { n: spec.n.unwrap_or(0), ..Point::default() };
    for seed in 0..effort.seeds {
        if supervisor::interrupted() {
            break;
        }
        let timed = run(solver, &*problem, seed, effort.timeout, false)?;
        point.runs += 1;
        if !timed.found || timed.time > effort.timeout {
            continue;
        }
        point.times_ns.push(number::nanoseconds(timed.time));
        let counting = run(solver, &*problem, seed, effort.timeout, true)?;
        // Counting takes time too: what was counted until the limit is not the work of a solution.
        if let Some((name, value)) = counting.counted.filter(|_| counting.found) {
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
    let outcome = outcome.with_context(|| id.to_string())?;
    if let Some(values) = &found {
        Checker::new(problem)
            .check(values)
            .map_err(|wrong| SolverError::Wrong(format!("{id}: {wrong}")))?;
    }
    let counted = outcome.effort.iter().next().map(|(name, value)| (name.to_owned(), value));
    Ok(Trial { found: found.is_some(), time, counted })
}
