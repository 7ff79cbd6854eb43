//! The rows of this crate: which encoding goes with which enumeration.

use std::borrow::Cow;

use parity_core::solver::COMPLETE_AND_OPTIMUM;
use parity_core::{Card, Family, Scope, Solver};

use crate::Sat;
use crate::at_most_one::{Pairwise, Product};
use crate::enumeration::{Blocking, Prefix};

const CARD: Card = Card {
    id: Cow::Borrowed("varisat/pairwise"),
    family: Family::Sat,
    technique: "conflict-driven clause learning (varisat)",
    summary: Cow::Borrowed("direct encoding, pairwise at-most-one, blocking clauses"),
    reference: "Walsh 2000; Marques-Silva and Sakallah 1996",
    tasks: COMPLETE_AND_OPTIMUM,
    scope: Scope::Models,
    featured: false,
};

/// The rows of this crate.
pub const SOLVERS: &[&dyn Solver] = &[
    &Sat {
        card: Card {
            featured: true,
            ..CARD
        },
        at_most_one: &Pairwise,
        enumeration: &Blocking,
    },
    &Sat {
        card: Card {
            id: Cow::Borrowed("varisat/pairwise/prefix"),
            summary: Cow::Borrowed("pairwise at-most-one, prefixes under assumptions"),
            ..CARD
        },
        at_most_one: &Pairwise,
        enumeration: &Prefix { prefixes: 100 },
    },
    &Sat {
        card: Card {
            id: Cow::Borrowed("varisat/product"),
            summary: Cow::Borrowed("product at-most-one, blocking clauses"),
            ..CARD
        },
        at_most_one: &Product,
        enumeration: &Blocking,
    },
    &Sat {
        card: Card {
            id: Cow::Borrowed("varisat/product/prefix"),
            summary: Cow::Borrowed("product at-most-one, prefixes under assumptions"),
            reference: "Chen 2010",
            featured: true,
            ..CARD
        },
        at_most_one: &Product,
        enumeration: &Prefix { prefixes: 100 },
    },
];
