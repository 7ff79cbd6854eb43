//! `parity solve colouring --minimum`: the chromatic number.

use std::ops::ControlFlow;
use std::process::ExitCode;

use parity_core::graph::chromatic::Bounds;
use parity_core::{End, Problem, SolverError, Value};

use super::Solve;
use super::output::Output;
use crate::command::warn;
use crate::number;
use crate::registry::Registry;

impl Solve {
    /// One question after the other whether a colour fewer would do, within one limit.
    pub(super) fn run_minimum(
        &self,
        registry: &Registry,
        output: &Output,
    ) -> anyhow::Result<ExitCode> {
        let problem = self.instance.graph(&self.problem, self.file.as_ref())?;
        warn(&problem, self.quiet);
        let solver = registry.get(self.solver.as_deref().unwrap_or("dsatur"))?;
        let id = &solver.card().id;
        let deadline = self.deadline();
        let mut bounds = Bounds::new(problem.graph());
        while let Some(question) = bounds.question() {
            let undecided = |why: &str| {
                let (lower, upper) = (bounds.lower(), bounds.upper());
                format!(
                    "from {lower} to {upper} colours: {id} did not decide {} ({why})\n",
                    upper - 1
                )
            };
            let request = self.request(&question, deadline);
            let limited = output.limit(self.limit_at(deadline, undecided("OutOfTime"), id, false));
            let mut answer = None;
            let outcome = solver.solve(&request, &mut |values: &[Value]| {
                answer = Some(values.to_vec());
                ControlFlow::Break(())
            });
            drop(limited);
            match (outcome.map_err(|error| anyhow::anyhow!("{id}: {error}"))?.end, answer) {
                (_, Some(colours)) => bounds
                    .colourable(&colours)
                    .map_err(|rule| SolverError::Wrong(format!("{id}: {rule}")))?,
                (End::Exhausted, None) => bounds.not_colourable(),
                (end, None) => {
                    let said = undecided(&format!("{end:?}"));
                    output.write(|out| out.write_all(said.as_bytes()))?;
                    return Ok(ExitCode::SUCCESS);
                }
            }
        }
        let colours = number::counted(bounds.upper() as u64, "colours");
        let fewer = if bounds.clique().len() == bounds.upper() {
            "a clique needs as many"
        } else {
            "fewer are refuted"
        };
        let listed = problem.list(bounds.colouring());
        output.write(|out| write!(out, "{colours}, which is the least: {fewer}\n\n{listed}"))?;
        Ok(ExitCode::SUCCESS)
    }
}
