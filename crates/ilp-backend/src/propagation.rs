//! Bounds propagation over the rows of a program, and the smaller program that is left.
//!
//! All in integers, so what it fixes is proved. It is what makes a prefix of fixed variables pay:
//! the engine gets a program without the columns and rows that the prefix has decided.

use parity_core::{Relation, SolverError};

use crate::program::{Program, Row};

/// What is known of each column: 0, 1 or not yet.
pub(crate) type Fixed = Vec<Option<bool>>;

/// A point that is not to be found again: the columns that are 1 in it, one of each decision.
pub(crate) type NoGood = Vec<usize>;

/// A program with, for each column, the rows that mention it.
pub(crate) struct Propagation<'a> {
    program: &'a Program,
    rows_of: Vec<Vec<usize>>,
}

/// The program that remains when some columns are fixed.
pub(crate) struct Reduced {
    pub(crate) program: Program,
    /// The columns of the original program that it has kept.
    pub(crate) columns: Vec<usize>,
}

impl Reduced {
    /// Adds a no-good cut. False if the fixed columns alone are the forbidden point.
    pub(crate) fn forbid(&mut self, no_good: &NoGood, fixed: &Fixed) -> Result<bool, SolverError> {
        if no_good.iter().any(|&column| fixed[column] == Some(false)) {
            return Ok(true); // what is fixed differs from it already
        }
        let open = no_good.iter().filter(|&&column| fixed[column].is_none());
        let open: Vec<usize> =
            open.filter_map(|column| self.columns.binary_search(column).ok()).collect();
        self.program.forbid(&open)?;
        Ok(!open.is_empty())
    }

    /// A point of the original program: this one, and what was fixed.
    pub(crate) fn restore(&self, point: &[bool], fixed: &Fixed) -> Fixed {
        let mut whole = fixed.clone();
        for (&column, &value) in self.columns.iter().zip(point) {
            whole[column] = Some(value);
        }
        whole
    }
}

impl<'a> Propagation<'a> {
    pub(crate) fn new(program: &'a Program) -> Self {
        let mut rows_of = vec![Vec::new(); program.weights.len()];
        for (index, row) in program.rows.iter().enumerate() {
            for &(_, column) in &row.terms {
                rows_of[column].push(index);
            }
        }
        Propagation { program, rows_of }
    }

    /// Fixes what the rows alone decide; `None` if they contradict each other.
    pub(crate) fn root(&self) -> Option<Fixed> {
        let fixed = vec![None; self.program.weights.len()];
        self.propagate(fixed, (0..self.program.rows.len()).collect())
    }

    /// Sets a column and fixes what follows; `None` if nothing is left.
    pub(crate) fn assume(&self, fixed: &Fixed, column: usize, value: bool) -> Option<Fixed> {
        let mut fixed = fixed.clone();
        fixed[column] = Some(value);
        self.propagate(fixed, self.rows_of[column].clone())
    }

    fn propagate(&self, mut fixed: Fixed, mut queue: Vec<usize>) -> Option<Fixed> {
        let mut queued = vec![false; self.program.rows.len()];
        for &row in &queue {
            queued[row] = true;
        }
        let mut news = Vec::new();
        while let Some(index) = queue.pop() {
            queued[index] = false;
            consequences(&self.program.rows[index], &fixed, &mut news)?;
            for (column, value) in news.drain(..) {
                fixed[column] = Some(value);
                for &row in &self.rows_of[column] {
                    if !std::mem::replace(&mut queued[row], true) {
                        queue.push(row);
                    }
                }
            }
        }
        Some(fixed)
    }

    /// The program over the columns that are not fixed, without the rows that always hold.
    pub(crate) fn reduce(&self, fixed: &Fixed) -> Reduced {
        let free = |&column: &usize| fixed[column].is_none();
        let columns: Vec<usize> = (0..fixed.len()).filter(free).collect();
        let mut position = vec![0; fixed.len()];
        for (new, &old) in columns.iter().enumerate() {
            position[old] = new;
        }
        let integers = columns.partition_point(|&column| column < self.program.integers);
        let weights = columns.iter().map(|&column| self.program.weights[column]).collect();
        let rows = self.program.rows.iter().filter_map(|row| {
            let (least, most) = activity(row, fixed);
            let holds = match row.relation {
                Relation::AtMost => most <= row.rhs,
                Relation::Equal => least == most,
                Relation::AtLeast => least >= row.rhs,
            };
            let (free, decided): (Vec<_>, Vec<(i64, usize)>) =
                row.terms.iter().partition(|term| fixed[term.1].is_none());
            let ones = decided.into_iter().filter(|term| fixed[term.1] == Some(true));
            (!holds).then(|| Row {
                terms: free.into_iter().map(|(c, column)| (c, position[column])).collect(),
                relation: row.relation,
                rhs: row.rhs - ones.map(|term| term.0).sum::<i64>(),
            })
        });
        let program = Program {
            weights,
            direction: self.program.direction,
            integers,
            rows: rows.collect(),
            decisions: Vec::new(), // points are read in the whole program
        };
        Reduced { program, columns }
    }
}

/// The least and the greatest value of the left-hand side.
fn activity(row: &Row, fixed: &Fixed) -> (i64, i64) {
    row.terms.iter().fold((0, 0), |(least, most), &(c, column)| match fixed[column] {
        Some(true) => (least + c, most + c),
        Some(false) => (least, most),
        None => (least + c.min(0), most + c.max(0)),
    })
}

/// Columns that a row fixes: those that, set the other way, would take it past its right-hand side.
/// `None` if it is past already.
fn consequences(row: &Row, fixed: &Fixed, news: &mut Vec<(usize, bool)>) -> Option<()> {
    let (least, most) = activity(row, fixed);
    let from_above = row.relation != Relation::AtLeast;
    let from_below = row.relation != Relation::AtMost;
    if (from_above && least > row.rhs) || (from_below && most < row.rhs) {
        return None;
    }
    for &(coefficient, column) in &row.terms {
        if fixed[column].is_some() {
            continue;
        }
        let swing = coefficient.abs();
        if from_above && least + swing > row.rhs {
            news.push((column, coefficient < 0));
        } else if from_below && most - swing < row.rhs {
            news.push((column, coefficient > 0));
        }
    }
    Some(())
}
