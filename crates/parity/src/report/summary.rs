//! What a page says first: how much was run, and whether it agrees.

use std::collections::BTreeSet;

use crate::number;
use crate::record::Verdict;
use crate::results::Results;

/// "312 runs of 42 solvers on 31 instances. All 290 that can be compared, with one another or with
/// published answers, agree." An answer about an instance of a set is a run.
pub(super) fn summary(results: &Results) -> String {
    let records = || results.records.iter().map(|filed| &filed.content);
    let sets = || results.sets.iter().map(|filed| &filed.content);
    let of_sets = || sets().flat_map(|record| &record.solvers);
    let runs: Vec<Verdict> = records()
        .flat_map(|record| record.runs.iter().map(|run| run.verdict))
        .chain(of_sets().flat_map(|solver| solver.answers.iter().flatten().map(|a| a.verdict)))
        .collect();
    let solvers: BTreeSet<&str> = records()
        .flat_map(|record| record.runs.iter().map(|run| run.solver.as_str()))
        .chain(of_sets().map(|solver| solver.solver.as_str()))
        .collect();
    let instances: BTreeSet<&str> = records()
        .map(|record| record.problem.name.as_str())
        .chain(sets().flat_map(|record| record.set.instances.iter().map(|one| one.name.as_str())))
        .collect();
    let mut sentences = Vec::new();
    if !runs.is_empty() {
        sentences.push(format!(
            "{} of {} on {}. {}",
            number::counted(runs.len() as u64, "runs"),
            number::counted(solvers.len() as u64, "solvers"),
            number::counted(instances.len() as u64, "instances"),
            verdict(&runs),
        ));
    }
    sentences.extend(match results.studies.len() as u64 {
        0 => None,
        1 => Some("One study.".to_owned()),
        studies => Some(format!("{} studies.", number::count(studies))),
    });
    sentences.join(" ")
}

fn verdict(runs: &[Verdict]) -> String {
    let with = |verdict| runs.iter().filter(|run| **run == verdict).count() as u64;
    match (with(Verdict::Disagree), with(Verdict::Agree)) {
        (0, 0) => "None can be compared with another or with a published answer.".to_owned(),
        (0, agree) => format!(
            "All {} that can be compared, with one another or with published answers, agree.",
            number::count(agree)
        ),
        (wrong, _) => format!("WRONG: {} disagree.", number::counted(wrong, "runs")),
    }
}
