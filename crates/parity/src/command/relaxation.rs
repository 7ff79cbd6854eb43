//! `parity relaxation`: the linear relaxation of a problem, with pairwise and with clique rows.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use ilp_backend::Rows;

use crate::command::print;
use crate::command::selection::{Instance, duration};
use crate::number;
use crate::table::plain;

/// Show what the linear relaxation of a problem says, with pairwise and with clique rows.
///
/// Where columns may lie between 0 and 1 a program is easy, and its optimum bounds that of the
/// integers. With an objective it is the objective that is bounded; without one, the number of
/// variables that can be given a value. The tighter the bound, the less an engine has to branch.
#[derive(Args, Clone, Debug)]
pub(crate) struct Relaxation {
    /// The kind of problem; `parity list problems` lists them
    problem: String,
    /// A file with the instance, for problems that are read from one; `-` is standard input
    file: Option<PathBuf>,
    #[command(flatten)]
    instance: Instance,
    /// Limit of each program
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    timeout: Duration,
}

impl Relaxation {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let problem = self.instance.problem(&self.problem, self.file.as_ref())?;
        let model = problem.model();
        let deadline = || Instant::now().checked_add(self.timeout);
        let mut table = comfy_table::Table::new();
        table.set_header(["rows stated", "rows", "columns", "bound"]);
        for (name, rows) in [("pairwise", Rows::Pairwise), ("cliques", Rows::Cliques)] {
            let relaxed = ilp_backend::relaxation(&model, rows, deadline())?;
            table.add_row(match relaxed {
                Some(relaxed) => [
                    name.to_owned(),
                    number::count(relaxed.rows as u64),
                    number::count(relaxed.columns as u64),
                    bound(relaxed.bound),
                ],
                None => [name.to_owned(), String::new(), String::new(), "none".to_owned()],
            });
        }
        let what = match model.objective() {
            Some(_) => "value of the objective",
            None => "number of variables with a value",
        };
        let best = ilp_backend::relaxation::integer_optimum(&model, deadline())?;
        let best = best.map_or_else(
            || format!("No best {what} was found in integers."),
            |best| format!("The best {what} in integers is {best}."),
        );
        let engine = ilp_backend::relaxation::engine_version().unwrap_or_default();
        let table = plain(&mut table, false);
        print(&format!("{}, {engine}\n\n{table}\n\n{best}\n", problem.name()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// With as many decimals as say something.
fn bound(value: f64) -> String {
    let text = format!("{value:.4}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
