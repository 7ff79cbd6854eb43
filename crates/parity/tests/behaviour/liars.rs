//! A lying solver of each kind makes the run exit with 1; one that breaks down harms nobody else.

use crate::common::{code, lying_solvers, record, runs, stderr};
use serde_json::json;

/// Runs a liar between two honest solvers.
fn among_honest_ones(liar: &str) -> (i32, serde_json::Value) {
    let output = lying_solvers(&[
        "--n",
        "6",
        "--solver",
        "bitmask",
        "--solver",
        liar,
        "--solver",
        "backtracking",
        "--timeout",
        "1s",
        "--json",
        "-",
    ]);
    let record = record(&output);
    for honest in [&runs(&record)[0], &runs(&record)[2]] {
        assert_eq!(
            (&honest["solutions"], &honest["verdict"]),
            (&json!(4), &json!("agree")),
            "{liar}"
        );
    }
    (code(&output), record)
}

#[test]
fn every_lie_is_noticed() {
    let lies = [
        ("drops", "3 solutions where another run found 4"),
        (
            "invents",
            "solution 3 breaks a rule: the queens of rows 0 and 1 share a falling diagonal",
        ),
        ("repeats", "solution 3 was given before"),
        ("breaks-a-diagonal", "solution 2 breaks a rule"),
        ("miscounts", "it reports 5 solutions but gave 4"),
    ];
    for (liar, complaint) in lies {
        let (code, record) = among_honest_ones(liar);
        let run = &runs(&record)[1];
        assert_eq!((code, &run["verdict"]), (1, &json!("disagree")), "{liar}: {run}");
        assert_eq!(record["verdict"], "disagree", "{liar}");
        let message = run["message"].as_str().unwrap_or_default();
        assert!(message.contains(complaint), "{liar}: {message}");
    }
}

#[test]
fn a_refuted_answer_gets_a_second_look() {
    let (code, record) = among_honest_ones("overlooks");
    let run = &runs(&record)[1];
    assert_eq!((code, &run["verdict"], &run["solutions"]), (0, &json!("agree"), &json!(4)));
    let message = run["message"].as_str().unwrap_or_default();
    let expected =
        "with eyes open, as its first answer was refuted: 0 solutions where another run found 4";
    assert_eq!(message, expected);
}

#[test]
fn a_false_optimum_is_noticed() {
    let output = lying_solvers(&[
        "optimize",
        "latin-square",
        "--n",
        "4",
        "--solver",
        "claims-the-worst",
        "--solver",
        "highs/*",
        "--json",
        "-",
    ]);
    let record = record(&output);
    assert_eq!(code(&output), 1);
    assert_eq!(runs(&record)[0]["verdict"], "disagree");
    assert!(runs(&record)[1..].iter().all(|run| run["verdict"] != "disagree"));
}

#[test]
fn one_that_is_wrong_at_once_is_noticed_without_a_comparison() {
    for arguments in [
        &["scaling", "--sizes", "6", "--seeds", "1", "--solver", "levels"][..],
        &["crossover", "--from", "6", "--to", "6", "--seeds", "1", "--complete", "levels"],
        &["solve", "colouring", "--graph", "queen6_6", "--minimum", "--solver", "levels"],
        &["solve", "queens", "--n", "6", "--solver", "levels"],
    ] {
        let output = lying_solvers(arguments);
        let said = stderr(&output);
        assert_eq!(code(&output), 1, "{arguments:?}: {said}");
        assert!(said.starts_with("WRONG: levels: "), "{arguments:?}: {said}");
    }
}

#[test]
fn a_breakdown_is_shown_and_keeps_what_was_found() {
    for (liar, message) in [("panics", "I cannot go on"), ("aborts", "signal")] {
        let (code, record) = among_honest_ones(liar);
        let run = &runs(&record)[1];
        assert_eq!((code, &run["status"]), (0, &json!("error")), "{liar}: {run}");
        assert_eq!(run["solutions"], 2, "{liar}");
        assert!(
            run["message"].as_str().is_some_and(|text| text.contains(message)),
            "{liar}: {run}"
        );
        assert_eq!(record["verdict"], "agree", "{liar}");
    }
}

#[test]
fn one_that_hangs_is_stopped() {
    let (code, record) = among_honest_ones("hangs");
    assert_eq!((code, &runs(&record)[1]["status"]), (0, &json!("timeout")));
    assert_eq!(runs(&record)[1]["solutions"], 2);
}
