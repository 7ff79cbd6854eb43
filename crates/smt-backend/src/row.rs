//! The two kinds of rows: what a model is written as, which part of Z3 reads it, and how solutions
//! are asked for, all as data.

use parity_core::{Card, Outcome, Request, Solver, SolverError, Visitor};

use crate::engine;

/// What the variables of a model become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// One integer a variable; `distinct` and linear arithmetic.
    Int,
    /// One Boolean a literal; cardinality and pseudo-Boolean constraints.
    PseudoBoolean,
}

impl Encoding {
    /// The technique, as the cards name it.
    pub(crate) const fn technique(self) -> &'static str {
        match self {
            Encoding::Int => "integers",
            Encoding::PseudoBoolean => "pseudo-Boolean",
        }
    }
}

/// The part of Z3 that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// The solver for any theory: congruence closure and simplex around a search for a Boolean model.
    Default,
    /// The solver for the logic `QF_FD` of finite domains, which reduces everything to SAT.
    FiniteDomain,
}

/// How Z3, which finds one solution at a time, is made to find all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enumeration {
    /// Each solution found is excluded by one more clause.
    Blocking,
}

/// A way of finding solutions.
#[derive(Clone, Debug)]
pub struct Enumerate {
    /// What it is.
    pub card: Card,
    /// What the variables become.
    pub encoding: Encoding,
    /// What searches.
    pub core: Core,
    /// How all solutions are found.
    pub enumeration: Enumeration,
}

impl Solver for Enumerate {
    fn card(&self) -> &Card {
        &self.card
    }

    fn engine_version(&self) -> Option<String> {
        engine::version()
    }

    fn unavailable(&self) -> Option<String> {
        engine::unavailable()
    }

    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        covers(&self.card, request)?;
        engine::enumerate(self, request, visitor)
    }
}

/// How an objective is put to Z3's `Optimize`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulation {
    /// One soft constraint "not this literal" a literal, weighing what the literal costs more than
    /// the best literal of its variable.
    Penalties,
}

/// A way of finding the best solution, by `Optimize`.
#[derive(Clone, Debug)]
pub struct Optimise {
    /// What it is.
    pub card: Card,
    /// What the variables become.
    pub encoding: Encoding,
    /// How the objective is put.
    pub formulation: Formulation,
}

impl Solver for Optimise {
    fn card(&self) -> &Card {
        &self.card
    }

    fn engine_version(&self) -> Option<String> {
        engine::version()
    }

    fn unavailable(&self) -> Option<String> {
        engine::unavailable()
    }

    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        covers(&self.card, request)?;
        engine::optimise(self, request, visitor)
    }
}

fn covers(card: &Card, request: &Request) -> Result<(), SolverError> {
    let (task, kind) = (request.task, request.problem.kind());
    if card.covers(task, kind) {
        return Ok(());
    }
    Err(SolverError::Unsupported(format!("task `{task}` on {kind}")))
}
