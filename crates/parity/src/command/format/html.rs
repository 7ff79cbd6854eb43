//! A page of its own for each: complete, to be opened in a browser.

use parity_core::queens::bitmask;

use super::Format;
use crate::report;
use crate::results::{Filed, Results};

pub(super) const FORMAT: Format = Format {
    name: "html",
    record: |record| page(&Results::of(record.clone())),
    set: |record| {
        let filed = Filed { folder: String::new(), content: record.clone() };
        page(&Results { sets: vec![filed], ..Results::default() })
    },
    results: page,
    view: |name, grids| Ok(report::page_of_tables(name, grids)),
    sheet: |sheet| Ok(report::page_of_sheet(sheet)),
};

fn page(results: &Results) -> anyhow::Result<String> {
    Ok(report::page(results, &bitmask::ROW)?)
}
