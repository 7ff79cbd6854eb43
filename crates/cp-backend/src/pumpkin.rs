//! Pumpkin: constraint programming with lazy clause generation. Propagators explain what they
//! infer, and from the explanations a conflict is turned into a nogood, as a SAT solver learns a
//! clause (Ohrimenko, Stuckey and Codish, *Propagation via lazy clause generation*, 2009).
//!
//! Each row but the first two changes one of its [`Parameters`].

use std::borrow::Cow;

use parity_core::solver::COMPLETE_AND_OPTIMUM;
use parity_core::{Card, Family, Outcome, Request, Scope, Solver, SolverError, Visitor};

#[cfg(feature = "pumpkin")]
mod all_different;
#[cfg(feature = "pumpkin")]
mod branching;
#[cfg(feature = "pumpkin")]
mod encoding;
#[cfg(feature = "pumpkin")]
mod enumeration;
#[cfg(feature = "pumpkin")]
mod linear;
#[cfg(feature = "pumpkin")]
mod search;

const LEARNING: Parameters = Parameters {
    ordering: Ordering::FirstFail,
    value: ValueOrder::Median,
    all_different: AllDifferent::Propagator,
    after_solution: AfterSolution::Fail,
    after_conflict: AfterConflict::Learn,
};

/// With everything at its best for a mixture of problems.
pub const PUMPKIN: Pumpkin = Pumpkin {
    card: featured(card("pumpkin", "first-fail; learns a nogood from each conflict")),
    parameters: LEARNING,
};

/// Chronological backtracking: all that propagation gives, without what learning costs.
pub const NO_LEARNING: Pumpkin = Pumpkin {
    card: featured(card(
        "pumpkin/no-learning",
        "first-fail; backtracks from each conflict and learns nothing",
    )),
    parameters: Parameters { after_conflict: AfterConflict::Backtrack, ..LEARNING },
};

/// Starts again after each solution.
pub const BLOCKING: Pumpkin = Pumpkin {
    card: card(
        "pumpkin/blocking",
        "starts again after each solution, with a clause that blocks it",
    ),
    parameters: Parameters { after_solution: AfterSolution::Block, ..LEARNING },
};

/// Pumpkin's own all-different.
pub const DISEQUALITIES: Pumpkin = Pumpkin {
    card: card(
        "pumpkin/disequalities",
        "all-different as a disequality for each pair of variables",
    ),
    parameters: Parameters { all_different: AllDifferent::Disequalities, ..LEARNING },
};

/// The lowest value first.
pub const LOWEST_VALUE: Pumpkin = Pumpkin {
    card: card("pumpkin/lowest-value", "the lowest value first instead of the median"),
    parameters: Parameters { value: ValueOrder::First, ..LEARNING },
};

/// The variables in their order.
pub const INPUT_ORDER: Pumpkin = Pumpkin {
    card: card("pumpkin/input-order", "the variables in the order of the model"),
    parameters: Parameters { ordering: Ordering::InputOrder, ..LEARNING },
};

/// Small domains of variables with many conflicts first.
pub const DOM_WDEG: Pumpkin = Pumpkin {
    card: card(
        "pumpkin/dom-wdeg",
        "small domains and many conflicts first (dom/wdeg), with restarts",
    ),
    parameters: Parameters { ordering: Ordering::DomWdeg, ..LEARNING },
};

/// Pumpkin's default search.
pub const VSIDS: Pumpkin = Pumpkin {
    card: card(
        "pumpkin/vsids",
        "Pumpkin's default search: what was in recent conflicts first (VSIDS), with restarts",
    ),
    parameters: Parameters { ordering: Ordering::Vsids, ..LEARNING },
};

/// What Pumpkin does unless told otherwise.
pub const PLAIN: Pumpkin = Pumpkin {
    card: card(
        "pumpkin/plain",
        "Pumpkin as it comes: disequalities, VSIDS, a blocking clause for each solution",
    ),
    parameters: Parameters {
        ordering: Ordering::Vsids,
        all_different: AllDifferent::Disequalities,
        after_solution: AfterSolution::Block,
        ..LEARNING
    },
};

const fn card(id: &'static str, summary: &'static str) -> Card {
    Card {
        id: Cow::Borrowed(id),
        family: Family::Cp,
        technique: "lazy clause generation",
        summary: Cow::Borrowed(summary),
        reference: "Ohrimenko, Stuckey and Codish 2009",
        tasks: COMPLETE_AND_OPTIMUM,
        scope: Scope::Models,
        featured: false,
    }
}

const fn featured(mut card: Card) -> Card {
    card.featured = true;
    card
}

/// What distinguishes the rows.
#[derive(Clone, Copy, Debug)]
pub struct Parameters {
    /// On which variable to branch.
    pub ordering: Ordering,
    /// Which of its values to try first.
    pub value: ValueOrder,
    /// How all-different constraints are propagated.
    pub all_different: AllDifferent,
    /// How to go on after a solution when all are wanted.
    pub after_solution: AfterSolution,
    /// How to go on after a conflict.
    pub after_conflict: AfterConflict,
}

/// On which variable to branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// The first that is not assigned.
    InputOrder,
    /// The one with the smallest domain, the first of several (Haralick and Elliott 1980).
    FirstFail,
    /// The one with the smallest domain divided by one more than the number of predicates over it
    /// that were in conflicts, after dom/wdeg (Boussemart, Hemery, Lecoutre and Sais 2004).
    DomWdeg,
    /// Not a variable but the predicate with the highest activity in recent conflicts, and as it
    /// was in the last solution; while there is none, a random half of a random variable.
    Vsids,
}

/// Which value of the variable to try first. An optimisation tries the value that is best for the
/// objective first, whatever is said here; [`Ordering::Vsids`] chooses for itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueOrder {
    /// The first of those that are left, which is the lowest.
    First,
    /// The middle one of those that are left.
    Median,
}

/// How all-different constraints are propagated. Both remove the value of an assigned variable
/// from all others and nothing else; they differ in what that costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AllDifferent {
    /// One propagator of ours for the whole constraint.
    Propagator,
    /// Pumpkin's `all_different`: a propagator for each pair of variables. As each is told of
    /// every step back, a hundred queens have almost 15,000 listeners.
    Disequalities,
}

/// How to go on after a solution when all are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterSolution {
    /// Treat it as a conflict and go on from there.
    Fail,
    /// Begin a new search with a clause that excludes it.
    Block,
}

/// How to go on after a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AfterConflict {
    /// Learn a nogood, at the first unique implication point, and jump back to where it propagates.
    Learn,
    /// Take back the last decision.
    Backtrack,
}

/// A row: Pumpkin with these parameters.
#[derive(Debug)]
pub struct Pumpkin {
    /// What it is.
    pub card: Card,
    /// What distinguishes it.
    pub parameters: Parameters,
}

impl Solver for Pumpkin {
    fn card(&self) -> &Card {
        &self.card
    }

    #[cfg(feature = "pumpkin")]
    fn engine_version(&self) -> Option<String> {
        Some(format!("pumpkin {}", search::VERSION))
    }

    #[cfg(feature = "pumpkin")]
    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        search::solve(&self.parameters, request, visitor)
    }

    #[cfg(not(feature = "pumpkin"))]
    fn engine_version(&self) -> Option<String> {
        Some("pumpkin".to_owned())
    }

    #[cfg(not(feature = "pumpkin"))]
    fn unavailable(&self) -> Option<String> {
        Some("this build leaves out the feature `pumpkin`".to_owned())
    }

    #[cfg(not(feature = "pumpkin"))]
    fn solve(&self, _: &Request, _: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        Err(SolverError::Unavailable(self.unavailable().unwrap_or_default()))
    }
}
