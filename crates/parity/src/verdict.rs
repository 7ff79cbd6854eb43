//! Agreement on the set of solutions, or on the optimum.
//!
//! Every solution in a record was checked against the rules, so what any run found is a *fact*: there
//! are at least so many solutions, the best value is at least so good. A complete run that says less is
//! refuted, whoever found more. Those that remain must agree with the published answer and with each
//! other on the *set*: on its hash, not only on its size.

use std::collections::BTreeMap;

use parity_core::{Direction, Task};

use crate::record::{Expected, Run, Status, Verdict};

/// What the runs were asked.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// The task.
    pub task: Task,
    /// Whether one solution of each orbit was asked for.
    pub break_symmetry: bool,
    /// Whether large or small values of the objective are better.
    pub direction: Option<Direction>,
    /// The published answer.
    pub expected: Option<&'a Expected>,
}

impl Question<'_> {
    /// The published number of what was asked for.
    fn published(&self) -> Option<u64> {
        let expected = self.expected.filter(|_| self.task != Task::Optimum)?;
        if self.break_symmetry { expected.fundamental } else { expected.solutions }
    }
}

/// The answer of a complete run, as far as it is compared: number of solutions, set, optimum.
type Answer = (u64, Option<String>, Option<i64>);

/// Sets the verdict of each run, and gives the verdict of all together. Runs that are already
/// marked [`Verdict::Disagree`], as their solutions were wrong, stay so.
pub fn judge(question: &Question, runs: &mut [Run]) -> Verdict {
    let facts = Facts::of(question, runs);
    for run in runs.iter_mut().filter(|run| run.verdict != Verdict::Disagree) {
        if let Some(refutation) = facts.refute(question, run) {
            run.verdict = Verdict::Disagree;
            run.message = Some(refutation);
        }
    }
    let reference = Reference::of(question, runs);
    for run in runs.iter_mut().filter(|run| run.verdict != Verdict::Disagree) {
        match compare(question, run, &reference) {
            Ok(verdict) => run.verdict = verdict,
            Err(complaint) => {
                run.verdict = Verdict::Disagree;
                run.message = Some(complaint);
            }
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

/// What the solutions that were found prove.
struct Facts {
    /// There are at least so many solutions.
    solutions: u64,
    /// The best value is at least so good.
    best: Option<i64>,
}

impl Facts {
    fn of(question: &Question, runs: &[Run]) -> Self {
        let found = runs.iter().filter_map(|run| run.solutions).max().unwrap_or(0);
        // More than are published are no fact: then the one who found them is asked.
        let published = question.published();
        let better = |a: i64, b: i64| match question.direction {
            Some(direction) if direction.improves(b, a) => b,
            _ => a,
        };
        Facts {
            solutions: published.map_or(found, |published| found.min(published)),
            best: runs.iter().filter_map(|run| run.objective).reduce(better),
        }
    }

    /// Why the claim of a complete run cannot be true, if so.
    fn refute(&self, question: &Question, run: &Run) -> Option<String> {
        if run.status != Status::Complete {
            return None;
        }
        let found = run.solutions.unwrap_or(0);
        match question.task {
            Task::All | Task::Count if found < self.solutions => {
                Some(format!("{found} solutions where another run found {}", self.solutions))
            }
            Task::First if found == 0 && self.solutions > 0 => {
                Some("no solution where another run found one".to_owned())
            }
            Task::Optimum => {
                let best = self.best?;
                let beaten = match (question.direction, run.objective) {
                    (_, None) => true,
                    (Some(direction), Some(claimed)) => direction.improves(best, claimed),
                    (None, Some(_)) => false,
                };
                beaten.then(|| {
                    format!("optimum {} where another run found {best}", value(run.objective))
                })
            }
            Task::All | Task::Count | Task::First => None,
        }
    }
}

/// What complete runs are compared with.
#[derive(Default)]
struct Reference {
    /// Published, or else what most complete runs say.
    solutions: Option<u64>,
    fundamental: Option<u64>,
    hash: Option<String>,
    optimum: Option<i64>,
    /// Whether there is more than the run in question: a published answer, or another run.
    independent: bool,
    /// Complete runs contradict each other and nothing says which of them is right.
    undecided: bool,
}

impl Reference {
    fn of(question: &Question, runs: &[Run]) -> Self {
        let mut answers: BTreeMap<Answer, usize> = BTreeMap::new();
        for answer in runs.iter().filter_map(|run| answer(question.task, run)) {
            *answers.entry(answer).or_default() += 1;
        }
        let expected = question.expected;
        let counts = expected.filter(|_| question.task != Task::Optimum);
        let fundamental = counts.and_then(|expected| expected.fundamental);
        let solutions = question.published();
        let optimum = expected
            .filter(|_| question.task == Task::Optimum)
            .and_then(|expected| expected.optimum);
        let fits = |answer: &Answer| {
            solutions.is_none_or(|solutions| answer.0 == solutions)
                && optimum.is_none_or(|optimum| answer.2 == Some(optimum))
        };
        let fitting: Vec<_> = answers.iter().filter(|(answer, _)| fits(answer)).collect();
        let most = fitting.iter().map(|(_, count)| **count).max();
        let leaders: Vec<_> = fitting.iter().filter(|(_, count)| Some(**count) == most).collect();
        let leader: Option<&Answer> = leaders.first().map(|(answer, _)| *answer);
        Reference {
            solutions: solutions.or(leader.map(|leader| leader.0)),
            fundamental,
            hash: leader.and_then(|leader| leader.1.clone()),
            optimum: optimum.or(leader.and_then(|leader| leader.2)),
            independent: solutions.or(optimum.map(|_| 0)).is_some()
                || answers.values().sum::<usize>() > 1,
            undecided: leaders.len() > 1,
        }
    }
}

fn answer(task: Task, run: &Run) -> Option<Answer> {
    if run.status != Status::Complete || run.verdict == Verdict::Disagree {
        return None;
    }
    Some(match task {
        // Different solvers may end at different solutions of the same value.
        Task::Optimum => (u64::from(run.objective.is_some()), None, run.objective),
        // Complete after a first solution was asked for: there is none.
        Task::First | Task::Count | Task::All => {
            (run.solutions.unwrap_or(0), run.solution_set_hash.clone(), None)
        }
    })
}

/// The verdict of a run that the facts do not refute, or what is wrong with it.
fn compare(question: &Question, run: &Run, reference: &Reference) -> Result<Verdict, String> {
    let found = run.solutions.unwrap_or(0);
    match run.status {
        Status::Unsupported | Status::Unavailable | Status::Error => {
            return Ok(Verdict::Unverified);
        }
        Status::Partial | Status::Timeout | Status::Memory => {
            let most = reference.solutions.filter(|_| question.task != Task::Optimum);
            return match most {
                Some(most) if found > most => {
                    Err(format!("{found} solutions where there are {most}"))
                }
                // One solution was asked for, and this one obeys the rules.
                _ if question.task == Task::First && found > 0 => Ok(Verdict::Agree),
                _ => Ok(Verdict::Unverified),
            };
        }
        Status::Complete => {}
    }
    if reference.undecided {
        return Err("complete runs contradict each other".to_owned());
    }
    match question.task {
        Task::Optimum => {
            if run.objective != reference.optimum {
                let (claimed, right) = (value(run.objective), value(reference.optimum));
                return Err(format!("optimum {claimed} instead of {right}"));
            }
        }
        Task::First => {
            if reference.solutions.is_some_and(|solutions| solutions > 0) {
                return Err("no solution where there are some".to_owned());
            }
        }
        Task::All | Task::Count => {
            if let Some(wanted) = reference.solutions.filter(|&wanted| wanted != found) {
                return Err(format!("{found} solutions instead of {wanted}"));
            }
            let both = run.fundamental.zip(reference.fundamental);
            if both.is_some_and(|(found, wanted)| found != wanted) {
                return Err("the number of fundamental solutions is wrong".to_owned());
            }
            let both = run.solution_set_hash.as_ref().zip(reference.hash.as_ref());
            if both.is_some_and(|(found, wanted)| found != wanted) {
                return Err("as many solutions as others, but not the same ones".to_owned());
            }
        }
    }
    Ok(if reference.independent { Verdict::Agree } else { Verdict::Unverified })
}

fn value(objective: Option<i64>) -> String {
    objective.map_or_else(|| "none".to_owned(), |objective| objective.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parity_core::Family;

    fn run(status: Status, solutions: u64, hash: &str) -> Run {
        Run {
            solutions: Some(solutions),
            solution_set_hash: Some(hash.to_owned()),
            ..Run::ended("x", Family::Sat, Task::All, status)
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

    fn asked(task: Task, expected: Option<&Expected>) -> Question<'_> {
        let direction = Some(Direction::Maximise);
        Question { task, break_symmetry: false, direction, expected }
    }

    fn verdicts(expected: Option<&Expected>, mut runs: Vec<Run>) -> Vec<Verdict> {
        let all = judge(&asked(Task::All, expected), &mut runs);
        runs.into_iter().map(|run| run.verdict).chain([all]).collect()
    }

    use Status::{Complete, Error, Partial, Timeout};
    use Verdict::{Agree, Disagree, Unverified};

    #[test]
    fn one_complete_run_alone_is_unverified() {
        assert_eq!(verdicts(None, vec![run(Complete, 4, "a")]), [Unverified, Unverified]);
        assert_eq!(verdicts(Some(&published(4)), vec![run(Complete, 4, "a")]), [Agree, Agree]);
    }

    #[test]
    fn the_published_count_outweighs_a_majority() {
        let runs = vec![run(Complete, 5, "b"), run(Complete, 5, "b"), run(Complete, 4, "a")];
        assert_eq!(verdicts(Some(&published(4)), runs), [Disagree, Disagree, Agree, Disagree]);
    }

    #[test]
    fn without_published_counts_the_larger_set_refutes_the_smaller() {
        let runs = vec![run(Complete, 5, "b"), run(Complete, 4, "a"), run(Complete, 4, "a")];
        assert_eq!(verdicts(None, runs), [Unverified, Disagree, Disagree, Disagree]);
    }

    #[test]
    fn a_draw_between_sets_of_one_size_is_wrong_for_all() {
        let draw = vec![run(Complete, 4, "b"), run(Complete, 4, "a")];
        assert_eq!(verdicts(None, draw), [Disagree, Disagree, Disagree]);
    }

    #[test]
    fn equal_counts_of_different_sets_disagree() {
        let runs = vec![run(Complete, 4, "a"), run(Complete, 4, "a"), run(Complete, 4, "c")];
        assert_eq!(verdicts(Some(&published(4)), runs), [Agree, Agree, Disagree, Disagree]);
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
        assert_eq!(verdicts(None, vec![run(Timeout, 3, "x")]), [Unverified, Unverified]);
    }

    #[test]
    fn a_first_solution_where_another_proves_that_there_is_none() {
        let mut runs = [run(Partial, 1, "a"), run(Complete, 0, "")];
        assert_eq!(judge(&asked(Task::First, None), &mut runs), Disagree);
        assert_eq!(runs.map(|run| run.verdict), [Agree, Disagree]);
    }

    #[test]
    fn fundamental_solutions_are_as_many_as_published() {
        let expected = Expected { fundamental: Some(1), ..published(4) };
        let with = |fundamental| Run { fundamental: Some(fundamental), ..run(Complete, 4, "a") };
        let runs = vec![with(1), with(2)];
        assert_eq!(verdicts(Some(&expected), runs), [Agree, Disagree, Disagree]);
    }

    #[test]
    fn only_all_that_was_asked_and_nothing_wrong_is_an_answer() {
        let first = |solutions| Run { task: Task::First, ..run(Partial, solutions, "a") };
        assert!(run(Complete, 4, "a").answered() && first(1).answered());
        assert!(!run(Partial, 4, "a").answered() && !first(0).answered());
        assert!(!Run { verdict: Disagree, ..run(Complete, 4, "a") }.answered());
    }

    #[test]
    fn optima_are_compared_by_value() {
        let with = |objective| Run { objective: Some(objective), ..run(Complete, 9, "z") };
        let mut runs = vec![with(192), with(192), with(191)];
        assert_eq!(judge(&asked(Task::Optimum, None), &mut runs), Disagree);
        assert_eq!(
            runs.iter().map(|run| run.verdict).collect::<Vec<_>>(),
            [Agree, Agree, Disagree]
        );
    }

    #[test]
    fn what_one_run_found_refutes_another() {
        let more = vec![run(Complete, 3, "a"), run(Timeout, 5, "b")];
        assert_eq!(verdicts(None, more), [Disagree, Unverified, Disagree]);
        let with = |status, objective| Run { objective: Some(objective), ..run(status, 1, "z") };
        let mut runs = [with(Complete, 191), with(Timeout, 192)];
        assert_eq!(judge(&asked(Task::Optimum, None), &mut runs), Disagree);
        assert_eq!(runs.map(|run| run.verdict), [Disagree, Unverified]);
    }

    #[test]
    fn a_first_solution_speaks_for_itself() {
        let mut runs = [run(Partial, 1, "a")];
        assert_eq!(judge(&asked(Task::First, None), &mut runs), Agree);
        let mut none = [run(Complete, 0, "")];
        assert_eq!(judge(&asked(Task::First, None), &mut none), Unverified);
    }
}
