//! Comma-separated values for spreadsheets: plain numbers, times in nanoseconds.

use super::{Format, all};
use crate::results::Results;
use crate::set_table;
use crate::view::csv::render;

pub(super) const FORMAT: Format = Format {
    name: "csv",
    set: |record| Ok(set_table::csv(record)),
    record: |record| all(&Results::of(record.clone()), render),
    results: |results| all(results, render),
    view: render,
    sheet: |sheet| sheet.csv(),
};
