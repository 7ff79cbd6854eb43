//! A model as a 0/1 program: integer data, exact until an engine turns it into floating point.
//!
//! Column `i` is literal `i` of the model, so that a point of the program is read as a solution
//! without a table. Lexicographic orders add auxiliary columns behind the literals; they are free in
//! some solutions, so nothing that tells solutions apart may mention them.

use std::collections::BTreeMap;

use parity_core::{
    AtMostOne, Constraint, Direction, Lexicographic, Linear, Model, Relation, SolverError, Value,
};

use crate::propagation::Fixed;

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
        }
    }

    /// Translates a model; the objective only if it is asked for, since a search for any solution is
    /// faster without one.
    pub(crate) fn of(model: &Model, with_objective: bool) -> Result<Self, SolverError> {
        let mut program = Program::new(model.literal_count());
        for variable in model.variables() {
            let literals = model.literals_of(variable);
            program.add_row(literals.map(|literal| (1, literal)), Relation::Equal, 1)?;
        }
        for constraint in model.constraints() {
            match constraint {
                Constraint::AllDifferent(terms) => {
                    for group in model.at_most_ones(terms) {
                        program.add_at_most_one(&group)?;
                    }
                }
                Constraint::Linear(linear) => program.add_linear(model, linear)?,
                Constraint::Lexicographic(order) => program.add_lexicographic(model, order)?,
            }
        }
        if with_objective {
            let objective = model.objective().ok_or_else(|| {
                SolverError::Unsupported("the model has no objective to optimise".to_owned())
            })?;
            program.direction = objective.direction;
            for &(weight, literal) in &objective.weights {
                if let Some(column) = model.literal_index(literal) {
                    let sum = program.weights[column].checked_add(weight);
                    program.weights[column] = sum.ok_or_else(too_large)?;
                }
            }
            check_magnitude(program.weights.iter().copied())?;
        }
        Ok(program)
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

    /// The no-good cut: of the columns that are 1 in this point, not all may be. It forbids the
    /// point alone, since every solution has one literal true for each variable.
    pub(crate) fn add_no_good(&mut self, point: &[bool]) -> Result<(), SolverError> {
        let ones: Vec<_> = (0..self.integers).filter(|&column| point[column]).collect();
        let fewer = ones.len() as i64 - 1;
        self.add_row(ones.into_iter().map(|column| (1, column)), Relation::AtMost, fewer)
    }

    fn add_at_most_one(&mut self, group: &AtMostOne) -> Result<(), SolverError> {
        let relation = if group.exactly { Relation::Equal } else { Relation::AtMost };
        if group.literals.len() < 2 && !group.exactly {
            return Ok(());
        }
        self.add_row(group.literals.iter().map(|&literal| (1, literal)), relation, 1)
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

/// The solution that a point of the program stands for: of each variable, the value whose column
/// is 1. `None` unless there is exactly one.
pub(crate) fn solution(model: &Model, point: &Fixed) -> Option<Vec<Value>> {
    let value = |variable| {
        let mut ones = model.literals_of(variable).filter(|&column| point[column] == Some(true));
        let one = ones.next()?;
        ones.next().is_none().then(|| model.literal(one).value)
    };
    model.variables().map(value).collect()
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
    use parity_core::{Domain, Literal, Term};

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
            .map(|point| solution(model, &point).expect("one value a variable"))
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
        let program = Program::of(&model, false).expect("small numbers");
        let expected: Vec<_> = parity_core::laws::brute_force(&model).into_iter().collect();
        assert!(!expected.is_empty());
        assert_eq!(projected(&model, &program), expected);
    }

    #[test]
    fn a_variable_that_must_differ_from_itself_leaves_nothing() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::range(0..=1));
        model.all_different([x, x]);
        let program = Program::of(&model, false).expect("small numbers");
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
        assert!(matches!(Program::of(&model, false), Err(SolverError::Unsupported(_))));
    }
}
