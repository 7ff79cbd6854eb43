//! Pencil marks: each cell keeps its candidates, and four rules propagate what each removal implies
//! (after Norvig, *Solving Every Sudoku Puzzle*, 2006).
//!
//! 1. A cell with one candidate left has that value (*naked single*); no peer can have it.
//! 2. A value with one place left in a unit goes there (*hidden single*).
//! 3. In a cage, a candidate goes if the least values of the other cells exceed what is left of the
//!    sum, or the greatest fall short of it.
//! 4. In a cage, only values of a set with the right sum stay, where every cell has a candidate in the
//!    set and every value of the set a cell.
//!
//! The last two, for killers, are ours.
//!
//! | name | meaning |
//! |---|---|
//! | unit | row, column, box or diagonal |
//! | peer | another cell of a unit or cage |
//! | candidate | a value that no rule has removed |
//!
//! Search tries the candidates of the cell that has the fewest.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use super::board::{Values, all_values, bit, values};
use crate::model::{Value, Variable};
use crate::observer::{Event, Observer};
use crate::problem::Sudoku;
use crate::problem::sudoku::Cage;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// All rules.
pub const ROW: Row<PencilMarks> = Row {
    card: Card {
        id: Cow::Borrowed("pencil-marks"),
        family: Family::HandWritten,
        technique: "Sudoku propagation",
        summary: Cow::Borrowed("naked and hidden singles before each choice"),
        reference: "Norvig 2006",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["sudoku"]),
        featured: true,
    },
    search: PencilMarks { hidden_singles: true, random_values: false },
};

/// All rules but the second.
pub const NAKED_ROW: Row<PencilMarks> = Row {
    card: Card {
        id: Cow::Borrowed("pencil-marks/naked"),
        summary: Cow::Borrowed("naked singles alone before each choice"),
        featured: false,
        ..ROW.card
    },
    search: PencilMarks { hidden_singles: false, random_values: false },
};

/// All rules, candidates in random order.
pub const RANDOM_ROW: Row<PencilMarks> = Row {
    card: Card {
        id: Cow::Borrowed("pencil-marks/random"),
        summary: Cow::Borrowed("the candidates of a choice in random order"),
        featured: false,
        ..ROW.card
    },
    search: PencilMarks { hidden_singles: true, random_values: true },
};

/// Propagation of candidates, then search.
#[derive(Clone, Copy, Debug)]
pub struct PencilMarks {
    /// Whether rule 2 is applied.
    pub hidden_singles: bool,
    /// Whether the candidates of a choice are tried in random order instead of ascending.
    pub random_values: bool,
}

impl Search for PencilMarks {
    type Instance = Sudoku;

    fn search<O: Observer>(&self, sudoku: &Sudoku, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let mut marks = Marks::new(sudoku, self.hidden_singles, observer);
        marks.order = self.random_values.then(|| ChaCha8Rng::seed_from_u64(seed));
        for (cell, &given) in sudoku.givens().iter().enumerate() {
            if given > 0 && !marks.assign(cell, given.into())? {
                return ControlFlow::Continue(());
            }
        }
        for cage in 0..sudoku.cages().len() {
            if !(marks.cage(cage) && marks.propagate()?) {
                return ControlFlow::Continue(());
            }
        }
        marks.descend(0)
    }
}

struct Marks<'a, O> {
    size: usize,
    hidden_singles: bool,
    /// Shuffles the candidates of each choice, if there is one.
    order: Option<ChaCha8Rng>,
    cages: &'a [Cage],
    /// For each cage: the sets of different values with its sum, unless there are too many.
    sets: Vec<Option<Vec<Values>>>,
    units: Vec<Vec<usize>>,
    units_of: Vec<Vec<usize>>,
    cage_of: Vec<Option<usize>>,
    peers: Vec<Vec<usize>>,
    candidates: Vec<Values>,
    /// Removals whose consequences are still to be drawn: a cell and the values it lost.
    removed: Vec<(usize, Values)>,
    /// Candidates as they were before each removal, to be restored.
    trail: Vec<(usize, Values)>,
    solution: Vec<Value>,
    observer: &'a mut O,
}

impl<'a, O: Observer> Marks<'a, O> {
    fn new(sudoku: &'a Sudoku, hidden_singles: bool, observer: &'a mut O) -> Self {
        let cells = sudoku.givens().len();
        let units = sudoku.units().map(|unit| unit.cells(sudoku.shape()).collect());
        let mut marks = Marks {
            size: sudoku.size(),
            hidden_singles,
            order: None,
            cages: sudoku.cages(),
            sets: sudoku.cages().iter().map(|cage| sets(cage, sudoku.size())).collect(),
            units: units.collect(),
            units_of: vec![Vec::new(); cells],
            cage_of: vec![None; cells],
            peers: vec![Vec::new(); cells],
            candidates: vec![all_values(sudoku.size()); cells],
            removed: Vec::new(),
            trail: Vec::new(),
            solution: vec![0; cells],
            observer,
        };
        for (index, unit) in marks.units.iter().enumerate() {
            for &cell in unit {
                marks.units_of[cell].push(index);
                marks.peers[cell].extend(unit);
            }
        }
        for (index, cage) in sudoku.cages().iter().enumerate() {
            for &cell in &cage.cells {
                marks.cage_of[cell] = Some(index);
                marks.peers[cell].extend(&cage.cells);
            }
        }
        for (cell, peers) in marks.peers.iter_mut().enumerate() {
            peers.sort_unstable();
            peers.dedup();
            peers.retain(|&peer| peer != cell);
        }
        marks
    }

    fn descend(&mut self, depth: usize) -> ControlFlow<()> {
        let open = (0..self.candidates.len()).filter(|&cell| self.count(cell) > 1);
        let Some(cell) = open.min_by_key(|&cell| self.count(cell)) else {
            for (value, &candidates) in self.solution.iter_mut().zip(&self.candidates) {
                *value = candidates.trailing_zeros() as Value + 1;
            }
            return self.observer.observe(Event::Solution(&self.solution));
        };
        self.observer.observe(Event::Node { depth })?;
        let mut choices: Vec<usize> = values(self.candidates[cell]).collect();
        if let Some(order) = &mut self.order {
            choices.shuffle(order);
        }
        for value in choices {
            let mark = self.trail.len();
            let variable = Variable(cell as u32);
            self.observer.observe(Event::Decision { variable, value: value as Value })?;
            if self.assign(cell, value)? {
                self.descend(depth + 1)?;
            }
            for (cell, candidates) in self.trail.drain(mark..).rev() {
                self.candidates[cell] = candidates;
            }
            self.observer.observe(Event::Backtrack { depth })?;
        }
        ControlFlow::Continue(())
    }

    fn count(&self, cell: usize) -> u32 {
        self.candidates[cell].count_ones()
    }

    /// Leaves a cell one candidate. Says whether no contradiction follows.
    fn assign(&mut self, cell: usize, value: usize) -> ControlFlow<(), bool> {
        let consistent = self.keep(cell, bit(value)) && self.propagate()?;
        ControlFlow::Continue(consistent)
    }

    /// Removes the candidates of a cell that are not among these. Says whether any is left.
    fn keep(&mut self, cell: usize, kept: Values) -> bool {
        let candidates = self.candidates[cell];
        let lost = candidates & !kept;
        if lost != 0 {
            self.trail.push((cell, candidates));
            self.removed.push((cell, lost));
            self.candidates[cell] = candidates & kept;
        }
        candidates & kept != 0
    }

    /// Draws all consequences of the removals. Says whether no contradiction was met.
    fn propagate(&mut self) -> ControlFlow<(), bool> {
        while let Some((cell, lost)) = self.removed.pop() {
            let variable = Variable(cell as u32);
            for value in values(lost) {
                let value = value as Value;
                self.observer.observe(Event::Propagation { variable, value })?;
            }
            let consistent = self.naked_single(cell)
                && (!self.hidden_singles || self.hidden_singles(cell, lost))
                && self.cage_of[cell].is_none_or(|cage| self.cage(cage));
            if !consistent {
                self.removed.clear();
                self.observer.observe(Event::WipeOut { variable })?;
                return ControlFlow::Continue(false);
            }
        }
        ControlFlow::Continue(true)
    }

    /// Rule 1.
    fn naked_single(&mut self, cell: usize) -> bool {
        let candidates = self.candidates[cell];
        if candidates.count_ones() != 1 {
            return candidates != 0;
        }
        (0..self.peers[cell].len()).all(|index| self.keep(self.peers[cell][index], !candidates))
    }

    /// Rule 2, for the values that a cell lost, in the units of the cell.
    fn hidden_singles(&mut self, cell: usize, lost: Values) -> bool {
        (0..self.units_of[cell].len()).all(|index| {
            let unit = self.units_of[cell][index];
            // The values with at least one place, and those with at least two.
            let (mut once, mut twice) = (0, 0);
            for &cell in &self.units[unit] {
                twice |= once & self.candidates[cell];
                once |= self.candidates[cell];
            }
            once & lost == lost
                && values(lost & !twice).all(|value| {
                    let has = |&&cell: &&usize| self.candidates[cell] & bit(value) != 0;
                    match self.units[unit].iter().find(has) {
                        Some(&place) => self.keep(place, bit(value)),
                        None => false, // Two values have the same only place.
                    }
                })
        })
    }

    fn cage(&mut self, index: usize) -> bool {
        self.bound(index) && self.match_sets(index)
    }

    /// Rule 3.
    fn bound(&mut self, index: usize) -> bool {
        let cage = &self.cages[index];
        let least = |candidates: Values| i64::from(candidates.trailing_zeros()) + 1;
        let most = |candidates: Values| i64::from(Values::BITS - candidates.leading_zeros());
        let cells = cage.cells.iter().map(|&cell| self.candidates[cell]);
        let (low, high) = cells.fold((0, 0), |(low, high), candidates| {
            (low + least(candidates), high + most(candidates))
        });
        cage.cells.iter().all(|&cell| {
            let candidates = self.candidates[cell];
            if candidates == 0 {
                return false;
            }
            let from = cage.sum - (high - most(candidates));
            let to = cage.sum - (low - least(candidates));
            let fits = |&value: &usize| (from..=to).contains(&(value as i64));
            let kept = (1..=self.size).filter(fits).fold(0, |set, value| set | bit(value));
            self.keep(cell, kept)
        })
    }

    /// Rule 4.
    fn match_sets(&mut self, index: usize) -> bool {
        let Some(sets) = &self.sets[index] else {
            return true;
        };
        let cells = &self.cages[index].cells;
        let any = cells.iter().fold(0, |any, &cell| any | self.candidates[cell]);
        let possible = |&&set: &&Values| {
            set & any == set && cells.iter().all(|&cell| self.candidates[cell] & set != 0)
        };
        let kept = sets.iter().filter(possible).fold(0, |kept, set| kept | set);
        cells.iter().all(|&cell| self.keep(cell, kept))
    }
}

/// The sets of different values that add up to the sum of a cage; `None` if there are many.
fn sets(cage: &Cage, size: usize) -> Option<Vec<Values>> {
    const MANY: usize = 1000;
    // Sets that can be completed: their values, the next value to consider, what is missing.
    let mut partial = vec![(0, 1, cage.cells.len() as i64, cage.sum)];
    let mut sets = Vec::new();
    while let Some((set, next, missing, sum)) = partial.pop() {
        let triangle = missing * (missing - 1) / 2;
        let (least, most) = (missing * next + triangle, missing * size as i64 - triangle);
        if missing == 0 && sum == 0 {
            sets.push(set);
        } else if missing > 0 && (least..=most).contains(&sum) {
            partial.push((set, next + 1, missing, sum));
            partial.push((set | bit(next as usize), next + 1, missing - 1, sum - next));
        }
        if sets.len() > MANY {
            return None;
        }
    }
    Some(sets)
}
