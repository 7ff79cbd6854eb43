//! Agreement on the set of solutions, or on the optimum.
//!
//! Solutions that a run gave were checked against the rules, so what it found is a *fact*: there are at
//! least so many solutions, the best value is at least so good. A complete run that says less is
//! refuted, whoever found more. Those that remain must agree with the published answer and with each
//! other on the *set*: on its hash, not only on its size.
//!
//! Where only their number was asked for, a run may name one without having given any solution. That
//! is a *claim*, and refutes nobody. Claims are compared: with the published number, else with what
//! most complete runs say; where nothing says which of two is right, both are wrong.

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
        // A number without the set that it counts is only claimed.
        let checked = runs.iter().filter(|run| run.solution_set_hash.is_some());
        let found = checked.filter_map(|run| run.solutions).max().unwrap_or(0);
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
    /// Runs contradict each other and nothing says which of them is right.
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
        // Of several the one with the most solutions, so that a run that was stopped is only refuted
        // if it has more than all of them.
        let leader: Option<&Answer> = leaders.last().map(|(answer, _)| *answer);
        let alone = solutions.is_none() && most == Some(1);
        let contested = alone && leader.is_some_and(|leader| leader.0 < unfinished(question, runs));
        Reference {
            solutions: solutions.or(leader.map(|leader| leader.0)),
            fundamental,
            hash: leader.and_then(|leader| leader.1.clone()),
            optimum: optimum.or(leader.and_then(|leader| leader.2)),
            independent: solutions.or(optimum.map(|_| 0)).is_some()
                || answers.values().sum::<usize>() > 1,
            undecided: leaders.len() > 1 || contested,
        }
    }
}

/// The most solutions that are claimed by a run that was stopped.
fn unfinished(question: &Question, runs: &[Run]) -> u64 {
    let counting = runs.iter().filter(|_| question.task == Task::Count);
    let stopped = counting.filter(|run| {
        matches!(run.status, Status::Partial | Status::Timeout | Status::Memory)
            && run.verdict != Verdict::Disagree
    });
    stopped.filter_map(|run| run.solutions).max().unwrap_or(0)
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
        return Err("runs contradict each other, and nothing says which is right".to_owned());
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
mod tests;
