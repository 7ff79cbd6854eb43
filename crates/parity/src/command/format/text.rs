//! Text for people, as wide as the terminal.

use super::{Format, grids};
use crate::command::{colour, output_width};
use crate::record::Record;
use crate::set_record::SetRecord;
use crate::{set_table, table, view};

pub(super) const FORMAT: Format = Format {
    name: "text",
    record: |record| Ok(text(record)),
    set: |record| Ok(set_text(record)),
    results: |results| {
        let records = results.records.iter().map(|filed| text(&filed.content));
        let sets = results.sets.iter().map(|filed| set_text(&filed.content));
        let studies = results
            .studies
            .iter()
            .map(|filed| view::text::render(&grids(&filed.content), output_width()));
        Ok(records.chain(sets).chain(studies).collect())
    },
    view: |_, grids| Ok(view::text::render(grids, output_width())),
    sheet: |sheet| Ok(sheet.text(output_width())),
};

fn set_text(record: &SetRecord) -> String {
    set_table::text(record, output_width(), colour())
}

fn text(record: &Record) -> String {
    table::text(record, output_width(), colour())
}
