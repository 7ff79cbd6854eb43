//! Graph colouring: the chromatic number by every family, and what is said of odd files.

use std::io::Write;

use serde_json::{Value, json};

use crate::common::{code, lying_solvers, parity, record, runs, stderr, stdout};

#[test]
fn every_family_finds_and_proves_the_chromatic_number() {
    for (graph, number) in [("petersen", 3), ("myciel3", 4), ("queen5_5", 5)] {
        let arguments = ["compare", "colouring", "--graph", graph, "--minimum", "--json", "-"];
        let output = parity(&arguments);
        let record = record(&output);
        assert_eq!((code(&output), &record["verdict"]), (0, &json!("agree")), "{graph}");
        assert_eq!(record["expected"]["optimum"], number, "{graph}");
        for family in ["hand-written", "sat", "smt", "ilp", "cp"] {
            let mut of_family = runs(&record).iter().filter(|run| run["family"] == family);
            let proved = |run: &Value| run["status"] == "complete" && run["objective"] == number;
            assert!(of_family.any(proved), "{family}, {graph}");
        }
        let dsatur =
            runs(&record).iter().find(|run| run["solver"] == "dsatur").expect("it is there");
        assert_eq!(dsatur["objective"], number, "{graph}");
        assert!(dsatur["effort"]["questions"].as_u64() >= Some(1), "{dsatur}");
    }
}

#[test]
fn a_liar_is_found_out_and_time_is_limited() {
    let arguments = ["compare", "colouring", "--graph", "petersen", "--minimum", "--json", "-"];
    let output = lying_solvers(&[&arguments[..], &["--solver", "miscounts"]].concat());
    assert_eq!(code(&output), 0, "one solution of a first question is no miscount");
    let arguments = ["compare", "colouring", "--graph", "myciel6", "--minimum", "--json", "-"];
    let limited = ["--solver", "backtracking", "--timeout", "300ms"];
    let output = parity(&[&arguments[..], &limited].concat());
    let record = record(&output);
    let run = &runs(&record)[0];
    assert_eq!((code(&output), &run["status"]), (0, &json!("timeout")), "{run}");
    assert!(run["objective"].is_null(), "{run}");
    let message = run["message"].as_str().unwrap_or_default();
    assert!(message.contains("colours do not do"), "{run}");
}

#[test]
fn a_wrong_header_is_told_and_does_no_harm() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"p edge 3 7\ne 1 2\ne 2 3\n").unwrap();
    let path = file.path().to_str().unwrap();
    let told = "-2: the header counts 7 edges, but there are 2";
    for command in [
        &["solve", "colouring", path, "--colours", "2"][..],
        &["compare", "colouring", path, "--colours", "2", "--solver", "dsatur"],
    ] {
        let output = parity(command);
        assert_eq!(code(&output), 0, "{command:?}");
        let warning = stderr(&output);
        assert!(warning.starts_with("warning: colouring-3-2-"), "{command:?}: {warning}");
        assert!(warning.contains(told), "{command:?}: {warning}");
        let quiet = parity(&[command, &["--quiet"]].concat());
        assert_eq!(stderr(&quiet), "", "{command:?}");
    }
    let output = parity(&["solve", "colouring", path, "--minimum"]);
    assert!(stdout(&output).starts_with("2 colours"), "{}", stdout(&output));
    assert!(stderr(&output).contains("the header counts 7 edges"), "{}", stderr(&output));
    let output = parity(&["compare", "queens", "--n", "4", "--minimum"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("about the colours of a graph"), "{}", stderr(&output));
}
