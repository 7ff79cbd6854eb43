//! The model in the terms of CP-SAT.

use std::collections::{BTreeSet, HashMap};

use parity_core::{
    Constraint, Direction, Domain, Lexicographic, Linear, Literal, Model, Objective, Relation,
    Tally, Term, Value,
};

use super::messages::{self, Kind};

/// A model for the engine.
pub(super) struct Encoding<'a> {
    model: &'a Model,
    pub(super) message: messages::Model,
    /// The Boolean variables that say that a variable has a value.
    indicators: HashMap<Literal, i32>,
}

impl<'a> Encoding<'a> {
    /// States a model, with its objective if that is wanted. The first variables are the model's.
    pub(super) fn new(model: &'a Model, with_objective: bool) -> Self {
        let mut encoding =
            Encoding { model, message: messages::Model::default(), indicators: HashMap::new() };
        for domain in model.domains() {
            encoding.variable(intervals(domain));
        }
        for constraint in model.constraints() {
            match constraint {
                Constraint::AllDifferent(terms) => encoding.all_different(terms),
                Constraint::Linear(linear) => encoding.linear(linear),
                Constraint::Lexicographic(order) => encoding.lexicographic(order),
            }
        }
        if let Some(objective) = model.objective().filter(|_| with_objective) {
            encoding.objective(objective);
        }
        encoding
    }

    /// What was stated.
    pub(super) fn size(&self) -> Tally {
        Tally::new()
            .with("variables", self.message.variables.len() as u64)
            .with("constraints", self.message.constraints.len() as u64)
    }

    fn variable(&mut self, domain: Vec<i64>) -> i32 {
        let index = self.message.variables.len() as i32;
        let variable = messages::IntegerVariable { domain };
        self.message.variables.push(variable);
        index
    }

    fn constrain(&mut self, kind: Kind, enforced_by: Option<i32>) {
        self.message.constraints.push(messages::Constraint {
            enforcement_literal: enforced_by.into_iter().collect(),
            kind: Some(kind),
        });
    }

    /// Excludes solutions. Only the variables of the model are mentioned, so that none can come
    /// back with other values of the auxiliary ones.
    pub(super) fn block(&mut self, solutions: &BTreeSet<Vec<Value>>) {
        let variables = self.model.variables().map(Term::from);
        let table = messages::Table {
            values: solutions.iter().flatten().map(|&value| value.into()).collect(),
            negated: true,
            expressions: variables.map(expression).collect(),
        };
        self.constrain(Kind::Table(table), None);
    }

    fn all_different(&mut self, terms: &[Term]) {
        let expressions = terms.iter().copied().map(expression).collect();
        self.constrain(Kind::AllDifferent(messages::AllDifferent { expressions }), None);
    }

    fn linear(&mut self, linear: &Linear) {
        let domain = match linear.relation {
            Relation::AtMost => vec![i64::MIN, linear.rhs],
            Relation::Equal => vec![linear.rhs, linear.rhs],
            Relation::AtLeast => vec![linear.rhs, i64::MAX],
        };
        let summands = linear.summands.iter();
        let sum = messages::Linear {
            variables: summands.clone().map(|summand| summand.1.0 as i32).collect(),
            coefficients: summands.map(|summand| summand.0).collect(),
            domain,
        };
        self.constrain(Kind::Linear(sum), None);
    }

    /// A Boolean variable that is true if and only if the literal holds; `None` if it never does.
    fn indicator(&mut self, literal: Literal) -> Option<i32> {
        let domain = self.model.domain(literal.variable);
        domain.contains(literal.value).then_some(())?;
        if let Some(&indicator) = self.indicators.get(&literal) {
            return Some(indicator);
        }
        let indicator = self.variable(vec![0, 1]);
        let value = i64::from(literal.value);
        let mut lies_in = |domain: Vec<i64>, enforced_by: i32| {
            let variables = vec![literal.variable.0 as i32];
            let coefficients = vec![1];
            let sum = messages::Linear { variables, coefficients, domain };
            self.constrain(Kind::Linear(sum), Some(enforced_by));
        };
        lies_in(vec![value, value], indicator);
        lies_in(vec![i64::MIN, value - 1, value + 1, i64::MAX], not(indicator));
        self.indicators.insert(literal, indicator);
        Some(indicator)
    }

    fn clause(&mut self, literals: impl IntoIterator<Item = i32>) {
        let literals = literals.into_iter().collect();
        self.constrain(Kind::Clause(messages::Clause { literals }), None);
    }

    /// While all earlier positions are equal, the first vector must not have false where the second
    /// has true. One Boolean variable a position says whether all positions up to it are equal, no
    /// more and no less: otherwise its freedom would multiply the solutions.
    fn lexicographic(&mut self, order: &Lexicographic) {
        let mut equal_before: Option<i32> = None;
        for (&first, &second) in order.first.iter().zip(&order.second) {
            let (first, second) = (self.indicator(first), self.indicator(second));
            if first == second {
                continue;
            }
            let unequal_before = equal_before.map(not);
            if let Some(second) = second {
                self.clause(unequal_before.into_iter().chain(first).chain([not(second)]));
            }
            let equal = self.variable(vec![0, 1]);
            // Equal so far and here, both true or both false: equal up to here.
            if let Some(second) = second {
                self.clause(unequal_before.into_iter().chain([not(second), equal]));
            }
            self.clause(unequal_before.into_iter().chain(first).chain([equal]));
            // Equal up to here: equal so far, and not the first true and the second false.
            if let Some(equal_before) = equal_before {
                self.clause([not(equal), equal_before]);
            }
            if let Some(first) = first {
                self.clause([not(equal), not(first)].into_iter().chain(second));
            }
            equal_before = Some(equal);
        }
    }

    fn objective(&mut self, objective: &Objective) {
        let sign = match objective.direction {
            Direction::Minimise => 1,
            Direction::Maximise => -1,
        };
        let mut sum = messages::Objective::default();
        for &(weight, literal) in &objective.weights {
            if let Some(indicator) = self.indicator(literal).filter(|_| weight != 0) {
                sum.variables.push(indicator);
                sum.coefficients.push(sign * weight);
            }
        }
        self.message.objective = Some(sum);
    }
}

fn expression(term: Term) -> messages::Expression {
    messages::Expression {
        variables: vec![term.variable.0 as i32],
        coefficients: vec![1],
        offset: term.offset.into(),
    }
}

/// The negation of a Boolean variable, or the variable of a negation.
fn not(literal: i32) -> i32 {
    -1 - literal
}

/// The values of a domain as intervals.
fn intervals(domain: &Domain) -> Vec<i64> {
    let mut intervals: Vec<i64> = Vec::new();
    for &value in domain.values() {
        let value = i64::from(value);
        match intervals.last_mut() {
            Some(last) if *last == value - 1 => *last = value,
            _ => intervals.extend([value, value]),
        }
    }
    intervals
}

#[cfg(test)]
mod tests {
    use super::*;
    use parity_core::laws::random_model;

    #[test]
    fn a_domain_becomes_intervals() {
        assert_eq!(intervals(&Domain::new([5, 1, 2, 3])), [1, 3, 5, 5]);
        assert!(intervals(&Domain::new([])).is_empty());
    }

    /// What the engine will read, and without it: every solution of the model has exactly one
    /// extension to the auxiliary variables, any other assignment none.
    #[test]
    fn auxiliary_variables_follow_from_the_model() {
        let mut with_auxiliaries = 0;
        for model in (0..150).map(random_model) {
            let encoding = Encoding::new(&model, true);
            let auxiliaries = encoding.message.variables.len() - model.len();
            if auxiliaries > 10 || model.domains().iter().map(Domain::len).product::<usize>() > 99 {
                continue;
            }
            with_auxiliaries += u32::from(auxiliaries > 0);
            let domains = model.domains().iter().map(Domain::values);
            for assignment in product(domains) {
                let mut values: Vec<i64> = assignment.iter().map(|&v| v.into()).collect();
                values.resize(model.len() + auxiliaries, 0);
                let extensions = (0..1u32 << auxiliaries).filter(|bits| {
                    for (bit, value) in values[model.len()..].iter_mut().enumerate() {
                        *value = (bits >> bit & 1).into();
                    }
                    encoding.message.constraints.iter().all(|c| holds(c, &values))
                });
                let expected = usize::from(model.admits(&assignment));
                assert_eq!(extensions.count(), expected, "{assignment:?} {model:#?}");
            }
        }
        assert!(with_auxiliaries > 5, "only {with_auxiliaries} models with auxiliaries");
    }

    fn product<'a>(domains: impl Iterator<Item = &'a [Value]>) -> Vec<Vec<Value>> {
        domains.fold(vec![Vec::new()], |prefixes, domain| {
            let extend = |prefix: &Vec<Value>| {
                let prefix = prefix.clone();
                domain.iter().map(move |&value| [&prefix[..], &[value]].concat())
            };
            prefixes.iter().flat_map(extend).collect()
        })
    }

    fn holds(constraint: &messages::Constraint, values: &[i64]) -> bool {
        let is_true = |&literal: &i32| match usize::try_from(literal) {
            Ok(variable) => values[variable] == 1,
            Err(_) => values[not(literal) as usize] == 0,
        };
        let sum = |variables: &[i32], coefficients: &[i64]| -> i64 {
            let summands = variables.iter().zip(coefficients);
            summands.map(|(&variable, c)| c * values[variable as usize]).sum()
        };
        let said = match constraint.kind.as_ref().expect("says something") {
            Kind::Clause(clause) => clause.literals.iter().any(is_true),
            Kind::Linear(linear) => {
                let sum = sum(&linear.variables, &linear.coefficients);
                linear.domain.chunks(2).any(|ends| ends[0] <= sum && sum <= ends[1])
            }
            Kind::AllDifferent(all_different) => {
                let expressions = all_different.expressions.iter();
                let terms = expressions.map(|e| sum(&e.variables, &e.coefficients) + e.offset);
                let terms: Vec<i64> = terms.collect();
                let distinct: std::collections::HashSet<_> = terms.iter().collect();
                distinct.len() == terms.len()
            }
            Kind::Table(_) => panic!("a model has no tables"),
        };
        said || !constraint.enforcement_literal.iter().all(is_true)
    }
}
