//! Forward checking: after each decision, remove from the domains of the open variables every value
//! that contradicts it, and go back as soon as a domain is empty (Haralick and Elliott, *Increasing
//! Tree Search Efficiency for Constraint Satisfaction Problems*, AIJ 14, 1980).
//!
//! With the smallest domain first and values ascending it visits exactly the nodes of backtracking
//! with MRV, as theory says: both branch on the safe values of the variable with the fewest, and a
//! variable without any is found by both before it becomes a node: as an empty domain by the one, by
//! the other when it counts. What forward checking saves is the work of counting safe values again at
//! each node.
//!
//! Nodes to the first solution of n queens:
//!
//! | n | 8 | 10 | 12 | 14 | 16 |
//! |---|---|---|---|---|---|
//! | backtracking, input order | 113 | 102 | 261 | 1899 | 10052 |
//! | backtracking with MRV | 52 | 26 | 107 | 91 | 37 |
//! | forward checking, values ascending | 52 | 26 | 107 | 91 | 37 |
//! | forward checking, values as a hash set gives them | 51 | 26 | 84 | 105 | 37 |
//!
//! A notebook from which many learn forward checking prints the last line, and credits propagation
//! with the difference to the second. It is the *value order*: the notebook iterates over a hash set
//! whose freed slots are reused, last freed first ([`LAST_FREED_FIRST_ROW`]).

use std::borrow::Cow;

use crate::model::{Constraint, Model, Value, Variable};
use crate::search::assignment::Assignment;
use crate::search::branching::{ValueOrder, VariableOrder};
use crate::search::domains::{Domains, Inconsistent};
use crate::search::occurrences::Occurrences;
use crate::search::tree::{Cause, Consistency, Failure, Inference, TreeSearch};
use crate::solver::{COMPLETE, Card, Family, Row, Scope};

/// Forward checking with the smallest domain first, values ascending.
pub const ROW: Row<TreeSearch> = Row {
    card: Card {
        id: Cow::Borrowed("forward-checking"),
        family: Family::HandWritten,
        technique: "forward checking",
        summary: Cow::Borrowed(
            "unsafe values removed ahead, smallest domain first, values ascending",
        ),
        reference: "Haralick and Elliott 1980",
        tasks: COMPLETE,
        scope: Scope::Models,
        featured: true,
    },
    search: TreeSearch {
        consistency: Consistency::ForwardChecking,
        variables: VariableOrder::SmallestDomain,
        values: ValueOrder::Min,
    },
};

/// Forward checking over domains kept in hash sets.
pub const LAST_FREED_FIRST_ROW: Row<TreeSearch> = Row {
    card: Card {
        id: Cow::Borrowed("forward-checking/last-freed-first"),
        summary: Cow::Borrowed(
            "smallest domain first, values in the order of a hash set that reuses freed slots",
        ),
        featured: false,
        ..ROW.card
    },
    search: TreeSearch { values: ValueOrder::LastFreedFirst, ..ROW.search },
};

/// The look-ahead of forward checking.
#[derive(Debug)]
pub(crate) struct ForwardChecking<'m> {
    occurrences: Occurrences<'m>,
    /// For each variable: those it shares a constraint of another kind with, and the constraint.
    checked: Vec<Vec<(Variable, usize)>>,
    assignment: Assignment<'m>,
}

impl<'m> ForwardChecking<'m> {
    /// The look-ahead of a model.
    pub(crate) fn new(model: &'m Model) -> Self {
        let mut checked = vec![Vec::new(); model.len()];
        for (index, constraint) in model.constraints().iter().enumerate() {
            match constraint {
                Constraint::AllDifferent(_) => {}
                Constraint::Linear(_) | Constraint::Lexicographic(_) => {
                    let scope = constraint.scope();
                    for variable in &scope {
                        checked[variable.index()].extend(scope.iter().map(|&v| (v, index)));
                    }
                }
            }
        }
        ForwardChecking {
            occurrences: Occurrences::new(model),
            checked,
            assignment: Assignment::new(model),
        }
    }
}

impl Inference for ForwardChecking<'_> {
    fn begin(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        if !self.assignment.possible() {
            return Err(Inconsistent(None));
        }
        for variable in domains.model().variables() {
            if !self.checked[variable.index()].is_empty() {
                domains.retain(variable, |value| self.assignment.is_safe(variable, value))?;
            }
        }
        Ok(())
    }

    fn decide(
        &mut self,
        decided: Variable,
        value: Value,
        domains: &mut Domains,
    ) -> Result<(), Failure> {
        self.assignment.assign(decided, value);
        // The look-ahead goes on after a wipe-out, so that what a dead end removed does not depend
        // on the order of the constraints.
        let mut wiped_out = None;
        for occurrence in self.occurrences.of(decided) {
            for (variable, value) in occurrence.excluded_by(decided, value) {
                if domains.remove(variable, value).is_err() {
                    wiped_out = Some(variable);
                }
            }
        }
        if let Some(variable) = wiped_out {
            return Err(Failure {
                variable: Some(variable),
                cause: Cause::Pair(decided, variable),
            });
        }
        for &(variable, constraint) in &self.checked[decided.index()] {
            if self.assignment.value(variable).is_none() {
                domains
                    .retain(variable, |value| self.assignment.is_safe(variable, value))
                    .map_err(|Inconsistent(variable)| Failure {
                        variable,
                        cause: Cause::Constraint(constraint),
                    })?;
            }
        }
        domains.decide(decided, value);
        Ok(())
    }

    fn retract(&mut self, variable: Variable) {
        self.assignment.unassign(variable);
    }

    fn is_open(&self, variable: Variable, _domains: &Domains) -> bool {
        self.assignment.value(variable).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::{Event, Step, Trace};
    use crate::problem::{Problem, Queens};
    use crate::search::backtracking::{self, tests::nodes_to_first};
    use crate::solver::Search;

    #[test]
    fn it_visits_the_nodes_of_backtracking_with_mrv() {
        for (n, nodes) in [(8, 52), (10, 26), (12, 107), (14, 91), (16, 37)] {
            assert_eq!(nodes_to_first(&ROW, n), Some(nodes));
            assert_eq!(nodes_to_first(&backtracking::MRV_ROW, n), Some(nodes));
        }
    }

    #[test]
    fn what_a_decision_removes_is_told_of_the_other_variables() {
        let mut trace = Trace::new(usize::MAX);
        let flow = ROW.search.search(&Queens::new(4).model(), 0, &mut trace);
        assert!(flow.is_continue());
        let is_decision = |step: &Step| matches!(step, Step::Event(Event::Decision { .. }));
        let after = trace.steps.split(is_decision).nth(1).expect("a decision");
        let removals = after.iter().map_while(|step| match step {
            Step::Event(Event::Propagation { variable, value }) => Some((variable.0, *value)),
            _ => None,
        });
        // A queen in the corner attacks her column and a diagonal of the three rows below.
        let mut removals: Vec<_> = removals.collect();
        removals.sort_unstable();
        assert_eq!(removals, [(1, 0), (1, 1), (2, 0), (2, 2), (3, 0), (3, 3)]);
    }

    #[test]
    fn the_printed_node_counts_are_those_of_a_hash_set() {
        // Printed by the notebook "N-Queens, the from-scratch twin" for forward checking.
        for (n, nodes) in [(8, 51), (10, 26), (12, 84), (14, 105), (16, 37)] {
            assert_eq!(nodes_to_first(&LAST_FREED_FIRST_ROW, n), Some(nodes), "{n}");
        }
    }
}
