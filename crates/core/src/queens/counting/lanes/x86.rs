//! Vector instructions of x86-64 processors: the only unsafe code of this crate.
//!
//! Two things are unsafe here, and why they are sound is said once:
//!
//! - *Instructions that a processor may lack.* A type of this module can be made only by `detect`,
//!   which asks the processor first. Its methods call intrinsics of those features and no others.
//!   They are inlined into `run`, which is compiled for the features.
//! - *Loads and stores through pointers.* Every access asserts that the whole vector lies within its
//!   buffer before a pointer is made. A buffer is plain words, all of whose bit patterns are valid,
//!   and the instructions need no alignment.
#![allow(unsafe_code)]

pub(super) mod avx2;
pub(super) mod avx512;
