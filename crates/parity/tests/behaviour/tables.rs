//! Table, JSON and Markdown as they are written, with times masked.

use crate::common::{parity, stdout};

/// What differs from run to run: times, samples and ratios in tables; times and host in JSON.
fn masked() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.add_filter(r"\d[\d,.]* (ns|µs|ms|s)\b", "[time]");
    settings
        .add_filter(r"(\[time\](?: +\| +| +))\d+((?: +\| +| +)[\d,.]+)?", "$1[samples and ratio]");
    settings.add_filter(r#""(encode|first|total|growth)": \[[\s\d,]*\]"#, r#""$1": "[times]""#);
    settings.add_filter(
        r#""(machine|cpu|os|compiler|build_profile|commit|started_at)": ("[^"]*"|null)"#,
        r#""$1": "[host]""#,
    );
    settings.add_filter(r#""(cores|peak_rss_bytes)": (\d+|null)"#, r#""$1": "[host]""#);
    settings.add_filter(r" {2,}", "  ");
    settings
}

const ARGUMENTS: [&str; 8] = [
    "--n",
    "6",
    "--solver",
    "backtracking",
    "--solver",
    "bitmask",
    "--solver",
    "varisat/pairwise/blocking",
];

#[test]
fn text() {
    let text = stdout(&parity(&ARGUMENTS));
    masked().bind(|| insta::assert_snapshot!("text", text));
}

#[test]
fn json() {
    let text = stdout(&parity(&[&ARGUMENTS[..], &["--json", "-"]].concat()));
    masked().bind(|| insta::assert_snapshot!("json", text));
}

#[test]
fn markdown() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().to_str().unwrap();
    parity(&[&ARGUMENTS[..], &["--output", path]].concat());
    let text = std::fs::read_to_string(directory.path().join("queens-6.md")).unwrap();
    masked().bind(|| insta::assert_snapshot!("markdown", text));
    let rendered = parity(&["render", "--format", "markdown", &format!("{path}/queens-6.json")]);
    assert_eq!(stdout(&rendered), text, "a table is a function of its record");
}

/// The generated blocks of documents are what their result files say.
#[test]
fn documents_are_in_step() {
    for document in ["README.md", "bench-results/README.md"] {
        let path = format!("{}/../../{document}", env!("CARGO_MANIFEST_DIR"));
        let output = parity(&["render", "--into", &path, "--check"]);
        assert!(output.status.success(), "run `scripts/tables`: {output:?}");
    }
}

/// One table in every format: what a program reads has what a person sees.
#[test]
fn formats() {
    let table = |format: &str| {
        let output = parity(&[&ARGUMENTS[..], &["--format", format]].concat());
        assert!(output.status.success(), "{format}: {output:?}");
        stdout(&output)
    };
    assert!(table("markdown").starts_with("| solver | family |"));
    let csv = table("csv");
    assert!(csv.starts_with("view,folder,"), "{csv}");
    assert!(csv.lines().any(|line| line.contains(",bitmask,hand-written,")), "{csv}");
    let record: serde_json::Value = serde_json::from_str(&table("json")).unwrap();
    crate::common::validate(&record);
    let list = stdout(&parity(&["list", "--format", "csv"]));
    assert!(list.starts_with("id,family,technique,tasks,problems,summary,reference,featured,"));
    assert!(list.lines().any(|line| line.starts_with("bitmask,hand-written,")));
}

/// What changed from one result to another, and what that is worth as an exit code.
#[test]
fn results_are_compared() {
    let directory = tempfile::tempdir().unwrap();
    let path = |name: &str| directory.path().join(name).to_str().unwrap().to_owned();
    let json = stdout(&parity(&[&ARGUMENTS[..], &["--json", "-"]].concat()));
    std::fs::write(path("old.json"), &json).unwrap();
    let compare = |new: &str, arguments: &[&str]| {
        std::fs::write(path("new.json"), new).unwrap();
        let files = [path("old.json"), path("new.json")];
        let output = parity(&[&["compare-results", &files[0], &files[1]], arguments].concat());
        (crate::common::code(&output), stdout(&output))
    };
    let (code, text) = compare(&json, &[]);
    assert_eq!(code, 0);
    assert!(text.contains("3 runs in both; 3 times compared"), "{text}");
    let (code, text) = compare(
        &json.replacen("\"solutions\": 4,\n      \"fund", "\"solutions\": 5,\n      \"fund", 1),
        &[],
    );
    assert_eq!(code, 1);
    assert!(text.contains("ANSWER") && text.contains("WRONG"), "{text}");
    let (code, text) =
        compare(&json.replacen("\"nodes\": 149", "\"nodes\": 298", 1), &["--format", "json"]);
    let changes: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(
        (code, &changes[0]["change"], &changes[0]["ratio"]),
        (0, &"effort".into(), &2.0.into())
    );
}
