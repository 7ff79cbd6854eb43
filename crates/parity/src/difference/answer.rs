//! What changed from what a solver said of an instance to what it says now.

use parity_core::Task;

use super::{Change, Kind, change};
use crate::number;
use crate::record::{Run, Status, Verdict};

/// Answers that differ: what complete runs found, what runs found that stopped alike, and verdicts.
pub(super) fn answers(was: &Run, is: &Run) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut differ = |what: &str, old: Option<String>, new: Option<String>| {
        // What one of them does not say is no contradiction.
        if old.is_some() && new.is_some() && old != new {
            changes.push(change(Kind::Answer, what, old, new));
        }
    };
    let count = |value: Option<u64>| value.map(number::count);
    let complete = was.status == Status::Complete && is.status == Status::Complete;
    if was.task == Task::Optimum {
        // It may pass through any number of solutions on its way.
        let value = |run: &Run| {
            Some(run.objective.map_or_else(|| "none".to_owned(), |value| value.to_string()))
        };
        if complete {
            differ("value", value(was), value(is));
        }
    } else {
        if contradict(was, is) {
            differ("solutions", count(was.solutions), count(is.solutions));
        }
        if complete {
            differ("fundamental", count(was.fundamental), count(is.fundamental));
            let hash = |run: &Run| run.solution_set_hash.clone();
            differ("set of solutions", hash(was), hash(is));
        }
    }
    // A run that was stopped has nothing to agree with, and that is told as its status.
    let wrong = [was.verdict, is.verdict].contains(&Verdict::Disagree);
    if wrong || was.status == is.status {
        differ("verdict", Some(was.verdict.to_string()), Some(is.verdict.to_string()));
    }
    changes
}

/// Whether two numbers of solutions cannot both be true.
fn contradict(was: &Run, is: &Run) -> bool {
    use Status::{Complete, Memory, Partial, Timeout};
    let Some((old, new)) = was.solutions.zip(is.solutions) else { return false };
    match (was.status, is.status) {
        (Complete, Complete) | (Partial, Partial) => old != new,
        // All are no fewer than those of a run that was stopped.
        (Complete, Partial | Timeout | Memory) => old < new,
        (Partial | Timeout | Memory, Complete) => old > new,
        _ => false,
    }
}

/// That a run ended in another way, if it did, where this says whether it answered before and now.
pub(super) fn status(was: &Run, is: &Run, answered: [bool; 2]) -> Option<Change> {
    if was.status == is.status {
        return None;
    }
    let kind = match answered {
        [true, false] => Kind::Regression,
        [false, true] => Kind::Improvement,
        _ if is.status == Status::Error => Kind::Regression,
        // From one limit to another, say.
        _ => Kind::Status,
    };
    Some(change(kind, "status", Some(was.status.to_string()), Some(is.status.to_string())))
}
