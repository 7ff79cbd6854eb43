//! What Z3 says about its work, under the names of the other engines.

use parity_core::Tally;
use z3::{Statistics, StatisticsValue};

/// Our name, and the keys of Z3 that add up to it: the first ones are those of the solver for all
/// theories, those with `sat` belong to the SAT solver.
const COUNTERS: &[(&str, &[&str])] = &[
    ("conflicts", &["conflicts", "sat conflicts"]),
    ("decisions", &["decisions", "sat decisions"]),
    (
        "propagations",
        &["propagations", "binary propagations", "sat propagations 2ary", "sat propagations nary"],
    ),
    ("restarts", &["restarts", "sat restarts"]),
];

/// The work of several solvers, added up.
#[derive(Debug, Default)]
pub(crate) struct Effort(Vec<(&'static str, u64)>);

impl Effort {
    /// What one solver counted.
    pub(crate) fn of(statistics: &Statistics) -> Self {
        let mut effort = Effort::default();
        effort.add(statistics);
        effort
    }

    /// Adds what a solver counted since it was made.
    pub(crate) fn add(&mut self, statistics: &Statistics) {
        for &(name, keys) in COUNTERS {
            let Some(count) =
                keys.iter().filter_map(|key| counter(statistics, key)).reduce(|a, b| a + b)
            else {
                continue; // Z3 leaves out what never happened, and so do we.
            };
            match self.0.iter_mut().find(|entry| entry.0 == name) {
                Some(entry) => entry.1 += count,
                None => self.0.push((name, count)),
            }
        }
    }

    pub(crate) fn tally(&self) -> Tally {
        let counters = self.0.iter();
        counters.fold(Tally::new(), |tally, &(name, count)| tally.with(name, count))
    }
}

/// One counter of Z3.
pub(crate) fn counter(statistics: &Statistics, key: &str) -> Option<u64> {
    match statistics.value(key)? {
        StatisticsValue::UInt(count) => Some(u64::from(count)),
        StatisticsValue::Double(_) => None,
    }
}
