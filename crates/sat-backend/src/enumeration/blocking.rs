//! Blocking clauses (McMillan, *Applying SAT Methods in Unbounded Symbolic Model Checking*, CAV
//! 2002): after each solution, a clause that forbids it.

use std::ops::ControlFlow;

use super::Enumeration;
use crate::search::{Break, Search};

/// One clause over the literals of the model for each solution. Simple, and quadratic in the end:
/// every clause stays.
#[derive(Clone, Copy, Debug)]
pub struct Blocking;

impl Enumeration for Blocking {
    fn enumerate(&self, search: &mut Search) -> ControlFlow<Break> {
        while let Some(solution) = search.solve(&[])? {
            search.report(&solution)?;
            search.block(&solution, 0, None);
        }
        ControlFlow::Continue(())
    }
}
