//! The rows of this crate, as data.

use std::borrow::Cow;

use parity_core::solver::{COMPLETE, COMPLETE_AND_OPTIMUM};
use parity_core::{Card, Family, Scope, Solver, Task};

use crate::engine::{Cbc, Engine, Highs, Microlp};
use crate::program::Rows;
use crate::row::{Ilp, Statement};
use crate::search::Splitting;

/// The rows of this crate: for each engine the ways of splitting, then the other formulations.
pub const SOLVERS: &[&dyn Solver] = &[
    &featured(HIGHS.row("highs/split", SPLIT)),
    &HIGHS.cuts("highs/cuts"),
    &HIGHS.prefix("highs/prefix-1", "first variable fixed in all ways, no-good cuts inside", 1),
    &HIGHS.prefix("highs/prefix-2", PREFIX_2, 2),
    &HIGHS.prefix("highs/prefix-3", PREFIX_3, 3),
    &HIGHS.prefix("highs/prefix-4", PREFIX_4, 4),
    &HIGHS.prefix("highs/prefix-5", "first 5 variables fixed in all ways, no-good cuts inside", 5),
    &HIGHS.orbits("highs/orbits"),
    &HIGHS.pairwise("highs/pairwise"),
    &HIGHS.representatives("highs/representatives"),
    &HIGHS.duality("highs/duality"),
    &featured(MICROLP.row("microlp/split", SPLIT)),
    &MICROLP.cuts("microlp/cuts"),
    &MICROLP.prefix("microlp/prefix-2", PREFIX_2, 2),
    &MICROLP.prefix("microlp/prefix-3", PREFIX_3, 3),
    &MICROLP.prefix("microlp/prefix-4", PREFIX_4, 4),
    &MICROLP.orbits("microlp/orbits"),
    &MICROLP.pairwise("microlp/pairwise"),
    &MICROLP.representatives("microlp/representatives"),
    &CBC.row("cbc/split", SPLIT),
    &CBC.prefix("cbc/prefix-3", PREFIX_3, 3),
];

const SPLIT: &str = "branches split until few columns are open or few solutions left, cuts inside";
const PREFIX_2: &str = "first 2 variables fixed in all ways, no-good cuts inside";
const PREFIX_3: &str = "first 3 variables fixed in all ways, no-good cuts inside";
const PREFIX_4: &str = "first 4 variables fixed in all ways, no-good cuts inside";

/// Measured on all solutions of 8 and 10 queens with HiGHS and microlp: the smaller the programs, the
/// sooner all are found, down to where nothing is left for the engine. At this size it still decides.
const ADAPTIVE: Splitting = Splitting::Adaptive { columns: 8, solutions: 4 };

/// What the rows of one engine share.
struct Shelf {
    engine: &'static dyn Engine,
    technique: &'static str,
    reference: &'static str,
}

const HIGHS: Shelf = Shelf {
    engine: &Highs,
    technique: "0/1 program, branch and cut",
    reference: "HiGHS: Huangfu and Hall 2018",
};

const MICROLP: Shelf = Shelf {
    engine: &Microlp,
    technique: "0/1 program, branch and bound",
    reference: "Land and Doig 1960",
};

const CBC: Shelf = Shelf {
    engine: &Cbc,
    technique: "0/1 program, branch and cut",
    reference: "CBC: Forrest and Lougee-Heimer 2005",
};

impl Shelf {
    /// The adaptive row, of which all others are variants.
    const fn row(&self, id: &'static str, summary: &'static str) -> Ilp {
        Ilp {
            card: Card {
                id: Cow::Borrowed(id),
                family: Family::Ilp,
                technique: self.technique,
                summary: Cow::Borrowed(summary),
                reference: self.reference,
                tasks: COMPLETE_AND_OPTIMUM,
                scope: Scope::Models,
                featured: false,
            },
            engine: self.engine,
            statement: Statement::Assignment(Rows::Cliques),
            splitting: ADAPTIVE,
            by_duality: false,
            by_orbits: false,
        }
    }

    const fn prefix(&self, id: &'static str, summary: &'static str, length: usize) -> Ilp {
        let mut row = self.row(id, summary);
        row.splitting = Splitting::Prefix(length);
        row
    }

    const fn cuts(&self, id: &'static str) -> Ilp {
        self.prefix(id, "one no-good cut a solution, all in one program", 0)
    }

    const fn orbits(&self, id: &'static str) -> Ilp {
        let summary = "one solution of each orbit as by split, the others are its images";
        let mut row = self.row(id, summary);
        row.card.reference = "Crawford, Ginsberg, Luks and Roy 1996";
        row.by_orbits = true;
        row
    }

    const fn pairwise(&self, id: &'static str) -> Ilp {
        let summary = "as split, with a row for every two columns instead of every clique";
        let mut row = self.row(id, summary);
        row.statement = Statement::Assignment(Rows::Pairwise);
        row
    }

    const fn duality(&self, id: &'static str) -> Ilp {
        let summary =
            "a dual bound of the relaxation, proved in integers, and a solution that has it";
        let mut row = self.row(id, summary);
        row.card.reference = "Dantzig 1963";
        row.card.tasks = &[Task::Optimum];
        row.by_duality = true;
        row
    }

    const fn representatives(&self, id: &'static str) -> Ilp {
        let summary = "vertices represent vertices and colours have no names";
        let mut row = self.row(id, summary);
        row.card.reference = "Campêlo, Campos and Corrêa 2008";
        row.card.tasks = COMPLETE;
        row.card.scope = Scope::Kinds(&["colouring"]);
        row.statement = Statement::Representatives;
        row
    }
}

/// The same row, shown by default.
const fn featured(mut row: Ilp) -> Ilp {
    row.card.featured = true;
    row
}
