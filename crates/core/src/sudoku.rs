//! Algorithms that only make sense for Sudoku; all take every shape, diagonals and cages.

mod board;
pub mod first_empty_cell;
pub mod generator;
pub mod minimality;
pub mod pencil_marks;

#[cfg(test)]
mod tests;
