//! Generic algorithms over a [`Model`](crate::Model): they solve whatever can be stated.

pub mod assignment;
pub mod backtracking;
pub mod domains;
pub mod forward_checking;
