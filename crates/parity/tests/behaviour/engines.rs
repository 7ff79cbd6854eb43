//! What the engines show beside comparisons: tactics and relaxations.

use crate::common::{code, parity, stdout};

#[test]
fn tactics_are_compared_in_one_table() {
    let directory = tempfile::tempdir().unwrap();
    let json = directory.path().join("tactics.json");
    let arguments =
        ["tactics", "queens", "--n", "4", "--samples", "2", "--format", "csv", "--json"];
    let output = parity(&[&arguments[..], &[json.to_str().unwrap()]].concat());
    let text = stdout(&output);
    if code(&output) == 2 {
        // A build without Z3 says so.
        assert!(crate::common::stderr(&output).contains("--features z3"), "{output:?}");
        return;
    }
    let lines: Vec<&str> = text.lines().collect();
    let answers = lines.iter().filter(|line| line.ends_with(",satisfiable")).count();
    assert_eq!(answers, smt_backend::tactics::PIPELINES.len(), "{text}");
    for tactic in ["simplify", "ctx-solver-simplify", "bit-blast", "solve-eqs"] {
        let solved = |line: &&&str| line.contains(&format!(",{tactic},,,,solve,ns,"));
        assert_eq!(lines.iter().filter(solved).count(), 1, "{tactic}: {text}");
    }
    // The table in a document is made of the same file.
    let document = directory.path().join("page.md");
    std::fs::write(&document, "<!-- parity table tactics.json -->\n<!-- end -->\n").unwrap();
    assert_eq!(code(&parity(&["render", "--into", document.to_str().unwrap()])), 0);
    let page = std::fs::read_to_string(&document).unwrap();
    assert!(page.contains("| simplify → bit-blast |"), "{page}");
    // So is every table by itself.
    for format in ["text", "markdown", "csv", "json", "html"] {
        let output = parity(&["render", json.to_str().unwrap(), "--format", format]);
        assert_eq!(code(&output), 0, "{output:?}");
        assert!(stdout(&output).contains("simplify → bit-blast"), "{format}: {output:?}");
    }
}

#[test]
fn cliques_have_the_tighter_relaxation() {
    let output = parity(&["relaxation", "queens", "--n", "8"]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{output:?}");
    let bound = |name: &str| {
        let line = text.lines().find(|line| line.starts_with(name)).unwrap_or_default();
        line.split_whitespace().last().unwrap_or_default().to_owned()
    };
    assert_eq!((bound("pairwise"), bound("cliques")), ("32".to_owned(), "8".to_owned()), "{text}");
    assert!(text.contains("number of variables with a value in integers is 8"), "{text}");
}
