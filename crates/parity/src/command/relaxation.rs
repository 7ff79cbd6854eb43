//! `parity relaxation`: the linear relaxation of a problem, with pairwise and with clique rows.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;

use crate::command::format::StudyOutput;
use crate::command::selection::{Instance, duration};
use crate::relaxation::Relaxation;

/// Show what the linear relaxation of a problem says, with pairwise and with clique rows.
///
/// Where columns may lie between 0 and 1 a program is easy, and its optimum bounds that of the
/// integers. With an objective it is the objective that is bounded; without one, the number of
/// variables that can be given a value. The tighter the bound, the less an engine has to branch.
#[derive(Args, Clone, Debug)]
pub(crate) struct RelaxationCommand {
    /// The kind of problem; `parity list problems` lists them
    problem: String,
    /// A file with the instance, for problems that are read from one; `-` is standard input
    file: Option<PathBuf>,
    #[command(flatten)]
    instance: Instance,
    /// Limit of each program
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    timeout: Duration,
    #[command(flatten)]
    output: StudyOutput,
}

impl RelaxationCommand {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let problem = self.instance.problem(&self.problem, self.file.as_ref())?;
        self.output.check()?;
        self.output.show(&Relaxation::of(&*problem, self.timeout)?)?;
        Ok(ExitCode::SUCCESS)
    }
}
