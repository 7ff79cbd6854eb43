//! The values a variable may take.

use std::ops::RangeInclusive;

use super::Value;

/// The finite set of values a variable may take, in ascending order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Domain(Vec<Value>);

impl Domain {
    /// The domain of these values, sorted, each once. It may be empty; the model then has no solution.
    pub fn new(values: impl IntoIterator<Item = Value>) -> Self {
        let mut values: Vec<Value> = values.into_iter().collect();
        values.sort_unstable();
        values.dedup();
        Domain(values)
    }

    /// Every value of a range.
    pub fn range(range: RangeInclusive<Value>) -> Self {
        Domain(range.collect())
    }

    /// The domain of one value, as of a given in a puzzle.
    pub fn singleton(value: Value) -> Self {
        Domain(vec![value])
    }

    /// The values, ascending.
    pub fn values(&self) -> &[Value] {
        &self.0
    }

    /// Whether the value belongs to the domain.
    pub fn contains(&self, value: Value) -> bool {
        self.position(value).is_some()
    }

    /// The rank of a value among the values of the domain.
    pub fn position(&self, value: Value) -> Option<usize> {
        // Most domains are intervals, where the rank is a subtraction.
        let place = usize::try_from(i64::from(value) - i64::from(*self.0.first()?)).ok()?;
        if self.0.get(place) == Some(&value) {
            return Some(place);
        }
        self.0.binary_search(&value).ok()
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no value at all.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The least and the greatest value, unless the domain is empty.
    pub fn bounds(&self) -> Option<(Value, Value)> {
        Some((*self.0.first()?, *self.0.last()?))
    }
}
