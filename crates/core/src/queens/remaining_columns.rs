//! The columns that remain for the next queen after some rows are filled: one step of every search
//! row by row, with its reasons.

use crate::model::Value;

/// The line along which a queen attacks a square of a later row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The same column.
    Column,
    /// The same `row + column`.
    Rising,
    /// The same `row − column`.
    Falling,
}

/// Why a column does not remain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The column that is lost.
    pub column: Value,
    /// The row of the queen that attacks it.
    pub by: usize,
    /// The line along which it does.
    pub along: Line,
}

/// What is left of the next row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remaining {
    /// The columns that no queen attacks, ascending.
    pub columns: Vec<Value>,
    /// Every attack on the others, by column and then by attacking row.
    pub attacks: Vec<Attack>,
}

/// The columns that remain for row `prefix.len()` of a board of size `n`, whose first rows hold
/// queens in the columns of `prefix`.
///
/// ```
/// use parity_core::queens::remaining_columns::{Attack, Line, remaining_columns};
///
/// // . Q . . .
/// // . . . . Q
/// // ? ? ? ? ?
/// let remaining = remaining_columns(5, &[1, 4]);
/// assert_eq!(remaining.columns, [0, 2]);
/// assert_eq!(
///     remaining.attacks,
///     [
///         Attack { column: 1, by: 0, along: Line::Column },
///         Attack { column: 3, by: 0, along: Line::Falling },
///         Attack { column: 3, by: 1, along: Line::Rising },
///         Attack { column: 4, by: 1, along: Line::Column },
///     ]
/// );
/// ```
pub fn remaining_columns(n: usize, prefix: &[Value]) -> Remaining {
    let mut remaining = Remaining { columns: Vec::new(), attacks: Vec::new() };
    for column in 0..n as Value {
        let before = remaining.attacks.len();
        for (by, &queen) in prefix.iter().enumerate() {
            let distance = (prefix.len() - by) as Value;
            let along = match column - queen {
                0 => Line::Column,
                shift if shift == -distance => Line::Rising,
                shift if shift == distance => Line::Falling,
                _ => continue,
            };
            remaining.attacks.push(Attack { column, by, along });
        }
        if remaining.attacks.len() == before {
            remaining.columns.push(column);
        }
    }
    remaining
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Problem, Queens};

    #[test]
    fn following_it_to_the_end_gives_all_solutions() {
        fn complete(n: usize, prefix: &mut Vec<Value>, found: &mut Vec<Vec<Value>>) {
            if prefix.len() == n {
                found.push(prefix.clone());
                return;
            }
            for column in remaining_columns(n, prefix).columns {
                prefix.push(column);
                complete(n, prefix, found);
                prefix.pop();
            }
        }
        let mut found = Vec::new();
        complete(7, &mut Vec::new(), &mut found);
        let queens = Queens::new(7);
        assert!(found.iter().all(|columns| queens.verify(columns).is_ok()));
        assert_eq!(found.len(), 40);
    }

    #[test]
    fn a_column_can_be_attacked_more_than_once() {
        let remaining = remaining_columns(4, &[0, 2]);
        assert!(remaining.columns.is_empty());
        let lost: Vec<Value> = remaining.attacks.iter().map(|attack| attack.column).collect();
        assert_eq!(lost, [0, 1, 2, 2, 3]);
    }
}
