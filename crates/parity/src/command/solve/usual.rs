//! One puzzle among a million usual Sudokus, of which as little as possible is made.

use parity_core::Problem;
use parity_core::problem::Sudoku;
use parity_core::solver::Limits;
use parity_core::sudoku::{minimality, triads};

use super::output::Output;

/// Solves it and writes a line. False if the solution was wrong.
pub(super) fn one_line(sudoku: &Sudoku, output: &Output) -> anyhow::Result<bool> {
    match minimality::solutions(sudoku, &triads::ROW, 1, Limits::default()) {
        Ok(found) => {
            let line = found.first.map(|values| sudoku.line(&values));
            output.write(|out| writeln!(out, "{}", line.as_deref().unwrap_or("no solution")))?;
            Ok(true)
        }
        Err(error) => {
            output.flush()?;
            eprintln!("WRONG: {error}");
            Ok(false)
        }
    }
}
