//! What changed from one comparison over a set of instances to another.

use parity_core::Task;

use super::answer::{answers, status};
use super::{Change, Comparable, Difference, Key, Kind, change, key, on_one_side};
use crate::number;
use crate::record::Verdict;
use crate::set_record::{Answer, SetRecord, SolverAnswers};

impl Comparable for SetRecord {
    fn key(&self) -> Key {
        key(&self.set.hash, self.task, &self.limits)
    }

    fn label(&self) -> String {
        let first = if self.task == Task::First { ", first solution" } else { "" };
        format!("{} {}{first}", self.set.kind, self.set.name)
    }

    fn started_at(&self) -> &str {
        &self.started_at
    }

    fn solvers(&self) -> usize {
        self.solvers.len()
    }

    fn compare(&self, new: &Self, result: &str, difference: &mut Difference) {
        for was in &self.solvers {
            match new.solvers.iter().find(|solver| solver.solver == was.solver) {
                Some(is) => self.compare_solver(was, new, is, result, difference),
                None => difference.changes.push(only(Kind::Gone, result, was)),
            }
        }
        let known =
            |solver: &&SolverAnswers| self.solvers.iter().any(|was| was.solver == solver.solver);
        let fresh = new.solvers.iter().filter(|solver| !known(solver));
        difference.changes.extend(fresh.map(|solver| only(Kind::New, result, solver)));
    }
}

impl SetRecord {
    /// Compares the answers of a solver. Both records are about the same instances in the same order.
    fn compare_solver(
        &self,
        was: &SolverAnswers,
        new: &SetRecord,
        is: &SolverAnswers,
        result: &str,
        difference: &mut Difference,
    ) {
        let settles = |record: &SetRecord, answer: &Answer| {
            record.settles(answer) && answer.verdict != Verdict::Disagree
        };
        let pairs = was.answers.iter().zip(&is.answers).zip(&self.set.instances);
        for ((old, now), instance) in pairs {
            let (Some(old), Some(now)) = (old, now) else { continue };
            difference.runs += 1;
            let runs = [old.run(self.task, was), now.run(self.task, is)];
            let mut changes = answers(&runs[0], &runs[1]);
            let settled = [settles(self, old), settles(new, now)];
            changes.extend(status(&runs[0], &runs[1], settled));
            difference.add(changes, &format!("{result}: {}", instance.name), &was.solver);
        }
        // One that was interrupted or disqualified was not asked about all.
        let (before, after) = (asked(was), asked(is));
        if before != after {
            let kind = if after < before { Kind::Gone } else { Kind::New };
            let counted = |count| Some(number::counted(count, "answers"));
            let change = change(kind, "answers", counted(before), counted(after));
            difference.add(vec![change], result, &was.solver);
        }
    }
}

/// How many instances a solver was asked about.
fn asked(solver: &SolverAnswers) -> u64 {
    solver.answers.iter().flatten().count() as u64
}

/// A solver that only one side has.
fn only(kind: Kind, result: &str, solver: &SolverAnswers) -> Change {
    Change {
        result: result.to_owned(),
        solver: Some(solver.solver.clone()),
        ..on_one_side(kind, "answers", number::counted(asked(solver), "answers"))
    }
}
