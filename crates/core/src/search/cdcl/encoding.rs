//! The direct encoding of a model: one propositional variable for each (variable, value) pair (de
//! Kleer, IJCAI 1989).
//!
//! Every variable has at least one value, a clause, and at most one, a pair of which is excluded for
//! each two values. An all-different constraint excludes every two pairs that give two terms the same
//! value; and if there are as many values as terms, each must be taken, which is one clause more than
//! needed and well worth it. Groups of which every two exclude each other are kept as groups: they
//! stand for their quadratically many clauses of two literals.
//!
//! Other constraints are not encoded. They are looked at when all variables have values, and one that
//! is violated yields a clause that says why (lemmas on demand; de Moura and Ruess, SAT 2002).

use crate::model::{Constraint, Lexicographic, Literal, Model, Value};
use crate::search::cdcl::literal::{Lit, Var};

/// A formula in conjunctive normal form.
#[derive(Debug, Default)]
pub(super) struct Formula {
    pub(super) variables: usize,
    pub(super) clauses: Vec<Vec<Lit>>,
    /// Sets of variables of which at most one is true.
    pub(super) groups: Vec<Vec<Var>>,
}

impl Formula {
    /// Encodes the domains and all-different constraints of a model.
    pub(super) fn direct(model: &Model) -> Self {
        let mut formula = Formula { variables: model.literal_count(), ..Formula::default() };
        for variable in model.variables() {
            let literals: Vec<Var> = model.literals_of(variable).collect();
            formula.at_least_one(&literals);
            formula.groups.push(literals);
        }
        for constraint in model.constraints() {
            match constraint {
                Constraint::AllDifferent(terms) => {
                    for group in model.at_most_ones(terms) {
                        if group.exactly {
                            formula.at_least_one(&group.literals);
                        }
                        formula.at_most_one(group.literals);
                    }
                }
                Constraint::Linear(_) | Constraint::Lexicographic(_) => {}
            }
        }
        formula.groups.retain(|group| group.len() > 1);
        formula
    }

    fn at_least_one(&mut self, group: &[Var]) {
        let mut clause: Vec<Lit> = group.iter().map(|&var| Lit::positive(var)).collect();
        clause.sort_unstable();
        clause.dedup();
        self.clauses.push(clause);
    }

    fn at_most_one(&mut self, mut group: Vec<Var>) {
        group.sort_unstable();
        // What excludes itself, as a variable that would differ from itself does, is false.
        let twice = group.windows(2).filter(|pair| pair[0] == pair[1]);
        self.clauses.extend(twice.map(|pair| vec![!Lit::positive(pair[0])]));
        group.dedup();
        self.groups.push(group);
    }
}

/// Why a complete assignment is not a solution: a clause that it makes false, about a constraint that
/// it violates.
pub(super) fn lemma(model: &Model, assignment: &[Value]) -> Option<Vec<Lit>> {
    let violated = |constraint: &&Constraint| !constraint.holds(assignment);
    let constraint = model.constraints().iter().find(violated)?;
    let negated = |literal: Literal| {
        let var = model.literal_index(literal)?;
        Some(Lit::new(var, !literal.holds(assignment)))
    };
    let mut clause: Vec<Lit> = match constraint {
        Constraint::AllDifferent(_) | Constraint::Linear(_) => {
            let values = constraint.scope().into_iter();
            let values = values.map(|v| Literal::new(v, assignment[v.index()]));
            values.filter_map(negated).collect()
        }
        Constraint::Lexicographic(order) => {
            up_to_the_difference(order, assignment).filter_map(negated).collect()
        }
    };
    clause.sort_unstable();
    clause.dedup();
    Some(clause)
}

/// The literals that decide a lexicographic order: those up to the first pair that differs.
fn up_to_the_difference(
    order: &Lexicographic,
    assignment: &[Value],
) -> impl Iterator<Item = Literal> {
    let pairs = || order.first.iter().zip(&order.second);
    let equal =
        pairs().take_while(|(first, second)| first.holds(assignment) == second.holds(assignment));
    let length = equal.count() + 1;
    pairs().take(length).flat_map(|(&first, &second)| [first, second])
}
