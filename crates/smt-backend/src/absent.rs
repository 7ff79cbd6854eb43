//! What stands in for Z3 in a build without it.

use std::time::Instant;

use parity_core::{Outcome, Problem, Request, SolverError, Visitor};

use crate::row::{Encoding, Enumerate, Optimise};
use crate::tactics::{Measurement, Pipeline};

const REASON: &str = "this build leaves out the feature `z3`";

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

pub(crate) fn measure(
    _problem: &dyn Problem,
    _encoding: Encoding,
    _pipeline: Pipeline,
    _deadline: Option<Instant>,
) -> Result<Measurement, SolverError> {
    Err(SolverError::Unavailable(REASON.to_owned()))
}
