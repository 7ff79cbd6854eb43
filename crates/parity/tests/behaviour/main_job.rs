//! The main job: every family agrees on the same set of solutions.

use crate::common::{code, parity, record, runs, stdout};
use serde_json::{Value, json};

#[test]
fn eight_queens_agree_across_every_family() {
    let output = parity(&["--n", "8", "--json", "-"]);
    let record = record(&output);
    assert_eq!(code(&output), 0);
    assert_eq!((&record["verdict"], &record["finished"]), (&json!("agree"), &json!(true)));
    assert_eq!(record["expected"]["solutions"], 92);
    let hash = &runs(&record)[0]["solution_set_hash"];
    for run in runs(&record) {
        let solver = &run["solver"];
        assert_eq!(run["solutions"], 92, "{solver}");
        assert_eq!(run["fundamental"], 12, "{solver}");
        assert_eq!(run["status"], "complete", "{solver}");
        assert_eq!(run["verdict"], "agree", "{solver}");
        assert_eq!(run["orbits"], json!({"4": 1, "8": 11}), "{solver}");
        assert_eq!(&run["solution_set_hash"], hash, "{solver}");
        assert!(!run["times_ns"]["total"].as_array().unwrap().is_empty(), "{solver}");
    }
    for family in ["hand-written", "sat", "smt", "ilp", "cp"] {
        assert!(runs(&record).iter().any(|run| run["family"] == family), "{family}");
    }
}

#[test]
fn small_boards_are_complete_results() {
    for (n, solutions) in [("1", 1), ("2", 0), ("3", 0)] {
        let output = parity(&["compare", "queens", "--n", n, "--json", "-"]);
        let record = record(&output);
        assert_eq!(code(&output), 0, "n = {n}");
        for run in runs(&record) {
            assert_eq!(run["solutions"], solutions, "{n} queens: {}", run["solver"]);
            assert_eq!(run["status"], "complete", "{n} queens: {}", run["solver"]);
        }
    }
}

#[test]
fn rooks_are_factorials() {
    let output = parity(&["compare", "rooks", "--n", "5", "--json", "-"]);
    let record = record(&output);
    assert_eq!(code(&output), 0);
    assert!(runs(&record).iter().all(|run| run["solutions"] == 120 && run["verdict"] == "agree"));
}

#[test]
fn the_orbits_are_told_in_words() {
    let output = parity(&["--n", "8", "--solver", "bitmask"]);
    let text = stdout(&output);
    let sentence = "12 fundamental: eleven orbits of eight and one of four (11 × 8 + 1 × 4 = 92).";
    assert!(text.contains(sentence), "{text}");
}

#[test]
fn broken_symmetry_leaves_the_fundamental_solutions() {
    let output = parity(&["compare", "queens", "--n", "6", "--break-symmetry", "--json", "-"]);
    let record = record(&output);
    assert_eq!(code(&output), 0);
    let ran: Vec<&Value> = runs(&record).iter().filter(|run| run["status"] == "complete").collect();
    assert!(ran.iter().all(|run| run["solutions"] == 1 && run["verdict"] == "agree"));
    for family in ["hand-written", "sat", "smt", "ilp", "cp"] {
        assert!(ran.iter().any(|run| run["family"] == family), "{family}");
    }
}

#[test]
fn the_optimum_is_proved_by_engines_that_share_nothing() {
    let output = parity(&["optimize", "latin-square", "--n", "5", "--json", "-"]);
    let record = record(&output);
    assert_eq!(code(&output), 0);
    assert_eq!(record["expected"]["optimum"], 192);
    for family in ["hand-written", "smt", "ilp"] {
        let of_family = |run: &&Value| run["family"] == family && run["status"] == "complete";
        let run = runs(&record).iter().find(of_family).unwrap_or_else(|| panic!("{family}"));
        assert_eq!(
            (&run["objective"], &run["verdict"]),
            (&json!(192), &json!("agree")),
            "{family}"
        );
    }
    let text = stdout(&parity(&["optimize", "latin-square", "--n", "3", "--family", "ilp"]));
    assert!(text.contains("optimal"), "{text}");
}

#[test]
fn every_family_finds_the_same_optimum() {
    for (objective, optimum) in [("reward", 121), ("diagonal", 4)] {
        let arguments = ["optimize", "latin-square", "--n", "4", "--objective", objective];
        let output = parity(&[&arguments[..], &["--json", "-"]].concat());
        let record = record(&output);
        assert_eq!((code(&output), &record["verdict"]), (0, &json!("agree")), "{objective}");
        for family in ["hand-written", "sat", "smt", "ilp", "cp"] {
            let mut of_family = runs(&record).iter().filter(|run| run["family"] == family);
            let proved = |run: &Value| run["status"] == "complete" && run["objective"] == optimum;
            assert!(of_family.any(proved), "{family}, {objective}");
        }
    }
}

#[test]
fn every_family_enumerates_the_latin_squares() {
    const OF_EACH: [&str; 10] = [
        "--solver",
        "dancing-links",
        "--solver",
        "varisat/product/prefix",
        "--solver",
        "z3/finite-domain",
        "--solver",
        "highs/prefix-3",
        "--solver",
        "pumpkin/no-learning",
    ];
    for (n, squares) in [("3", 12), ("4", 576)] {
        let arguments = ["compare", "latin-square", "--n", n, "--timeout", "60s", "--json", "-"];
        let output = parity(&[&arguments[..], &OF_EACH].concat());
        let record = record(&output);
        assert_eq!((code(&output), &record["verdict"]), (0, &json!("agree")), "n = {n}");
        for family in ["hand-written", "sat", "smt", "ilp", "cp"] {
            let mut of_family = runs(&record).iter().filter(|run| run["family"] == family);
            let all = |run: &Value| run["status"] == "complete" && run["solutions"] == squares;
            assert!(of_family.any(all), "{family}, n = {n}");
        }
    }
    // Order 5 by those to whom 161,280 solutions are few.
    let output = parity(&[
        "compare",
        "latin-square",
        "--n",
        "5",
        "--solver",
        "dancing-links",
        "--solver",
        "forward-checking",
        "--timeout",
        "60s",
        "--json",
        "-",
    ]);
    let record = record(&output);
    assert!(
        runs(&record).iter().all(|run| run["solutions"] == 161_280 && run["verdict"] == "agree"),
        "{record}"
    );
}
