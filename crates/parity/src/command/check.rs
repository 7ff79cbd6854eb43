//! `parity check`: what is right and wrong with the puzzles of a file.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand, ValueEnum};
use parity_core::problem::sudoku::{Entry, ReadError, Reader, Shape};
use parity_core::solver::Limits;
use parity_core::sudoku::minimality::{redundant_givens, solutions};
use parity_core::sudoku::{pencil_marks, triads};
use parity_core::{Solver, Value, Violation};
use serde::Serialize;

use crate::command::USAGE_ERROR;
use crate::command::progress;
use crate::command::selection::{duration, input};
use crate::number;
use crate::registry::Registry;

/// Say of each puzzle of a file how many solutions it has, and what is wrong with it.
#[derive(Args, Clone, Debug)]
pub(crate) struct Check {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Clone, Debug)]
enum What {
    /// Number of solutions, uniqueness, minimality, contradictory givens, errors of filled grids
    Sudoku(SudokuCheck),
}

#[derive(Args, Clone, Debug)]
struct SudokuCheck {
    /// A file with any number of puzzles, or `puzzle,solution` pairs; `-` is standard input
    file: PathBuf,
    /// Look for up to this many solutions of each puzzle
    #[arg(long, value_name = "K", default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..))]
    max_solutions: u64,
    /// Do not ask which givens are redundant, which takes a run for each given
    #[arg(long)]
    no_minimality: bool,
    /// The solver, by id [default: triads for usual puzzles, pencil-marks for all others]
    #[arg(long, value_name = "ID")]
    solver: Option<String>,
    /// Rows and columns of a box, such as 2x3, where the size does not tell
    #[arg(long = "box", value_name = "RxC", value_parser = |text: &str| text.parse::<Shape>())]
    shape: Option<Shape>,
    /// Both diagonals must have different values too
    #[arg(long)]
    diagonals: bool,
    /// Limit of each run, such as 3s
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// How to write the findings
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line a puzzle, and its faults below
    Text,
    /// A JSON object a puzzle, on a line of its own
    Json,
}

/// What is known of a puzzle. What was not found out is absent.
#[derive(Clone, Debug, Serialize)]
struct Finding {
    /// Which puzzle, from 1, and the line where it begins.
    puzzle: u64,
    line: usize,
    givens: usize,
    /// Solutions found, up to the limit; `complete` says whether there are no others.
    solutions: u64,
    complete: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<bool>,
    /// Whether every given is needed; asked only of puzzles with one solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    minimal: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    redundant_givens: Vec<String>,
    /// Givens that contradict each other.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contradictions: Vec<String>,
    /// What is wrong with the grid if it is filled, or with the solution beside it.
    #[serde(skip_serializing_if = "Option::is_none")]
    errors: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens_kept: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
}

impl Check {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let What::Sudoku(check) = &self.what;
        check.run(registry)
    }
}

impl SudokuCheck {
    fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let solver = self.solver.as_deref().map(|id| registry.get(id)).transpose()?;
        let (fast, general) = (&triads::ROW, &pencil_marks::ROW);
        let mut reader = Reader::new(input(&self.file)?).with_diagonals(self.diagonals);
        if let Some(shape) = self.shape {
            reader = reader.with_shape(shape);
        }
        let mut out = BufWriter::new(io::stdout().lock());
        let mut code = ExitCode::SUCCESS;
        let mut index = 0;
        let progress = progress::counter("puzzles", self.quiet);
        for entry in reader {
            match entry {
                Ok(entry) => {
                    index += 1;
                    let solver = solver.unwrap_or(match entry.sudoku.is_usual() {
                        true => fast,
                        false => general,
                    });
                    let finding = self.examine(index, &entry, solver)?;
                    progress.inc(1);
                    match self.format {
                        Format::Json => writeln!(out, "{}", serde_json::to_string(&finding)?)?,
                        Format::Text => out.write_all(text(&finding).as_bytes())?,
                    }
                }
                Err(error @ ReadError::Io(_)) => return Err(error.into()),
                Err(error @ ReadError::Parse(_)) => {
                    out.flush()?;
                    eprintln!("error: {}: {error}", self.file.display());
                    code = ExitCode::from(USAGE_ERROR);
                }
            }
        }
        progress.finish_and_clear();
        out.flush()?;
        Ok(code)
    }

    fn examine(&self, puzzle: u64, entry: &Entry, solver: &dyn Solver) -> anyhow::Result<Finding> {
        let sudoku = &entry.sudoku;
        let limits = || Limits { deadline: self.timeout.map(|timeout| Instant::now() + timeout) };
        let found = solutions(sudoku, solver, self.max_solutions, limits())?;
        // Where a single solution was asked for, nothing is known of a second.
        let unique = if self.max_solutions > 1 || found.complete { found.unique() } else { None };
        let redundant = match unique {
            Some(true) if !self.no_minimality => redundant_givens(sudoku, solver, limits())?,
            Some(_) | None => None,
        };
        let givens: Vec<Value> = sudoku.givens().iter().map(|&given| given.into()).collect();
        let filled = givens.iter().all(|&given| given > 0).then_some(&givens);
        let claimed = entry.solution.as_ref();
        let described = |violations: Vec<Violation>| {
            violations.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        Ok(Finding {
            puzzle,
            line: entry.line,
            givens: givens.iter().filter(|&&given| given > 0).count(),
            solutions: found.count,
            complete: found.complete,
            unique,
            minimal: redundant.as_ref().map(Vec::is_empty),
            redundant_givens: redundant
                .unwrap_or_default()
                .into_iter()
                .map(|cell| sudoku.cell_name(cell))
                .collect(),
            // With a solution there is none.
            contradictions: match found.count {
                0 => described(sudoku.contradictions()),
                _ => Vec::new(),
            },
            errors: claimed.or(filled).map(|values| described(sudoku.errors(values))),
            givens_kept: claimed.map(|values| sudoku.changed_givens(values).is_empty()),
            solution: found.first.map(|values| parity_core::Problem::line(sudoku, &values)),
        })
    }
}

/// How many redundant givens are named in text; JSON names all.
const NAMED: usize = 6;

fn text(finding: &Finding) -> String {
    let Finding { puzzle, givens, solutions, .. } = finding;
    let number = match (solutions, finding.complete) {
        (0, true) => "no solution".to_owned(),
        (1, true) => "one solution".to_owned(),
        (_, true) => number::counted(*solutions, "solutions"),
        (_, false) => format!("{} or more", number::counted(*solutions, "solutions")),
    };
    let minimal = match finding.minimal {
        Some(true) => ", minimal".to_owned(),
        Some(false) => {
            let count = number::counted(finding.redundant_givens.len() as u64, "givens");
            let named: Vec<_> =
                finding.redundant_givens.iter().take(NAMED).map(String::as_str).collect();
            let more = if finding.redundant_givens.len() > NAMED { " …" } else { "" };
            format!(", not minimal: {count} can go, each for itself: {}{more}", named.join(" "))
        }
        None => String::new(),
    };
    let givens = number::counted(*givens as u64, "givens");
    let mut text = format!("{puzzle}: {givens}, {number}{minimal}\n");
    let mut fault = |line: &str| text.push_str(&format!("   {line}\n"));
    for contradiction in &finding.contradictions {
        fault(&format!("givens: {contradiction}"));
    }
    match &finding.errors {
        Some(errors) if errors.is_empty() => fault("the filled grid is right"),
        Some(errors) => errors.iter().for_each(|error| fault(&format!("filled grid: {error}"))),
        None => {}
    }
    if finding.givens_kept == Some(false) {
        fault("the solution does not keep the givens");
    }
    text
}
