//! What stands in for Z3 in a build without it.

use parity_core::{Outcome, Request, SolverError, Visitor};

use crate::row::{Enumerate, Optimise};

const REASON: &str = "built without Z3; the feature `z3` of smt-backend brings it in";

pub(crate) fn version() -> Option<String> {
    None
}

pub(crate) fn unavailable() -> Option<String> {
    Some(REASON.to_owned())
}

pub(crate) fn enumerate(
    _row: &Enumerate,
    _request: &Request,
    _visitor: &mut dyn Visitor,
) -> Result<Outcome, SolverError> {
    Err(SolverError::Unavailable(REASON.to_owned()))
}

pub(crate) fn optimise(
    _row: &Optimise,
    _request: &Request,
    _visitor: &mut dyn Visitor,
) -> Result<Outcome, SolverError> {
    Err(SolverError::Unavailable(REASON.to_owned()))
}
