//! The rows of this crate. A new combination of encoding, core and enumeration is one line here.

use std::borrow::Cow;

use parity_core::solver::COMPLETE;
use parity_core::{Card, Family, Scope, Solver, Task};

use crate::row::{Core, Encoding, Enumerate, Enumeration, Formulation, Optimise};

/// The rows of this crate, in the order in which they are listed and compared.
pub const SOLVERS: &[&dyn Solver] = &[
    &enumerate(
        "z3/int",
        "`distinct` over integer sums",
        (Encoding::Int, Core::Default, Enumeration::Blocking),
    )
    .featured(),
    &enumerate(
        "z3/pseudo-boolean",
        "cardinality constraints over one Boolean a literal, default solver",
        (
            Encoding::PseudoBoolean,
            Core::Default,
            Enumeration::Blocking,
        ),
    ),
    &enumerate(
        "z3/finite-domain",
        "cardinality constraints over one Boolean a literal, solver for QF_FD",
        (
            Encoding::PseudoBoolean,
            Core::FiniteDomain,
            Enumeration::Blocking,
        ),
    )
    .featured(),
    &optimise(
        "z3/optimize/penalties",
        "soft constraints: what a literal costs more than the best of its variable",
        (Encoding::PseudoBoolean, Formulation::Penalties),
    )
    .featured(),
];

const fn enumerate(
    id: &'static str,
    summary: &'static str,
    (encoding, core, enumeration): (Encoding, Core, Enumeration),
) -> Enumerate {
    Enumerate {
        card: Card {
            id: Cow::Borrowed(id),
            family: Family::Smt,
            technique: encoding.technique(),
            summary: Cow::Borrowed(summary),
            reference: "de Moura and Bjørner 2008",
            tasks: COMPLETE,
            scope: Scope::Models,
            featured: false,
        },
        encoding,
        core,
        enumeration,
    }
}

impl Enumerate {
    /// The same row among those that a comparison shows unless told otherwise.
    const fn featured(mut self) -> Self {
        self.card.featured = true;
        self
    }
}

const fn optimise(
    id: &'static str,
    summary: &'static str,
    (encoding, formulation): (Encoding, Formulation),
) -> Optimise {
    Optimise {
        card: Card {
            id: Cow::Borrowed(id),
            family: Family::Smt,
            technique: "Optimize",
            summary: Cow::Borrowed(summary),
            reference: "Bjørner, Phan and Fleckenstein 2015",
            tasks: &[Task::Optimum],
            scope: Scope::Models,
            featured: false,
        },
        encoding,
        formulation,
    }
}

impl Optimise {
    /// The same row among those that a comparison shows unless told otherwise.
    const fn featured(mut self) -> Self {
        self.card.featured = true;
        self
    }
}
