//! `parity trace`: the steps of a hand-written search, for a lesson or as data for a plot.

use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use parity_core::observer::Step;
use parity_core::{Event, Problem, Request, Task, Variable};

use crate::command::print;
use crate::command::selection::Instance;
use crate::registry::Registry;

/// Show the steps of a hand-written search.
#[derive(Args, Clone, Debug)]
pub(crate) struct Trace {
    /// The kind of problem; `parity list problems` lists them
    problem: String,
    /// A file with the instance; `-` is standard input
    file: Option<PathBuf>,
    #[command(flatten)]
    instance: Instance,
    /// The solver, by id
    #[arg(long, value_name = "ID", default_value = "forward-checking")]
    solver: String,
    /// Go on to all solutions instead of the first
    #[arg(long)]
    all: bool,
    /// At most this many steps
    #[arg(long, value_name = "K", default_value_t = 200)]
    steps: usize,
    /// Seed of every random choice
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How to write the steps
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line a step, indented by depth
    Text,
    /// One row a step: step, event, depth, variable, value, conflicts
    Csv,
}

impl Trace {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let problem = self.instance.problem(&self.problem, self.file.as_ref())?;
        let solver = registry.get(&self.solver)?;
        let task = if self.all { Task::All } else { Task::First };
        let request = Request::new(&*problem, task).with_seed(self.seed);
        let steps = solver.trace(&request, self.steps);
        let steps = steps.map_err(|error| anyhow::anyhow!("{}: {error}", self.solver))?;
        print(&match self.format {
            Format::Text => text(&steps, &*problem, steps.len() == self.steps),
            Format::Csv => csv(&steps),
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

fn text(steps: &[Step], problem: &dyn Problem, cut: bool) -> String {
    let model = problem.model();
    let name = |variable: Variable| model.name(variable).to_owned();
    let mut text = String::new();
    let mut level = 0;
    for step in steps {
        let line = match step {
            Step::Solution(values) => {
                text.push_str("solution\n");
                text.push_str(&problem.display(values));
                continue;
            }
            Step::Event(Event::Solution(_)) => continue,
            Step::Event(Event::Node { depth }) => {
                level = *depth;
                format!("node at depth {depth}")
            }
            Step::Event(Event::Decision { variable, value }) => {
                format!("try {} = {value}", name(*variable))
            }
            Step::Event(Event::Propagation { variable, value }) => {
                format!("  so {} ≠ {value}", name(*variable))
            }
            Step::Event(Event::Revisions { revisions, checks }) => {
                format!("  {revisions} revisions, {checks} checks")
            }
            Step::Event(Event::WipeOut { variable }) => {
                format!("  {} has no value left", name(*variable))
            }
            Step::Event(Event::Backtrack { depth }) => {
                level = *depth;
                "back".to_owned()
            }
            Step::Event(Event::Conflict { learned: 0 }) => "conflict".to_owned(),
            Step::Event(Event::Conflict { learned }) => {
                format!("conflict, learned {learned} literals")
            }
            Step::Event(Event::Repair { variable, value, conflicts }) => {
                format!("move {} to {value}: {conflicts} conflicts left", name(*variable))
            }
            Step::Event(Event::Restart) => "restart".to_owned(),
        };
        let _ = writeln!(text, "{:indent$}{line}", "", indent = 2 * level);
    }
    if cut {
        text.push_str("… and so on; --steps shows more\n");
    }
    text
}

fn csv(steps: &[Step]) -> String {
    let mut text = "step,event,depth,variable,value,conflicts\n".to_owned();
    for (index, step) in steps.iter().enumerate() {
        let row = match step {
            Step::Solution(_) | Step::Event(Event::Solution(_)) => "solution,,,,".to_owned(),
            Step::Event(Event::Node { depth }) => format!("node,{depth},,,"),
            Step::Event(Event::Decision { variable, value }) => {
                format!("decision,,{},{value},", variable.0)
            }
            Step::Event(Event::Propagation { variable, value }) => {
                format!("propagation,,{},{value},", variable.0)
            }
            Step::Event(Event::Revisions { .. }) => "revisions,,,,".to_owned(),
            Step::Event(Event::WipeOut { variable }) => format!("wipe-out,,{},,", variable.0),
            Step::Event(Event::Backtrack { depth }) => format!("backtrack,{depth},,,"),
            Step::Event(Event::Conflict { .. }) => "conflict,,,,".to_owned(),
            Step::Event(Event::Repair { variable, value, conflicts }) => {
                format!("repair,,{},{value},{conflicts}", variable.0)
            }
            Step::Event(Event::Restart) => "restart,,,,".to_owned(),
        };
        let _ = writeln!(text, "{},{row}", index + 1);
    }
    text
}
