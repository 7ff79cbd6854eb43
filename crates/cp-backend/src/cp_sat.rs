//! CP-SAT of Google's OR-Tools: lazy clause generation over a SAT solver, with presolve, linear
//! relaxation and a portfolio of workers (Perron, Didier and Gay, *The CP-SAT-LP solver*, 2023).
//!
//! It is not part of the build. `scripts/setup --with-cp-sat` fetches its library, which is loaded
//! when the first row runs; its C interface takes a model and parameters as protocol buffers and
//! returns when the search is over. Solutions therefore come all at once, at the end, and of an
//! optimisation only the last.

use std::borrow::Cow;

use parity_core::solver::COMPLETE_AND_OPTIMUM;
use parity_core::{Card, Family, Outcome, Request, Scope, Solver, SolverError, Visitor};

#[cfg(feature = "cp-sat")]
mod encoding;
#[cfg(feature = "cp-sat")]
mod library;
#[cfg(feature = "cp-sat")]
mod messages;
#[cfg(feature = "cp-sat")]
mod search;

/// One worker, everything else as it comes.
pub const CP_SAT: CpSat =
    CpSat { card: card("cp-sat", "one worker"), workers: 1, linearization: 1 };

/// Two workers.
pub const TWO_WORKERS: CpSat = CpSat {
    card: card(
        "cp-sat/2-workers",
        "two workers that share what they learn; which solution comes first is up to chance",
    ),
    workers: 2,
    linearization: 1,
};

/// A linear relaxation of all constraints.
pub const LINEARIZATION: CpSat = CpSat {
    card: card(
        "cp-sat/linearization-2",
        "one worker, with all constraints in the linear relaxation",
    ),
    workers: 1,
    linearization: 2,
};

const fn card(id: &'static str, summary: &'static str) -> Card {
    Card {
        id: Cow::Borrowed(id),
        family: Family::Cp,
        technique: "CP-SAT",
        summary: Cow::Borrowed(summary),
        reference: "Perron, Didier and Gay 2023",
        tasks: COMPLETE_AND_OPTIMUM,
        scope: Scope::Models,
        // It is an optional install; what a fresh machine compares should be there.
        featured: false,
    }
}

/// A row: CP-SAT with these parameters.
#[derive(Debug)]
pub struct CpSat {
    /// What it is.
    pub card: Card,
    /// How many threads search.
    pub workers: u16,
    /// How much of the model goes into the linear relaxation, from 0 to 2.
    pub linearization: u8,
}

impl Solver for CpSat {
    fn card(&self) -> &Card {
        &self.card
    }

    #[cfg(feature = "cp-sat")]
    fn engine_version(&self) -> Option<String> {
        let version = library::library().ok().and_then(library::OrTools::version);
        Some(version.map_or("or-tools".to_owned(), |version| format!("or-tools {version}")))
    }

    #[cfg(not(feature = "cp-sat"))]
    fn engine_version(&self) -> Option<String> {
        Some("or-tools".to_owned())
    }

    /// Loads the library, so that a run is not charged with it.
    #[cfg(feature = "cp-sat")]
    fn unavailable(&self) -> Option<String> {
        library::library().err()
    }

    #[cfg(feature = "cp-sat")]
    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        search::solve(self, request, visitor)
    }

    #[cfg(not(feature = "cp-sat"))]
    fn unavailable(&self) -> Option<String> {
        Some("this build leaves out the feature `cp-sat`".to_owned())
    }

    #[cfg(not(feature = "cp-sat"))]
    fn solve(&self, _: &Request, _: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        Err(SolverError::Unavailable(self.unavailable().unwrap_or_default()))
    }
}
