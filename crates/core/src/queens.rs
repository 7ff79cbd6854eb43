//! Algorithms that only make sense for queens.
//!
//! Six of them make a lesson, in which each finds the attacked squares more cheaply than the one
//! before:
//!
//! | file | how a square is known to be attacked |
//! |---|---|
//! | [`permutations`] | not until all queens stand: then the diagonals are compared |
//! | [`board_scan`] | by looking along its column and its two diagonals |
//! | [`attack_marking`] | by a mark that each queen leaves on every square it attacks |
//! | [`hash_sets`] | by three sets of the lines taken |
//! | [`line_tables`] | by three tables of the lines taken |
//! | [`bitmask`] | by one bit of a word that holds the whole row |
//!
//! All but the first and the last share the descent of [`row_by_row`], so that what is compared is
//! the bookkeeping. [`explicit_construction`] needs no search at all, [`min_conflicts`] repairs a
//! full board, [`qs4`] fills gigantic ones, [`counting`] counts all solutions as fast as can be,
//! [`enumeration`] streams them as images of one in eight, [`fundamental`] finds one solution of each
//! orbit, and [`remaining_columns`] is a single step of any search row by row, explained.

pub mod attack_marking;
pub mod bitmask;
pub mod board_scan;
pub mod counting;
pub mod enumeration;
pub mod explicit_construction;
pub mod fundamental;
pub mod hash_sets;
pub mod line_tables;
pub mod min_conflicts;
pub mod permutations;
pub mod qs4;
pub mod remaining_columns;
pub mod row_by_row;
