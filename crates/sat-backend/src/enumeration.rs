//! Ways of finding all solutions with an engine that finds one at a time.

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::search::{Break, Search};

mod backtracking;
mod blocking;
mod prefix;

pub use backtracking::Backtracking;
pub use blocking::Blocking;
pub use prefix::Prefix;

/// A way of finding all solutions.
pub trait Enumeration: Debug + Sync {
    /// Reports every solution once.
    fn enumerate(&self, search: &mut Search) -> ControlFlow<Break>;
}
