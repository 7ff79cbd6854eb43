//! A record as a table: text for a terminal, or Markdown.

use comfy_table::{Attribute, Cell, CellAlignment, Color, ContentArrangement, presets};
use parity_core::Task;

mod notes;

pub use notes::notes;

use crate::number;
use crate::record::{Record, Run, Status, Verdict, median};

/// A column: its title, how a row of a table is written in it, and how willingly it is left out.
pub(crate) struct Column<D, R> {
    pub(crate) title: &'static str,
    pub(crate) right: bool,
    /// Columns with a high number are the first to go where the terminal is narrow.
    pub(crate) dispensable: u8,
    pub(crate) content: fn(&D, &R) -> String,
}

type RunColumn = Column<Record, Run>;

const SOLVER: RunColumn =
    Column { title: "solver", right: false, dispensable: 0, content: |_, run| run.solver.clone() };
const FAMILY: RunColumn = Column {
    title: "family",
    right: false,
    dispensable: 5,
    content: |_, run| run.family.to_string(),
};
const SOLUTIONS: RunColumn = Column {
    title: "solutions",
    right: true,
    dispensable: 0,
    content: |_, run| optional(run.solutions),
};
const FUNDAMENTAL: RunColumn = Column {
    title: "fundamental",
    right: true,
    dispensable: 1,
    content: |_, run| optional(run.fundamental),
};
const OBJECTIVE: RunColumn = Column {
    title: "value",
    right: true,
    dispensable: 0,
    content: |_, run| run.objective.map_or_else(String::new, |value| value.to_string()),
};
const STATUS: RunColumn = Column { title: "status", right: false, dispensable: 0, content: status };
const EFFORT: RunColumn = Column {
    title: "effort",
    right: true,
    dispensable: 4,
    content: |_, run| {
        run.effort
            .iter()
            .next()
            .map_or_else(String::new, |(name, value)| number::counted(value, name))
    },
};
const FIRST: RunColumn = Column {
    title: "first",
    right: true,
    dispensable: 3,
    content: |_, run| time(&run.times_ns.first),
};
const TOTAL: RunColumn = Column {
    title: "total",
    right: true,
    dispensable: 0,
    content: |_, run| time(&run.times_ns.total),
};
const SAMPLES: RunColumn = Column {
    title: "samples",
    right: true,
    dispensable: 6,
    content: |_, run| {
        optional((!run.times_ns.total.is_empty()).then_some(run.times_ns.total.len() as u64))
    },
};
const RELATIVE: RunColumn =
    Column { title: "relative", right: true, dispensable: 2, content: relative };
const VERDICT: RunColumn = Column {
    title: "verdict",
    right: false,
    dispensable: 0,
    content: |_, run| verdict(run).to_owned(),
};

fn columns(record: &Record) -> Vec<RunColumn> {
    match record.task {
        Task::Optimum => {
            vec![
                SOLVER, FAMILY, OBJECTIVE, STATUS, EFFORT, FIRST, TOTAL, SAMPLES, RELATIVE, VERDICT,
            ]
        }
        Task::First => vec![
            SOLVER, FAMILY, SOLUTIONS, STATUS, EFFORT, FIRST, TOTAL, SAMPLES, RELATIVE, VERDICT,
        ],
        Task::Count => {
            vec![SOLVER, FAMILY, SOLUTIONS, STATUS, EFFORT, TOTAL, SAMPLES, RELATIVE, VERDICT]
        }
        Task::All => {
            let symmetric = record.runs.iter().any(|run| run.fundamental.is_some());
            let mut columns = vec![SOLVER, FAMILY, SOLUTIONS];
            columns.extend(symmetric.then_some(FUNDAMENTAL));
            columns.extend([STATUS, EFFORT, FIRST, TOTAL, SAMPLES, RELATIVE, VERDICT]);
            columns
        }
    }
}

/// The table and the lines below it, no wider than this if columns can be left out for it.
pub fn text(record: &Record, width: usize, colour: bool) -> String {
    let table = arranged(record, &record.runs, columns(record), width, colour, |run| run.verdict);
    format!("{table}\n\n{}", notes(record))
}

/// A table for a terminal; the column of verdicts is tinted.
pub(crate) fn arranged<D, R>(
    data: &D,
    rows: &[R],
    mut columns: Vec<Column<D, R>>,
    width: usize,
    colour: bool,
    verdict: fn(&R) -> Verdict,
) -> String {
    loop {
        let table = arrange(data, rows, &columns, colour, verdict);
        // The lines of a table are of one width; measure one without colour.
        let plain =
            if colour { arrange(data, rows, &columns, false, verdict) } else { table.clone() };
        let widest = plain.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        let last = columns.iter().enumerate().max_by_key(|(_, column)| column.dispensable);
        match last {
            Some((index, column)) if widest > width && column.dispensable > 0 => {
                columns.remove(index);
            }
            _ => return table,
        }
    }
}

fn arrange<D, R>(
    data: &D,
    rows: &[R],
    columns: &[Column<D, R>],
    colour: bool,
    verdict: fn(&R) -> Verdict,
) -> String {
    let mut table = comfy_table::Table::new();
    table.set_content_arrangement(ContentArrangement::Disabled);
    let heading = |column: &Column<D, R>| {
        align(Cell::new(column.title).add_attribute(Attribute::Bold), column)
    };
    table.set_header(columns.iter().map(heading));
    for row in rows {
        table.add_row(columns.iter().map(|column| {
            let cell = align(Cell::new((column.content)(data, row)), column);
            if column.title == VERDICT.title { tint(cell, verdict(row)) } else { cell }
        }));
    }
    plain(&mut table, colour)
}

/// A sentence's beginning: the first letter is a capital.
pub(crate) fn capital(text: &str) -> String {
    let mut characters = text.chars();
    let first = characters.next().map(|first| first.to_uppercase().to_string()).unwrap_or_default();
    first + characters.as_str()
}

/// A table without rules, two blanks between columns, none at the ends of lines.
pub fn plain(table: &mut comfy_table::Table, colour: bool) -> String {
    table.load_style(presets::NOTHING);
    if colour {
        table.enforce_styling();
    } else {
        table.force_no_tty();
    }
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    let lines: Vec<_> = table.lines().map(|line| line.trim_end().to_owned()).collect();
    lines.join("\n")
}

fn align<D, R>(cell: Cell, column: &Column<D, R>) -> Cell {
    cell.set_alignment(if column.right { CellAlignment::Right } else { CellAlignment::Left })
}

fn tint(cell: Cell, verdict: Verdict) -> Cell {
    match verdict {
        Verdict::Agree => cell.fg(Color::Green),
        Verdict::Disagree => cell.fg(Color::Red),
        Verdict::Unverified => cell.fg(Color::Yellow),
    }
}

/// The table and the lines below it as Markdown.
pub fn markdown(record: &Record) -> String {
    marked_down(record, &record.runs, &columns(record), &notes(record))
}

/// A table and the lines below it as Markdown.
pub(crate) fn marked_down<D, R>(
    data: &D,
    rows: &[R],
    columns: &[Column<D, R>],
    notes: &str,
) -> String {
    let mut text = String::new();
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    text += &line(columns.iter().map(|column| column.title.to_owned()).collect());
    text += &line(
        columns.iter().map(|column| if column.right { "--:" } else { ":--" }.to_owned()).collect(),
    );
    for row in rows {
        text += &line(columns.iter().map(|column| (column.content)(data, row)).collect());
    }
    let notes: Vec<String> = notes.lines().map(|line| format!("{line}\\\n")).collect();
    text + "\n" + notes.concat().trim_end_matches("\\\n") + "\n"
}

/// Several records as one Markdown table, for what changes from one to the next: each run of the
/// first record's solvers, record by record, with its conflicts if it counts them.
pub fn joined(records: &[Record]) -> String {
    let titles = ["solver", "instance", "symmetry", "solutions", "status", "effort", "total"];
    let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
    let mut text = line(&titles.map(str::to_owned));
    let right = |title: &str| matches!(title, "solutions" | "effort" | "total");
    text += &line(&titles.map(|title| if right(title) { "--:" } else { ":--" }.to_owned()));
    let solvers = records.first().map(|record| record.runs.as_slice()).unwrap_or_default();
    for solver in solvers.iter().map(|run| &run.solver) {
        for record in records {
            for run in record.runs.iter().filter(|run| run.solver == *solver) {
                let broken = if record.limits.break_symmetry { "broken" } else { "" };
                text += &line(&[
                    run.solver.clone(),
                    record.problem.name.clone(),
                    broken.to_owned(),
                    optional(run.solutions),
                    status(record, run),
                    conflicts(run),
                    time(&run.times_ns.total),
                ]);
            }
        }
    }
    let wrong = records.iter().filter(|record| record.verdict == Verdict::Disagree).count();
    let verdict = match wrong {
        0 => "All runs that can be compared agree.".to_owned(),
        wrong => format!("WRONG: runs disagree in {wrong} of {} records.", records.len()),
    };
    text + "\n" + &verdict + "\n"
}

/// The conflicts of a run, or whatever else it counts first.
fn conflicts(run: &Run) -> String {
    let conflicts = run.effort.get("conflicts").map(|value| ("conflicts", value));
    let counter = conflicts.or_else(|| run.effort.iter().next());
    counter.map_or_else(String::new, |(name, value)| number::counted(value, name))
}

fn optional(value: Option<u64>) -> String {
    value.map_or_else(String::new, number::count)
}

fn time(samples: &[u64]) -> String {
    median(samples).map_or_else(String::new, number::duration)
}

fn status(record: &Record, run: &Run) -> String {
    match (record.task, run.status) {
        (Task::Optimum, Status::Complete) if run.objective.is_some() => "optimal".to_owned(),
        (Task::Optimum, Status::Complete) => "infeasible".to_owned(),
        (Task::Optimum, Status::Partial | Status::Timeout | Status::Memory)
            if run.objective.is_some() =>
        {
            format!("feasible ({})", run.status)
        }
        (_, status) => status.to_string(),
    }
}

fn verdict(run: &Run) -> &'static str {
    match (run.status, run.verdict) {
        (Status::Unsupported | Status::Unavailable, _) => "",
        (_, Verdict::Agree) => "agree",
        (_, Verdict::Disagree) => "DISAGREE",
        (_, Verdict::Unverified) => "unverified",
    }
}

/// How many times slower than the fastest run on the same host with a full answer.
fn relative(record: &Record, run: &Run) -> String {
    let host = record.host_of(run);
    let best = record
        .runs
        .iter()
        .filter(|other| record.host_of(other).times_compare_with(host))
        .filter(|other| other.answered())
        .filter_map(|run| median(&run.times_ns.total))
        .min();
    match (best, median(&run.times_ns.total)) {
        (Some(best), Some(total)) if run.answered() => {
            number::significant(total as f64 / best.max(1) as f64)
        }
        _ => String::new(),
    }
}
