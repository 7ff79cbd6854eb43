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

/// Splits until there are at least so many prefixes, as far as domains tell.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// Number of prefixes to reach.
    pub prefixes: usize,
}

impl Enumeration for Prefix {
    fn enumerate(&self, search: &mut Search) -> ControlFlow<Break> {
        let mut depth = 0;
        let mut prefixes = 1usize;
        while prefixes < self.prefixes && depth < search.model().len() {
            let domain = search.model().domain(Variable(depth as u32));
            prefixes = prefixes.saturating_mul(domain.len());
            depth += 1;
        }
        below(search, depth, &mut Vec::new())
    }
}

/// Finds all solutions with these first decisions, after deciding up to `depth` variables.
fn below(search: &mut Search, depth: usize, decisions: &mut Vec<Lit>) -> ControlFlow<Break> {
    if decisions.len() < depth {
        let variable = Variable(decisions.len() as u32);
        for index in search.model().literals_of(variable) {
            decisions.push(lit(index));
            below(search, depth, decisions)?;
            decisions.pop();
        }
        return ControlFlow::Continue(());
    }
    let mut active: Option<Lit> = None;
    let mut assumptions = decisions.clone();
    while let Some(solution) = search.solve(&assumptions)? {
        search.report(&solution)?;
        let active = *active.get_or_insert_with(|| {
            let active = search.engine.fresh();
            assumptions.push(active);
            active
        });
        search.block(&solution, depth, Some(!active));
    }
    if let Some(active) = active {
        search.engine.add(&[!active]);
    }
    ControlFlow::Continue(())
}
