//! The counter that stands for several runs of one solver.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use parity_core::Tally;

/// What most of these count first; of equally many the first by name, so that their order does not
/// matter.
///
/// Solvers leave out what they never did, so the first counter of one run need not be that of another:
/// without a conflict it is the decisions. Numbers side by side must count the same.
pub(crate) fn leading<'a>(tallies: impl Iterator<Item = &'a Tally>) -> Option<&'a str> {
    let mut names: BTreeMap<&str, usize> = BTreeMap::new();
    for (name, _) in tallies.filter_map(|tally| tally.iter().next()) {
        *names.entry(name).or_default() += 1;
    }
    names.into_iter().max_by_key(|&(name, count)| (count, Reverse(name))).map(|(name, _)| name)
}

/// The value of a counter in a run that counted something: what it leaves out it never did.
pub(crate) fn value(tally: &Tally, name: &str) -> Option<u64> {
    (!tally.is_empty()).then(|| tally.get(name).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_runs_say_what_is_counted() {
        let (one, two) = (Tally::new().with("conflicts", 3).with("decisions", 9), Tally::new());
        let three = two.clone().with("decisions", 7);
        assert_eq!(leading([&three, &one, &one, &two].into_iter()), Some("conflicts"));
        assert_eq!(leading([&three, &one].into_iter()), Some("conflicts"));
        assert_eq!(leading([&three, &one, &three].into_iter()), Some("decisions"));
        assert_eq!(leading([&two].into_iter()), None);
        let conflicts = [&one, &two, &three].map(|tally| value(tally, "conflicts"));
        assert_eq!(conflicts, [Some(3), None, Some(0)]);
    }
}
