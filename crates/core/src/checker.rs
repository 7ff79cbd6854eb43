//! Verifies, hashes and classifies the solutions that a solver claims.
//!
//! A set of solutions can be too large to keep, so it is known by a hash that does not depend on
//! order: the sum, modulo 2^128, of the 128-bit XXH3 hashes of its members. Two solvers agree when
//! count and hash are equal. A solution is fundamental when it is its own canonical form, and the
//! sizes of the orbits of the fundamental solutions must add up to the number of all solutions.

use std::collections::{BTreeMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};

use xxhash_rust::xxh3::{Xxh3, xxh3_128};

use crate::model::Value;
use crate::problem::Problem;
use crate::symmetry::{self, Symmetry};

/// How many solutions are remembered in order to notice repeated ones.
pub const REMEMBERED: usize = 1 << 22;

/// Longer solutions are not classified under the symmetries of their problem, which takes several
/// times as much time and memory as all else.
pub const CLASSIFIED: usize = 100_000;

/// Something that makes an answer wrong.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Wrong {
    /// A claimed solution breaks a rule.
    #[error("solution {index} breaks a rule: {rule}")]
    Rule {
        /// Which solution, from 1: one more than the good ones before it.
        index: u64,
        /// The rule.
        rule: String,
    },
    /// A solution was claimed twice.
    #[error("solution {index} was given before")]
    Repeated {
        /// Which solution, from 1: one more than the good ones before it.
        index: u64,
    },
}

/// Takes the claimed solutions of one run, one by one.
#[derive(Debug)]
pub struct Checker<'a> {
    problem: &'a dyn Problem,
    symmetries: Vec<Symmetry>,
    seen: HashSet<u128, BuildHasherDefault<Hashed>>,
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
            seen: HashSet::default(),
            count: 0,
            hash: 0,
            orbits: BTreeMap::new(),
            objective: None,
            wrong: None,
        }
    }

    /// The same checker without telling orbits, which costs most of its time.
    #[must_use]
    pub fn without_orbits(mut self) -> Self {
        self.symmetries.clear();
        self
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
        if solution.len() > CLASSIFIED {
            self.symmetries.clear();
        }
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
    const WIDTH: usize = size_of::<Value>();
    let mut bytes = [0; 128 * WIDTH];
    let mut encode = |values: &[Value]| {
        for (bytes, value) in bytes.chunks_exact_mut(WIDTH).zip(values) {
            bytes.copy_from_slice(&value.to_le_bytes());
        }
        bytes
    };
    if solution.len() <= 128 {
        return xxh3_128(&encode(solution)[..solution.len() * WIDTH]);
    }
    let mut hasher = Xxh3::new();
    for values in solution.chunks(128) {
        hasher.update(&encode(values)[..values.len() * WIDTH]);
    }
    hasher.digest128()
}

/// Takes what is hashed already as it is.
#[derive(Debug, Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn write(&mut self, bytes: &[u8]) {
        // Only for completeness: an integer of 128 bits comes below.
        self.0 = bytes.iter().fold(self.0, |hash, &byte| hash.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u128(&mut self, hash: u128) {
        self.0 = hash as u64;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Queens, Rooks};

    const FOUR: [[Value; 4]; 2] = [[1, 3, 0, 2], [2, 0, 3, 1]];

    #[test]
    fn the_hash_of_a_set_does_not_depend_on_order() {
        let queens = Queens::new(4);
        let (mut one, mut other) = (Checker::new(&queens), Checker::new(&queens));
        for (a, b) in FOUR.iter().zip(FOUR.iter().rev()) {
            assert_eq!((one.check(a), other.check(b)), (Ok(()), Ok(())));
        }
        assert_eq!(one.set_hash(), other.set_hash());
        assert_eq!(one.set_hash(), hash(&FOUR[0]).wrapping_add(hash(&FOUR[1])));
        assert_eq!((one.count(), one.fundamental()), (2, Some(1)));
        assert_eq!(one.orbits().iter().collect::<Vec<_>>(), [(&2, &1)]);
    }

    #[test]
    fn wrong_and_repeated_solutions_are_noticed() {
        let queens = Queens::new(4);
        let mut checker = Checker::new(&queens);
        assert_eq!(checker.check(&FOUR[0]), Ok(()));
        assert!(checker.remembers_all());
        assert_eq!(checker.check(&FOUR[0]), Err(Wrong::Repeated { index: 2 }));
        assert!(matches!(checker.check(&[0, 1, 2, 3]), Err(Wrong::Rule { index: 2, .. })));
        assert_eq!(checker.count(), 1);
        assert_eq!(checker.wrong(), Some(&Wrong::Repeated { index: 2 }));
    }

    #[test]
    fn the_hash_of_a_long_solution_is_that_of_its_bytes() {
        for length in [0, 1, 127, 128, 129, 1000] {
            let solution: Vec<Value> = (0..length).map(|value| value * 77_777 - 5).collect();
            let bytes: Vec<u8> = solution.iter().flat_map(|value| value.to_le_bytes()).collect();
            assert_eq!(hash(&solution), xxh3_128(&bytes), "{length} values");
        }
    }

    #[test]
    fn what_is_remembered_is_found_by_its_hash() {
        // If all had the same place, each solution would be compared with every one before.
        let mut place = Hashed::default();
        place.write_u128(hash(&FOUR[0]));
        assert_eq!(place.finish(), hash(&FOUR[0]) as u64);
    }

    #[test]
    fn the_longest_solutions_are_not_classified() {
        for (length, classified) in [(CLASSIFIED, true), (CLASSIFIED + 1, false)] {
            let rooks = Rooks::new(length);
            let diagonal: Vec<Value> = (0..length as Value).collect();
            let mut checker = Checker::new(&rooks);
            assert_eq!(checker.check(&diagonal), Ok(()));
            assert_eq!(checker.fundamental().is_some(), classified, "{length} values");
        }
    }

    #[test]
    fn without_orbits_all_else_is_the_same() {
        let queens = Queens::new(4);
        let (mut with, mut without) =
            (Checker::new(&queens), Checker::new(&queens).without_orbits());
        for solution in &FOUR {
            assert_eq!((with.check(solution), without.check(solution)), (Ok(()), Ok(())));
        }
        assert_eq!((with.count(), with.set_hash()), (without.count(), without.set_hash()));
        assert_eq!((with.fundamental(), without.fundamental()), (Some(1), None));
    }
}
