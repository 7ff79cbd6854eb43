//! The records of several shards, from their journals.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};

use crate::record::Record;
use crate::sweep::gathering::{Finished, Gathering, contradict};
use crate::sweep::journal::{self, Journal};
use crate::sweep::manifest::Manifest;
use crate::sweep::plan::Group;

/// What a merge found.
#[derive(Debug, Default)]
pub struct Merged {
    /// The records, with the index of their group.
    pub records: Vec<(usize, Record)>,
    /// The groups of the plan.
    pub groups: Vec<Group>,
    /// What no shard has, as sentences.
    pub missing: Vec<String>,
    /// Damaged lines and cells with contradicting results, as sentences.
    pub damaged: Vec<String>,
    /// Cells that several shards have; not wrong, but work done twice.
    pub doubled: usize,
    /// Number of cells that have finished.
    pub cells: usize,
}

/// The directories of shards: the given ones, or the directories of a sweep inside them.
///
/// # Errors
/// If there is none.
pub fn shards(given: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
    let is_sweep = |path: &Path| Manifest::path(path).is_file();
    let mut found = Vec::new();
    for directory in given {
        let entries = std::fs::read_dir(directory)
            .with_context(|| format!("cannot read {}", directory.display()))?;
        let mut inside: Vec<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| is_sweep(path) && is_shard(path))
            .collect();
        inside.sort();
        if inside.is_empty() {
            ensure!(
                is_sweep(directory),
                "there are no shards of a sweep and no pieces of a count in {}",
                directory.display()
            );
            inside.push(directory.clone());
        }
        found.extend(inside);
    }
    Ok(found)
}

fn is_shard(path: &Path) -> bool {
    Manifest::read(path).is_ok_and(|manifest| manifest.shard.is_some())
}

/// The directory in which a shard lies; of what is no shard, itself.
pub fn directory_of_whole(shard: &Path) -> PathBuf {
    match shard.parent() {
        Some(parent) if is_shard(shard) && parent.as_os_str().is_empty() => PathBuf::from("."),
        Some(parent) if is_shard(shard) => parent.to_owned(),
        _ => shard.to_owned(),
    }
}

/// Joins the cells of shards and writes records, journal and manifest of the whole.
///
/// # Errors
/// If the shards are of different plans, or something cannot be read or written.
pub fn merge(shards: &[PathBuf], directory: &Path) -> anyhow::Result<Merged> {
    let mut plan = None;
    let mut merged = Merged::default();
    let mut finished = Finished::new();
    for shard in shards {
        let manifest = Manifest::read(shard)?;
        let plan = plan.get_or_insert_with(|| manifest.plan.clone());
        if *plan != manifest.plan {
            let (this, first) = (shard.display(), shards[0].display());
            bail!("{this} is of another configuration than {first}; run the shards of one anew");
        }
        let contents = match Journal::exists(shard) {
            true => journal::read(shard)?,
            false => journal::Contents::default(),
        };
        let name = shard.join(journal::NAME);
        merged.damaged.extend(
            contents
                .damaged
                .iter()
                .map(|line| format!("{}: line {line} is damaged", name.display())),
        );
        let mut own = Finished::new();
        own.extend(contents.entries.into_iter().map(|entry| (entry.cell.clone(), entry)));
        for (cell, entry) in own {
            if let Some(known) = finished.get(&cell) {
                merged.doubled += 1;
                if contradict(&known.run, &entry.run) {
                    merged.damaged.push(format!(
                        "{}: {} says something else than another shard",
                        name.display(),
                        entry.run.solver
                    ));
                }
            } else {
                finished.insert(cell, entry);
            }
        }
    }
    let plan = plan.context("there are no shards")?;
    let share = plan.share(None);
    finished.retain(|cell, _| plan.cells.iter().any(|planned| planned.cell == *cell));
    merged.cells = finished.len();
    write_whole(&plan, &finished, directory)?;
    let gathering = Gathering::new(&plan, &share, finished);
    for index in 0..plan.groups.len() {
        let record = gathering.write(index, directory)?;
        merged.records.extend(record.map(|record| (index, record)));
    }
    let missing = gathering.missing();
    merged.missing =
        missing.iter().map(|(solver, group)| format!("{solver} on {}", group.file())).collect();
    merged.groups.clone_from(&plan.groups);
    Ok(merged)
}

/// The journal of the whole has every cell, so that a sweep of all cells can go on from it.
fn write_whole(
    plan: &crate::sweep::plan::Plan,
    finished: &Finished,
    directory: &Path,
) -> anyhow::Result<()> {
    let (mut journal, contents) = Journal::open(directory)?;
    Manifest::new(plan, None).replace_in(directory)?;
    let known: Finished =
        contents.entries.into_iter().map(|entry| (entry.cell.clone(), entry)).collect();
    for planned in &plan.cells {
        if let Some(entry) = finished.get(&planned.cell)
            && known.get(&planned.cell) != Some(entry)
        {
            journal.append(entry)?;
        }
    }
    Ok(())
}
