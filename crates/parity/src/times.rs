//! The times of a run, as a record has them.

use serde::{Deserialize, Serialize};

use crate::cell::Sample;

/// Raw times in nanoseconds. Statistics are made of them later.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Times {
    /// Until the model was translated; empty if nothing is translated.
    pub encode: Vec<u64>,
    /// Until the first solution; empty if there was none.
    pub first: Vec<u64>,
    /// Until the solver came back or was stopped.
    pub total: Vec<u64>,
    /// Until the solutions number 1, 2, 4, 8 and so on, of the one sample whose total is in the
    /// middle; absent with less than two solutions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub growth: Vec<u64>,
}

impl Times {
    /// The times of some samples.
    pub fn of(samples: &[Sample]) -> Self {
        let mut by_total: Vec<&Sample> = samples.iter().collect();
        by_total.sort_by_key(|sample| sample.total);
        let typical = by_total.get(by_total.len().saturating_sub(1) / 2);
        let typical = typical.filter(|sample| sample.growth.len() > 1);
        Times {
            encode: samples.iter().filter_map(|sample| sample.encode).collect(),
            first: samples.iter().filter_map(|sample| sample.first).collect(),
            total: samples.iter().map(|sample| sample.total).collect(),
            growth: typical.map(|sample| sample.growth.clone()).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_is_that_of_the_sample_in_the_middle() {
        let sample =
            |total, growth: &[u64]| Sample { total, growth: growth.to_vec(), ..Sample::default() };
        let samples = [sample(30, &[3, 9]), sample(10, &[1, 2]), sample(20, &[2, 4])];
        assert_eq!(Times::of(&samples).growth, [2, 4]);
        assert_eq!(Times::of(&[sample(5, &[5])]).growth, [0; 0], "one solution does not grow");
        assert_eq!(Times::of(&[]), Times::default());
    }
}
