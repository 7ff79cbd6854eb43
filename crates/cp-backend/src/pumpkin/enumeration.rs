//! All solutions in one search: a propagator that fails as soon as every variable has a value.
//!
//! The search goes on from a solution as from any other conflict, without starting again, and is
//! over when it has proved that the model with this propagator has no solution. A learned nogood
//! that only excludes what was found may be forgotten, and its solution then be found once more;
//! a search that learns therefore remembers its solutions.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use parity_core::{Task, Value, Visitor};
use pumpkin_core::predicates::Predicate;
use pumpkin_core::proof::{ConstraintTag, InferenceCode};
use pumpkin_core::propagation::{
    DomainEvents, EnqueueDecision, EventsToRegister, LocalId, NotificationContext,
    OpaqueDomainEvent, Priority, PropagationContext, Propagator, PropagatorConstructor,
    PropagatorConstructorContext, PropagatorSpec, ReadDomains, RuntimeCheckers, TrailedInteger,
};
use pumpkin_core::state::{PropagationStatusCP, propagator_conflict};
use pumpkin_core::termination::TerminationCondition;
use pumpkin_core::variables::DomainId;
use pumpkin_core::{declare_inference_label, predicate};

use super::AfterConflict;
use super::search::Deadline;

declare_inference_label!(Found);

/// What the propagator found and the stream has not yet taken.
type Queue = Rc<RefCell<Vec<Vec<Value>>>>;

/// The constraint that these variables have no values.
pub(super) struct NoSolution {
    pub(super) variables: Vec<DomainId>,
    pub(super) queue: Queue,
    pub(super) tag: ConstraintTag,
}

impl PropagatorConstructor for NoSolution {
    type PropagatorImpl = Fail;

    fn create(self, mut context: PropagatorConstructorContext) -> PropagatorSpec<Fail> {
        let mut registration = EventsToRegister::empty();
        for (index, variable) in (0..).zip(&self.variables) {
            registration.add(variable, DomainEvents::ASSIGN, LocalId::from(index));
        }
        let is_fixed = |variable: &&DomainId| context.is_fixed(*variable);
        let assigned = self.variables.iter().filter(is_fixed).count();
        PropagatorSpec {
            registration,
            checkers: RuntimeCheckers::empty(),
            propagator: Fail {
                assigned: context.new_trailed_integer(assigned as i64),
                variables: self.variables,
                queue: self.queue,
                inference: InferenceCode::new(self.tag, Found),
            },
        }
    }
}

/// Its propagator.
#[derive(Clone)]
pub(super) struct Fail {
    variables: Vec<DomainId>,
    /// How many variables have a value.
    assigned: TrailedInteger,
    queue: Queue,
    inference: InferenceCode,
}

impl Propagator for Fail {
    fn name(&self) -> &str {
        "NoSolution"
    }

    /// The last of all: what passes every other propagator is a solution.
    fn priority(&self) -> Priority {
        Priority::VeryLow
    }

    fn notify(
        &mut self,
        mut context: NotificationContext,
        _: LocalId,
        _: OpaqueDomainEvent,
    ) -> EnqueueDecision {
        let assigned = context.read_trailed_integer(self.assigned) + 1;
        context.write_trailed_integer(self.assigned, assigned);
        if assigned == self.variables.len() as i64 {
            EnqueueDecision::Enqueue
        } else {
            EnqueueDecision::Skip
        }
    }

    fn propagate_from_scratch(&self, context: PropagationContext) -> PropagationStatusCP {
        let value = |variable| context.fixed_value(variable);
        let Some(values) = self.variables.iter().map(value).collect::<Option<Vec<_>>>() else {
            return Ok(());
        };
        let assignment = self.variables.iter().zip(&values);
        let nogood: Vec<Predicate> =
            assignment.map(|(variable, value)| predicate!(variable == *value)).collect();
        self.queue.borrow_mut().push(values);
        propagator_conflict(nogood.into(), &self.inference)
    }
}

/// Hands solutions on, and decides when to stop; the engine asks it at every step.
pub(super) struct Stream<'a> {
    queue: Queue,
    seen: Option<HashSet<Vec<Value>>>,
    task: Task,
    visitor: &'a mut dyn Visitor,
    deadline: Deadline,
    /// Whether the visitor wants no more.
    pub(super) stopped: bool,
    /// How many different solutions there were.
    pub(super) solutions: u64,
    /// How often the propagator failed.
    pub(super) failures: u64,
}

impl<'a> Stream<'a> {
    pub(super) fn new(
        task: Task,
        after_conflict: AfterConflict,
        deadline: Deadline,
        visitor: &'a mut dyn Visitor,
    ) -> Self {
        Stream {
            queue: Queue::default(),
            seen: (after_conflict == AfterConflict::Learn).then(HashSet::new),
            task,
            visitor,
            deadline,
            stopped: false,
            solutions: 0,
            failures: 0,
        }
    }

    pub(super) fn queue(&self) -> Queue {
        Rc::clone(&self.queue)
    }

    /// Hands on what was found since the last time.
    pub(super) fn drain(&mut self) {
        for values in self.queue.take() {
            self.failures += 1;
            let seen = self.seen.as_ref();
            if self.stopped || seen.is_some_and(|seen| seen.contains(&values)) {
                continue;
            }
            self.solutions += 1;
            if self.task != Task::Count {
                self.stopped = self.visitor.solution(&values).is_break();
            }
            if let Some(seen) = &mut self.seen {
                seen.insert(values);
            }
        }
    }
}

impl TerminationCondition for Stream<'_> {
    fn should_stop(&mut self) -> bool {
        self.drain();
        self.stopped || self.deadline.should_stop()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ops::ControlFlow;

    #[test]
    fn what_is_found_again_is_not_handed_on_again() {
        let mut handed_on = Vec::new();
        let mut visitor = |values: &[Value]| {
            handed_on.push(values[0]);
            match handed_on.len() {
                3 => ControlFlow::Break(()),
                _ => ControlFlow::Continue(()),
            }
        };
        let deadline = Deadline(None);
        let mut stream = Stream::new(Task::All, AfterConflict::Learn, deadline, &mut visitor);
        let mut find = |value| {
            stream.queue().borrow_mut().push(vec![value]);
            stream.should_stop()
        };
        assert!([1, 2, 1, 2].into_iter().all(|value| !find(value)));
        assert!(find(3) && find(4));
        assert_eq!((stream.solutions, stream.failures), (3, 6));
        assert_eq!(handed_on, [1, 2, 3]);
    }
}
