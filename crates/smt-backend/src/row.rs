//! The two kinds of rows: what a model is written as, which part of Z3 reads it, and how solutions
//! are asked for, all as data.

use parity_core::{Card, Outcome, Request, Solver, SolverError, Visitor};

use crate::engine;

/// What the variables of a model become.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// One integer a variable; `distinct` and linear arithmetic.
    Int,
    /// One word of bits a variable, as short as the values allow; `distinct` and arithmetic on words.
    BitVector,
    /// The same, with the value of each variable that has only one put in its place.
    BitVectorSubstituted,
    /// One Boolean a literal; cardinality and pseudo-Boolean constraints.
    PseudoBoolean,
    /// One Boolean a literal; a clause of two literals for each pair that excludes each other.
    Clauses,
    /// One integer a literal, 0 or 1; linear constraints only.
    ZeroOne,
}

impl Encoding {
    /// The technique, as the cards name it.
    pub(crate) const fn technique(self) -> &'static str {
        match self {
            Encoding::Int => "integers",
            Encoding::BitVector | Encoding::BitVectorSubstituted => "bit-vectors",
            Encoding::PseudoBoolean => "pseudo-Boolean",
            Encoding::Clauses => "clauses",
            Encoding::ZeroOne => "0/1 integers",
        }
    }
}

/// The part of Z3 that searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Core {
    /// What Z3 does of its own accord: tactics chosen by the look of the formula for the first
    /// answer, the incremental solver for all theories from then on.
    Default,
    /// The solver for the logic `QF_FD` of finite domains, which reduces everything to SAT.
    FiniteDomain(Phase),
    /// These tactics one after the other, from the beginning for every answer.
    Tactics(&'static [&'static str]),
}

/// Which way a SAT solver decides first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// The way that Z3 chooses: mostly what it was before.
    Caching,
    /// True. Where a literal is a Boolean, that is to give a variable a value and not to deny it one.
    True,
}

/// How Z3, which finds one solution at a time, is made to find all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Enumeration {
    /// Each solution found is excluded by one more clause.
    Blocking,
    /// So many variables are given each combination of their values in turn, between `push` and
    /// `pop`, and solutions are blocked only in between.
    Prefix(usize),
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

/// How an objective is put to Z3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Formulation {
    /// One sum of the weights: of "if this literal then its weight else 0", or of weights times
    /// columns where a literal is a 0/1 integer.
    Sum,
    /// One soft constraint a literal: the literal itself if it is rewarded, its negation if it costs.
    Rewards,
    /// One soft constraint "not this literal" a literal, weighing what the literal costs more than
    /// the best literal of its variable.
    Penalties,
    /// The same after costs have been shifted between literals that exclude each other, until the
    /// best literals together come as close to the optimum as a linear program can tell.
    ReducedCosts,
}

/// What makes the objective small or large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Optimiser {
    /// Z3's `Optimize`.
    Optimize,
    /// The same with another than its usual algorithm for soft constraints, by Z3's name for it.
    MaxSat(&'static str),
    /// A solver that is asked for something better until there is nothing better.
    Descent(Core),
}

/// A way of finding the best solution.
#[derive(Clone, Debug)]
pub struct Optimise {
    /// What it is.
    pub card: Card,
    /// What the variables become.
    pub encoding: Encoding,
    /// How the objective is put.
    pub formulation: Formulation,
    /// What makes it small or large.
    pub optimiser: Optimiser,
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
        self.card.takes(request)?;
        engine::enumerate(self, request, visitor)
    }
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
        self.card.takes(request)?;
        engine::optimise(self, request, visitor)
    }
}
