//! A search that can be asked for its next step: the alternatives of each choice wait on a stack.
//!
//! A recursive function could not be compiled as a whole for the instructions that the processor
//! turns out to have; one step can, and whoever observes the search stays outside.

use super::branching::Choice;
use super::lanes::Lanes;
use super::state::State;
use crate::model::Value;

/// Where a search is.
pub(super) struct Descent<L: Lanes> {
    state: State<L>,
    /// Number of decisions above the state.
    depth: usize,
    /// The bands of the state that lost a way, one bit each; `None` if the givens are all there is.
    dirty: Option<u32>,
    waiting: Vec<(State<L>, usize, u32)>,
}

/// One step of a search.
pub(super) enum Progress {
    /// A way is tried, its alternatives wait.
    Node {
        /// Number of decisions above.
        depth: usize,
    },
    /// A contradiction was met.
    DeadEnd,
    /// Nothing is left to choose: a solution.
    Decided,
}

impl<L: Lanes> Descent<L> {
    pub(super) fn new(proof: L::Proof, givens: &[u8; 81]) -> Self {
        let state = State::new(proof, givens);
        Descent { state, depth: 0, dirty: None, waiting: Vec::new() }
    }

    /// Draws all consequences, then chooses a way if there is a choice.
    #[inline(always)]
    pub(super) fn advance(&mut self) -> Progress {
        if self.dirty.is_none() {
            self.state.begin();
        }
        if !self.state.propagate(self.dirty.unwrap_or(State::<L>::ALL_BANDS)) {
            return Progress::DeadEnd;
        }
        match self.state.choose() {
            Choice::Decided => Progress::Decided,
            Choice::Way { band, digit, way } => {
                let depth = self.depth;
                self.depth += 1;
                self.dirty = Some(1 << band);
                let others = self.state.branch(band, digit, way);
                if self.waiting.capacity() == 0 {
                    self.waiting.reserve(32); // only now, as many puzzles need no choice
                }
                self.waiting.push((others, self.depth, 1 << band));
                Progress::Node { depth }
            }
        }
    }

    /// The values of the cells where all is decided.
    pub(super) fn values(&self) -> [Value; 81] {
        self.state.values()
    }

    /// Goes on with the alternatives of the latest choice: the number of decisions above it, if there
    /// is one.
    pub(super) fn take_back(&mut self) -> Option<usize> {
        let (state, depth, dirty) = self.waiting.pop()?;
        (self.state, self.depth, self.dirty) = (state, depth, Some(dirty));
        Some(depth - 1)
    }
}
