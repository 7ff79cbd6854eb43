//! Markdown for documents.

use super::Format;
use crate::{set_table, table, view};

pub(super) const FORMAT: Format = Format {
    name: "markdown",
    record: |record| Ok(table::markdown(record)),
    set: |record| Ok(set_table::markdown(record)),
    results: |results| {
        let records = results.records.iter().map(|filed| table::markdown(&filed.content));
        let sets = results.sets.iter().map(|filed| set_table::markdown(&filed.content));
        let tactics = results.tactics.iter().map(|filed| filed.content.markdown());
        Ok(records.chain(sets).chain(tactics).collect())
    },
    view: |_, grids| Ok(view::markdown::render(grids)),
    sheet: |sheet| Ok(sheet.markdown()),
};
