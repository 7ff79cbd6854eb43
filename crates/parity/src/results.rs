//! Result files, read from files and directories.
//!
//! Every format that this program writes is one line in `FORMATS`. Only the pieces of long counts are
//! passed over, which are no results yet; a file of no known kind is an error.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use crate::record::Record;
use crate::set_record::SetRecord;
use crate::study::Kind;
use crate::view::Table;

/// What was read, in the order of the paths.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Comparisons.
    pub records: Vec<Filed<Record>>,
    /// Comparisons over sets of instances.
    pub sets: Vec<Filed<SetRecord>>,
    /// The tables of studies.
    pub studies: Vec<Filed<Vec<Table>>>,
}

/// A result and where it was.
#[derive(Clone, Debug)]
pub struct Filed<T> {
    /// The directory below the one that was named, empty for the files in it: an experiment has a
    /// directory of its own.
    pub folder: String,
    /// What the file says.
    pub content: T,
}

/// A kind of result file.
struct Format {
    name: &'static str,
    /// Whether a JSON object is of this kind, by the names of its fields.
    recognises: fn(&Value) -> bool,
    /// Adds one to the results.
    add: fn(&mut Results, folder: String, Value) -> anyhow::Result<()>,
}

const FORMATS: &[Format] = &[
    Format {
        name: "comparison",
        recognises: |value| value.get("problem").is_some() && value.get("runs").is_some(),
        add: |results, folder, value| {
            results.records.push(Filed { folder, content: Record::from_value(value)? });
            Ok(())
        },
    },
    Format {
        name: "comparison over a set",
        recognises: |value| value.get("set").is_some() && value.get("solvers").is_some(),
        add: |results, folder, value| {
            results.sets.push(Filed { folder, content: SetRecord::from_value(value)? });
            Ok(())
        },
    },
    Format {
        name: "study",
        recognises: |value| Kind::of(value).is_some(),
        add: |results, folder, value| {
            let kind = Kind::of(&value).context("it names no known kind")?;
            let mut content = (kind.tables)(&value)?;
            content.iter_mut().for_each(|table| table.grid.folder.clone_from(&folder));
            results.studies.push(Filed { folder, content });
            Ok(())
        },
    },
    Format {
        name: "piece of a count",
        recognises: |value| value.get("piece").is_some() && value.get("pieces").is_some(),
        // No result by itself: `parity merge` adds the pieces up.
        add: |_, _, _| Ok(()),
    },
];

impl Results {
    /// One comparison, from no directory.
    pub fn of(record: Record) -> Self {
        let filed = Filed { folder: String::new(), content: record };
        Results { records: vec![filed], ..Results::default() }
    }

    /// Reads files, and all files that end in `.json` below directories.
    ///
    /// # Errors
    /// If something cannot be read, or is not a result file of a known kind, or there is no result.
    pub fn read(paths: &[PathBuf]) -> anyhow::Result<Self> {
        let mut results = Results::default();
        for path in paths {
            if path.is_dir() {
                let files = files_below(path)?;
                ensure!(
                    !files.is_empty(),
                    "there is no result file (*.json) in {}",
                    path.display()
                );
                for file in files {
                    let folder = file.parent().and_then(|parent| parent.strip_prefix(path).ok());
                    results.add(&file, folder.unwrap_or(Path::new("")))?;
                }
            } else {
                results.add(path, Path::new(""))?;
            }
        }
        ensure!(
            !results.is_empty(),
            "there are only pieces of counts, which `parity merge` adds up"
        );
        Ok(results)
    }

    fn is_empty(&self) -> bool {
        self.records.is_empty() && self.sets.is_empty() && self.studies.is_empty()
    }

    fn add(&mut self, path: &Path, folder: &Path) -> anyhow::Result<()> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {name}"))?;
        let value: Value =
            serde_json::from_str(&text).with_context(|| format!("{name} is not JSON"))?;
        let Some(format) = FORMATS.iter().find(|format| (format.recognises)(&value)) else {
            let known: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
            bail!("{name} is no result file of a known kind ({})", known.join(", "));
        };
        let folder = folder.to_string_lossy().replace('\\', "/");
        (format.add)(self, folder, value)
            .with_context(|| format!("{name} is no valid {} file", format.name))
    }
}

/// The JSON files below a directory, by path; hidden ones are unfinished or private.
fn files_below(directory: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let context = || format!("cannot read {}", directory.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).with_context(context)? {
        let path = entry.with_context(context)?.path();
        let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if hidden {
            continue;
        }
        if path.is_dir() {
            files.extend(files_below(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_no_results_are_errors() {
        let directory = tempfile::tempdir().unwrap();
        let read = |text: &str| {
            std::fs::write(directory.path().join("a.json"), text).unwrap();
            let error = Results::read(&[directory.path().to_owned()]).unwrap_err();
            format!("{error:#}")
        };
        assert!(Results::read(&[directory.path().to_owned()]).is_err(), "an empty directory");
        assert!(read("{").contains("is not JSON"));
        assert!(read("{}").contains("of a known kind (comparison"));
        let old = read(r#"{ "schema_version": 99, "problem": {}, "runs": [] }"#);
        assert!(old.contains("schema_version is 99, not 1"), "{old}");
        assert!(read(r#"{ "schema_version": 1, "problem": {}, "runs": [] }"#).contains("missing"));
    }

    #[test]
    fn pieces_of_counts_are_passed_over() {
        let directory = tempfile::tempdir().unwrap();
        let pieces = directory.path().join("queens-10-in-5");
        std::fs::create_dir(&pieces).unwrap();
        let piece = r#"{ "schema_version": 1, "queens": 10, "pieces": 5, "piece": 0 }"#;
        std::fs::write(pieces.join("piece-00000-of-00005.json"), piece).unwrap();
        let read = || Results::read(&[directory.path().to_owned()]);
        assert!(read().unwrap_err().to_string().contains("`parity merge` adds up"));
        let comparison = include_str!("../../../bench-results/reference/queens-8.json");
        std::fs::write(directory.path().join("queens-8.json"), comparison).unwrap();
        assert_eq!(read().unwrap().records.len(), 1);
    }

    #[test]
    fn directories_are_read_to_the_bottom_and_name_the_experiment() {
        let reference = concat!(env!("CARGO_MANIFEST_DIR"), "/../../bench-results/reference");
        let results = Results::read(&[PathBuf::from(reference)]).unwrap();
        let folders: Vec<&str> =
            results.records.iter().map(|filed| filed.folder.as_str()).collect();
        assert!(folders.contains(&"") && folders.contains(&"methods"), "{folders:?}");
    }
}
