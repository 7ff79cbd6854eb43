//! A model as a 0/1 program: integer data, exact until an engine turns it into floating point.
//!
//! Column `i` is literal `i` of the model, so that a point of the program is read as a solution
//! without a table. Lexicographic orders add auxiliary columns behind the literals; they are free in
//! some solutions, so nothing that tells solutions apart may mention them.

use std::collections::BTreeMap;
use std::ops::Range;

use parity_core::{Constraint, Direction, Lexicographic, Linear, Model, Relation, SolverError};

use crate::propagation::Fixed;

/// How "at most one of these columns" is stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rows {
    /// One row for every two columns: `x + y ≤ 1`.
    Pairwise,
    /// One row for all of them, the clique inequality. It admits the same integer points and far
    /// fewer others (Padberg, *On the facial structure of set packing polyhedra*, 1973).
    Cliques,
}

/// `Σ coefficient · column  relation  rhs`, each column at most once, no coefficient zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) terms: Vec<(i64, usize)>,
    pub(crate) relation: Relation,
    pub(crate) rhs: i64,
}

/// A linear program whose columns lie between 0 and 1.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// Weight of each column in the objective.
    pub(crate) weights: Vec<i64>,
    /// Whether the weights are to be made large or small.
    pub(crate) direction: Direction,
    /// The first columns are 0 or 1; the others may lie between.
    pub(crate) integers: usize,
    pub(crate) rows: Vec<Row>,
    /// The columns of each decision, of which exactly one is 1: those of the values of a variable.
    pub(crate) decisions: Vec<Range<usize>>,
}

/// Beyond this a 64-bit float does not hold every integer.
const EXACT: i64 = 1 << 53;

impl Program {
    /// A program of so many 0/1 columns, without rows and objective.
    pub(crate) fn new(integers: usize) -> Self {
        Program {
            weights: vec![0; integers],
            direction: Direction::Minimise,
            integers,
            rows: Vec::new(),
            decisions: Vec::new(),
        }
    }

    /// Translates a model; the objective only if it is asked for, since a search for any solution is
    /// faster without one.
    pub(crate) fn of(model: &Model, rows: Rows, with_objective: bool) -> Result<Self, SolverError> {
        let mut program = Program::new(model.literal_count());
        for variable in model.variables() {
            program.decide(model.literals_of(variable))?;
        }
        for constraint in model.constraints() {
            match constraint {
                Constraint::AllDifferent(terms) => {
                    for group in model.at_most_ones(terms) {
                        if group.exactly && rows == Rows::Cliques {
                            let terms = group.literals.iter().map(|&literal| (1, literal));
                            program.add_row(terms, Relation::Equal, 1)?;
                        } else {
                            program.add_at_most_one(&group.literals, rows)?;
                        }
                    }
                }
                Constraint::Linear(linear) => program.add_linear(model, linear)?,
                Constraint::Lexicographic(order) => program.add_lexicographic(model, order)?,
            }
        }
        if with_objective {
            program.add_objective(model)?;
        }
        Ok(program)
    }

    /// The packing version of a model: as many variables as possible shall have a value, and each
    /// may stay without. Sums are left out, as a variable without a value has no part in them, and
    /// so are orders.
    pub(crate) fn packing(model: &Model, rows: Rows) -> Result<Self, SolverError> {
        let mut program = Program::new(model.literal_count());
        program.direction = Direction::Maximise;
        program.weights.fill(1);
        for variable in model.variables() {
            let literals: Vec<usize> = model.literals_of(variable).collect();
            program.add_at_most_one(&literals, rows)?;
        }
        for constraint in model.constraints() {
            match constraint {
                Constraint::AllDifferent(terms) => {
                    for group in model.at_most_ones(terms) {
                        program.add_at_most_one(&group.literals, rows)?;
                    }
                }
                Constraint::Linear(_) | Constraint::Lexicographic(_) => {}
            }
        }
        Ok(program)
    }

    /// Adds a decision: exactly one of these columns is 1.
    pub(crate) fn decide(&mut self, columns: Range<usize>) -> Result<(), SolverError> {
        self.decisions.push(columns.clone());
        self.add_row(columns.map(|column| (1, column)), Relation::Equal, 1)
    }

    fn add_objective(&mut self, model: &Model) -> Result<(), SolverError> {
        let objective = model
            .objective()
            .ok_or_else(|| SolverError::Unsupported("the model has no objective".to_owned()))?;
        self.direction = objective.direction;
        for &(weight, literal) in &objective.weights {
            if let Some(column) = model.literal_index(literal) {
                let sum = self.weights[column].checked_add(weight);
                self.weights[column] = sum.ok_or_else(too_large)?;
            }
        }
        check_magnitude(self.weights.iter().copied())
    }

    /// The value of the objective in a point.
    pub(crate) fn value(&self, point: &Fixed) -> i128 {
        let ones = point.iter().zip(&self.weights).filter(|(value, _)| **value == Some(true));
        ones.map(|(_, &weight)| i128::from(weight)).sum()
    }

    /// Adds a row; columns that are mentioned twice are gathered.
    pub(crate) fn add_row(
        &mut self,
        terms: impl IntoIterator<Item = (i64, usize)>,
        relation: Relation,
        rhs: i64,
    ) -> Result<(), SolverError> {
        let mut sums: BTreeMap<usize, i64> = BTreeMap::new();
        for (coefficient, column) in terms {
            let sum = sums.entry(column).or_default();
            *sum = sum.checked_add(coefficient).ok_or_else(too_large)?;
        }
        sums.retain(|_, &mut sum| sum != 0);
        check_magnitude(sums.values().copied().chain([rhs]))?;
        let terms = sums.into_iter().map(|(column, sum)| (sum, column)).collect();
        self.rows.push(Row { terms, relation, rhs });
        Ok(())
    }

    /// The no-good cut: of these columns, not all may be 1.
    pub(crate) fn forbid(&mut self, ones: &[usize]) -> Result<(), SolverError> {
        let fewer = ones.len() as i64 - 1;
        self.add_row(ones.iter().map(|&column| (1, column)), Relation::AtMost, fewer)
    }

    /// Adds "at most one of these columns is 1".
    pub(crate) fn add_at_most_one(
        &mut self,
        columns: &[usize],
        rows: Rows,
    ) -> Result<(), SolverError> {
        match rows {
            Rows::Cliques if columns.len() < 2 => Ok(()),
            Rows::Cliques => {
                self.add_row(columns.iter().map(|&column| (1, column)), Relation::AtMost, 1)
            }
            Rows::Pairwise => {
                for (index, &second) in columns.iter().enumerate() {
                    for &first in &columns[..index] {
                        self.add_row([(1, first), (1, second)], Relation::AtMost, 1)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// A variable is the sum of its values, each times its literal.
    fn add_linear(&mut self, model: &Model, linear: &Linear) -> Result<(), SolverError> {
        let mut terms = Vec::new();
        for &(coefficient, variable) in &linear.summands {
            let values = model.domain(variable).values();
            for (literal, &value) in model.literals_of(variable).zip(values) {
                let product = coefficient.checked_mul(i64::from(value));
                terms.push((product.ok_or_else(too_large)?, literal));
            }
        }
        self.add_row(terms, linear.relation, linear.rhs)
    }

    /// A chain of columns says how far the two vectors are still `equal`; only there does
    /// `second ≤ first` bind. Weights that are powers of two would need one row only, but leave the
    /// range of floating point after some fifty literals.
    ///
    /// The chain need not be integer: it is forced to 1 where the vectors are equal, and where it
    /// is not forced it may as well be 0.
    fn add_lexicographic(
        &mut self,
        model: &Model,
        order: &Lexicographic,
    ) -> Result<(), SolverError> {
        let mut equal = None; // the vectors are equal before their first place
        for (&first, &second) in order.first.iter().zip(&order.second) {
            // A literal outside its domain is false: no column, nothing to sum.
            let (first, second) = (model.literal_index(first), model.literal_index(second));
            if first == second {
                continue;
            }
            let one = i64::from(equal.is_none());
            let sum = |signed: [(i64, Option<usize>); 3]| {
                signed.into_iter().filter_map(|(sign, column)| Some((sign, column?)))
            };
            // equal → second ≤ first
            let binds = sum([(1, equal), (1, second), (-1, first)]);
            self.add_row(binds, Relation::AtMost, 1 - one)?;
            let Some(first) = first else {
                continue; // second is false where it binds: still equal
            };
            let still_equal = self.weights.len();
            self.weights.push(0);
            // equal ∧ ¬first → still equal
            let both_false = sum([(1, equal), (-1, Some(first)), (-1, Some(still_equal))]);
            self.add_row(both_false, Relation::AtMost, -one)?;
            // equal ∧ second → still equal
            if second.is_some() {
                let both_true = sum([(1, equal), (1, second), (-1, Some(still_equal))]);
                self.add_row(both_true, Relation::AtMost, 1 - one)?;
            }
            equal = Some(still_equal);
        }
        Ok(())
    }
}

/// The columns that are 1 in a point, one of each decision; `None` unless there is exactly one.
pub(crate) fn chosen(decisions: &[Range<usize>], point: &Fixed) -> Option<Vec<usize>> {
    let one = |columns: &Range<usize>| {
        let mut ones = columns.clone().filter(|&column| point[column] == Some(true));
        let one = ones.next()?;
        ones.next().is_none().then_some(one)
    };
    decisions.iter().map(one).collect()
}

fn check_magnitude(mut numbers: impl Iterator<Item = i64>) -> Result<(), SolverError> {
    numbers
        .try_fold(0i64, |sum, number| sum.checked_add(number.checked_abs()?))
        .filter(|&sum| sum < EXACT)
        .map(|_| ())
        .ok_or_else(too_large)
}

fn too_large() -> SolverError {
    SolverError::Unsupported("its coefficients do not fit a floating-point number".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parity_core::{Domain, Literal, Term, Value};

    fn point(code: u32, columns: usize) -> Fixed {
        (0..columns).map(|column| Some(code >> column & 1 == 1)).collect()
    }

    fn satisfied(program: &Program, point: &Fixed) -> bool {
        program.rows.iter().all(|row| {
            let ones = row.terms.iter().filter(|term| point[term.1] == Some(true));
            let sum = ones.map(|term| term.0);
            row.relation.holds(sum.sum(), row.rhs)
        })
    }

    /// The solutions of the program, projected to the model.
    fn projected(model: &Model, program: &Program) -> Vec<Vec<Value>> {
        let columns = program.weights.len();
        let mut found: Vec<_> = (0..1 << columns)
            .map(|code| point(code, columns))
            .filter(|point| satisfied(program, point))
            .map(|point| chosen(&program.decisions, &point).expect("one value a variable"))
            .map(|ones| ones.into_iter().map(|one| model.literal(one).value).collect())
            .collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn the_program_means_what_the_model_means() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::range(0..=2));
        let y = model.variable("y", Domain::range(-1..=1));
        let z = model.variable("z", Domain::new([0, 5]));
        model.all_different([Term::new(x, 0), Term::new(y, 1), Term::new(x, 5)]);
        model.constrain(Constraint::Linear(Linear {
            summands: vec![(2, x), (-1, y), (1, z)],
            relation: Relation::AtLeast,
            rhs: 2,
        }));
        let literal = |(variable, value)| Literal::new(variable, value);
        model.constrain(Constraint::Lexicographic(Lexicographic {
            first: [(x, 0), (z, 7), (y, 0), (y, 1)].map(literal).to_vec(),
            second: [(y, -1), (x, 1), (z, 0), (y, 1)].map(literal).to_vec(),
        }));
        let expected: Vec<_> = parity_core::laws::brute_force(&model).into_iter().collect();
        assert!(!expected.is_empty());
        for rows in [Rows::Pairwise, Rows::Cliques] {
            let program = Program::of(&model, rows, false).expect("small numbers");
            assert_eq!(projected(&model, &program), expected, "{rows:?}");
        }
    }

    /// Both literals hold in the first place, so the second place decides.
    #[test]
    fn lexicographic_order_goes_on_where_both_hold() {
        let mut model = Model::new();
        let variables = ["a", "b", "c", "d"].map(|name| model.variable(name, Domain::range(0..=1)));
        let [a, b, c, d] = variables.map(|variable| Literal::new(variable, 1));
        let order = Lexicographic { first: vec![a, b], second: vec![c, d] };
        model.constrain(Constraint::Lexicographic(order));
        let expected: Vec<_> = parity_core::laws::brute_force(&model).into_iter().collect();
        assert!(expected.contains(&vec![1, 0, 1, 0]) && !expected.contains(&vec![1, 0, 1, 1]));
        let program = Program::of(&model, Rows::Cliques, false).expect("small numbers");
        assert_eq!(projected(&model, &program), expected);
    }

    #[test]
    fn a_variable_that_must_differ_from_itself_leaves_nothing() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::range(0..=1));
        model.all_different([x, x]);
        let program = Program::of(&model, Rows::Cliques, false).expect("small numbers");
        assert!(projected(&model, &program).is_empty());
    }

    #[test]
    fn numbers_that_floats_do_not_hold_are_refused() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::range(0..=3));
        model.constrain(Constraint::Linear(Linear {
            summands: vec![(i64::MAX / 2, x)],
            relation: Relation::AtMost,
            rhs: 0,
        }));
        assert!(matches!(
            Program::of(&model, Rows::Cliques, false),
            Err(SolverError::Unsupported(_))
        ));
    }
}
