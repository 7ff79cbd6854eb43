//! Views of comparisons over sets of instances: `sets`, what each solver settled and in what time, and
//! `cactus`, how many instances it settles within how much time.

use super::grid::{Cell, Column, Grid, Quantity, Row};
use super::measure::Observation;
use super::pivot::one;
use crate::number;
use crate::results::{Filed, Results};
use crate::set_record::{SetRecord, SolverAnswers};
use crate::set_table;

/// A row for each solver of each set: settled, median and total time, titled as in its own table.
pub fn sets(results: &Results) -> Vec<Grid> {
    results.sets.iter().map(summary).collect()
}

/// A row for each solver of each set: the time for the easiest instance, for the next, and so on. Read
/// across, a solver that reaches further at the same height settles more instances within that time.
pub fn cactus(results: &Results) -> Vec<Grid> {
    results.sets.iter().map(cactus_of).collect()
}

/// Times of the instances that a solver settled, the least first.
fn times(record: &SetRecord, solver: &SolverAnswers) -> Vec<u64> {
    let mut times: Vec<u64> = record.settled(solver).filter_map(|answer| answer.total_ns).collect();
    times.sort_unstable();
    times
}

fn grid(filed: &Filed<SetRecord>, what: &str, across: &'static str, columns: Vec<Column>) -> Grid {
    let record = &filed.content;
    let limit = number::round_time(record.limits.timeout_ns as f64);
    Grid {
        title: format!("{} {}{what}", record.set.kind.replace('-', " "), record.set.name),
        folder: filed.folder.clone(),
        host: record.host.description(),
        down: "solver",
        across,
        columns,
        rows: Vec::new(),
        notes: vec![format!(
            "{}, at most {limit} each; one sample a cell.",
            number::counted(record.set.instances.len() as u64, "instances")
        )],
    }
}

fn row(solver: &SolverAnswers, cells: Vec<Cell>) -> Row {
    Row { label: solver.solver.clone(), family: Some(solver.family), unit: None, cells }
}

fn summary(filed: &Filed<SetRecord>) -> Grid {
    let record = &filed.content;
    let columns = vec![
        Column::named(set_table::SETTLED.title, Quantity::Count),
        Column::named(set_table::MEDIAN.title, Quantity::Time),
        Column::named(set_table::TOTAL.title, Quantity::Time),
    ];
    let cells = |solver: &SolverAnswers| {
        if solver.disqualified.is_some() {
            return vec![Cell::Word("WRONG"); 3];
        }
        let times = times(record, solver);
        let all = match set_table::total_time(solver) {
            None => Observation::Nothing,
            Some(all) if times.len() == solver.answers.len() => {
                Observation::Samples(vec![all as f64])
            }
            Some(all) => Observation::Beyond(all as f64),
        };
        let median = crate::record::median(&times);
        let median =
            median.map_or(Observation::Nothing, |time| Observation::Samples(vec![time as f64]));
        vec![one(&Observation::Exact(times.len() as i128, None)), one(&median), one(&all)]
    };
    let mut grid = grid(filed, ", instances settled", "", columns);
    grid.rows = record.solvers.iter().map(|solver| row(solver, cells(solver))).collect();
    grid
}

fn cactus_of(filed: &Filed<SetRecord>) -> Grid {
    let record = &filed.content;
    let ranks = ranks(record.set.instances.len());
    let columns = ranks.iter().map(|&rank| Column {
        label: number::count(rank as u64),
        position: Some(rank as f64),
        quantity: Quantity::Time,
    });
    let mut grid = grid(
        filed,
        ", time for the easiest instances of each solver",
        "instance",
        columns.collect(),
    );
    for solver in &record.solvers {
        let times = times(record, solver);
        let cell = |&rank: &usize| {
            times
                .get(rank - 1)
                .map_or(Cell::Blank, |&time| one(&Observation::Samples(vec![time as f64])))
        };
        if !times.is_empty() {
            grid.rows.push(row(solver, ranks.iter().map(cell).collect()));
        }
    }
    grid
}

/// About ten ranks from the easiest to the hardest of some instances.
fn ranks(instances: usize) -> Vec<usize> {
    let mut ranks: Vec<usize> =
        (0..=10).map(|tenth| (instances * tenth).div_ceil(10).max(1)).collect();
    ranks.retain(|&rank| rank <= instances);
    ranks.dedup();
    ranks
}

#[cfg(test)]
mod tests {
    use super::ranks;

    #[test]
    fn ranks_reach_from_the_easiest_to_the_hardest() {
        assert_eq!(ranks(50), [1, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50]);
        assert_eq!(ranks(3), [1, 2, 3]);
        assert_eq!(ranks(1), [1]);
        assert!(ranks(0).is_empty());
    }
}
