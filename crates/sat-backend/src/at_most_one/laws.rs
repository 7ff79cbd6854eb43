//! What every at-most-one encoding must obey, against its definition and by trying everything.

use std::collections::BTreeSet;

use proptest::prelude::*;
use varisat::{Lit, Var};

use super::*;
use crate::formula::Formula;

/// The encodings of all rows, and a hybrid whose change is within reach of trying everything.
fn shelf() -> Vec<&'static dyn Encoding> {
    let mut shelf: Vec<&dyn Encoding> =
        vec![&Hybrid { short: &Pairwise, long: &Product, longest_short: 7 }];
    for row in crate::rows::ROWS {
        let name = format!("{:?}", row.at_most_one);
        if shelf.iter().all(|known| format!("{known:?}") != name) {
            shelf.push(row.at_most_one);
        }
    }
    shelf
}

fn positive(variables: usize) -> Vec<Lit> {
    (0..variables).map(|index| Var::from_index(index).positive()).collect()
}

fn encoded(encoding: &dyn Encoding, variables: usize, literals: &[Lit]) -> Formula {
    let mut formula = Formula::new(variables);
    encoding.encode(literals, &mut formula);
    formula
}

/// Whether a literal holds where variable i is bit i.
fn holds(literal: Lit, bits: u32) -> bool {
    (bits >> literal.index() & 1 == 1) == literal.is_positive()
}

/// Number of values of the auxiliary variables that satisfy the formula together with each of the
/// values of the first `variables`.
fn extensions(formula: &Formula, variables: usize) -> Vec<usize> {
    let auxiliary = formula.size().variables - variables;
    let satisfied = |bits: u32| {
        let clauses = formula.clauses().iter();
        clauses.clone().all(|clause| clause.iter().any(|&literal| holds(literal, bits)))
    };
    (0..1u32 << variables)
        .map(|input| {
            let all = (0..1u32 << auxiliary).map(|rest| rest << variables | input);
            all.filter(|&bits| satisfied(bits)).count()
        })
        .collect()
}

#[test]
fn exactly_the_inputs_with_at_most_one_can_be_extended() {
    for encoding in shelf() {
        for k in 0..=8 {
            let extensions = extensions(&encoded(encoding, k, &positive(k)), k);
            for (input, &number) in extensions.iter().enumerate() {
                let expected = input.count_ones() <= 1;
                assert_eq!(number > 0, expected, "{encoding:?}: {input:0k$b}");
            }
            let models = extensions.iter().filter(|&&number| number > 0).count();
            assert_eq!(models, k + 1, "{encoding:?}, {k} literals, projected");
        }
    }
}

#[test]
fn ladder_and_commander_do_not_multiply_solutions() {
    let determined: [&dyn Encoding; 3] = [&Pairwise, &Ladder, &Commander];
    for encoding in determined {
        let extensions = extensions(&encoded(encoding, 8, &positive(8)), 8);
        assert!(extensions.iter().all(|&number| number <= 1), "{encoding:?}");
    }
    let counted = extensions(&encoded(&SequentialCounter, 8, &positive(8)), 8);
    assert!(counted.iter().any(|&number| number > 1), "a counter does");
}

#[test]
fn the_size_is_as_predicted() {
    for encoding in shelf() {
        for k in 0..200 {
            let size = encoded(encoding, k, &positive(k)).size();
            let added = Size::new(size.variables - k, size.clauses);
            assert_eq!(added, encoding.size(k), "{encoding:?}, {k} literals");
        }
    }
}

#[test]
fn a_literal_that_holds_refutes_the_others() {
    for encoding in shelf() {
        for k in [2, 5, 9, 30] {
            let literals = positive(k);
            let formula = encoded(encoding, k, &literals);
            for &chosen in &literals {
                let derived = propagate(&formula, chosen);
                let refuted = |literal: &Lit| *literal == chosen || derived.contains(&!*literal);
                assert!(literals.iter().all(refuted), "{encoding:?}: {chosen} of {k}");
            }
        }
    }
}

/// What unit propagation derives from one literal.
fn propagate(formula: &Formula, chosen: Lit) -> BTreeSet<Lit> {
    let mut known = BTreeSet::from([chosen]);
    loop {
        let before = known.len();
        for clause in formula.clauses() {
            if clause.iter().any(|literal| known.contains(literal)) {
                continue;
            }
            let mut open = clause.iter().filter(|literal| !known.contains(&!**literal));
            if let (Some(&unit), None) = (open.next(), open.next()) {
                known.insert(unit);
            }
        }
        if known.len() == before {
            return known;
        }
    }
}

proptest! {
    #[test]
    fn repeated_and_negated_literals_count_each_time(
        list in prop::collection::vec((0usize..4, any::<bool>()), 0..=8),
    ) {
        let literals: Vec<Lit> =
            list.into_iter().map(|(index, positive)| Var::from_index(index).lit(positive)).collect();
        for encoding in shelf() {
            let extensions = extensions(&encoded(encoding, 4, &literals), 4);
            for (input, number) in extensions.into_iter().enumerate() {
                let holding = literals.iter().filter(|&&literal| holds(literal, input as u32));
                let expected = holding.count() <= 1;
                prop_assert_eq!(number > 0, expected, "{:?}: {:04b}", encoding, input);
            }
        }
    }
}
