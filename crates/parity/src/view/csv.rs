//! Tables as comma-separated values, one line a cell (RFC 4180). What is missing is empty.

use super::grid::{Cell, Grid};
use super::json::{beyond, median};

const HEADINGS: [&str; 20] = [
    "view",
    "folder",
    "table",
    "host",
    "label",
    "family",
    "counted_in",
    "across",
    "column",
    "unit",
    "median",
    "beyond",
    "least",
    "lower_quartile",
    "upper_quartile",
    "greatest",
    "samples",
    "runs",
    "answered",
    "status",
];

/// The cells of the tables of a view or of a study, by its name.
///
/// # Errors
/// Never: it is written to memory.
pub fn render(name: &str, grids: &[Grid]) -> anyhow::Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(HEADINGS)?;
    for grid in grids {
        for row in &grid.rows {
            for (cell, column) in row.cells.iter().zip(&grid.columns) {
                let family = row.family.map(|family| family.to_string()).unwrap_or_default();
                let mut fields = vec![
                    name.to_owned(),
                    grid.folder.clone(),
                    grid.title.clone(),
                    grid.host.clone(),
                    row.label.clone(),
                    family,
                    row.unit.clone().unwrap_or_default(),
                    grid.across.to_owned(),
                    column.label.replace(',', ""),
                    column.quantity.unit().to_owned(),
                ];
                fields.extend(values(cell));
                writer.write_record(fields)?;
            }
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// The last ten fields.
fn values(cell: &Cell) -> [String; 10] {
    let number = match cell {
        Cell::Blank => return Default::default(),
        Cell::Word(word) => {
            let mut fields: [String; 10] = Default::default();
            fields[9] = (*word).to_owned();
            return fields;
        }
        Cell::Number(number) => number,
    };
    let optional = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
    let summary = number.summary;
    [
        median(number).map(|value| value.to_string()).unwrap_or_default(),
        optional(beyond(number)),
        optional(summary.map(|summary| summary.least)),
        optional(summary.map(|summary| summary.lower_quartile)),
        optional(summary.map(|summary| summary.upper_quartile)),
        optional(summary.map(|summary| summary.greatest)),
        number.samples.to_string(),
        number.runs.to_string(),
        number.answered.to_string(),
        number.remark.unwrap_or_default().to_owned(),
    ]
}
