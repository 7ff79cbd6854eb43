//! The command line, one file a command.
//!
//! Exit codes: 0 all completed runs agree; 1 some answer is wrong or two disagree; 2 usage or
//! environment error; 130 interrupted.

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::sync::atomic::Ordering;

use clap::{Parser, Subcommand};
use parity_core::{Problem, SolverError};

use crate::registry::Registry;
use crate::{supervisor, worker};

mod check;
mod compare;
mod compare_results;
mod compare_set;
mod count;
mod crossover;
mod efficiency;
mod estimate;
mod format;
mod generate;
mod list;
mod merge;
mod optimize;
mod pieces;
mod progress;
mod relaxation;
mod render;
mod report;
mod scaling;
mod selection;
mod slurm;
mod solution;
mod solve;
mod sweep;
mod tactics;
mod trace;

/// The hidden command that makes this program a worker.
pub const WORKER: &str = "worker";

const WRONG: u8 = 1;
const USAGE_ERROR: u8 = 2;
const INTERRUPTED: u8 = 130;

/// Solves one constraint problem in many ways, checks every answer and compares the ways.
///
/// `parity --n 8` is short for `parity compare queens --n 8`.
#[derive(Parser)]
#[command(version, args_conflicts_with_subcommands = true, arg_required_else_help = true)]
#[command(after_help = "Exit codes: 0 all completed runs agree; 1 some answer is wrong or two \
                        disagree; 2 usage or environment error; 130 interrupted.")]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    options: selection::Options,
}

#[derive(Subcommand)]
enum Command {
    /// Solve one problem with many solvers, check the answers, compare sets, counts and times
    Compare(compare::Compare),
    /// Solve a problem with one solver and print the solutions
    Solve(solve::Solve),
    /// Find the best solution of a problem with an objective, and prove that there is none better
    #[command(visible_alias = "optimise")]
    Optimize(optimize::Optimize),
    /// Say of each puzzle of a file how many solutions it has, and what is wrong with it
    Check(check::Check),
    /// Say how many solutions there are, by the fastest method; whole, or in pieces
    Count(count::Counting),
    /// Make puzzles from a seed: the same for the same seed
    Generate(generate::Generate),
    /// Show the steps of a hand-written search
    Trace(trace::Trace),
    /// Run the many cells of a configuration, going on where it was left
    Sweep(sweep::Sweep),
    /// Join what the shards of a sweep found
    Merge(merge::Merge),
    /// Measure how a solver scales: solved, effort and time over sizes and seeds
    Scaling(scaling::ScalingCommand),
    /// Find the size from which local search beats complete search
    Crossover(crossover::Crossover),
    /// Compare tactics of Z3: time to apply and to solve, size of the formula before and after
    Tactics(tactics::TacticsCommand),
    /// Show what the linear relaxation of a problem says, with pairwise and with clique rows
    Relaxation(relaxation::RelaxationCommand),
    /// List what changed from one set of results to another: answers, and times beyond noise
    CompareResults(compare_results::CompareResults),
    /// Estimate how long a long count would take, from a sample of its pieces
    Estimate(estimate::EstimateCount),
    /// Measure what it costs to cut a count into pieces, and what a second process gains
    Efficiency(efficiency::EfficiencyCommand),
    /// List the solvers, or the problems
    List(list::List),
    /// Print result files as tables, or bring the tables of a document in step with them
    Render(render::Render),
    /// Draw result files as one page with charts and boards
    Report(report::Report),
    /// Run the cells that are given on standard input
    #[command(hide = true, name = WORKER)]
    Worker,
}

/// Runs the program with these solvers and arguments.
pub fn run(registry: &Registry, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) => {
            let _ = error.print();
            return if error.use_stderr() {
                ExitCode::from(USAGE_ERROR)
            } else {
                ExitCode::SUCCESS
            };
        }
    };
    let result = match arguments.command {
        Some(Command::Worker) => {
            worker::run(registry).map(|()| ExitCode::SUCCESS).map_err(Into::into)
        }
        Some(Command::Compare(compare)) => compare.run(registry),
        Some(Command::Optimize(optimize)) => optimize.run(registry),
        Some(Command::Solve(solve)) => solve.run(registry),
        Some(Command::Check(check)) => check.run(registry),
        Some(Command::Count(count)) => count.run(),
        Some(Command::Generate(generate)) => generate.run(registry),
        Some(Command::Trace(trace)) => trace.run(registry),
        Some(Command::Sweep(sweep)) => sweep.run(registry),
        Some(Command::Merge(merge)) => merge.run(),
        Some(Command::Scaling(scaling)) => scaling.run(registry),
        Some(Command::Crossover(crossover)) => crossover.run(registry),
        Some(Command::Tactics(tactics)) => tactics.run(),
        Some(Command::Relaxation(relaxation)) => relaxation.run(),
        Some(Command::CompareResults(compare)) => compare.run(),
        Some(Command::Estimate(estimate)) => estimate.run(),
        Some(Command::Efficiency(efficiency)) => efficiency.run(),
        Some(Command::List(list)) => list.run(registry),
        Some(Command::Render(render)) => render.run(),
        Some(Command::Report(report)) => report.run(registry),
        None => compare::Compare::queens(arguments.options).run(registry),
    };
    result.unwrap_or_else(|error| {
        if is_broken_pipe(&error) {
            return ExitCode::SUCCESS;
        }
        if let Some(SolverError::Wrong(_)) = error.downcast_ref() {
            eprintln!("{error:#}");
            return ExitCode::from(WRONG);
        }
        eprintln!("error: {error:#}");
        ExitCode::from(USAGE_ERROR)
    })
}

/// A reader that has seen enough, such as `head`, is no error.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind =
        |cause: &(dyn std::error::Error + 'static)| cause.downcast_ref().map(io::Error::kind);
    error.chain().filter_map(kind).any(|kind| kind == io::ErrorKind::BrokenPipe)
}

/// Tells what was odd about the text of an instance.
fn warn(problem: &dyn Problem, quiet: bool) {
    for warning in problem.warnings().iter().filter(|_| !quiet) {
        eprintln!("warning: {}: {warning}", problem.name());
    }
}

/// Writes to standard output.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Width of the terminal, or without limit in a pipe.
fn output_width() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    match columns {
        Some(columns) => columns,
        None if io::stdout().is_terminal() => terminal_width(),
        None => usize::MAX,
    }
}

fn terminal_width() -> usize {
    let columns = comfy_table::Table::new().width().map(usize::from);
    columns.unwrap_or(80)
}

/// Whether to colour what goes to standard output; see no-color.org.
fn colour() -> bool {
    io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
}

/// The exit code of two things that were done: a wrong answer is never hidden, nor an interruption by
/// what could not be read.
fn worse(one: ExitCode, other: ExitCode) -> ExitCode {
    let codes = [WRONG, INTERRUPTED, USAGE_ERROR].map(ExitCode::from);
    codes.into_iter().find(|code| [one, other].contains(code)).unwrap_or(ExitCode::SUCCESS)
}

/// The exit code of a command that ends gently and can do no wrong.
fn success_unless_interrupted() -> ExitCode {
    if supervisor::interrupted() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}

/// From now on Ctrl-C ends the running cell and the comparison, but not the program.
fn end_gently_on_interrupt() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if supervisor::INTERRUPTED.swap(true, Ordering::Relaxed) {
            // Asked twice: at once.
            std::process::exit(i32::from(INTERRUPTED));
        }
    })?;
    Ok(())
}
