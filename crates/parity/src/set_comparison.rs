//! Runs every solver on every instance of a set, and judges the answers instance by instance.
//!
//! A solver goes through the instances in one worker process, so that its start is charged to none of
//! them; what ends the process costs the instance at hand. Instances are shuffled, as a set in a
//! telling order (easy first, say) flatters solvers that learn or warm up. A solver that is wrong once
//! cannot be trusted with the rest, and is disqualified.

use parity_core::{Problem, Solver, Task};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use xxhash_rust::xxh3::xxh3_128;

use crate::cell::Cell;
use crate::comparison::{engine_version, finished_run, instance};
use crate::host::Host;
use crate::record::{Run, SCHEMA_VERSION, Settings, Status, Verdict};
use crate::set_record::{Answer, Set, SetRecord, SolverAnswers};
use crate::supervisor::{self, Observed, Supervisor};
use crate::verdict::{self, Question};

/// A set of instances of one kind, to be solved by several solvers.
pub struct SetComparison {
    /// Name of the set.
    pub name: String,
    /// The instances.
    pub problems: Vec<Box<dyn Problem>>,
    /// What is asked of each.
    pub task: Task,
    /// The solvers, in the order in which they run.
    pub solvers: Vec<&'static dyn Solver>,
    /// Limits for each instance, and the seed.
    pub settings: Settings,
}

/// Is told how a comparison over a set goes on.
pub trait SetFollower {
    /// A solver begins.
    fn begin(&mut self, solver: &str);

    /// An instance has been answered; the record so far includes it.
    ///
    /// # Errors
    /// Whatever makes it pointless to go on.
    fn answered(&mut self, record: &SetRecord) -> anyhow::Result<()>;

    /// A solver has ended; the record so far includes it.
    ///
    /// # Errors
    /// Whatever makes it pointless to go on.
    fn end(&mut self, record: &SetRecord) -> anyhow::Result<()>;
}

impl SetComparison {
    /// The name of its result files, without ending.
    pub fn file_name(&self) -> String {
        let kind = self.problems.first().map_or("", |problem| problem.kind());
        let plain = |c: char| c.is_alphanumeric() || "-+._".contains(c);
        let name: String = self.name.chars().map(|c| if plain(c) { c } else { '-' }).collect();
        let first = if self.task == Task::First { "-first" } else { "" };
        format!("{kind}-{name}{first}")
    }

    /// Runs all solvers on all instances.
    ///
    /// # Errors
    /// If a worker cannot be started, or the follower fails.
    pub fn run(&self, follower: &mut dyn SetFollower) -> anyhow::Result<SetRecord> {
        let mut record = self.empty_record();
        let mut order: Vec<usize> = (0..self.problems.len()).collect();
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(self.settings.seed));
        for solver in &self.solvers {
            follower.begin(&solver.card().id);
            record.solvers.push(self.unanswered(*solver));
            let mut supervisor = Supervisor::new();
            for &index in &order {
                let observed = self.observe(*solver, index, &mut supervisor)?;
                if supervisor::interrupted() {
                    break;
                }
                let answer = Answer::of(finished_run(*solver, self.task, observed));
                let unable = matches!(answer.status, Status::Unavailable);
                let latest = record.solvers.last_mut().expect("it was just added");
                latest.answers[index] = Some(answer);
                self.judge(&mut record, index);
                follower.answered(&record)?;
                let disqualified = record.solvers.last().is_some_and(|s| s.disqualified.is_some());
                if unable || disqualified {
                    break;
                }
            }
            let all = record.solvers.len() == self.solvers.len();
            record.finished = all && !supervisor::interrupted();
            follower.end(&record)?;
            if supervisor::interrupted() {
                break;
            }
        }
        Ok(record)
    }

    fn observe(
        &self,
        solver: &dyn Solver,
        index: usize,
        supervisor: &mut Supervisor,
    ) -> anyhow::Result<Observed> {
        let problem = &self.problems[index];
        if !solver.card().covers(self.task, problem.kind()) {
            return Ok(Observed { status: Some(Status::Unsupported), ..Observed::default() });
        }
        // One of many small cells: the checked run is the warm-up, the next is timed.
        let cell = Cell::new(&solver.card().id, problem.spec(), self.task, &self.settings);
        Ok(supervisor.run(&cell, &mut |_| ())?)
    }

    /// Gives the verdicts on one instance anew, and with them those on the solvers.
    fn judge(&self, record: &mut SetRecord, index: usize) {
        let published = self.problems[index].published().map(Into::into);
        let question = Question {
            task: self.task,
            break_symmetry: self.settings.break_symmetry,
            direction: None,
            expected: published.as_ref(),
        };
        let asked: Vec<usize> = (0..record.solvers.len())
            .filter(|&s| record.solvers[s].answers[index].is_some())
            .collect();
        let run = |&solver: &usize| {
            let solver = &record.solvers[solver];
            Some(solver.answers[index].as_ref()?.run(self.task, solver))
        };
        let mut runs: Vec<Run> = asked.iter().filter_map(run).collect();
        verdict::judge(&question, &mut runs);
        agree_on_the_cap(record, &mut runs);
        let name = &record.set.instances[index].name;
        for (solver, run) in asked.into_iter().zip(runs) {
            let solver = &mut record.solvers[solver];
            if run.verdict == Verdict::Disagree && solver.disqualified.is_none() {
                let message = run.message.as_deref().unwrap_or("it disagrees");
                solver.disqualified =
                    Some(format!("wrong on instance {} ({name}): {message}", index + 1));
            }
            if let Some(answer) = &mut solver.answers[index] {
                (answer.verdict, answer.message) = (run.verdict, run.message);
            }
        }
        let asked = record.solvers.iter().filter_map(|solver| solver.answers[index].as_ref());
        record.verdict = asked.map(|answer| answer.verdict).fold(record.verdict, worse);
    }

    fn unanswered(&self, solver: &dyn Solver) -> SolverAnswers {
        SolverAnswers {
            solver: solver.card().id.to_string(),
            family: solver.card().family,
            engine_version: engine_version(solver),
            disqualified: None,
            answers: vec![None; self.problems.len()],
        }
    }

    fn empty_record(&self) -> SetRecord {
        let instances: Vec<_> = self.problems.iter().map(|problem| instance(&**problem)).collect();
        let hashes: String = instances.iter().map(|instance| instance.hash.as_str()).collect();
        SetRecord {
            schema_version: SCHEMA_VERSION,
            set: Set {
                kind: self.problems.first().map_or("", |problem| problem.kind()).to_owned(),
                name: self.name.clone(),
                hash: format!("{:032x}", xxh3_128(hashes.as_bytes())),
                instances,
            },
            task: self.task,
            host: Host::current(),
            started_at: crate::record::now(),
            finished: false,
            limits: self.settings.clone(),
            solvers: Vec::new(),
            verdict: Verdict::Unverified,
        }
    }
}

/// Solutions up to the cap prove that there are so many, whichever they are: all who found them agree,
/// if there are two or more who did.
fn agree_on_the_cap(record: &SetRecord, runs: &mut [Run]) {
    let reached = |run: &Run| {
        run.status == Status::Partial
            && run.verdict == Verdict::Unverified
            && record.limits.max_solutions.is_some_and(|cap| run.solutions >= Some(cap))
    };
    if runs.iter().filter(|run| reached(run)).count() > 1 {
        runs.iter_mut().filter(|run| reached(run)).for_each(|run| run.verdict = Verdict::Agree);
    }
}

/// The verdict of two together.
fn worse(a: Verdict, b: Verdict) -> Verdict {
    match (a, b) {
        (Verdict::Disagree, _) | (_, Verdict::Disagree) => Verdict::Disagree,
        (Verdict::Agree, _) | (_, Verdict::Agree) => Verdict::Agree,
        (Verdict::Unverified, Verdict::Unverified) => Verdict::Unverified,
    }
}
