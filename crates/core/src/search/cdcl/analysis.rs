//! Conflict analysis: from a clause that is false to one that says what to do otherwise.
//!
//! Literals of the false clause are replaced by what made them false, the latest first, until a single
//! literal of the latest decision level is left: the first *unique implication point* (Marques-Silva and
//! Sakallah, *GRASP*, 1996; Zhang, Madigan, Moskewicz and Malik, ICCAD 2001). The clause that results
//! follows from the formula, and had it been there, propagation would have made that literal true at
//! an earlier level.

use crate::search::cdcl::clauses::Clauses;
use crate::search::cdcl::decide::Order;
use crate::search::cdcl::literal::{Lit, Var};
use crate::search::cdcl::trail::{Reason, Trail};

/// A clause to learn.
#[derive(Debug)]
pub(super) struct Learned {
    /// Its literals: first the one it makes true, then one of the level to go back to.
    pub(super) literals: Vec<Lit>,
    /// The level to go back to.
    pub(super) level: usize,
    /// Number of different levels among its literals.
    pub(super) glue: usize,
}

/// Marks on variables, kept between analyses to save making them.
#[derive(Debug)]
pub(super) struct Analysis {
    seen: Vec<bool>,
}

impl Analysis {
    pub(super) fn new(variables: usize) -> Self {
        Analysis { seen: vec![false; variables] }
    }

    /// Learns from a false clause with a literal of the latest level, which is not 0.
    pub(super) fn learn(
        &mut self,
        conflict: &[Lit],
        trail: &Trail,
        clauses: &Clauses,
        order: &mut Order,
    ) -> Learned {
        let mut learned = Vec::new();
        let mut marked = Vec::new();
        let mut of_latest_level = 0;
        let mut causes = conflict.to_vec();
        let mut latest = trail.literals().iter().rev();
        let asserted = loop {
            for literal in causes.drain(..) {
                let (var, level) = (literal.var(), trail.level_of(literal.var()));
                if level > 0 && !std::mem::replace(&mut self.seen[var], true) {
                    marked.push(var);
                    order.bump(var);
                    if level == trail.level() {
                        of_latest_level += 1;
                    } else {
                        learned.push(literal);
                    }
                }
            }
            let literal = latest.find(|literal| self.seen[literal.var()]);
            let literal = *literal.expect("a conflict has a literal of the latest level");
            of_latest_level -= 1;
            if of_latest_level == 0 {
                break !literal;
            }
            causes.extend(causes_of(literal.var(), trail, clauses));
        };
        // A literal that follows from others of the clause need not be said (Sörensson and Biere, SAT
        // 2009). All literals marked on lower levels are in the clause.
        let implied = |var: Var| {
            trail.reason(var) != Reason::None
                && causes_of(var, trail, clauses)
                    .all(|cause| self.seen[cause.var()] || trail.level_of(cause.var()) == 0)
        };
        learned.retain(|literal| !implied(literal.var()));
        for var in marked {
            self.seen[var] = false;
        }
        learned.sort_unstable_by_key(|literal| std::cmp::Reverse(trail.level_of(literal.var())));
        let level = learned.first().map_or(0, |literal| trail.level_of(literal.var()));
        learned.insert(0, asserted);
        let of_one_level = |a: &Lit, b: &Lit| trail.level_of(a.var()) == trail.level_of(b.var());
        Learned { level, glue: learned.chunk_by(of_one_level).count(), literals: learned }
    }
}

/// The false literals because of which a variable has its value.
fn causes_of<'a>(
    var: Var,
    trail: &'a Trail,
    clauses: &'a Clauses,
) -> impl Iterator<Item = Lit> + 'a {
    let (excluding, clause) = match trail.reason(var) {
        Reason::None => (None, &[][..]),
        Reason::Excluded(by) => (Some(!by), &[][..]),
        Reason::Clause(id) => (None, clauses.literals(id)),
    };
    let others = clause.iter().copied().filter(move |literal| literal.var() != var);
    excluding.into_iter().chain(others)
}
