//! Sweeps: one record an instance, resumed, shared out and merged.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

use crate::common::{code, lying_program, runs, stderr, stdout, validate};

const SMALL: &str = r#"
[[sweep]]
name = "all"
problem = "queens"
n = [4, 5, 6]
task = "all"
solvers = ["backtracking", "bitmask", "varisat/pairwise/blocking"]
repetitions = 1

[[sweep]]
name = "first"
problem = "colouring"
options = { graph = "petersen", colours = [2, 3] }
task = "first"
solvers = ["mac", "pumpkin"]
repetitions = 1
"#;

/// Runs the program in a directory.
fn parity_in(directory: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_parity"));
    program.args(arguments).current_dir(directory).output().expect("the program starts")
}

/// A directory with a configuration of this text.
fn with_configuration(text: &str) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("small.toml"), text).unwrap();
    directory
}

fn sweep(directory: &Path, arguments: &[&str]) -> Output {
    let output =
        parity_in(directory, &[&["sweep", "small.toml", "--output", "out"], arguments].concat());
    assert!(output.status.success(), "{output:?}");
    output
}

fn record(path: &Path) -> Value {
    let text = std::fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let record = serde_json::from_str(&text).unwrap();
    validate(&record);
    record
}

/// What does not depend on the machine: record and solver, with counts, set and verdict.
fn answers(directory: &Path) -> BTreeMap<String, Value> {
    let mut answers = BTreeMap::new();
    for section in ["all", "first"] {
        for entry in std::fs::read_dir(directory.join(section)).unwrap() {
            let path = entry.unwrap().path();
            let name = format!("{section}/{}", path.file_name().unwrap().to_str().unwrap());
            let record = record(&path);
            assert_eq!(record["finished"], true, "{name}");
            answers.insert(format!("{name} verdict"), record["verdict"].clone());
            for run in runs(&record) {
                let fields = ["status", "solutions", "solution_set_hash", "effort", "verdict"];
                let fields = fields.map(|field| run[field].clone());
                let solver = run["solver"].as_str().unwrap();
                answers.insert(format!("{name} {solver}"), Value::from(fields.to_vec()));
            }
        }
    }
    answers
}

/// Lines of the journal: one a cell that was really run.
fn cells_run(directory: &Path) -> usize {
    let text = std::fs::read(directory.join("out/journal.txt")).unwrap_or_default();
    text.iter().filter(|&&byte| byte == b'\n').count()
}

#[test]
fn a_sweep_writes_a_record_an_instance() {
    let directory = with_configuration(SMALL);
    let output = sweep(directory.path(), &[]);
    assert!(stdout(&output).contains("all: 3 records, 9 runs (9 complete), all agree"));
    assert!(stderr(&output).contains("13/13"), "{output:?}");
    let six = record(&directory.path().join("out/all/queens-6.json"));
    assert_eq!((&six["verdict"], runs(&six).len()), (&Value::from("agree"), 3));
    let order: Vec<_> = runs(&six).iter().map(|run| run["solver"].as_str().unwrap()).collect();
    assert_eq!(order, ["backtracking", "bitmask", "varisat/pairwise/blocking"]);
    assert!(runs(&six).iter().all(|run| run["times_ns"]["total"].as_array().unwrap().len() == 1));
    let rendered = parity_in(directory.path(), &["render", "out/all/queens-6.json"]);
    assert!(stdout(&rendered).contains("All three runs that can be compared agree."));
    assert_eq!(answers(&directory.path().join("out")).len(), 5 + 13);
    let quiet = sweep(directory.path(), &["--quiet"]);
    assert_eq!(stderr(&quiet), "");
    let planned = parity_in(directory.path(), &["sweep", "small.toml", "--dry-run"]);
    assert_eq!(stdout(&planned).lines().count(), 13);
}

#[test]
fn what_has_finished_is_kept_and_only_what_changed_runs_anew() {
    let directory = with_configuration(SMALL);
    let path = directory.path();
    let change = |from: &str, to: &str| {
        let text = SMALL.replacen(from, to, 1);
        assert_ne!(text, SMALL);
        std::fs::write(path.join("small.toml"), text).unwrap();
    };
    sweep(path, &[]);
    assert_eq!(cells_run(path), 13);
    sweep(path, &[]);
    assert_eq!(cells_run(path), 13, "nothing changed");
    // Another size: only its cells run, and its record takes the place of the other.
    change("[4, 5, 6]", "[4, 5, 7]");
    assert!(stderr(&sweep(path, &[])).contains("13 cells, 10 known from before"));
    assert_eq!(cells_run(path), 16);
    assert!(path.join("out/all/queens-7.json").exists());
    assert!(!path.join("out/all/queens-6.json").exists());
    // Another limit in one section: the cells of the other stay.
    change("task = \"first\"", "task = \"first\"\ntimeout = \"20s\"");
    sweep(path, &[]);
    assert_eq!(cells_run(path), 20, "four cells with another limit; those of size 6 came back");
    // Another binary or engine, as far as the journal can tell.
    std::fs::write(path.join("small.toml"), SMALL).unwrap();
    let journal = path.join("out/journal.txt");
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(
        &journal,
        text.lines()
            .filter(|line| !line.contains("\"pumpkin\""))
            .fold(String::new(), |text, line| text + line + "\n"),
    )
    .unwrap();
    let before = cells_run(path);
    sweep(path, &[]);
    assert_eq!(cells_run(path), before + 2);
    sweep(path, &["--rerun"]);
    assert_eq!(cells_run(path), before + 2 + 13);
}

#[cfg(unix)]
#[test]
fn a_killed_sweep_goes_on_where_it_was() {
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    let directory = with_configuration(
        "[[sweep]]\nname = \"all\"\nproblem = \"queens\"\nn = [5, 6, 7]\ntask = \"all\"\n\
         solvers = [\"backtracking\", \"bitmask\", \"hangs\"]\nrepetitions = 1\ntimeout = \"1h\"\n\
         stop_after_timeout = true\n",
    );
    let path = directory.path();
    let mut child = Command::new(lying_program())
        .args(["sweep", "small.toml", "--output", "out", "--jobs", "2"])
        .current_dir(path)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let start = Instant::now();
    // One of the two is stuck, the other runs all that can be run.
    while cells_run(path) < 6 {
        assert!(start.elapsed() < Duration::from_secs(60), "{} cells", cells_run(path));
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // A power cut may leave half a line.
    let journal = path.join("out/journal.txt");
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, text.clone() + &text[..text.len() / 3]).unwrap();
    // With a solver that does not hang in its place, what had finished is kept.
    let configuration = std::fs::read_to_string(path.join("small.toml")).unwrap();
    std::fs::write(path.join("small.toml"), configuration.replace("hangs", "mac")).unwrap();
    let output = Command::new(lying_program())
        .args(["sweep", "small.toml", "--output", "out"])
        .current_dir(path)
        .output()
        .unwrap();
    assert_eq!(code(&output), 0, "{output:?}");
    assert!(stderr(&output).contains("9 cells, 6 known from before"), "{output:?}");
    for n in [5, 6, 7] {
        let record = record(&path.join(format!("out/all/queens-{n}.json")));
        assert_eq!((runs(&record).len(), &record["finished"]), (3, &Value::from(true)));
    }
}

#[test]
fn sizes_after_a_limit_are_not_run_and_are_no_timeouts() {
    let directory = with_configuration(
        "[[sweep]]\nname = \"all\"\nproblem = \"queens\"\nn = [4, 5, 12, 13, 14]\ntask = \"all\"\n\
         solvers = [\"permutations\"]\nrepetitions = 0\ntimeout = \"300ms\"\n\
         stop_after_timeout = true\n",
    );
    let output = sweep(directory.path(), &["--jobs", "2"]);
    assert!(stderr(&output).contains("not run"), "{output:?}");
    assert_eq!(cells_run(directory.path()), 3);
    let at = |n: u64| directory.path().join(format!("out/all/queens-{n}.json"));
    assert_eq!(runs(&record(&at(12)))[0]["status"], "timeout");
    assert_eq!(record(&at(12))["jobs"], 2);
    assert!(!at(13).exists() && !at(14).exists(), "there is nothing to record");
}

#[test]
fn shards_merge_to_what_one_run_finds() {
    let directory = with_configuration(SMALL);
    let path = directory.path();
    sweep(path, &[]);
    let whole = answers(&path.join("out"));
    for shard in ["0/3", "2/3"] {
        let output =
            parity_in(path, &["sweep", "small.toml", "--output", "parts", "--shard", shard]);
        assert_eq!(code(&output), 0, "{output:?}");
    }
    let incomplete = parity_in(path, &["merge", "parts"]);
    assert_eq!(code(&incomplete), 1);
    assert!(stderr(&incomplete).contains("missing: "), "{incomplete:?}");
    parity_in(path, &["sweep", "small.toml", "--output", "parts", "--shard", "1/3"]);
    let merged = parity_in(path, &["merge", "parts"]);
    assert_eq!(code(&merged), 0, "{merged:?}");
    assert!(stderr(&merged).contains("13 cells of 3 shards, complete"), "{merged:?}");
    assert_eq!(answers(&path.join("parts")), whole);
    // What another machine ran is not compared in time with what this one ran.
    let journal = path.join("parts/shard-1-of-3/journal.txt");
    let elsewhere: String = std::fs::read_to_string(&journal)
        .unwrap()
        .lines()
        .map(|line| {
            let entry = line.split_once(' ').unwrap().1;
            let entry = entry.replace("\"host\":{", "\"host\":{\"machine\":\"0\",\"machine_\":");
            let entry = entry.replace("\"machine_\":\"machine\":", "\"was\":");
            format!("{:016x} {entry}\n", xxhash_rust::xxh3::xxh3_64(entry.as_bytes()))
        })
        .collect();
    std::fs::write(&journal, &elsewhere).unwrap();
    let merged = parity_in(path, &["merge", "parts", "--output", "two-hosts"]);
    assert_eq!(code(&merged), 0, "{merged:?}");
    assert_eq!(answers(&path.join("two-hosts")), whole);
    let tables = parity_in(
        path,
        &[
            "render",
            "two-hosts/all/queens-4.json",
            "two-hosts/all/queens-5.json",
            "two-hosts/all/queens-6.json",
        ],
    );
    assert!(stdout(&tables).contains("Ran on two hosts; relative times are within a host."));
    // A damaged line is no result.
    std::fs::write(&journal, elsewhere.replacen("complete", "partial!", 1)).unwrap();
    let merged = parity_in(path, &["merge", "parts", "--output", "again"]);
    assert_eq!(code(&merged), 1);
    assert!(stderr(&merged).contains("line 1 is damaged"), "{merged:?}");
    let usage = parity_in(path, &["sweep", "small.toml", "--shard", "3/3"]);
    assert_eq!(code(&usage), 2);
}

#[test]
fn mistakes_in_a_configuration_have_a_place() {
    for (text, complaint) in [
        (
            SMALL.replace("task = \"all\"", "tusk = \"all\""),
            "small.toml: line 6, column 1: unknown",
        ),
        (SMALL.replace("bitmask", "bitmsk"), "line 7, column 28: there is no solver `bitmsk`"),
        (SMALL.replace("\"all\"\nproblem", "\"all\" problem"), "small.toml: line 3, column"),
    ] {
        let directory = with_configuration(&text);
        let output = parity_in(directory.path(), &["sweep", "small.toml"]);
        assert_eq!(code(&output), 2);
        assert!(stderr(&output).contains(complaint), "{output:?}");
    }
}
