//! The commander encoding (Klieber and Kwon, *Efficient CNF Encoding for Selecting 1 from N
//! Objects*, CFV 2007), with groups of three.
//!
//! Each group has a commander, who holds exactly if one of the group does; at most one of a group
//! holds, and at most one commander. The commanders are determined by the literals.

use varisat::Lit;

use super::{Encoding, Pairwise};
use crate::Sat;
use crate::formula::{Clauses, Size};
use crate::rows::prefixed;

/// All solutions by prefixes, with this encoding.
pub(crate) const ROW: Sat = prefixed(
    "varisat/commander/prefix",
    "commander: groups of three, k / 2 auxiliary variables, 7 k / 2 clauses",
    "Klieber and Kwon 2007",
    &Commander,
);

/// S(k) = (⌊k / 3⌋ auxiliary variables, 7 ⌊k / 3⌋ clauses) + S(⌈k / 3⌉), and one more variable and
/// 4 more clauses if a group of two is left; pairwise up to 6 literals. About k / 2 variables and
/// 7 k / 2 clauses.
#[derive(Clone, Copy, Debug)]
pub struct Commander;

const GROUP: usize = 3;

/// Up to so many literals the pairwise encoding is not larger.
const PAIRWISE_UP_TO: usize = 6;

impl Encoding for Commander {
    fn encode(&self, literals: &[Lit], clauses: &mut dyn Clauses) {
        if literals.len() <= PAIRWISE_UP_TO {
            return Pairwise.encode(literals, clauses);
        }
        let commanders: Vec<Lit> =
            literals.chunks(GROUP).map(|group| command(group, clauses)).collect();
        self.encode(&commanders, clauses);
    }

    fn size(&self, literals: usize) -> Size {
        if literals <= PAIRWISE_UP_TO {
            return Pairwise.size(literals);
        }
        let threes = literals / GROUP;
        let rest = match literals % GROUP {
            2 => Size::new(1, 4),
            _ => Size::default(),
        };
        Size::new(threes, 7 * threes) + rest + self.size(literals.div_ceil(GROUP))
    }
}

/// The commander of a group, of which at most one holds. A single literal commands itself.
fn command(group: &[Lit], clauses: &mut dyn Clauses) -> Lit {
    if let &[single] = group {
        return single;
    }
    Pairwise.encode(group, clauses);
    let commander = clauses.fresh();
    for &literal in group {
        clauses.add(&[!literal, commander]);
    }
    let obeyed: Vec<Lit> = group.iter().copied().chain([!commander]).collect();
    clauses.add(&obeyed);
    commander
}
