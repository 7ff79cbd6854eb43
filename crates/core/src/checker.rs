//! Verifies, hashes and classifies the solutions that a solver claims.
//!
//! A set of solutions can be too large to keep, so it is known by a hash that does not depend on
//! order: the sum, modulo 2^128, of the 128-bit XXH3 hashes of its members. Two solvers agree when
//! count and hash are equal. A solution is fundamental when it is its own canonical form, and the
//! sizes of the orbits of the fundamental solutions must add up to the number of all solutions.

use std::collections::{BTreeMap, HashSet};

use xxhash_rust::xxh3::xxh3_128;

use crate::model::Value;
use crate::problem::Problem;
use crate::symmetry::{self, Symmetry};

/// How many solutions are remembered in order to notice repeated ones.
pub const REMEMBERED: usize = 1 << 22;

/// Something that makes an answer wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A claimed solution breaks a rule.
    #[error("solution {index} breaks a rule: {rule}")]
    Rule {
        /// Which solution, from 1, in the order of the claims.
        index: u64,
        /// The rule.
        rule: String,
    },
    /// A solution was claimed twice.
    #[error("solution {index} was given before")]
    Repeated {
        /// Which solution, from 1, in the order of the claims.
        index: u64,
    },
}

/// Takes the claimed solutions of one run, one by one.
#[derive(Debug)]
pub struct Checker<'a> {
    problem: &'a dyn Problem,
    symmetries: Vec<Symmetry>,
    seen: HashSet<u128>,
    count: u64,
    hash: u128,
    orbits: BTreeMap<usize, u64>,
    objective: Option<i64>,
    wrong: Option<Wrong>,
}

impl<'a> Checker<'a> {
    /// A checker of solutions of this problem.
    pub fn new(problem: &'a dyn Problem) -> Self {
        Checker {
            problem,
            symmetries: problem.symmetries(),
            seen: HashSet::new(),
            count: 0,
            hash: 0,
            orbits: BTreeMap::new(),
            objective: None,
            wrong: None,
        }
    }

    /// Checks one solution and adds it to the set.
    ///
    /// # Errors
    /// If it breaks a rule or, as far as is remembered, was given before. The first error is also
    /// kept in [`Checker::wrong`].
    pub fn check(&mut self, solution: &[Value]) -> Result<(), Wrong> {
        let index = self.count + 1;
        let checked = self
            .problem
            .verify(solution)
            .map_err(|violation| Wrong::Rule { index, rule: violation.to_string() });
        let checked = checked.and_then(|()| self.remember(solution, index));
        if let Err(wrong) = &checked {
            self.wrong.get_or_insert_with(|| wrong.clone());
            return checked;
        }
        self.count = index;
        self.objective = self.problem.objective(solution);
        if self.symmetries.len() > 1 {
            let orbit = symmetry::orbit(solution, &self.symmetries);
            if orbit.canonical {
                *self.orbits.entry(orbit.size).or_default() += 1;
            }
        }
        Ok(())
    }

    fn remember(&mut self, solution: &[Value], index: u64) -> Result<(), Wrong> {
        let hash = hash(solution);
        if self.seen.len() < REMEMBERED && !self.seen.insert(hash) {
            return Err(Wrong::Repeated { index });
        }
        self.hash = self.hash.wrapping_add(hash);
        Ok(())
    }

    /// Number of correct and, as far as is remembered, distinct solutions so far.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The hash of the set so far.
    pub fn set_hash(&self) -> u128 {
        self.hash
    }

    /// The number of fundamental solutions so far, if the problem has symmetries.
    pub fn fundamental(&self) -> Option<u64> {
        (self.symmetries.len() > 1).then(|| self.orbits.values().sum())
    }

    /// The number of fundamental solutions by the size of their orbits.
    pub fn orbits(&self) -> &BTreeMap<usize, u64> {
        &self.orbits
    }

    /// The objective of the latest solution, computed from the rules.
    pub fn objective(&self) -> Option<i64> {
        self.objective
    }

    /// The first thing that was wrong.
    pub fn wrong(&self) -> Option<&Wrong> {
        self.wrong.as_ref()
    }

    /// Whether all repeated solutions would have been noticed.
    pub fn remembers_all(&self) -> bool {
        self.seen.len() < REMEMBERED
    }
}

/// The hash of one solution: XXH3 over its values as 32-bit little-endian integers.
pub fn hash(solution: &[Value]) -> u128 {
    let bytes: Vec<u8> = solution.iter().flat_map(|value| value.to_le_bytes()).collect();
    xxh3_128(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Queens;

    const FOUR: [[Value; 4]; 2] = [[1, 3, 0, 2], [2, 0, 3, 1]];

    #[test]
    fn the_hash_of_a_set_does_not_depend_on_order() {
        let queens = Queens::new(4);
        let (mut one, mut other) = (Checker::new(&queens), Checker::new(&queens));
        for (a, b) in FOUR.iter().zip(FOUR.iter().rev()) {
            assert_eq!((one.check(a), other.check(b)), (Ok(()), Ok(())));
        }
        assert_eq!(one.set_hash(), other.set_hash());
        assert_eq!((one.count(), one.fundamental()), (2, Some(1)));
        assert_eq!(one.orbits().iter().collect::<Vec<_>>(), [(&2, &1)]);
    }

    #[test]
    fn wrong_and_repeated_solutions_are_noticed() {
        let queens = Queens::new(4);
        let mut checker = Checker::new(&queens);
        assert_eq!(checker.check(&FOUR[0]), Ok(()));
        assert_eq!(checker.check(&FOUR[0]), Err(Wrong::Repeated { index: 2 }));
        assert!(matches!(checker.check(&[0, 1, 2, 3]), Err(Wrong::Rule { index: 2, .. })));
        assert_eq!(checker.count(), 1);
        assert_eq!(checker.wrong(), Some(&Wrong::Repeated { index: 2 }));
    }
}
