//! All placements of queens on a half board, in one slice of the column sets.
//!
//! The slice says which of the outer columns get a queen. These columns are filled first, one after
//! the other; then the rows that are still empty, from the inner columns. So nothing is generated that
//! is not in the slice, and few dead ends are met.

use super::super::Stop;
use super::buckets::Buckets;
use super::seam::{COLUMNS, FALLING, LONG, Seam, Square};

/// A column that must get a queen, and the rows where it may stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Forced {
    pub(super) column: usize,
    pub(super) rows: u32,
}

/// The inner column sets of a slice, numbered.
#[derive(Debug)]
pub(super) struct ColumnSets {
    /// All inner columns.
    pub(super) inner: u32,
    /// The sets of upper halves; those of lower halves are their complements.
    pub(super) upper: Vec<u32>,
    lowest: u32,
    number: Box<[u16; NUMBERS]>,
}

/// Sets that the table of numbers has place for.
const NUMBERS: usize = 1 << 13;

/// The inner columns must not span more.
pub(super) const SPAN: usize = NUMBERS.ilog2() as usize;

impl ColumnSets {
    /// All sets of this many of the inner columns.
    pub(super) fn new(inner: u32, size: usize) -> Self {
        let lowest = inner.trailing_zeros();
        let mut number = Box::new([0; NUMBERS]);
        let mut upper = Vec::new();
        let mut set = inner;
        loop {
            if set.count_ones() as usize == size {
                number[(set >> lowest) as usize] = upper.len() as u16;
                upper.push(set);
            }
            if set == 0 {
                break;
            }
            set = (set - 1) & inner;
        }
        ColumnSets { inner, upper, lowest, number }
    }

    /// The number of an upper half's set.
    #[inline(always)]
    fn number(&self, set: u32) -> usize {
        usize::from(self.number[(set >> self.lowest) as usize % NUMBERS])
    }
}

/// Buckets of a column set: whether the half has queens on the long diagonals, bit 0 the rising one.
pub(super) const CLASSES: usize = 4;

/// A search for all placements.
pub(super) struct Placements<'a> {
    pub(super) seam: &'a Seam,
    pub(super) sets: &'a ColumnSets,
    /// The inner columns for lower halves, none for upper ones: what turns free inner columns at the
    /// end into the set of an upper half.
    pub(super) flip: u32,
    pub(super) buckets: &'a mut Buckets,
    pub(super) stop: Stop<'a>,
    /// Rows that no forced queen is in.
    rows: Vec<usize>,
    nodes: u64,
}

/// A node: the columns not yet taken, and the diagonals attacked.
#[derive(Clone, Copy)]
struct Node {
    columns: u32,
    diagonals: u64,
    crossing: u64,
}

impl<'a> Placements<'a> {
    /// Upper halves.
    pub(super) fn upper(
        seam: &'a Seam,
        sets: &'a ColumnSets,
        buckets: &'a mut Buckets,
        stop: Stop<'a>,
    ) -> Self {
        buckets.reset(CLASSES * sets.upper.len());
        Placements { seam, sets, flip: sets.inner, buckets, stop, rows: Vec::new(), nodes: 0 }
    }

    /// Lower halves.
    pub(super) fn lower(
        seam: &'a Seam,
        sets: &'a ColumnSets,
        buckets: &'a mut Buckets,
        stop: Stop<'a>,
    ) -> Self {
        Placements { flip: 0, ..Self::upper(seam, sets, buckets, stop) }
    }

    /// Generates all placements with queens in these columns, and gives the number of nodes, or
    /// `None` if stopped.
    pub(super) fn run(mut self, forced: &[Forced]) -> Option<u64> {
        let root = Node { columns: self.sets.inner, diagonals: self.seam.attacked, crossing: 0 };
        self.fill_columns(forced, 0, root)?;
        Some(self.nodes)
    }

    /// Fills the forced columns, then the rows.
    fn fill_columns(&mut self, forced: &[Forced], taken: u32, node: Node) -> Option<()> {
        self.nodes += 1;
        let Some((&Forced { column, rows }, rest)) = forced.split_first() else {
            if (self.stop)() {
                return None;
            }
            self.rows.clear();
            self.rows.extend((0..self.seam.rows).filter(|row| taken >> row & 1 == 0));
            if self.rows.is_empty() {
                self.keep(node);
            } else {
                self.fill_rows(0, node);
            }
            return Some(());
        };
        for row in (0..self.seam.rows).filter(|row| rows & !taken & 1 << row != 0) {
            let square = self.seam.row(row)[column];
            if square.diagonals & node.diagonals == 0 {
                let diagonals = node.diagonals | square.diagonals;
                let crossing = node.crossing | square.crossing;
                self.fill_columns(rest, taken | 1 << row, Node { diagonals, crossing, ..node })?;
            }
        }
        Some(())
    }

    /// Fills the rows from one on.
    fn fill_rows(&mut self, next: usize, node: Node) {
        let row = self.rows[next];
        let squares = self.seam.row(row);
        let mut free = self.free(row, node);
        self.nodes += 1;
        if next + 1 == self.rows.len() {
            return self.fill_last(squares, free, node);
        }
        // The row before the last fills the last as well, to save a call for most nodes.
        let last = (next + 2 == self.rows.len()).then(|| self.rows[next + 1]);
        while free != 0 {
            let column = free.trailing_zeros() as usize;
            free &= free - 1;
            let square = squares[column];
            let child = Node {
                columns: node.columns ^ 1 << column,
                diagonals: node.diagonals | square.diagonals,
                crossing: node.crossing | square.crossing,
            };
            if let Some(last) = last {
                self.nodes += 1;
                self.fill_last(self.seam.row(last), self.free(last, child), child);
            } else {
                self.fill_rows(next + 1, child);
            }
        }
    }

    /// The columns where a queen may stand in a row.
    #[inline(always)]
    fn free(&self, row: usize, node: Node) -> u32 {
        let falling = node.diagonals >> (FALLING + self.seam.rows - 1 - row);
        node.columns & !(node.diagonals >> row) as u32 & !falling as u32
    }

    #[inline(always)]
    fn fill_last(&mut self, squares: &[Square; COLUMNS], mut free: u32, node: Node) {
        while free != 0 {
            let column = free.trailing_zeros() as usize;
            free &= free - 1;
            let columns = node.columns ^ 1 << column;
            let crossing = node.crossing | squares[column].crossing;
            self.keep(Node { columns, crossing, ..node });
        }
    }

    /// Puts a full half board into its bucket.
    #[inline(always)]
    fn keep(&mut self, node: Node) {
        let set = self.sets.number(node.columns ^ self.flip);
        let long = (node.crossing >> LONG) as usize;
        self.buckets.push(CLASSES * set + long, node.crossing as u32);
    }
}
