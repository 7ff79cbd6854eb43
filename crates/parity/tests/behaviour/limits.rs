//! Limits are respected and reported as such.

use std::time::{Duration, Instant};

use crate::common::{code, lying_program, parity, record, runs};
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
}

#[cfg(target_os = "linux")]
#[test]
fn memory_is_limited() {
    let output = crate::common::lying_solvers(&[
        "--n", "6", "--solver", "devours", "--memory", "256MiB", "--json", "-",
    ]);
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
