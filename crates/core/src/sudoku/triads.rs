//! Whole boxes at once: the fast search for the usual puzzle, after Dillon's *tdoku* (2019).
//!
//! The unit of thought is the *triad*: the three cells that a box and a row, or a box and a column,
//! have in common. Three boxes side by side are a *band* (three upon each other a vertical one), and
//! within a band the rules leave a digit only six *ways*: each box has it in another of the three
//! rows, and three things can be put in six orders.
//!
//! ```text
//!   way       0       1       2       3       4       5       A band: which of its three rows has
//!   box     0 1 2   0 1 2   0 1 2   0 1 2   0 1 2   0 1 2     the digit, box by box. In way 0 box 0
//!   row 0   x . .   . . x   . x .   x . .   . x .   . . x     has it in row 0, box 1 in row 1,
//!   row 1   . x .   x . .   . . x   . . x   x . .   . x .     box 2 in row 2.
//!   row 2   . . x   . x .   x . .   . x .   . . x   x . .
//! ```
//!
//! 1. Everything is kept as sets of digits, and sixteen sets make one register (`lanes`). A box is
//!    one register: nine cells and their candidates. A band is one register: for each way, the
//!    digits that can still go that way. So the whole puzzle is fifteen registers, and each rule
//!    below is applied to all digits and cells of a box by a handful of instructions.
//! 2. Box: a cell with one candidate has it (*naked single*), a digit with one cell in the box goes
//!    there (*hidden single*), and both go from the rest of the box.
//! 3. Box to band: where no cell of a triad has the digit, the ways through it go. Band to box: a
//!    digit that no way leads through a triad goes from its cells. The two together are all *locked
//!    candidates*, and hidden singles in rows and columns.
//! 4. A triad has three cells, so three digits: if only three are left, they are there and nowhere
//!    else in the box and the row; if three must be there, the others cannot.
//! 5. Search takes the band with the fewest ways left, in it a digit with two ways if there is one,
//!    and tries one of its ways, then all others. A way is three triads at once, which decides more
//!    than a cell would.
//!
//! The bands that lost a way take turns, the horizontal ones and then the vertical ones. A step
//! applies rules 4 and 3 to the three boxes of a band, rule 2 once to all three of them, and rule 3
//! back to the four bands that meet them; it goes on until no band has lost a way. If all three bands
//! of a direction are due, as at the beginning, their steps are made side by side: they do not meet,
//! and a processor has several instructions at work at once if these need not wait for each other.
//! Repeating rule 2 until nothing changes, or skipping the boxes that did not change, costs more than
//! it gains: straight code is what a modern processor likes best.
//!
//! When no band has lost a way and none has a choice, all is decided without contradiction. For a
//! digit without a way would be in no triad of the band, so it would go from its boxes, where rule 2
//! misses it. So each digit has one way through each band, which is one cell of each box, another
//! row in each box of a band and another column in each box of a vertical one; and as no cell is
//! empty, each has its own digit.

use std::borrow::Cow;
use std::ops::ControlFlow;

use self::descent::{Descent, Progress};
use self::lanes::Lanes;
use crate::model::Value;
use crate::observer::{Event, Observer};
use crate::problem::Sudoku;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

mod branching;
mod descent;
mod lanes;
mod pattern;
mod propagation;
mod state;

/// The usual puzzle alone.
pub const ROW: Row<Triads> = Row {
    card: Card {
        id: Cow::Borrowed("triads"),
        family: Family::HandWritten,
        technique: "Sudoku propagation",
        summary: Cow::Borrowed("whole boxes in vector registers; 9×9 without diagonals and cages"),
        reference: "Dillon 2019",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["sudoku"]),
        featured: true,
    },
    search: Triads,
};

/// Propagation between boxes and bands, then search.
#[derive(Clone, Copy, Debug)]
pub struct Triads;

impl Search for Triads {
    type Instance = Sudoku;

    fn unsupported(&self, sudoku: &Sudoku) -> Option<String> {
        let reason = "it solves 9×9 squares with 3×3 boxes, without diagonals and cages";
        (!sudoku.is_usual()).then(|| reason.to_owned())
    }

    fn search<O: Observer>(&self, sudoku: &Sudoku, _: u64, observer: &mut O) -> ControlFlow<()> {
        let givens = sudoku.givens().try_into().expect("81 cells, as `unsupported` says");
        search(givens, observer)
    }
}

/// What [`solutions`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Number of solutions, up to the limit.
    pub count: u64,
    /// The first of them.
    pub first: Option<[Value; 81]>,
    /// Whether there are no others, proved.
    pub complete: bool,
    /// How often a way had to be tried, as one with its alternatives.
    pub branchings: u64,
}

impl Observer for Found {
    #[inline(always)]
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Node { .. } => self.branchings += 1,
            Event::Solution(values) => {
                self.count += 1;
                if self.first.is_none() {
                    self.first = values.try_into().ok();
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

/// Looks for solutions of the usual puzzle with these givens (0 for none) until there are `most`.
///
/// # Panics
/// If a given is greater than 9.
pub fn solutions(givens: &[u8; 81], most: u64) -> Found {
    let mut found = Found { count: 0, first: None, complete: false, branchings: 0 };
    if most == 0 {
        return found;
    }
    let flow = search(givens, &mut (&mut found, Limit(most)));
    found.complete = flow.is_continue();
    found
}

/// Stops at a number of solutions.
struct Limit(u64);

impl Observer for Limit {
    #[inline(always)]
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        if let Event::Solution(_) = event {
            self.0 = self.0.saturating_sub(1);
        }
        if self.0 == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Searches with the instructions that the processor has.
fn search<O: Observer>(givens: &[u8; 81], observer: &mut O) -> ControlFlow<()> {
    #[cfg(target_arch = "x86_64")]
    if let Some(proof) = pulp::x86::V3::try_new() {
        /// What is compiled for AVX2 with all that it calls.
        struct Advance<'a>(&'a mut Descent<lanes::Avx2>);

        impl pulp::NullaryFnOnce for Advance<'_> {
            type Output = Progress;

            #[inline(always)]
            fn call(self) -> Progress {
                self.0.advance()
            }
        }

        let descent = Descent::new(proof, givens);
        return descend(descent, observer, |descent| proof.vectorize(Advance(descent)));
    }
    descend(Descent::<lanes::Plain>::new((), givens), observer, Descent::advance)
}

/// Rule 5: tries a way and then its alternatives, until the observer breaks.
fn descend<L: Lanes, O: Observer>(
    mut descent: Descent<L>,
    observer: &mut O,
    advance: impl Fn(&mut Descent<L>) -> Progress,
) -> ControlFlow<()> {
    loop {
        match advance(&mut descent) {
            Progress::Node { depth } => {
                observer.observe(Event::Node { depth })?;
                continue;
            }
            Progress::Decided => {
                observer.observe(Event::Solution(&descent.values()))?;
            }
            Progress::DeadEnd => {}
        }
        let Some(depth) = descent.take_back() else {
            return ControlFlow::Continue(());
        };
        observer.observe(Event::Backtrack { depth })?;
    }
}

#[cfg(test)]
mod tests;
