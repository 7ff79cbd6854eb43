//! `parity count queens`.

use crate::common::{code, parity, stderr, stdout};
use serde_json::{Value, json};

#[test]
fn the_count_is_on_the_first_line() {
    let output = parity(&["count", "queens", "--n", "12", "--threads", "2", "--quiet"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, "14200\n"));
    assert_eq!(stderr(&output), "");
    let output = parity(&["count", "queens", "--n", "8", "--fundamental"]);
    assert_eq!(stdout(&output), "92\n12 fundamental\n");
    assert!(stderr(&output).contains("nodes"), "{}", stderr(&output));
}

#[test]
fn every_method_says_the_same() {
    for method in parity_core::queens::counting::names() {
        let arguments =
            ["count", "queens", "--n", "9", "--method", method, "--quiet", "--format", "json"];
        let output = parity(&arguments);
        let record: Value = serde_json::from_str(&stdout(&output)).expect("an object");
        let said = (&record["solutions"], &record["fundamental"], &record["method"]);
        assert_eq!(said, (&352.into(), &46.into(), &method.into()));
        assert_eq!((&record["complete"], stderr(&output).as_str()), (&true.into(), ""));
        assert!(record["nodes"].as_u64() > Some(0), "{record}");
    }
}

#[test]
fn what_cannot_be_counted_is_said_in_one_line() {
    let cases: &[(&[&str], &str)] = &[
        (&["--n", "0"], "boards of 1 to"),
        (&["--n", "100"], "eight times as long"),
        (&["--n", "8", "--method", "pases"], "did you mean `passes`?"),
        (&["--n", "8", "--lanes", "avx3"], "there is no lanes `avx3`"),
    ];
    for (arguments, message) in cases {
        let output = parity(&[&["count", "queens"], *arguments].concat());
        let text = stderr(&output);
        assert_eq!((code(&output), text.lines().count()), (2, 1), "{arguments:?}: {text}");
        assert!(text.contains(message), "{arguments:?}: {text}");
        assert_eq!(stdout(&output), "");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_says_what_is_complete() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let mut program = Command::new(env!("CARGO_BIN_EXE_parity"));
    program.args(["count", "queens", "--n", "22", "--quiet"]).stdout(Stdio::piped());
    let child = program.spawn().expect("the program starts");
    std::thread::sleep(Duration::from_millis(1500));
    let id = i32::try_from(child.id()).expect("an id of a process");
    kill(Pid::from_raw(id), Signal::SIGINT).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(code(&output), 130);
    let text = stdout(&output);
    assert!(text.starts_with("incomplete: ") && text.contains("units of work"), "{text}");
}

#[test]
fn counting_is_compared_across_solvers_and_rungs() {
    let directory = tempfile::tempdir().unwrap();
    let solvers = ["bitmask", "counting/*", "varisat/product/prefix"];
    let chosen = solvers.iter().flat_map(|solver| ["--solver", solver]);
    let arguments = ["compare", "queens", "--count", "--n", "9", "--output"];
    let mut arguments: Vec<&str> =
        arguments.into_iter().chain([directory.path().to_str().unwrap()]).collect();
    arguments.extend(chosen);
    let output = parity(&arguments);
    assert_eq!(code(&output), 0, "{output:?}");
    let file = directory.path().join("queens-9-count.json");
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    let runs = record["runs"].as_array().unwrap();
    assert!(runs.len() > 5, "{record}");
    for run in runs {
        assert_eq!((&run["solutions"], &run["verdict"]), (&json!(352), &json!("agree")), "{run}");
        assert_eq!(run["solution_set_hash"], Value::Null, "a count is no set: {run}");
    }
    let ladder = stdout(&parity(&["render", file.to_str().unwrap(), "--view", "ladder"]));
    assert!(ladder.contains("n = 9: gain") && ladder.contains("counting/passes"), "{ladder}");
}
