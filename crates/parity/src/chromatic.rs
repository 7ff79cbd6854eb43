//! The chromatic number of a graph by many solvers: each is asked whether k colours do, from the size
//! of a clique upwards, until they do. That k − 1 do not is then proved, by the solver or by the clique.
//!
//! The clique is the same for all and its vertices have fixed colours, which breaks most of the symmetry
//! of colours. What a solver said to all its questions is one run of a record whose task is to make the
//! number of colours small.

use parity_core::graph::clique;
use parity_core::problem::GraphColouring;
use parity_core::{Direction, Problem, Solver, Tally, Task};

use crate::cell::{Cell, Sample};
use crate::comparison::{Comparison, Follower, finished_run};
use crate::record::{Expected, Record, Run, Settings, Status, median};
use crate::supervisor::{self, Observed, Supervisor};
use crate::verdict::{self, Question};

/// The chromatic number of one graph, to be found by several solvers.
pub struct ChromaticComparison<'a> {
    /// The graph; the number of colours is of no importance.
    pub colouring: &'a GraphColouring,
    /// The solvers, in the order in which they run.
    pub solvers: Vec<&'static dyn Solver>,
    /// Limits, for all questions to a solver together, and the seed.
    pub settings: Settings,
}

impl ChromaticComparison<'_> {
    /// The name of its result files, without ending.
    pub fn name(&self) -> String {
        let name = self.colouring.with_colours(0).name();
        format!("{}-minimum", name.trim_end_matches("-0"))
    }

    /// Asks all solvers.
    ///
    /// # Errors
    /// If a worker cannot be started, or the follower fails.
    pub fn run(&self, follower: &mut dyn Follower) -> anyhow::Result<Record> {
        let clique = clique::greedy(self.colouring.graph());
        let mut record = self.empty_record(clique.len());
        let mut runs = Vec::new();
        for solver in &self.solvers {
            follower.begin(&solver.card().id);
            runs.push(self.ask(*solver, clique.len())?);
            record.runs.clone_from(&runs);
            let question = Question {
                task: Task::Optimum,
                break_symmetry: false,
                direction: Some(Direction::Minimise),
                expected: record.expected.as_ref(),
            };
            record.verdict = verdict::judge(&question, &mut record.runs);
            record.finished = runs.len() == self.solvers.len() && !supervisor::interrupted();
            follower.end(&record)?;
            if supervisor::interrupted() {
                break;
            }
        }
        Ok(record)
    }

    /// Asks one solver for more and more colours.
    fn ask(&self, solver: &dyn Solver, clique: usize) -> anyhow::Result<Run> {
        let mut supervisor = Supervisor::new();
        let mut whole = Observed::default();
        let mut total = Sample::default();
        let mut questions = 0;
        for colours in clique.. {
            let problem = self.colouring.with_colours(colours).with_clique_fixed();
            let left = self.settings.timeout_ns.saturating_sub(total.total);
            let cell = self.cell(solver, &problem, left);
            let observed = supervisor.run(&cell, &mut |_| ())?;
            questions += 1;
            let times: Vec<u64> = observed.samples.iter().map(|sample| sample.total).collect();
            total.total += median(&times).unwrap_or(0);
            let refuted = observed.status == Some(Status::Complete)
                && observed.found.as_ref().is_some_and(|found| found.solutions == 0);
            add(&mut whole, observed);
            if !refuted {
                self.conclude(&mut whole, colours, clique);
                break;
            }
        }
        whole.effort.set("questions", questions);
        whole.samples = vec![total];
        Ok(finished_run(solver, Task::Optimum, whole))
    }

    /// A solver whose answer was not "no" has found the number, or broke off.
    fn conclude(&self, whole: &mut Observed, colours: usize, clique: usize) {
        let found = whole.found.as_ref().is_some_and(|found| found.solutions > 0);
        if found && whole.wrong.is_none() {
            whole.status = Some(Status::Complete);
            if let Some(found) = &mut whole.found {
                found.objective = i64::try_from(colours).ok();
            }
        } else if whole.wrong.is_none() && colours > clique {
            let why = whole.message.take().map_or_else(String::new, |why| format!("; {why}"));
            whole.message = Some(format!("fewer than {colours} colours do not do{why}"));
        }
    }

    fn cell(&self, solver: &dyn Solver, problem: &GraphColouring, timeout_ns: u64) -> Cell {
        Cell {
            solver: solver.card().id.to_string(),
            problem: problem.spec(),
            task: Task::First,
            timeout_ns,
            memory_bytes: self.settings.memory_bytes,
            max_solutions: None,
            seed: self.settings.seed,
            break_symmetry: false,
            doubted: false,
            repeat: true,
            repetitions: self.settings.repetitions,
        }
    }

    /// The record of no run. The instance has the colours of the clique, the first that are tried.
    fn empty_record(&self, clique: usize) -> Record {
        let problem = self.colouring.with_colours(clique).with_clique_fixed();
        let comparison = Comparison {
            problem: &problem,
            task: Task::Optimum,
            solvers: Vec::new(),
            settings: self.settings.clone(),
            repeat: true,
        };
        let mut record = comparison.empty_record();
        record.problem.name = self.name();
        record.finished = self.solvers.is_empty();
        let known = self.colouring.chromatic_number();
        record.expected =
            known.and_then(|number| i64::try_from(number).ok()).map(|number| Expected {
                solutions: None,
                fundamental: None,
                optimum: Some(number),
                source: "known of the named graph".to_owned(),
            });
        record
    }
}

/// Adds what came of a question to what came of those before.
fn add(whole: &mut Observed, question: Observed) {
    let mut effort = Tally::new();
    let names = whole.effort.iter().chain(question.effort.iter()).map(|(name, _)| name);
    for name in names {
        let sum = whole.effort.get(name).unwrap_or(0) + question.effort.get(name).unwrap_or(0);
        effort.set(name, sum);
    }
    *whole = Observed {
        effort,
        peak_rss_bytes: whole.peak_rss_bytes.max(question.peak_rss_bytes),
        ..question
    };
}

/// So many timed repetitions of each question.
pub const REPETITIONS: u64 = 1;
