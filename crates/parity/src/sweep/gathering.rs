//! Records from finished cells: the runs of a group in the order of its plan, with what was left out
//! and why, judged together as in any comparison.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::path::Path;

use anyhow::Context;
use parity_core::{Direction, Problem};

use crate::file::write_atomically;
use crate::host::Host;
use crate::record::{Record, Run, Skipped, Status};
use crate::sweep::journal::Entry;
use crate::sweep::plan::{Group, Plan, Planned};

/// The finished cells by id.
pub type Finished = HashMap<String, Entry>;

/// Makes the records of a plan.
pub struct Gathering<'a> {
    plan: &'a Plan,
    /// The cells that are to be in the records: all, or those of a shard.
    share: HashSet<&'a str>,
    /// The cells that have finished.
    pub finished: Finished,
    problems: Vec<OnceCell<Built>>,
}

/// An instance, built when it is first needed.
struct Built {
    problem: Box<dyn Problem>,
    direction: Option<Direction>,
}

impl<'a> Gathering<'a> {
    /// The records of these cells.
    pub fn new(plan: &'a Plan, share: &[&'a Planned], finished: Finished) -> Self {
        let share = share.iter().map(|planned| &*planned.cell).collect();
        let problems = plan.groups.iter().map(|_| OnceCell::new()).collect();
        Gathering { plan, share, finished, problems }
    }

    /// Why a cell need not run: in each of its groups its solver has met a limit before.
    pub fn stopped(&self, planned: &Planned) -> bool {
        let stopped = |group: &usize| self.reason(*group, &planned.solver).is_some();
        planned.groups.iter().all(stopped)
    }

    fn reason(&self, group: usize, solver: &str) -> Option<String> {
        let status = |cell: &str| Some(self.finished.get(cell)?.run.status);
        self.plan.stopped(group, solver, &status)
    }

    /// What is neither finished nor to be left out: solver and record.
    pub fn missing(&self) -> Vec<(&'a str, &'a Group)> {
        let mut missing = Vec::new();
        for (index, group) in self.plan.groups.iter().enumerate() {
            for run in group.runs.iter().filter(|run| self.share.contains(&*run.cell)) {
                if !self.finished.contains_key(&run.cell)
                    && self.reason(index, &run.solver).is_none()
                {
                    missing.push((&*run.solver, group));
                }
            }
        }
        missing
    }

    /// The record of a group as far as its cells have finished; `None` if none has.
    ///
    /// # Errors
    /// If the instance cannot be built.
    pub fn record(&self, index: usize) -> anyhow::Result<Option<Record>> {
        let group = &self.plan.groups[index];
        let mine: Vec<_> =
            group.runs.iter().filter(|run| self.share.contains(&*run.cell)).collect();
        let entries: Vec<&Entry> =
            mine.iter().filter_map(|run| self.finished.get(&run.cell)).collect();
        let Some(host) = usual_host(&entries) else { return Ok(None) };
        let built = self.built(index)?;
        let comparison = group.comparison(&*built.problem);
        let mut record = comparison.empty_record();
        let elsewhere =
            |entry: &Entry| (!entry.host.times_compare_with(host)).then(|| entry.host.clone());
        record.runs = entries
            .iter()
            .map(|entry| Run { host: elsewhere(entry), ..entry.run.clone() })
            .collect();
        let left_out = mine.iter().filter(|run| !self.finished.contains_key(&run.cell));
        record.skipped = left_out
            .filter_map(|run| {
                let reason = self.reason(index, &run.solver)?;
                Some(Skipped { solver: run.solver.clone(), reason })
            })
            .collect();
        record.host = host.clone();
        record.started_at =
            entries.iter().map(|entry| entry.started_at.clone()).min().unwrap_or_default();
        record.jobs = entries.iter().map(|entry| entry.jobs).max().filter(|jobs| *jobs > 1);
        record.finished = record.runs.len() + record.skipped.len() == mine.len();
        comparison.judge(&mut record, built.direction);
        Ok(Some(record))
    }

    fn built(&self, index: usize) -> anyhow::Result<&Built> {
        let group = &self.plan.groups[index];
        if let Some(built) = self.problems[index].get() {
            return Ok(built);
        }
        let problem = group.problem.build().with_context(|| group.file())?;
        let direction = group.comparison(&*problem).direction();
        Ok(self.problems[index].get_or_init(|| Built { problem, direction }))
    }

    /// Writes the record of a group, or takes an old one away if nothing of it has finished.
    ///
    /// # Errors
    /// If it cannot be made or written.
    pub fn write(&self, index: usize, directory: &Path) -> anyhow::Result<Option<Record>> {
        let path = directory.join(self.plan.groups[index].file());
        let record = self.record(index)?;
        match &record {
            Some(record) => write_atomically(&path, &record.to_json())
                .with_context(|| format!("cannot write {}", path.display()))?,
            None => {
                // There may be none.
                let _ = std::fs::remove_file(&path);
            }
        }
        Ok(record)
    }
}

/// The host on which most of the entries ran, the first of several.
fn usual_host<'e>(entries: &[&'e Entry]) -> Option<&'e Host> {
    let alike =
        |host: &Host| entries.iter().filter(|entry| entry.host.times_compare_with(host)).count();
    let most = entries.iter().map(|entry| alike(&entry.host)).max()?;
    entries.iter().map(|entry| &entry.host).find(|host| alike(host) == most)
}

/// Whether two results of one cell contradict each other: they say they are complete, and differ.
pub fn contradict(a: &Run, b: &Run) -> bool {
    let answer = |run: &Run| (run.solutions, run.solution_set_hash.clone(), run.objective);
    let complete = a.status == Status::Complete && b.status == Status::Complete;
    let same_solution_not_needed = a.objective.is_some() && a.objective == b.objective;
    complete && !same_solution_not_needed && answer(a) != answer(b)
}
