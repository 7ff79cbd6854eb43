//! JSON for programs. A comparison is its record, as it is kept.

use super::{Format, all};
use crate::view::json::render;

pub(super) const FORMAT: Format = Format {
    name: "json",
    record: |record| Ok(record.to_json()),
    set: |record| Ok(record.to_json()),
    results: |results| all(results, |name, grids| Ok(render(name, grids))),
    view: |name, grids| Ok(render(name, grids)),
    sheet: |sheet| Ok(sheet.json()),
};
