//! The memory of AC-2001.

/// The last support of each value of each arc, with a trail.
pub(super) struct Memory {
    last: Vec<u32>,
    trail: Vec<(usize, u32)>,
    levels: Vec<usize>,
}

/// Stands for a support that was not sought yet.
const NONE: u32 = u32::MAX;

impl Memory {
    /// No support of any value was sought yet.
    pub(super) fn new(size: usize) -> Self {
        Memory {
            last: vec![NONE; size],
            trail: Vec::new(),
            levels: Vec::new(),
        }
    }

    /// The last support in some slot.
    pub(super) fn last(&self, slot: usize) -> Option<u32> {
        Some(self.last[slot]).filter(|&last| last != NONE)
    }

    /// Remembers a support until the latest decision is taken back.
    pub(super) fn set(&mut self, slot: usize, support: u32) {
        self.trail.push((slot, self.last[slot]));
        self.last[slot] = support;
    }

    /// Remembers from here on what a new decision leads to.
    pub(super) fn begin_level(&mut self) {
        self.levels.push(self.trail.len());
    }

    /// Forgets what was learned since the latest decision.
    pub(super) fn end_level(&mut self) {
        let level = self.levels.pop().unwrap_or(0);
        for (slot, support) in self.trail.drain(level..).rev() {
            self.last[slot] = support;
        }
    }
}
