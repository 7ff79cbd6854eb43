//! Verdicts on a few runs.

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
    Expected { solutions: Some(solutions), fundamental: None, optimum: None, source: String::new() }
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
    let runs =
        vec![run(Timeout, 3, "x"), run(Partial, 4, "a"), run(Error, 0, ""), run(Timeout, 5, "y")];
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
    assert_eq!(runs.iter().map(|run| run.verdict).collect::<Vec<_>>(), [Agree, Agree, Disagree]);
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

/// The verdicts on counts without sets, which nothing has checked.
fn verdicts_on_claims(expected: Option<&Expected>, claims: &[(Status, u64)]) -> Vec<Verdict> {
    let claim =
        |&(status, solutions)| Run { solution_set_hash: None, ..run(status, solutions, "") };
    let mut runs: Vec<Run> = claims.iter().map(claim).collect();
    let all = judge(&asked(Task::Count, expected), &mut runs);
    runs.into_iter().map(|run| run.verdict).chain([all]).collect()
}

#[test]
fn a_claim_of_too_many_does_not_refute_honest_counts() {
    let claims = [(Complete, 4), (Complete, 5), (Complete, 4)];
    assert_eq!(verdicts_on_claims(None, &claims), [Agree, Disagree, Agree, Disagree]);
    assert_eq!(verdicts_on_claims(Some(&published(4)), &claims[..2]), [Agree, Disagree, Disagree]);
    assert_eq!(verdicts_on_claims(None, &[(Complete, 4), (Complete, 4)]), [Agree; 3]);
}

#[test]
fn of_counts_that_nothing_decides_between_none_is_right() {
    assert_eq!(verdicts_on_claims(None, &[(Complete, 4), (Complete, 5)]), [Disagree; 3]);
    // What was stopped between them contradicts neither for sure.
    let claims = [(Complete, 4), (Complete, 6), (Timeout, 5), (Timeout, 7)];
    assert_eq!(
        verdicts_on_claims(None, &claims),
        [Disagree, Disagree, Unverified, Disagree, Disagree]
    );
}

#[test]
fn a_count_that_was_stopped_is_a_claim_too() {
    let claims = [(Complete, 4), (Complete, 4), (Timeout, 5), (Timeout, 3)];
    assert_eq!(verdicts_on_claims(None, &claims), [Agree, Agree, Disagree, Unverified, Disagree]);
    assert_eq!(verdicts_on_claims(None, &[(Complete, 4), (Timeout, 5)]), [Disagree; 3]);
    assert_eq!(
        verdicts_on_claims(Some(&published(4)), &[(Complete, 4), (Timeout, 5)]),
        [Agree, Disagree, Disagree]
    );
}

#[test]
fn solutions_that_were_given_while_counting_are_facts() {
    let mut runs = [
        Run { solution_set_hash: None, ..run(Complete, 4, "") },
        Run { solution_set_hash: None, ..run(Complete, 4, "") },
        run(Timeout, 5, "a"),
    ];
    assert_eq!(judge(&asked(Task::Count, None), &mut runs), Disagree);
    assert_eq!(runs.map(|run| run.verdict), [Disagree, Disagree, Unverified]);
}
