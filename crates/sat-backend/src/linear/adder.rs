//! A sum of binary numbers through adders (Warners, *A Linear-Time Transformation of Linear
//! Inequalities into Conjunctive Normal Form*, IPL 68, 1998; as a network of full and half adders:
//! Eén and Sörensson, *Translating Pseudo-Boolean Constraints into SAT*, JSAT 2, 2006).
//!
//! Its size is linear in the number of bits, whatever the weights are; it propagates poorly.

use std::collections::VecDeque;

use varisat::Lit;

use super::Group;
use crate::formula::Clauses;

/// Adds the clauses that define the bits of the sum, the lowest first; `None` is 0.
pub(super) fn encode(groups: &[Group], clauses: &mut dyn Clauses) -> Vec<Option<Lit>> {
    // Bits to be added, by their place.
    let mut places: Vec<VecDeque<Lit>> = Vec::new();
    for group in groups {
        for place in 0..u128::BITS as usize {
            if let Some(bit) = bit(group, place, clauses) {
                put(&mut places, place, bit);
            }
        }
    }
    let mut place = 0;
    while place < places.len() {
        while places[place].len() > 1 {
            let first = places[place].pop_front().expect("more than one");
            let second = places[place].pop_front().expect("more than one");
            let third = places[place].pop_front();
            let inputs: Vec<Lit> = [first, second].into_iter().chain(third).collect();
            let (sum, carry) = add(&inputs, clauses);
            put(&mut places, place, sum);
            put(&mut places, place + 1, carry);
        }
        place += 1;
    }
    places.into_iter().map(|mut bits| bits.pop_front()).collect()
}

fn put(places: &mut Vec<VecDeque<Lit>>, place: usize, bit: Lit) {
    if places.len() <= place {
        places.resize(place + 1, VecDeque::new());
    }
    places[place].push_back(bit);
}

/// A bit of the weight of a group: one of the literals whose weight has it holds.
fn bit(group: &Group, place: usize, clauses: &mut dyn Clauses) -> Option<Lit> {
    let set = |weight: u128| weight >> place & 1 == 1;
    let mut having = group.iter().filter(|&&(weight, _)| set(weight));
    let (_, first) = having.next()?;
    if having.next().is_none() {
        return Some(*first);
    }
    let bit = clauses.fresh();
    for &(weight, lit) in group {
        clauses.add(&[!lit, if set(weight) { bit } else { !bit }]);
    }
    Some(bit)
}

/// A half or full adder: the sum and the carry of two or three bits.
fn add(inputs: &[Lit], clauses: &mut dyn Clauses) -> (Lit, Lit) {
    let (sum, carry) = (clauses.fresh(), clauses.fresh());
    // One clause for each row of the truth table of the sum.
    for row in 0..1u32 << inputs.len() {
        let ones = row.count_ones();
        let differs =
            inputs.iter().enumerate().map(|(index, &input)| input ^ (row >> index & 1 == 1));
        let clause: Vec<Lit> = differs.chain([sum ^ (ones % 2 == 0)]).collect();
        clauses.add(&clause);
    }
    // Two ones carry; two zeros among three inputs, or a zero among two, do not.
    for (index, &first) in inputs.iter().enumerate() {
        for &second in &inputs[index + 1..] {
            clauses.add(&[!first, !second, carry]);
            if inputs.len() == 3 {
                clauses.add(&[first, second, !carry]);
            }
        }
        if inputs.len() == 2 {
            clauses.add(&[first, !carry]);
        }
    }
    (sum, carry)
}

/// Adds the clauses that the number is at most the bound: where the bound has a 0 the number has
/// one too, unless it has a 0 at a higher place where the bound has a 1.
pub(super) fn at_most(bits: &[Option<Lit>], bound: u128, clauses: &mut dyn Clauses) {
    let set = |place: usize| bound.checked_shr(place as u32).is_some_and(|rest| rest & 1 == 1);
    for (place, bit) in bits.iter().enumerate() {
        let Some(bit) = bit.filter(|_| !set(place)) else {
            continue;
        };
        let higher = (place + 1..u128::BITS as usize).filter(|&place| set(place));
        // `None` if the number has a constant 0 at one of them.
        let zeros: Option<Vec<Lit>> =
            higher.map(|place| bits.get(place).copied().flatten().map(|lit| !lit)).collect();
        if let Some(mut clause) = zeros {
            clause.push(!bit);
            clauses.add(&clause);
        }
    }
}
