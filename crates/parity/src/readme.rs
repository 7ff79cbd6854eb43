//! Generated blocks in a document, kept in step with result files.
//!
//! A block begins with the line `<!-- parity table FILE -->`, where FILE is a result file, or with
//! `<!-- parity view VIEW PATH… -->`, where a PATH is a result file or a directory of such; paths are
//! relative to the document. It ends with `<!-- end -->`. What lies between is generated. With several
//! files separated by blanks, all records, `table` makes one table.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::record::Record;
use crate::results::Results;
use crate::set_record::SetRecord;
use crate::study::Kind;
use crate::view::{View, markdown};
use crate::{set_table, table};

const BEGIN: &str = "<!-- parity ";
const END: &str = "<!-- end -->";

/// The text of a document with every block generated anew.
///
/// # Errors
/// If the document or a result file cannot be read, or a block has no end.
pub fn regenerated(document: &Path) -> anyhow::Result<String> {
    let text = std::fs::read_to_string(document)
        .with_context(|| format!("cannot read {}", document.display()))?;
    let directory = document.parent().unwrap_or(Path::new("."));
    let mut result = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        result += line;
        result.push('\n');
        let Some(block) = line.strip_prefix(BEGIN).and_then(|rest| rest.strip_suffix(" -->"))
        else {
            continue;
        };
        let generated = generate(block, directory)
            .with_context(|| format!("the block `{block}` in {}", document.display()))?;
        result += &format!("\n{generated}\n{END}\n");
        ensure!(
            lines.any(|line| line == END),
            "the block `{block}` in {} has no end",
            document.display()
        );
    }
    Ok(result)
}

/// The table of a result file of any kind, as Markdown.
///
/// # Errors
/// If it cannot be read or is not a result file.
pub fn table_of(path: &Path) -> anyhow::Result<String> {
    let text =
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
    let value: serde_json::Value = serde_json::from_str(&text)
        .with_context(|| format!("{} is not a result file", path.display()))?;
    match Kind::of(&value) {
        Some(kind) => {
            let tables = (kind.tables)(&value);
            let tables = tables.with_context(|| format!("cannot show {}", path.display()))?;
            let grids: Vec<_> = tables.into_iter().map(|table| table.grid).collect();
            Ok(markdown::render(&grids))
        }
        None if value.get("set").is_some() => Ok(set_table::markdown(&SetRecord::read(path)?)),
        None => Ok(table::markdown(&Record::read(path)?)),
    }
}

/// What lies in a block, by its first line.
fn generate(block: &str, directory: &Path) -> anyhow::Result<String> {
    let mut words = block.split_whitespace();
    let kind = words.next();
    match kind {
        Some("table") => {
            let files: Vec<PathBuf> = words.map(|file| directory.join(file)).collect();
            match &files[..] {
                [] => anyhow::bail!("it names no result file"),
                [file] => table_of(file),
                files => {
                    let records = files.iter().map(|file| Record::read(file));
                    Ok(table::joined(&records.collect::<Result<Vec<_>, _>>()?))
                }
            }
        }
        Some("view") => {
            let view = View::named(words.next().context("it names no view")?)?;
            let paths: Vec<PathBuf> = words.map(|path| directory.join(path)).collect();
            let grids = (view.build)(&Results::read(&paths)?);
            ensure!(!grids.is_empty(), "there is nothing in these results that it shows");
            Ok(markdown::render(&grids))
        }
        _ => anyhow::bail!("a block is `table FILE` or `view VIEW PATH…`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_without_blocks_stays_as_it_is() {
        let directory = tempfile::tempdir().unwrap();
        let document = directory.path().join("README.md");
        std::fs::write(&document, "a\n\nb\n").unwrap();
        assert_eq!(regenerated(&document).unwrap(), "a\n\nb\n");
        for block in ["table none.json", "view time-by-size none.json", "view none a", "else"] {
            std::fs::write(&document, format!("{BEGIN}{block} -->\n{END}\n")).unwrap();
            assert!(regenerated(&document).unwrap_err().to_string().contains(block));
        }
    }
}
