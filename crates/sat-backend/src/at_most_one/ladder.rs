//! The ladder (Gent and Nightingale, *A New Encoding of AllDifferent into SAT*, Modelling and
//! Reformulating CSPs, CP 2004), with one rung more than literals for "none of them".
//!
//! The rungs that hold are the lower ones, and the i-th literal holds exactly where the ladder
//! ends: rung i − 1 holds and rung i does not. Unlike those of a counter, the rungs are determined
//! by the literals, so solutions are not multiplied.

use varisat::Lit;

use super::Encoding;
use crate::Sat;
use crate::formula::{Clauses, Size};
use crate::rows::prefixed;

/// All solutions by prefixes, with this encoding.
pub(crate) const ROW: Sat = prefixed(
    "varisat/ladder/prefix",
    "ladder: auxiliary variables determined by the literals, 4 k clauses",
    "Gent and Nightingale 2004",
    &Ladder,
);

/// k auxiliary variables, 4 k − 2 clauses (k ≥ 2); nothing for fewer.
#[derive(Clone, Copy, Debug)]
pub struct Ladder;

impl Encoding for Ladder {
    fn encode(&self, literals: &[Lit], clauses: &mut dyn Clauses) {
        if literals.len() < 2 {
            return;
        }
        // The ground below the first rung always holds.
        let mut below: Option<Lit> = None;
        for &literal in literals {
            let rung = clauses.fresh();
            clauses.add(&[!literal, !rung]);
            if let Some(below) = below {
                clauses.add(&[!rung, below]);
                clauses.add(&[!literal, below]);
            }
            let ends_here = below.map(|below| !below).into_iter();
            let clause: Vec<Lit> = ends_here.chain([rung, literal]).collect();
            clauses.add(&clause);
            below = Some(rung);
        }
    }

    fn size(&self, literals: usize) -> Size {
        match literals {
            0 | 1 => Size::default(),
            k => Size::new(k, 4 * k - 2),
        }
    }
}
