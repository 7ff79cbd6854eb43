//! The experiments of a page: all tables about the same problem, task and host under one heading.

use std::collections::BTreeSet;

use parity_core::Family;

use crate::results::Results;
use crate::view::grid::{Cell, Column, Grid, Row, Table};
use crate::view::measure::{self, Measure};
use crate::view::pivot::pivot;
use crate::view::{growth, sets};

/// One question that was asked of many solvers.
#[derive(Debug)]
pub struct Section {
    /// The directory it came from; empty if in none.
    pub folder: String,
    /// What was asked: "queens, all solutions".
    pub title: String,
    /// Where it ran.
    pub host: String,
    /// What was measured, the most telling first: one measure over sizes or instances, or, of a single
    /// instance, all measures side by side. Each has at least one number.
    pub tables: Vec<Table>,
}

/// What a page shows of runs, and whether it is drawn.
const SHOWN: [(Measure, bool); 9] = [
    (measure::TOTAL, true),
    (measure::EFFORT, true),
    (measure::VALUE, false),
    (measure::FIRST, false),
    (measure::SOLUTIONS, false),
    (measure::ENCODE, false),
    (measure::VARIABLES, false),
    (measure::CONSTRAINTS, false),
    (measure::MEMORY, false),
];

/// The order of columns where all measures stand side by side.
const SIDE_BY_SIDE: [&str; 9] = [
    measure::SOLUTIONS.name,
    measure::VALUE.name,
    measure::TOTAL.name,
    measure::FIRST.name,
    measure::EFFORT.name,
    measure::ENCODE.name,
    measure::VARIABLES.name,
    measure::CONSTRAINTS.name,
    measure::MEMORY.name,
];

/// All sections that the results have something for, in the order of the results.
pub fn sections(results: &Results) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for (measure, drawn) in &SHOWN {
        for grid in pivot(results, measure) {
            let table = |grid| Table { measure: measure.name.to_owned(), drawn: *drawn, grid };
            let same = |section: &&mut Section| {
                (&section.folder, &section.title, &section.host)
                    == (&grid.folder, &grid.title, &grid.host)
            };
            match sections.iter_mut().find(same) {
                Some(section) => section.tables.push(table(grid)),
                None => sections.push(Section {
                    folder: grid.folder.clone(),
                    title: grid.title.clone(),
                    host: grid.host.clone(),
                    tables: vec![table(grid)],
                }),
            }
        }
    }
    for section in &mut sections {
        section.tables.retain(|table| !says_the_obvious(table));
        let columns = section.tables.iter().flat_map(|table| &table.grid.columns);
        let first = columns.clone().next().map(|column| column.label.clone());
        if columns.clone().all(|column| Some(&column.label) == first.as_ref()) {
            section.tables = side_by_side(std::mem::take(&mut section.tables));
        }
    }
    sections.retain(|section| !section.tables.is_empty());
    let table = |measure: &str, drawn, grid| Table { measure: measure.to_owned(), drawn, grid };
    // The enumeration of most families says what there is to say of all.
    let families = |grid: &Grid| {
        grid.rows.iter().filter_map(|row| row.family).collect::<BTreeSet<Family>>().len()
    };
    let growth = growth::growth(results);
    let growth = growth.into_iter().max_by_key(|grid| (families(grid), grid.columns.len()));
    sections.extend(growth.map(|grid| Section::of(vec![table("time per solution", true, grid)])));
    let sets = sets::cactus(results).into_iter().zip(sets::sets(results));
    sections.extend(sets.map(|(cactus, summary)| {
        Section::of(vec![table("time", true, cactus), table("instances settled", false, summary)])
    }));
    sections.extend(results.studies.iter().map(|filed| Section::of(filed.content.clone())));
    sections
}

impl Section {
    /// The section of tables that belong together, under the title of the first.
    pub fn of(tables: Vec<Table>) -> Self {
        let first = tables.first().map(|table| table.grid.clone());
        let (folder, title, host) =
            first.map(|grid| (grid.folder, grid.title, grid.host)).unwrap_or_default();
        Section { folder, title, host, tables }
    }
}

/// A table of ones, as when one solution was asked for and found, tells nothing.
fn says_the_obvious(table: &Table) -> bool {
    table.measure == measure::SOLUTIONS.name
        && table.grid.title.contains("first solution")
        && table.grid.numbers().all(|(_, _, number)| number.exact == Some(1))
}

/// The tables of one instance as one, a column for each.
fn side_by_side(mut tables: Vec<Table>) -> Vec<Table> {
    tables.sort_by_key(|table| SIDE_BY_SIDE.iter().position(|name| *name == table.measure));
    let Some(longest) = tables.iter().max_by_key(|table| table.grid.rows.len()) else {
        return tables;
    };
    let effort = tables.iter().find(|table| table.measure == measure::EFFORT.name);
    let find =
        |table: &Table, label: &str| table.grid.rows.iter().find(|row| row.label == label).cloned();
    let rows = longest.grid.rows.iter().map(|row| Row {
        unit: effort.and_then(|table| find(table, &row.label)?.unit),
        cells: tables
            .iter()
            .map(|table| {
                let cell = find(table, &row.label).and_then(|row| row.cells.into_iter().next());
                cell.unwrap_or(Cell::Blank)
            })
            .collect(),
        ..row.clone()
    });
    let columns = tables.iter().map(|table| Column {
        label: table.measure.to_owned(),
        position: None,
        quantity: table.grid.columns[0].quantity,
    });
    let notes = tables.iter().find(|table| table.drawn).map(|table| table.grid.notes.clone());
    let place = longest.grid.columns.first().map(|column| column.label.clone()).unwrap_or_default();
    let across = longest.grid.across;
    let title = match longest.grid.columns.first().and_then(|column| column.position) {
        Some(_) => format!("{}, {across} = {place}", longest.grid.title),
        None => format!("{}: {place}", longest.grid.title),
    };
    let grid = Grid {
        title,
        across: "",
        columns: columns.collect(),
        rows: rows.collect(),
        notes: notes.unwrap_or_default(),
        ..longest.grid.clone()
    };
    vec![Table { measure: measure::TOTAL.name.to_owned(), drawn: true, grid }]
}
