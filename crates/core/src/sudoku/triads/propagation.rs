//! Rules 2 to 4: what boxes and bands tell each other.

use super::lanes::Lanes;
use super::pattern::{ALL, CELLS, CELLS_OF_TRIADS, TRIADS_OF_WAYS, WAYS_OF_COLUMNS, WAYS_OF_ROWS};
use super::state::State;

impl<L: Lanes> State<L> {
    /// Draws the consequences of what these bands (one bit each) lost. Says whether no contradiction
    /// was met.
    #[inline(always)]
    pub(super) fn propagate(&mut self, mut dirty: u32) -> bool {
        let mut turn = 0;
        while dirty != 0 {
            // The next band in turn, so that what one lost reaches all before it comes again.
            let later = dirty & u32::MAX << turn;
            let band = if later != 0 { later } else { dirty }.trailing_zeros();
            turn = band + 1;
            dirty &= !(1 << band);
            let band = band as usize;
            let consistent = match band {
                0..3 => self.step::<false>(band, &mut dirty),
                _ => self.step::<true>(band - 3, &mut dirty),
            };
            if !consistent {
                return false;
            }
        }
        true
    }

    /// What the givens say before any band has lost a way. Says whether no contradiction was met.
    #[inline(always)]
    pub(super) fn begin(&mut self) -> bool {
        for band in 0..3 {
            let [a, b, c] = places::<false>(band);
            let boxes = [self.boxes[a], self.boxes[b], self.boxes[c]];
            if !self.settle::<false>(band, boxes, &mut 0) {
                return false;
            }
        }
        true
    }

    /// Rules 4 and 3 from a band to its boxes, and what follows.
    #[inline(always)]
    fn step<const VERTICAL: bool>(&mut self, band: usize, dirty: &mut u32) -> bool {
        let orientation = usize::from(VERTICAL);
        let triads = self.triads(3 * orientation + band);
        let mut boxes = [triads; 3];
        let mut lost = triads.without(triads);
        for (place, index) in places::<VERTICAL>(band).into_iter().enumerate() {
            let before = self.boxes[index];
            let allowed = triads.row(place).shuffle(&CELLS_OF_TRIADS[orientation]);
            boxes[place] = before & allowed;
            lost = lost | before.without(allowed);
        }
        if lost.is_empty() {
            return true;
        }
        self.settle::<VERTICAL>(band, boxes, dirty)
    }

    /// Rule 2 in the boxes of a band, then rule 3 from them to all bands that meet them. Marks the
    /// bands that lose a way as dirty.
    #[inline(always)]
    fn settle<const VERTICAL: bool>(
        &mut self,
        band: usize,
        boxes: [L; 3],
        dirty: &mut u32,
    ) -> bool {
        let [first, second, third] = boxes;
        let (first, a) = self.singles(first);
        let (second, b) = self.singles(second);
        let (third, c) = self.singles(third);
        if !(a & b & c) {
            return false;
        }
        let (own, crossing) = if VERTICAL { (3 + band, 0) } else { (band, 3) };
        let places = places::<VERTICAL>(band);
        let mut ways = self.ways[own];
        for (place, cells) in [first, second, third].into_iter().enumerate() {
            self.boxes[places[place]] = cells;
            let (in_row, in_column) = if VERTICAL { (band, place) } else { (place, band) };
            let of_rows = cells.any_beside().shuffle(&WAYS_OF_ROWS[in_row]);
            let of_rows = of_rows | of_rows.two_below();
            let of_columns = cells.any_below().shuffle(&WAYS_OF_COLUMNS[in_column]);
            let (along, across) =
                if VERTICAL { (of_columns, of_rows) } else { (of_rows, of_columns) };
            ways = ways & along;
            let crossed = &mut self.ways[crossing + place];
            *dirty |= u32::from(!crossed.is_within(across)) << (crossing + place);
            *crossed = *crossed & across;
        }
        *dirty |= u32::from(!self.ways[own].is_within(ways)) << own;
        self.ways[own] = ways;
        true
    }

    /// The digits that each triad of a band can have (a row of lanes a place, a column a line) after
    /// rule 4.
    #[inline(always)]
    fn triads(&self, band: usize) -> L {
        let three = L::load(self.proof, &[3; 16]);
        let ways = self.ways[band];
        let triads = ways.shuffle(&TRIADS_OF_WAYS[0]) | ways.shuffle(&TRIADS_OF_WAYS[1]);
        // Three are left: not elsewhere in the box, nor in the line.
        let full = triads & triads.counts().equal(three);
        let triads = triads.without((full.any_beside() | full.any_below()).without(full));
        // Three are nowhere else in the box: no others.
        let (_, twice) = twice_beside(triads);
        let needed = triads.without(twice);
        triads.without(needed.counts().equal(three).without(needed))
    }

    /// Rule 2. Says whether every cell has a candidate and every digit a cell.
    #[inline(always)]
    fn singles(&self, cells: L) -> (L, bool) {
        let (once, twice) = twice_beside(cells);
        let next = once.below();
        let twice = twice | twice.below() | (once & next);
        let once = once | next;
        let twice = twice | twice.two_below() | (once & once.two_below());
        let once = once | once.two_below();
        let hidden = cells.without(twice);
        let naked = cells & cells.without_lowest().empty();
        let found = hidden | naked;
        let gone = found.any_beside().any_below();
        let left = (cells.without(gone) | found) & (hidden | hidden.empty());
        let all = L::load(self.proof, &[ALL; 16]);
        let cells = L::load(self.proof, &CELLS);
        (left, all.is_within(once) & (cells & left.empty()).is_empty())
    }
}

/// The boxes of a band.
#[inline(always)]
fn places<const VERTICAL: bool>(band: usize) -> [usize; 3] {
    if VERTICAL { [band, band + 3, band + 6] } else { [3 * band, 3 * band + 1, 3 * band + 2] }
}

/// For each lane: what any lane of its row has, and what at least two have.
#[inline(always)]
fn twice_beside<L: Lanes>(sets: L) -> (L, L) {
    let next = sets.beside();
    let (once, twice) = (sets | next, sets & next);
    let twice = twice | twice.two_beside() | (once & once.two_beside());
    (once | once.two_beside(), twice)
}
