//! The values of each variable in the order of a hash set that reuses freed slots, last freed first.
//!
//! A notebook from which many learn forward checking prints 51, 26, 84, 105 and 37 nodes for 8, 10,
//! 12, 14 and 16 queens, against 52, 26, 107, 91 and 37 of backtracking with the same variable
//! order, and credits propagation with the difference. Propagation cannot make one: both searches
//! branch on the safe values of the variable with the fewest of them. What differs is the *order*
//! of the values. The notebook keeps each domain in a hash set that stores its entries in an array:
//! removing a value pushes its slot onto a stack of free slots, adding one pops the slot freed last,
//! and iteration goes by slot. Look-ahead scans the set and removes what it finds; backtracking adds
//! the values in the order in which they were removed, which fills the slots in the opposite order.
//! So the values come back permuted, and the order in which the search tries them depends on its own
//! past. With values ascending the difference is gone; tests hold both.

use crate::model::{Model, Variable};
use crate::search::domains::Removal;

/// One set for each variable, and what each decision removed.
#[derive(Debug)]
pub(super) struct Slots {
    sets: Vec<Set>,
    removed: Vec<Removal>,
    /// How much had been removed before each decision.
    levels: Vec<usize>,
}

#[derive(Debug)]
struct Set {
    /// The rank that each slot holds, if it is occupied.
    entries: Vec<Option<u32>>,
    /// The slot that each rank is in, or was in last.
    slot_of: Vec<usize>,
    free: Vec<usize>,
}

impl Slots {
    /// Every value, ascending, in slots of ascending number.
    pub(super) fn new(model: &Model) -> Self {
        let set = |domain: &crate::Domain| Set {
            entries: (0..domain.len() as u32).map(Some).collect(),
            slot_of: (0..domain.len()).collect(),
            free: Vec::new(),
        };
        Slots {
            sets: model.domains().iter().map(set).collect(),
            removed: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// Frees the slots of what a decision removed, each set in the order of a scan.
    pub(super) fn remove(&mut self, removals: impl Iterator<Item = Removal>) {
        let level = self.removed.len();
        self.levels.push(level);
        self.removed.extend(removals);
        let sets = &mut self.sets;
        self.removed[level..].sort_by_key(|removal| {
            let set = &sets[removal.variable.index()];
            (removal.variable, set.slot_of[removal.rank as usize])
        });
        for removal in &self.removed[level..] {
            let set = &mut sets[removal.variable.index()];
            let slot = set.slot_of[removal.rank as usize];
            set.entries[slot] = None;
            set.free.push(slot);
        }
    }

    /// Adds what the latest decision removed, each value into the slot that was freed last.
    pub(super) fn restore(&mut self) {
        let level = self.levels.pop().unwrap_or(0);
        for removal in self.removed.drain(level..) {
            let set = &mut self.sets[removal.variable.index()];
            let slot = set.free.pop().expect("a removal freed a slot");
            set.entries[slot] = Some(removal.rank);
            set.slot_of[removal.rank as usize] = slot;
        }
    }

    /// The ranks of the values in the set, in the order of their slots.
    pub(super) fn ranks(&self, variable: Variable) -> impl Iterator<Item = u32> + '_ {
        let set = &self.sets[variable.index()];
        set.entries.iter().flatten().copied()
    }
}
