//! What changed from one set of results to another: answers, and times beyond noise.
//!
//! Two sets of samples differ in time if a two-sided Mann-Whitney U test says so at the level of 1 %
//! and the medians differ by at least 5 %. With fewer than five samples on a side the test can say
//! nothing; then the ranges must not overlap, and the medians differ by at least 30 %. Both are about
//! samples of one process on a quiet machine: a machine that was busy for one of the two results is
//! not seen by any test.

use std::collections::BTreeMap;
use std::fmt;

use parity_core::Task;
use serde::Serialize;

use crate::number;
use crate::record::{Record, Run, Status, Verdict, median};
use crate::results::{Filed, Results};

mod mann_whitney;

pub use mann_whitney::mann_whitney;

/// The level of the test.
const LEVEL: f64 = 0.01;
/// The least change of the median that is told, with a test.
const LEAST_CHANGE: f64 = 1.05;
/// The same with few samples.
const LEAST_CHANGE_OF_FEW: f64 = 1.3;
/// Samples on each side without which the test says nothing: with five, its least p is 0.8 %.
const ENOUGH: usize = 5;

/// What kind of change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// A count, set, optimum or verdict is another one. Never noise.
    Answer,
    /// What was answered is no more, or takes longer.
    Regression,
    /// What was not answered is, or takes less time.
    Improvement,
    /// The solver counted another amount of work.
    Effort,
    /// Only in the old results.
    Gone,
    /// Only in the new results.
    New,
}

impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(match self {
            Kind::Answer => "ANSWER",
            Kind::Regression => "regression",
            Kind::Improvement => "improvement",
            Kind::Effort => "effort",
            Kind::Gone => "gone",
            Kind::New => "new",
        })
    }
}

/// One change.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// What kind.
    pub kind: Kind,
    /// The record: its directory and instance.
    pub result: String,
    /// Id of the row; absent if it is the whole record.
    pub solver: Option<String>,
    /// What changed: "time", "status", "solutions".
    pub what: String,
    /// What it was.
    pub old: Option<String>,
    /// What it is.
    pub new: Option<String>,
    /// How many times as much it is, where that can be said.
    pub ratio: Option<f64>,
    /// What says that it is no noise.
    pub evidence: Option<String>,
}

/// What a comparison of results found.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// The changes, the worst first.
    pub changes: Vec<Change>,
    /// Runs that both have.
    pub runs: usize,
    /// Times of these that could be compared: same host, both answered.
    pub times: usize,
    /// Times of these that could not, as they are of different hosts.
    pub elsewhere: usize,
}

impl Difference {
    /// Compares two sets of results.
    pub fn between(old: &Results, new: &Results) -> Self {
        let (old, new) = (by_question(old), by_question(new));
        let mut difference = Difference::default();
        for (question, record) in &old {
            match new.get(question) {
                Some(now) => difference.compare(&label(record), &record.content, &now.content),
                None => difference.changes.push(whole(Kind::Gone, record)),
            }
        }
        let fresh = new.iter().filter(|(question, _)| !old.contains_key(*question));
        difference.changes.extend(fresh.map(|(_, record)| whole(Kind::New, record)));
        difference.changes.sort_by(|a, b| {
            (a.kind, &a.result, &a.solver, &a.what).cmp(&(b.kind, &b.result, &b.solver, &b.what))
        });
        difference
    }

    /// Whether some answer is another one.
    pub fn answers_changed(&self) -> bool {
        self.changes.iter().any(|change| change.kind == Kind::Answer)
    }

    fn compare(&mut self, result: &str, old: &Record, new: &Record) {
        for was in &old.runs {
            let Some(is) = new.runs.iter().find(|run| run.solver == was.solver) else {
                self.changes.push(only(Kind::Gone, result, was));
                continue;
            };
            self.runs += 1;
            let mut changes = answers(was, is);
            changes.extend(status(was, is));
            if was.answered() && is.answered() {
                changes.extend(effort(was, is));
                if old.host_of(was).times_compare_with(new.host_of(is)) {
                    self.times += 1;
                    changes.extend(time(was, is));
                } else {
                    self.elsewhere += 1;
                }
            }
            let of_run = |change| Change {
                result: result.to_owned(),
                solver: Some(was.solver.clone()),
                ..change
            };
            self.changes.extend(changes.into_iter().map(of_run));
        }
        let known = |run: &&Run| old.runs.iter().any(|was| was.solver == run.solver);
        let fresh = new.runs.iter().filter(|run| !known(run));
        self.changes.extend(fresh.map(|run| only(Kind::New, result, run)));
    }
}

/// What makes two records answers to the same question.
type Question = (String, String, &'static str, bool, Option<u64>, u64);

/// The records by question; of several the newest.
fn by_question(results: &Results) -> BTreeMap<Question, &Filed<Record>> {
    let mut records: Vec<&Filed<Record>> = results.records.iter().collect();
    records.sort_by(|a, b| a.content.started_at.cmp(&b.content.started_at));
    let question = |filed: &Filed<Record>| {
        let (record, limits) = (&filed.content, &filed.content.limits);
        (
            filed.folder.clone(),
            record.problem.hash.clone(),
            record.task.name(),
            limits.break_symmetry,
            limits.max_solutions,
            limits.seed,
        )
    };
    records.into_iter().map(|filed| (question(filed), filed)).collect()
}

fn label(filed: &Filed<Record>) -> String {
    let record = &filed.content;
    let folder =
        if filed.folder.is_empty() { String::new() } else { format!("{}: ", filed.folder) };
    let seed = match record.limits.seed {
        0 => String::new(),
        seed => format!(", seed {seed}"),
    };
    format!("{folder}{}, {}{seed}", record.problem.name, record.question())
}

fn change(kind: Kind, what: &str, old: Option<String>, new: Option<String>) -> Change {
    Change {
        kind,
        result: String::new(),
        solver: None,
        what: what.to_owned(),
        old,
        new,
        ratio: None,
        evidence: None,
    }
}

/// A record that only one side has.
fn whole(kind: Kind, filed: &Filed<Record>) -> Change {
    let runs = Some(number::counted(filed.content.runs.len() as u64, "runs"));
    let (old, new) = if kind == Kind::Gone { (runs, None) } else { (None, runs) };
    Change { result: label(filed), ..change(kind, "record", old, new) }
}

/// A run that only one side has.
fn only(kind: Kind, result: &str, run: &Run) -> Change {
    let status = Some(run.status.to_string());
    let (old, new) = if kind == Kind::Gone { (status, None) } else { (None, status) };
    Change {
        result: result.to_owned(),
        solver: Some(run.solver.clone()),
        ..change(kind, "run", old, new)
    }
}

/// Answers that differ: what complete runs found, what runs found that stopped alike, and verdicts.
fn answers(was: &Run, is: &Run) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut differ = |what: &str, old: Option<String>, new: Option<String>| {
        // What one of them does not say is no contradiction.
        if old.is_some() && new.is_some() && old != new {
            changes.push(change(Kind::Answer, what, old, new));
        }
    };
    let count = |value: Option<u64>| value.map(number::count);
    let finished = matches!(was.status, Status::Complete | Status::Partial);
    if finished && was.status == is.status {
        // An optimisation may pass through any number of solutions on its way.
        if was.task != Task::Optimum {
            differ("solutions", count(was.solutions), count(is.solutions));
        }
        if was.status == Status::Complete {
            let value = |run: &Run| run.objective.map(|value| value.to_string());
            differ("value", value(was), value(is));
            if was.task != Task::Optimum {
                differ("fundamental", count(was.fundamental), count(is.fundamental));
                let hash = |run: &Run| run.solution_set_hash.clone();
                differ("set of solutions", hash(was), hash(is));
            }
        }
    }
    // A run that was stopped has nothing to agree with, and that is told as its status.
    let wrong = [was.verdict, is.verdict].contains(&Verdict::Disagree);
    if wrong || was.status == is.status {
        differ("verdict", Some(was.verdict.to_string()), Some(is.verdict.to_string()));
    }
    changes
}

fn status(was: &Run, is: &Run) -> Option<Change> {
    if was.status == is.status {
        return None;
    }
    let kind = match (was.answered(), is.answered()) {
        (true, false) => Kind::Regression,
        (false, true) => Kind::Improvement,
        // From one limit to another, or from an error to a timeout.
        _ if is.status == Status::Error => Kind::Regression,
        _ => Kind::Effort,
    };
    Some(change(kind, "status", Some(was.status.to_string()), Some(is.status.to_string())))
}

/// The first counter that both have, if it counts another amount.
fn effort(was: &Run, is: &Run) -> Option<Change> {
    let (name, old) = was.effort.iter().next()?;
    let new = is.effort.get(name)?;
    let counted = |value| Some(number::counted(value, name));
    (old != new).then(|| Change {
        ratio: (old > 0).then(|| new as f64 / old as f64),
        ..change(Kind::Effort, "effort", counted(old), counted(new))
    })
}

/// The total time, if it differs beyond noise.
fn time(was: &Run, is: &Run) -> Option<Change> {
    let (old, new) = (&was.times_ns.total, &is.times_ns.total);
    let (before, after) = (median(old)?, median(new)?);
    let ratio = after.max(1) as f64 / before.max(1) as f64;
    let size = ratio.max(1.0 / ratio);
    let evidence = if old.len().min(new.len()) >= ENOUGH {
        let p = mann_whitney(old, new);
        (p < LEVEL && size >= LEAST_CHANGE).then(|| {
            let p = if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") };
            format!("{p}, {} and {} samples", old.len(), new.len())
        })
    } else {
        let apart = old.iter().max() < new.iter().min() || new.iter().max() < old.iter().min();
        (apart && size >= LEAST_CHANGE_OF_FEW)
            .then(|| format!("ranges apart, {} and {} samples", old.len(), new.len()))
    }?;
    let kind = if ratio > 1.0 { Kind::Regression } else { Kind::Improvement };
    let shown = |time| Some(number::duration(time));
    Some(Change {
        ratio: Some(ratio),
        evidence: Some(evidence),
        ..change(kind, "time", shown(before), shown(after))
    })
}

#[cfg(test)]
mod tests;
