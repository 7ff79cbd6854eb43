//! `parity optimize`: the best solution, and the proof that there is none better.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use parity_core::Task;

use crate::command::compare::compare;
use crate::command::selection::Options;
use crate::registry::Registry;

/// Find the best solution of a problem with an objective, and prove that there is none better.
#[derive(Args, Clone, Debug)]
pub(crate) struct Optimize {
    /// The kind of problem
    problem: String,
    /// A file with the instance, for problems that are read from one; `-` is standard input
    file: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

impl Optimize {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let options = self.options.clone().with_objective(&self.problem)?;
        compare(registry, &self.problem, self.file.as_ref(), Task::Optimum, false, &options)
    }
}
