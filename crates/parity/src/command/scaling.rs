//! `parity scaling`: solved, effort and time over sizes and seeds.

use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::command::print;
use crate::command::selection::{Instance, duration};
use crate::number;
use crate::record::median;
use crate::registry::Registry;
use crate::scaling::{Effort, Point, measure};
use crate::table::plain;

/// Measure how a solver scales: solved, effort and time over sizes and seeds.
#[derive(Args, Clone, Debug)]
pub(crate) struct Scaling {
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
    /// Limit of each run
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    timeout: Duration,
    /// How to write the table
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Csv,
}

impl Scaling {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let mut rows = Vec::new();
        for pattern in &self.solver {
            rows.extend(registry.matching(pattern)?);
        }
        let mut table = comfy_table::Table::new();
        table.set_header(["solver", "n", "solved", "effort", "time", "least to greatest"]);
        let mut lines =
            "solver,n,runs,solved,effort,effort_median,time_median_ns,time_min_ns,time_max_ns\n"
                .to_owned();
        for row in rows {
            for &n in &self.sizes {
                let instance = Instance { n: Some(n), problem: Default::default() };
                let effort = Effort { seeds: self.seeds, timeout: self.timeout };
                let point = measure(row, &instance.spec(&self.problem), effort)?;
                table.add_row(text(&row.card().id, n, &point));
                lines += &csv(&row.card().id, n, &point);
            }
        }
        print(&match self.format {
            Format::Text => plain(&mut table, false) + "\n",
            Format::Csv => lines,
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

fn text(id: &str, n: u64, point: &Point) -> Vec<String> {
    let effort = median(&point.effort).map(|value| number::counted(value, &point.effort_name));
    let spread = point
        .spread()
        .map(|(least, most)| format!("{} to {}", number::duration(least), number::duration(most)));
    vec![
        id.to_owned(),
        number::count(n),
        format!("{} of {}", point.times_ns.len(), point.runs),
        effort.unwrap_or_default(),
        median(&point.times_ns).map(number::duration).unwrap_or_default(),
        spread.unwrap_or_default(),
    ]
}

fn csv(id: &str, n: u64, point: &Point) -> String {
    let optional = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
    let (least, most) = point.spread().unzip();
    let (runs, solved, name) = (point.runs, point.times_ns.len(), &point.effort_name);
    let (effort, time) = (optional(median(&point.effort)), optional(median(&point.times_ns)));
    format!(
        "{id},{n},{runs},{solved},{name},{effort},{time},{},{}\n",
        optional(least),
        optional(most)
    )
}
