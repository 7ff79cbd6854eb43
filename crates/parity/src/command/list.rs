//! `parity list`: what there is.

use std::process::ExitCode;

use anyhow::ensure;
use clap::{Args, ValueEnum};
use parity_core::problem::{Choice, KINDS, Kind};
use parity_core::{Scope, Solver, Task};
use serde_json::json;

use crate::command::format::{self, Format};
use crate::command::print;
use crate::registry::Registry;
use crate::sheet::{Column, Row, Sheet, Shown};

/// List the solvers, or the problems.
#[derive(Args, Clone, Debug)]
pub(crate) struct List {
    /// What to list
    #[arg(value_enum, default_value_t = What::Solvers)]
    what: What,
    /// How to write it
    #[arg(long, default_value = "text", value_parser = format::parser())]
    format: &'static Format,
    /// Only the curated solvers that a comparison shows unless told otherwise
    #[arg(long)]
    featured: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    Solvers,
    Problems,
}

impl List {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        ensure!(
            self.what == What::Solvers || !self.featured,
            "--featured is about solvers, not about problems"
        );
        let sheet = match self.what {
            What::Solvers => solvers(registry, self.featured),
            What::Problems => problems(),
        };
        print(&(self.format.sheet)(&sheet)?)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn solvers(registry: &Registry, featured: bool) -> Sheet {
    let column = |title, shown| Column { title, shown };
    // References and techniques are for the formats that have room for them.
    let columns = vec![
        column("id", Shown::Everywhere),
        column("family", Shown::Everywhere),
        column("technique", Shown::Wide),
        column("tasks", Shown::Everywhere),
        column("problems", Shown::Everywhere),
        column("summary", Shown::Everywhere),
        column("reference", Shown::Wide),
        column("featured", Shown::Data),
        column("engine_version", Shown::Data),
        column("available", Shown::Data),
        column("unavailable_because", Shown::Data),
    ];
    let rows = registry.rows().iter().filter(|row| !featured || row.card().featured);
    Sheet { rows: rows.map(|row| describe(*row)).collect(), columns, notes: Vec::new() }
}

fn problems() -> Sheet {
    let columns = ["name", "options", "summary"];
    let flag = |choice: &Choice| format!("--{}", choice.name);
    let describe = |kind: &Kind| {
        let options: Vec<_> = kind.options.iter().map(flag).collect();
        Row { values: vec![json!(kind.name), json!(options), json!(kind.summary)], remark: None }
    };
    Sheet {
        columns: columns.map(|title| Column { title, shown: Shown::Everywhere }).to_vec(),
        rows: KINDS.iter().map(describe).collect(),
        notes: Vec::new(),
    }
}

fn describe(row: &dyn Solver) -> Row {
    let card = row.card();
    let problems: &[&str] = match card.scope {
        Scope::Models => &["any"],
        Scope::Kinds(kinds) => kinds,
    };
    let unavailable = row.unavailable();
    let remark = unavailable.as_ref().map(|reason| format!("unavailable: {reason}"));
    let values = vec![
        json!(card.id),
        json!(card.family),
        json!(card.technique),
        json!(card.tasks.iter().map(|task| Task::name(*task)).collect::<Vec<_>>()),
        json!(problems),
        json!(card.summary),
        json!(card.reference),
        json!(card.featured),
        json!(row.engine_version()),
        json!(unavailable.is_none()),
        json!(unavailable),
    ];
    Row { values, remark }
}
