//! Markdown for documents.

use super::Format;
use crate::{table, view};

pub(super) const FORMAT: Format = Format {
    name: "markdown",
    record: |record| Ok(table::markdown(record)),
    results: |results| {
        let records = results.records.iter().map(|filed| table::markdown(&filed.content));
        let tactics = results.tactics.iter().map(|filed| filed.content.markdown());
        Ok(records.chain(tactics).collect())
    },
    view: |_, grids| Ok(view::markdown::render(grids)),
    sheet: |sheet| Ok(sheet.markdown()),
};
