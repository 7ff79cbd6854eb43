//! What is written of a piece.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use parity_core::queens::counting::Sums;
use parity_core::queens::counting::pieces::Piece;
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_128;

use crate::file::write_soon;
use crate::host::Host;

/// Version of the format.
pub const SCHEMA_VERSION: u32 = 1;

/// One piece of a count that is done. Described by `schema/piece.schema.json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PieceRecord {
    /// Version of the format.
    pub schema_version: u32,
    /// The size of the board.
    pub queens: usize,
    /// The number of pieces that it is cut into.
    pub pieces: usize,
    /// Which of them this is, from 0.
    pub piece: usize,
    /// The number of its units.
    pub units: usize,
    /// Hash of its units, as 32 hexadecimal digits: the same for the same units.
    pub fingerprint: String,
    /// Representatives that stand for 1, 2, 4 and 8 solutions.
    pub representatives: [u64; 4],
    /// Nodes of the search.
    pub nodes: u64,
    /// Processor time in nanoseconds.
    pub processor_ns: u64,
    /// Time from beginning to end, in nanoseconds.
    pub wall_ns: u64,
    /// Where it was computed.
    pub host: Host,
    /// When it was begun, as RFC 3339.
    pub started_at: String,
    /// Hash of all the above, as 32 hexadecimal digits.
    pub checksum: String,
}

impl PieceRecord {
    /// The same record with its checksum.
    #[must_use]
    pub fn sealed(mut self) -> Self {
        self.checksum = self.checksum_of_content();
        self
    }

    fn checksum_of_content(&self) -> String {
        let content = PieceRecord { checksum: String::new(), ..self.clone() };
        let text = serde_json::to_string(&content).expect("a record is plain data");
        format!("{:032x}", xxh3_128(text.as_bytes()))
    }

    /// What was found.
    pub fn sums(&self) -> Sums {
        Sums { classes: self.representatives, nodes: self.nodes }
    }

    /// The file of a piece in a directory.
    pub fn path(directory: &Path, pieces: usize, piece: usize) -> PathBuf {
        directory.join(format!("piece-{piece:05}-of-{pieces:05}.json"))
    }

    /// Reads a record.
    ///
    /// # Errors
    /// If it cannot be read, is of another version, or is not what was written.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).context("cannot be read")?;
        let record: PieceRecord =
            serde_json::from_str(&text).context("is not the record of a piece")?;
        let version = record.schema_version;
        ensure!(version == SCHEMA_VERSION, "has format {version}, not {SCHEMA_VERSION}");
        ensure!(
            record.checksum == record.checksum_of_content(),
            "is damaged: its checksum is wrong"
        );
        Ok(record)
    }

    /// Fails unless the record is about this piece.
    ///
    /// # Errors
    /// If it is not.
    pub fn check(&self, piece: &Piece) -> anyhow::Result<()> {
        let same = self.piece == piece.index()
            && self.units == piece.units()
            && self.fingerprint == piece.fingerprint();
        ensure!(same, "is made of other units than this program gives piece {}", piece.index());
        Ok(())
    }

    /// Writes the record into a directory, at once or not at all. Its checksum tells what a power cut
    /// damaged, so nobody waits for the disk.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, directory: &Path) -> anyhow::Result<()> {
        let path = Self::path(directory, self.pieces, self.piece);
        let mut text = serde_json::to_string_pretty(self).expect("a record is plain data");
        text.push('\n');
        write_soon(&path, &text).with_context(|| format!("cannot write {}", path.display()))
    }
}
