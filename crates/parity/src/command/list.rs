//! `parity list`: what there is.

use std::process::ExitCode;

use clap::{Args, ValueEnum};
use comfy_table::ContentArrangement;
use parity_core::problem::{Choice, KINDS, Kind};
use parity_core::{Scope, Solver, Task};
use serde_json::{Value, json};

use crate::command::{output_width, print};
use crate::registry::Registry;
use crate::table::plain;

/// List the solvers, or the problems.
#[derive(Args, Clone, Debug)]
pub(crate) struct List {
    /// What to list
    #[arg(value_enum, default_value_t = What::Solvers)]
    what: What,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Only the curated solvers that a comparison shows unless told otherwise
    #[arg(long)]
    featured: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Solvers,
    Problems,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
    Markdown,
}

impl List {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let (titles, entries): (&[&str], Vec<Value>) = match self.what {
            What::Solvers => {
                let rows =
                    registry.rows().iter().filter(|row| !self.featured || row.card().featured);
                (
                    &["id", "family", "technique", "tasks", "problems", "summary", "reference"],
                    rows.map(|row| describe(*row)).collect(),
                )
            }
            What::Problems => {
                let flag = |choice: &Choice| format!("--{}", choice.name);
                let describe = |kind: &Kind| {
                    let options: Vec<_> = kind.options.iter().map(flag).collect();
                    json!({"name": kind.name, "summary": kind.summary, "options": options})
                };
                (&["name", "options", "summary"], KINDS.iter().map(describe).collect())
            }
        };
        print(&match self.format {
            Format::Json => serde_json::to_string_pretty(&entries)? + "\n",
            Format::Text => text(titles, &entries),
            Format::Markdown => markdown(titles, &entries),
        })?;
        Ok(ExitCode::SUCCESS)
    }
}

fn describe(row: &dyn Solver) -> Value {
    let card = row.card();
    let problems: &[&str] = match card.scope {
        Scope::Models => &["any"],
        Scope::Kinds(kinds) => kinds,
    };
    let unavailable = row.unavailable();
    json!({
        "id": card.id,
        "family": card.family,
        "technique": card.technique,
        "summary": card.summary,
        "reference": card.reference,
        "tasks": card.tasks.iter().map(|task| Task::name(*task)).collect::<Vec<_>>(),
        "problems": problems,
        "featured": card.featured,
        "engine_version": row.engine_version(),
        "available": unavailable.is_none(),
        "unavailable_because": unavailable,
    })
}

/// The entry of a column as text; lists are joined.
fn field(entry: &Value, title: &str) -> String {
    match &entry[title] {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" "),
        _ => String::new(),
    }
}

fn text(titles: &[&str], entries: &[Value]) -> String {
    // References and techniques are for the formats that have room for them.
    let shown: Vec<&str> = titles
        .iter()
        .copied()
        .filter(|title| !["technique", "reference"].contains(title))
        .collect();
    let mut table = comfy_table::Table::new();
    table.set_header(shown.clone());
    match u16::try_from(output_width()) {
        Ok(width) => {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width.max(60));
        }
        Err(_) => {
            table.set_content_arrangement(ContentArrangement::Disabled);
        }
    }
    for entry in entries {
        let unavailable =
            entry["unavailable_because"].as_str().map(|reason| format!(" [unavailable: {reason}]"));
        let last = shown.len() - 1;
        let cell = |(index, title): (usize, &&str)| {
            field(entry, title)
                + unavailable.as_deref().filter(|_| index == last).unwrap_or_default()
        };
        table.add_row(shown.iter().enumerate().map(cell));
    }
    plain(&mut table, false) + "\n"
}

fn markdown(titles: &[&str], entries: &[Value]) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let mut text = line(titles.iter().map(|title| (*title).to_owned()).collect());
    text += &line(titles.iter().map(|_| ":--".to_owned()).collect());
    for entry in entries {
        text += &line(titles.iter().map(|title| field(entry, title)).collect());
    }
    text
}
