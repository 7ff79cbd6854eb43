//! The view `ladder`: what each solver gains over the one before it, where the number of solutions
//! was asked for.

use parity_core::Task;

use super::grid::{Cell, Column, Grid, Number, Quantity, Row, Typical};
use super::measure::{self, Measure, Observation};
use super::pivot::one;
use crate::record::{Record, Run};
use crate::results::{Filed, Results};

/// One table for each directory and machine, with three columns for each size: effort, time, and how
/// many times as fast as the row above.
pub fn ladder(results: &Results) -> Vec<Grid> {
    let mut groups: Vec<Vec<&Filed<Record>>> = Vec::new();
    let counts = results.records.iter().filter(|filed| filed.content.task == Task::Count);
    for filed in counts {
        let same = |group: &&mut Vec<&Filed<Record>>| {
            let key = |filed: &Filed<Record>| {
                let record = &filed.content;
                (filed.folder.clone(), record.problem.kind.clone(), record.host.description())
            };
            key(group[0]) == key(filed)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(filed),
            None => groups.push(vec![filed]),
        }
    }
    groups.into_iter().map(table).collect()
}

fn table(mut group: Vec<&Filed<Record>>) -> Grid {
    group.sort_by_key(|filed| filed.content.problem.parameters.n);
    let runs = || group.iter().flat_map(|filed| &filed.content.runs);
    let mut solvers: Vec<&Run> = Vec::new();
    for run in runs() {
        if !solvers.iter().any(|known| known.solver == run.solver) {
            solvers.push(run);
        }
    }
    let cells = |solver: &str, unit: Option<&str>, above: Option<&str>| {
        let of_size = |filed: &&Filed<Record>| {
            let record = &filed.content;
            let time = |solver: &str| cell(record, solver, &measure::TOTAL, None);
            let gain = above.and_then(|above| ratio(&time(above), &time(solver)));
            let gain = gain.map_or(Observation::Nothing, |gain| Observation::Samples(vec![gain]));
            [cell(record, solver, &measure::EFFORT, unit), time(solver), one(&gain)]
        };
        group.iter().flat_map(of_size).collect()
    };
    let rows = solvers.iter().enumerate().map(|(index, run)| {
        let above = index.checked_sub(1).map(|index| solvers[index].solver.as_str());
        let same: Vec<&Run> = runs().filter(|other| other.solver == run.solver).collect();
        let unit = (measure::EFFORT.unit)(&same);
        Row {
            label: run.solver.clone(),
            family: Some(run.family),
            unit: unit.map(str::to_owned),
            cells: cells(&run.solver, unit, above),
        }
    });
    let columns = group.iter().flat_map(|filed| {
        let n = filed.content.problem.parameters.n.unwrap_or(0);
        let named = |label: &str, quantity| Column::named(&format!("n = {n}: {label}"), quantity);
        let of = |measure: Measure| named(measure.name, measure.quantity);
        [of(measure::EFFORT), of(measure::TOTAL), named("gain", Quantity::Ratio)]
    });
    let first = group[0];
    Grid {
        title: format!("{}, number of solutions", first.content.problem.kind.replace('-', " ")),
        folder: first.folder.clone(),
        host: first.content.host.description(),
        down: "solver",
        across: "",
        columns: columns.collect(),
        rows: rows.collect(),
        notes: vec![
            "Gain: how many times as fast as the row above. Medians; ± is half the distance of the \
             quartiles, or of the extremes below five samples; without ±, a single sample."
                .to_owned(),
        ],
    }
}

fn cell(record: &Record, solver: &str, measure: &Measure, unit: Option<&str>) -> Cell {
    let run = record.runs.iter().find(|run| run.solver == solver);
    run.map_or(Cell::Blank, |run| one(&(measure.observe)(record, run, unit)))
}

fn ratio(above: &Cell, here: &Cell) -> Option<f64> {
    let median = |cell: &Cell| match cell.number()? {
        Number { typical: Typical::Median(time), .. } => Some(*time),
        _ => None,
    };
    Some(median(above)? / median(here)?.max(1.0))
}
