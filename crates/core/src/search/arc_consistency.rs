//! Arc consistency: a value stays only as long as every constraint on it and one other variable has
//! a *support*, a value there that goes with it. A search that maintains this at every node is known
//! as MAC (Sabin and Freuder, ECAI 1994).
//!
//! * AC-3 looks for a support from scratch each time (Mackworth, AIJ 8, 1977).
//! * AC-2001 remembers the last support of each value and looks only beyond it: optimal in time, at
//!   the price of memory, restored on backtracking (Bessière and Régin, IJCAI 2001).
//!
//! They remove the same values, so the nodes are the same; compare their *checks*, the pairs of
//! values that were tried. An all-different constraint is taken as one constraint for each pair of
//! variables, and whatever two constraints say of one pair is checked together: all three lines
//! along which two queens attack each other are one constraint, which removes more than three would.
//! Constraints over more than two variables are left to their propagators.

mod relations;

use std::borrow::Cow;
use std::collections::VecDeque;

use crate::model::{Constraint, Domain, Model, Value, Variable};
use crate::search::branching::{ValueOrder, VariableOrder};
use crate::search::domains::{Domains, Inconsistent};
use crate::search::propagation::{self, Engine, Propagator, linear};
use crate::search::tree::{Cause, Consistency, Failure, Inference, TreeSearch, Work};
use crate::solver::{COMPLETE, Card, Family, Row, Scope};
use relations::{Relations, relations_of};

/// Maintaining arc consistency by AC-3.
pub const ROW: Row<TreeSearch> = Row {
    card: Card {
        id: Cow::Borrowed("mac"),
        family: Family::HandWritten,
        technique: "maintaining arc consistency",
        summary: Cow::Borrowed("every value supported in every other domain: AC-3"),
        reference: "Sabin and Freuder 1994",
        tasks: COMPLETE,
        scope: Scope::Models,
        featured: true,
    },
    search: TreeSearch {
        consistency: Consistency::Arc(Supports::Sought),
        variables: VariableOrder::SmallestDomain,
        values: ValueOrder::Min,
    },
};

/// Maintaining arc consistency by AC-2001.
pub const AC_2001_ROW: Row<TreeSearch> = Row {
    card: Card {
        id: Cow::Borrowed("mac/ac-2001"),
        summary: Cow::Borrowed("the same with the last support of each value remembered: AC-2001"),
        reference: "Bessière and Régin 2001",
        featured: false,
        ..ROW.card
    },
    search: TreeSearch { consistency: Consistency::Arc(Supports::Remembered), ..ROW.search },
};

/// What is known of supports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Supports {
    /// Nothing: they are sought again each time (AC-3).
    Sought,
    /// The last one of each value (AC-2001).
    Remembered,
}

/// How many supports are remembered at most: half a gigabyte.
const MAX_REMEMBERED: usize = 1 << 27;

/// Stands for a support that was not sought yet.
const NONE: u32 = u32::MAX;

/// A pair of variables, directed: values of `from` need support in `to`. In the relations of the
/// pair the smaller variable is the first.
#[derive(Clone, Copy, Debug)]
struct Arc {
    from: Variable,
    to: Variable,
    relations: usize,
    /// The cell of the first of `from`'s values, if supports are remembered.
    last_supports: usize,
}

/// All arcs of a model and the queue of those to revise.
pub(crate) struct ArcConsistency<'m> {
    relations: Vec<Relations>,
    arcs: Vec<Arc>,
    /// For each variable, the arcs to it.
    arcs_to: Vec<Vec<usize>>,
    queue: VecDeque<usize>,
    queued: Vec<bool>,
    supports: Supports,
    /// The constraints that are not relations of two variables.
    others: Engine<'m>,
    possible: bool,
    revisions: u64,
    checks: u64,
}

/// Why AC-2001 cannot take a model, if it would have to remember too many supports.
pub(crate) fn too_many_supports(model: &Model) -> Option<String> {
    // To list the pairs would take as long as what is to be prevented.
    let mut others = vec![0; model.len()];
    for constraint in model.constraints() {
        let scope = constraint.scope();
        let relates_pairs = match constraint {
            Constraint::AllDifferent(_) => true,
            Constraint::Linear(_) => scope.len() == 2,
            Constraint::Lexicographic(_) => false,
        };
        for variable in scope.iter().filter(|_| relates_pairs) {
            others[variable.index()] += scope.len() - 1;
        }
    }
    let most = |(domain, others): (&Domain, usize)| domain.len() * others.min(model.len() - 1);
    let supports: usize = model.domains().iter().zip(others).map(most).sum();
    (supports > MAX_REMEMBERED).then(|| {
        format!("it might have to remember {supports} supports, more than {MAX_REMEMBERED}")
    })
}

impl<'m> ArcConsistency<'m> {
    /// The arcs of a model, all in the queue.
    pub(crate) fn new(domains: &mut Domains<'m>, supports: Supports) -> Self {
        let model = domains.model();
        let (pairs, possible) = relations_of(model);
        let mut arcs = Vec::with_capacity(2 * pairs.len());
        let mut arcs_to = vec![Vec::new(); model.len()];
        for (relations, &[first, second]) in pairs.keys().enumerate() {
            for (from, to) in [(first, second), (second, first)] {
                arcs_to[to.index()].push(arcs.len());
                arcs.push(Arc {
                    from,
                    to,
                    relations,
                    last_supports: match supports {
                        Supports::Sought => 0,
                        Supports::Remembered => domains.new_cells(model.domain(from).len(), NONE),
                    },
                });
            }
        }
        ArcConsistency {
            relations: pairs.into_values().collect(),
            arcs_to,
            queue: (0..arcs.len()).collect(),
            queued: vec![true; arcs.len()],
            arcs,
            supports,
            others: Engine::new(domains, of_more_than_two_variables),
            possible,
            checks: 0,
            revisions: 0,
        }
    }

    /// Revises arcs, and runs the propagators of the other constraints, until nothing changes.
    fn run(&mut self, domains: &mut Domains) -> Result<(), Failure> {
        loop {
            self.revise_arcs(domains)?;
            let mark = domains.mark();
            self.others.run(domains)?;
            let removals = domains.removals_since(mark);
            if removals.is_empty() {
                return Ok(());
            }
            for removal in removals {
                self.enqueue_arcs_to(removal.variable, None);
            }
        }
    }

    /// AC-3: revise the arcs in the queue; if that takes a value from a variable, the arcs to it
    /// enter the queue, but for the one from where the value found no support.
    fn revise_arcs(&mut self, domains: &mut Domains) -> Result<(), Failure> {
        while let Some(index) = self.queue.pop_front() {
            self.queued[index] = false;
            self.revisions += 1;
            let arc = self.arcs[index];
            let mark = domains.mark();
            self.revise(arc, domains).map_err(|Inconsistent(variable)| Failure {
                variable,
                cause: Cause::Pair(arc.from, arc.to),
            })?;
            let removals = domains.removals_since(mark);
            if !removals.is_empty() {
                self.others.wake(removals);
                self.enqueue_arcs_to(arc.from, Some(arc.to));
            }
        }
        Ok(())
    }

    /// Removes the values of `arc.from` that have no support in `arc.to`.
    fn revise(&mut self, arc: Arc, domains: &mut Domains) -> Result<(), Inconsistent> {
        let ranks: Vec<u32> = domains.ranks(arc.from).collect();
        for rank in ranks {
            if !self.has_support(arc, rank, domains) {
                domains.remove_rank(arc.from, rank)?;
            }
        }
        Ok(())
    }

    fn has_support(&mut self, arc: Arc, rank: u32, domains: &mut Domains) -> bool {
        match self.supports {
            Supports::Sought => self.find_support(arc, rank, 0, domains).is_some(),
            Supports::Remembered => {
                let cell = arc.last_supports + rank as usize;
                let last = domains.cell(cell);
                if last != NONE && domains.contains_rank(arc.to, last) {
                    return true;
                }
                let next = self.find_support(arc, rank, last.wrapping_add(1), domains);
                if let Some(next) = next {
                    domains.set_cell(cell, next);
                }
                next.is_some()
            }
        }
    }

    /// The first support of a value, of this rank or a later one.
    fn find_support(&mut self, arc: Arc, rank: u32, first: u32, domains: &Domains) -> Option<u32> {
        let relations = &self.relations[arc.relations];
        let value = domains.value(arc.from, rank);
        domains.ranks_from(arc.to, first).find(|&support| {
            self.checks += 1;
            let support = domains.value(arc.to, support);
            if arc.from < arc.to {
                relations.allow(value, support)
            } else {
                relations.allow(support, value)
            }
        })
    }

    fn enqueue_arcs_to(&mut self, variable: Variable, but_from: Option<Variable>) {
        for &index in &self.arcs_to[variable.index()] {
            if Some(self.arcs[index].from) != but_from
                && !std::mem::replace(&mut self.queued[index], true)
            {
                self.queue.push_back(index);
            }
        }
    }

    fn forget(&mut self) {
        for index in self.queue.drain(..) {
            self.queued[index] = false;
        }
        self.others.forget();
    }
}

/// The propagators of constraints that no arc stands for.
fn of_more_than_two_variables<'m>(
    constraint: &'m Constraint,
    _domains: &mut Domains<'m>,
) -> Option<Box<dyn Propagator + 'm>> {
    match constraint {
        Constraint::Linear(sum) if linear::merged(sum).len() == 2 => None,
        Constraint::AllDifferent(_) | Constraint::Linear(_) | Constraint::Lexicographic(_) => {
            propagation::of_other_kinds(constraint)
        }
    }
}

impl Inference for ArcConsistency<'_> {
    fn begin(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        if !self.possible {
            return Err(Inconsistent(None));
        }
        self.run(domains).map_err(|failure| Inconsistent(failure.variable))
    }

    fn decide(
        &mut self,
        variable: Variable,
        value: Value,
        domains: &mut Domains,
    ) -> Result<(), Failure> {
        self.others.wake(domains.decide(variable, value));
        self.enqueue_arcs_to(variable, None);
        let consistent = self.run(domains);
        if consistent.is_err() {
            self.forget();
        }
        consistent
    }

    fn take_work(&mut self) -> Work {
        Work {
            revisions: std::mem::take(&mut self.revisions) + self.others.take_revisions(),
            checks: std::mem::take(&mut self.checks),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::problem::{Problem, Queens, Stated};
    use crate::solver::{Request, Solver, Task};
    use crate::{Domain, Linear, Relation, Tally, Term};

    fn effort(row: &dyn Solver, problem: &dyn Problem, task: Task) -> Tally {
        let request = Request::new(problem, task).with_statistics();
        row.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(())).unwrap().effort
    }

    #[test]
    fn both_visit_the_same_nodes_and_the_newer_checks_less() {
        for n in [6, 8, 9] {
            let queens = Queens::new(n);
            let old = effort(&ROW, &queens, Task::Count);
            let new = effort(&AC_2001_ROW, &queens, Task::Count);
            for same in ["nodes", "backtracks", "propagations", "wipe-outs", "revisions"] {
                assert_eq!(old.get(same), new.get(same), "{same}, {n} queens");
            }
            assert!(new.get("checks") < old.get("checks"), "{n} queens");
        }
    }

    #[test]
    fn it_visits_fewer_nodes_than_forward_checking() {
        let queens = Queens::new(8);
        let nodes = |row: &dyn Solver| effort(row, &queens, Task::Count).get("nodes");
        assert!(nodes(&ROW) < nodes(&crate::search::forward_checking::ROW));
    }

    #[test]
    fn a_value_without_support_goes_before_the_first_decision() {
        // Of (0, 5) and (1, 4), which add up to 5, the difference forbids the second.
        let mut model = Model::new();
        let x = model.variable("x", Domain::new([0, 1, 5]));
        let y = model.variable("y", Domain::new([2, 4, 5]));
        model.all_different([Term::new(x, 3), Term::from(y)]);
        model.constrain(Constraint::Linear(Linear {
            summands: vec![(1, x), (1, y)],
            relation: Relation::Equal,
            rhs: 5,
        }));
        let mut domains = Domains::new(&model);
        let mut arcs = ArcConsistency::new(&mut domains, Supports::Remembered);
        assert_eq!(arcs.begin(&mut domains), Ok(()));
        assert_eq!(domains.values(x).collect::<Vec<_>>(), [0]);
        assert_eq!(domains.values(y).collect::<Vec<_>>(), [5]);
        let stated = Stated { model: model.clone() };
        assert_eq!(effort(&ROW, &stated, Task::Count).get("nodes"), None);
    }

    #[test]
    fn too_much_memory_is_declared() {
        assert_eq!(too_many_supports(&Queens::new(400).model()), None);
        assert!(too_many_supports(&Queens::new(600).model()).is_some());
    }
}
