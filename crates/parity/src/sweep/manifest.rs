//! What a directory of results was made from: the plan and the shard. By it, records that are no
//! longer planned are taken away, and shards are merged without the configuration.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::{Deserialize, Serialize};

use crate::file::write_atomically;
use crate::sweep::plan::{Group, Plan};
use crate::sweep::shard::Shard;

/// The name of the file in the directory of the results.
pub const NAME: &str = "sweep.plan";

/// Version of the format.
const VERSION: u32 = 1;

/// What a directory of results was made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the format.
    pub sweep_version: u32,
    /// Which share of the cells, if not all.
    pub shard: Option<Shard>,
    /// The records and cells.
    pub plan: Plan,
}

impl Manifest {
    /// The manifest of a plan.
    pub fn new(plan: &Plan, shard: Option<Shard>) -> Self {
        Manifest { sweep_version: VERSION, shard, plan: plan.clone() }
    }

    /// The path of the manifest of a directory.
    pub fn path(directory: &Path) -> PathBuf {
        directory.join(NAME)
    }

    /// Reads the manifest of a directory.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn read(directory: &Path) -> anyhow::Result<Self> {
        let path = Manifest::path(directory);
        let name = path.display();
        let text = std::fs::read_to_string(&path)
            .with_context(|| format!("cannot read {name}; it is written by `parity sweep`"))?;
        let manifest: Manifest =
            serde_json::from_str(&text).with_context(|| format!("{name} is not of a sweep"))?;
        let version = manifest.sweep_version;
        ensure!(version == VERSION, "{name} has format {version}, not {VERSION}");
        Ok(manifest)
    }

    /// Takes away the records that the directory's last manifest planned and this one does not, and
    /// writes this one.
    ///
    /// # Errors
    /// If the directory cannot be written to.
    pub fn replace_in(&self, directory: &Path) -> anyhow::Result<()> {
        if let Ok(last) = Manifest::read(directory) {
            let planned: HashSet<String> = self.plan.groups.iter().map(Group::file).collect();
            for group in last.plan.groups.iter().filter(|group| !planned.contains(&group.file())) {
                // It may never have been written, or be gone.
                let _ = std::fs::remove_file(directory.join(group.file()));
                let _ = std::fs::remove_dir(directory.join(&group.section));
            }
        }
        let text = serde_json::to_string(self)? + "\n";
        let path = Manifest::path(directory);
        write_atomically(&path, &text).with_context(|| format!("cannot write {}", path.display()))
    }
}
