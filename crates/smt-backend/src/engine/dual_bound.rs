//! Costs shifted until the cheapest literals come as near to the optimum as a linear program can tell.
//!
//! A solution has exactly one literal of each variable and at most one of each group that an
//! all-different constraint makes. So one number can be taken from the costs of all literals of a
//! variable and another one added to those of a group, and the sum only changes by a constant, if
//! leaving the group empty then costs the second number too. When nothing that remains is negative,
//! the constant is a lower bound. The numbers that make it greatest solve the dual of the linear
//! relaxation, and what remains are the reduced costs (Dantzig, *Linear Programming and Extensions*,
//! 1963).
//!
//! The linear program is solved by Z3 itself, over rationals, so that nothing is rounded.

use std::ops::ControlFlow;

use parity_core::{AtMostOne, Constraint, Literal, Model, SolverError};
use z3::ast::Real;
use z3::{Optimize, SatResult};

use super::objective::{Clause, Costs, Soft};
use super::session::Session;

/// Soft constraints that mean the same as the costs, up to a constant and a common factor.
pub(crate) fn reduced_costs(session: &Session, costs: &Costs) -> Result<Vec<Soft>, SolverError> {
    let model = session.model;
    let groups = groups(model);
    let number = |prefix| Real::fresh_const(prefix);
    let taken: Vec<Real> = model.variables().map(|_| number("taken")).collect();
    let added: Vec<Real> = groups.iter().map(|_| number("added")).collect();

    let mut remains: Vec<Real> = (model.literals().zip(&costs.0))
        .map(|(literal, &cost)| Real::from_rational(cost, 1) - &taken[literal.variable.index()])
        .collect();
    for (group, added) in groups.iter().zip(&added) {
        for &index in &group.literals {
            remains[index] = &remains[index] + added;
        }
    }
    let zero = Real::from_rational(0, 1);
    let program = Optimize::new();
    for remains in &remains {
        program.assert(remains.ge(&zero));
    }
    for (group, added) in groups.iter().zip(&added) {
        if !group.exactly {
            program.assert(added.ge(&zero));
        }
    }
    let with_zero = |numbers: &[Real]| [std::slice::from_ref(&zero), numbers].concat();
    program.maximize(&(Real::add(&with_zero(&taken)) - Real::add(&with_zero(&added))));

    let ControlFlow::Continue(params) = session.params() else {
        return Ok(Vec::new()); // The caller will notice that time is up.
    };
    program.set_params(&params);
    let found = match program.check(&[]) {
        SatResult::Sat => program.get_model(),
        SatResult::Unsat | SatResult::Unknown if session.is_over() => {
            return Ok(Vec::new());
        }
        SatResult::Unsat | SatResult::Unknown => None,
    };
    // Whatever the numbers are, as long as nothing is negative, the meaning is the same.
    let failed = || SolverError::Engine("Z3 does not solve the dual program".to_owned());
    let found = found.ok_or_else(failed)?;
    let value = |number: &Real| found.eval(number, true)?.as_rational();
    let mut fractions: Vec<(Clause, (i64, i64))> = Vec::new();
    for (literal, remains) in model.literals().zip(&remains) {
        fractions.push((Clause::Not(literal), value(remains).ok_or_else(failed)?));
    }
    for (group, added) in groups.iter().zip(&added) {
        if !group.exactly {
            let literals: Vec<Literal> = group.literals.iter().map(|&i| model.literal(i)).collect();
            fractions.push((Clause::Any(literals), value(added).ok_or_else(failed)?));
        }
    }
    fractions.retain(|&(_, (numerator, _))| numerator != 0);
    integers(fractions).ok_or_else(failed)
}

/// The groups of all all-different constraints, each literal once in its group.
fn groups(model: &Model) -> Vec<AtMostOne> {
    let mut groups = Vec::new();
    for constraint in model.constraints() {
        match constraint {
            Constraint::AllDifferent(terms) => groups.extend(model.at_most_ones(terms)),
            Constraint::Linear(_) | Constraint::Lexicographic(_) => {}
        }
    }
    for group in &mut groups {
        group.literals.sort_unstable();
        group.literals.dedup();
    }
    groups.retain(|group| group.exactly || group.literals.len() > 1);
    groups
}

/// Weights without denominators, all multiplied by the same number; `None` if they get too large.
fn integers(fractions: Vec<(Clause, (i64, i64))>) -> Option<Vec<Soft>> {
    let mut multiple: i64 = 1;
    for &(_, (_, denominator)) in &fractions {
        multiple = (multiple / gcd(multiple, denominator)).checked_mul(denominator)?;
    }
    let integer = |(clause, (numerator, denominator)): (Clause, (i64, i64))| {
        let weight = numerator.checked_mul(multiple / denominator)?;
        let weight = u64::try_from(weight).ok()?;
        Some(Soft { clause, weight })
    };
    fractions.into_iter().map(integer).collect()
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parity_core::Variable;

    #[test]
    fn a_common_factor_clears_the_denominators() {
        let clause = |value| Clause::Not(Literal::new(Variable(0), value));
        let fractions = [(1, 2), (2, 3), (5, 1)];
        let fractions = fractions.into_iter().enumerate();
        let fractions = fractions.map(|(value, fraction)| (clause(value as i32), fraction));
        let soft = integers(fractions.collect()).expect("small numbers");
        let weights: Vec<u64> = soft.iter().map(|soft| soft.weight).collect();
        assert_eq!(weights, [3, 4, 30]);
        assert_eq!(integers(vec![(clause(0), (i64::MAX, 2)), (clause(1), (1, 3))]), None);
    }
}
