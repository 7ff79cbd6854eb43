use serde_json::{Value, json};

use super::*;
use crate::record::Record;
use crate::set_record::SetRecord;

fn run(solver: &str, status: &str, times: &[u64]) -> Value {
    json!({
        "solver": solver, "family": "hand-written", "engine_version": null, "task": "all",
        "status": status, "solutions": 92, "fundamental": 12, "solution_set_hash": "a",
        "effort": { "nodes": 1965 }, "size": {},
        "times_ns": { "encode": [], "first": [], "total": times },
        "peak_rss_bytes": null, "verdict": "agree", "message": null,
    })
}

fn results(machine: &str, runs: Vec<Value>) -> Results {
    let value = json!({
        "schema_version": 1,
        "problem": {
            "kind": "queens", "name": "queens-8", "parameters": { "kind": "queens", "n": 8 },
            "hash": "00",
        },
        "task": "all",
        "host": {
            "machine": machine, "cpu": "a", "cores": 2, "os": "linux", "parity": "0.1.0",
            "compiler": "rustc", "build_profile": "release", "commit": null,
        },
        "started_at": "2026-01-01T00:00:00Z", "finished": true,
        "limits": {
            "timeout_ns": 10_000_000_000_u64, "memory_bytes": 1, "max_solutions": null,
            "seed": 0, "break_symmetry": false,
        },
        "expected": null, "runs": runs, "verdict": "agree",
    });
    Results::of(Record::from_value(value).unwrap())
}

fn kinds(old: &Results, new: &Results) -> Vec<(Kind, String)> {
    let changes = Difference::between(old, new).changes;
    changes.into_iter().map(|change| (change.kind, change.what)).collect()
}

fn samples(around: u64) -> Vec<u64> {
    (0..10).map(|i| around + around * i / 100).collect()
}

#[test]
fn noise_is_no_change_and_more_is() {
    let before = results("x", vec![run("a", "complete", &samples(1000))]);
    let with = |times: &[u64]| results("x", vec![run("a", "complete", times)]);
    assert_eq!(kinds(&before, &before), []);
    // Shifted, surely, but by less than five percent.
    assert_eq!(kinds(&before, &with(&samples(1040))), []);
    assert_eq!(kinds(&before, &with(&samples(1200))), [(Kind::Regression, "time".to_owned())]);
    assert_eq!(kinds(&before, &with(&samples(800))), [(Kind::Improvement, "time".to_owned())]);
    // A much higher median of samples that lie all over the place.
    let wild = [500, 900, 980, 1000, 1500, 1600, 5000, 800, 1010, 990];
    assert_eq!(kinds(&before, &with(&wild)), []);
}

#[test]
fn few_samples_must_be_far_apart() {
    let with = |times: &[u64]| results("x", vec![run("a", "complete", times)]);
    assert_eq!(kinds(&with(&[1000]), &with(&[1290])), []);
    assert_eq!(kinds(&with(&[1000]), &with(&[1310])).len(), 1);
    assert_eq!(kinds(&with(&[1000, 1600]), &with(&[1500, 2200])), []);
}

#[test]
fn times_of_different_hosts_are_not_compared_but_work_is() {
    let mut harder = run("a", "complete", &samples(9000));
    harder["effort"]["nodes"] = json!(3930);
    let (old, new) =
        (results("x", vec![run("a", "complete", &samples(1000))]), results("y", vec![harder]));
    let difference = Difference::between(&old, &new);
    assert_eq!((difference.runs, difference.times, difference.elsewhere), (1, 0, 1));
    let [change] = difference.changes.as_slice() else { panic!("{difference:?}") };
    assert_eq!((change.kind, change.ratio), (Kind::Effort, Some(2.0)));
}

#[test]
fn another_count_set_or_verdict_is_another_answer() {
    let before = results("x", vec![run("a", "complete", &[1000])]);
    for (field, value, what) in [
        ("solutions", json!(91), "solutions"),
        ("fundamental", json!(11), "fundamental"),
        ("solution_set_hash", json!("b"), "set of solutions"),
        ("verdict", json!("unverified"), "verdict"),
        ("verdict", json!("disagree"), "verdict"),
    ] {
        let mut other = run("a", "complete", &[1000]);
        other[field] = value;
        let after = results("x", vec![other]);
        assert_eq!(kinds(&before, &after), [(Kind::Answer, what.to_owned())], "{field}");
        assert!(Difference::between(&before, &after).answers_changed());
    }
}

#[test]
fn a_timeout_is_a_regression_and_no_other_answer() {
    let before = results("x", vec![run("a", "complete", &[1000]), run("b", "complete", &[5])]);
    let mut stopped = run("a", "timeout", &[10_000_000_000]);
    stopped["verdict"] = json!("unverified");
    stopped["solutions"] = json!(3);
    let after = results("x", vec![stopped, run("c", "complete", &[5])]);
    let difference = Difference::between(&before, &after);
    assert!(!difference.answers_changed());
    assert_eq!(
        kinds(&before, &after),
        [
            (Kind::Regression, "status".to_owned()),
            (Kind::Gone, "run".to_owned()),
            (Kind::New, "run".to_owned())
        ]
    );
    assert_eq!(kinds(&after, &before)[0].0, Kind::Improvement);
}

/// What one solver says of two puzzles, as a record of a set.
fn of_set(answers: &[Value]) -> Results {
    let instance = |name: &str| {
        json!({
            "kind": "sudoku", "name": name, "parameters": { "kind": "sudoku" }, "hash": name,
        })
    };
    let value = json!({
        "schema_version": 1,
        "set": {
            "kind": "sudoku", "name": "two", "hash": "00",
            "instances": [instance("easy"), instance("hard")],
        },
        "task": "all",
        "host": {
            "machine": "x", "cpu": "a", "cores": 2, "os": "linux", "parity": "0.1.0",
            "compiler": "rustc", "build_profile": "release", "commit": null,
        },
        "started_at": "2026-01-01T00:00:00Z", "finished": true,
        "limits": {
            "timeout_ns": 10_000_000_000_u64, "memory_bytes": 1, "max_solutions": 2,
            "seed": 0, "break_symmetry": false,
        },
        "solvers": [{
            "solver": "a", "family": "hand-written", "engine_version": null,
            "disqualified": null, "answers": answers,
        }],
        "verdict": "agree",
    });
    let content = SetRecord::from_value(value).unwrap();
    let sets = vec![Filed { folder: String::new(), content }];
    Results { sets, ..Results::default() }
}

fn answer(status: &str, solutions: u64) -> Value {
    json!({ "status": status, "solutions": solutions, "total_ns": 7, "verdict": "agree" })
}

#[test]
fn answers_of_sets_are_compared_instance_by_instance() {
    let one = of_set(&[answer("complete", 1), answer("complete", 1)]);
    let same = Difference::between(&one, &one);
    assert_eq!((same.runs, same.changes.len()), (2, 0));
    let opposite = of_set(&[answer("complete", 1), answer("complete", 0)]);
    let difference = Difference::between(&one, &opposite);
    let [change] = difference.changes.as_slice() else { panic!("{difference:?}") };
    assert_eq!((change.kind, change.result.as_str()), (Kind::Answer, "sudoku two: hard"));
    // As many as were asked for are more than all there were.
    let several = of_set(&[answer("complete", 1), answer("partial", 2)]);
    let changes = [(Kind::Answer, "solutions".to_owned()), (Kind::Status, "status".to_owned())];
    assert_eq!(kinds(&one, &several), changes);
    let stopped = of_set(&[answer("timeout", 0), Value::Null]);
    let changes = [(Kind::Regression, "status".to_owned()), (Kind::Gone, "answers".to_owned())];
    assert_eq!(kinds(&one, &stopped), changes);
    assert_eq!(kinds(&one, &Results::default()), [(Kind::Gone, "record".to_owned())]);
}

#[test]
fn a_solution_where_there_was_none_is_another_answer() {
    let none = run("a", "complete", &[1000]);
    let with = |mut run: Value, solutions| {
        run["solutions"] = json!(solutions);
        run["solution_set_hash"] = Value::Null;
        results("x", vec![run])
    };
    let (none, some) = (with(none, 0), with(run("a", "partial", &[1000]), 1));
    assert_eq!(kinds(&none, &some)[0], (Kind::Answer, "solutions".to_owned()));
    assert_eq!(kinds(&some, &none)[0], (Kind::Answer, "solutions".to_owned()));
}

#[test]
fn work_is_compared_by_the_first_counter_of_both() {
    let with = |effort: Value| {
        let mut run = run("a", "complete", &[1000]);
        run["effort"] = effort;
        results("x", vec![run])
    };
    let old = with(json!({ "conflicts": 3, "decisions": 9 }));
    let difference = Difference::between(&old, &with(json!({ "decisions": 8 })));
    let [change] = difference.changes.as_slice() else { panic!("{difference:?}") };
    assert_eq!(change.new.as_deref(), Some("8 decisions"));
}

#[test]
fn another_end_that_answers_no_more_and_no_less_is_a_status() {
    let with = |status| {
        let mut run = run("a", status, &[1000]);
        run["verdict"] = json!("unverified");
        results("x", vec![run])
    };
    let status = "status".to_owned();
    assert_eq!(kinds(&with("timeout"), &with("memory")), [(Kind::Status, status.clone())]);
    assert_eq!(kinds(&with("timeout"), &with("error")), [(Kind::Regression, status)]);
}
