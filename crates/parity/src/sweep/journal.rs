//! The finished cells on disk. A cell is one line with a checksum, written and synchronised before
//! the next begins: a crash, a power cut or Ctrl-C loses only the cell that was running.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::host::Host;
use crate::record::Run;

/// The name of the file in the directory of the results.
pub const NAME: &str = "journal.txt";

/// A finished cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Hash of its parameters.
    pub cell: String,
    /// What it depends on besides; see [`crate::sweep::version`].
    pub version: String,
    /// When it began, as RFC 3339.
    pub started_at: String,
    /// Where it ran.
    pub host: Host,
    /// How many cells ran at the same time.
    pub jobs: u64,
    /// What came out, not yet compared with others.
    pub run: Run,
}

/// The file, open for more.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

/// What a journal holds.
#[derive(Clone, Debug, Default)]
pub struct Contents {
    /// The entries, in the order in which they were written.
    pub entries: Vec<Entry>,
    /// Numbers of lines that are damaged, from 1. A last line that was cut off is not among them.
    pub damaged: Vec<usize>,
}

impl Journal {
    /// Opens the journal of a directory, or begins one, and reads it. A line that was cut off at the
    /// end is removed.
    ///
    /// # Errors
    /// If it cannot be read or written, or another process is writing to it.
    pub fn open(directory: &Path) -> anyhow::Result<(Self, Contents)> {
        std::fs::create_dir_all(directory)
            .with_context(|| format!("cannot make {}", directory.display()))?;
        let path = directory.join(NAME);
        let open = || -> io::Result<File> {
            OpenOptions::new().read(true).append(true).create(true).open(&path)
        };
        let mut file = open().with_context(|| format!("cannot write {}", path.display()))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!("another sweep is writing to {}", directory.display())
            }
            // A file system without locks: nothing to be done.
            Err(TryLockError::Error(_)) => {}
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).with_context(|| format!("cannot read {}", path.display()))?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64)?;
            file.seek(io::SeekFrom::End(0))?;
        }
        synchronise(directory)?;
        Ok((Journal { file, path }, contents(&bytes[..whole])))
    }

    /// Whether a directory has one.
    pub fn exists(directory: &Path) -> bool {
        directory.join(NAME).is_file()
    }

    /// Adds a finished cell; it is on the disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn append(&mut self, entry: &Entry) -> anyhow::Result<()> {
        let text = serde_json::to_string(entry)?;
        let line = format!("{:016x} {text}\n", xxh3_64(text.as_bytes()));
        self.file
            .write_all(line.as_bytes())
            .and_then(|()| self.file.sync_data())
            .with_context(|| format!("cannot write {}", self.path.display()))
    }
}

/// Reads the journal of a directory and changes nothing.
///
/// # Errors
/// If there is none, or it cannot be read.
pub fn read(directory: &Path) -> anyhow::Result<Contents> {
    let path = directory.join(NAME);
    let bytes = std::fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    Ok(contents(&bytes[..whole]))
}

fn contents(bytes: &[u8]) -> Contents {
    let mut contents = Contents::default();
    for (index, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        match entry(line) {
            _ if line.is_empty() => {}
            Some(entry) => contents.entries.push(entry),
            None => contents.damaged.push(index + 1),
        }
    }
    contents
}

fn entry(line: &[u8]) -> Option<Entry> {
    let (checksum, text) = std::str::from_utf8(line).ok()?.split_once(' ')?;
    let intact = u64::from_str_radix(checksum, 16).ok()? == xxh3_64(text.as_bytes());
    serde_json::from_str(text).ok().filter(|_| intact)
}

/// The name of a new file is on the disk too.
#[cfg(unix)]
fn synchronise(directory: &Path) -> io::Result<()> {
    File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
fn synchronise(_directory: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Status;
    use parity_core::{Family, Task};

    fn entry(cell: &str) -> Entry {
        let run = Run {
            solutions: Some(2),
            ..Run::ended("x", Family::HandWritten, Task::All, Status::Complete)
        };
        Entry {
            cell: cell.to_owned(),
            version: "1".to_owned(),
            started_at: "2026-01-01T00:00:00Z".to_owned(),
            host: Host::current(),
            jobs: 1,
            run,
        }
    }

    #[test]
    fn a_line_that_was_cut_off_is_removed_and_the_others_stay() {
        let directory = tempfile::tempdir().unwrap();
        let (mut journal, contents) = Journal::open(directory.path()).unwrap();
        assert!(contents.entries.is_empty());
        for cell in ["a", "b"] {
            journal.append(&entry(cell)).unwrap();
        }
        drop(journal);
        let path = directory.path().join(NAME);
        let whole = std::fs::read(&path).unwrap();
        let second = whole.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for cut in [second + 1, second + 30, whole.len() - 1] {
            std::fs::write(&path, &whole[..cut]).unwrap();
            let (mut journal, contents) = Journal::open(directory.path()).unwrap();
            assert_eq!(contents.entries, [entry("a")], "cut at {cut}");
            assert!(contents.damaged.is_empty());
            journal.append(&entry("c")).unwrap();
            drop(journal);
            assert_eq!(read(directory.path()).unwrap().entries, [entry("a"), entry("c")]);
        }
    }

    #[test]
    fn damage_is_noticed() {
        let directory = tempfile::tempdir().unwrap();
        let (mut journal, _) = Journal::open(directory.path()).unwrap();
        journal.append(&entry("a")).unwrap();
        journal.append(&entry("b")).unwrap();
        let path = directory.path().join(NAME);
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, text.replacen("\"solutions\":2", "\"solutions\":3", 1)).unwrap();
        let contents = read(directory.path()).unwrap();
        assert_eq!((contents.entries, contents.damaged), (vec![entry("b")], vec![1]));
    }

    #[test]
    fn one_process_writes_at_a_time() {
        let directory = tempfile::tempdir().unwrap();
        let (_journal, _) = Journal::open(directory.path()).unwrap();
        let error = Journal::open(directory.path()).unwrap_err().to_string();
        assert!(error.contains("another sweep"), "{error}");
    }
}
