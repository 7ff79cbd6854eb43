//! What is wrong with a square: repeated values, wrong sums, changed givens.

use super::{Cage, Sudoku, Unit};
use crate::model::Value;
use crate::problem::Violation;

impl Sudoku {
    /// Everything that is wrong with a filled square: each broken unit or cage once, and each given
    /// that was changed. A square of the wrong length or with a value out of range has that error
    /// alone.
    pub fn errors(&self, filled: &[Value]) -> Vec<Violation> {
        if let Some(error) = self.malformed(filled) {
            return vec![error];
        }
        let units = self.units().filter_map(|unit| self.unit_error(unit, filled));
        let cages = self.cages.iter();
        let cages = cages.filter_map(|cage| self.cage_error(cage, filled));
        let changed = self.changed_givens(filled).into_iter();
        let changed = changed.map(|cell| self.changed(cell, filled));
        changed.chain(units).chain(cages).collect()
    }

    /// The first of [`Sudoku::errors`].
    pub(super) fn first_error(&self, filled: &[Value]) -> Option<Violation> {
        let changed = || {
            let cell = *self.changed_givens(filled).first()?;
            Some(self.changed(cell, filled))
        };
        self.malformed(filled)
            .or_else(changed)
            .or_else(|| self.units().find_map(|unit| self.unit_error(unit, filled)))
            .or_else(|| self.cages.iter().find_map(|cage| self.cage_error(cage, filled)))
    }

    /// The cells whose given is not kept.
    pub fn changed_givens(&self, filled: &[Value]) -> Vec<usize> {
        let pairs = self.givens.iter().zip(filled).enumerate();
        pairs
            .filter(|&(_, (&given, &value))| given > 0 && Value::from(given) != value)
            .map(|(cell, _)| cell)
            .collect()
    }

    /// The givens that contradict each other: a value twice in a unit or cage, or a sum that can no
    /// longer be reached. A puzzle with a contradiction has no solution; one without may have none.
    pub fn contradictions(&self) -> Vec<Violation> {
        let givens: Vec<Value> = self.givens.iter().map(|&given| given.into()).collect();
        let units = self.units().filter_map(|unit| self.unit_error(unit, &givens));
        let cages = self.cages.iter();
        units.chain(cages.filter_map(|cage| self.cage_error(cage, &givens))).collect()
    }

    fn malformed(&self, filled: &[Value]) -> Option<Violation> {
        let (cells, size) = (self.givens.len(), self.size());
        if filled.len() != cells {
            return Some(Violation::new(format!("{} values for {cells} cells", filled.len())));
        }
        let off = filled.iter().position(|&value| value < 1 || value > size as Value)?;
        Some(Violation::new(format!(
            "{} has {}, which is not from 1 to {size}",
            self.cell_name(off),
            filled[off]
        )))
    }

    fn changed(&self, cell: usize, filled: &[Value]) -> Violation {
        let (given, value) = (self.givens[cell], filled[cell]);
        let cell = self.cell_name(cell);
        Violation::new(format!("{cell} is given as {given}, not {value}"))
    }

    /// A value that a unit has twice; empty cells are 0.
    fn unit_error(&self, unit: Unit, values: &[Value]) -> Option<Violation> {
        let (one, other) = repeated(unit.cells(self.shape), values)?;
        Some(Violation::new(format!(
            "{unit} has {} twice, at {} and {}",
            values[one],
            self.cell_name(one),
            self.cell_name(other)
        )))
    }

    /// A value that a cage has twice, or a sum that it does not or can no longer have; empty cells are 0.
    fn cage_error(&self, cage: &Cage, values: &[Value]) -> Option<Violation> {
        let name = || {
            let at = self.cell_name(cage.cells[0]);
            format!("the cage of {} at {at}", cage.sum)
        };
        if let Some((one, other)) = repeated(cage.cells.iter().copied(), values) {
            return Some(Violation::new(format!(
                "{} has {} twice, at {} and {}",
                name(),
                values[one],
                self.cell_name(one),
                self.cell_name(other)
            )));
        }
        let given = |&cell: &usize| values[cell] > 0;
        let sum: i64 = cage.cells.iter().map(|&cell| i64::from(values[cell])).sum();
        let empty = cage.cells.iter().filter(|cell| !given(cell)).count();
        let unused = (1..=self.size() as i64).filter(|&value| {
            let has = |&cell: &usize| i64::from(values[cell]) == value;
            !cage.cells.iter().any(has)
        });
        let unused: Vec<i64> = unused.collect();
        if unused.len() < empty {
            let (cells, size) = (cage.cells.len(), self.size());
            return Some(Violation::new(format!(
                "{} has {cells} cells for {size} different values",
                name()
            )));
        }
        let least: i64 = sum + unused[..empty].iter().sum::<i64>();
        let most: i64 = sum + unused[unused.len() - empty..].iter().sum::<i64>();
        if (least..=most).contains(&cage.sum) {
            return None;
        }
        Some(Violation::new(match empty {
            0 => format!("{} adds up to {sum}", name()),
            _ => format!("{} can only add up to {least} to {most}", name()),
        }))
    }
}

/// The first two of these cells with the same value.
fn repeated(cells: impl Iterator<Item = usize>, values: &[Value]) -> Option<(usize, usize)> {
    let mut seen = [None; super::MAX_SIZE + 1];
    for cell in cells {
        let value = values[cell] as usize;
        if value > 0
            && let Some(other) = seen[value].replace(cell)
        {
            return Some((other, cell));
        }
    }
    None
}
