//! `parity count queens --pieces`, `parity merge` and `parity estimate`.

use std::fs;
use std::path::Path;

use crate::common::{code, parity, stderr, stdout, validate_as};
use serde_json::Value;

/// Some pieces of 10 queens in five, into a directory.
fn compute(directory: &Path, which: &[&str]) {
    let directory = directory.to_str().expect("a path in UTF-8");
    let count = ["count", "queens", "--n", "10", "--pieces", "5", "--output", directory, "--quiet"];
    let output = parity(&[&count, which].concat());
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{output:?}");
}

/// Exit code, standard output and standard error of a merge.
fn merge(directory: &Path) -> (i32, String, String) {
    let output = parity(&["merge", directory.to_str().expect("a path in UTF-8")]);
    (code(&output), stdout(&output), stderr(&output))
}

#[test]
fn pieces_in_any_order_add_up_to_the_count() {
    let directory = tempfile::tempdir().unwrap();
    compute(directory.path(), &["--piece", "3"]);
    compute(directory.path(), &["--pieces-from", "4"]);
    let (code, said, complaints) = merge(directory.path());
    assert_eq!(code, 1);
    assert!(said.starts_with("incomplete: 2 of 5 pieces"), "{said}");
    assert_eq!(complaints, "missing: 0-2\n");
    let path = directory.path().join("piece-00003-of-00005.json");
    let before = fs::metadata(&path).unwrap().modified().unwrap();
    compute(directory.path(), &["--threads", "2"]);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), before, "it was computed again");
    let (code, said, complaints) = merge(directory.path());
    assert_eq!((code, complaints.as_str()), (0, ""));
    assert_eq!(said.lines().take(2).collect::<Vec<_>>(), ["724", "92 fundamental"]);
    let folder = directory.path().to_str().expect("a path in UTF-8");
    let output = parity(&["merge", folder, "--output", folder]);
    assert!(stderr(&output).contains("--output is for the records of shards"), "{output:?}");
    let record: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
    validate_as(include_str!("../../schema/piece.schema.json"), &record);
    // It is no result to be shown, which is said.
    let rendered = parity(&["render", path.to_str().unwrap()]);
    assert!(stderr(&rendered).contains("`parity merge` adds up"), "{rendered:?}");
}

#[test]
fn what_was_tampered_with_is_found() {
    let directory = tempfile::tempdir().unwrap();
    compute(directory.path(), &[]);
    let path = directory.path().join("piece-00001-of-00005.json");
    let good = fs::read_to_string(&path).unwrap();
    let nodes = good.lines().find(|line| line.contains("\"nodes\"")).unwrap();
    for bad in [good.replace(nodes, "  \"nodes\": 1,"), good[..good.len() / 2].to_owned()] {
        fs::write(&path, bad).unwrap();
        let (code, _, complaints) = merge(directory.path());
        assert_eq!(code, 1);
        assert!(complaints.contains("piece-00001-of-00005.json is"), "{complaints}");
        assert!(complaints.contains("missing: 1"), "{complaints}");
    }
    // A piece that is damaged is computed anew.
    compute(directory.path(), &[]);
    assert_eq!(merge(directory.path()).0, 0);
    // A second copy does no harm, and is mentioned.
    fs::write(directory.path().join("piece-copy.json"), good).unwrap();
    let (code, _, complaints) = merge(directory.path());
    assert_eq!((code, complaints.as_str()), (0, "more than once, with equal results: 1\n"));
}

#[test]
fn pieces_of_different_counts_do_not_add_up() {
    let directory = tempfile::tempdir().unwrap();
    compute(directory.path(), &[]);
    let path = directory.path().to_str().unwrap();
    let other = ["count", "queens", "--n", "9", "--pieces", "3", "--piece", "0", "--output", path];
    assert_eq!(code(&parity(&other)), 0);
    let (code, _, complaints) = merge(directory.path());
    assert_eq!(code, 2);
    assert!(complaints.contains("merge one count at a time"), "{complaints}");
}

#[test]
fn mistakes_are_answered_in_one_line() {
    let cases: &[(&[&str], &str)] = &[
        (&["--n", "5", "--pieces", "2"], "boards of 8 to 27 rows"),
        (&["--n", "8", "--pieces", "999999"], "can be cut into 1 to"),
        (&["--n", "8", "--pieces", "4", "--piece", "4"], "numbered from 0 to 3"),
        (&["--n", "8", "--pieces", "4", "--slurm"], "sbatch --array"),
    ];
    for (arguments, message) in cases {
        let output = parity(&[&["count", "queens"], *arguments].concat());
        let text = stderr(&output);
        assert_eq!((code(&output), text.lines().count()), (2, 1), "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
    }
}

#[test]
fn an_estimate_keeps_what_it_computed() {
    let directory = tempfile::tempdir().unwrap();
    compute(directory.path(), &[]);
    let (pieces, whole) = (directory.path().join("more"), directory.path().to_str().unwrap());
    let sample = pieces.to_str().unwrap();
    let output = parity(&[
        "estimate",
        "queens",
        "--n",
        "11",
        "--pieces",
        "8",
        "--sample",
        "8",
        "--measured",
        whole,
        "--output",
        sample,
        "--format",
        "json",
        "--quiet",
    ]);
    assert_eq!((code(&output), stderr(&output).as_str()), (0, ""), "{output:?}");
    let report: Value = serde_json::from_str(&stdout(&output)).unwrap();
    // All pieces were looked at, so nothing is left to chance.
    assert_eq!(report["solutions"], serde_json::json!({ "value": 2680.0, "error": 0.0 }));
    assert_eq!(report["measured"][0]["solutions"], 724);
    assert_eq!(merge(&pieces).1.lines().next(), Some("2680"));
}

#[test]
fn what_pieces_cost_is_measured_on_right_counts() {
    let directory = tempfile::tempdir().unwrap();
    let json = directory.path().join("efficiency.json");
    let arguments =
        ["efficiency", "queens", "--n", "11", "--pieces", "4,8", "--samples", "2", "--json"];
    let output = parity(&[&arguments[..], &[json.to_str().unwrap()]].concat());
    assert_eq!(code(&output), 0, "{output:?}");
    let text = stdout(&output);
    for way in ["whole", "4 pieces, one process", "8 pieces, two processes"] {
        assert!(text.lines().any(|line| line.starts_with(way)), "{way}: {text}");
    }
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&json).unwrap()).unwrap();
    for way in record["ways"].as_array().unwrap() {
        assert_eq!(way["elapsed_ns"].as_array().unwrap().len(), 2, "{way}");
    }
    // It is a result file like others.
    for format in ["text", "markdown", "csv", "html"] {
        let shown = stdout(&parity(&["render", json.to_str().unwrap(), "--format", format]));
        assert!(shown.contains("8 pieces, two processes"), "{format}: {shown}");
    }
    let few = parity(&["efficiency", "queens", "--n", "11", "--pieces", "1", "--processes", "2"]);
    assert_eq!(code(&few), 2, "{few:?}");
    assert!(stderr(&few).contains("2 processes cannot share 1 piece"), "{few:?}");
}
