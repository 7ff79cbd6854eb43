//! Algorithms that only make sense for queens.

pub mod bitmask;
