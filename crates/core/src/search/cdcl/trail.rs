//! The trail: which literals are true, since which decision, and why.

use crate::search::cdcl::clauses::ClauseId;
use crate::search::cdcl::literal::{Lit, Var};

/// Why a literal is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reason {
    /// It was decided, or holds in every solution.
    None,
    /// This literal is true and excludes its negation.
    Excluded(Lit),
    /// All other literals of the clause are false.
    Clause(ClauseId),
}

/// The literals that are true, in the order in which they became so.
#[derive(Debug)]
pub(super) struct Trail {
    values: Vec<Option<bool>>,
    levels: Vec<usize>,
    reasons: Vec<Reason>,
    literals: Vec<Lit>,
    /// How long the trail was before each decision.
    decisions: Vec<usize>,
    /// How many literals had their consequences drawn.
    head: usize,
}

impl Trail {
    pub(super) fn new(variables: usize) -> Self {
        Trail {
            values: vec![None; variables],
            levels: vec![0; variables],
            reasons: vec![Reason::None; variables],
            literals: Vec::with_capacity(variables),
            decisions: Vec::new(),
            head: 0,
        }
    }

    /// Whether a literal is true or false, if it is either.
    #[inline]
    pub(super) fn value(&self, literal: Lit) -> Option<bool> {
        self.values[literal.var()].map(|value| value == literal.is_positive())
    }

    /// The decision level at which a variable got its value.
    pub(super) fn level_of(&self, var: Var) -> usize {
        self.levels[var]
    }

    /// Why a variable got its value.
    pub(super) fn reason(&self, var: Var) -> Reason {
        self.reasons[var]
    }

    /// Number of decisions.
    pub(super) fn level(&self) -> usize {
        self.decisions.len()
    }

    /// The true literals, the latest last.
    pub(super) fn literals(&self) -> &[Lit] {
        &self.literals
    }

    /// Whether every variable has a value.
    pub(super) fn is_complete(&self) -> bool {
        self.literals.len() == self.values.len()
    }

    /// Begins a new decision level.
    pub(super) fn begin_level(&mut self) {
        self.decisions.push(self.literals.len());
    }

    /// Makes a literal true that is neither.
    pub(super) fn assign(&mut self, literal: Lit, reason: Reason) {
        let var = literal.var();
        self.values[var] = Some(literal.is_positive());
        self.levels[var] = self.level();
        self.reasons[var] = reason;
        self.literals.push(literal);
    }

    /// The next literal whose consequences are to be drawn.
    pub(super) fn next(&mut self) -> Option<Lit> {
        let next = self.literals.get(self.head).copied();
        self.head += usize::from(next.is_some());
        next
    }

    /// Takes back everything above a level, the latest first.
    pub(super) fn backtrack(&mut self, level: usize) -> impl Iterator<Item = Lit> + '_ {
        let length = self.decisions.get(level).copied();
        let length = length.unwrap_or(self.literals.len());
        self.decisions.truncate(level);
        self.head = self.head.min(length);
        let values = &mut self.values;
        let undone = self.literals.drain(length..).rev();
        undone.inspect(|literal| values[literal.var()] = None)
    }
}
