//! The rows of this crate. A new combination of encoding, core and enumeration, or of encoding,
//! formulation and optimiser, is one entry here.

use std::borrow::Cow;

use parity_core::solver::COMPLETE;
use parity_core::{Card, Family, Scope, Solver, Task};

use crate::row::Core::{self, Default, Tactics};
use crate::row::Encoding::{self, BitVector, Int, PseudoBoolean, ZeroOne};
use crate::row::Enumeration::{Blocking, Prefix};
use crate::row::Formulation::{Penalties, ReducedCosts, Rewards, Sum};
use crate::row::Optimiser::{Descent, MaxSat, Optimize};
use crate::row::{Enumerate, Enumeration, Formulation, Optimise, Optimiser, Phase};

const FINITE_DOMAIN: Core = Core::FiniteDomain(Phase::Caching);
const TRUE_FIRST: Core = Core::FiniteDomain(Phase::True);

/// The rows of this crate, in the order in which they are listed and compared.
pub const SOLVERS: &[&dyn Solver] = &[
    &enumerate("z3/int", "one integer a variable, `distinct` over sums", (Int, Default, Blocking))
        .featured(),
    &enumerate(
        "z3/int/prefix",
        "z3/int with the first variable fixed by push and pop",
        (Int, Default, Prefix(1)),
    ),
    &enumerate(
        "z3/int/finite-domain",
        "z3/int in the solver for QF_FD",
        (Int, FINITE_DOMAIN, Blocking),
    ),
    &enumerate(
        "z3/bit-vector",
        "words as short as the values allow, `distinct` over sums",
        (BitVector, Default, Blocking),
    )
    .featured(),
    &enumerate(
        "z3/bit-vector/prefix",
        "z3/bit-vector with the first variable fixed by push and pop",
        (BitVector, Default, Prefix(1)),
    ),
    &enumerate(
        "z3/bit-vector/substituted",
        "z3/bit-vector with givens put in the place of their variables",
        (Encoding::BitVectorSubstituted, Default, Blocking),
    ),
    &enumerate(
        "z3/bit-vector/tactics",
        "z3/bit-vector through simplify, solve-eqs, bit-blast and sat",
        (BitVector, Tactics(&["simplify", "solve-eqs", "bit-blast", "sat"]), Blocking),
    ),
    &enumerate(
        "z3/pseudo-boolean",
        "one Boolean a literal, cardinality constraints",
        (PseudoBoolean, Default, Blocking),
    ),
    &enumerate(
        "z3/pseudo-boolean/prefix",
        "z3/pseudo-boolean with the first variable fixed by push and pop",
        (PseudoBoolean, Default, Prefix(1)),
    ),
    &enumerate(
        "z3/finite-domain",
        "z3/pseudo-boolean in the solver for QF_FD, true decided first",
        (PseudoBoolean, TRUE_FIRST, Blocking),
    )
    .featured(),
    &enumerate(
        "z3/finite-domain/prefix",
        "z3/finite-domain with the first variable fixed by push and pop",
        (PseudoBoolean, TRUE_FIRST, Prefix(1)),
    ),
    &enumerate(
        "z3/finite-domain/clauses",
        "z3/finite-domain with a clause for each pair that excludes each other",
        (Encoding::Clauses, FINITE_DOMAIN, Blocking),
    ),
    &optimise(
        "z3/optimize/if-then-else",
        "a sum of if-then-else over integers",
        (Int, Sum, Optimize),
    ),
    &optimise(
        "z3/optimize/if-then-else/boolean",
        "a sum of if-then-else over one Boolean a literal",
        (PseudoBoolean, Sum, Optimize),
    ),
    &optimise(
        "z3/optimize/zero-one",
        "a linear objective over one 0/1 integer a literal",
        (ZeroOne, Sum, Optimize),
    ),
    &optimise(
        "z3/optimize/rewards",
        "soft constraints: each literal, weighing what it brings",
        (PseudoBoolean, Rewards, Optimize),
    ),
    &optimise(
        "z3/optimize/penalties",
        "soft constraints: what a literal costs more than its variable's best",
        (PseudoBoolean, Penalties, Optimize),
    ),
    &optimise(
        "z3/optimize/penalties/pd-maxres",
        "z3/optimize/penalties by primal-dual MaxRes",
        (PseudoBoolean, Penalties, MaxSat("pd-maxres")),
    ),
    &optimise(
        "z3/optimize/penalties/rc2",
        "z3/optimize/penalties by RC2, with relaxable cardinalities",
        (PseudoBoolean, Penalties, MaxSat("rc2")),
    ),
    &optimise(
        "z3/optimize/penalties/wmax",
        "z3/optimize/penalties by branch and bound on weights",
        (PseudoBoolean, Penalties, MaxSat("wmax")),
    ),
    &optimise(
        "z3/optimize/reduced-costs",
        "soft constraints: the reduced costs of the linear relaxation",
        (PseudoBoolean, ReducedCosts, Optimize),
    )
    .featured(),
    &optimise(
        "z3/descent",
        "penalties pushed down by one pseudo-Boolean constraint an improvement",
        (PseudoBoolean, Penalties, Descent(FINITE_DOMAIN)),
    ),
    &optimise(
        "z3/descent/reduced-costs",
        "z3/descent on the reduced costs of the linear relaxation",
        (PseudoBoolean, ReducedCosts, Descent(FINITE_DOMAIN)),
    ),
];

const fn enumerate(
    id: &'static str,
    summary: &'static str,
    (encoding, core, enumeration): (Encoding, Core, Enumeration),
) -> Enumerate {
    let mut card = card(id, summary);
    card.technique = encoding.technique();
    Enumerate { card, encoding, core, enumeration }
}

const fn optimise(
    id: &'static str,
    summary: &'static str,
    (encoding, formulation, optimiser): (Encoding, Formulation, Optimiser),
) -> Optimise {
    let mut card = card(id, summary);
    card.technique = match optimiser {
        Optimize | MaxSat(_) => "Optimize",
        Descent(_) => "descent",
    };
    card.reference = "Bjørner, Phan and Fleckenstein 2015";
    card.tasks = &[Task::Optimum];
    Optimise { card, encoding, formulation, optimiser }
}

const fn card(id: &'static str, summary: &'static str) -> Card {
    Card {
        id: Cow::Borrowed(id),
        family: Family::Smt,
        technique: "",
        summary: Cow::Borrowed(summary),
        reference: "de Moura and Bjørner 2008",
        tasks: COMPLETE,
        scope: Scope::Models,
        featured: false,
    }
}

impl Enumerate {
    /// The same row among those that a comparison shows unless told otherwise.
    const fn featured(mut self) -> Self {
        self.card.featured = true;
        self
    }
}

impl Optimise {
    /// The same row among those that a comparison shows unless told otherwise.
    const fn featured(mut self) -> Self {
        self.card.featured = true;
        self
    }
}
