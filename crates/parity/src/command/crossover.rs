//! `parity crossover`: the size from which local search beats complete search.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::ensure;
use clap::Args;
use parity_core::problem::Spec;

use crate::command::scaling::{measure_or_tell, nothing_measured};
use crate::command::selection::duration;
use crate::command::{end_gently_on_interrupt, print, success_unless_interrupted};
use crate::number;
use crate::registry::Registry;
use crate::scaling::{Effort, Point};
use crate::supervisor;
use crate::table::plain;

/// Find the size of queens from which local search beats complete search for good.
///
/// Both are run with each seed on each size; a run that finds nothing in time counts as slower than
/// all that do. The answer is the least size such that on it and on every greater one that was
/// measured, the median of the local search is smaller.
#[derive(Args, Clone, Debug)]
pub(crate) struct Crossover {
    /// The least size
    #[arg(long, default_value_t = 4)]
    from: u64,
    /// The greatest size
    #[arg(long, default_value_t = 40)]
    to: u64,
    /// The distance of sizes
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    step: u64,
    /// Number of seeds
    #[arg(long, default_value_t = 11, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// Limit of each run; one that cannot be interrupted may exceed it, and then counts as unsolved
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    timeout: Duration,
    /// The complete search, by id
    #[arg(long, value_name = "ID", default_value = "forward-checking")]
    complete: String,
    /// The local search, by id
    #[arg(long, value_name = "ID", default_value = "min-conflicts/queens")]
    local: String,
}

impl Crossover {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        ensure!(self.from <= self.to, "--from {} is greater than --to {}", self.from, self.to);
        let (complete, local) = (registry.get(&self.complete)?, registry.get(&self.local)?);
        let effort = Effort { seeds: self.seeds, timeout: self.timeout };
        let mut table = comfy_table::Table::new();
        table.set_header([
            "n",
            &self.complete,
            "least to greatest",
            &self.local,
            "least to greatest",
            "faster",
        ]);
        let (mut crossover, mut to) = (None, None);
        end_gently_on_interrupt()?;
        for n in (self.from..=self.to).step_by(usize::try_from(self.step)?) {
            let spec = Spec::sized("queens", n);
            let points =
                (measure_or_tell(complete, &spec, effort)?, measure_or_tell(local, &spec, effort)?);
            if supervisor::interrupted() {
                break;
            }
            let (Some(complete), Some(local)) = points else { continue };
            let points = [complete, local];
            to = Some(n);
            let [a, b] = points.each_ref().map(|point| point.typical_time().unwrap_or(u64::MAX));
            let faster = match a.cmp(&b) {
                std::cmp::Ordering::Less => &self.complete,
                std::cmp::Ordering::Equal => "neither",
                std::cmp::Ordering::Greater => &self.local,
            };
            crossover = if b < a { crossover.or(Some(n)) } else { None };
            let cells = points.iter().flat_map(describe);
            table.add_row(std::iter::once(n.to_string()).chain(cells).chain([faster.to_owned()]));
        }
        let (local, complete) = (&self.local, &self.complete);
        let Some(to) = to else {
            return Ok(nothing_measured());
        };
        let conclusion = match crossover {
            Some(n) => format!(
                "From n = {n} to {to}, {local} is faster than {complete} at every size measured."
            ),
            None => format!("Up to n = {to}, {local} is not faster than {complete} for good."),
        };
        print(&format!("{}\n\n{conclusion}\n", plain(&mut table, false)))?;
        Ok(success_unless_interrupted())
    }
}

fn describe(point: &Point) -> [String; 2] {
    let typical = point.typical_time().map(number::duration);
    let solved = format!("{} of {} solved", point.times_ns.len(), point.runs);
    let spread = point
        .spread()
        .map(|(least, most)| format!("{} to {}", number::duration(least), number::duration(most)));
    [typical.unwrap_or(solved), spread.unwrap_or_default()]
}
