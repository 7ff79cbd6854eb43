//! The view `growth`: how the time per solution changes as an enumeration proceeds.

use parity_core::Task;

use super::grid::{Cell, Column, Grid, Quantity, Row};
use super::measure::Observation;
use super::pivot::one;
use crate::number;
use crate::record::{Record, Run, Verdict};
use crate::results::{Filed, Results};

/// Fewer doublings of the number of solutions tell nothing.
const LEAST: usize = 4;

/// One table for each directory and machine, of the instance with the most solutions: the time so far
/// divided by the solutions so far, at 1, 2, 4, 8 … of them.
pub fn growth(results: &Results) -> Vec<Grid> {
    let mut richest: Vec<&Filed<Record>> = Vec::new();
    let all = results.records.iter().filter(|filed| filed.content.task == Task::All);
    for filed in all.filter(|filed| length(&filed.content) >= LEAST) {
        let same = |known: &&mut &Filed<Record>| {
            known.folder == filed.folder
                && known.content.host.description() == filed.content.host.description()
        };
        match richest.iter_mut().find(same) {
            Some(known) if length(&known.content) < length(&filed.content) => *known = filed,
            Some(_) => {}
            None => richest.push(filed),
        }
    }
    richest.into_iter().map(table).collect()
}

fn grown(record: &Record) -> impl Iterator<Item = &Run> {
    let right = |run: &&Run| run.verdict != Verdict::Disagree;
    record.runs.iter().filter(right).filter(|run| run.times_ns.growth.len() >= LEAST)
}

fn length(record: &Record) -> usize {
    grown(record).map(|run| run.times_ns.growth.len()).max().unwrap_or(0)
}

fn table(filed: &Filed<Record>) -> Grid {
    let record = &filed.content;
    let columns = (0..length(record)).map(|doublings| {
        let solutions = 1u64 << doublings;
        Column {
            label: number::count(solutions),
            position: Some(solutions as f64),
            quantity: Quantity::Time,
        }
    });
    let columns: Vec<Column> = columns.collect();
    let row = |run: &Run| {
        let cell = |index: usize| {
            let time = run.times_ns.growth.get(index);
            time.map_or(Cell::Blank, |&time| {
                one(&Observation::Samples(vec![time as f64 / (1u64 << index) as f64]))
            })
        };
        Row {
            label: run.solver.clone(),
            family: Some(run.family),
            unit: None,
            cells: (0..columns.len()).map(cell).collect(),
        }
    };
    Grid {
        title: format!("{}, {}, time per solution so far", record.problem.name, record.question()),
        folder: filed.folder.clone(),
        host: record.host.description(),
        down: "solver",
        across: "solutions",
        rows: grown(record).map(row).collect(),
        columns,
        notes: vec![
            "Time so far divided by solutions so far, of the sample with the median total."
                .to_owned(),
        ],
    }
}
