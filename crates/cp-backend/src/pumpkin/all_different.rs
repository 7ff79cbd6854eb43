//! All-different as one propagator: the value of an assigned term is removed from all others.

use pumpkin_core::predicates::Predicate;
use pumpkin_core::proof::{ConstraintTag, InferenceCode};
use pumpkin_core::propagation::{
    DomainEvents, EnqueueDecision, EventsToRegister, ExplanationContext, LazyExplanation, LocalId,
    NotificationContext, OpaqueDomainEvent, Priority, PropagationContext, Propagator,
    PropagatorConstructor, PropagatorConstructorContext, PropagatorSpec, ReadDomains,
    RuntimeCheckers,
};
use pumpkin_core::state::PropagationStatusCP;
use pumpkin_core::variables::{AffineView, DomainId};
use pumpkin_core::{declare_inference_label, predicate};

declare_inference_label!(ValueTaken);

/// The constraint.
pub(super) struct AllDifferent {
    pub(super) terms: Vec<AffineView<DomainId>>,
    pub(super) tag: ConstraintTag,
}

impl PropagatorConstructor for AllDifferent {
    type PropagatorImpl = Differ;

    fn create(self, context: PropagatorConstructorContext) -> PropagatorSpec<Differ> {
        let mut registration = EventsToRegister::empty();
        for (index, term) in (0..).zip(&self.terms) {
            registration.add(term, DomainEvents::ASSIGN, LocalId::from(index));
        }
        PropagatorSpec {
            registration,
            checkers: RuntimeCheckers::empty(),
            propagator: Differ {
                // What is assigned from the beginning is not announced.
                assigned: assigned(&self.terms, &context),
                terms: self.terms,
                explanation: [Predicate::trivially_true()],
                inference: InferenceCode::new(self.tag, ValueTaken),
            },
        }
    }
}

/// The terms that have a value.
fn assigned(terms: &[AffineView<DomainId>], domains: &impl ReadDomains) -> Vec<usize> {
    let is_fixed = |&index: &usize| domains.is_fixed(&terms[index]);
    (0..terms.len()).filter(is_fixed).collect()
}

/// Its propagator.
#[derive(Clone)]
pub(super) struct Differ {
    terms: Vec<AffineView<DomainId>>,
    /// The terms that were assigned and whose value the others may still have.
    assigned: Vec<usize>,
    explanation: [Predicate; 1],
    inference: InferenceCode,
}

impl Propagator for Differ {
    fn name(&self) -> &str {
        "AllDifferent"
    }

    fn priority(&self) -> Priority {
        Priority::High
    }

    fn notify(
        &mut self,
        _: NotificationContext,
        term: LocalId,
        _: OpaqueDomainEvent,
    ) -> EnqueueDecision {
        self.assigned.push(term.unpack() as usize);
        EnqueueDecision::Enqueue
    }

    fn synchronise(&mut self, _: NotificationContext) {
        // Whatever was assigned before the decision that is taken back has been propagated.
        self.assigned.clear();
    }

    fn propagate(&mut self, mut context: PropagationContext) -> PropagationStatusCP {
        while let Some(assigned) = self.assigned.pop() {
            let value = context.lower_bound(&self.terms[assigned]);
            for (index, term) in self.terms.iter().enumerate() {
                if index != assigned && context.contains(term, value) {
                    context.post(predicate!(term != value), assigned)?;
                }
            }
        }
        Ok(())
    }

    fn propagate_from_scratch(&self, context: PropagationContext) -> PropagationStatusCP {
        let mut afresh = self.clone();
        afresh.assigned = assigned(&self.terms, &context);
        afresh.propagate(context)
    }

    /// The reason is that the assigned term, whose index is given, has the value.
    fn lazy_explanation(
        &mut self,
        assigned: u64,
        context: ExplanationContext,
    ) -> LazyExplanation<'_> {
        let term = &self.terms[assigned as usize];
        let value = context.lower_bound(term);
        self.explanation = [predicate!(term == value)];
        LazyExplanation { predicates: &self.explanation, inference_code: self.inference.clone() }
    }
}
