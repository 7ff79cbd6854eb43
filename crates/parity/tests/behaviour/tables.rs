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
