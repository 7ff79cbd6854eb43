//! Sentences that the numbers of a table bear, and no others.
//!
//! Two times are told apart only if their ranges do not meet: those between the quartiles, or between
//! the extremes of a few samples. Each sentence names the size it is about and how many samples it
//! rests on.

use crate::number;
use crate::view::grid::{Column, Grid, Number, Quantity, Typical};
use crate::view::measure::TOTAL;

/// What a table of times says in words.
pub fn findings(grid: &Grid) -> Vec<String> {
    // Where measures stand side by side, only one of them is the time that all of it took.
    let total = |index: usize| !grid.across.is_empty() || grid.columns[index].label == TOTAL.name;
    let telling = |index: &usize| total(*index) && measured(grid, *index).len() >= 2;
    let Some(index) = (0..grid.columns.len()).rev().find(telling) else { return Vec::new() };
    let mut sentences = vec![fastest(grid, index)];
    sentences.extend(span(grid, index));
    sentences.extend(growth(grid));
    sentences.extend(stopped(grid));
    sentences
}

/// The rows with a median in a column, the fastest first.
fn measured(grid: &Grid, index: usize) -> Vec<(&str, &Number, f64)> {
    let timed = grid.columns[index].quantity == Quantity::Time;
    let mut rows: Vec<_> = grid
        .rows
        .iter()
        .filter(|_| timed)
        .filter_map(|row| {
            let number = row.cells.get(index)?.number()?;
            match number.typical {
                Typical::Median(median) => Some((row.label.as_str(), number, median)),
                Typical::Beyond(_) => None,
            }
        })
        .collect();
    rows.sort_by(|a, b| a.2.total_cmp(&b.2));
    rows
}

/// Whether the ranges in which the middle of the samples lies meet. The range of a single sample is
/// that sample: if it lies within the other's range it is not told from it, and if it does not, the
/// sentence says that its spread is not known.
fn within_noise(a: &Number, b: &Number) -> bool {
    let range = |number: &Number| {
        let middle = number.typical.value();
        number.summary.and_then(|summary| summary.spread()).unwrap_or((middle, middle))
    };
    let ((a_low, a_high), (b_low, b_high)) = (range(a), range(b));
    a_low <= b_high && b_low <= a_high
}

fn place(grid: &Grid, column: &Column) -> String {
    match column.position {
        Some(_) => format!("At {} = {}", grid.across, column.label),
        None if grid.across.is_empty() => "Here".to_owned(),
        None => format!("On {}", column.label),
    }
}

fn samples(number: &Number) -> String {
    match number.samples {
        1 => "one sample".to_owned(),
        samples => format!("median of {samples} samples"),
    }
}

/// "At n = 8 bitmask is the fastest with 26.2 µs (median of 25 samples), 2.80 times as fast as
/// line-tables, the next.", or "…; line-tables is within noise of it."
fn fastest(grid: &Grid, index: usize) -> String {
    let rows = measured(grid, index);
    let (first, number, time) = rows[0];
    let equal: Vec<&str> = rows[1..]
        .iter()
        .take_while(|(_, other, _)| within_noise(number, other))
        .map(|(label, ..)| *label)
        .collect();
    let subject = format!(
        "{} {first} is the fastest with {} ({})",
        place(grid, &grid.columns[index]),
        number::time(time),
        samples(number)
    );
    match (equal.as_slice(), rows.get(1)) {
        ([], Some((second, other, slower))) => {
            let single = number.samples.min(other.samples) < 2;
            let caution = if single { ", by single samples whose spread is not known" } else { "" };
            format!(
                "{subject}, {} times as fast as {second}, the next{caution}.",
                number::significant(slower / time)
            )
        }
        ([], None) => format!("{subject}."),
        (equal, _) => format!("{subject}; {} within noise of it.", listed(equal, "is", "are")),
    }
}

/// "The slowest that finished there, z3/int, takes 23,800 times as long: about four orders of
/// magnitude."
fn span(grid: &Grid, index: usize) -> Option<String> {
    let rows = measured(grid, index);
    let (_, _, least) = *rows.first()?;
    let (slowest, _, most) = *rows.last()?;
    let ratio = most / least;
    let orders = ratio.log10().round() as u64;
    (rows.len() > 2 && orders >= 1).then(|| {
        let orders = match orders {
            1 => "about one order of magnitude".to_owned(),
            orders => format!("about {} orders of magnitude", number::words(orders)),
        };
        format!(
            "The slowest that finished there, {slowest}, takes {} times as long: {orders}.",
            number::significant(ratio)
        )
    })
}

/// "From n = 11 to 12 the five solvers that finished both take 4.90 to 6.20 times as long."
fn growth(grid: &Grid) -> Option<String> {
    let sized = |index: &usize| grid.columns[*index].position.is_some();
    let (from, to) = (0..grid.columns.len())
        .filter(sized)
        .zip((0..grid.columns.len()).skip(1))
        .filter(|(from, to)| {
            measured(grid, *to).iter().filter(|row| ratio(grid, *from, row).is_some()).count() >= 3
        })
        .last()?;
    let mut ratios: Vec<f64> =
        measured(grid, to).iter().filter_map(|row| ratio(grid, from, row)).collect();
    ratios.sort_by(f64::total_cmp);
    Some(format!(
        "From {} = {} to {} the {} solvers that finished both take {} to {} times as long.",
        grid.across,
        grid.columns[from].label,
        grid.columns[to].label,
        number::words(ratios.len() as u64),
        number::significant(*ratios.first()?),
        number::significant(*ratios.last()?),
    ))
}

fn ratio(grid: &Grid, from: usize, (label, _, time): &(&str, &Number, f64)) -> Option<f64> {
    let before = measured(grid, from).into_iter().find(|(other, ..)| other == label)?.2;
    Some(time / before)
}

/// "Stopped first at the time limit: z3/int at n = 9; …", or of instances "Stopped at the time limit:
/// z3/int on myciel4; …"
fn stopped(grid: &Grid) -> Option<String> {
    let sized = grid.columns.iter().all(|column| column.position.is_some());
    let mut stops: Vec<(&str, Vec<&str>)> = Vec::new();
    for column in &grid.columns {
        let told = column.quantity == Quantity::Time
            && (!grid.across.is_empty() || column.label == TOTAL.name);
        let beyond = grid.numbers().filter(|(_, other, number)| {
            told && *other == column && matches!(number.typical, Typical::Beyond(_))
        });
        for (row, ..) in beyond {
            // Of sizes the first tells it all; instances have no order.
            if !sized || !stops.iter().any(|(_, known)| known.contains(&row.label.as_str())) {
                match stops.iter_mut().find(|(label, _)| *label == column.label) {
                    Some((_, rows)) => rows.push(&row.label),
                    None => stops.push((&column.label, vec![&row.label])),
                }
            }
        }
    }
    if stops.is_empty() {
        return None;
    }
    let parts: Vec<String> = stops
        .iter()
        .map(|(label, rows)| match (sized, grid.across) {
            (true, across) => format!("{} at {across} = {label}", rows.join(", ")),
            (false, "") => rows.join(", "),
            (false, _) => format!("{} on {label}", rows.join(", ")),
        })
        .collect();
    let first = if sized && grid.columns.len() > 1 { "Stopped first" } else { "Stopped" };
    Some(format!("{first} at the time limit: {}.", parts.join("; ")))
}

/// "a is", "a and b are", "a, b and c are"
fn listed(names: &[&str], singular: &str, plural: &str) -> String {
    match names {
        [only] => format!("{only} {singular}"),
        [others @ .., last] => format!("{} and {last} {plural}", others.join(", ")),
        [] => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Summary;
    use crate::view::grid::{Cell, Row};

    fn number(times: &[f64]) -> Cell {
        let summary = Summary::of(times).unwrap();
        Cell::Number(Number {
            typical: Typical::Median(summary.median),
            exact: None,
            summary: Some(summary),
            samples: times.len(),
            runs: 1,
            answered: 1,
            remark: None,
        })
    }

    fn beyond(limit: f64) -> Cell {
        let Cell::Number(number) = number(&[1.0]) else { unreachable!() };
        Cell::Number(Number {
            typical: Typical::Beyond(limit),
            summary: None,
            samples: 0,
            answered: 0,
            ..number
        })
    }

    fn grid(rows: Vec<(&str, Vec<Cell>)>) -> Grid {
        let columns = (8..).take(rows[0].1.len()).map(|n| Column {
            label: n.to_string(),
            position: Some(f64::from(n)),
            quantity: Quantity::Time,
        });
        let row = |(label, cells): (&str, Vec<Cell>)| Row {
            label: label.to_owned(),
            family: None,
            unit: None,
            cells,
        };
        Grid {
            title: "queens".to_owned(),
            folder: String::new(),
            host: String::new(),
            down: "solver",
            across: "n",
            columns: columns.collect(),
            rows: rows.into_iter().map(row).collect(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn times_whose_ranges_meet_are_not_told_apart() {
        let a = number(&[100.0, 101.0, 102.0, 103.0, 104.0]);
        let b = number(&[103.0, 103.0, 103.0, 103.0, 103.0]);
        let c = number(&[200.0, 201.0, 202.0, 203.0, 204.0]);
        let near = findings(&grid(vec![("a", vec![a.clone()]), ("b", vec![b])]));
        assert_eq!(
            near,
            [
                "At n = 8 a is the fastest with 102 ns (median of 5 samples); b is within noise of it."
            ]
        );
        let far = findings(&grid(vec![("a", vec![a]), ("c", vec![c])]));
        assert!(far[0].ends_with("1.98 times as fast as c, the next."), "{far:?}");
    }

    #[test]
    fn a_single_sample_within_the_range_of_others_is_not_told_apart() {
        let many = number(&[100.0, 101.0, 102.0, 103.0, 104.0]);
        let said = |single: f64| {
            findings(&grid(vec![("a", vec![many.clone()]), ("b", vec![number(&[single])])]))
        };
        let within = said(103.0);
        assert!(within[0].ends_with("; b is within noise of it."), "{within:?}");
        let beyond = said(103.5);
        assert!(beyond[0].ends_with("b, the next, by single samples whose spread is not known."));
        let twins = [("a", vec![number(&[7.0])]), ("b", vec![number(&[7.0])])];
        let equal = findings(&grid(twins.to_vec()));
        assert!(equal[0].ends_with("(one sample); b is within noise of it."), "{equal:?}");
    }

    #[test]
    fn single_samples_are_told_with_caution_and_stops_are_told() {
        let far = findings(&grid(vec![
            ("a", vec![number(&[1.0]), number(&[10.0])]),
            ("b", vec![number(&[2.0]), number(&[1000.0])]),
            ("c", vec![number(&[3.0]), number(&[90.0])]),
            ("d", vec![beyond(1e10), beyond(1e10)]),
        ]));
        assert!(far[0].contains("(one sample)") && far[0].contains("not known"), "{far:?}");
        assert!(far[1].contains("b, takes 100 times as long: about two orders"), "{far:?}");
        assert!(far[2].starts_with("From n = 8 to 9 the three solvers"), "{far:?}");
        assert!(far[2].ends_with("10.0 to 500 times as long."), "{far:?}");
        assert_eq!(far[3], "Stopped first at the time limit: d at n = 8.");
    }

    #[test]
    fn of_several_measures_side_by_side_the_total_time_is_told() {
        let mut side_by_side = grid(vec![
            ("a", vec![number(&[10.0]), number(&[1.0])]),
            ("b", vec![number(&[20.0]), number(&[0.5])]),
        ]);
        side_by_side.across = "";
        for (column, label) in side_by_side.columns.iter_mut().zip([TOTAL.name, "first"]) {
            (column.label, column.position) = (label.to_owned(), None);
        }
        let said = findings(&side_by_side);
        assert!(said[0].starts_with("Here a is the fastest with 10.0 ns"), "{said:?}");
    }

    #[test]
    fn nothing_is_said_of_a_single_row() {
        assert!(findings(&grid(vec![("a", vec![number(&[1.0])])])).is_empty());
    }
}
