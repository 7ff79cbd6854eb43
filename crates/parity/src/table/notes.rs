//! What stands below a table: orbits, the published answer, what went wrong, the verdict.

use std::fmt::Write;

use parity_core::Task;

use crate::number;
use crate::record::{Record, Status, Verdict};

/// What stands below the table: orbits, the published answer, what went wrong, the verdict.
pub fn notes(record: &Record) -> String {
    let mut lines = Vec::new();
    if record.task == Task::All {
        lines.extend(orbits(record));
    }
    if let Some(expected) = &record.expected {
        let mut known = Vec::new();
        let counted = |count: Option<u64>, what| count.map(|n| number::counted(n, what));
        known.extend(counted(expected.solutions, "solutions"));
        known.extend(counted(expected.fundamental, "fundamental"));
        known.extend(expected.optimum.map(|value| format!("optimum {value}")));
        if !known.is_empty() {
            lines.push(format!("Published: {} ({}).", known.join(", "), expected.source));
        }
    }
    for run in &record.runs {
        if let Some(message) = &run.message {
            lines.push(format!("{}: {message}.", run.solver));
        }
    }
    for skipped in &record.skipped {
        lines.push(format!("{} was not run: {}.", skipped.solver, skipped.reason));
    }
    lines.extend(circumstances(record));
    lines.push(conclusion(record));
    lines.iter().fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{line}");
        text
    })
}

/// What makes times less comparable than they look.
fn circumstances(record: &Record) -> Vec<String> {
    let mut hosts = vec![&record.host];
    for run in &record.runs {
        let host = record.host_of(run);
        if !hosts.iter().any(|known| known.times_compare_with(host)) {
            hosts.push(host);
        }
    }
    let number = |count: usize| number::words(count as u64);
    let several = (hosts.len() > 1).then(|| {
        format!("Ran on {} hosts; relative times are within a host.", number(hosts.len()))
    });
    let together = record.jobs.map(|jobs| {
        format!(
            "Up to {} cells ran at the same time and disturbed each other.",
            number::words(jobs)
        )
    });
    several.into_iter().chain(together).collect()
}

/// "12 fundamental: eleven orbits of eight and one of four (11 × 8 + 1 × 4 = 92)."
fn orbits(record: &Record) -> Option<String> {
    let run = record.runs.iter().find(|run| {
        run.status == Status::Complete && run.verdict == Verdict::Agree && !run.orbits.is_empty()
    })?;
    let sizes: Vec<(u64, u64)> =
        run.orbits.iter().rev().map(|(size, count)| (*size as u64, *count)).collect();
    let phrase = |index: usize, (size, count): (u64, u64)| {
        let noun = match (index, count) {
            (0, 1) => " orbit",
            (0, _) => " orbits",
            _ => "",
        };
        format!("{}{noun} of {}", number::words(count), number::words(size))
    };
    let phrases: Vec<String> =
        sizes.iter().enumerate().map(|(index, orbit)| phrase(index, *orbit)).collect();
    let products: Vec<String> =
        sizes.iter().map(|(size, count)| format!("{} × {size}", number::count(*count))).collect();
    let total: u64 = sizes.iter().map(|(size, count)| size * count).sum();
    let fundamental = number::count(run.fundamental?);
    let sentence = match phrases.split_last()? {
        (last, []) => last.clone(),
        (last, others) => format!("{} and {last}", others.join(", ")),
    };
    Some(format!(
        "{fundamental} fundamental: {sentence} ({} = {}).",
        products.join(" + "),
        number::count(total)
    ))
}

fn conclusion(record: &Record) -> String {
    let of = |verdict| record.runs.iter().filter(|run| run.verdict == verdict).count() as u64;
    let (agree, disagree) = (of(Verdict::Agree), of(Verdict::Disagree));
    let unfinished = if record.finished { "" } else { " The comparison was interrupted." };
    let sentence = match (record.verdict, agree) {
        (Verdict::Disagree, _) => {
            let runs = if disagree == 1 { "run disagrees" } else { "runs disagree" };
            format!("WRONG: {} {runs}.", number::words(disagree))
        }
        (Verdict::Agree, 1) => "The one run that can be compared agrees.".to_owned(),
        (Verdict::Agree, _) => {
            format!("All {} runs that can be compared agree.", number::words(agree))
        }
        (Verdict::Unverified, _) => "There was nothing to compare with.".to_owned(),
    };
    sentence + unfinished
}
