//! Lexicographic order of two vectors of literals, through a chain of auxiliary variables
//! (Aloul, Sakallah and Markov, *Efficient Symmetry Breaking for Boolean Satisfiability*,
//! IJCAI 2003): the i-th says, if it is false, that the vectors differ before position i.
//!
//! `first ≥ second` holds if at every position either the vectors differ earlier or
//! `first[i] ≥ second[i]`. Three clauses and one variable a position, less at the ends.

use std::collections::HashSet;

use parity_core::{Lexicographic, Literal, Model};
use varisat::Lit;

use crate::formula::Clauses;
use crate::translation::lit;

/// Adds the clauses of `first ≥ second`.
pub(crate) fn encode(model: &Model, order: &Lexicographic, clauses: &mut dyn Clauses) {
    let positions = positions(model, order);
    // "Equal so far", as a clause has it: nothing at the start, where it is true.
    let mut differs: Vec<Lit> = Vec::new();
    for (index, &(first, second)) in positions.iter().enumerate() {
        let not_second = second.map(|second| !second);
        // Equal so far → first ≥ second.
        if let Some(not_second) = not_second {
            add(clauses, &differs, [first, Some(not_second), None]);
        }
        if index + 1 == positions.len() {
            break;
        }
        // Equal so far, and both true or both false → still equal.
        let equal = clauses.fresh();
        if let Some(not_second) = not_second {
            add(clauses, &differs, [Some(not_second), Some(equal), None]);
        }
        add(clauses, &differs, [first, Some(equal), None]);
        differs = vec![!equal];
    }
}

fn add(clauses: &mut dyn Clauses, differs: &[Lit], literals: [Option<Lit>; 3]) {
    let clause: Vec<Lit> = differs.iter().copied().chain(literals.into_iter().flatten()).collect();
    clauses.add(&clause);
}

/// The pairs to compare; `None` is false, as the value is outside the domain. A pair that was
/// compared before, either way round, is equal if all before it are.
fn positions(model: &Model, order: &Lexicographic) -> Vec<(Option<Lit>, Option<Lit>)> {
    let known = |literal: &Literal| model.literal_index(*literal).map(lit);
    let pairs = order.first.iter().zip(&order.second);
    let mut seen = HashSet::new();
    pairs
        .map(|(first, second)| (known(first), known(second)))
        .filter(|(first, second)| first != second)
        .filter(|&(first, second)| seen.insert((first.min(second), first.max(second))))
        .collect()
}

#[cfg(test)]
mod tests {
    use parity_core::{Constraint, Problem, problem::Queens, symmetry};

    use super::*;
    use crate::formula::Size;

    #[test]
    fn positions_that_repeat_a_pair_are_left_out() {
        let queens = Queens::new(6);
        let mut model = queens.model();
        symmetry::break_symmetry(&mut model, &queens.symmetries());
        let lengths: Vec<usize> = model
            .constraints()
            .iter()
            .filter_map(|constraint| match constraint {
                Constraint::Lexicographic(order) => Some(positions(&model, order).len()),
                Constraint::AllDifferent(_) | Constraint::Linear(_) => None,
            })
            .collect();
        // A quarter turn pairs each of the 36 squares with another one; half turns and reflections
        // pair them up, and those in a diagonal leave six where they are.
        assert_eq!(lengths, [36, 18, 36, 18, 18, 15, 15]);
    }

    #[test]
    fn three_clauses_and_one_variable_a_position() {
        let mut model = Model::new();
        let x: Vec<_> =
            (0..8).map(|_| model.variable("x", parity_core::Domain::range(0..=1))).collect();
        let literals =
            |range: std::ops::Range<usize>| x[range].iter().map(|&x| Literal::new(x, 1)).collect();
        let order = Lexicographic { first: literals(0..4), second: literals(4..8) };
        let mut size = Size::default();
        encode(&model, &order, &mut size);
        assert_eq!(size, Size::new(3, 3 * 3 + 1));
    }
}
