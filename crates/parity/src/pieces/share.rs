//! The pieces of one job: those that are there are skipped, the others computed and kept.

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::Context;
use parity_core::queens::counting::Lanes;
use parity_core::queens::counting::pieces::Division;
use rayon::prelude::*;

use crate::host::Host;
use crate::number::nanoseconds;
use crate::pieces::record::{PieceRecord, SCHEMA_VERSION};
use crate::supervisor;

/// Some pieces of a count.
#[derive(Debug)]
pub struct Share<'a> {
    /// The count.
    pub division: &'a Division,
    /// The pieces, each once.
    pub pieces: Vec<usize>,
    /// Where their records are.
    pub directory: PathBuf,
    /// The instructions to count with.
    pub lanes: Lanes,
    /// Number of pieces that are computed at the same time.
    pub threads: usize,
}

impl Share<'_> {
    /// Computes what is missing and tells of each piece that is done, also of those that were there
    /// before. Returns the number of pieces that are done, which are all unless the work was
    /// interrupted.
    ///
    /// # Errors
    /// If a record cannot be written.
    pub fn run(&self, done_one: &(dyn Fn() + Sync)) -> anyhow::Result<usize> {
        let done = AtomicUsize::new(0);
        let compute = |&piece: &usize| -> anyhow::Result<()> {
            if !self.is_there(piece) {
                let Some(record) = compute(self.division, piece, self.lanes) else {
                    return Ok(());
                };
                record.write(&self.directory)?;
            }
            done.fetch_add(1, Ordering::Relaxed);
            done_one();
            Ok(())
        };
        if self.threads > 1 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(self.threads).build();
            let pool = pool.context("cannot start threads")?;
            pool.install(|| self.pieces.par_iter().with_max_len(1).try_for_each(compute))?;
        } else {
            self.pieces.iter().try_for_each(compute)?;
        }
        Ok(done.into_inner())
    }

    /// Whether a valid record of the piece is in the directory.
    fn is_there(&self, piece: usize) -> bool {
        let path = PieceRecord::path(&self.directory, self.division.pieces(), piece);
        let valid = |record: &PieceRecord| {
            record.queens == self.division.n() && record.check(&self.division.piece(piece)).is_ok()
        };
        PieceRecord::read(&path).is_ok_and(|record| valid(&record))
    }
}

/// Computes a piece. `None` if the work was interrupted.
pub fn compute(division: &Division, index: usize, lanes: Lanes) -> Option<PieceRecord> {
    let piece = division.piece(index);
    let started_at = crate::record::now();
    let (start, processor) = (Instant::now(), processor_time());
    let sums = piece.count(lanes, &mut |_| (), &supervisor::interrupted)?;
    let wall_ns = nanoseconds(start.elapsed());
    let record = PieceRecord {
        schema_version: SCHEMA_VERSION,
        queens: division.n(),
        pieces: division.pieces(),
        piece: index,
        units: piece.units(),
        fingerprint: piece.fingerprint(),
        representatives: sums.classes,
        nodes: sums.nodes,
        processor_ns: processor_time().zip(processor).map_or(wall_ns, |(end, start)| end - start),
        wall_ns,
        host: Host::current(),
        started_at,
        checksum: String::new(),
    };
    Some(record.sealed())
}

/// Processor time of this thread so far in nanoseconds, where the system tells.
#[cfg(target_os = "linux")]
fn processor_time() -> Option<u64> {
    use nix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).ok()?;
    Some(u64::try_from(time.tv_sec()).ok()? * 1_000_000_000 + u64::try_from(time.tv_nsec()).ok()?)
}

#[cfg(not(target_os = "linux"))]
fn processor_time() -> Option<u64> {
    None
}
