//! The single language that every solver reads.
//!
//! A [`Model`] has finite-domain integer variables and a *closed* set of constraints. Backends
//! match [`Constraint`] without a catch-all arm, so a new kind of constraint does not compile until
//! each of them handles it.
//!
//! A (variable, value) pair is a [`Literal`]: one Boolean in SAT, one 0/1 column in ILP, one option
//! in exact cover. Literals are numbered once, here, variable by variable and value by value in
//! ascending order ([`Model::literal_index`]); every backend uses that numbering.

use std::collections::BTreeMap;

mod constraint;
mod domain;
mod objective;

pub use constraint::{Constraint, Lexicographic, Linear, Literal, Relation, Term};
pub use domain::Domain;
pub use objective::{Direction, Objective};

/// A value of a variable.
pub type Value = i32;

/// A variable, by its position in the model; a solution is a slice indexed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Variable(pub u32);

impl Variable {
    /// The position of the variable in a solution.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The literals that an all-different constraint lets at most one of be true: those that give some
/// term one and the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AtMostOne {
    /// The value that at most one term may have.
    pub value: Value,
    /// Indices of the literals, in the order of the terms.
    pub literals: Vec<usize>,
    /// Whether exactly one must hold: there are as many terms as values.
    pub exactly: bool,
}

/// Variables with their domains, the constraints over them, and perhaps an objective.
///
/// The empty model has one solution, the empty one. A variable in no constraint multiplies the
/// number of solutions by the size of its domain.
#[derive(Clone, Debug)]
pub struct Model {
    names: Vec<String>,
    domains: Vec<Domain>,
    /// Literals before those of each variable, and their total at the end.
    first_literal: Vec<usize>,
    constraints: Vec<Constraint>,
    objective: Option<Objective>,
}

impl Default for Model {
    fn default() -> Self {
        Model {
            names: Vec::new(),
            domains: Vec::new(),
            first_literal: vec![0],
            constraints: Vec::new(),
            objective: None,
        }
    }
}

impl Model {
    /// The empty model.
    pub fn new() -> Self {
        Model::default()
    }

    /// Adds a variable.
    pub fn variable(&mut self, name: impl Into<String>, domain: Domain) -> Variable {
        let variable =
            Variable(u32::try_from(self.domains.len()).expect("fewer than 2^32 variables"));
        self.first_literal.push(self.literal_count() + domain.len());
        self.names.push(name.into());
        self.domains.push(domain);
        variable
    }

    /// Adds a constraint.
    ///
    /// # Panics
    /// If it mentions a variable the model does not have, or compares vectors of different lengths.
    pub fn constrain(&mut self, constraint: Constraint) {
        let known = |variable: Variable| variable.index() < self.domains.len();
        assert!(
            constraint.scope().into_iter().all(known),
            "a constraint mentions an unknown variable"
        );
        if let Constraint::Lexicographic(order) = &constraint {
            assert_eq!(order.first.len(), order.second.len(), "compared vectors differ in length");
        }
        self.constraints.push(constraint);
    }

    /// Adds the constraint that these terms (or variables) have pairwise different values.
    pub fn all_different<T: Into<Term>>(&mut self, terms: impl IntoIterator<Item = T>) {
        self.constrain(Constraint::AllDifferent(terms.into_iter().map(Into::into).collect()));
    }

    /// Sets the objective.
    pub fn optimise(&mut self, direction: Direction, weights: Vec<(i64, Literal)>) {
        self.objective = Some(Objective { direction, weights });
    }

    /// Number of variables, that is, the length of a solution.
    pub fn len(&self) -> usize {
        self.domains.len()
    }

    /// Whether the model has no variable.
    pub fn is_empty(&self) -> bool {
        self.domains.is_empty()
    }

    /// The variables in order.
    pub fn variables(
        &self,
    ) -> impl DoubleEndedIterator<Item = Variable> + ExactSizeIterator + use<> {
        (0..self.domains.len() as u32).map(Variable)
    }

    /// The name of a variable, for people.
    pub fn name(&self, variable: Variable) -> &str {
        &self.names[variable.index()]
    }

    /// The domain of a variable.
    pub fn domain(&self, variable: Variable) -> &Domain {
        &self.domains[variable.index()]
    }

    /// The domains of all variables, in order.
    pub fn domains(&self) -> &[Domain] {
        &self.domains
    }

    /// The constraints, in the order in which they were added.
    pub fn constraints(&self) -> &[Constraint] {
        &self.constraints
    }

    /// The objective, if there is one.
    pub fn objective(&self) -> Option<&Objective> {
        self.objective.as_ref()
    }

    /// Number of literals: the sum of the sizes of the domains.
    pub fn literal_count(&self) -> usize {
        *self.first_literal.last().expect("the total is there from the beginning")
    }

    /// The indices of the literals of a variable, in the order of its values.
    pub fn literals_of(&self, variable: Variable) -> std::ops::Range<usize> {
        self.first_literal[variable.index()]..self.first_literal[variable.index() + 1]
    }

    /// The index of a literal, or `None` if its value lies outside the domain.
    pub fn literal_index(&self, literal: Literal) -> Option<usize> {
        let rank = self.domain(literal.variable).position(literal.value)?;
        Some(self.first_literal[literal.variable.index()] + rank)
    }

    /// The literal of an index.
    ///
    /// # Panics
    /// If the index is not below [`Model::literal_count`].
    pub fn literal(&self, index: usize) -> Literal {
        assert!(index < self.literal_count(), "no literal {index}");
        // Empty domains repeat an entry; the last variable that starts here is the one that owns it.
        let owner = self.first_literal.partition_point(|&first| first <= index) - 1;
        let variable = Variable(owner as u32);
        Literal { variable, value: self.domains[owner].values()[index - self.first_literal[owner]] }
    }

    /// Every literal, in the order of the indices.
    pub fn literals(&self) -> impl Iterator<Item = Literal> + '_ {
        self.variables().flat_map(|variable| {
            self.domain(variable).values().iter().map(move |&value| Literal { variable, value })
        })
    }

    /// An all-different constraint over `terms` as at-most-one constraints over literals, one for
    /// each value that some term can have, ascending. Groups of one literal are kept: they carry
    /// information when exactly one must hold.
    pub fn at_most_ones(&self, terms: &[Term]) -> Vec<AtMostOne> {
        let mut groups: BTreeMap<Value, Vec<usize>> = BTreeMap::new();
        for term in terms {
            let first = self.first_literal[term.variable.index()];
            for (rank, value) in self.domain(term.variable).values().iter().enumerate() {
                groups.entry(value + term.offset).or_default().push(first + rank);
            }
        }
        let exactly = groups.len() == terms.len();
        groups.into_iter().map(|(value, literals)| AtMostOne { value, literals, exactly }).collect()
    }

    /// Whether an assignment is a solution: right length, values in their domains, constraints satisfied.
    ///
    /// This is the meaning of the model. Answers are *verified* elsewhere, by
    /// [`Problem::verify`](crate::Problem::verify), which shares no code with it.
    pub fn admits(&self, solution: &[Value]) -> bool {
        solution.len() == self.len()
            && self.domains.iter().zip(solution).all(|(domain, &value)| domain.contains(value))
            && self.constraints.iter().all(|constraint| constraint.holds(solution))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_are_numbered_variable_by_variable() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::new([5, 2, 2]));
        model.variable("empty", Domain::new([]));
        let y = model.variable("y", Domain::range(-1..=1));
        assert_eq!(model.literal_count(), 5);
        assert_eq!(model.literals_of(y), 2..5);
        assert_eq!(model.name(y), "y");
        let expected = [(x, 2), (x, 5), (y, -1), (y, 0), (y, 1)];
        for (index, (variable, value)) in expected.into_iter().enumerate() {
            let literal = Literal { variable, value };
            assert_eq!(model.literal(index), literal);
            assert_eq!(model.literal_index(literal), Some(index));
        }
        assert_eq!(model.literals().count(), 5);
        assert_eq!(model.literal_index(Literal::new(x, 3)), None);
    }

    #[test]
    fn all_different_becomes_groups_by_value() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::range(0..=1));
        let y = model.variable("y", Domain::range(0..=1));
        let groups = model.at_most_ones(&[x.into(), y.into()]);
        assert!(groups.iter().all(|group| group.exactly));
        assert_eq!(groups[0].literals, [0, 2]);
        let shifted = model.at_most_ones(&[x.into(), Term::new(y, 1)]);
        assert_eq!(shifted.iter().map(|group| group.value).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(shifted.iter().all(|group| !group.exactly));
    }

    #[test]
    fn the_meaning_of_each_constraint() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::range(0..=3));
        let y = model.variable("y", Domain::range(0..=3));
        model.all_different([Term::new(x, 0), Term::new(y, 1)]);
        model.constrain(Constraint::Linear(Linear {
            summands: vec![(2, x), (-1, y)],
            relation: Relation::AtLeast,
            rhs: 1,
        }));
        assert!(model.admits(&[3, 3]));
        assert!(!model.admits(&[3, 2]), "3 = 2 + 1");
        assert!(!model.admits(&[1, 3]), "2 - 3 < 1");
        assert!(!model.admits(&[4, 0]), "outside the domain");
        assert!(!model.admits(&[3]), "too short");
        let (a, b) = (Literal::new(x, 0), Literal::new(y, 0));
        let order = Lexicographic { first: vec![a], second: vec![b] };
        assert!(order.holds(&[0, 0]) && order.holds(&[0, 1]) && !order.holds(&[1, 0]));
    }

    #[test]
    fn the_empty_model_admits_the_empty_solution() {
        let mut model = Model::new();
        assert!(model.is_empty() && model.admits(&[]));
        model.variable("x", Domain::singleton(0));
        assert!(!model.is_empty() && !model.admits(&[]));
    }
}
