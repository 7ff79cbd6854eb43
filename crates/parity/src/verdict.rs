//! Agreement on the set of solutions, or on the optimum.
//!
//! Complete runs must agree with the published answer and with each other on the *set*: on its hash,
//! not only on its size. Incomplete runs have nothing to agree on but the rules, which each of
//! their solutions obeys, and the bounds that complete runs set.

use std::collections::BTreeMap;

use parity_core::Task;

use crate::record::{Expected, Run, Status, Verdict};

/// The answer of a complete run, as far as it is compared.
type Answer = (u64, Option<String>, Option<i64>);

/// Sets the verdict of each run, and gives the verdict of all together. Runs that are already
/// marked [`Verdict::Disagree`], as their solutions were wrong, stay so.
pub fn judge(
    task: Task,
    break_symmetry: bool,
    expected: Option<&Expected>,
    runs: &mut [Run],
) -> Verdict {
    let reference = reference(task, break_symmetry, expected, runs);
    for run in runs
        .iter_mut()
        .filter(|run| run.verdict != Verdict::Disagree)
    {
        let (verdict, complaint) = compare(task, run, reference.as_ref());
        run.verdict = verdict;
        if let Some(complaint) = complaint {
            run.message = Some(complaint);
        }
    }
    if runs.iter().any(|run| run.verdict == Verdict::Disagree) {
        Verdict::Disagree
    } else if runs.iter().any(|run| run.verdict == Verdict::Agree) {
        Verdict::Agree
    } else {
        Verdict::Unverified
    }
}

/// What complete runs are compared with.
struct Reference {
    solutions: Option<u64>,
    fundamental: Option<u64>,
    hash: Option<String>,
    optimum: Option<i64>,
    /// Whether it is known without the run in question: published, or given by another run.
    independent: bool,
    /// Complete runs contradict each other and nothing says which of them is right.
    undecided: bool,
}

fn answer(task: Task, run: &Run) -> Option<Answer> {
    if run.status != Status::Complete || run.verdict == Verdict::Disagree {
        return None;
    }
    Some(match task {
        // Different solvers may end at different solutions of the same value.
        Task::Optimum => (u64::from(run.objective.is_some()), None, run.objective),
        // Complete after a first solution was asked for: there is none.
        Task::First | Task::Count | Task::All => (
            run.solutions.unwrap_or(0),
            run.solution_set_hash.clone(),
            None,
        ),
    })
}

fn reference(
    task: Task,
    break_symmetry: bool,
    expected: Option<&Expected>,
    runs: &[Run],
) -> Option<Reference> {
    let mut groups: BTreeMap<Answer, usize> = BTreeMap::new();
    for answer in runs.iter().filter_map(|run| answer(task, run)) {
        *groups.entry(answer).or_default() += 1;
    }
    let published = expected.and_then(|expected| match task {
        Task::Optimum => expected.optimum.map(|_| None),
        _ if break_symmetry => expected.fundamental.map(Some),
        _ => expected.solutions.map(Some),
    });
    let optimum = expected
        .filter(|_| task == Task::Optimum)
        .and_then(|expected| expected.optimum);
    let fits = |answer: &Answer| match published {
        Some(Some(count)) => answer.0 == count,
        Some(None) => answer.2 == optimum,
        None => true,
    };
    let most = groups
        .iter()
        .filter(|(answer, _)| fits(answer))
        .map(|(_, count)| *count)
        .max();
    let leaders: Vec<_> = groups
        .iter()
        .filter(|(answer, count)| fits(answer) && Some(**count) == most)
        .collect();
    let leader = leaders.first().map(|(answer, _)| (*answer).clone());
    if published.is_none() && leader.is_none() {
        return None;
    }
    Some(Reference {
        solutions: published
            .flatten()
            .or(leader.as_ref().map(|leader| leader.0)),
        fundamental: expected
            .filter(|_| task == Task::All)
            .and_then(|expected| expected.fundamental),
        hash: leader.as_ref().and_then(|leader| leader.1.clone()),
        optimum: optimum.or(leader.as_ref().and_then(|leader| leader.2)),
        independent: published.is_some() || groups.values().sum::<usize>() > 1,
        undecided: leaders.len() > 1,
    })
}

fn compare(task: Task, run: &Run, reference: Option<&Reference>) -> (Verdict, Option<String>) {
    let disagree = |complaint: String| (Verdict::Disagree, Some(complaint));
    let answered = matches!(
        run.status,
        Status::Complete | Status::Partial | Status::Timeout | Status::Memory
    );
    let Some(reference) = reference.filter(|_| answered) else {
        return (Verdict::Unverified, None);
    };
    let found = run.solutions.unwrap_or(0);
    if run.status != Status::Complete {
        let most = reference.solutions.filter(|_| task != Task::Optimum);
        return match most {
            Some(most) if found > most => {
                disagree(format!("{found} solutions where there are {most}"))
            }
            // One solution was asked for, and there is one: it obeys the rules.
            Some(_) if task == Task::First && found == 1 => (Verdict::Agree, None),
            _ => (Verdict::Unverified, None),
        };
    }
    if reference.undecided {
        return disagree("complete runs contradict each other".to_owned());
    }
    match task {
        Task::Optimum if run.objective != reference.optimum => {
            return disagree(format!(
                "optimum {} instead of {}",
                value(run.objective),
                value(reference.optimum)
            ));
        }
        Task::Optimum => {}
        Task::First if reference.solutions.is_some_and(|solutions| solutions > 0) => {
            return disagree("no solution where there are some".to_owned());
        }
        Task::First => {}
        Task::All | Task::Count => {
            if reference
                .solutions
                .is_some_and(|solutions| solutions != found)
            {
                let wanted = reference.solutions.unwrap_or(0);
                return disagree(format!("{found} solutions instead of {wanted}"));
            }
            if reference.fundamental.is_some()
                && run.fundamental.is_some()
                && run.fundamental != reference.fundamental
            {
                return disagree("the number of fundamental solutions is wrong".to_owned());
            }
            let different = |(a, b): (&String, &String)| a != b;
            if run
                .solution_set_hash
                .as_ref()
                .zip(reference.hash.as_ref())
                .is_some_and(different)
            {
                return disagree("as many solutions as others, but not the same ones".to_owned());
            }
        }
    }
    (
        if reference.independent {
            Verdict::Agree
        } else {
            Verdict::Unverified
        },
        None,
    )
}

fn value(objective: Option<i64>) -> String {
    objective.map_or_else(|| "none".to_owned(), |objective| objective.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Times;
    use parity_core::{Family, Tally};

    fn run(status: Status, solutions: u64, hash: &str) -> Run {
        Run {
            solver: "x".to_owned(),
            family: Family::Sat,
            engine_version: String::new(),
            task: Task::All,
            status,
            solutions: Some(solutions),
            fundamental: None,
            orbits: BTreeMap::new(),
            solution_set_hash: Some(hash.to_owned()),
            objective: None,
            solution: None,
            effort: Tally::new(),
            size: Tally::new(),
            times_ns: Times::default(),
            peak_rss_bytes: None,
            verdict: Verdict::Unverified,
            message: None,
        }
    }

    fn published(solutions: u64) -> Expected {
        Expected {
            solutions: Some(solutions),
            fundamental: None,
            optimum: None,
            source: String::new(),
        }
    }

    fn verdicts(expected: Option<&Expected>, mut runs: Vec<Run>) -> Vec<Verdict> {
        let all = judge(Task::All, false, expected, &mut runs);
        runs.into_iter()
            .map(|run| run.verdict)
            .chain([all])
            .collect()
    }

    use Status::{Complete, Error, Partial, Timeout};
    use Verdict::{Agree, Disagree, Unverified};

    #[test]
    fn one_complete_run_alone_is_unverified() {
        assert_eq!(
            verdicts(None, vec![run(Complete, 4, "a")]),
            [Unverified, Unverified]
        );
        assert_eq!(
            verdicts(Some(&published(4)), vec![run(Complete, 4, "a")]),
            [Agree, Agree]
        );
    }

    #[test]
    fn the_published_count_outweighs_a_majority() {
        let runs = vec![
            run(Complete, 5, "b"),
            run(Complete, 5, "b"),
            run(Complete, 4, "a"),
        ];
        assert_eq!(
            verdicts(Some(&published(4)), runs),
            [Disagree, Disagree, Agree, Disagree]
        );
    }

    #[test]
    fn without_published_counts_the_majority_is_right_and_a_draw_is_wrong() {
        let two_to_one = vec![
            run(Complete, 5, "b"),
            run(Complete, 5, "b"),
            run(Complete, 4, "a"),
        ];
        assert_eq!(
            verdicts(None, two_to_one),
            [Agree, Agree, Disagree, Disagree]
        );
        let draw = vec![run(Complete, 5, "b"), run(Complete, 4, "a")];
        assert_eq!(verdicts(None, draw), [Disagree, Disagree, Disagree]);
    }

    #[test]
    fn equal_counts_of_different_sets_disagree() {
        let runs = vec![
            run(Complete, 4, "a"),
            run(Complete, 4, "a"),
            run(Complete, 4, "c"),
        ];
        assert_eq!(
            verdicts(Some(&published(4)), runs),
            [Agree, Agree, Disagree, Disagree]
        );
    }

    #[test]
    fn incomplete_runs_are_unverified_unless_they_find_too_many() {
        let runs = vec![
            run(Timeout, 3, "x"),
            run(Partial, 4, "a"),
            run(Error, 0, ""),
            run(Timeout, 5, "y"),
        ];
        assert_eq!(
            verdicts(Some(&published(4)), runs),
            [Unverified, Unverified, Unverified, Disagree, Disagree]
        );
    }

    #[test]
    fn no_complete_run_and_nothing_published() {
        assert_eq!(
            verdicts(None, vec![run(Timeout, 3, "x")]),
            [Unverified, Unverified]
        );
    }

    #[test]
    fn a_first_solution_where_another_proves_that_there_is_none() {
        let mut runs = vec![run(Partial, 1, "a"), run(Complete, 0, "")];
        assert_eq!(judge(Task::First, false, None, &mut runs), Disagree);
    }

    #[test]
    fn optima_are_compared_by_value() {
        let with = |objective| Run {
            objective: Some(objective),
            ..run(Complete, 9, "z")
        };
        let mut runs = vec![with(192), with(192), with(191)];
        assert_eq!(judge(Task::Optimum, false, None, &mut runs), Disagree);
        assert_eq!(
            runs.iter().map(|run| run.verdict).collect::<Vec<_>>(),
            [Agree, Agree, Disagree]
        );
    }
}
