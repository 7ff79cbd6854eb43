//! Fundamental solutions: one of each orbit under the eight symmetries of the square, three ways.
//!
//! The one that is kept is always the canonical one, the least of its images as a sequence of
//! columns. What differs is when the others go:
//!
//! | row | an image is dropped | memory |
//! |---|---|---|
//! | [`filter`] | at the end, from the set of all solutions | all solutions |
//! | [`leaf`] | when it is complete: is it its own canonical form? | one board |
//! | [`lex_leader`] | as soon as an image of the queens placed so far is less | one board |
//!
//! | n | fundamental solutions | nodes of the first two | nodes of the third |
//! |---|---|---|---|
//! | 8 | 12 | 1,965 | 453 |
//! | 10 | 92 | 34,815 | 7,701 |
//! | 12 | 1,787 | 841,989 | 181,240 |
//!
//! Only the third saves work, and less than seven eighths of it, as some images are undecided until
//! the last rows are filled.
//!
//! These rows answer requests with symmetry broken
//! ([`Request::break_symmetry`](crate::Request::break_symmetry)) and no others. Searches that read
//! the model do the same by its lex-leader constraints. [`symmetric`] counts the solutions that are
//! their own images, which checks all of them by Burnside's lemma.

pub mod filter;
mod images;
pub mod leaf;
pub mod lex_leader;
pub mod symmetric;
