//! Pumpkin: constraint programming with lazy clause generation. Propagators explain what they
//! infer, and from the explanations a conflict is turned into a nogood, as a SAT solver learns a
//! clause (Ohrimenko, Stuckey and Codish, *Propagation via lazy clause generation*, 2009).

use std::borrow::Cow;

use parity_core::solver::COMPLETE_AND_OPTIMUM;
use parity_core::{Card, Family, Outcome, Request, Scope, Solver, SolverError, Visitor};

#[cfg(feature = "pumpkin")]
mod branching;
#[cfg(feature = "pumpkin")]
mod encoding;
#[cfg(feature = "pumpkin")]
mod linear;
#[cfg(feature = "pumpkin")]
mod search;

/// First-fail, and a blocking clause for each solution.
pub const FIRST_FAIL: Pumpkin = Pumpkin {
    card: card("pumpkin", true, "smallest domain first, lowest value first"),
    ordering: Ordering::FirstFail,
};

/// The order in which Pumpkin searches unless told otherwise.
pub const DEFAULT: Pumpkin = Pumpkin {
    card: card(
        "pumpkin/vsids",
        false,
        "predicates that were in recent conflicts first (VSIDS), with restarts",
    ),
    ordering: Ordering::Vsids,
};

const fn card(id: &'static str, featured: bool, summary: &'static str) -> Card {
    Card {
        id: Cow::Borrowed(id),
        family: Family::Cp,
        technique: "lazy clause generation",
        summary: Cow::Borrowed(summary),
        reference: "Ohrimenko, Stuckey and Codish 2009",
        tasks: COMPLETE_AND_OPTIMUM,
        scope: Scope::Models,
        featured,
    }
}

/// In what order decisions are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ordering {
    /// The variable whose bounds are closest together, its lowest value.
    FirstFail,
    /// The predicate with the highest activity in recent conflicts, as it was in the last
    /// solution; while there is none, a random variable and a random half of its domain.
    Vsids,
}

/// A row: Pumpkin with these parameters.
#[derive(Debug)]
pub struct Pumpkin {
    /// What it is.
    pub card: Card,
    /// In what order decisions are made.
    pub ordering: Ordering,
}

impl Solver for Pumpkin {
    fn card(&self) -> &Card {
        &self.card
    }

    #[cfg(feature = "pumpkin")]
    fn engine_version(&self) -> Option<String> {
        Some("pumpkin 0.5.0".to_owned())
    }

    #[cfg(feature = "pumpkin")]
    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        search::solve(self.ordering, request, visitor)
    }

    #[cfg(not(feature = "pumpkin"))]
    fn unavailable(&self) -> Option<String> {
        Some("this build is without the feature `pumpkin` of cp-backend".to_owned())
    }

    #[cfg(not(feature = "pumpkin"))]
    fn solve(&self, _: &Request, _: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        Err(SolverError::Unavailable(
            self.unavailable().unwrap_or_default(),
        ))
    }
}
