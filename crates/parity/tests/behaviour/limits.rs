//! Limits are respected and reported as such.

use std::io::Write;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::{code, lying_program, lying_solvers, parity, record, runs, stderr, stdout};
use serde_json::{Value, json};

fn only_run(arguments: &[&str]) -> (i32, Value) {
    let output = parity(&[arguments, &["--json", "-"]].concat());
    let record = record(&output);
    assert_eq!(runs(&record).len(), 1);
    (code(&output), runs(&record)[0].clone())
}

#[test]
fn a_cap_is_partial_even_where_it_equals_the_count() {
    for cap in ["1", "5", "92"] {
        for solver in ["bitmask", "varisat/pairwise/blocking", "pumpkin"] {
            let (code, run) = only_run(&["--n", "8", "--solver", solver, "--max-solutions", cap]);
            assert_eq!(code, 0);
            assert_eq!(run["status"], "partial", "{solver}, cap {cap}");
            assert_eq!(run["solutions"].to_string(), cap, "{solver}");
        }
    }
    let (_, run) = only_run(&["--n", "8", "--solver", "bitmask", "--max-solutions", "93"]);
    assert_eq!(run["status"], "complete");
}

#[test]
fn a_timeout_is_a_result_and_keeps_what_was_found() {
    let start = Instant::now();
    let (code, run) =
        only_run(&["--n", "14", "--solver", "backtracking-mrv", "--timeout", "300ms"]);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(code, 0, "a timeout alone is no failure");
    assert_eq!((&run["status"], &run["verdict"]), (&json!("timeout"), &json!("unverified")));
    let found = run["solutions"].as_u64().expect("it found some");
    assert!(found > 0 && found < 365_596, "{found}");
}

#[test]
fn an_engine_that_cannot_be_interrupted_is_killed() {
    let start = Instant::now();
    let (code, run) =
        only_run(&["--n", "12", "--solver", "varisat/pairwise/blocking", "--timeout", "400ms"]);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!((code, &run["status"]), (0, &json!("timeout")));
    let output =
        lying_solvers(&["--n", "6", "--solver", "hangs", "--timeout", "300ms", "--json", "-"]);
    let record = record(&output);
    let run = &runs(&record)[0];
    assert_eq!((code, &run["status"], &run["solutions"]), (0, &json!("timeout"), &json!(2)));
    // What it found last is not when it ended.
    let total = run["times_ns"]["total"][0].as_u64().expect("it ran until it was killed");
    assert!(total >= 300_000_000, "{run}");
}

#[test]
fn what_was_found_is_written_before_an_engine_is_ended() {
    let solve = ["solve", "queens", "--n", "6", "--solver", "hangs", "--format", "csv"];
    let start = Instant::now();
    let output = lying_solvers(&[&solve[..], &["--all", "--timeout", "300ms"]].concat());
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    // It hangs at the third of four, long before a buffer is full.
    assert_eq!((code(&output), stdout(&output).as_str()), (0, "1,3,5,0,2,4\n2,5,1,4,0,3\n"));
    assert!(stderr(&output).contains("hangs: the time is up"), "{}", stderr(&output));
    let quiet = lying_solvers(&[&solve[..], &["--all", "--timeout", "300ms", "-q"]].concat());
    assert_eq!((stdout(&quiet), stderr(&quiet)), (stdout(&output), String::new()));
}

#[test]
fn the_least_number_of_colours_has_one_limit_for_all_questions() {
    // Neither can refute six colours in time, and only one of them can be interrupted.
    for (solver, limit) in [("varisat/pairwise/blocking", "300ms"), ("backtracking", "600ms")] {
        let start = Instant::now();
        let minimum = ["solve", "colouring", "--graph", "myciel6", "--minimum"];
        let output = parity(&[&minimum[..], &["--solver", solver, "--timeout", limit]].concat());
        assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
        let text = stdout(&output);
        assert_eq!(code(&output), 0, "{text}");
        let said = format!("to 7 colours: {solver} did not decide 6 (OutOfTime)\n");
        assert!(text.starts_with("from ") && text.ends_with(&said), "{text}");
    }
}

#[test]
fn the_limit_of_one_puzzle_does_not_run_while_the_next_is_waited_for() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_parity"))
        .args(["solve", "sudoku", "-", "--timeout", "200ms"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("it is piped");
    let empty = ".".repeat(81) + "\n";
    input.write_all(empty.repeat(2).as_bytes()).expect("it reads its input");
    std::thread::sleep(Duration::from_millis(700));
    input.write_all(empty.as_bytes()).expect("it still reads its input");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((code(&output), stdout(&output).lines().count()), (0, 3));
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    let output =
        lying_solvers(&["--n", "6", "--solver", "devours", "--memory", "256MiB", "--json", "-"]);
    let record = record(&output);
    let run = &runs(&record)[0];
    assert_eq!((code(&output), &run["status"]), (0, &json!("memory")), "{run}");
    assert_eq!(run["solutions"], 2, "what it found before is kept");
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let answer = |seed: &str| {
        let arguments = [
            "compare",
            "queens",
            "--n",
            "30",
            "--first",
            "--solver",
            "min-conflicts/queens",
            "--seed",
            seed,
        ];
        only_run(&arguments).1["solution"].clone()
    };
    assert_eq!(answer("7"), answer("7"));
    assert_ne!(answer("7"), answer("8"));
}

/// A comparison can be interrupted; what was finished stays, in a valid file.
#[cfg(unix)]
#[test]
fn an_interrupt_leaves_valid_results() {
    use std::process::{Command, Stdio};

    let directory = tempfile::tempdir().unwrap();
    let child = Command::new(lying_program())
        .args(["--n", "6", "--solver", "bitmask", "--solver", "hangs", "--output"])
        .arg(directory.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let file = directory.path().join("queens-6.json");
    let start = Instant::now();
    while !file.exists() {
        assert!(start.elapsed() < Duration::from_secs(60), "no result after a minute");
        std::thread::sleep(Duration::from_millis(10));
    }
    // The first cell is written, the second hangs.
    let process = nix::unistd::Pid::from_raw(child.id().cast_signed());
    nix::sys::signal::kill(process, nix::sys::signal::Signal::SIGINT).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 130, "{output:?}");
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    crate::common::validate(&record);
    assert_eq!(runs(&record)[0]["status"], "complete");
    assert_eq!(record["finished"], false);
    // If the second had begun, it says how it ended.
    let second = runs(&record).get(1);
    assert!(second.is_none_or(|run| run["message"] == "interrupted"), "{second:?}");
}
