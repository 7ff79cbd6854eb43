//! The generalized totalizer over groups (Joshi, Martins and Manquinho, *Generalized Totalizer
//! Encoding for Pseudo-Boolean Constraints*, CP 2015; groups of which one literal holds as leaves:
//! Bofill, Coll, Suy and Villaret, *SAT Encodings of Pseudo-Boolean Constraints with At-Most-One
//! Relations*, CPAIOR 2019).
//!
//! A balanced tree of sums. The outputs of a node are literals, one for each sum it can have, that
//! are forced to hold if the sum is at least that. A leaf gives the order encoding of its group, so
//! that a bound on a sum is felt as soon as bounds on the summands are known.

use std::collections::BTreeMap;

use varisat::Lit;

use super::Group;
use crate::formula::Clauses;

/// Literals that hold if the sum is at least a number above 0, by ascending number.
type Outputs = Vec<(u128, Lit)>;

/// Whether the inner nodes have no more than `limit` clauses.
pub(super) fn is_within(limit: usize, groups: &[Group], cap: u128) -> bool {
    let mut left = limit;
    sums(groups, cap, &mut left).is_some()
}

/// The sums above 0 that the groups can have, unless there are more than `left` pairs to add.
fn sums(groups: &[Group], cap: u128, left: &mut usize) -> Option<Vec<u128>> {
    let mut sums: Vec<u128> = match groups {
        [] => Vec::new(),
        [group] => group.iter().map(|&(weight, _)| weight.min(cap)).collect(),
        _ => {
            let (first, second) = groups.split_at(groups.len() / 2);
            let (first, second) = (sums(first, cap, left)?, sums(second, cap, left)?);
            let pairs = (first.len() + 1) * (second.len() + 1);
            *left = left.checked_sub(pairs)?;
            let second: Vec<u128> = second.into_iter().chain([0]).collect();
            let add = |a| second.iter().map(move |b| cap.min(a + b));
            first.into_iter().chain([0]).flat_map(add).collect()
        }
    };
    sums.sort_unstable();
    sums.dedup();
    sums.retain(|&sum| sum > 0);
    Some(sums)
}

/// Adds the clauses of the tree; all sums from `cap` on share one output.
pub(super) fn encode(groups: &[Group], cap: u128, clauses: &mut dyn Clauses) -> Outputs {
    match groups {
        [] => Vec::new(),
        [group] => leaf(group, cap, clauses),
        _ => {
            let (first, second) = groups.split_at(groups.len() / 2);
            let first = encode(first, cap, clauses);
            let second = encode(second, cap, clauses);
            node(&first, &second, cap, clauses)
        }
    }
}

/// At least a and at least b → at least a + b.
fn node(first: &Outputs, second: &Outputs, cap: u128, clauses: &mut dyn Clauses) -> Outputs {
    let mut outputs: BTreeMap<u128, Lit> = BTreeMap::new();
    let zero = [(0, None)];
    let known = |outputs: &Outputs| -> Vec<(u128, Option<Lit>)> {
        let known = outputs.iter().map(|&(sum, lit)| (sum, Some(!lit)));
        zero.into_iter().chain(known).collect()
    };
    let second = known(second);
    for (a, not_a) in known(first) {
        for &(b, not_b) in &second {
            if a + b > 0 {
                let output = outputs.entry(cap.min(a + b)).or_insert_with(|| clauses.fresh());
                let premises = [not_a, not_b].into_iter().flatten();
                let clause: Vec<Lit> = premises.chain([*output]).collect();
                clauses.add(&clause);
            }
        }
    }
    outputs.into_iter().collect()
}

/// The order encoding of a group: which weights it reaches.
fn leaf(group: &Group, cap: u128, clauses: &mut dyn Clauses) -> Outputs {
    let mut levels: BTreeMap<u128, Vec<Lit>> = BTreeMap::new();
    for &(weight, lit) in group {
        levels.entry(weight.min(cap)).or_default().push(lit);
    }
    let mut outputs = Outputs::new();
    let mut reached: Option<Lit> = None;
    // Some literal of the level below holds, or it was not reached, or this one is.
    let mut unless: Vec<Lit> = Vec::new();
    for (weight, lits) in levels {
        if weight > 0 {
            let output = clauses.fresh();
            for &lit in &lits {
                clauses.add(&[!lit, output]);
            }
            if let Some(below) = reached {
                clauses.add(&[!output, below]);
            }
            unless.push(output);
            clauses.add(&unless);
            outputs.push((weight, output));
            reached = Some(output);
        }
        unless = lits;
        unless.extend(reached.map(|output| !output));
    }
    outputs
}

/// Adds the clauses that no sum above the bound is reached.
pub(super) fn at_most(outputs: &Outputs, bound: u128, clauses: &mut dyn Clauses) {
    for &(sum, output) in outputs {
        if sum > bound {
            clauses.add(&[!output]);
        }
    }
}
