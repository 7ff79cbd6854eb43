//! Plain tables of anything: titles and rows, from which each format makes its own.

use comfy_table::{Cell, CellAlignment, ContentArrangement};
use serde_json::{Map, Value};

use crate::number;
use crate::table::plain;

/// A table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// What the reader has to know.
    pub notes: Vec<String>,
}

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its title, which is its name in machine-readable formats.
    pub title: &'static str,
    /// Which formats show it.
    pub shown: Shown,
}

/// Which formats show a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// All.
    Everywhere,
    /// All but text for a terminal, which has no room for it.
    Wide,
    /// Only those that programs read.
    Data,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// One for each column; null is blank.
    pub values: Vec<Value>,
    /// What stands in brackets at its end in text.
    pub remark: Option<String>,
}

impl Sheet {
    /// As text, no wider than this if breaking lines can achieve it.
    pub fn text(&self, width: usize) -> String {
        let shown = self.indices(|shown| shown == Shown::Everywhere);
        let mut table = comfy_table::Table::new();
        table.set_header(shown.iter().map(|&index| self.columns[index].title));
        match u16::try_from(width) {
            Ok(width) => {
                table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width.max(60));
            }
            Err(_) => {
                table.set_content_arrangement(ContentArrangement::Disabled);
            }
        }
        for row in &self.rows {
            let remark = row.remark.as_ref().map(|remark| format!(" [{remark}]"));
            table.add_row(shown.iter().map(|&index| {
                let last = Some(&index) == shown.last();
                let remark = remark.as_deref().filter(|_| last).unwrap_or_default();
                let side = match row.values[index] {
                    Value::Number(_) => CellAlignment::Right,
                    _ => CellAlignment::Left,
                };
                Cell::new(words(&row.values[index]) + remark).set_alignment(side)
            }));
        }
        let notes: String = self.notes.iter().map(|note| format!("{note}\n")).collect();
        let gap = if self.notes.is_empty() { "" } else { "\n" };
        format!("{}\n{gap}{notes}", plain(&mut table, false))
    }

    /// Titles and rows for people who have room.
    pub fn texts(&self) -> (Vec<String>, Vec<Vec<String>>) {
        let shown = self.indices(|shown| shown != Shown::Data);
        let titles = shown.iter().map(|&index| self.columns[index].title.to_owned()).collect();
        let row = |row: &Row| shown.iter().map(|&index| words(&row.values[index])).collect();
        (titles, self.rows.iter().map(row).collect())
    }

    /// As Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let (titles, rows) = self.texts();
        let mut text = line(&titles);
        text += &line(&vec![":--".to_owned(); titles.len()]);
        text.extend(rows.iter().map(|row| line(row)));
        let notes: Vec<String> = self.notes.iter().map(|note| format!("{note}\\\n")).collect();
        let gap = if self.notes.is_empty() { "" } else { "\n" };
        let notes = notes.concat();
        let notes = notes.trim_end_matches("\\\n");
        if notes.is_empty() { text } else { format!("{text}{gap}{notes}\n") }
    }

    /// As comma-separated values (RFC 4180). Numbers are plain; what is missing is empty.
    ///
    /// # Errors
    /// Never: it is written to memory.
    pub fn csv(&self) -> anyhow::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(self.columns.iter().map(|column| column.title))?;
        for row in &self.rows {
            writer.write_record(row.values.iter().map(|value| match value {
                Value::Number(number) => number.to_string(),
                value => words(value),
            }))?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }

    /// As JSON: an array with an object for each row. What is missing is null.
    pub fn json(&self) -> String {
        let object = |row: &Row| {
            let titles = self.columns.iter().map(|column| column.title.to_owned());
            Value::Object(titles.zip(row.values.iter().cloned()).collect::<Map<_, _>>())
        };
        let rows: Vec<Value> = self.rows.iter().map(object).collect();
        serde_json::to_string_pretty(&rows).expect("plain data") + "\n"
    }

    fn indices(&self, wanted: impl Fn(Shown) -> bool) -> Vec<usize> {
        let wanted = |(_, column): &(usize, &Column)| wanted(column.shown);
        self.columns.iter().enumerate().filter(wanted).map(|(index, _)| index).collect()
    }
}

/// A value for people; lists are joined.
fn words(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Number(value) => match value.as_u64() {
            Some(count) => number::count(count),
            None => value.as_f64().map(number::significant).unwrap_or_default(),
        },
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Object(_) => value.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn sheet() -> Sheet {
        let column = |title, shown| Column { title, shown };
        Sheet {
            columns: vec![
                column("name", Shown::Everywhere),
                column("count", Shown::Everywhere),
                column("source", Shown::Wide),
                column("tags", Shown::Data),
            ],
            rows: vec![
                Row {
                    values: vec![json!("a, b"), json!(1234), json!("c"), json!(["x", "y"])],
                    remark: Some("old".to_owned()),
                },
                Row {
                    values: vec![json!("d"), Value::Null, Value::Null, json!(true)],
                    remark: None,
                },
            ],
            notes: vec![],
        }
    }

    #[test]
    fn what_is_missing_is_blank_in_every_format() {
        let sheet = sheet();
        assert_eq!(sheet.text(usize::MAX), "name  count\na, b  1,234 [old]\nd\n");
        let markdown = sheet.markdown();
        assert!(markdown.ends_with("| a, b | 1,234 | c |\n| d |  |  |\n"), "{markdown}");
        let csv = sheet.csv().unwrap();
        assert_eq!(csv, "name,count,source,tags\n\"a, b\",1234,c,x y\nd,,,yes\n");
        let json: Value = serde_json::from_str(&sheet.json()).unwrap();
        assert_eq!(json[1], json!({ "name": "d", "count": null, "source": null, "tags": true }));
    }
}
