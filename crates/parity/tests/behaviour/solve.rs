//! `parity solve`, `check`, `generate`, `trace`, `scaling` and `crossover`.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::common::{code, lying_program, parity, record, runs, stderr, stdout};

/// Runs the program with this text on standard input.
fn with_input(arguments: &[&str], input: &str) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_parity"));
    program.args(arguments);
    run_with_input(program, input)
}

fn run_with_input(mut program: Command, input: &str) -> Output {
    let mut child = program
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    child.stdin.take().unwrap().write_all(input.as_bytes()).expect("it reads its input");
    child.wait_with_output().unwrap()
}

#[test]
fn a_board_and_a_list() {
    let text = stdout(&parity(&["solve", "queens", "--n", "4", "--solver", "forward-checking"]));
    let expected = ". Q . .\n. . . Q\nQ . . .\n. . Q .\n\n\
                    column 0 → row 2\ncolumn 1 → row 0\ncolumn 2 → row 3\ncolumn 3 → row 1\n\n";
    assert_eq!(text, expected);
}

#[test]
fn formats_for_other_programs() {
    let solve = |arguments: &[&str]| {
        let base = ["solve", "queens", "--n", "6", "--solver", "bitmask"];
        let output = parity(&[&base[..], arguments].concat());
        assert_eq!(code(&output), 0);
        output
    };
    assert_eq!(stdout(&solve(&["--format", "csv"])), "1,3,5,0,2,4\n");
    assert_eq!(stdout(&solve(&["--format", "line"])), "1 3 5 0 2 4\n");
    let all = stdout(&solve(&["--all", "--format", "ndjson"]));
    let boards: Vec<Vec<i32>> =
        all.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(boards.len(), 4);
    assert_eq!(stdout(&solve(&["--limit", "2", "--format", "csv"])).lines().count(), 2);
    let record = record(&solve(&["--format", "json"]));
    assert_eq!(runs(&record).len(), 1);
    assert_eq!(runs(&record)[0]["solution"], serde_json::json!([1, 3, 5, 0, 2, 4]));
    assert!(runs(&record)[0]["effort"]["nodes"].as_u64().is_some_and(|nodes| nodes > 0));
}

#[test]
fn no_solution_is_an_answer() {
    let output = parity(&["solve", "queens", "--n", "3"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, "no solution\n"));
    assert!(stderr(&output).contains("there are no others"));
}

#[test]
fn every_family_solves_on_request() {
    for solver in [
        "cdcl",
        "varisat/pairwise/blocking",
        "z3/int",
        "highs/prefix-3",
        "microlp/prefix-3",
        "pumpkin",
    ] {
        let output = parity(&[
            "solve", "queens", "--n", "6", "--solver", solver, "--quiet", "--format", "csv",
        ]);
        assert_eq!((code(&output), stderr(&output)), (0, String::new()), "{solver}");
        assert_eq!(stdout(&output).split(',').count(), 6, "{solver}");
    }
}

#[test]
fn huge_boards_by_formula() {
    let output = parity(&[
        "solve",
        "queens",
        "--n",
        "100000",
        "--solver",
        "explicit-construction",
        "--format",
        "csv",
    ]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(stdout(&output).trim().split(',').count(), 100_000);
}

#[test]
fn gigantic_boards_are_summed_up_or_streamed() {
    let solve = |more: &[&str]| {
        let base = ["solve", "queens", "--solver", "qs4", "--seed", "1"];
        let output = parity(&[&base[..], more].concat());
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        output
    };
    let text = stdout(&solve(&["--n", "1000000"]));
    assert!(text.starts_with("queens-1000000: a solution of 1,000,000 values, found in"), "{text}");
    assert!(text.contains("verified in") && text.lines().count() == 2, "{text}");
    let csv = stdout(&solve(&["--n", "20000", "--format", "csv"]));
    let ndjson = stdout(&solve(&["--n", "20000", "--format", "ndjson"]));
    assert_eq!(format!("[{}]\n", csv.trim_end()), ndjson);
    assert_eq!(serde_json::from_str::<Vec<i32>>(&ndjson).unwrap().len(), 20_000);
    // 28 million queens are the least of which the need is told: quickly done by formula.
    let formula = ["solve", "queens", "--n", "28000000", "--solver", "explicit-construction"];
    let output = parity(&formula);
    assert!(stderr(&output).contains("needs about 133.5 MiB of memory"), "{}", stderr(&output));
    let quiet = parity(&[&formula[..], &["--quiet"]].concat());
    assert_eq!((code(&quiet), stderr(&quiet)), (0, String::new()));
}

#[test]
fn one_solution_of_a_large_board_comes_at_once() {
    for n in ["100", "200", "5000"] {
        let output = parity(&["solve", "queens", "--n", n, "--timeout", "2s", "--format", "csv"]);
        assert_eq!(stdout(&output).split(',').count().to_string(), n, "{}", stderr(&output));
    }
}

#[test]
fn a_time_limit_ends_an_endless_search() {
    let output =
        parity(&["solve", "queens", "--n", "40", "--solver", "permutations", "--timeout", "200ms"]);
    assert_eq!((code(&output), stdout(&output).as_str()), (0, "no solution found in time\n"));
}

#[test]
fn many_puzzles_one_line_each() {
    let puzzles =
        stdout(&parity(&["generate", "sudoku", "--count", "5", "--seed", "3", "--givens", "30"]));
    assert!(puzzles.starts_with("# parity generate sudoku --count 5"), "{puzzles}");
    let output = with_input(&["solve", "sudoku", "-"], &puzzles);
    let solved = stdout(&output);
    assert_eq!((code(&output), solved.lines().count()), (0, 5));
    for (solution, puzzle) in solved.lines().zip(puzzles.lines().skip(1)) {
        let kept = |(a, b): (char, char)| b == '.' || a == b;
        assert!(
            solution.len() == 81 && solution.chars().zip(puzzle.chars()).all(kept),
            "{puzzle} → {solution}"
        );
    }
    let again =
        stdout(&parity(&["generate", "sudoku", "--count", "5", "--seed", "3", "--givens", "30"]));
    assert_eq!(puzzles, again, "the same seed");
}

#[test]
fn a_spoilt_puzzle_does_not_spoil_the_others() {
    let puzzles = stdout(&parity(&["generate", "sudoku", "--count", "2", "--givens", "30"]));
    let spoilt = puzzles.replacen('\n', &format!("\n{}\n", "12345678&".repeat(9)), 1);
    let output = with_input(&["solve", "sudoku", "-"], &spoilt);
    assert_eq!((code(&output), stdout(&output).lines().count()), (2, 2));
    assert!(stderr(&output).contains("line 2, column 9"), "{}", stderr(&output));
}

#[test]
fn a_good_puzzle_does_not_hide_a_spoilt_one() {
    let file = "12345678&\n4.....2.1....3..\n..2..2.1.4..3...\n";
    let json = ["solve", "sudoku", "-", "--format", "json"];
    let output = with_input(&json, file);
    assert_eq!((code(&output), stdout(&output).lines().count()), (2, 2), "{output:?}");
    let mut wrong = Command::new(lying_program());
    wrong.args(json).args(["--solver", "levels"]);
    let output = run_with_input(wrong, "4.....2.1....3..\n11..............\n12345678&\n");
    assert_eq!(code(&output), 1, "{output:?}");
}

#[test]
fn check_says_what_is_right_and_wrong() {
    // A minimal puzzle; the same with one given more; contradictory givens; a filled grid with an error.
    let minimal = stdout(&parity(&["generate", "sudoku", "--minimal", "--seed", "1"]));
    let minimal = minimal.lines().last().unwrap().to_owned();
    let solution = stdout(&with_input(&["solve", "sudoku", "-", "--format", "line"], &minimal))
        .trim()
        .to_owned();
    let hole = minimal.find('.').unwrap();
    let mut redundant = minimal.clone();
    redundant.replace_range(hole..=hole, &solution[hole..=hole]);
    let contradictory = format!("55{}", ".".repeat(79));
    let mut wrong = solution.clone();
    wrong.replace_range(0..1, if wrong.starts_with('1') { "2" } else { "1" });
    let empty = ".".repeat(81);
    let text =
        [&minimal, &redundant, &contradictory, &wrong, &empty, &format!("{minimal},{solution}")]
            .map(|line| format!("{line}\r\n"))
            .concat();

    let output =
        with_input(&["check", "sudoku", "-", "--max-solutions", "7", "--format", "json"], &text);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let findings: Vec<Value> =
        stdout(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let counts: Vec<_> =
        findings.iter().map(|finding| finding["solutions"].as_u64().unwrap()).collect();
    assert_eq!(counts, [1, 1, 0, 0, 7, 1]);
    assert_eq!((&findings[0]["unique"], &findings[0]["minimal"]), (&true.into(), &true.into()));
    assert_eq!(findings[1]["minimal"], false);
    assert!(findings[1]["redundant_givens"].as_array().is_some_and(|givens| !givens.is_empty()));
    assert!(
        findings[2]["contradictions"][0].as_str().is_some_and(|text| text.contains('5')),
        "{}",
        findings[2]
    );
    // One changed cell breaks its row, column and box.
    assert_eq!(findings[3]["errors"].as_array().map(Vec::len), Some(3), "{}", findings[3]);
    assert_eq!((&findings[4]["unique"], &findings[4]["complete"]), (&false.into(), &false.into()));
    assert_eq!(
        (&findings[5]["givens_kept"], &findings[5]["errors"]),
        (&true.into(), &serde_json::json!([]))
    );
    let text = stdout(&with_input(&["check", "sudoku", "-"], &minimal));
    assert!(text.contains("one solution, minimal"), "{text}");
}

#[test]
fn the_least_number_of_colours() {
    for (graph, colours) in
        [("petersen", "3 colours"), ("myciel4", "5 colours"), ("queen5_5", "5 colours")]
    {
        let output = parity(&["solve", "colouring", "--graph", graph, "--minimum"]);
        assert!(stdout(&output).starts_with(colours), "{graph}: {}", stdout(&output));
    }
    let output = parity(&[
        "solve",
        "colouring",
        "--graph",
        "petersen",
        "--minimum",
        "--solver",
        "varisat/pairwise/blocking",
    ]);
    assert!(stdout(&output).starts_with("3 colours, which is the least"), "{}", stdout(&output));
    let two = parity(&["solve", "colouring", "--graph", "petersen", "--colours", "2"]);
    assert_eq!(stdout(&two), "no solution\n");
}

#[test]
fn the_steps_of_a_search() {
    let text = stdout(&parity(&["trace", "queens", "--n", "4", "--solver", "forward-checking"]));
    for line in
        ["node at depth 0", "try queen[0] = 0", "so queen[1] ≠ 0", "has no value left", "solution"]
    {
        assert!(text.contains(line), "{line}: {text}");
    }
    let csv = stdout(&parity(&[
        "trace",
        "queens",
        "--n",
        "8",
        "--solver",
        "min-conflicts/queens",
        "--format",
        "csv",
    ]));
    assert!(csv.starts_with("step,event,depth,variable,value,conflicts\n1,"), "{csv}");
    let engine = parity(&["trace", "queens", "--n", "4", "--solver", "varisat/pairwise/blocking"]);
    assert_eq!(code(&engine), 2);
    assert!(stderr(&engine).contains("does not show its steps"));
}

#[test]
fn scaling_and_crossover() {
    let arguments = ["scaling", "--sizes", "8,20", "--seeds", "3", "--format", "csv"];
    let text = stdout(&parity(&arguments));
    let solved = |n: u64| format!(",min-conflicts/queens,hand-written,,n,{n},count,3,");
    assert!(text.contains(&solved(8)) && text.contains(&solved(20)), "{text}");
    assert!(text.contains(",min-conflicts/queens,hand-written,repairs,n,20,count,"), "{text}");
    let json = stdout(&parity(&["scaling", "--sizes", "8", "--seeds", "3", "--json", "-"]));
    let record: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(record["rows"][0]["points"][0]["times_ns"].as_array().unwrap().len(), 3, "{json}");
    let text = stdout(&parity(&["crossover", "--from", "4", "--to", "8", "--seeds", "3"]));
    assert!(text.contains("to n = 8") || text.contains("to 8"), "{text}");
}

#[test]
fn what_a_solver_refuses_costs_only_that_size() {
    // A mask has 32 bits.
    let arguments = ["scaling", "--sizes", "8,40", "--seeds", "2", "--solver", "bitmask"];
    let output = parity(&[&arguments[..], &["--json", "-"]].concat());
    let record: Value = serde_json::from_str(&stdout(&output)).unwrap();
    let points = record["rows"][0]["points"].as_array().unwrap();
    assert_eq!((code(&output), points.len()), (0, 1), "{record}");
    let said = stderr(&output);
    assert!(said.starts_with("n = 40 is left out: bitmask: not supported"), "{said}");
    let nothing = parity(&["scaling", "--sizes", "40", "--seeds", "1", "--solver", "bitmask"]);
    assert_eq!(code(&nothing), 2, "{nothing:?}");
    let arguments = ["crossover", "--from", "6", "--to", "40", "--step", "34", "--seeds", "1"];
    let output = parity(&[&arguments[..], &["--complete", "bitmask"]].concat());
    assert!(stdout(&output).contains("n = 6"), "{output:?}");
    assert_eq!(code(&output), 0, "{output:?}");
}
