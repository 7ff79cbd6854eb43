//! Made-up results: four solvers on queens of nine sizes, some of them stopped.

use std::path::Path;

use serde_json::{Value, json};

/// Rows of the table.
pub(crate) const SOLVERS: usize = 4;
/// Numbers in the table of times: nine sizes of four solvers, but one gives up trying after its limit.
pub(crate) const TIMES: usize = 4 * 9 - 2;
/// Those that were stopped.
pub(crate) const TIMEOUTS: usize = 2;
/// Numbers for the greatest size.
pub(crate) const TIMES_AT_LAST: usize = 3;
/// Numbers of nodes, which two solvers count.
pub(crate) const NODES: usize = 2 * 9;

/// Writes them below a directory.
pub(crate) fn write(directory: &Path) {
    let folder = directory.join("results/ladder");
    std::fs::create_dir_all(&folder).unwrap();
    for n in 4..=12_u32 {
        let record = json!({
            "schema_version": 1,
            "problem": {
                "kind": "queens", "name": format!("queens-{n}"),
                "parameters": { "kind": "queens", "n": n }, "hash": format!("{n:032x}"),
            },
            "task": "all",
            "host": {
                "cpu": "made up", "cores": 2, "os": "linux", "parity": "0.1.0",
                "compiler": "rustc", "build_profile": "release", "commit": null,
            },
            "started_at": "2026-01-01T00:00:00Z", "finished": true,
            "limits": {
                "timeout_ns": 10_000_000_000_u64, "memory_bytes": 4_000_000_000_u64,
                "max_solutions": null, "seed": 0, "break_symmetry": false,
            },
            "expected": null, "runs": runs(n), "verdict": "agree",
        });
        std::fs::write(folder.join(format!("queens-{n}.json")), record.to_string()).unwrap();
    }
}

fn runs(n: u32) -> Vec<Value> {
    let nodes = 4_u64.pow(n);
    let mut runs = vec![
        run("backtracking", "hand-written", "nodes", nodes, Some(nodes * 40)),
        run("bitmask", "hand-written", "nodes", nodes, Some(nodes * 7)),
        run("varisat/pairwise/blocking", "sat", "calls", nodes / 9, Some(nodes * 900)),
    ];
    // Stopped at 9 and 10 queens; not tried on more.
    if n <= 10 {
        let time = (n < 9).then_some(nodes * 9000);
        runs.push(run("z3/int", "smt", "conflicts", nodes / 3, time));
    }
    runs
}

fn run(solver: &str, family: &str, unit: &str, effort: u64, time: Option<u64>) -> Value {
    let times: Vec<u64> = match time {
        Some(time) => (95..=105).map(|percent| time * percent / 100).collect(),
        None => vec![10_000_000_000],
    };
    json!({
        "solver": solver, "family": family, "engine_version": "made up 1.0", "task": "all",
        "status": if time.is_some() { "complete" } else { "timeout" },
        "solutions": null, "fundamental": null, "solution_set_hash": null,
        "effort": { unit: effort }, "size": {},
        "times_ns": { "encode": [], "first": [], "total": times },
        "peak_rss_bytes": null, "verdict": "agree", "message": null,
    })
}
