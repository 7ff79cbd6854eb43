//! Kinds of problems: found by name, and the objective that each has unless another is chosen.

use parity_core::problem::{KINDS, Kind, OBJECTIVE};

use crate::registry::Unknown;

/// The kind with this name.
///
/// # Errors
/// If there is none.
pub fn find(name: &str) -> Result<&'static Kind, Unknown> {
    let found = KINDS.iter().find(|kind| kind.name == name);
    found.ok_or_else(|| Unknown::new("problem", name, KINDS.iter().map(|kind| kind.name)))
}

/// The objective of a kind unless another is chosen: the first it takes, if it takes any.
pub fn usual_objective(kind: &Kind) -> Option<&'static str> {
    let objective = kind.options.iter().find(|choice| choice.name == OBJECTIVE)?;
    objective.values.first().copied()
}
