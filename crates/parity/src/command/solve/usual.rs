//! One puzzle among a million usual Sudokus, of which as little as possible is made.

use std::process::ExitCode;

use parity_core::Problem;
use parity_core::problem::Sudoku;
use parity_core::solver::Limits;
use parity_core::sudoku::{minimality, triads};

use super::output::Output;
use crate::command::WRONG;

/// Solves it and writes a line.
pub(super) fn one_line(sudoku: &Sudoku, output: &Output) -> anyhow::Result<ExitCode> {
    match minimality::solutions(sudoku, &triads::ROW, 1, Limits::default()) {
        Ok(found) => {
            let line = found.first.map(|values| sudoku.line(&values));
            output.write(|out| writeln!(out, "{}", line.as_deref().unwrap_or("no solution")))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) => {
            output.flush()?;
            eprintln!("{error}");
            Ok(ExitCode::from(WRONG))
        }
    }
}
