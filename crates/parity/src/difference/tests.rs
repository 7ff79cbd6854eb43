use serde_json::{Value, json};

use super::*;

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
