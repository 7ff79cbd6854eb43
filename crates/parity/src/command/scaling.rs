//! `parity scaling`: solved, effort and time over sizes and seeds.

use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use parity_core::problem::Spec;
use parity_core::{Solver, SolverError};

use crate::command::format::StudyOutput;
use crate::command::selection::{Instance, duration};
use crate::command::{USAGE_ERROR, end_gently_on_interrupt, success_unless_interrupted, worse};
use crate::registry::Registry;
use crate::scaling::{Effort, Point, Scaled, Scaling, measure};
use crate::supervisor;

/// Measure how a solver scales: solved, effort and time over sizes and seeds.
#[derive(Args, Clone, Debug)]
pub(crate) struct ScalingCommand {
    /// The kind of problem, which must have a size
    #[arg(default_value = "queens")]
    problem: String,
    /// The sizes
    #[arg(long, value_delimiter = ',', value_name = "N", default_value = "8,50,100,200,500,1000")]
    sizes: Vec<u64>,
    /// The solvers: ids, or the beginning of ids and `*`. May be repeated
    #[arg(long, value_name = "ID", default_value = "min-conflicts/queens")]
    solver: Vec<String>,
    /// Number of seeds
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// Limit of each run; one that cannot be interrupted may exceed it, and then counts as unsolved
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    timeout: Duration,
    #[command(flatten)]
    output: StudyOutput,
}

impl ScalingCommand {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let effort = Effort { seeds: self.seeds, timeout: self.timeout };
        let mut scaling = Scaling::new(&self.problem, effort);
        let mut sizes = self.sizes.clone();
        sizes.sort_unstable();
        sizes.dedup();
        let mut rows = Vec::new();
        for pattern in &self.solver {
            rows.extend(registry.matching(pattern)?);
        }
        // What cannot be built is known before anything is measured.
        let spec = |n| Instance { n: Some(n), problem: Default::default() }.spec(&self.problem);
        for &n in &sizes {
            spec(n).build()?;
        }
        self.output.check()?;
        end_gently_on_interrupt()?;
        'rows: for row in rows {
            let card = row.card();
            let scaled =
                Scaled { solver: card.id.to_string(), family: card.family, points: Vec::new() };
            scaling.rows.push(scaled);
            for &n in &sizes {
                let point = measure_or_tell(row, &spec(n), effort)?;
                if supervisor::interrupted() {
                    // Some of its seeds were not run.
                    break 'rows;
                }
                let Some(point) = point else { continue };
                let none = point.times_ns.is_empty();
                scaling.rows.last_mut().expect("it was just pushed").points.push(point);
                if none {
                    break;
                }
            }
        }
        self.output.show(&scaling)?;
        let nothing = scaling.rows.iter().all(|row| row.points.is_empty());
        Ok(if nothing { nothing_measured() } else { success_unless_interrupted() })
    }
}

/// Measures a solver on an instance. One that refuses it, or breaks down, costs only this.
pub(super) fn measure_or_tell(
    solver: &dyn Solver,
    spec: &Spec,
    effort: Effort,
) -> anyhow::Result<Option<Point>> {
    let error = match measure(solver, spec, effort) {
        Ok(point) => return Ok(Some(point)),
        Err(error) => error,
    };
    match error.downcast_ref() {
        None | Some(SolverError::Wrong(_)) => Err(error),
        Some(_) => {
            eprintln!("n = {} is left out: {error:#}", spec.n.unwrap_or(0));
            Ok(None)
        }
    }
}

/// The exit code if no solver did anything.
pub(super) fn nothing_measured() -> ExitCode {
    worse(success_unless_interrupted(), ExitCode::from(USAGE_ERROR))
}
