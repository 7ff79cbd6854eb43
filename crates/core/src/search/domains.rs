//! The values that are left to each variable during a search, with a trail to take removals back.
//!
//! A domain is a row of bits, one for each value it had at first. Removals are logged on a trail,
//! one entry each, so that backtracking undoes exactly what was done; as a value is removed at most
//! once on a path from the root, the trail is never longer than the domains were. The trail doubles
//! as the list of what a propagator changed. What propagators want to remember, they keep in *cells*,
//! integers that are restored together with the values.

use crate::model::{Domain, Model, Value, Variable};

/// A constraint that cannot be satisfied any more: a variable has no value left or, where the
/// conflict belongs to no single variable, `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inconsistent(pub Option<Variable>);

/// The values that are left of each domain.
#[derive(Debug)]
pub struct Domains<'m> {
    model: &'m Model,
    spans: Vec<Span>,
    /// One bit for each literal, the values of each variable beginning at a new word.
    words: Vec<u64>,
    sizes: Vec<u32>,
    trail: Vec<Removal>,
    cells: Vec<u32>,
    /// The cells that were set, in order, with what they held.
    overwritten: Vec<(usize, u32)>,
}

/// A point to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    removals: usize,
    overwritten: usize,
}

/// Where the bits of a variable lie.
#[derive(Clone, Copy, Debug)]
struct Span {
    first_word: u32,
    least: Value,
    length: u32,
    /// Whether the domain was an interval at first, so that ranks are differences of values.
    interval: bool,
}

/// A removed value, by its rank in the domain of the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// The variable that lost it.
    pub variable: Variable,
    /// The rank of the value among the values the variable had at first.
    pub rank: u32,
}

impl<'m> Domains<'m> {
    /// All values of all domains.
    pub fn new(model: &'m Model) -> Self {
        let mut words = Vec::new();
        let span = |domain: &Domain| {
            let first_word = words.len() as u32;
            let length = domain.len();
            words.resize(words.len() + length / 64, u64::MAX);
            if !length.is_multiple_of(64) {
                words.push((1 << (length % 64)) - 1);
            }
            let (least, most) = domain.bounds().unwrap_or((0, -1));
            Span {
                first_word,
                least,
                length: length as u32,
                interval: i64::from(most) - i64::from(least) + 1 == length as i64,
            }
        };
        let spans = model.domains().iter().map(span).collect();
        Domains {
            model,
            spans,
            words,
            sizes: model.domains().iter().map(|d| d.len() as u32).collect(),
            trail: Vec::new(),
            cells: Vec::new(),
            overwritten: Vec::new(),
        }
    }

    /// The model they belong to.
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The first variable without a value, if there is one.
    pub fn wiped_out(&self) -> Option<Variable> {
        self.model.variables().find(|&v| self.size(v) == 0)
    }

    /// Number of values left.
    #[inline]
    pub fn size(&self, variable: Variable) -> usize {
        self.sizes[variable.index()] as usize
    }

    /// The rank of a value among those the variable had at first.
    #[inline]
    pub fn rank(&self, variable: Variable, value: Value) -> Option<u32> {
        let span = &self.spans[variable.index()];
        if span.interval {
            let rank = value.wrapping_sub(span.least) as u32;
            return (rank < span.length).then_some(rank);
        }
        let rank = self.model.domain(variable).position(value)?;
        Some(rank as u32)
    }

    /// The value of a rank.
    #[inline]
    pub fn value(&self, variable: Variable, rank: u32) -> Value {
        self.model.domain(variable).values()[rank as usize]
    }

    /// Whether the variable can still have the value.
    #[inline]
    pub fn contains(&self, variable: Variable, value: Value) -> bool {
        let rank = self.rank(variable, value);
        rank.is_some_and(|rank| self.contains_rank(variable, rank))
    }

    /// Whether the variable can still have the value of this rank.
    #[inline]
    pub fn contains_rank(&self, variable: Variable, rank: u32) -> bool {
        let word = self.spans[variable.index()].first_word + rank / 64;
        self.words[word as usize] >> (rank % 64) & 1 == 1
    }

    /// The ranks of the values left, ascending.
    #[inline]
    pub fn ranks(&self, variable: Variable) -> impl Iterator<Item = u32> + '_ {
        self.ranks_from(variable, 0)
    }

    /// The ranks of the values left, ascending, from this one on.
    #[inline]
    pub fn ranks_from(&self, variable: Variable, first: u32) -> impl Iterator<Item = u32> + '_ {
        let bits = self.bits(variable);
        let words = bits.iter().zip(0u32..).skip(first as usize / 64);
        words.flat_map(move |(&word, index)| {
            let below = if index == first / 64 { (1 << (first % 64)) - 1 } else { 0 };
            // Each step takes the lowest set bit away.
            let nonzero = |word: u64| (word != 0).then_some(word);
            std::iter::successors(nonzero(word & !below), move |rest| nonzero(rest & (rest - 1)))
                .map(move |rest| index * 64 + rest.trailing_zeros())
        })
    }

    /// The values left, ascending.
    #[inline]
    pub fn values(&self, variable: Variable) -> impl Iterator<Item = Value> + '_ {
        let values = self.model.domain(variable).values();
        self.ranks(variable).map(|rank| values[rank as usize])
    }

    /// The least value left.
    pub fn min(&self, variable: Variable) -> Option<Value> {
        self.values(variable).next()
    }

    /// The greatest value left.
    pub fn max(&self, variable: Variable) -> Option<Value> {
        let words = self.bits(variable);
        let index = words.iter().rposition(|&word| word != 0)?;
        Some(self.value(variable, index as u32 * 64 + words[index].ilog2()))
    }

    fn bits(&self, variable: Variable) -> &[u64] {
        let span = &self.spans[variable.index()];
        &self.words[span.first_word as usize..][..span.length.div_ceil(64) as usize]
    }

    /// Removes a value, if it is there.
    ///
    /// # Errors
    /// If it was the last one.
    #[inline]
    pub fn remove(&mut self, variable: Variable, value: Value) -> Result<(), Inconsistent> {
        match self.rank(variable, value) {
            Some(rank) => self.remove_rank(variable, rank),
            None => Ok(()),
        }
    }

    /// Removes the value of a rank, if it is there.
    ///
    /// # Errors
    /// If it was the last one.
    #[inline]
    pub fn remove_rank(&mut self, variable: Variable, rank: u32) -> Result<(), Inconsistent> {
        let word = self.spans[variable.index()].first_word + rank / 64;
        let word = &mut self.words[word as usize];
        let bit = 1 << (rank % 64);
        if *word & bit == 0 {
            return Ok(());
        }
        *word ^= bit;
        self.trail.push(Removal { variable, rank });
        let size = &mut self.sizes[variable.index()];
        *size -= 1;
        match *size {
            0 => Err(Inconsistent(Some(variable))),
            _ => Ok(()),
        }
    }

    /// Removes the values that fail a test.
    ///
    /// # Errors
    /// If none passes.
    pub fn retain(
        &mut self,
        variable: Variable,
        mut keep: impl FnMut(Value) -> bool,
    ) -> Result<(), Inconsistent> {
        let span = self.spans[variable.index()];
        let values = self.model.domain(variable).values();
        for index in 0..span.length.div_ceil(64) {
            let mut rest = self.words[(span.first_word + index) as usize];
            while rest != 0 {
                let rank = index * 64 + rest.trailing_zeros();
                rest &= rest - 1;
                if !keep(values[rank as usize]) {
                    self.remove_rank(variable, rank)?;
                }
            }
        }
        Ok(())
    }

    /// Removes every other value.
    ///
    /// # Errors
    /// If the value is not there.
    pub fn assign(&mut self, variable: Variable, value: Value) -> Result<(), Inconsistent> {
        self.retain(variable, |other| other == value)
    }

    /// Assigns a value of the domain, as a decision does. Gives what that removes.
    pub fn decide(&mut self, variable: Variable, value: Value) -> &[Removal] {
        let mark = self.mark();
        let only = self.assign(variable, value);
        debug_assert!(only.is_ok(), "a decision is a value of the domain");
        self.removals_since(mark)
    }

    /// Adds cells that hold this number. Gives the first of their consecutive indices.
    pub fn new_cells(&mut self, count: usize, content: u32) -> usize {
        let first = self.cells.len();
        self.cells.resize(first + count, content);
        first
    }

    /// What a cell holds.
    #[inline]
    pub fn cell(&self, index: usize) -> u32 {
        self.cells[index]
    }

    /// Sets a cell.
    #[inline]
    pub fn set_cell(&mut self, index: usize, content: u32) {
        let before = std::mem::replace(&mut self.cells[index], content);
        self.overwritten.push((index, before));
    }

    /// The present as a point to come back to.
    pub fn mark(&self) -> Mark {
        Mark { removals: self.trail.len(), overwritten: self.overwritten.len() }
    }

    /// The values removed since the mark, in order.
    pub fn removals_since(&self, mark: Mark) -> &[Removal] {
        &self.trail[mark.removals..]
    }

    /// Restores every value removed and every cell set since the mark.
    pub fn undo_to(&mut self, mark: Mark) {
        for removal in self.trail.drain(mark.removals..) {
            let index = removal.variable.index();
            let word = self.spans[index].first_word + removal.rank / 64;
            self.words[word as usize] |= 1 << (removal.rank % 64);
            self.sizes[index] += 1;
        }
        for (index, before) in self.overwritten.drain(mark.overwritten..).rev() {
            self.cells[index] = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removals_are_seen_and_undone() {
        let mut model = Model::new();
        model.variable("empty", Domain::new([]));
        let x = model.variable("x", Domain::range(-3..=200));
        let y = model.variable("y", Domain::new([-5, 7, 1_000_000]));
        let mut domains = Domains::new(&model);
        assert_eq!(domains.wiped_out(), Some(Variable(0)));
        assert_eq!((domains.min(x), domains.max(x)), (Some(-3), Some(200)));
        let first = domains.new_cells(2, 7);
        domains.set_cell(first + 1, 8);
        let mark = domains.mark();
        domains.set_cell(first + 1, 9);
        domains.set_cell(first + 1, 10);
        assert_eq!(domains.remove(x, 200), Ok(()));
        assert_eq!(domains.remove(x, 201), Ok(()));
        assert_eq!(domains.remove(y, 7), Ok(()));
        assert_eq!(domains.values(y).collect::<Vec<_>>(), [-5, 1_000_000]);
        assert_eq!((domains.max(x), domains.size(x)), (Some(199), 203));
        assert_eq!(domains.ranks_from(x, 200).collect::<Vec<_>>(), [200, 201, 202]);
        assert_eq!(domains.ranks_from(x, 128).count(), 75);
        let removal = domains.removals_since(mark)[1];
        assert_eq!((removal.variable, domains.value(y, removal.rank)), (y, 7));
        assert_eq!(domains.assign(y, 7), Err(Inconsistent(Some(y))));
        domains.undo_to(mark);
        assert_eq!((domains.cell(first), domains.cell(first + 1)), (7, 8));
        assert_eq!((domains.size(x), domains.size(y)), (204, 3));
        assert!(domains.contains(x, 200) && domains.contains(y, 7) && !domains.contains(y, 6));
        assert_eq!(domains.values(x).collect::<Vec<_>>(), model.domain(x).values());
    }
}
