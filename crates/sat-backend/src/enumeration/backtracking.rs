//! Backtracking on assumptions: a tree search that asks the engine at each node for a solution
//! with another value of the next variable, and adds no clause (the other branches of the
//! solution just found are tried in chronological order, as in Grumberg, Schuster and Yadgar,
//! *Memory Efficient All-Solutions SAT Solver*, FMCAD 2004, but from outside the engine).

use std::ops::ControlFlow;

use parity_core::{Value, Variable};
use varisat::Lit;

use super::Enumeration;
use crate::search::{Break, Search};

/// One call for each solution, and one for each node of the tree of solutions to learn that it has
/// no further branch. The formula does not grow.
#[derive(Clone, Copy, Debug)]
pub struct Backtracking;

impl Enumeration for Backtracking {
    fn enumerate(&self, search: &mut Search) -> ControlFlow<Break> {
        match search.solve(&[])? {
            Some(solution) => below(search, 0, &mut Vec::new(), solution),
            None => ControlFlow::Continue(()),
        }
    }
}

/// Reports all solutions with these decisions for the first `depth` variables; `solution` is one.
fn below(
    search: &mut Search,
    depth: usize,
    decisions: &mut Vec<Lit>,
    mut solution: Vec<Value>,
) -> ControlFlow<Break> {
    if depth == search.model().len() {
        return search.report(&solution);
    }
    let values = search.model().domain(Variable(depth as u32)).len();
    let mut tried: Vec<Lit> = Vec::new();
    loop {
        let decision = search.literal(depth, solution[depth]);
        decisions.push(decision);
        below(search, depth + 1, decisions, solution)?;
        decisions.pop();
        tried.push(!decision);
        if tried.len() == values {
            return ControlFlow::Continue(());
        }
        let assumptions = [&decisions[..], &tried[..]].concat();
        solution = match search.solve(&assumptions)? {
            Some(another) => another,
            None => return ControlFlow::Continue(()),
        };
    }
}
