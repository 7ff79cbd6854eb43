//! Rules 2 to 4: what boxes and bands tell each other.
//!
//! Registers must not be handed to closures or to functions that are not always inlined: these would
//! be compiled without the instructions that the caller may use.

use super::lanes::Lanes;
use super::pattern::{CELLS, CELLS_OF_TRIADS, TRIADS_OF_WAYS, WAYS_OF_COLUMNS, WAYS_OF_ROWS};
use super::state::State;

impl<L: Lanes> State<L> {
    /// Draws the consequences of what these bands (one bit each) lost. Says whether no contradiction
    /// was met.
    #[inline(always)]
    pub(super) fn propagate(&mut self, mut dirty: u32) -> bool {
        while dirty != 0 {
            if !(self.turn::<false>(&mut dirty) && self.turn::<true>(&mut dirty)) {
                return false;
            }
        }
        true
    }

    /// The turn of the bands of one direction, all at once or one after the other.
    #[inline(always)]
    fn turn<const VERTICAL: bool>(&mut self, dirty: &mut u32) -> bool {
        let first = if VERTICAL { 3 } else { 0 };
        let mut bands = *dirty >> first & 0b111;
        *dirty &= !(0b111 << first);
        if bands == 0b111 {
            return self.step::<VERTICAL, 3>([0, 1, 2], dirty);
        }
        while bands != 0 {
            let band = bands.trailing_zeros() as usize;
            bands &= bands - 1;
            if !self.step::<VERTICAL, 1>([band], dirty) {
                return false;
            }
        }
        true
    }

    /// What the givens say before any band has lost a way.
    #[inline(always)]
    pub(super) fn begin(&mut self) {
        for band in 0..3 {
            let [a, b, c] = places::<false>(band);
            let boxes = [alone(self.boxes[a]), alone(self.boxes[b]), alone(self.boxes[c])];
            self.tell::<false>(band, boxes, &mut 0);
        }
    }

    /// Rules 4 and 3 from bands to their boxes, rule 2 in these, and rule 3 back to all bands that meet
    /// them. Marks the bands that lose a way as dirty.
    #[inline(always)]
    fn step<const VERTICAL: bool, const BANDS: usize>(
        &mut self,
        bands: [usize; BANDS],
        dirty: &mut u32,
    ) -> bool {
        let (orientation, first) = if VERTICAL { (1, 3) } else { (0, 0) };
        let none = self.boxes[0].without(self.boxes[0]);
        let (mut boxes, mut lost, mut faults) = ([[none; 3]; BANDS], none, none);
        for (boxes, band) in boxes.iter_mut().zip(bands) {
            let triads = self.triads(first + band);
            let halves = [triads.upper(), triads.lower()];
            let places = places::<VERTICAL>(band).into_iter().enumerate();
            for (cells, (place, index)) in boxes.iter_mut().zip(places) {
                let before = self.boxes[index];
                let allowed = halves[place / 2].shuffle(&CELLS_OF_TRIADS[orientation][place % 2]);
                *cells = before & allowed;
                lost = lost | before.without(allowed);
            }
        }
        if lost.is_empty() {
            return true;
        }
        for boxes in &mut boxes {
            for cells in boxes {
                let (left, fault) = self.singles(*cells);
                *cells = left;
                faults = faults | fault;
            }
        }
        if !faults.is_empty() {
            return false;
        }
        for (boxes, band) in boxes.iter().zip(bands) {
            self.tell::<VERTICAL>(band, *boxes, dirty);
        }
        true
    }

    /// Rule 3 from the boxes of a band to all bands that meet them.
    #[inline(always)]
    fn tell<const VERTICAL: bool>(&mut self, band: usize, boxes: [L; 3], dirty: &mut u32) {
        let (own, crossing) = if VERTICAL { (3 + band, 0) } else { (band, 3) };
        let places = places::<VERTICAL>(band);
        let mut ways = self.ways[own];
        for (place, cells) in boxes.into_iter().enumerate() {
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
    }

    /// The digits that each triad of a band can have (a row of lanes a place, a column a line) after
    /// rule 4.
    #[inline(always)]
    fn triads(&self, band: usize) -> L {
        let ways = self.ways[band];
        let triads = ways.shuffle(&TRIADS_OF_WAYS[0]) | ways.shuffle(&TRIADS_OF_WAYS[1]);
        // Three are left: not elsewhere in the box, nor in the line.
        let more = triads.without_lowest().without_lowest().without_lowest();
        let full = triads & more.empty();
        let triads = triads.without((full.any_beside() | full.any_below()).without(full));
        // Three are nowhere else in the box: no others.
        let (_, twice) = twice_beside(triads);
        let needed = triads.without(twice);
        triads & (needed | needed.without_lowest().without_lowest().empty())
    }

    /// Rule 2. Comes with the digits that have no cell, and all in the cells without a candidate.
    #[inline(always)]
    fn singles(&self, cells: L) -> (L, L) {
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
        let cells = L::load(self.proof, &CELLS);
        (left, cells.without(once) | (cells & left.empty()))
    }
}

/// The boxes of a band.
#[inline(always)]
fn places<const VERTICAL: bool>(band: usize) -> [usize; 3] {
    if VERTICAL { [band, band + 3, band + 6] } else { [3 * band, 3 * band + 1, 3 * band + 2] }
}

/// What is left in a box where a cell with one candidate has it.
#[inline(always)]
fn alone<L: Lanes>(cells: L) -> L {
    let naked = cells & cells.without_lowest().empty();
    cells.without(naked.any_beside().any_below()) | naked
}

/// For each of the first three lanes of a row: what any of them has, and what at least two have.
#[inline(always)]
fn twice_beside<L: Lanes>(sets: L) -> (L, L) {
    let (one, other) = (sets.beside(), sets.two_beside());
    (sets | one | other, (sets & one) | ((sets | one) & other))
}
