//! Formulas in conjunctive normal form, and how large they are.

use std::ops::{Add, AddAssign};

use varisat::{Lit, Var};

/// Number of variables and clauses, of a formula or of one constraint in it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Variables; for one constraint only the auxiliary ones.
    pub variables: usize,
    /// Clauses.
    pub clauses: usize,
}

impl Size {
    /// So many variables and clauses.
    pub fn new(variables: usize, clauses: usize) -> Self {
        Size { variables, clauses }
    }
}

impl Add for Size {
    type Output = Size;

    fn add(self, other: Size) -> Size {
        Size::new(self.variables + other.variables, self.clauses + other.clauses)
    }
}

impl AddAssign for Size {
    fn add_assign(&mut self, other: Size) {
        *self = *self + other;
    }
}

/// Where an encoding puts its clauses: a [`Formula`] that keeps them, a [`Size`] that counts them, or
/// an engine that takes them as they come, so that a large formula exists only once.
pub trait Clauses {
    /// A new auxiliary variable, as its positive literal.
    fn fresh(&mut self) -> Lit;

    /// Adds the clause that one of these literals holds. The empty clause cannot be satisfied.
    fn add(&mut self, clause: &[Lit]);
}

/// Only counts what is added.
impl Clauses for Size {
    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Var::from_index(self.variables - 1).positive()
    }

    fn add(&mut self, _clause: &[Lit]) {
        self.clauses += 1;
    }
}

/// A formula that keeps its clauses.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    variables: usize,
    clauses: Vec<Vec<Lit>>,
}

impl Formula {
    /// The formula with so many variables and no clause.
    pub fn new(variables: usize) -> Self {
        Formula { variables, clauses: Vec::new() }
    }

    /// The clauses, in the order in which they were added.
    pub fn clauses(&self) -> &[Vec<Lit>] {
        &self.clauses
    }

    /// How large it is.
    pub fn size(&self) -> Size {
        Size::new(self.variables, self.clauses.len())
    }
}

impl Clauses for Formula {
    fn fresh(&mut self) -> Lit {
        self.variables += 1;
        Var::from_index(self.variables - 1).positive()
    }

    fn add(&mut self, clause: &[Lit]) {
        self.clauses.push(clause.to_vec());
    }
}
