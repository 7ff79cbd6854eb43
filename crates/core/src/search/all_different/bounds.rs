//! Bounds consistency by Hall intervals (López-Ortiz, Quimper, Tromp and van Beek, *A Fast and Simple
//! Algorithm for Bounds Consistency of the AllDifferent Constraint*, IJCAI 2003).
//!
//! An interval of k values that contains the domains of k terms is a *Hall interval*: those terms use
//! it up, so that no other term can begin or end inside. (With more than k terms in it there is no
//! solution.) The terms are entered by increasing maximum, each taking a value from the capacity at
//! or above its minimum; where the capacity is gone, the interval is full, and a later term whose
//! minimum lies in it is moved beyond. The same on the mirror image moves the maxima.

use crate::model::{Term, Variable};
use crate::search::all_different::value::ValueElimination;
use crate::search::domains::{Domains, Inconsistent};
use crate::search::propagation::Propagator;

/// The terms of an all-different constraint, bounds of which are kept consistent.
pub(super) struct BoundsConsistency {
    terms: Vec<Term>,
    values: ValueElimination,
}

/// The least and the greatest value that a term may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval {
    min: i64,
    max: i64,
}

impl Interval {
    fn mirrored(self) -> Self {
        Interval {
            min: -self.max,
            max: -self.min,
        }
    }
}

impl BoundsConsistency {
    pub(super) fn new(terms: &[Term], domains: &mut Domains) -> Self {
        BoundsConsistency {
            terms: terms.to_vec(),
            values: ValueElimination::new(terms, domains),
        }
    }

    fn intervals(&self, domains: &Domains) -> Result<Vec<Interval>, Inconsistent> {
        let interval = |term: &Term| {
            let ends = domains.min(term.variable).zip(domains.max(term.variable));
            let (min, max) = ends.ok_or(Inconsistent(Some(term.variable)))?;
            let offset = i64::from(term.offset);
            Ok(Interval {
                min: i64::from(min) + offset,
                max: i64::from(max) + offset,
            })
        };
        self.terms.iter().map(interval).collect()
    }
}

impl Propagator for BoundsConsistency {
    fn scope(&self) -> Vec<Variable> {
        self.values.scope()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        self.values.propagate(domains)?;
        let intervals = self.intervals(domains)?;
        let raised = raise_minima(&intervals)?;
        let mirrored: Vec<_> = intervals
            .iter()
            .map(|interval| interval.mirrored())
            .collect();
        let lowered = raise_minima(&mirrored)?;
        for (index, term) in self.terms.iter().enumerate() {
            let (min, max) = (raised[index], -lowered[index]);
            if min > intervals[index].min || max < intervals[index].max {
                let offset = i64::from(term.offset);
                domains.retain(term.variable, |value| {
                    (min..=max).contains(&(i64::from(value) + offset))
                })?;
            }
        }
        Ok(())
    }
}

/// The least value of each interval once nothing begins inside a full interval that contains others.
fn raise_minima(intervals: &[Interval]) -> Result<Vec<i64>, Inconsistent> {
    let mut by_max: Vec<usize> = (0..intervals.len()).collect();
    by_max.sort_unstable_by_key(|&index| intervals[index].max);

    // Values between neighbouring bounds are alike, so bounds stand for them. One more at each end
    // saves asking whether there is one.
    let ends = intervals.iter().flat_map(|i| [i.min, i.max + 1]);
    let mut bounds: Vec<i64> = ends.collect();
    bounds.sort_unstable();
    bounds.dedup();
    if let (Some(&first), Some(&last)) = (bounds.first(), bounds.last()) {
        bounds.insert(0, first - 2);
        bounds.push(last + 2);
    }
    let position = |value: i64| bounds.partition_point(|&bound| bound < value);

    // Capacity left between a bound and the one before it. Where none is left, `free` leads up to
    // the next bound below which there is some; elsewhere it leads down.
    let mut capacity: Vec<i64> = vec![0];
    capacity.extend(bounds.windows(2).map(|pair| pair[1] - pair[0]));
    let mut free: Vec<usize> = (0..bounds.len()).map(|i| i.saturating_sub(1)).collect();
    // From inside a Hall interval `hall` leads up to its end; elsewhere it leads down.
    let mut hall = free.clone();

    let mut minima: Vec<i64> = intervals.iter().map(|interval| interval.min).collect();
    for index in by_max {
        let (min, end) = (
            position(intervals[index].min),
            position(intervals[index].max + 1),
        );
        // The term takes one value of the first interval with capacity at or above its minimum.
        let mut taken = top(&free, min + 1);
        let below = free[taken];
        capacity[taken] -= 1;
        if capacity[taken] == 0 {
            free[taken] = taken + 1;
            taken = top(&free, taken + 1);
            free[taken] = below;
        }
        shorten(&mut free, min + 1, taken, taken);
        // More terms than values?
        if capacity[taken] < bounds[taken] - bounds[end] {
            return Err(Inconsistent(None));
        }
        // A minimum in a Hall interval moves to its end.
        if hall[min] > min {
            let beyond = top(&hall, hall[min]);
            minima[index] = bounds[beyond];
            shorten(&mut hall, min, beyond, beyond);
        }
        // As many terms as values: a Hall interval ends here, and begins where capacity ended.
        if capacity[taken] == bounds[taken] - bounds[end] {
            let from = std::mem::replace(&mut hall[end], below - 1);
            shorten(&mut hall, from, below - 1, end);
        }
    }
    Ok(minima)
}

/// The end of an ascending path.
fn top(path: &[usize], mut from: usize) -> usize {
    while path[from] > from {
        from = path[from];
    }
    from
}

/// Lets every step of a path between two places lead to its end at once.
fn shorten(path: &mut [usize], mut from: usize, to: usize, end: usize) {
    while from != to {
        from = std::mem::replace(&mut path[from], end);
    }
}
