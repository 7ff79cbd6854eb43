//! The domains of a model during a search, with a trail to take removals back.

use crate::model::{Literal, Model, Value, Variable};

/// The values that are left of each domain.
#[derive(Debug)]
pub struct Domains<'m> {
    model: &'m Model,
    /// Which literals can still hold, by index.
    alive: Vec<bool>,
    sizes: Vec<usize>,
    /// The literals removed, in order.
    trail: Vec<usize>,
}

impl<'m> Domains<'m> {
    /// All values of all domains.
    pub fn new(model: &'m Model) -> Self {
        Domains {
            model,
            alive: vec![true; model.literal_count()],
            sizes: model.domains().iter().map(crate::Domain::len).collect(),
            trail: Vec::new(),
        }
    }

    /// Number of values left.
    pub fn size(&self, variable: Variable) -> usize {
        self.sizes[variable.index()]
    }

    /// Whether the variable can still have the value.
    pub fn contains(&self, variable: Variable, value: Value) -> bool {
        self.model
            .literal_index(Literal::new(variable, value))
            .is_some_and(|literal| self.alive[literal])
    }

    /// The values left, ascending.
    pub fn values(&self, variable: Variable) -> impl DoubleEndedIterator<Item = Value> + '_ {
        let literals = self.model.literals_of(variable);
        let values = self.model.domain(variable).values();
        values
            .iter()
            .zip(&self.alive[literals])
            .filter(|(_, alive)| **alive)
            .map(|(value, _)| *value)
    }

    /// Removes a value. Says whether it was there.
    pub fn remove(&mut self, variable: Variable, value: Value) -> bool {
        let Some(literal) = self.model.literal_index(Literal::new(variable, value)) else {
            return false;
        };
        let was_alive = std::mem::replace(&mut self.alive[literal], false);
        if was_alive {
            self.sizes[variable.index()] -= 1;
            self.trail.push(literal);
        }
        was_alive
    }

    /// A point to come back to.
    pub fn mark(&self) -> usize {
        self.trail.len()
    }

    /// Restores every value removed since the mark.
    pub fn undo_to(&mut self, mark: usize) {
        for literal in self.trail.drain(mark..) {
            self.alive[literal] = true;
            self.sizes[self.model.literal(literal).variable.index()] += 1;
        }
    }
}
