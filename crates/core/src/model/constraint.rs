//! What a model can demand of its variables: a closed set, so that a new kind is a compile error in
//! every backend until it is handled.

use super::{Value, Variable};

/// A variable plus a constant, the argument of [`Constraint::AllDifferent`]: queens on the rising
/// diagonals are the terms `queen[i] + i`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Term {
    /// The variable.
    pub variable: Variable,
    /// The constant that is added to its value.
    pub offset: Value,
}

impl Term {
    /// `variable + offset`.
    pub fn new(variable: Variable, offset: Value) -> Self {
        Term { variable, offset }
    }

    /// The value of the term in a solution.
    pub fn eval(self, solution: &[Value]) -> Value {
        solution[self.variable.index()] + self.offset
    }
}

impl From<Variable> for Term {
    fn from(variable: Variable) -> Self {
        Term { variable, offset: 0 }
    }
}

/// The statement "the variable has this value".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal {
    /// The variable.
    pub variable: Variable,
    /// The value it is said to have. A value outside the domain makes the literal false.
    pub value: Value,
}

impl Literal {
    /// `variable = value`.
    pub fn new(variable: Variable, value: Value) -> Self {
        Literal { variable, value }
    }

    /// Whether the solution makes the statement true.
    pub fn holds(self, solution: &[Value]) -> bool {
        solution[self.variable.index()] == self.value
    }
}

/// How the two sides of a linear constraint compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// `≤`
    AtMost,
    /// `=`
    Equal,
    /// `≥`
    AtLeast,
}

impl Relation {
    /// Whether `left` stands in this relation to `right`.
    pub fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Relation::AtMost => left <= right,
            Relation::Equal => left == right,
            Relation::AtLeast => left >= right,
        }
    }
}

/// `Σ coefficient · variable  relation  rhs`: killer cages, sums.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Linear {
    /// Coefficient and variable of each summand. A variable may occur more than once.
    pub summands: Vec<(i64, Variable)>,
    /// How the sum compares with the right-hand side.
    pub relation: Relation,
    /// The right-hand side.
    pub rhs: i64,
}

/// `first ≥ second`, lexicographically, as vectors of truth values (true is greater than false),
/// both of the same length.
///
/// With `first` all literals of a model in their order and `second` their images under a symmetry,
/// this is the lex-leader constraint (Crawford, Ginsberg, Luks and Roy, KR 1996). For one variable a
/// row it keeps the solution that is *least* as a sequence of values among its images, since the
/// earlier true literal belongs to the smaller value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lexicographic {
    /// The vector that must not be smaller.
    pub first: Vec<Literal>,
    /// The vector that must not be greater.
    pub second: Vec<Literal>,
}

impl Lexicographic {
    pub(super) fn holds(&self, solution: &[Value]) -> bool {
        let truth =
            |literals: &[Literal]| literals.iter().map(|l| l.holds(solution)).collect::<Vec<_>>();
        truth(&self.first) >= truth(&self.second)
    }
}

/// A constraint of a model. The set is closed on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constraint {
    /// The terms have pairwise different values.
    AllDifferent(Vec<Term>),
    /// A linear equation or inequality.
    Linear(Linear),
    /// A lexicographic order over literals, for breaking symmetry.
    Lexicographic(Lexicographic),
}

impl Constraint {
    /// Whether a solution satisfies the constraint.
    pub fn holds(&self, solution: &[Value]) -> bool {
        match self {
            Constraint::AllDifferent(terms) => {
                let mut values: Vec<Value> = terms.iter().map(|term| term.eval(solution)).collect();
                values.sort_unstable();
                values.windows(2).all(|pair| pair[0] != pair[1])
            }
            Constraint::Linear(linear) => {
                let value = |&(c, v): &(i64, Variable)| c * i64::from(solution[v.index()]);
                linear.relation.holds(linear.summands.iter().map(value).sum(), linear.rhs)
            }
            Constraint::Lexicographic(order) => order.holds(solution),
        }
    }

    /// The variables it speaks of, in order of first mention, each once.
    pub fn scope(&self) -> Vec<Variable> {
        let mentioned: Vec<Variable> = match self {
            Constraint::AllDifferent(terms) => terms.iter().map(|term| term.variable).collect(),
            Constraint::Linear(linear) => linear.summands.iter().map(|summand| summand.1).collect(),
            Constraint::Lexicographic(order) => {
                order.first.iter().chain(&order.second).map(|literal| literal.variable).collect()
            }
        };
        let mut seen = std::collections::HashSet::new();
        mentioned.into_iter().filter(|&variable| seen.insert(variable)).collect()
    }
}
