//! Runs what the journal does not have, one cell at a time unless told otherwise.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::{Condvar, Mutex, MutexGuard};

use crate::host::Host;
use crate::record::Record;
use crate::registry::Registry;
use crate::supervisor;
use crate::sweep::gathering::{Finished, Gathering};
use crate::sweep::journal::{Entry, Journal};
use crate::sweep::manifest::Manifest;
use crate::sweep::plan::{Plan, Planned};
use crate::sweep::shard::Shard;
use crate::sweep::version::Program;

/// A plan, and how it is to be run.
pub struct Execution<'a> {
    /// What to run.
    pub plan: &'a Plan,
    /// The solvers.
    pub registry: &'a Registry,
    /// Where journal and records go.
    pub directory: PathBuf,
    /// Only this share of the cells.
    pub shard: Option<Shard>,
    /// How many cells run at the same time.
    pub jobs: u64,
    /// Whether finished cells run anew.
    pub rerun: bool,
}

/// Is told how a sweep goes on; from several threads if several cells run at the same time.
pub trait Follower: Sync {
    /// The sweep begins: so many cells, of which so many are known from before.
    fn begin(&self, cells: usize, known: usize);
    /// A cell begins.
    fn cell(&self, planned: &Planned);
    /// A cell has ended, or (`None`) is left out as its solver has met a limit before.
    fn end(&self, planned: &Planned, entry: Option<&Entry>);
}

/// What the threads share.
struct Board<'a> {
    pending: Vec<&'a Planned>,
    /// Units of which a cell is running.
    busy: HashSet<&'a str>,
    gathering: Gathering<'a>,
    journal: Journal,
    failure: Option<anyhow::Error>,
}

/// What a thread does next.
enum Step<'a> {
    Run(&'a Planned),
    Wait,
    Done,
}

impl Execution<'_> {
    /// Runs the cells and gives the records of the plan, without those of which nothing has finished.
    ///
    /// # Errors
    /// If a result cannot be written or a worker not be started.
    pub fn run(&self, follower: &dyn Follower) -> anyhow::Result<Vec<(usize, Record)>> {
        let program = Program::current()?;
        let (journal, contents) = Journal::open(&self.directory)?;
        Manifest::new(self.plan, self.shard).replace_in(&self.directory)?;
        let share = self.plan.share(self.shard);
        let mut finished = Finished::new();
        for entry in contents.entries {
            let solver = self.registry.get(&entry.run.solver);
            if !self.rerun && solver.is_ok_and(|row| entry.version == program.version(row)) {
                finished.insert(entry.cell.clone(), entry);
            }
        }
        let known = share.iter().filter(|cell| finished.contains_key(&cell.cell)).count();
        follower.begin(share.len(), known);
        let pending =
            share.iter().copied().filter(|cell| !finished.contains_key(&cell.cell)).collect();
        let gathering = Gathering::new(self.plan, &share, finished);
        for index in 0..self.plan.groups.len() {
            self.write(&gathering, index)?;
        }
        let board = Board { pending, busy: HashSet::new(), gathering, journal, failure: None };
        let (board, changed) = (Mutex::new(board), Condvar::new());
        std::thread::scope(|scope| {
            for _ in 0..self.jobs {
                scope.spawn(|| self.work(&program, follower, &board, &changed));
            }
        });
        let board = board.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(failure) = board.failure {
            return Err(failure);
        }
        let mut records = Vec::new();
        for index in 0..self.plan.groups.len() {
            // Written once more: what was left out at the end is in it.
            let record = self.write(&board.gathering, index)?;
            records.extend(record.map(|record| (index, record)));
        }
        Ok(records)
    }

    /// One thread: takes a cell, runs it, writes it down, until none is left.
    fn work<'p>(
        &self,
        program: &Program,
        follower: &dyn Follower,
        board: &Mutex<Board<'p>>,
        changed: &Condvar,
    ) {
        let mut held = lock(board);
        loop {
            match next(&mut held, follower) {
                Step::Done => break,
                Step::Wait => {
                    held = changed.wait(held).unwrap_or_else(std::sync::PoisonError::into_inner);
                }
                Step::Run(planned) => {
                    drop(held);
                    let result = self.run_cell(program, planned, follower);
                    held = lock(board);
                    held.busy.remove(&*planned.unit);
                    if let Err(error) =
                        result.and_then(|entry| self.keep(&mut held, planned, entry, follower))
                    {
                        held.failure.get_or_insert(error);
                    }
                    changed.notify_all();
                }
            }
        }
        changed.notify_all();
    }

    /// Runs a cell; nothing comes of it if the user wants to stop.
    fn run_cell(
        &self,
        program: &Program,
        planned: &Planned,
        follower: &dyn Follower,
    ) -> anyhow::Result<Option<Entry>> {
        follower.cell(planned);
        let group = &self.plan.groups[planned.groups[0]];
        let solver = self.registry.get(&planned.solver)?;
        let problem = group.problem.build()?;
        let comparison = group.comparison(&*problem);
        let started_at = crate::record::now();
        let run = comparison.run_one(solver, &mut |_| ())?;
        let entry = Entry {
            cell: planned.cell.clone(),
            version: program.version(solver),
            started_at,
            host: Host::current(),
            jobs: self.jobs,
            run,
        };
        Ok((!supervisor::interrupted()).then_some(entry))
    }

    /// Makes a record and writes it. The records of a shard would be parts of records: only the
    /// journal is written of it, and the records when shards are merged.
    fn write(&self, gathering: &Gathering, index: usize) -> anyhow::Result<Option<Record>> {
        match self.shard {
            None => gathering.write(index, &self.directory),
            Some(_) => gathering.record(index),
        }
    }

    fn keep(
        &self,
        board: &mut Board,
        planned: &Planned,
        entry: Option<Entry>,
        follower: &dyn Follower,
    ) -> anyhow::Result<()> {
        let Some(entry) = entry else { return Ok(()) };
        board.journal.append(&entry)?;
        follower.end(planned, Some(&entry));
        board.gathering.finished.insert(planned.cell.clone(), entry);
        for &group in &planned.groups {
            self.write(&board.gathering, group)?;
        }
        Ok(())
    }
}

/// Takes the first cell whose unit is not running, past those that are to be left out.
fn next<'a>(board: &mut Board<'a>, follower: &dyn Follower) -> Step<'a> {
    let mut at = 0;
    while board.failure.is_none() && !supervisor::interrupted() {
        let Some(&planned) = board.pending.get(at) else {
            return if board.pending.is_empty() { Step::Done } else { Step::Wait };
        };
        if board.busy.contains(&*planned.unit) {
            at += 1;
            continue;
        }
        board.pending.remove(at);
        if board.gathering.stopped(planned) {
            follower.end(planned, None);
            continue;
        }
        board.busy.insert(&planned.unit);
        return Step::Run(planned);
    }
    Step::Done
}

fn lock<'b, 'a>(board: &'b Mutex<Board<'a>>) -> MutexGuard<'b, Board<'a>> {
    board.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
