//! `parity compare PROBLEM --set SET`: many instances, many solvers.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{code, lying_solvers, parity, stderr, stdout, validate_as};

/// The record of a set, which must be valid against its schema.
fn record(text: &str) -> Value {
    let record = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    validate_as(include_str!("../../schema/set.schema.json"), &record);
    record
}

fn solvers(record: &Value) -> &[Value] {
    record["solvers"].as_array().expect("a record of a set has solvers")
}

fn answers(solver: &Value) -> &[Value] {
    solver["answers"].as_array().expect("a solver has answers")
}

/// Four 4 × 4 puzzles: unique, unique, without solution, with several.
const FOUR: &str = "4.....2.1....3..\n..2..2.1.4..3...\n11..............\n1...............\n";

fn file(text: &str) -> tempfile::NamedTempFile {
    let file = tempfile::Builder::new().suffix(".txt").tempfile().unwrap();
    std::fs::write(&file, text).unwrap();
    file
}

fn path(file: &impl AsRef<Path>) -> &str {
    file.as_ref().to_str().unwrap()
}

#[test]
fn every_family_agrees_on_every_puzzle_of_a_set() {
    let four = file(FOUR);
    let output = parity(&["compare", "sudoku", "--set", path(&four), "--json", "-"]);
    let record = record(&stdout(&output));
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!((&record["verdict"], &record["finished"]), (&json!("agree"), &json!(true)));
    assert_eq!(record["limits"]["max_solutions"], 2);
    for family in ["hand-written", "sat", "smt", "ilp", "cp"] {
        assert!(solvers(&record).iter().any(|solver| solver["family"] == family), "{family}");
    }
    for solver in solvers(&record) {
        let answers = answers(solver);
        if answers[0]["status"] == "unavailable" || answers[0]["status"] == "unsupported" {
            continue;
        }
        let found: Vec<_> = answers.iter().map(|answer| answer["solutions"].clone()).collect();
        assert_eq!(found, [json!(1), json!(1), json!(0), json!(2)], "{solver}");
        let statuses: Vec<_> = answers.iter().map(|answer| answer["status"].clone()).collect();
        assert_eq!(statuses, ["complete", "complete", "complete", "partial"], "{solver}");
        assert!(answers.iter().all(|answer| answer["verdict"] == "agree"), "{solver}");
        assert!(answers.iter().all(|answer| answer["total_ns"].is_u64()), "{solver}");
        assert_eq!(answers[0]["hash"], self::answers(&solvers(&record)[0])[0]["hash"]);
    }
}

#[test]
fn the_table_counts_verdicts() {
    let four = file(FOUR);
    let arguments = |format| {
        let set = path(&four);
        let solvers = ["--solver", "pencil-marks", "--solver", "forward-checking"];
        [&["compare", "sudoku", "--set", set, "--format", format], &solvers[..]].concat()
    };
    let text = stdout(&parity(&arguments("text")));
    let heading = text.lines().next().unwrap_or_default();
    for title in ["settled", "unique", "several", "none", "median", "total", "verdict"] {
        assert!(heading.contains(title), "{title}: {text}");
    }
    assert!(text.contains("All two solvers that can be compared agree."), "{text}");
    let csv = stdout(&parity(&arguments("csv")));
    assert!(csv.contains("\npencil-marks,hand-written,4,4,2,1,1,complete,"), "{csv}");
    let markdown = stdout(&parity(&arguments("markdown")));
    assert!(markdown.starts_with("| solver | family | settled |"), "{markdown}");
    let json = stdout(&parity(&arguments("json")));
    record(&json);
    let kept = file(&json);
    for format in ["text", "markdown", "csv", "json", "html"] {
        let rendered = stdout(&parity(&["render", path(&kept), "--format", format]));
        assert!(rendered.contains("pencil-marks"), "{format}: {rendered}");
    }
    let page = stdout(&parity(&arguments("html")));
    assert!(page.contains("8 runs of 2 solvers on 4 instances. All 8 that can"), "{page}");
    for condition in ["When", "Limits", "Machines and builds", "Engines"] {
        assert!(page.contains(&format!("<dt>{condition}</dt><dd>")), "{condition}: {page}");
    }
    assert!(page.contains("<dd>3 s a run</dd>"), "{page}");
}

#[test]
fn one_that_is_wrong_once_is_disqualified() {
    let four = file(FOUR);
    for liar in ["invents", "drops", "miscounts"] {
        let arguments = ["compare", "sudoku", "--set", path(&four), "--solver", "pencil-marks"];
        let others = ["--solver", liar, "--solver", "mac", "--max-solutions", "3", "--json", "-"];
        let output = lying_solvers(&[&arguments[..], &others].concat());
        let record = record(&stdout(&output));
        assert_eq!((code(&output), &record["verdict"]), (1, &json!("disagree")), "{liar}");
        let [first, wrong, last] = solvers(&record) else { panic!("{record}") };
        let message = wrong["disqualified"].as_str().unwrap_or_default();
        assert!(message.starts_with("wrong on instance "), "{liar}: {message}");
        assert!(message.contains("solutions but gave"), "{liar}: {message}");
        let asked = answers(wrong).iter().filter(|answer| !answer.is_null());
        // One that drops solutions is right where there is none, so it may have been asked before.
        assert!(asked.count() < answers(wrong).len(), "{liar} is not asked again");
        for honest in [first, last] {
            assert_eq!(honest["disqualified"], Value::Null, "{liar}");
            assert!(answers(honest).iter().all(|answer| !answer.is_null()), "{liar}");
        }
    }
}

#[test]
fn what_ends_a_worker_costs_one_puzzle() {
    let four = file(FOUR);
    // These begin to misbehave at the third solution, which only the last puzzle has.
    for (misbehaving, status) in [("hangs", "timeout"), ("aborts", "error"), ("panics", "error")] {
        let arguments = ["compare", "sudoku", "--set", path(&four), "--solver", misbehaving];
        let limits = ["--limit-per-puzzle", "700ms", "--max-solutions", "5", "--json", "-"];
        let output = lying_solvers(&[&arguments[..], &limits].concat());
        let record = record(&stdout(&output));
        assert_eq!(code(&output), 0, "{misbehaving}");
        let answers = answers(&solvers(&record)[0]);
        let statuses: Vec<_> = answers.iter().map(|answer| answer["status"].clone()).collect();
        assert_eq!(statuses, ["complete", "complete", "complete", status], "{misbehaving}");
        assert_eq!(answers[3]["solutions"], 2, "{misbehaving}: what was found is kept");
    }
    let arguments = ["compare", "sudoku", "--set", path(&four), "--solver", "hangs"];
    let limits = ["--limit-per-puzzle", "300ms", "--max-solutions", "5"];
    let text = stdout(&lying_solvers(&[&arguments[..], &limits].concat()));
    assert!(text.contains("3 of 4") && text.contains("1 timeout"), "{text}");
}

#[test]
fn results_of_a_set_are_written_and_rendered() {
    let directory = tempfile::tempdir().unwrap();
    let output = path(&directory);
    let arguments =
        ["compare", "sudoku", "--set", "4x4", "--solver", "pencil-marks", "--seed", "3"];
    let run = parity(&[&arguments[..], &["--output", output]].concat());
    assert!(stderr(&run).contains("wrote "), "{}", stderr(&run));
    let file = directory.path().join("sudoku-4x4.json");
    let record = record(&std::fs::read_to_string(&file).unwrap());
    assert_eq!(answers(&solvers(&record)[0]).len(), 10);
    let markdown = std::fs::read_to_string(directory.path().join("sudoku-4x4.md")).unwrap();
    let rendered = parity(&["render", "--format", "markdown", path(&file)]);
    assert_eq!(stdout(&rendered), markdown, "a table is a function of its record");
    // A set may be made of several, and of files that hold one instance each.
    let run = parity(&[
        "compare",
        "sudoku",
        "--set",
        "diagonal",
        "--set",
        "killer",
        "--solver",
        "pencil-marks",
        "--quiet",
    ]);
    assert!(stdout(&run).contains("Set diagonal+killer of sudoku: 20 instances"), "{run:?}");
    let graphs = tempfile::tempdir().unwrap();
    for (name, text) in [("a.col", "p edge 2 1\ne 1 2\n"), ("b.col", "p edge 1 0\n")] {
        std::fs::write(graphs.path().join(name), text).unwrap();
    }
    let arguments = ["compare", "colouring", "--set", path(&graphs), "--colours", "1", "--format"];
    let run = parity(&[&arguments[..], &["csv", "--solver", "mac"]].concat());
    assert!(stdout(&run).contains("\nmac,hand-written,2,2,1,0,1,complete,"), "{run:?}");
}

#[test]
fn wrong_use_of_sets_is_said() {
    for (arguments, message) in [
        (&["compare", "sudoku", "--set", "esay"][..], "there are easy, medium, hard"),
        (&["compare", "queens", "--set", "easy"], "there is no file `easy`"),
        (&["compare", "sudoku", "--set", "easy", "--n", "9"], "cannot be used with"),
        (&["compare", "sudoku", "--n", "9", "--limit-per-puzzle", "3s"], "--set"),
    ] {
        let output = parity(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(stderr(&output).contains(message), "{arguments:?}: {}", stderr(&output));
    }
}
