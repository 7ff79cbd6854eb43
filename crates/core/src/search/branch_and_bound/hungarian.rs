//! The Hungarian method: the cheapest way to give each row a column of its own (Kuhn, *The Hungarian
//! Method for the Assignment Problem*, Naval Research Logistics Quarterly 2, 1955), row by row along
//! shortest augmenting paths as in Jonker and Volgenant, Computing 38, 1987.
//!
//! It finds *potentials* beside the assignment: a number for each row and one for each column, none
//! of which adds up to more than the cost where row and column meet, and which together make up the
//! cost of the assignment. Potentials of columns are never positive, and 0 where a column is left over.

/// Stands for "this row cannot have this column".
pub(super) const FORBIDDEN: i64 = i64::MAX / 4;

/// Costs of rows and columns, and the potentials found for them.
#[derive(Debug, Default)]
pub(super) struct Hungarian {
    rows: usize,
    columns: usize,
    /// Row by row.
    costs: Vec<i64>,
    /// Potentials.
    pub(super) of_row: Vec<i64>,
    pub(super) of_column: Vec<i64>,
    /// The row that has each column.
    row_of: Vec<Option<usize>>,
    /// For the shortest path to each column: its length, the column before it, whether it is final.
    distance: Vec<i64>,
    before: Vec<Option<usize>>,
    settled: Vec<bool>,
}

impl Hungarian {
    /// Forgets everything and forbids all pairs of so many rows and columns.
    pub(super) fn reset(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns) = (rows, columns);
        self.costs.clear();
        self.costs.resize(rows * columns, FORBIDDEN);
        for (potentials, count) in [(&mut self.of_row, rows), (&mut self.of_column, columns)] {
            potentials.clear();
            potentials.resize(count, 0);
        }
        self.row_of.clear();
        self.row_of.resize(columns, None);
    }

    /// The cost of a row in a column.
    pub(super) fn cost(&mut self, row: usize, column: usize) -> &mut i64 {
        &mut self.costs[row * self.columns + column]
    }

    /// The cost of the cheapest assignment; `None` if some row gets no column.
    pub(super) fn solve(&mut self) -> Option<i64> {
        (0..self.rows).try_for_each(|row| self.augment(row))?;
        Some(self.of_row.iter().sum::<i64>() + self.of_column.iter().sum::<i64>())
    }

    /// Gives one row more a column, along the shortest path over reduced costs to a free column.
    fn augment(&mut self, row: usize) -> Option<()> {
        self.distance.clear();
        self.distance.resize(self.columns, FORBIDDEN);
        self.before.clear();
        self.before.resize(self.columns, None);
        self.settled.clear();
        self.settled.resize(self.columns, false);
        // Dijkstra: from the row that the last settled column would take away, relax all others.
        let (mut from, mut last, mut length) = (row, None, 0);
        let free = loop {
            for column in (0..self.columns).filter(|&column| !self.settled[column]) {
                let cost = self.costs[from * self.columns + column];
                if cost == FORBIDDEN {
                    continue;
                }
                let reached = length + cost - self.of_row[from] - self.of_column[column];
                if reached < self.distance[column] {
                    (self.distance[column], self.before[column]) = (reached, last);
                }
            }
            let open = (0..self.columns).filter(|&column| !self.settled[column]);
            let nearest = open.min_by_key(|&column| self.distance[column])?;
            if self.distance[nearest] == FORBIDDEN {
                return None;
            }
            length = self.distance[nearest];
            match self.row_of[nearest] {
                None => break nearest,
                Some(taken) => {
                    self.settled[nearest] = true;
                    (from, last) = (taken, Some(nearest));
                }
            }
        };
        // Potentials change so that the path costs nothing, and nothing costs less.
        self.of_row[row] += length;
        for column in (0..self.columns).filter(|&column| self.settled[column]) {
            let shift = length - self.distance[column];
            self.of_column[column] -= shift;
            if let Some(taken) = self.row_of[column] {
                self.of_row[taken] += shift;
            }
        }
        let mut column = free;
        while let Some(before) = self.before[column] {
            self.row_of[column] = self.row_of[before];
            column = before;
        }
        self.row_of[column] = Some(row);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn cheapest(costs: &[Vec<Option<i64>>], row: usize, taken: &mut Vec<bool>) -> Option<i64> {
        let Some(of_row) = costs.get(row) else {
            return Some(0);
        };
        let mut best = None;
        for (column, cost) in of_row.iter().enumerate() {
            if let Some(cost) = cost.filter(|_| !taken[column]) {
                taken[column] = true;
                let total = cheapest(costs, row + 1, taken).map(|rest| rest + cost);
                best = best.into_iter().chain(total).min();
                taken[column] = false;
            }
        }
        best
    }

    proptest! {
        #[test]
        fn potentials_prove_the_cheapest_assignment(
            (rows, columns) in (0..5usize).prop_flat_map(|rows| (Just(rows), rows..6usize)),
            entries in proptest::collection::vec(proptest::option::weighted(0.8, 0..20i64), 30),
        ) {
            let costs: Vec<Vec<Option<i64>>> =
                (0..rows).map(|row| entries[row * 6..][..columns].to_vec()).collect();
            let mut hungarian = Hungarian::default();
            hungarian.reset(rows, columns);
            for (row, of_row) in costs.iter().enumerate() {
                for (column, cost) in of_row.iter().enumerate() {
                    *hungarian.cost(row, column) = cost.unwrap_or(FORBIDDEN);
                }
            }
            let expected = cheapest(&costs, 0, &mut vec![false; columns]);
            prop_assert_eq!(hungarian.solve(), expected);
            if expected.is_some() {
                prop_assert!(hungarian.of_column.iter().all(|&potential| potential <= 0));
                for (row, of_row) in costs.iter().enumerate() {
                    for (column, cost) in of_row.iter().enumerate() {
                        let sum = hungarian.of_row[row] + hungarian.of_column[column];
                        prop_assert!(cost.is_none_or(|cost| sum <= cost));
                    }
                }
            }
        }
    }
}
