//! Unit propagation: of a clause whose literals are all false but one, that one is true.

use std::ops::ControlFlow;

use crate::search::cdcl::clauses::Clauses;
use crate::search::cdcl::literal::Lit;
use crate::search::cdcl::trail::{Reason, Trail};

/// Draws the consequences of all literals on the trail. Breaks with the literals of a clause that is
/// false, if it comes to that.
pub(super) fn propagate(trail: &mut Trail, clauses: &mut Clauses) -> ControlFlow<Vec<Lit>> {
    while let Some(literal) = trail.next() {
        if literal.is_positive() {
            exclude_others(literal, trail, clauses)?;
        }
        visit_watches(!literal, trail, clauses)?;
    }
    ControlFlow::Continue(())
}

/// Makes everything false that cannot be true together with a literal that has become true.
fn exclude_others(literal: Lit, trail: &mut Trail, clauses: &Clauses) -> ControlFlow<Vec<Lit>> {
    for var in clauses.excluded_by(literal.var()) {
        let other = Lit::positive(var);
        match trail.value(other) {
            Some(false) => {}
            Some(true) => return ControlFlow::Break(vec![!literal, !other]),
            None => trail.assign(!other, Reason::Excluded(literal)),
        }
    }
    ControlFlow::Continue(())
}

/// Looks at the clauses that watch a literal that has become false.
fn visit_watches(literal: Lit, trail: &mut Trail, clauses: &mut Clauses) -> ControlFlow<Vec<Lit>> {
    let mut watches = std::mem::take(&mut clauses.watches[literal.index()]);
    let mut conflict = ControlFlow::Continue(());
    watches.retain_mut(|watch| {
        if conflict.is_break() || trail.value(watch.blocker) == Some(true) {
            return true;
        }
        let clause = clauses.literals_mut(watch.clause);
        if clause[0] == literal {
            clause.swap(0, 1);
        }
        let other = clause[0];
        watch.blocker = other;
        if trail.value(other) == Some(true) {
            return true;
        }
        // Watch another literal that is not false, if there is one.
        let unwatched = (2..clause.len()).find(|&place| trail.value(clause[place]) != Some(false));
        if let Some(place) = unwatched {
            clause.swap(1, place);
            let watched = clause[1].index();
            clauses.watches[watched].push(*watch);
            return false;
        }
        // The clause is unit, or false.
        match trail.value(other) {
            Some(_) => conflict = ControlFlow::Break(clause.to_vec()),
            None => trail.assign(other, Reason::Clause(watch.clause)),
        }
        true
    });
    clauses.watches[literal.index()] = watches;
    conflict
}
