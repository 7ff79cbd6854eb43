//! The order of the search, and the work that can be seen from there.

use parity_core::Tally;
use pumpkin_core::Solver;
use pumpkin_core::branching::branchers::independent_variable_value_brancher::IndependentVariableValueBrancher;
use pumpkin_core::branching::value_selection::InDomainMin;
use pumpkin_core::branching::variable_selection::FirstFail;
use pumpkin_core::branching::{Brancher, BrancherEvent, SelectionContext};
use pumpkin_core::predicates::Predicate;
use pumpkin_core::results::SolutionReference;
use pumpkin_core::variables::DomainId;

use super::Ordering;

/// A brancher that counts.
#[derive(Debug)]
pub(crate) struct Branching {
    brancher: Box<dyn Brancher>,
    decisions: u64,
    conflicts: u64,
    backtracks: u64,
}

impl Branching {
    /// Decides on these variables; all others follow from them.
    pub(crate) fn new(ordering: Ordering, solver: &Solver, variables: &[DomainId]) -> Self {
        let brancher: Box<dyn Brancher> = match ordering {
            Ordering::FirstFail => Box::new(IndependentVariableValueBrancher::new(
                FirstFail::new(variables),
                InDomainMin,
            )),
            Ordering::Vsids => Box::new(solver.default_brancher()),
        };
        Branching {
            brancher,
            decisions: 0,
            conflicts: 0,
            backtracks: 0,
        }
    }

    /// The work so far.
    pub(crate) fn effort(&self) -> Tally {
        Tally::new()
            .with("decisions", self.decisions)
            .with("conflicts", self.conflicts)
            .with("backtracks", self.backtracks)
    }
}

impl Brancher for Branching {
    fn next_decision(&mut self, context: &mut SelectionContext) -> Option<Predicate> {
        let decision = self.brancher.next_decision(context);
        self.decisions += u64::from(decision.is_some());
        decision
    }

    fn on_conflict(&mut self) {
        self.conflicts += 1;
        self.brancher.on_conflict();
    }

    fn on_backtrack(&mut self) {
        self.backtracks += 1;
        self.brancher.on_backtrack();
    }

    fn on_solution(&mut self, solution: SolutionReference) {
        self.brancher.on_solution(solution);
    }

    fn on_unassign_integer(&mut self, variable: DomainId, value: i32) {
        self.brancher.on_unassign_integer(variable, value);
    }

    fn on_appearance_in_conflict_predicate(&mut self, predicate: Predicate) {
        self.brancher.on_appearance_in_conflict_predicate(predicate);
    }

    fn on_restart(&mut self) {
        self.brancher.on_restart();
    }

    fn synchronise(&mut self, context: &mut SelectionContext) {
        self.brancher.synchronise(context);
    }

    fn is_restart_pointless(&mut self) -> bool {
        self.brancher.is_restart_pointless()
    }

    fn subscribe_to_events(&self) -> Vec<BrancherEvent> {
        self.brancher.subscribe_to_events()
    }
}
