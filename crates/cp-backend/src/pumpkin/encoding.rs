//! The model in the terms of Pumpkin.

use std::collections::BTreeMap;

use parity_core::{
    Constraint, Domain, Lexicographic, Literal, Model, Objective, Relation, SolverError, Tally,
    Term, Variable,
};
use pumpkin_constraints::{equals, less_than_or_equals};
use pumpkin_core::predicates::Predicate;
use pumpkin_core::proof::ConstraintTag;
use pumpkin_core::variables::{AffineView, DomainId, TransformableVariable};
use pumpkin_core::{Solver, constraints, predicate};

use super::AllDifferent;
use super::all_different;
use super::linear::{Normal, fits, normalise};

/// Holes of domains are kept one by one, so very sparse domains are refused.
const MOST_HOLES: i64 = 1 << 22;

/// A model in an engine.
pub(super) struct Encoding {
    /// The engine.
    pub(super) solver: Solver,
    /// The variables of the model.
    pub(super) variables: Vec<DomainId>,
    /// The objective, unless every solution is as good.
    pub(super) objective: Option<Total>,
    /// What the clauses that exclude solutions are filed under.
    pub(super) excluded: ConstraintTag,
    auxiliary: u64,
    constraints: u64,
    clauses: u64,
}

/// The objective is the value of the variable plus the constant.
#[derive(Clone, Copy)]
pub(super) struct Total {
    pub(super) variable: DomainId,
    pub(super) constant: i64,
}

impl Encoding {
    /// Posts a model, with its objective if that is wanted.
    pub(super) fn new(
        model: &Model,
        with_objective: bool,
        all_different: AllDifferent,
        mut solver: Solver,
    ) -> Result<Self, SolverError> {
        let excluded = solver.new_constraint_tag();
        let mut encoding = Encoding {
            solver,
            variables: Vec::with_capacity(model.len()),
            objective: None,
            excluded,
            auxiliary: 0,
            constraints: 0,
            clauses: 0,
        };
        for domain in model.domains() {
            let variable = encoding.variable(domain)?;
            encoding.variables.push(variable);
        }
        if model.domains().iter().any(Domain::is_empty) {
            encoding.never();
            return Ok(encoding);
        }
        for constraint in model.constraints() {
            // The engine takes nothing more once it knows that there is no solution.
            if encoding.solver.is_inconsistent() {
                return Ok(encoding);
            }
            match constraint {
                Constraint::AllDifferent(terms) => {
                    encoding.all_different(terms, all_different);
                }
                Constraint::Linear(linear) => encoding.linear(normalise(linear, model))?,
                Constraint::Lexicographic(order) => encoding.lexicographic(order, model),
            }
        }
        if let Some(objective) = model.objective()
            && with_objective
            && !encoding.solver.is_inconsistent()
        {
            encoding.objective(objective, model)?;
        }
        Ok(encoding)
    }

    /// What was posted.
    pub(super) fn size(&self) -> Tally {
        Tally::new()
            .with("variables", self.variables.len() as u64 + self.auxiliary)
            .with("constraints", self.constraints)
            .with("clauses", self.clauses)
    }

    fn variable(&mut self, domain: &Domain) -> Result<DomainId, SolverError> {
        // No value is put to use of a variable that has none.
        let (least, most) = domain.bounds().unwrap_or_default();
        let holes = i64::from(most) - i64::from(least) + 1 - domain.len() as i64;
        Ok(if domain.is_empty() || holes == 0 {
            self.solver.new_bounded_integer(least, most)
        } else if holes <= MOST_HOLES {
            self.solver.new_sparse_integer(domain.values())
        } else {
            return Err(unsupported("a domain with so many holes"));
        })
    }

    fn of(&self, variable: Variable) -> DomainId {
        self.variables[variable.index()]
    }

    /// `variable = value`, or `None` if the domain is without the value.
    fn literal(&self, literal: Literal, model: &Model) -> Option<Predicate> {
        let variable = self.of(literal.variable);
        let possible = model.domain(literal.variable).contains(literal.value);
        possible.then(|| predicate!(variable == literal.value))
    }

    fn post(&mut self, constraint: impl constraints::Constraint) {
        self.constraints += 1;
        self.solver.add_constraint(constraint).post();
    }

    fn clause(&mut self, clause: impl IntoIterator<Item = Predicate>, tag: ConstraintTag) {
        self.clauses += 1;
        self.solver.add_clause(clause, tag);
    }

    fn never(&mut self) {
        self.clause([], self.excluded);
    }

    /// A variable that occurs twice differs from itself by its offsets, or never.
    fn all_different(&mut self, terms: &[Term], kind: AllDifferent) {
        let mut offsets: BTreeMap<Variable, Vec<i32>> = BTreeMap::new();
        for term in terms {
            let earlier = offsets.entry(term.variable).or_default();
            if earlier.contains(&term.offset) {
                return self.never();
            }
            earlier.push(term.offset);
        }
        let tag = self.solver.new_constraint_tag();
        let terms = terms.iter();
        let terms: Vec<AffineView<DomainId>> =
            terms.map(|term| self.of(term.variable).offset(term.offset)).collect();
        match kind {
            AllDifferent::Propagator => self.post(all_different::AllDifferent { terms, tag }),
            AllDifferent::Disequalities => {
                self.post(pumpkin_constraints::all_different(terms, tag));
            }
        }
    }

    fn linear(&mut self, normal: Normal) -> Result<(), SolverError> {
        let (summands, relation, rhs) = match normal {
            Normal::Always => return Ok(()),
            Normal::Never => {
                self.never();
                return Ok(());
            }
            Normal::TooLarge => return Err(unsupported("coefficients beyond 32 bits")),
            Normal::Sum { summands, relation, rhs } => (summands, relation, rhs),
        };
        let tag = self.solver.new_constraint_tag();
        let sum = |sign: i32| -> Vec<AffineView<DomainId>> {
            let summands = summands.iter();
            summands
                .map(|&(coefficient, variable)| self.of(variable).scaled(sign * coefficient))
                .collect()
        };
        match relation {
            Relation::AtMost => self.post(less_than_or_equals(sum(1), rhs, tag)),
            Relation::AtLeast => self.post(less_than_or_equals(sum(-1), -rhs, tag)),
            Relation::Equal => self.post(equals(sum(1), rhs, tag)),
        }
        Ok(())
    }

    /// While all earlier positions are equal, the first vector must not have false where the second
    /// has true. One auxiliary variable a position says that all positions up to it are equal; it
    /// must be true if they are, so it never restricts the variables of the model.
    fn lexicographic(&mut self, order: &Lexicographic, model: &Model) {
        let tag = self.solver.new_constraint_tag();
        let mut equal_before: Option<Predicate> = None;
        for (&first, &second) in order.first.iter().zip(&order.second) {
            let (first, second) = (self.literal(first, model), self.literal(second, model));
            if first == second {
                continue;
            }
            let unequal_before = equal_before.map(|equal| !equal);
            if let Some(second) = second {
                let clause = unequal_before.into_iter().chain(first).chain([!second]);
                self.clause(clause, tag);
            }
            let equal = self.solver.new_literal().get_true_predicate();
            self.auxiliary += 1;
            // Both true, or both false: given the clause above, one of the two says it all.
            if let Some(second) = second {
                let clause = unequal_before.into_iter().chain([!second, equal]);
                self.clause(clause, tag);
            }
            let clause = unequal_before.into_iter().chain(first).chain([equal]);
            self.clause(clause, tag);
            equal_before = Some(equal);
            if self.solver.is_inconsistent() {
                return;
            }
        }
    }

    /// One variable for what each variable of the model contributes, and one for the total.
    fn objective(&mut self, objective: &Objective, model: &Model) -> Result<(), SolverError> {
        let mut weights: BTreeMap<Variable, BTreeMap<i32, i64>> = BTreeMap::new();
        for &(weight, literal) in &objective.weights {
            let of_variable = weights.entry(literal.variable).or_default();
            *of_variable.entry(literal.value).or_default() += weight;
        }
        let tag = self.solver.new_constraint_tag();
        let (mut least, mut most, mut constant) = (0, 0, 0);
        let mut contributions = Vec::new();
        for (variable, weights) in weights {
            let weigh = |&value: &i32| (value, weights.get(&value).copied().unwrap_or(0));
            let weighed: Vec<(i32, i64)> =
                model.domain(variable).values().iter().map(weigh).collect();
            let low = weighed.iter().map(|entry| entry.1).min().unwrap_or(0);
            let high = weighed.iter().map(|entry| entry.1).max().unwrap_or(0);
            if low == high {
                constant += low;
                continue;
            }
            if !fits(least + low, most + high) {
                return Err(unsupported("an objective beyond 32 bits"));
            }
            (least, most) = (least + low, most + high);
            contributions.push(self.contribution(self.of(variable), &weighed, tag));
        }
        if contributions.is_empty() {
            return Ok(());
        }
        let variable = self.solver.new_bounded_integer(least as i32, most as i32);
        self.auxiliary += 1;
        let sum = contributions.iter().map(|contribution| contribution.scaled(1));
        let sum: Vec<AffineView<DomainId>> = sum.chain([variable.scaled(-1)]).collect();
        self.post(equals(sum, 0, tag));
        self.objective = Some(Total { variable, constant });
        Ok(())
    }

    /// A variable that has, for each value of another, the weight of that value.
    fn contribution(
        &mut self,
        variable: DomainId,
        weighed: &[(i32, i64)],
        tag: ConstraintTag,
    ) -> DomainId {
        let mut levels: Vec<i32> = weighed.iter().map(|entry| entry.1 as i32).collect();
        levels.sort_unstable();
        levels.dedup();
        let contribution = self.solver.new_bounded_integer(levels[0], levels[levels.len() - 1]);
        self.auxiliary += 1;
        for &(value, weight) in weighed {
            let weight = weight as i32;
            let (least, most) =
                (predicate!(contribution >= weight), predicate!(contribution <= weight));
            self.clause([predicate!(variable != value), least], tag);
            self.clause([predicate!(variable != value), most], tag);
        }
        // A bound on the weight is a bound on the values.
        for level in levels {
            let values = |allowed: fn(i64, i64) -> bool| {
                weighed
                    .iter()
                    .filter(move |entry| allowed(entry.1, i64::from(level)))
                    .map(|&(value, _)| predicate!(variable == value))
            };
            let above: Vec<Predicate> = values(|weight, level| weight > level)
                .chain([predicate!(contribution <= level)])
                .collect();
            let below: Vec<Predicate> = values(|weight, level| weight < level)
                .chain([predicate!(contribution >= level)])
                .collect();
            self.clause(above, tag);
            self.clause(below, tag);
        }
        contribution
    }
}

fn unsupported(what: &str) -> SolverError {
    SolverError::Unsupported(format!("pumpkin does not take {what}"))
}
