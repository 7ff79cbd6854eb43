//! Bad input gets one clear line and exit code 2; output goes where it should.

use crate::common::{code, parity, record, runs, stderr, stdout};
use serde_json::Value;

#[test]
fn bad_input_gets_one_clear_line() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let below_a_file = file.path().join("results").display().to_string();
    let cases: &[(&[&str], &str)] = &[
        (&["--n", "0"], "queens takes --n from 1 to"),
        (&["--n", "1000000000"], "out of reach for an enumeration"),
        (&["compare", "queens", "--first", "--n", "1000000000"], "too large to be stated"),
        (&["compare", "queens"], "queens needs a size: give --n N"),
        (&["--n", "8", "--solver", "bitmaks"], "did you mean `bitmask`?"),
        (&["--n", "8", "--family", "smtt"], "did you mean `smt`?"),
        (&["compare", "quens", "--n", "8"], "did you mean `queens`?"),
        (
            &["compare", "rooks", "--n", "4", "--colours", "3"],
            "rooks has no options, not `colours`",
        ),
        (&["compare", "sudoku", "no-such-file"], "cannot read no-such-file"),
        (&["--n", "8", "--output", &below_a_file], "cannot write to"),
        (&["--n", "8", "--solver", "bitmask", "--family", "sat"], "no solver is left"),
        (&["optimize", "queens", "--n", "4"], "queens has no objective; these have: latin-square"),
        (
            &["optimize", "latin-square", "--n", "4", "--objective", "beauty"],
            "takes `reward`, `diagonal`",
        ),
        (&["render", "no-such-file"], "cannot read no-such-file"),
        (&["list", "problems", "--featured"], "--featured is about solvers"),
        (&["--n", "8", "--json", "."], "cannot write to ."),
        (&["scaling", "--json", &below_a_file], "cannot write to"),
        (&["relaxation", "queens", "--n", "8", "--json", &below_a_file], "cannot write to"),
        (&["efficiency", "queens", "--json", &below_a_file], "cannot write to"),
        (&["estimate", "queens", "--n", "20", "--json", &below_a_file], "cannot write to"),
    ];
    for (arguments, message) in cases {
        let output = parity(arguments);
        let text = stderr(&output);
        assert_eq!(code(&output), 2, "{arguments:?}: {text}");
        assert!(text.starts_with("error: ") && text.contains(message), "{arguments:?}: {text}");
        assert_eq!(text.lines().count(), 1, "{arguments:?}: {text}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}

#[test]
fn contradictory_or_malformed_flags_are_refused() {
    let cases: &[&[&str]] = &[
        &[],
        &["--n", "eight"],
        &["--n", "-3"],
        &["--n", "8", "--all", "--solver", "bitmask"],
        &["--n", "8", "--json", "-", "--output", "."],
        &["--n", "8", "--max-solutions", "0"],
        &["--n", "8", "--timeout", "soon"],
        &["--n", "8", "--timeout", "0"],
        &["--n", "8", "--memory", "much"],
        &["--n", "8", "compare", "queens"],
        &["compare", "queens", "--n", "8", "--first", "--max-solutions", "3"],
        &["compare", "sudoku", "--set", "easy", "--timeout", "1s"],
        &["compare", "colouring", "--graph", "petersen", "--minimum", "--limit-per-puzzle", "1s"],
        &["solve", "colouring", "--graph", "petersen", "--minimum", "--format", "json"],
        &["count", "queens", "--n", "8", "--pieces", "2", "--method", "passes"],
        &["count", "queens", "--n", "8", "--pieces", "2", "--fundamental"],
        &["count", "queens", "--n", "8", "--pieces", "2", "--format", "json"],
        &["frobnicate"],
    ];
    for arguments in cases {
        let output = parity(arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        assert!(!stderr(&output).contains("panicked"), "{arguments:?}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}

#[test]
fn results_are_written_beside_the_table() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    let output = parity(&["--n", "6", "--solver", "bitmask", "--output", path]);
    assert!(stdout(&output).contains("bitmask"));
    assert!(stderr(&output).contains("wrote "));
    let json = std::fs::read_to_string(directory.path().join("queens-6.json")).unwrap();
    crate::common::validate(&serde_json::from_str(&json).unwrap());
    let markdown = std::fs::read_to_string(directory.path().join("queens-6.md")).unwrap();
    assert!(markdown.starts_with("| solver | "), "{markdown}");
    let names = std::fs::read_dir(&directory).unwrap().count();
    assert_eq!(names, 2, "no temporary file is left");
}

#[test]
fn quiet_says_nothing_on_standard_error() {
    let output = parity(&["--n", "5", "--family", "hand-written", "--quiet"]);
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
    assert!(stdout(&output).contains("complete"));
}

#[test]
fn json_goes_where_it_is_asked_to_go() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("mine.json");
    let output = parity(&["--n", "5", "--solver", "bitmask", "--json", path.to_str().unwrap()]);
    assert_eq!(code(&output), 0);
    let written: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    crate::common::validate(&written);
    assert_eq!(runs(&written)[0]["solutions"], 10);
    let alone = parity(&["--n", "5", "--solver", "bitmask", "--json", "-"]);
    assert_eq!(runs(&record(&alone))[0]["solutions"], 10);
    assert_eq!(stderr(&alone), "");
}

#[test]
fn the_list_is_the_registry() {
    let output = parity(&["list", "--format", "json"]);
    let rows: Vec<Value> = serde_json::from_str(&stdout(&output)).unwrap();
    let registry = parity::Registry::standard();
    assert_eq!(rows.len(), registry.rows().len());
    for (listed, row) in rows.iter().zip(registry.rows()) {
        assert_eq!(listed["id"], *row.card().id);
        assert_eq!(listed["family"], row.card().family.name());
    }
    for format in ["text", "markdown"] {
        let text = stdout(&parity(&["list", "--format", format]));
        assert!(registry.rows().iter().all(|row| text.contains(&*row.card().id)), "{format}");
    }
    assert!(stdout(&parity(&["list", "problems"])).contains("latin-square"));
}

#[test]
fn a_narrow_terminal_gets_a_narrow_table() {
    let directory = tempfile::tempdir().unwrap();
    let table = |columns: &str| {
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_parity"))
            .args(["--n", "6", "--family", "hand-written"])
            .env("COLUMNS", columns)
            .current_dir(&directory)
            .output()
            .unwrap();
        let text = stdout(&output);
        text.split("\n\n").next().unwrap().to_owned()
    };
    let width = |text: &str| text.lines().map(|line| line.chars().count()).max();
    assert!(width(&table("80")) <= Some(80), "{}", table("80"));
    assert!(width(&table("120")) <= Some(120), "{}", table("120"));
    assert!(table("80").contains("verdict"));
    assert!(table("200").contains("relative"));
}

#[test]
fn help_says_how() {
    for arguments in
        [&["--help"][..], &["compare", "--help"], &["optimize", "--help"], &["list", "--help"]]
    {
        let output = parity(arguments);
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).contains("Usage: parity"), "{arguments:?}");
        assert!(!stdout(&output).contains("worker"), "the worker is hidden");
    }
}
