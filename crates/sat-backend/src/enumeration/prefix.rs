//! Prefix splitting: the first variables are fixed by assumptions, all solutions with that prefix
//! are found with blocking clauses, and these are retracted before the next prefix.
//!
//! Blocking clauses thus never outlive their prefix (by an activation literal, as in Eén and
//! Sörensson, *Temporal Induction by Incremental SAT Solving*, BMC 2003), while what the engine has
//! learned about the model stays.

use std::ops::ControlFlow;

use parity_core::Variable;
use varisat::Lit;

use super::Enumeration;
use crate::formula::Clauses;
use crate::search::{Break, Search};
use crate::translation::lit;

/// Finds up to so many solutions of a prefix before it splits it.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// The most solutions that are blocked by clauses before the prefix is made longer.
    pub solutions: usize,
}

impl Enumeration for Prefix {
    fn enumerate(&self, search: &mut Search) -> ControlFlow<Break> {
        self.below(search, 0, &mut Vec::new())
    }
}

impl Prefix {
    /// Reports all solutions under assumptions that fix the first `depth` variables, save those
    /// that the assumptions block.
    fn below(
        &self,
        search: &mut Search,
        depth: usize,
        assumptions: &mut Vec<Lit>,
    ) -> ControlFlow<Break> {
        let active = search.engine.fresh();
        assumptions.push(active);
        let mut blocked = 0;
        let exhausted = loop {
            if blocked == self.solutions && depth < search.model().len() {
                break false;
            }
            let Some(solution) = search.solve(assumptions)? else {
                break true;
            };
            search.report(&solution)?;
            search.block(&solution, depth, Some(!active));
            blocked += 1;
        };
        if !exhausted {
            for index in search.model().literals_of(Variable(depth as u32)) {
                assumptions.push(lit(index));
                self.below(search, depth + 1, assumptions)?;
                assumptions.pop();
            }
        }
        assumptions.pop();
        search.engine.add(&[!active]);
        ControlFlow::Continue(())
    }
}
