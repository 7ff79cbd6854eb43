//! Latin squares: an n × n square of the values 1 to n, each once in every row and every column.
//!
//! Some cells may be given (quasigroup completion), and there may be an objective: the largest
//! reward, where cell (i, j) with value v is worth ((i + 1)(j + 1) + v²) mod 11 with i and j from 0,
//! or the smallest sum of the main diagonal. A solution gives the values row by row.

use crate::model::{Direction, Domain, Literal, Model, Value, Variable};
use crate::problem::{
    Choice, Kind, OBJECTIVE, Problem, Published, PublishedOptimum, Spec, SpecError, Violation,
    fingerprint,
};
use crate::symmetry::Symmetry;

mod holes;
mod parse;

/// The line of this kind in [`KINDS`](crate::problem::KINDS).
pub const KIND: Kind = Kind {
    name: "latin-square",
    summary: "an N × N square, each of N values once in every row and column; completion, optimisation",
    from_size: true,
    from_text: true,
    options: &[
        Choice {
            name: OBJECTIVE,
            summary: "the largest reward, or the smallest sum of the main diagonal",
            values: &["reward", "diagonal"],
        },
        Choice {
            name: HOLES,
            summary: "complete a random square with so many empty cells",
            values: &[],
        },
        Choice {
            name: INSTANCE,
            summary: "which of the random squares with holes, by number",
            values: &[],
        },
    ],
    build,
    read: None,
};

const HOLES: &str = "holes";
const INSTANCE: &str = "instance";

/// The largest order.
pub const MAX_ORDER: usize = 200;

/// What is to be made large or small.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The largest sum of the rewards of all cells.
    Reward,
    /// The smallest sum of the main diagonal.
    Diagonal,
}

impl Goal {
    /// The name in options.
    pub fn name(self) -> &'static str {
        match self {
            Goal::Reward => "reward",
            Goal::Diagonal => "diagonal",
        }
    }

    fn direction(self) -> Direction {
        match self {
            Goal::Reward => Direction::Maximise,
            Goal::Diagonal => Direction::Minimise,
        }
    }

    /// What a value adds to the objective when it stands in a cell; rows and columns from 0.
    pub fn worth(self, row: usize, column: usize, value: Value) -> i64 {
        let value = i64::from(value);
        match self {
            Goal::Reward => (((row + 1) * (column + 1)) as i64 + value * value) % 11,
            Goal::Diagonal if row == column => value,
            Goal::Diagonal => 0,
        }
    }
}

/// A Latin square to be found or completed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LatinSquare {
    n: usize,
    givens: Vec<Option<Value>>,
    goal: Option<Goal>,
}

impl LatinSquare {
    /// The empty square of an order.
    pub fn new(n: usize) -> Self {
        LatinSquare { n, givens: vec![None; n * n], goal: None }
    }

    /// A square with given cells, row by row.
    ///
    /// # Panics
    /// If there are not n² cells, or a value is not between 1 and n.
    pub fn with_givens(n: usize, givens: Vec<Option<Value>>) -> Self {
        assert_eq!(givens.len(), n * n, "one cell for each row and column");
        let values = 1..=n as Value;
        assert!(givens.iter().flatten().all(|value| values.contains(value)));
        LatinSquare { n, givens, goal: None }
    }

    /// The same square with an objective.
    #[must_use]
    pub fn with_goal(mut self, goal: Goal) -> Self {
        self.goal = Some(goal);
        self
    }

    /// Number of rows, of columns and of values.
    pub fn order(&self) -> usize {
        self.n
    }

    /// The given value of each cell, row by row.
    pub fn givens(&self) -> &[Option<Value>] {
        &self.givens
    }

    /// The objective.
    pub fn goal(&self) -> Option<Goal> {
        self.goal
    }

    fn is_empty(&self) -> bool {
        self.givens.iter().all(Option::is_none)
    }

    /// The cells of each row, then of each column, with what people call it.
    fn lines(&self) -> impl Iterator<Item = (String, impl Iterator<Item = usize>)> {
        let n = self.n;
        let line = move |name: &str, line: usize, first: usize, step: usize| {
            let cells = (0..n).map(move |place| first + place * step);
            (format!("{name} {}", line + 1), cells)
        };
        (0..n)
            .map(move |row| line("row", row, row * n, 1))
            .chain((0..n).map(move |column| line("column", column, column, n)))
    }

    /// What the filled cells of the square are written as, `.` for an empty one.
    fn write(&self, cell: impl Fn(usize) -> Option<Value>) -> String {
        let width = self.n.to_string().len();
        let mut text = String::new();
        for index in 0..self.n * self.n {
            let symbol = cell(index).map_or(".".to_owned(), |value| value.to_string());
            text.push_str(&format!("{symbol:>width$}"));
            text.push(if (index + 1).is_multiple_of(self.n) { '\n' } else { ' ' });
        }
        text
    }
}

fn build(spec: &Spec) -> Result<Box<dyn Problem>, SpecError> {
    let option = |name: &str| spec.options.get(name);
    let square = match &spec.text {
        Some(text) => {
            let square: LatinSquare = text.parse()?;
            if let Some(n) = spec.n.filter(|&n| n != square.n as u64) {
                let order = square.n;
                return Err(SpecError::new(format!(
                    "the square has order {order}, not {n}: leave --n out"
                )));
            }
            if let Some(name) = [HOLES, INSTANCE].iter().find(|&&name| option(name).is_some()) {
                return Err(SpecError::new(format!(
                    "the square has its own holes: leave the option `{name}` out"
                )));
            }
            square
        }
        None => {
            let n = spec.size(1, MAX_ORDER as u64)?;
            let number = |name: &'static str| {
                let number = option(name).map(|text| text.parse::<u64>().map_err(|_| text));
                number.transpose().map_err(|text| {
                    SpecError::new(format!("the option `{name}` is a number, not `{text}`"))
                })
            };
            match (number(HOLES)?, number(INSTANCE)?) {
                (None, None) => LatinSquare::new(n),
                (None, Some(_)) => {
                    return Err(SpecError::new(format!(
                        "the option `{INSTANCE}` tells squares with holes apart: give `{HOLES}` too"
                    )));
                }
                (Some(holes), instance) if holes <= (n * n) as u64 => {
                    LatinSquare::with_holes(n, holes as usize, instance.unwrap_or(0)).0
                }
                (Some(holes), _) => {
                    let cells = n * n;
                    return Err(SpecError::new(format!("{holes} holes in {cells} cells")));
                }
            }
        }
    };
    let goals = [Goal::Reward, Goal::Diagonal];
    let chosen = option(OBJECTIVE);
    let goal = goals.into_iter().find(|goal| chosen.is_some_and(|name| name == goal.name()));
    Ok(Box::new(match goal {
        Some(goal) => square.with_goal(goal),
        None => square,
    }))
}

/// Latin squares of order 1, 2, …: OEIS A002860.
pub const SOLUTIONS: [u64; 7] = [1, 2, 12, 576, 161_280, 812_851_200, 61_479_419_904_000];

/// The largest reward for order 1, 2, …: by exhaustive search to 5, above by integer programming (of
/// which the dual bound is a proof in integers) and, independently, by constraint programming and
/// satisfiability modulo theories for 11 and 12.
pub const LARGEST_REWARD: [i64; 12] = [2, 19, 56, 121, 192, 272, 378, 519, 663, 880, 946, 1113];

impl Problem for LatinSquare {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn name(&self) -> String {
        let mut name = format!("latin-square-{}", self.n);
        if !self.is_empty() {
            let holes = self.givens.iter().filter(|given| given.is_none()).count();
            name.push_str(&format!("-holes-{holes}-{}", fingerprint(&self.to_string())));
        }
        if let Some(goal) = self.goal {
            name.push_str(&format!("-{}", goal.name()));
        }
        name
    }

    fn spec(&self) -> Spec {
        let mut spec = Spec { kind: KIND.name.to_owned(), ..Spec::default() };
        if self.is_empty() {
            spec.n = Some(self.n as u64);
        } else {
            spec.text = Some(self.to_string());
        }
        if let Some(goal) = self.goal {
            spec.options.insert(OBJECTIVE.to_owned(), goal.name().to_owned());
        }
        spec
    }

    /// One variable a cell; each row and each column all-different.
    fn model(&self) -> Model {
        let mut model = Model::new();
        for (index, given) in self.givens.iter().enumerate() {
            let (row, column) = (index / self.n, index % self.n);
            let all = Domain::range(1..=self.n as Value);
            let domain = given.map_or(all, Domain::singleton);
            model.variable(format!("cell[{row}][{column}]"), domain);
        }
        for (_, cells) in self.lines() {
            model.all_different(cells.map(|cell| Variable(cell as u32)));
        }
        if let Some(goal) = self.goal {
            let weight = |literal: Literal| {
                let (row, column) =
                    (literal.variable.index() / self.n, literal.variable.index() % self.n);
                (goal.worth(row, column, literal.value), literal)
            };
            let weights = model.literals().map(weight);
            let weights = weights.filter(|&(weight, _)| weight != 0).collect();
            model.optimise(goal.direction(), weights);
        }
        model
    }

    fn verify(&self, solution: &[Value]) -> Result<(), Violation> {
        let n = self.n;
        if solution.len() != n * n {
            let count = solution.len();
            return Err(Violation::new(format!(
                "{count} values for the {} cells of order {n}",
                n * n
            )));
        }
        for (index, (&value, given)) in solution.iter().zip(&self.givens).enumerate() {
            let (row, column) = (index / n + 1, index % n + 1);
            if value < 1 || value > n as Value {
                return Err(Violation::new(format!(
                    "row {row}, column {column} has {value}, which is not from 1 to {n}"
                )));
            }
            if let Some(given) = given.filter(|&given| given != value) {
                return Err(Violation::new(format!(
                    "row {row}, column {column} is given as {given}, not {value}"
                )));
            }
        }
        for (name, cells) in self.lines() {
            let mut seen = vec![false; n + 1];
            for cell in cells {
                let value = solution[cell];
                if std::mem::replace(&mut seen[value as usize], true) {
                    return Err(Violation::new(format!("{name} has {value} twice")));
                }
            }
        }
        Ok(())
    }

    fn objective(&self, solution: &[Value]) -> Option<i64> {
        let goal = self.goal?;
        let worth = |(index, &value)| goal.worth(index / self.n, index % self.n, value);
        Some(solution.iter().enumerate().map(worth).sum())
    }

    fn list(&self, solution: &[Value]) -> String {
        let line = |(cell, value)| {
            format!("row {}, column {} = {value}\n", cell / self.n + 1, cell % self.n + 1)
        };
        solution.iter().enumerate().map(line).collect()
    }

    fn display(&self, solution: &[Value]) -> String {
        self.write(|cell| solution.get(cell).copied())
    }

    /// Without givens, rows, columns and values may exchange their parts (the six conjugates); an
    /// objective leaves the transposition only.
    fn symmetries(&self) -> Vec<Symmetry> {
        if !self.is_empty() {
            return vec![Symmetry::identity()];
        }
        let n = self.n as Value;
        let conjugate = |name, map: fn(Value, Value, Value) -> (Value, Value, Value)| {
            Symmetry::new(name, move |literal| {
                let cell = literal.variable.0 as Value;
                let (row, column, value) = map(cell / n, cell % n, literal.value - 1);
                Literal::new(Variable((row * n + column) as u32), value + 1)
            })
        };
        let mut symmetries = vec![
            Symmetry::identity(),
            conjugate("rows exchanged with columns", |r, c, v| (c, r, v)),
        ];
        if self.goal.is_none() {
            symmetries.extend([
                conjugate("columns exchanged with values", |r, c, v| (r, v, c)),
                conjugate("rows exchanged with values", |r, c, v| (v, c, r)),
                conjugate("rows to columns to values to rows", |r, c, v| (v, r, c)),
                conjugate("rows to values to columns to rows", |r, c, v| (c, v, r)),
            ]);
        }
        symmetries
    }

    fn published(&self) -> Option<Published> {
        let solutions = *SOLUTIONS.get(self.n.checked_sub(1)?)?;
        self.is_empty().then_some(Published {
            solutions,
            fundamental: None,
            source: "OEIS A002860",
        })
    }

    fn published_optimum(&self) -> Option<PublishedOptimum> {
        if !self.is_empty() {
            return None;
        }
        Some(match self.goal? {
            Goal::Reward => PublishedOptimum {
                value: *LARGEST_REWARD.get(self.n.checked_sub(1)?)?,
                source: "exhaustive search to order 5, integer programming above",
            },
            Goal::Diagonal => PublishedOptimum {
                value: self.n as i64,
                source: "cell (i, j) = (j − i) mod n + 1 has a diagonal of ones",
            },
        })
    }
}

#[cfg(test)]
mod tests;
