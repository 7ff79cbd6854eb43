//! The rows of this crate: which at-most-one encoding goes with which enumeration and which engine.

use std::borrow::Cow;

use parity_core::solver::COMPLETE_AND_OPTIMUM;
use parity_core::{Card, Family, Scope, Solver};

use crate::at_most_one::{
    Bitwise, Commander, Hybrid, Ladder, Pairwise, Product, SequentialCounter,
};
use crate::enumeration::{Backtracking, Blocking, Prefix};
use crate::{Library, Sat};

/// Measured on 10 to 13 queens: from 20 to 100 it makes little difference.
const PREFIX: Prefix = Prefix { solutions: 50 };

/// Measured on the first solution of 180 to 320 queens and on all solutions of up to 13.
const HYBRID: Hybrid = Hybrid { short: &Pairwise, long: &Product, longest_short: 16 };

/// The rows of this crate: the ways of enumerating with one encoding, then the encodings with one
/// way of enumerating, then the other engine.
pub const SOLVERS: &[&dyn Solver] = &[
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
    &Sat {
        card: card(
            "varisat/sequential-counter/prefix",
            "sequential counter: one auxiliary variable a literal, 3 k clauses",
            "Sinz 2005",
        ),
        library: Library::Varisat,
        at_most_one: &SequentialCounter,
        enumeration: &PREFIX,
        expand_orbits: false,
    },
    &Sat {
        card: card(
            "varisat/ladder/prefix",
            "ladder: auxiliary variables determined by the literals, 4 k clauses",
            "Gent and Nightingale 2004",
        ),
        library: Library::Varisat,
        at_most_one: &Ladder,
        enumeration: &PREFIX,
        expand_orbits: false,
    },
    &Sat {
        card: card(
            "varisat/bitwise/prefix",
            "bitwise: log k auxiliary variables, k log k clauses",
            "Frisch and Peugniez 2001",
        ),
        library: Library::Varisat,
        at_most_one: &Bitwise,
        enumeration: &PREFIX,
        expand_orbits: false,
    },
    &Sat {
        card: card(
            "varisat/commander/prefix",
            "commander: groups of three, k / 2 auxiliary variables, 7 k / 2 clauses",
            "Klieber and Kwon 2007",
        ),
        library: Library::Varisat,
        at_most_one: &Commander,
        enumeration: &PREFIX,
        expand_orbits: false,
    },
    &Sat {
        card: featured(card(
            "varisat/product/prefix",
            "product: 2 √k auxiliary variables, little more than 2 k clauses",
            "Chen 2010",
        )),
        library: Library::Varisat,
        at_most_one: &Product,
        enumeration: &PREFIX,
        expand_orbits: false,
    },
    &Sat {
        card: card(
            "varisat/hybrid/prefix",
            "pairwise up to 16 literals, product beyond",
            "Chen 2010",
        ),
        library: Library::Varisat,
        at_most_one: &HYBRID,
        enumeration: &PREFIX,
        expand_orbits: false,
    },
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
