//! The rows of this crate: which at-most-one encoding goes with which enumeration and which engine.

use std::borrow::Cow;

use parity_core::solver::COMPLETE_AND_OPTIMUM;
use parity_core::{Card, Family, Scope, Solver};

use crate::at_most_one::hybrid::HYBRID;
use crate::at_most_one::{self, Encoding, Pairwise};
use crate::enumeration::{Backtracking, Blocking, Prefix};
use crate::{Library, Sat};

/// Measured on 10 to 13 queens: from 20 to 100 it makes little difference.
const PREFIX: Prefix = Prefix { solutions: 50 };

/// The rows of this crate: the ways of enumerating with one encoding, then the encodings with one
/// way of enumerating, then the other engine. The laws of encodings walk it too.
pub(crate) const ROWS: &[&Sat] = &[
    &Sat {
        card: featured(card(
            "varisat/pairwise/blocking",
            "pairwise at-most-one; a blocking clause for each solution",
            "McMillan 2002",
        )),
        library: Library::Varisat,
        at_most_one: &Pairwise,
        enumeration: &Blocking,
        expand_orbits: false,
    },
    &Sat {
        card: card(
            "varisat/pairwise/prefix",
            "pairwise at-most-one; prefixes fixed by assumptions, blocking clauses inside",
            "Eén and Sörensson 2003",
        ),
        library: Library::Varisat,
        at_most_one: &Pairwise,
        enumeration: &PREFIX,
        expand_orbits: false,
    },
    &Sat {
        card: card(
            "varisat/pairwise/backtracking",
            "pairwise at-most-one; a tree search on assumptions, no blocking clauses",
            "Grumberg, Schuster and Yadgar 2004",
        ),
        library: Library::Varisat,
        at_most_one: &Pairwise,
        enumeration: &Backtracking,
        expand_orbits: false,
    },
    &Sat {
        card: card(
            "varisat/pairwise/orbits",
            "pairwise at-most-one; symmetry broken by lex-leaders, orbits expanded",
            "Crawford, Ginsberg, Luks and Roy 1996",
        ),
        library: Library::Varisat,
        at_most_one: &Pairwise,
        enumeration: &PREFIX,
        expand_orbits: true,
    },
    &at_most_one::sequential_counter::ROW,
    &at_most_one::ladder::ROW,
    &at_most_one::bitwise::ROW,
    &at_most_one::commander::ROW,
    &at_most_one::product::ROW,
    &at_most_one::hybrid::ROW,
    &Sat {
        card: batsat(
            "batsat/pairwise/backtracking",
            "pairwise at-most-one; a tree search on assumptions, no blocking clauses",
        ),
        library: Library::BatSat,
        at_most_one: &Pairwise,
        enumeration: &Backtracking,
        expand_orbits: false,
    },
    &Sat {
        card: batsat("batsat/hybrid/prefix", "pairwise up to 16 literals, product beyond"),
        library: Library::BatSat,
        at_most_one: &HYBRID,
        enumeration: &PREFIX,
        expand_orbits: false,
    },
];

/// The same as solvers.
pub const SOLVERS: &[&dyn Solver] = &{
    let mut solvers: [&dyn Solver; ROWS.len()] = [ROWS[0]; ROWS.len()];
    let mut index = 0;
    while index < ROWS.len() {
        solvers[index] = ROWS[index];
        index += 1;
    }
    solvers
};

/// A row that finds all solutions by prefixes, with an encoding of its own.
pub(crate) const fn prefixed(
    id: &'static str,
    summary: &'static str,
    reference: &'static str,
    at_most_one: &'static dyn Encoding,
) -> Sat {
    Sat {
        card: card(id, summary, reference),
        library: Library::Varisat,
        at_most_one,
        enumeration: &PREFIX,
        expand_orbits: false,
    }
}

impl Sat {
    /// The same row among those that a comparison shows unless told otherwise.
    pub(crate) const fn featured(mut self) -> Self {
        self.card.featured = true;
        self
    }
}

const fn card(id: &'static str, summary: &'static str, reference: &'static str) -> Card {
    Card {
        id: Cow::Borrowed(id),
        family: Family::Sat,
        technique: "clause learning on the direct encoding (varisat)",
        summary: Cow::Borrowed(summary),
        reference,
        tasks: COMPLETE_AND_OPTIMUM,
        scope: Scope::Models,
        featured: false,
    }
}

const fn batsat(id: &'static str, summary: &'static str) -> Card {
    let mut card = card(id, summary, "Eén and Sörensson 2003");
    card.technique = "clause learning on the direct encoding (BatSat)";
    card
}

const fn featured(mut card: Card) -> Card {
    card.featured = true;
    card
}
