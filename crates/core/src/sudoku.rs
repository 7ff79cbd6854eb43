//! Algorithms that only make sense for Sudoku. All take every shape, diagonals and cages, but
//! [`triads`], which is made for the usual puzzle and for speed.

mod board;
pub mod first_empty_cell;
pub mod generator;
pub mod minimality;
pub mod pencil_marks;
pub mod triads;

#[cfg(test)]
mod tests;
