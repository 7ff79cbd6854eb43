//! What changed from one comparison over a set of instances to another.

use parity_core::Task;

use super::answer::{answers, status};
use super::{Comparable, Difference, Key, Kind, change, key};
use crate::number;
use crate::record::Verdict;
use crate::set_record::{Answer, SetRecord, SolverAnswers};

impl Comparable for SetRecord {
    type Said = SolverAnswers;

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

    fn said(&self) -> &[SolverAnswers] {
        &self.solvers
    }

    fn solver(said: &SolverAnswers) -> &str {
        &said.solver
    }

    fn outline(said: &SolverAnswers) -> (&'static str, String) {
        ("answers", number::counted(asked(said), "answers"))
    }

    /// Both records are about the same instances in the same order.
    fn compare(
        &self,
        was: &SolverAnswers,
        new: &Self,
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
