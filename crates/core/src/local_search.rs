//! Local search: assign every variable, then repair.
//!
//! These searches never prove anything. They come back when they have found a solution or when their
//! [`Patience`] is at an end, so that they also come back where there is none (2 or 3 queens). Each
//! reports every move as [`Event::Repair`](crate::Event::Repair) with the number of conflicts after
//! it: those numbers in their order are the repair curve of a run.

/// How long a local search goes on before it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How many times it starts from a new assignment.
    pub starts: u32,
    /// How many moves it makes from each start, for each variable.
    pub moves_per_variable: u64,
}

impl Patience {
    /// The number of moves from one start on an instance of some size; small instances get a
    /// hundred on top.
    pub fn moves(&self, variables: usize) -> u64 {
        100 + self.moves_per_variable * variables as u64
    }
}
