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
    /// The least and the greatest value of each term, and the same mirrored.
    intervals: Vec<Interval>,
    mirrored: Vec<Interval>,
    hall: HallIntervals,
}

/// The least and the greatest value that a term may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Interval {
    min: i64,
    max: i64,
}

impl BoundsConsistency {
    pub(super) fn new(terms: &[Term], domains: &mut Domains) -> Self {
        BoundsConsistency {
            terms: terms.to_vec(),
            values: ValueElimination::new(terms, domains),
            intervals: Vec::new(),
            mirrored: Vec::new(),
            hall: HallIntervals::default(),
        }
    }

    fn read_intervals(&mut self, domains: &Domains) -> Result<(), Inconsistent> {
        self.intervals.clear();
        self.mirrored.clear();
        for term in &self.terms {
            let ends = domains.min(term.variable).zip(domains.max(term.variable));
            let (min, max) = ends.ok_or(Inconsistent(Some(term.variable)))?;
            let [min, max] = [min, max].map(|end| i64::from(end) + i64::from(term.offset));
            self.intervals.push(Interval { min, max });
            self.mirrored.push(Interval { min: -max, max: -min });
        }
        Ok(())
    }
}

impl Propagator for BoundsConsistency {
    fn scope(&self) -> Vec<Variable> {
        self.values.scope()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        self.values.propagate(domains)?;
        self.read_intervals(domains)?;
        let raised = self.hall.raise_minima(&mut self.intervals)?;
        let lowered = self.hall.raise_minima(&mut self.mirrored)?;
        if !raised && !lowered {
            return Ok(());
        }
        for ((term, interval), mirrored) in
            self.terms.iter().zip(&self.intervals).zip(&self.mirrored)
        {
            let within = interval.min..=-mirrored.min;
            let offset = i64::from(term.offset);
            domains.retain(term.variable, |value| within.contains(&(i64::from(value) + offset)))?;
        }
        Ok(())
    }
}

/// Where values are used up, while terms are entered; kept between runs to save making it.
///
/// Values between neighbouring ends of intervals are alike, so that a position stands for those from
/// the bound before it up to its own.
#[derive(Debug, Default)]
struct HallIntervals {
    by_max: Vec<usize>,
    /// The ends of intervals, ascending, and one more at either side.
    bounds: Vec<i64>,
    /// Number of values left at each position.
    capacity: Vec<i64>,
    /// From a position without values left, upwards to one that has some; from others, downwards.
    free: Vec<usize>,
    /// From inside a Hall interval, upwards to its end; from elsewhere, downwards.
    hall: Vec<usize>,
}

impl HallIntervals {
    /// Moves each minimum that lies in a full interval beyond it. Says whether there was one.
    fn raise_minima(&mut self, intervals: &mut [Interval]) -> Result<bool, Inconsistent> {
        self.enter_bounds(intervals);
        let Self { by_max, bounds, capacity, free, hall } = self;
        let position = |value: i64| bounds.partition_point(|&bound| bound < value);
        let mut raised = false;
        for &index in by_max.iter() {
            let Interval { min, max } = intervals[index];
            let (min, end) = (position(min), position(max + 1));
            // The term takes a value at the first position above its minimum that has some left.
            let mut taken = top(free, min + 1);
            let below = free[taken];
            capacity[taken] -= 1;
            if capacity[taken] == 0 {
                free[taken] = taken + 1;
                taken = top(free, taken + 1);
                free[taken] = below;
            }
            shorten(free, min + 1, taken, taken);
            // More terms than values?
            if capacity[taken] < bounds[taken] - bounds[end] {
                return Err(Inconsistent(None));
            }
            // A minimum in a Hall interval moves to its end.
            if hall[min] > min {
                let beyond = top(hall, hall[min]);
                intervals[index].min = bounds[beyond];
                raised = true;
                shorten(hall, min, beyond, beyond);
            }
            // As many terms as values: a Hall interval ends here, and begins where capacity ended.
            if capacity[taken] == bounds[taken] - bounds[end] {
                let from = std::mem::replace(&mut hall[end], below - 1);
                shorten(hall, from, below - 1, end);
            }
        }
        Ok(raised)
    }

    /// Begins with every value left and no Hall interval.
    fn enter_bounds(&mut self, intervals: &[Interval]) {
        self.by_max.clear();
        self.by_max.extend(0..intervals.len());
        self.by_max.sort_unstable_by_key(|&index| intervals[index].max);
        self.bounds.clear();
        self.bounds.extend(intervals.iter().flat_map(|i| [i.min, i.max + 1]));
        let ends = self.bounds.iter().min().zip(self.bounds.iter().max());
        if let Some((&first, &last)) = ends {
            self.bounds.extend([first - 2, last + 2]);
        }
        self.bounds.sort_unstable();
        self.bounds.dedup();
        self.capacity.clear();
        self.capacity.push(0);
        self.capacity.extend(self.bounds.windows(2).map(|pair| pair[1] - pair[0]));
        self.free.clear();
        self.free.push(0);
        self.free.extend(0..self.bounds.len().saturating_sub(1));
        self.hall.clone_from(&self.free);
    }
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
