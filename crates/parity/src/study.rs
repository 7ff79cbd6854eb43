//! Results that are neither a comparison nor one over a set of instances.
//!
//! A study names its kind in the field `kind` of its file, and is shown as tables of numbers: in every
//! format, in documents and on the page. A new kind implements [`Study`] and is a line in [`KINDS`].

use anyhow::Context;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::pieces::efficiency::Efficiency;
use crate::pieces::estimate::EstimateRecord;
use crate::record::check_version;
use crate::relaxation::Relaxation;
use crate::scaling::Scaling;
use crate::tactics::Tactics;
use crate::view::{Grid, Table};

/// What a study writes.
pub trait Study: Serialize + DeserializeOwned {
    /// The name of the kind, in the field `kind`.
    const KIND: &'static str;

    /// What it says, as tables.
    fn tables(&self) -> Vec<Table>;

    /// The tables without what they measure.
    fn grids(&self) -> Vec<Grid> {
        self.tables().into_iter().map(|table| table.grid).collect()
    }

    /// The record as JSON text.
    fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a record is plain data") + "\n"
    }
}

/// A kind of study.
pub struct Kind {
    /// Its name, in the field `kind`.
    pub name: &'static str,
    /// The tables of such a record.
    pub tables: fn(&Value) -> anyhow::Result<Vec<Table>>,
}

/// All kinds.
pub const KINDS: &[Kind] = &[
    kind::<Tactics>(),
    kind::<Relaxation>(),
    kind::<Scaling>(),
    kind::<EstimateRecord>(),
    kind::<Efficiency>(),
];

const fn kind<S: Study>() -> Kind {
    Kind {
        name: S::KIND,
        tables: |value| {
            check_version(value)?;
            let study = S::deserialize(value);
            let study = study.with_context(|| format!("it is no valid record of {}", S::KIND))?;
            Ok(study.tables())
        },
    }
}

impl Kind {
    /// The kind that a record says it is of, if it says so.
    pub fn of(value: &Value) -> Option<&'static Kind> {
        let name = value.get("kind")?.as_str()?;
        KINDS.iter().find(|kind| kind.name == name)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::record::SCHEMA_VERSION;

    #[test]
    fn kinds_have_names_of_their_own_and_refuse_what_is_not_theirs() {
        let names: BTreeSet<&str> = KINDS.iter().map(|kind| kind.name).collect();
        assert_eq!(names.len(), KINDS.len());
        for kind in KINDS {
            let value = serde_json::json!({ "kind": kind.name, "schema_version": 99 });
            let found = Kind::of(&value).expect("it names itself");
            assert_eq!(found.name, kind.name);
            let refusal = |value| format!("{:#}", (found.tables)(value).expect_err("no record"));
            assert!(refusal(&value).contains("schema_version is 99"), "{}", kind.name);
            let value = serde_json::json!({ "kind": kind.name, "schema_version": SCHEMA_VERSION });
            assert!(refusal(&value).contains("no valid record"), "{} lacks everything", kind.name);
        }
        assert!(Kind::of(&serde_json::json!({ "kind": "else" })).is_none());
    }
}
