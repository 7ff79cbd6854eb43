//! Runs cells one after the other and judges them together.

use std::io;
use std::path::PathBuf;

use parity_core::{Direction, Family, Problem, Solver, Task};
use xxhash_rust::xxh3::xxh3_128;

use crate::cell::{Cell, Found};
use crate::host::Host;
use crate::record::{Expected, Instance, Record, Run, SCHEMA_VERSION, Settings, Status, Verdict};
use crate::supervisor::{self, Observed};
use crate::times::Times;
use crate::verdict::{self, Question};

/// One problem, to be solved by several solvers.
pub struct Comparison<'a> {
    /// The instance.
    pub problem: &'a dyn Problem,
    /// What is asked.
    pub task: Task,
    /// The solvers, in the order in which they run.
    pub solvers: Vec<&'static dyn Solver>,
    /// Limits and seed.
    pub settings: Settings,
    /// Whether short runs are repeated for more samples of their times.
    pub repeat: bool,
}

/// Is told how a comparison goes on.
pub trait Follower {
    /// A cell begins.
    fn begin(&mut self, solver: &str) {
        let _ = solver;
    }

    /// A cell has found something more.
    fn found(&mut self, found: &Found) {
        let _ = found;
    }

    /// A cell has ended; the record so far includes it.
    ///
    /// # Errors
    /// Whatever makes it pointless to go on.
    fn end(&mut self, record: &Record) -> anyhow::Result<()>;
}

impl Comparison<'_> {
    /// The name of its result files, without ending.
    pub fn name(&self) -> String {
        let mut name = self.problem.name();
        if self.settings.break_symmetry && matches!(self.task, Task::All | Task::Count) {
            name += "-fundamental";
        }
        match self.task {
            Task::All => name,
            Task::First | Task::Count | Task::Optimum => format!("{name}-{}", self.task),
        }
    }

    /// Runs all cells.
    ///
    /// # Errors
    /// If a worker cannot be started, or the follower fails.
    pub fn run(&self, follower: &mut dyn Follower) -> anyhow::Result<Record> {
        let mut record = self.empty_record();
        let mut runs = Vec::new();
        let direction = self.direction();
        for solver in &self.solvers {
            follower.begin(&solver.card().id);
            runs.push(self.run_one(*solver, &mut |found| follower.found(found))?);
            // A verdict depends on all the others, so all are given anew.
            record.runs.clone_from(&runs);
            self.judge(&mut record, direction);
            record.finished = runs.len() == self.solvers.len() && !supervisor::interrupted();
            follower.end(&record)?;
            if supervisor::interrupted() {
                return Ok(record);
            }
        }
        self.look_again(&mut runs, &mut record, follower)?;
        Ok(record)
    }

    /// Solvers whose complete answer is refuted are asked once more, if they have a second look.
    fn look_again(
        &self,
        runs: &mut [Run],
        record: &mut Record,
        follower: &mut dyn Follower,
    ) -> anyhow::Result<()> {
        for (index, solver) in self.solvers.iter().enumerate() {
            let run = &record.runs[index];
            let refuted = run.status == Status::Complete && run.verdict == Verdict::Disagree;
            let Some(otherwise) = solver.second_look().filter(|_| refuted) else {
                continue;
            };
            let refutation = run.message.clone().unwrap_or_default();
            let cell = Cell { doubted: true, ..self.cell(*solver) };
            let observed = supervisor::supervise(&cell, &mut |found| follower.found(found))?;
            runs[index] = finished_run(*solver, self.task, observed);
            let remark = format!("with {otherwise}, as its first answer was refuted: {refutation}");
            let message = &mut runs[index].message;
            *message =
                Some(message.take().map_or(remark.clone(), |said| format!("{remark}; {said}")));
            record.runs.clone_from_slice(runs);
            self.judge(record, self.direction());
            record.finished = !supervisor::interrupted();
            follower.end(record)?;
            if supervisor::interrupted() {
                break;
            }
        }
        Ok(())
    }

    /// Runs one solver; its verdict is only whether its solutions were right.
    ///
    /// # Errors
    /// If a worker cannot be started.
    pub fn run_one(
        &self,
        solver: &'static dyn Solver,
        found: &mut dyn FnMut(&Found),
    ) -> io::Result<Run> {
        let observed = if solver.card().covers(self.task, self.problem.kind()) {
            supervisor::supervise(&self.cell(solver), found)?
        } else {
            declared_unsupported(self.task, self.problem.kind())
        };
        Ok(finished_run(solver, self.task, observed))
    }

    /// Whether large or small values are better, if a best one is asked for.
    pub fn direction(&self) -> Option<Direction> {
        match self.task {
            Task::Optimum => self.problem.model().objective().map(|objective| objective.direction),
            Task::First | Task::All | Task::Count => None,
        }
    }

    /// Sets the verdicts of a record's runs, which have none but that their solutions were right.
    pub fn judge(&self, record: &mut Record, direction: Option<Direction>) {
        let question = Question {
            task: self.task,
            break_symmetry: self.settings.break_symmetry,
            direction,
            expected: record.expected.as_ref(),
        };
        record.verdict = verdict::judge(&question, &mut record.runs);
    }

    /// The cell of a solver.
    pub fn cell(&self, solver: &dyn Solver) -> Cell {
        let problem = self.problem.spec();
        let cell = Cell::new(&solver.card().id, problem, self.task, &self.settings);
        Cell { repeat: self.repeat, ..cell }
    }

    /// The record of no run.
    pub fn empty_record(&self) -> Record {
        Record {
            schema_version: SCHEMA_VERSION,
            problem: instance(self.problem),
            task: self.task,
            host: Host::current(),
            started_at: crate::record::now(),
            finished: self.solvers.is_empty(),
            limits: self.settings.clone(),
            expected: self.expected(),
            jobs: None,
            runs: Vec::new(),
            skipped: Vec::new(),
            verdict: Verdict::Unverified,
        }
    }

    fn expected(&self) -> Option<Expected> {
        if self.task == Task::Optimum {
            return self.problem.published_optimum().map(Expected::from);
        }
        self.problem.published().map(Expected::from)
    }
}

/// What a record says of the instance.
pub(crate) fn instance(problem: &dyn Problem) -> Instance {
    let parameters = problem.spec();
    let text = serde_json::to_string(&parameters).expect("a specification is plain data");
    Instance {
        kind: problem.kind().to_owned(),
        name: problem.name(),
        parameters,
        hash: format!("{:032x}", xxh3_128(text.as_bytes())),
    }
}

/// Name and version of a solver's engine, or of this program.
pub(crate) fn engine_version(solver: &dyn Solver) -> Option<String> {
    let built_in = concat!("parity ", env!("CARGO_PKG_VERSION"));
    let ours = (solver.card().family == Family::HandWritten).then(|| built_in.to_owned());
    solver.engine_version().or(ours)
}

/// The run that was observed; its verdict is only whether its solutions were right.
pub(crate) fn finished_run(solver: &dyn Solver, task: Task, observed: Observed) -> Run {
    let card = solver.card();
    let status = observed.status.unwrap_or(Status::Error);
    let ran = !matches!(status, Status::Unsupported | Status::Unavailable);
    let found = observed.found.or_else(|| (ran && status != Status::Error).then(Found::default));
    let keeps_solution = matches!(task, Task::First | Task::Optimum);
    let wrong = observed.wrong.is_some();
    let forgot = found.as_ref().is_some_and(|found| found.solutions > 0 && !found.all_remembered);
    let forgetful = forgot.then(|| "too many solutions to notice every repetition".to_owned());
    Run {
        solver: card.id.to_string(),
        family: card.family,
        engine_version: engine_version(solver),
        task,
        status,
        solutions: found.as_ref().map(|found| found.solutions),
        fundamental: found.as_ref().and_then(|found| found.fundamental),
        orbits: found.as_ref().map(|found| found.orbits.clone()).unwrap_or_default(),
        solution_set_hash: found
            .as_ref()
            .map(|found| found.set_hash.clone())
            .filter(|hash| !hash.is_empty()),
        objective: found.as_ref().and_then(|found| found.objective),
        solution: found.and_then(|found| found.latest).filter(|_| keeps_solution),
        effort: observed.effort,
        size: observed.size,
        times_ns: if ran { Times::of(&observed.samples) } else { Times::default() },
        peak_rss_bytes: observed.peak_rss_bytes.filter(|_| ran),
        verdict: if wrong { Verdict::Disagree } else { Verdict::Unverified },
        message: observed.wrong.or(observed.message).or(forgetful),
        host: None,
    }
}

fn declared_unsupported(task: Task, kind: &str) -> Observed {
    Observed {
        status: Some(Status::Unsupported),
        message: Some(format!("it does not claim task `{task}` on {kind}")),
        ..Observed::default()
    }
}

/// The directory for results: `bench-results` here or in the nearest directory above that has one.
pub fn default_directory() -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    let found = here
        .ancestors()
        .map(|directory| directory.join("bench-results"))
        .find(|path| path.is_dir());
    found.unwrap_or_else(|| PathBuf::from("bench-results"))
}
