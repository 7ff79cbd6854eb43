//! The record of a set as a table: a row for each solver, over all instances.

use std::collections::BTreeMap;
use std::fmt::Write;

use parity_core::Task;

use crate::number;
use crate::record::{Status, Verdict, median};
use crate::set_record::{Answer, SetRecord, SolverAnswers};
use crate::table::{Column, arranged, marked_down};
use crate::view::counter;

type SetColumn = Column<SetRecord, SolverAnswers>;

const SOLVER: SetColumn = Column {
    title: "solver",
    right: false,
    dispensable: 0,
    content: |_, solver| solver.solver.clone(),
};
const FAMILY: SetColumn = Column {
    title: "family",
    right: false,
    dispensable: 4,
    content: |_, solver| solver.family.to_string(),
};
pub(crate) const SETTLED: SetColumn =
    Column { title: "settled", right: true, dispensable: 0, content: settled };
const UNIQUE: SetColumn = Column {
    title: "unique",
    right: true,
    dispensable: 1,
    content: |record, solver| number::count(verdicts(record, solver).unique),
};
const SEVERAL: SetColumn = Column {
    title: "several",
    right: true,
    dispensable: 1,
    content: |record, solver| number::count(verdicts(record, solver).several),
};
const NONE: SetColumn = Column {
    title: "none",
    right: true,
    dispensable: 1,
    content: |record, solver| number::count(verdicts(record, solver).none),
};
const STATUS: SetColumn = Column { title: "status", right: false, dispensable: 0, content: status };
const EFFORT: SetColumn =
    Column { title: "effort (median)", right: true, dispensable: 3, content: effort };
pub(crate) const MEDIAN: SetColumn = Column {
    title: "median",
    right: true,
    dispensable: 0,
    content: |record, solver| {
        median(&times(record, solver)).map_or_else(String::new, number::duration)
    },
};
pub(crate) const TOTAL: SetColumn =
    Column { title: "total", right: true, dispensable: 0, content: total };
const RELATIVE: SetColumn =
    Column { title: "relative", right: true, dispensable: 2, content: relative };
const VERDICT: SetColumn = Column {
    title: "verdict",
    right: false,
    dispensable: 0,
    content: |_, solver| {
        match (ran(solver), verdict(solver)) {
            (false, _) => "",
            (true, Verdict::Agree) => "agree",
            (true, Verdict::Disagree) => "DISAGREE",
            (true, Verdict::Unverified) => "unverified",
        }
        .to_owned()
    },
};

/// How many instances have one solution, several, or none, as far as a solver found out.
#[derive(Default)]
struct Verdicts {
    unique: u64,
    several: u64,
    none: u64,
}

fn columns(record: &SetRecord) -> Vec<SetColumn> {
    let mut columns = vec![SOLVER, FAMILY, SETTLED];
    // One solution that was asked for does not say whether it is the only one.
    if record.task != Task::First && record.limits.max_solutions != Some(1) {
        columns.push(UNIQUE);
        let any = |count: fn(&Verdicts) -> u64| {
            record.solvers.iter().any(|solver| count(&verdicts(record, solver)) > 0)
        };
        columns.extend(any(|verdicts| verdicts.several).then_some(SEVERAL));
        columns.extend(any(|verdicts| verdicts.none).then_some(NONE));
    }
    columns.extend([STATUS, EFFORT, MEDIAN, TOTAL, RELATIVE, VERDICT]);
    columns
}

/// The table and the lines below it, no wider than this if columns can be left out for it.
pub fn text(record: &SetRecord, width: usize, colour: bool) -> String {
    let table = arranged(record, &record.solvers, columns(record), width, colour, verdict);
    format!("{table}\n\n{}", notes(record))
}

/// The table and the lines below it as Markdown.
pub fn markdown(record: &SetRecord) -> String {
    marked_down(record, &record.solvers, &columns(record), &notes(record))
}

/// The table as comma-separated values, times in nanoseconds, no notes.
pub fn csv(record: &SetRecord) -> String {
    let mut text = "solver,family,instances,settled,unique,several,none,status,effort_unit,\
                    effort_median,time_median_ns,time_total_ns,verdict\n"
        .to_owned();
    for solver in &record.solvers {
        let Verdicts { unique, several, none } = verdicts(record, solver);
        let (unit, work) = median_effort(record, solver).unwrap_or_default();
        let optional = |number: Option<u64>| number.map_or_else(String::new, |n| n.to_string());
        let cells = [
            solver.solver.clone(),
            solver.family.to_string(),
            solver.answers.len().to_string(),
            record.settled(solver).count().to_string(),
            unique.to_string(),
            several.to_string(),
            none.to_string(),
            status(record, solver).replace(',', ";"),
            unit.clone(),
            optional((!unit.is_empty()).then_some(work)),
            optional(median(&times(record, solver))),
            optional(total_time(solver)),
            (VERDICT.content)(record, solver),
        ];
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

fn verdicts(record: &SetRecord, solver: &SolverAnswers) -> Verdicts {
    let mut verdicts = Verdicts::default();
    for answer in record.settled(solver) {
        match (answer.solutions, answer.status) {
            (Some(0), _) => verdicts.none += 1,
            (Some(1), Status::Complete) => verdicts.unique += 1,
            (Some(2..), _) => verdicts.several += 1,
            // One, and nothing is known of others.
            (Some(1) | None, _) => {}
        }
    }
    verdicts
}

fn ran(solver: &SolverAnswers) -> bool {
    let able =
        |answer: &Answer| !matches!(answer.status, Status::Unsupported | Status::Unavailable);
    solver.answers.iter().flatten().any(able)
}

/// "50", or "47 of 50".
fn settled(record: &SetRecord, solver: &SolverAnswers) -> String {
    if !ran(solver) {
        return String::new();
    }
    let (settled, all) = (record.settled(solver).count(), solver.answers.len());
    if settled == all { number::count(all as u64) } else { format!("{settled} of {all}") }
}

/// What kept a solver from settling all instances, or that nothing did.
fn status(record: &SetRecord, solver: &SolverAnswers) -> String {
    if solver.disqualified.is_some() {
        return "disqualified".to_owned();
    }
    let mut failures: BTreeMap<String, u64> = BTreeMap::new();
    let answers = solver.answers.iter().flatten();
    for answer in answers.filter(|answer| !record.settles(answer)) {
        *failures.entry(answer.status.to_string()).or_default() += 1;
    }
    let asked = solver.answers.iter().flatten().count();
    let mut parts: Vec<String> = failures
        .into_iter()
        .map(
            |(status, count)| {
                if count as usize == asked { status } else { format!("{count} {status}") }
            },
        )
        .collect();
    if asked < solver.answers.len() && parts.is_empty() {
        parts.push("interrupted".to_owned());
    }
    if parts.is_empty() { "complete".to_owned() } else { parts.join(", ") }
}

/// The times of the settled instances.
fn times(record: &SetRecord, solver: &SolverAnswers) -> Vec<u64> {
    record.settled(solver).filter_map(|answer| answer.total_ns).collect()
}

/// The time of all instances, those included that were stopped at the limit. What is wrong has none.
pub(crate) fn total_time(solver: &SolverAnswers) -> Option<u64> {
    let trusted = || solver.answers.iter().flatten().filter(|_| solver.disqualified.is_none());
    let times = || trusted().filter_map(|answer| answer.total_ns);
    times().next().map(|_| times().fold(0, u64::saturating_add))
}

/// The total; "> " in front of it says that some instances would have taken longer.
fn total(record: &SetRecord, solver: &SolverAnswers) -> String {
    let all = record.settled(solver).count() == solver.answers.len();
    let total = total_time(solver).filter(|_| ran(solver));
    total.map_or_else(String::new, |total| {
        format!("{}{}", if all { "" } else { "> " }, number::duration(total))
    })
}

/// How many times slower than the fastest of those that settled all instances.
fn relative(record: &SetRecord, solver: &SolverAnswers) -> String {
    let full = |solver: &&SolverAnswers| record.settled(solver).count() == solver.answers.len();
    let best = record.solvers.iter().filter(full).filter_map(total_time).min();
    match (best, total_time(solver)) {
        (Some(best), Some(total)) if full(&solver) => {
            number::significant(total as f64 / best.max(1) as f64)
        }
        _ => String::new(),
    }
}

/// The counter that stands for the solver and its median over the settled instances. One that took
/// no work at all, as when propagation settles it, counts as 0.
fn median_effort(record: &SetRecord, solver: &SolverAnswers) -> Option<(String, u64)> {
    let settled = || record.settled(solver).map(|answer| &answer.effort);
    let name = counter::leading(settled())?.to_owned();
    let of_all: Vec<u64> = settled().map(|effort| effort.get(&name).unwrap_or(0)).collect();
    Some((name, median(&of_all)?))
}

fn effort(record: &SetRecord, solver: &SolverAnswers) -> String {
    median_effort(record, solver)
        .map_or_else(String::new, |(name, work)| number::counted(work, &name))
}

fn verdict(solver: &SolverAnswers) -> Verdict {
    if solver.disqualified.is_some() {
        Verdict::Disagree
    } else if solver.answers.iter().flatten().any(|answer| answer.verdict == Verdict::Agree) {
        Verdict::Agree
    } else {
        Verdict::Unverified
    }
}

/// How many reasons why instances were not settled are told.
const TOLD: usize = 3;

/// What stands below the table: what went wrong, and the verdict.
fn notes(record: &SetRecord) -> String {
    let mut text = String::new();
    let mut line = |line: String| writeln!(text, "{line}").expect("a string takes every text");
    let instances = number::counted(record.set.instances.len() as u64, "instances");
    let limit = number::duration(record.limits.timeout_ns);
    line(format!(
        "Set {} of {}: {instances}, shuffled by seed {}, {limit} each.",
        record.set.name, record.set.kind, record.limits.seed
    ));
    for solver in &record.solvers {
        if let Some(reason) = &solver.disqualified {
            line(format!("{}: disqualified, {reason}.", solver.solver));
            continue;
        }
        let mut reasons: BTreeMap<&str, u64> = BTreeMap::new();
        for message in solver.answers.iter().flatten().filter_map(|answer| answer.message.as_ref())
        {
            *reasons.entry(message).or_default() += 1;
        }
        for (reason, count) in reasons.into_iter().take(TOLD) {
            line(format!("{}: {reason} ({}).", solver.solver, number::counted(count, "instances")));
        }
    }
    line(conclusion(record));
    text
}

fn conclusion(record: &SetRecord) -> String {
    let of =
        |wanted| record.solvers.iter().filter(|solver| verdict(solver) == wanted).count() as u64;
    let (agree, disagree) = (of(Verdict::Agree), of(Verdict::Disagree));
    let unfinished = if record.finished { "" } else { " The comparison was interrupted." };
    let sentence = match (record.verdict, agree) {
        (Verdict::Disagree, _) => {
            let solvers = if disagree == 1 { "solver is" } else { "solvers are" };
            format!("WRONG: {} {solvers} disqualified.", number::words(disagree))
        }
        (Verdict::Agree, 1) => "The one solver that can be compared agrees.".to_owned(),
        (Verdict::Agree, _) => {
            format!("All {} solvers that can be compared agree.", number::words(agree))
        }
        (Verdict::Unverified, _) => "There was nothing to compare with.".to_owned(),
    };
    sentence + unfinished
}
