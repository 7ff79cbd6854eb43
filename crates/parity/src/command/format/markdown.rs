//! Markdown for documents.

use super::{Format, grids};
use crate::{set_table, table, view};

pub(super) const FORMAT: Format = Format {
    name: "markdown",
    record: |record| Ok(table::markdown(record)),
    set: |record| Ok(set_table::markdown(record)),
    results: |results| {
        let records = results.records.iter().map(|filed| table::markdown(&filed.content));
        let sets = results.sets.iter().map(|filed| set_table::markdown(&filed.content));
        let studies =
            results.studies.iter().map(|filed| view::markdown::render(&grids(&filed.content)));
        Ok(records.chain(sets).chain(studies).collect())
    },
    view: |_, grids| Ok(view::markdown::render(grids)),
    sheet: |sheet| Ok(sheet.markdown()),
};
