//! `parity generate`: puzzles from a seed, the same for the same seed.

use std::fmt::Write;
use std::ops::RangeInclusive;
use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, Subcommand};
use parity_core::problem::LatinSquare;
use parity_core::problem::sudoku::Shape;
use parity_core::sudoku::generator::{GenerateError, Recipe, generate};

use crate::command::print;
use crate::registry::Registry;

/// Make puzzles from a seed: the same for the same seed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Generate {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Clone, Debug)]
enum What {
    /// Sudoku puzzles with one solution, of a wanted difficulty
    Sudoku(SudokuRecipe),
    /// Latin squares to complete, which have a solution
    LatinSquare(LatinRecipe),
}

#[derive(Args, Clone, Debug)]
struct SudokuRecipe {
    /// How many puzzles
    #[arg(long, default_value_t = 1)]
    count: u64,
    /// Seed of the first; each further one has the next
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Rows and columns of a box
    #[arg(long = "box", value_name = "RxC", default_value = "3x3", value_parser = |text: &str| text.parse::<Shape>())]
    shape: Shape,
    /// Both diagonals must have different values too
    #[arg(long)]
    diagonals: bool,
    /// Cover the square with cages of up to this many cells
    #[arg(long, value_name = "CELLS")]
    cages: Option<usize>,
    /// No given may be redundant
    #[arg(long)]
    minimal: bool,
    /// At least this many givens, unless the puzzles are to be minimal
    #[arg(long, default_value_t = 0)]
    givens: usize,
    /// The difficulty: nodes that the measuring solver needs, such as 1..=1 or 20..=200
    #[arg(long, value_name = "A..=B", default_value = "0..=1000000", value_parser = nodes)]
    nodes: RangeInclusive<u64>,
    /// The solver whose nodes are the measure
    #[arg(long, value_name = "ID", default_value = "pencil-marks")]
    measure: String,
    /// How many filled squares are tried for a puzzle
    #[arg(long, default_value_t = 10_000)]
    attempts: u64,
}

#[derive(Args, Clone, Debug)]
struct LatinRecipe {
    /// The order
    #[arg(long)]
    n: u64,
    /// Number of empty cells
    #[arg(long)]
    holes: usize,
    /// Seed
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

fn nodes(text: &str) -> Result<RangeInclusive<u64>, String> {
    let bounds = text.split_once("..=").and_then(|(a, b)| Some(a.parse().ok()?..=b.parse().ok()?));
    bounds
        .filter(|range| !range.is_empty())
        .ok_or_else(|| "expected a range such as 20..=200".to_owned())
}

impl Generate {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        match &self.what {
            What::Sudoku(recipe) => recipe.run(registry),
            What::LatinSquare(recipe) => recipe.run(),
        }
    }
}

impl SudokuRecipe {
    fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let recipe = Recipe {
            shape: self.shape,
            diagonals: self.diagonals,
            cages: self.cages,
            minimal: self.minimal,
            givens: self.givens,
            measure: registry.get(&self.measure)?,
            nodes: self.nodes.clone(),
            attempts: self.attempts,
        };
        print(&format!("# {}\n", invocation()))?;
        for seed in (self.seed..).take(usize::try_from(self.count)?) {
            let made = generate(&recipe, seed).map_err(|error| match error {
                // A wrong answer has an exit code of its own.
                GenerateError::Solver(error) => anyhow::Error::from(error),
                GenerateError::NotFound { .. } => error.into(),
            });
            let made = made.with_context(|| format!("seed {seed}"))?;
            let separator = if self.cages.is_some() || self.shape.size() > 9 { "\n" } else { "" };
            print(&format!("{}{separator}", made.sudoku))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl LatinRecipe {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let n = usize::try_from(self.n)?;
        let most = parity_core::problem::latin_square::MAX_ORDER;
        anyhow::ensure!(
            (1..=most).contains(&n),
            "a Latin square takes --n from 1 to {most}, not {n}"
        );
        anyhow::ensure!(
            self.holes <= n * n,
            "a square of order {n} has no room for {} holes",
            self.holes
        );
        let (square, _) = LatinSquare::with_holes(n, self.holes, self.seed);
        print(&square.to_string())?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The command that makes the same puzzles again.
fn invocation() -> String {
    let mut text = "parity".to_owned();
    for argument in std::env::args().skip(1) {
        let _ = write!(text, " {argument}");
    }
    text
}
