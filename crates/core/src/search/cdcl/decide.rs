//! Which variable is decided next, and which way.
//!
//! Variables that occurred in recent conflicts come first: an *activity* is raised for each that did,
//! by ever larger amounts, so that old conflicts count for ever less (VSIDS; Moskewicz, Madigan, Zhao,
//! Zhang and Malik, DAC 2001; as in MiniSat, Eén and Sörensson, SAT 2003). A variable gets the value it
//! had last (phase saving; Pipatsrisawat and Darwiche, SAT 2007), at first true: a queen is placed.

use crate::search::cdcl::literal::{Lit, Var};

/// Variables by activity: a binary heap of those that may be unassigned.
#[derive(Debug)]
pub(super) struct Order {
    activity: Vec<f64>,
    step: f64,
    heap: Vec<Var>,
    /// For each variable, its place in the heap.
    place: Vec<Option<usize>>,
    phase: Vec<bool>,
}

/// How much of an activity is left after another conflict.
const DECAY: f64 = 0.95;
/// Activities are scaled down before they overflow.
const LARGE: f64 = 1e100;

impl Order {
    pub(super) fn new(variables: usize) -> Self {
        Order {
            activity: vec![0.0; variables],
            step: 1.0,
            heap: (0..variables).collect(),
            place: (0..variables).map(Some).collect(),
            phase: vec![true; variables],
        }
    }

    /// The most active variable that has no value, with the value it is to get.
    pub(super) fn next(&mut self, is_assigned: impl Fn(Var) -> bool) -> Option<Lit> {
        loop {
            let var = self.pop()?;
            if !is_assigned(var) {
                return Some(Lit::new(var, self.phase[var]));
            }
        }
    }

    /// Takes a variable back that has lost its value.
    pub(super) fn unassigned(&mut self, literal: Lit) {
        let var = literal.var();
        self.phase[var] = literal.is_positive();
        if self.place[var].is_none() {
            self.heap.push(var);
            self.place[var] = Some(self.heap.len() - 1);
            self.sift_up(self.heap.len() - 1);
        }
    }

    /// Raises the activity of a variable that takes part in a conflict.
    pub(super) fn bump(&mut self, var: Var) {
        self.activity[var] += self.step;
        if self.activity[var] > LARGE {
            self.activity.iter_mut().for_each(|activity| *activity /= LARGE);
            self.step /= LARGE;
        }
        if let Some(place) = self.place[var] {
            self.sift_up(place);
        }
    }

    /// Lets all activities count for less, after a conflict.
    pub(super) fn decay(&mut self) {
        self.step /= DECAY;
    }

    /// Whether the variable in one place belongs above that in another.
    fn before(&self, place: usize, other: usize) -> bool {
        let (a, b) = (self.heap[place], self.heap[other]);
        match self.activity[a].total_cmp(&self.activity[b]) {
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => a < b,
            std::cmp::Ordering::Less => false,
        }
    }

    fn pop(&mut self) -> Option<Var> {
        let last = self.heap.len().checked_sub(1)?;
        self.swap(0, last);
        let var = self.heap.pop()?;
        self.place[var] = None;
        self.sift_down(0);
        Some(var)
    }

    fn sift_up(&mut self, mut place: usize) {
        while place > 0 && self.before(place, (place - 1) / 2) {
            self.swap(place, (place - 1) / 2);
            place = (place - 1) / 2;
        }
    }

    fn sift_down(&mut self, mut place: usize) {
        loop {
            let children = [2 * place + 1, 2 * place + 2];
            let within = children.into_iter().filter(|&child| child < self.heap.len());
            let first = within.reduce(|a, b| if self.before(b, a) { b } else { a });
            match first {
                Some(child) if self.before(child, place) => {
                    self.swap(child, place);
                    place = child;
                }
                _ => return,
            }
        }
    }

    fn swap(&mut self, place: usize, other: usize) {
        self.heap.swap(place, other);
        self.place[self.heap[place]] = Some(place);
        self.place[self.heap[other]] = Some(other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_most_active_comes_first_and_keeps_its_phase() {
        let mut order = Order::new(6);
        for var in [4, 2, 4] {
            order.bump(var);
            order.decay();
        }
        order.bump(5);
        let mut next = || order.next(|var| var == 0).map(Lit::var);
        assert_eq!([(); 6].map(|()| next()), [Some(4), Some(5), Some(2), Some(1), Some(3), None]);
        order.unassigned(!Lit::positive(3));
        order.unassigned(Lit::positive(1));
        assert_eq!(order.next(|_| false), Some(Lit::positive(1)));
        assert_eq!(order.next(|_| false), Some(!Lit::positive(3)));
    }
}
