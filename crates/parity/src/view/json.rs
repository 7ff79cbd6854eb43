//! Tables as JSON. What is missing is null.

use serde_json::{Value, json};

use super::grid::{Cell, Grid, Number, Quantity, Typical};

/// The tables of a view or of a study, by its name, as one JSON object.
pub fn render(name: &str, grids: &[Grid]) -> String {
    let value = json!({
        "view": name,
        "tables": grids.iter().map(grid).collect::<Vec<_>>(),
    });
    serde_json::to_string_pretty(&value).expect("plain data") + "\n"
}

fn grid(grid: &Grid) -> Value {
    let column = |index: usize| &grid.columns[index];
    json!({
        "title": grid.title,
        "folder": grid.folder,
        "host": grid.host,
        "down": grid.down,
        "across": grid.across,
        "columns": grid.columns.iter().map(|column| json!({
            "label": column.label,
            "position": column.position,
            "unit": column.quantity.unit(),
        })).collect::<Vec<_>>(),
        "rows": grid.rows.iter().map(|row| json!({
            "label": row.label,
            "family": row.family,
            "counted_in": row.unit,
            "cells": row.cells.iter().enumerate()
                .map(|(index, content)| cell(content, column(index).quantity))
                .collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
        "notes": grid.notes,
    })
}

fn cell(cell: &Cell, quantity: Quantity) -> Value {
    match cell {
        Cell::Blank => Value::Null,
        Cell::Word(word) => json!({ "status": word }),
        Cell::Number(number) => json!({
            "text": cell.show(quantity, true),
            "median": median(number),
            "beyond": beyond(number),
            "least": number.summary.map(|summary| summary.least),
            "lower_quartile": number.summary.map(|summary| summary.lower_quartile),
            "upper_quartile": number.summary.map(|summary| summary.upper_quartile),
            "greatest": number.summary.map(|summary| summary.greatest),
            "samples": number.samples,
            "runs": number.runs,
            "answered": number.answered,
            "status": number.remark,
        }),
    }
}

/// The median as text or number; an integer stays one.
pub(super) fn median(number: &Number) -> Option<Value> {
    match (number.typical, number.exact) {
        (Typical::Beyond(_), _) => None,
        (Typical::Median(_), Some(exact)) => match (u64::try_from(exact), i64::try_from(exact)) {
            (Ok(value), _) => Some(json!(value)),
            (_, Ok(value)) => Some(json!(value)),
            _ => Some(json!(exact.to_string())),
        },
        (Typical::Median(value), None) => Some(json!(value)),
    }
}

/// The value that was not reached, or the limit that was passed.
pub(super) fn beyond(number: &Number) -> Option<f64> {
    match number.typical {
        Typical::Beyond(limit) => Some(limit),
        Typical::Median(_) => None,
    }
}
