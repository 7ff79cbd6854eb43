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
            let cell = self.cells_changed(filled).next()?;
            Some(self.changed(cell, filled))
        };
        let broken = || {
            if !self.diagonals && self.has_each_value_once(filled) {
                return None;
            }
            self.units().find_map(|unit| self.unit_error(unit, filled))
        };
        self.malformed(filled)
            .or_else(changed)
            .or_else(broken)
            .or_else(|| self.cages.iter().find_map(|cage| self.cage_error(cage, filled)))
    }

    /// Whether every row, column and box has each value once, for squares that are right most of the
    /// time: it looks at each cell once and does not say what is wrong.
    fn has_each_value_once(&self, filled: &[Value]) -> bool {
        let (size, shape) = (self.size(), self.shape);
        let mut columns = [0u32; super::MAX_SIZE];
        let mut boxes = [0u32; super::MAX_SIZE];
        let mut rows_are_right = true;
        let all = (1 << size) - 1;
        for (row, values) in filled.chunks_exact(size).enumerate() {
            // As many boxes lie side by side as a box has rows.
            let boxes = &mut boxes[row / shape.rows * shape.rows..];
            let mut in_row = 0;
            let parts = values.chunks_exact(shape.columns);
            let columns = columns.chunks_exact_mut(shape.columns);
            for ((part, columns), in_box) in parts.zip(columns).zip(boxes) {
                for (&value, in_column) in part.iter().zip(columns) {
                    let value = 1 << (value - 1);
                    in_row |= value;
                    *in_column |= value;
                    *in_box |= value;
                }
            }
            rows_are_right &= in_row == all;
        }
        let lines = columns[..size].iter().chain(&boxes[..size]);
        rows_are_right && lines.into_iter().all(|&values| values == all)
    }

    /// The cells whose given is not kept.
    pub fn changed_givens(&self, filled: &[Value]) -> Vec<usize> {
        self.cells_changed(filled).collect()
    }

    fn cells_changed(&self, filled: &[Value]) -> impl Iterator<Item = usize> {
        let pairs = self.givens.iter().zip(filled).enumerate();
        pairs
            .filter(|&(_, (&given, &value))| given > 0 && Value::from(given) != value)
            .map(|(cell, _)| cell)
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
