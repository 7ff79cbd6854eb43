//! What tables say of a few runs.

use serde_json::{Value, json};

use super::*;
use crate::record::Record;
use crate::results::{Filed, Results};

/// A run of queens that took these times, or was stopped.
fn run(solver: &str, family: &str, status: &str, times: &[u64]) -> Value {
    json!({
        "solver": solver, "family": family, "engine_version": null, "task": "all",
        "status": status, "solutions": 92, "fundamental": 12, "solution_set_hash": null,
        "effort": { "nodes": 1965 }, "size": {},
        "times_ns": { "encode": [], "first": [], "total": times },
        "peak_rss_bytes": null, "verdict": "agree", "message": null,
    })
}

fn record(n: u64, seed: u64, cpu: &str, runs: Vec<Value>) -> Filed<Record> {
    let value = json!({
        "schema_version": 1,
        "problem": {
            "kind": "queens", "name": format!("queens-{n}"),
            "parameters": { "kind": "queens", "n": n }, "hash": "00",
        },
        "task": "all",
        "host": {
            "cpu": cpu, "cores": 2, "os": "linux", "parity": "0.1.0", "compiler": "rustc",
            "build_profile": "release", "commit": null,
        },
        "started_at": "2026-01-01T00:00:00Z", "finished": true,
        "limits": {
            "timeout_ns": 10_000_000_000_u64, "memory_bytes": 1, "max_solutions": null,
            "seed": seed, "break_symmetry": false,
        },
        "expected": null, "runs": runs, "verdict": "agree",
    });
    Filed { folder: String::new(), content: Record::from_value(value).unwrap() }
}

fn results(records: Vec<Filed<Record>>) -> Results {
    Results { records, ..Results::default() }
}

fn time_by_size(results: &Results) -> Vec<Grid> {
    (View::named("time-by-size").unwrap().build)(results)
}

fn shown(grid: &Grid) -> Vec<Vec<String>> {
    let row = |row: &Row| row.cells.iter().map(|cell| cell.show(Quantity::Time, true)).collect();
    grid.rows.iter().map(row).collect()
}

#[test]
fn medians_limits_and_blanks_stand_side_by_side() {
    let grids = time_by_size(&results(vec![
        record(10, 0, "a", vec![run("fast", "hand-written", "complete", &[3_000])]),
        record(
            8,
            0,
            "a",
            vec![
                run("z3", "smt", "timeout", &[10_000_000_000]),
                run("fast", "hand-written", "complete", &[100, 110, 90, 100, 400]),
                run("gone", "cp", "unavailable", &[]),
            ],
        ),
    ]));
    let [grid] = grids.as_slice() else { panic!("{grids:?}") };
    assert_eq!(grid.title, "queens, all solutions");
    assert_eq!(grid.columns.iter().map(|column| &*column.label).collect::<Vec<_>>(), ["8", "10"]);
    assert_eq!(grid.rows.iter().map(|row| &*row.label).collect::<Vec<_>>(), ["fast", "z3", "gone"]);
    assert_eq!(
        shown(grid),
        [["100 ns ±5.0 %", "3.00 µs"], ["> 10 s", ""], ["", ""]].map(|row| row.map(str::to_owned))
    );
    assert!(
        grid.notes.iter().any(|note| note == "Stopped at the limit of 10 s: 1 run."),
        "{grid:?}"
    );
}

#[test]
fn times_of_different_hosts_are_in_different_tables() {
    let one = |cpu| record(8, 0, cpu, vec![run("fast", "hand-written", "complete", &[100])]);
    let grids = time_by_size(&results(vec![one("a"), one("b"), one("a")]));
    assert_eq!(grids.len(), 2);
    assert!(grids[0].notes.iter().any(|note| note.contains("replace 1 older run")), "{grids:?}");
}

#[test]
fn seeds_that_did_not_finish_count_as_slower_than_all() {
    let seeded = |seed, status, time| {
        record(8, seed, "a", vec![run("local", "hand-written", status, &[time])])
    };
    let two = vec![
        seeded(0, "complete", 100),
        seeded(1, "complete", 300),
        seeded(2, "timeout", 10_000_000_000),
    ];
    assert_eq!(shown(&time_by_size(&results(two.clone()))[0]), [["300 ns ±50 %, 2 of 3"]]);
    let mut one = two;
    one[0] = seeded(0, "timeout", 10_000_000_000);
    assert_eq!(shown(&time_by_size(&results(one))[0]), [["> 10 s 1 of 3"]]);
}

#[test]
fn a_wrong_answer_has_no_time() {
    let mut wrong = run("liar", "sat", "complete", &[100]);
    wrong["verdict"] = json!("disagree");
    let mut other = run("honest", "sat", "complete", &[100]);
    other["solutions"] = json!(7);
    let grids = time_by_size(&results(vec![record(8, 0, "a", vec![wrong, other])]));
    assert_eq!(shown(&grids[0]), [["WRONG"], ["100 ns"]]);
}

#[test]
fn every_format_has_every_cell_and_nothing_for_what_is_missing() {
    let results = results(vec![
        record(8, 0, "a", vec![run("fast", "hand-written", "complete", &[100])]),
        record(9, 0, "a", vec![run("slow", "sat", "timeout", &[])]),
    ]);
    let view = View::named("time-by-size").unwrap();
    let grids = (view.build)(&results);
    let text = text::render(&grids, usize::MAX);
    assert!(text.contains("fast    100 ns\nslow            > 10 s\n"), "{text}");
    let markdown = markdown::render(&grids);
    assert!(markdown.contains("| fast | 100 ns |  |\n| slow |  | > 10 s |\n"), "{markdown}");
    let csv = csv::render(view.name, &grids).unwrap();
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines.len(), 5, "{csv}");
    assert!(lines[1].contains(",8,ns,100.0,,100,100,100,100,1,1,1,"), "{csv}");
    assert!(lines[2].ends_with(",9,ns,,,,,,,,,,"), "{csv}");
    assert!(lines[4].contains(",9,ns,,10000000000,,,,,0,1,0,"), "{csv}");
    let json: Value = serde_json::from_str(&json::render(view.name, &grids)).unwrap();
    assert_eq!(json["tables"][0]["rows"][0]["cells"][0]["median"], 100.0);
    assert_eq!(json["tables"][0]["rows"][0]["cells"][1], Value::Null);
    assert_eq!(json["tables"][0]["rows"][1]["cells"][1]["beyond"], 1e10);
}

#[test]
fn a_narrow_terminal_breaks_a_table_between_columns() {
    let records = (4..20)
        .map(|n| record(n, 0, "a", vec![run("fast", "hand-written", "complete", &[100, 101])]));
    let grids = time_by_size(&results(records.collect()));
    let text = text::render(&grids, 60);
    let table: Vec<&str> = text.lines().filter(|line| line.starts_with("fast")).collect();
    assert!(table.len() > 1 && table.iter().all(|line| line.chars().count() <= 60), "{text}");
}

#[test]
fn views_have_different_names_and_survive_empty_results() {
    for (index, view) in VIEWS.iter().enumerate() {
        assert!(VIEWS[..index].iter().all(|other| other.name != view.name), "{}", view.name);
        assert!((view.build)(&Results::default()).is_empty(), "{}", view.name);
    }
    assert!(View::named("time-by-siz").is_err_and(|error| error.to_string().contains("by-size")));
}

/// What a row counts is the same in all its cells, also where a run leaves it out, as it did none.
#[test]
fn a_row_counts_the_same_in_every_cell() {
    let counted = |n, effort: Value| {
        let mut run = run("z3", "smt", "complete", &[100]);
        run["effort"] = effort;
        record(n, 0, "a", vec![run])
    };
    let mut records = vec![
        counted(4, json!({ "decisions": 5, "propagations": 7 })),
        counted(5, json!({ "conflicts": 2, "decisions": 9 })),
        counted(6, json!({ "conflicts": 3, "decisions": 8 })),
        counted(7, json!({})),
    ];
    let [grid] = &pivot(&results(records.clone()), &measure::EFFORT)[..] else { panic!() };
    assert_eq!(grid.rows[0].unit.as_deref(), Some("conflicts"));
    let cells = |grid: &Grid| {
        let shown = grid.rows[0].cells.iter().map(|cell| cell.show(Quantity::Count, true));
        shown.collect::<Vec<_>>()
    };
    assert_eq!(cells(grid), ["0", "2", "3", ""]);
    records.iter_mut().for_each(|filed| filed.content.task = parity_core::Task::Count);
    let [grid] = &ladder::ladder(&results(records))[..] else { panic!() };
    assert_eq!(grid.rows[0].unit.as_deref(), Some("conflicts"));
    assert_eq!(grid.columns[0].label, "n = 4: effort");
    let effort: Vec<_> = cells(grid).into_iter().step_by(3).collect();
    assert_eq!(effort, ["0", "2", "3", ""]);
}
