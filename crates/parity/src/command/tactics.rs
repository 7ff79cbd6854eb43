//! `parity tactics`: what tactics of Z3 do to a formula, and to the time it takes.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use parity_core::Problem;
use parity_core::problem::Spec;
use smt_backend::Encoding;

use crate::command::format::StudyOutput;
use crate::command::selection::{Instance, duration};
use crate::command::{USAGE_ERROR, end_gently_on_interrupt, success_unless_interrupted};
use crate::tactics::Tactics;

/// A Sudoku that needs search (A. Inkala, 2010).
const PUZZLE: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// Compare tactics of Z3 and pipelines of them: time to apply and to solve, size before and after.
///
/// Without a problem, on a Sudoku and on 8 queens.
#[derive(Args, Clone, Debug)]
pub(crate) struct TacticsCommand {
    /// The kind of problem
    problem: Option<String>,
    /// A file with the instance, for problems that are read from one; `-` is standard input
    file: Option<PathBuf>,
    #[command(flatten)]
    instance: Instance,
    /// How the problem is stated as a formula
    #[arg(long, value_enum, default_value_t = Statement::BitVector)]
    encoding: Statement,
    /// Number of samples of each time
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    samples: u32,
    /// Limit of each sample
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    timeout: Duration,
    #[command(flatten)]
    output: StudyOutput,
}

/// The encodings of Z3 that tactics may meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Statement {
    Int,
    BitVector,
    PseudoBoolean,
    Clauses,
}

impl Statement {
    fn encoding(self) -> (Encoding, &'static str) {
        match self {
            Statement::Int => (Encoding::Int, "integers"),
            Statement::BitVector => (Encoding::BitVector, "bit-vectors"),
            Statement::PseudoBoolean => (Encoding::PseudoBoolean, "pseudo-Boolean constraints"),
            Statement::Clauses => (Encoding::Clauses, "clauses"),
        }
    }
}

impl TacticsCommand {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let z3 = smt_backend::SOLVERS.first().context("there is no row of Z3")?;
        if let Some(reason) = z3.unavailable() {
            eprintln!(
                "error: tactics are Z3's, which is not available: {reason}; build parity with its \
                 default features, or with `--features z3`"
            );
            return Ok(ExitCode::from(USAGE_ERROR));
        }
        let (encoding, name) = self.encoding.encoding();
        let version = z3.engine_version().unwrap_or_else(|| "Z3".to_owned());
        let mut record = Tactics::new(version, name, self.timeout);
        let problems = self.problems()?;
        self.output.check()?;
        end_gently_on_interrupt()?;
        for problem in problems {
            record.measure(&*problem, encoding, self.samples)?;
        }
        self.output.show(&record)?;
        Ok(success_unless_interrupted())
    }

    fn problems(&self) -> anyhow::Result<Vec<Box<dyn Problem>>> {
        if let Some(kind) = &self.problem {
            return Ok(vec![self.instance.problem(kind, self.file.as_ref())?]);
        }
        if self.instance.n.is_some() || !self.instance.problem.0.is_empty() {
            bail!("say which problem: `parity tactics queens --n 8`");
        }
        let sudoku =
            Spec { kind: "sudoku".to_owned(), text: Some(PUZZLE.to_owned()), ..Spec::default() };
        Ok(vec![sudoku.build()?, Spec::sized("queens", 8).build()?])
    }
}
