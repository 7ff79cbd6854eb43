//! The view `runs`: all that is known of each run of each record, a column for each measure.

use super::grid::{Column, Grid, Row};
use super::measure::{self, Measure};
use super::pivot;
use crate::results::Results;

const MEASURES: [Measure; 9] = [
    measure::SOLUTIONS,
    measure::VALUE,
    measure::EFFORT,
    measure::VARIABLES,
    measure::CONSTRAINTS,
    measure::ENCODE,
    measure::FIRST,
    measure::TOTAL,
    measure::MEMORY,
];

/// One table for each record, without the columns that would be empty.
pub fn runs(results: &Results) -> Vec<Grid> {
    let tables = results.records.iter().map(|filed| {
        let record = &filed.content;
        let measures: Vec<Measure> = MEASURES
            .into_iter()
            .filter(|measure| {
                record.runs.iter().any(|run| measure.alone(record, run).is_measured())
            })
            .collect();
        let row = |run: &crate::record::Run| Row {
            label: run.solver.clone(),
            family: Some(run.family),
            unit: (measure::EFFORT.unit)(&[run]).map(str::to_owned),
            cells: measures.iter().map(|measure| pivot::one(&measure.alone(record, run))).collect(),
        };
        Grid {
            title: format!("{}, {}", record.problem.name, record.question()),
            folder: filed.folder.clone(),
            host: record.host.description(),
            down: "solver",
            across: "",
            columns: measures
                .iter()
                .map(|measure| Column {
                    label: measure.name.to_owned(),
                    position: None,
                    quantity: measure.quantity,
                })
                .collect(),
            rows: record.runs.iter().map(row).collect(),
            notes: crate::table::notes(record).lines().map(str::to_owned).collect(),
        }
    });
    tables.collect()
}
