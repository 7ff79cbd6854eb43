//! Cages of killer Sudoku: in memory, as a line of text, and as the JSON lists in circulation.
//!
//! The line is `cage SUM: CELL CELL …` with cells such as `r1c1`. The JSON is a list of objects with
//! `result` (or `sum`) and `indices` (or `cells`), a list of `[row, column]` that count from 1;
//! further fields, such as a colour, are passed over.

use serde::Deserialize;

use super::unit::cell_name;
use super::{MAX_SIZE, Shape, Sudoku};
use crate::problem::word::words;
use crate::problem::{ParseError, SpecError};

/// Cells whose values are different and add up to a sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cage {
    /// The sum.
    pub sum: i64,
    /// The cells, row by row from 0.
    pub cells: Vec<usize>,
}

impl Cage {
    /// The line of text.
    pub(super) fn describe(&self, size: usize) -> String {
        let names = self.cells.iter().map(|&cell| cell_name(size, cell));
        let names: Vec<String> = names.collect();
        format!("cage {}: {}", self.sum, names.join(" "))
    }
}

/// A cage as it was read: rows and columns from 1, of a square whose size may not be known yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placed {
    pub(super) sum: i64,
    pub(super) cells: Vec<(usize, usize)>,
    pub(super) line: usize,
}

impl Placed {
    /// The cage in a square.
    pub(super) fn within(&self, size: usize) -> Result<Cage, ParseError> {
        let cell = |&(row, column): &(usize, usize)| {
            if (1..=size).contains(&row) && (1..=size).contains(&column) {
                return Ok((row - 1) * size + column - 1);
            }
            let message = format!("r{row}c{column} is off the {size}×{size} board");
            Err(ParseError::new(self.line, 1, message))
        };
        Ok(Cage { sum: self.sum, cells: self.cells.iter().map(cell).collect::<Result<_, _>>()? })
    }
}

/// The largest sum of different values.
const MAX_SUM: i64 = (MAX_SIZE * (MAX_SIZE + 1) / 2) as i64;

/// Refuses cages that are empty, off the board or overlap, and sums that no cage has.
pub(super) fn check(size: usize, cages: &[Cage]) -> Result<(), SpecError> {
    let mut cage_of = vec![None; size * size];
    for (cage, number) in cages.iter().zip(1..) {
        if cage.cells.is_empty() {
            return Err(SpecError::new(format!("cage {number} has no cell")));
        }
        if !(1..=MAX_SUM).contains(&cage.sum) {
            let sum = cage.sum;
            return Err(SpecError::new(format!(
                "cage {number} has the sum {sum}: sums are from 1 to {MAX_SUM}"
            )));
        }
        for &cell in &cage.cells {
            let Some(slot) = cage_of.get_mut(cell) else {
                return Err(SpecError::new(format!(
                    "cage {number} has a cell off the {size}×{size} board"
                )));
            };
            if let Some(other) = slot.replace(number) {
                let cell = cell_name(size, cell);
                return Err(SpecError::new(match other == number {
                    true => format!("cage {number} has {cell} twice"),
                    false => format!("{cell} is in cages {other} and {number}"),
                }));
            }
        }
    }
    Ok(())
}

/// Reads the line `cage SUM: CELL CELL …`.
pub(super) fn parse(text: &str, line: usize) -> Result<Placed, ParseError> {
    let words = words(text, line, ":,=");
    let format = "a cage is written like `cage 15: r1c1 r1c2 r2c1`";
    let sum = words.get(1).and_then(|word| word.text.parse().ok());
    let Some(sum) = sum else {
        return Err(words[0].error(format));
    };
    let mut cells = Vec::new();
    for word in &words[2..] {
        let lower = word.text.to_ascii_lowercase();
        let numbers = lower.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let cell =
            numbers.and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
        let cell = cell.ok_or_else(|| {
            word.error(format!("`{}` is not a cell such as r1c1: {format}", word.text))
        })?;
        cells.push(cell);
    }
    if cells.is_empty() {
        return Err(words[0].error(format));
    }
    Ok(Placed { sum, cells, line })
}

#[derive(Deserialize)]
struct Listed {
    #[serde(alias = "sum")]
    result: i64,
    #[serde(alias = "cells")]
    indices: Vec<(usize, usize)>,
}

/// Reads a JSON list of cages: a puzzle without givens, of the given shape or else the smallest
/// usual size that has all cells.
pub(super) fn from_json(text: &str, shape: Option<Shape>) -> Result<Sudoku, ParseError> {
    let listed: Vec<Listed> = serde_json::from_str(text).map_err(|error| {
        let message =
            format!("{error}; a cage is {{\"result\": 3, \"indices\": [[1, 1], [1, 2]]}}");
        ParseError::new(error.line().max(1), error.column().max(1), message)
    })?;
    let placed: Vec<Placed> = listed
        .into_iter()
        .map(|cage| Placed { sum: cage.result, cells: cage.indices, line: 1 })
        .collect();
    let cells = placed.iter().flat_map(|cage| &cage.cells);
    let most = cells.map(|&(row, column)| row.max(column)).max().unwrap_or(0);
    let sizes = [4, 6, 9, 16, MAX_SIZE];
    let size = shape.map(Shape::size);
    let size = size.or_else(|| sizes.into_iter().find(|&size| size >= most));
    let size = size.unwrap_or(MAX_SIZE);
    let cages: Result<Vec<Cage>, _> = placed.iter().map(|cage| cage.within(size)).collect();
    let shape = shape.unwrap_or_else(|| Shape::of_size(size));
    let sudoku = Sudoku::new(shape).with_cages(cages?);
    sudoku.map_err(|error| ParseError::new(1, 1, error.to_string()))
}
