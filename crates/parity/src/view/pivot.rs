//! Runs turned into tables: a row for every solver, a column for every size or instance.
//!
//! Step 1, group: what may stand in one table has the same directory, problem, task and machine.
//! Step 2, place: each run goes to the cell of its solver and its size; of two runs that repeat one
//! another the newer counts. Step 3, sum up: the runs of a cell, which differ in their seeds, become
//! one number.

use std::collections::BTreeMap;

use parity_core::Task;

use super::grid::{Cell, Column, Grid, Number, Row, Typical};
use super::measure::{Measure, Observation};
use crate::number;
use crate::record::{Record, Run, Status};
use crate::results::Results;
use crate::statistics::{Summary, quantile};

/// The tables of a measure, one for each group of runs that belong together.
pub fn pivot(results: &Results, measure: &Measure) -> Vec<Grid> {
    let mut groups: Vec<(Group, Vec<Observed>)> = Vec::new();
    for filed in &results.records {
        let record = &filed.content;
        for run in &record.runs {
            let group = Group::of(&filed.folder, record, run);
            match groups.iter_mut().find(|(known, _)| *known == group) {
                Some((_, runs)) => runs.push((record, run)),
                None => groups.push((group, vec![(record, run)])),
            }
        }
    }
    let grids = groups.into_iter().map(|(group, runs)| group.grid(runs, measure));
    grids.filter(|grid| grid.numbers().next().is_some()).collect()
}

/// A run, and the record that says what it is a run of.
type Observed<'a> = (&'a Record, &'a Run);

/// What the runs of one table have in common.
#[derive(PartialEq, Eq)]
struct Group {
    folder: String,
    kind: String,
    /// Options such as the objective, for problems that are made from a size.
    options: BTreeMap<String, String>,
    sized: bool,
    task: Task,
    break_symmetry: bool,
    max_solutions: Option<u64>,
    host: String,
}

impl Group {
    fn of(folder: &str, record: &Record, run: &Run) -> Self {
        let parameters = &record.problem.parameters;
        let sized = parameters.n.is_some() && parameters.text.is_none();
        Group {
            folder: folder.to_owned(),
            kind: record.problem.kind.clone(),
            options: if sized { parameters.options.clone() } else { BTreeMap::new() },
            sized,
            task: record.task,
            break_symmetry: record.limits.break_symmetry,
            max_solutions: record.limits.max_solutions,
            host: record.host_of(run).description(),
        }
    }

    /// "latin square (reward)"
    fn subject(&self) -> String {
        let options: Vec<&str> = self.options.values().map(String::as_str).collect();
        let options =
            if options.is_empty() { String::new() } else { format!(" ({})", options.join(", ")) };
        format!("{}{options}", self.kind.replace('-', " "))
    }

    fn grid(self, mut runs: Vec<Observed>, measure: &Measure) -> Grid {
        // The newest last, so that it counts. Times are RFC 3339 in UTC, which sorts.
        runs.sort_by(|(a, _), (b, _)| a.started_at.cmp(&b.started_at));
        let question = runs.first().map(|(record, _)| record.question()).unwrap_or_default();
        let title = format!("{}, {question}", self.subject());
        let placed = Placed::place(&runs, self.sized);
        let columns = placed.columns.iter().map(|place| Column {
            label: place.label(),
            position: place.size.map(|n| n as f64),
            quantity: measure.quantity,
        });
        let rows: Vec<Row> = placed.rows(measure);
        let mut grid = Grid {
            title,
            folder: self.folder,
            host: self.host,
            down: "solver",
            across: if self.sized { "n" } else { "instance" },
            columns: columns.collect(),
            rows,
            notes: Vec::new(),
        };
        grid.notes = placed.notes(&grid);
        grid
    }
}

/// A size or an instance, in the order of columns.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    size: Option<u64>,
    instance: String,
}

impl Place {
    fn of(record: &Record, sized: bool) -> Self {
        if sized {
            Place { size: record.problem.parameters.n, instance: String::new() }
        } else {
            let prefix = format!("{}-", record.problem.kind);
            let name = &record.problem.name;
            let instance = name.strip_prefix(&prefix).unwrap_or(name).to_owned();
            Place { size: None, instance }
        }
    }

    fn label(&self) -> String {
        self.size.map_or_else(|| self.instance.clone(), number::count)
    }
}

/// The runs of a group, each in its cell.
struct Placed<'a> {
    columns: Vec<Place>,
    /// The solvers by family, and within one in the order of the records.
    solvers: Vec<&'a Run>,
    /// By solver, column and seed.
    runs: BTreeMap<(&'a str, Place, u64), Observed<'a>>,
    /// How many were replaced by newer ones.
    replaced: u64,
}

impl<'a> Placed<'a> {
    fn place(runs: &[Observed<'a>], sized: bool) -> Self {
        let mut placed = Placed {
            columns: runs.iter().map(|(record, _)| Place::of(record, sized)).collect(),
            solvers: Vec::new(),
            runs: BTreeMap::new(),
            replaced: 0,
        };
        placed.columns.sort();
        placed.columns.dedup();
        for &(record, run) in runs {
            if !placed.solvers.iter().any(|known| known.solver == run.solver) {
                placed.solvers.push(run);
            }
            let key = (run.solver.as_str(), Place::of(record, sized), record.limits.seed);
            let older = placed.runs.insert(key, (record, run));
            placed.replaced += u64::from(older.is_some());
        }
        placed.solvers.sort_by_key(|run| run.family);
        placed
    }

    fn rows(&self, measure: &Measure) -> Vec<Row> {
        let row = |of: &&Run| {
            let same = self.runs.iter().filter(|((solver, ..), _)| *solver == of.solver);
            let unit = (measure.unit)(&same.map(|(_, (_, run))| *run).collect::<Vec<_>>());
            let cell = |place: &Place| {
                let from = (of.solver.as_str(), place.clone(), 0);
                let to = (of.solver.as_str(), place.clone(), u64::MAX);
                let runs = self.runs.range(from..=to).map(|(_, run)| *run);
                sum_up(runs.map(|(record, run)| (measure.observe)(record, run, unit)).collect())
            };
            Row {
                label: of.solver.clone(),
                family: Some(of.family),
                unit: unit.map(str::to_owned),
                cells: self.columns.iter().map(cell).collect(),
            }
        };
        self.solvers.iter().map(row).collect()
    }

    /// Samples, what spread means, what is missing and why.
    fn notes(&self, grid: &Grid) -> Vec<String> {
        let mut notes = vec![samples_note(grid)];
        let count =
            |status| self.runs.values().filter(|(_, run)| run.status == status).count() as u64;
        let timeouts = count(Status::Timeout);
        if timeouts > 0 {
            let mut limits: Vec<u64> =
                self.runs.values().map(|(record, _)| record.limits.timeout_ns).collect();
            limits.sort_unstable();
            limits.dedup();
            let limits: Vec<_> =
                limits.into_iter().map(|limit| number::round_time(limit as f64)).collect();
            notes.push(format!(
                "Stopped at the limit of {}: {}.",
                limits.join(" or "),
                number::counted(timeouts, "runs"),
            ));
        }
        let blanks = count(Status::Unsupported) + count(Status::Unavailable);
        if blanks > 0 {
            let were = if blanks == 1 { "is" } else { "are" };
            notes.push(format!(
                "Left blank {were} {} of solvers that do not take the task or are not installed.",
                number::counted(blanks, "cells"),
            ));
        }
        notes.extend(self.skipped());
        let jobs = self.runs.values().filter_map(|(record, _)| record.jobs).max();
        notes.extend(jobs.map(|jobs| {
            format!("Up to {jobs} cells ran at the same time and disturbed each other's times.")
        }));
        if self.replaced > 0 {
            notes.push(format!(
                "Newer runs of the same cells replace {}.",
                number::counted(self.replaced, "older runs"),
            ));
        }
        let mut commits: Vec<_> = self
            .runs
            .values()
            .filter_map(|(record, run)| record.host_of(run).commit.as_deref())
            .collect();
        commits.sort_unstable();
        commits.dedup();
        if commits.len() > 1 {
            notes.push(format!("From {} builds: {}.", commits.len(), commits.join(", ")));
        }
        notes
    }
}

impl Placed<'_> {
    /// What was planned and deliberately not run, by reason.
    fn skipped(&self) -> Vec<String> {
        let mut skipped: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (record, _) in self.runs.values() {
            for skip in &record.skipped {
                let solvers = skipped.entry(&skip.reason).or_default();
                if !solvers.contains(&skip.solver.as_str()) {
                    solvers.push(&skip.solver);
                }
            }
        }
        let note = |(reason, solvers): (&str, Vec<&str>)| {
            format!("Left blank, not run: {} ({reason}).", solvers.join(", "))
        };
        skipped.into_iter().map(note).collect()
    }
}

fn samples_note(grid: &Grid) -> String {
    let samples = || grid.numbers().map(|(_, _, number)| number.samples).filter(|&n| n > 0);
    let runs = grid.numbers().map(|(_, _, number)| number.runs).max().unwrap_or(0);
    let exact =
        grid.numbers().all(|(_, _, number)| number.exact.is_some() || number.summary.is_none());
    let (Some(least), Some(most)) = (samples().min(), samples().max()) else {
        return "Nothing finished.".to_owned();
    };
    let range = if least == most { most.to_string() } else { format!("{least} to {most}") };
    let seeds = if runs > 1 { format!(" over up to {runs} seeds") } else { String::new() };
    match (exact, most) {
        (true, _) if runs > 1 => format!("The same{seeds}."),
        (true, _) => "Counted once; does not depend on the machine.".to_owned(),
        (false, 1) => "One sample a cell: its spread is not known.".to_owned(),
        (false, _) => format!(
            "Medians of {range} samples a cell{seeds}; ± is half the distance of the quartiles, or \
             of the extremes below five samples; without ±, a single sample."
        ),
    }
}

/// Makes one cell of the runs in it. Those that did not finish count as beyond all that did, so
/// that a median is not flattered by leaving out the slow ones.
pub(crate) fn sum_up(mut observations: Vec<Observation>) -> Cell {
    observations.retain(|observation| *observation != Observation::Nothing);
    if let [only] = observations.as_slice() {
        return one(only);
    }
    let wrong = Observation::Word("WRONG");
    if observations.contains(&wrong) {
        return one(&wrong);
    }
    let (mut middles, mut samples, mut least_limit) = (Vec::new(), 0, f64::INFINITY);
    for observation in &observations {
        match observation {
            Observation::Samples(values) => {
                samples += values.len();
                middles.extend(Summary::of(values).map(|summary| summary.median));
            }
            Observation::Exact(value, _) => {
                samples += 1;
                middles.push(*value as f64);
            }
            Observation::Beyond(limit) => least_limit = least_limit.min(*limit),
            Observation::Word(_) | Observation::Nothing => {}
        }
    }
    let (runs, answered) = (observations.len(), middles.len());
    let exact = match observations.first() {
        Some(first @ Observation::Exact(value, _)) => {
            observations.iter().all(|other| other == first).then_some(*value)
        }
        _ => None,
    };
    let summary = Summary::of(&middles);
    middles.resize(runs, f64::INFINITY);
    middles.sort_by(f64::total_cmp);
    let typical = match quantile(&middles, 0.5) {
        None => return Cell::Blank,
        Some(median) if median.is_finite() => Typical::Median(median),
        Some(_) if least_limit.is_finite() => Typical::Beyond(least_limit),
        Some(_) => return observations.iter().find_map(word).unwrap_or(Cell::Blank),
    };
    Cell::Number(Number { typical, exact, summary, samples, runs, answered, remark: None })
}

fn word(observation: &Observation) -> Option<Cell> {
    match observation {
        Observation::Word(word) => Some(Cell::Word(word)),
        _ => None,
    }
}

/// The cell of a single run.
pub(crate) fn one(observation: &Observation) -> Cell {
    let number = |typical, summary: Option<Summary>| Number {
        typical,
        exact: None,
        summary,
        samples: summary.map_or(0, |summary| summary.samples),
        runs: 1,
        answered: usize::from(summary.is_some()),
        remark: None,
    };
    match observation {
        Observation::Nothing => Cell::Blank,
        Observation::Word(word) => Cell::Word(word),
        Observation::Beyond(limit) => Cell::Number(number(Typical::Beyond(*limit), None)),
        Observation::Samples(values) => Summary::of(values).map_or(Cell::Blank, |summary| {
            Cell::Number(number(Typical::Median(summary.median), Some(summary)))
        }),
        Observation::Exact(value, remark) => {
            let summary = Summary::of(&[*value as f64]);
            Cell::Number(Number {
                exact: Some(*value),
                remark: *remark,
                ..number(Typical::Median(*value as f64), summary)
            })
        }
    }
}
