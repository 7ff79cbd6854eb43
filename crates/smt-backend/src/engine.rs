//! Models as formulas of Z3.

use parity_core::{Outcome, Request, SolverError, Visitor};

use crate::row::{Enumerate, Optimise};

mod encoding;
mod enumeration;
mod optimisation;
mod session;

/// The version of the library that is loaded, as it says itself.
pub(crate) fn version() -> Option<String> {
    Some(format!("Z3 {}", z3::full_version()))
}

pub(crate) fn unavailable() -> Option<String> {
    None
}

pub(crate) fn enumerate(
    row: &Enumerate,
    request: &Request,
    visitor: &mut dyn Visitor,
) -> Result<Outcome, SolverError> {
    let (encoding, core, enumeration) = (row.encoding, row.core, row.enumeration);
    session::run(request, visitor, |session| {
        enumeration::run(session, encoding, core, enumeration)
    })
}

pub(crate) fn optimise(
    row: &Optimise,
    request: &Request,
    visitor: &mut dyn Visitor,
) -> Result<Outcome, SolverError> {
    let Some(objective) = request.model().objective() else {
        return Err(SolverError::Unsupported(
            "the model has no objective".to_owned(),
        ));
    };
    let (encoding, formulation) = (row.encoding, row.formulation);
    session::run(request, visitor, |session| {
        optimisation::run(session, objective, encoding, formulation)
    })
}
