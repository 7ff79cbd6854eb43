//! What changed from one comparison to another.

use super::answer::{answers, status};
use super::{Change, Comparable, Difference, Key, Kind, change, key, mann_whitney};
use crate::number;
use crate::record::{Record, Run, median};

/// The level of the test.
const LEVEL: f64 = 0.01;
/// The least change of the median that is told, with a test.
const LEAST_CHANGE: f64 = 1.05;
/// The same with few samples.
const LEAST_CHANGE_OF_FEW: f64 = 1.3;
/// Samples on each side without which the test says nothing: with five, its least p is 0.8 %.
const ENOUGH: usize = 5;

impl Comparable for Record {
    type Said = Run;

    fn key(&self) -> Key {
        key(&self.problem.hash, self.task, &self.limits)
    }

    fn label(&self) -> String {
        format!("{}, {}", self.problem.name, self.question())
    }

    fn started_at(&self) -> &str {
        &self.started_at
    }

    fn said(&self) -> &[Run] {
        &self.runs
    }

    fn solver(run: &Run) -> &str {
        &run.solver
    }

    fn outline(run: &Run) -> (&'static str, String) {
        ("run", run.status.to_string())
    }

    fn compare(&self, was: &Run, new: &Self, is: &Run, result: &str, difference: &mut Difference) {
        difference.runs += 1;
        let mut changes = answers(was, is);
        changes.extend(status(was, is, [was.answered(), is.answered()]));
        if was.answered() && is.answered() {
            changes.extend(effort(was, is));
            if self.host_of(was).times_compare_with(new.host_of(is)) {
                difference.times += 1;
                changes.extend(time(was, is));
            } else {
                difference.elsewhere += 1;
            }
        }
        difference.add(changes, result, &was.solver);
    }
}

/// The first counter that both have, if it counts another amount.
fn effort(was: &Run, is: &Run) -> Option<Change> {
    let both = |(name, old)| Some((name, old, is.effort.get(name)?));
    let (name, old, new) = was.effort.iter().find_map(both)?;
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
