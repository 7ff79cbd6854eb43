//! Models as formulas of Z3.

use std::ops::ControlFlow;
use std::time::Instant;

use parity_core::{Outcome, Problem, Request, SolverError, Task, Value, Visitor};

use crate::row::{Encoding, Enumerate, Optimise};
use crate::tactics::{Measurement, Pipeline};

mod dual_bound;
mod encoding;
mod enumeration;
mod objective;
mod optimisation;
mod session;
mod statistics;
mod tactics;

/// The oldest version that the bindings are made for.
const OLDEST: [u32; 3] = [4, 13, 3];

/// The version of the library that is loaded, as it says itself.
pub(crate) fn version() -> Option<String> {
    let version = z3::full_version();
    Some(format!("Z3 {}", number(version)))
}

/// Why the library that is loaded will not do, if so.
pub(crate) fn unavailable() -> Option<String> {
    too_old(z3::full_version())
}

/// Some builds of Z3 put its name before the number.
fn number(version: &str) -> &str {
    version.strip_prefix("Z3 ").unwrap_or(version)
}

fn too_old(version: &str) -> Option<String> {
    let numbers = number(version).split(|c: char| !c.is_ascii_digit());
    let numbers: Vec<u32> = numbers.map_while(|number| number.parse().ok()).collect();
    (numbers.as_slice() < OLDEST.as_slice()).then(|| {
        let [major, minor, patch] = OLDEST;
        format!("Z3 {major}.{minor}.{patch} or later is needed, {version} is loaded")
    })
}

pub(crate) fn enumerate(
    row: &Enumerate,
    request: &Request,
    visitor: &mut dyn Visitor,
) -> Result<Outcome, SolverError> {
    let (encoding, core, enumeration) = (row.encoding, row.core, row.enumeration);
    session::run(request, visitor, |session| enumeration::run(session, encoding, core, enumeration))
}

pub(crate) fn optimise(
    row: &Optimise,
    request: &Request,
    visitor: &mut dyn Visitor,
) -> Result<Outcome, SolverError> {
    let Some(objective) = request.model().objective() else {
        return Err(SolverError::Unsupported("the model has no objective".to_owned()));
    };
    let (encoding, formulation, optimiser) = (row.encoding, row.formulation, row.optimiser);
    session::run(request, visitor, |session| {
        optimisation::run(session, objective, encoding, formulation, optimiser)
    })
}

pub(crate) fn measure(
    problem: &dyn Problem,
    encoding: Encoding,
    pipeline: Pipeline,
    deadline: Option<Instant>,
) -> Result<Measurement, SolverError> {
    let request = Request::new(problem, Task::First).with_deadline(deadline);
    let mut nobody = |_: &[Value]| ControlFlow::Continue(());
    session::run(&request, &mut nobody, |session| tactics::measure(session, encoding, pipeline))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_number_by_number() {
        assert_eq!(too_old("Z3 5.4.1.0"), None);
        assert_eq!(too_old("4.13.3.0"), None);
        assert!(too_old("4.8.12").is_some());
        assert!(too_old("4.13.0.0").is_some());
    }
}
