//! Generic algorithms over a [`Model`](crate::Model): they solve whatever can be stated.

pub mod arc_consistency;
pub mod assignment;
pub mod backtracking;
pub mod branching;
pub mod dancing_links;
pub mod domains;
mod exact_cover;
pub mod forward_checking;
mod occurrences;
mod propagation;
mod random;
pub mod tree;
