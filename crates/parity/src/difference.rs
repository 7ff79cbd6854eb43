//! What changed from one set of results to another: answers, and times beyond noise.
//!
//! Two sets of samples differ in time if a two-sided Mann-Whitney U test says so at the level of 1 %
//! and the medians differ by at least 5 %. With fewer than five samples on a side the test can say
//! nothing; then the ranges must not overlap, and the medians differ by at least 30 %. Both are about
//! samples of one process on a quiet machine: a machine that was busy for one of the two results is
//! not seen by any test.
//!
//! Of sets of instances, answers and statuses are compared, instance by instance: each time is a single
//! sample. Studies are not compared.

use std::collections::BTreeMap;
use std::fmt;

use parity_core::Task;
use serde::Serialize;

use crate::number;
use crate::record::Settings;
use crate::results::{Filed, Results};

mod answer;
mod mann_whitney;
mod record;
mod set;

pub use mann_whitney::mann_whitney;

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
    /// It ended in another way, and is as much of an answer as before.
    Status,
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
            Kind::Status => "status",
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
    /// The record: its directory and instance, or that of a set.
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
    /// Runs that both have, each answer about a set of instances among them.
    pub runs: usize,
    /// Times of these that could be compared: same host, both answered.
    pub times: usize,
    /// Times of these that could not, as they are of different hosts.
    pub elsewhere: usize,
    /// Studies on either side, which are not compared.
    pub studies: usize,
}

impl Difference {
    /// Compares two sets of results.
    pub fn between(old: &Results, new: &Results) -> Self {
        let studies = old.studies.len() + new.studies.len();
        let mut difference = Difference { studies, ..Difference::default() };
        difference.pair(&old.records, &new.records);
        difference.pair(&old.sets, &new.sets);
        difference.changes.sort_by(|a, b| {
            (a.kind, &a.result, &a.solver, &a.what).cmp(&(b.kind, &b.result, &b.solver, &b.what))
        });
        difference
    }

    /// Whether some answer is another one.
    pub fn answers_changed(&self) -> bool {
        self.changes.iter().any(|change| change.kind == Kind::Answer)
    }

    /// Compares those that answer the same question.
    fn pair<T: Comparable>(&mut self, old: &[Filed<T>], new: &[Filed<T>]) {
        let (old, new) = (by_key(old), by_key(new));
        for (key, record) in &old {
            match new.get(key) {
                Some(now) => self.compare(&record.content, &now.content, &label(record)),
                None => self.changes.push(whole(Kind::Gone, record)),
            }
        }
        let fresh = new.iter().filter(|(key, _)| !old.contains_key(*key));
        self.changes.extend(fresh.map(|(_, record)| whole(Kind::New, record)));
    }

    /// Compares what each solver said, in two records of this name.
    fn compare<T: Comparable>(&mut self, old: &T, new: &T, result: &str) {
        for was in old.said() {
            match said_by(new, T::solver(was)) {
                Some(is) => old.compare(was, new, is, result, self),
                None => self.changes.push(only::<T>(Kind::Gone, result, was)),
            }
        }
        let fresh = new.said().iter().filter(|said| said_by(old, T::solver(said)).is_none());
        self.changes.extend(fresh.map(|said| only::<T>(Kind::New, result, said)));
    }

    /// Adds changes of what a solver said.
    fn add(&mut self, changes: Vec<Change>, result: &str, solver: &str) {
        let of_solver = |change| Change {
            result: result.to_owned(),
            solver: Some(solver.to_owned()),
            ..change
        };
        self.changes.extend(changes.into_iter().map(of_solver));
    }
}

/// What is compared with an older one of its kind.
trait Comparable {
    /// What one solver said.
    type Said;

    /// What makes two of them answers to the same question.
    fn key(&self) -> Key;

    /// The question in words, without the seed.
    fn label(&self) -> String;

    /// When it began, as RFC 3339.
    fn started_at(&self) -> &str;

    /// What the solvers said that were asked.
    fn said(&self) -> &[Self::Said];

    /// Id of the solver.
    fn solver(said: &Self::Said) -> &str;

    /// What it is, and its content in a few words, for one that only one side has.
    fn outline(said: &Self::Said) -> (&'static str, String);

    /// Tells what changed from what a solver said to what it said in a newer record.
    fn compare(
        &self,
        was: &Self::Said,
        new: &Self,
        is: &Self::Said,
        result: &str,
        difference: &mut Difference,
    );
}

/// Instances, task and settings.
type Key = (String, &'static str, bool, Option<u64>, u64);

fn key(hash: &str, task: Task, limits: &Settings) -> Key {
    let hash = hash.to_owned();
    (hash, task.name(), limits.break_symmetry, limits.max_solutions, limits.seed)
}

/// The records by directory and question; of several the newest.
fn by_key<T: Comparable>(records: &[Filed<T>]) -> BTreeMap<(&str, Key), &Filed<T>> {
    let mut records: Vec<&Filed<T>> = records.iter().collect();
    records.sort_by(|a, b| a.content.started_at().cmp(b.content.started_at()));
    let keyed = |filed| {
        let Filed { folder, content }: &Filed<T> = filed;
        ((folder.as_str(), content.key()), filed)
    };
    records.into_iter().map(keyed).collect()
}

fn label<T: Comparable>(filed: &Filed<T>) -> String {
    let folder =
        if filed.folder.is_empty() { String::new() } else { format!("{}: ", filed.folder) };
    let seed = match filed.content.key().4 {
        0 => String::new(),
        seed => format!(", seed {seed}"),
    };
    format!("{folder}{}{seed}", filed.content.label())
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
fn whole<T: Comparable>(kind: Kind, filed: &Filed<T>) -> Change {
    let solvers = number::counted(filed.content.said().len() as u64, "solvers");
    Change { result: label(filed), ..on_one_side(kind, "record", solvers) }
}

/// What a solver said, if it was asked.
fn said_by<'a, T: Comparable>(record: &'a T, solver: &str) -> Option<&'a T::Said> {
    record.said().iter().find(|said| T::solver(said) == solver)
}

/// A solver that only one side has.
fn only<T: Comparable>(kind: Kind, result: &str, said: &T::Said) -> Change {
    let (what, content) = T::outline(said);
    Change {
        result: result.to_owned(),
        solver: Some(T::solver(said).to_owned()),
        ..on_one_side(kind, what, content)
    }
}

/// What only the old results have, or only the new ones.
fn on_one_side(kind: Kind, what: &str, content: String) -> Change {
    let (old, new) = if kind == Kind::Gone { (Some(content), None) } else { (None, Some(content)) };
    change(kind, what, old, new)
}

#[cfg(test)]
mod tests;
