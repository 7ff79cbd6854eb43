//! Propagation: constraints remove values that cannot belong to a solution, until none can remove
//! any (Mackworth, *Consistency in Networks of Relations*, AIJ 8, 1977; as an engine of propagators,
//! Schulte and Stuckey, ACM TOPLAS 31, 2008).
//!
//! Each constraint is a propagator. When a domain changes, the propagators that read it enter a
//! queue; the engine runs them one by one, until the queue is empty or a domain is. How much a
//! propagator removes is its own business, as long as it never removes a value of a solution and
//! notices when all its variables are fixed in a way that violates it.

pub(crate) mod lexicographic;
pub(crate) mod linear;

use std::collections::VecDeque;

use crate::model::{Constraint, Variable};
use crate::search::domains::{Domains, Inconsistent, Removal};
use crate::search::tree::{Cause, Failure};
use lexicographic::LexicographicOrder;
use linear::LinearBounds;

/// A constraint that acts on domains.
pub(crate) trait Propagator {
    /// The variables whose domains it reads.
    fn scope(&self) -> Vec<Variable>;

    /// Removes values that belong to no solution of the constraint.
    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Inconsistent>;

    /// Whether running it twice is never better than running it once.
    fn is_idempotent(&self) -> bool {
        false
    }
}

/// The propagators of a model and the queue of those to run.
pub(crate) struct Engine<'m> {
    /// Each with the constraint of the model it stands for.
    propagators: Vec<(usize, Box<dyn Propagator + 'm>)>,
    /// For each variable, the propagators that read it.
    readers: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
    queued: Vec<bool>,
    revisions: u64,
}

impl<'m> Engine<'m> {
    /// The engine of those constraints for which there is a propagator, all in the queue.
    pub(crate) fn new(
        domains: &mut Domains<'m>,
        propagator_of: impl Fn(&'m Constraint, &mut Domains<'m>) -> Option<Box<dyn Propagator + 'm>>,
    ) -> Self {
        let model = domains.model();
        let mut propagators = Vec::new();
        for (index, constraint) in model.constraints().iter().enumerate() {
            let propagator = propagator_of(constraint, domains);
            propagators.extend(propagator.map(|propagator| (index, propagator)));
        }
        let mut readers = vec![Vec::new(); model.len()];
        for (index, (_, propagator)) in propagators.iter().enumerate() {
            for variable in propagator.scope() {
                readers[variable.index()].push(index);
            }
        }
        Engine {
            readers,
            queue: (0..propagators.len()).collect(),
            queued: vec![true; propagators.len()],
            propagators,
            revisions: 0,
        }
    }

    /// Runs propagators until none can remove a value.
    pub(crate) fn run(&mut self, domains: &mut Domains) -> Result<(), Failure> {
        while let Some(index) = self.queue.pop_front() {
            let (constraint, propagator) = &mut self.propagators[index];
            let mark = domains.mark();
            self.revisions += 1;
            if let Err(Inconsistent(variable)) = propagator.propagate(domains) {
                let cause = Cause::Constraint(*constraint);
                self.queued[index] = false;
                self.forget();
                return Err(Failure { variable, cause });
            }
            // As long as it counts as queued it is not woken by what it did itself.
            let idempotent = propagator.is_idempotent();
            self.queued[index] = idempotent;
            self.wake(domains.removals_since(mark));
            self.queued[index] &= !idempotent;
        }
        Ok(())
    }

    /// How often a propagator was run since this was asked last.
    pub(crate) fn take_revisions(&mut self) -> u64 {
        std::mem::take(&mut self.revisions)
    }

    /// Lets every reader of a changed domain enter the queue.
    pub(crate) fn wake(&mut self, removals: &[Removal]) {
        for of_one in removals.chunk_by(|a, b| a.variable == b.variable) {
            for &reader in &self.readers[of_one[0].variable.index()] {
                if !std::mem::replace(&mut self.queued[reader], true) {
                    self.queue.push_back(reader);
                }
            }
        }
    }

    /// Empties the queue, at a dead end.
    pub(crate) fn forget(&mut self) {
        for index in self.queue.drain(..) {
            self.queued[index] = false;
        }
    }
}

/// The propagator of a constraint that is not an all-different one.
pub(crate) fn of_other_kinds(constraint: &Constraint) -> Option<Box<dyn Propagator + '_>> {
    match constraint {
        Constraint::AllDifferent(_) => None,
        Constraint::Linear(linear) => Some(Box::new(LinearBounds::new(linear))),
        Constraint::Lexicographic(order) => Some(Box::new(LexicographicOrder::new(order))),
    }
}
