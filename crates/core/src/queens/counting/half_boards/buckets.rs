//! Crossings sorted by the columns of their half boards, while they are generated.
//!
//! Nobody knows beforehand how many a bucket gets, so each is a chain of blocks from one pool. The
//! pool is small enough for the caches, which is why boards are cut into slices.

/// Crossings in a block.
const BLOCK: usize = 256;

/// Buckets of crossings, chains of blocks.
#[derive(Debug, Default)]
pub(super) struct Buckets {
    /// The blocks, one after the other. The first is not used: a cursor of zero is an empty bucket.
    pool: Vec<u32>,
    /// The block before each in its chain, zero if there is none.
    before: Vec<u32>,
    /// Where the next crossing of each bucket goes; at the start of a block it needs another.
    cursors: Vec<u32>,
}

impl Buckets {
    /// Empties them, and makes them this many.
    pub(super) fn reset(&mut self, buckets: usize) {
        self.pool.resize(BLOCK, 0);
        self.before.resize(1, 0);
        self.cursors.clear();
        self.cursors.resize(buckets, 0);
    }

    /// Adds a crossing to a bucket.
    #[inline(always)]
    pub(super) fn push(&mut self, bucket: usize, crossing: u32) {
        let mut cursor = self.cursors[bucket] as usize;
        if cursor.is_multiple_of(BLOCK) {
            cursor = self.add_block(cursor);
        }
        self.pool[cursor] = crossing;
        self.cursors[bucket] = cursor as u32 + 1;
    }

    /// Adds a block to the chain that ends at a cursor, and gives its start.
    #[cold]
    #[inline(never)]
    fn add_block(&mut self, cursor: usize) -> usize {
        let start = self.pool.len();
        self.pool.resize(start + BLOCK, 0);
        self.before.push((cursor / BLOCK).saturating_sub(1) as u32);
        start
    }

    /// The crossings of a bucket, block by block.
    pub(super) fn blocks(&self, bucket: usize) -> impl Iterator<Item = &[u32]> + Clone {
        let end = self.cursors[bucket] as usize;
        let (mut block, mut len) = match end {
            0 => (0, 0),
            end => ((end - 1) / BLOCK, (end - 1) % BLOCK + 1),
        };
        std::iter::from_fn(move || {
            let crossings = (block != 0).then(|| &self.pool[block * BLOCK..][..len]);
            (block, len) = (self.before[block] as usize, BLOCK);
            crossings
        })
    }
}
