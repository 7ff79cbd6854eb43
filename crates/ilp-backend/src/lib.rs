//! Constraint models as 0/1 programs, solved by linear programming engines.
//!
//! | file | what it is |
//! |---|---|
//! | `program` | a model as a program: one column a literal, one row a variable or a clique |
//! | `propagation` | what the rows alone decide, and the smaller program that is left |
//! | `search` | no-good cuts and prefixes: from one optimal point to all solutions |
//! | `engine` | HiGHS and microlp, through good_lp, each behind a feature of its own |
//! | `row` | an engine and a way of enumerating, as a row of the registry |

// Without an engine, what only that engine uses is never used.
#![cfg_attr(not(all(feature = "highs", feature = "microlp")), allow(dead_code))]

mod engine;
mod program;
mod propagation;
mod row;
mod search;

use std::borrow::Cow;

use parity_core::solver::COMPLETE_AND_OPTIMUM;
use parity_core::{Card, Family, Scope, Solver};

use crate::engine::{Highs, Microlp};
use crate::row::{Enumeration, Ilp};

/// The rows of this crate.
pub const SOLVERS: &[&dyn Solver] = &[
    &highs("highs/cuts", CUTS, Enumeration::CUTS),
    &highs("highs/prefix-2", PREFIX_2, Enumeration::prefix(2)),
    &featured(highs("highs/prefix-3", PREFIX_3, Enumeration::prefix(3))),
    &highs("highs/prefix-4", PREFIX_4, Enumeration::prefix(4)),
    &highs("highs/orbits", ORBITS, Enumeration::orbits(3)),
    &microlp("microlp/cuts", CUTS, Enumeration::CUTS),
    &microlp("microlp/prefix-2", PREFIX_2, Enumeration::prefix(2)),
    &featured(microlp("microlp/prefix-3", PREFIX_3, Enumeration::prefix(3))),
    &microlp("microlp/prefix-4", PREFIX_4, Enumeration::prefix(4)),
    &microlp("microlp/orbits", ORBITS, Enumeration::orbits(3)),
];

const CUTS: &str = "one no-good cut a solution, all in one program";
const PREFIX_2: &str = "first 2 variables fixed in all ways, no-good cuts inside";
const PREFIX_3: &str = "first 3 variables fixed in all ways, no-good cuts inside";
const PREFIX_4: &str = "first 4 variables fixed in all ways, no-good cuts inside";
const ORBITS: &str = "one solution of each orbit as by prefix-3, the others are its images";

const fn highs(id: &'static str, summary: &'static str, enumeration: Enumeration) -> Ilp {
    Ilp {
        card: Card {
            id: Cow::Borrowed(id),
            family: Family::Ilp,
            technique: "0/1 program, branch and cut",
            summary: Cow::Borrowed(summary),
            reference: "HiGHS: Huangfu and Hall 2018",
            tasks: COMPLETE_AND_OPTIMUM,
            scope: Scope::Models,
            featured: false,
        },
        engine: &Highs,
        enumeration,
    }
}

const fn microlp(id: &'static str, summary: &'static str, enumeration: Enumeration) -> Ilp {
    Ilp {
        card: Card {
            id: Cow::Borrowed(id),
            family: Family::Ilp,
            technique: "0/1 program, branch and bound",
            summary: Cow::Borrowed(summary),
            reference: "Land and Doig 1960",
            tasks: COMPLETE_AND_OPTIMUM,
            scope: Scope::Models,
            featured: false,
        },
        engine: &Microlp,
        enumeration,
    }
}

/// The same row, shown by default.
const fn featured(mut row: Ilp) -> Ilp {
    row.card.featured = true;
    row
}
