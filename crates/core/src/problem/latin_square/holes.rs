//! Random Latin squares with holes: completion problems that are known to have a solution.
//!
//! The square comes from a random walk over the *incidence cube*, which has a one at (row, column,
//! value) when the cell has the value, so that every line of the cube adds up to one. A step adds
//! one at a zero and repairs the lines through it; that may leave a single minus one, which the next
//! steps carry on until it is gone (Jacobson and Matthews, *Generating Uniformly Distributed Random
//! Latin Squares*, Journal of Combinatorial Designs 4, 1996).

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::LatinSquare;
use crate::model::Value;

/// The walk has n³ steps, which for large squares is out of proportion.
const MOST_STEPS: usize = 1_000_000;

impl LatinSquare {
    /// A random square of order `n` with some cells emptied at random, and the values it had.
    ///
    /// # Panics
    /// If there are more holes than cells.
    pub fn with_holes(n: usize, holes: usize, seed: u64) -> (LatinSquare, Vec<Value>) {
        assert!(holes <= n * n, "{holes} holes in {} cells", n * n);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let solution = random_square(n, &mut rng);
        let mut cells: Vec<usize> = (0..n * n).collect();
        cells.shuffle(&mut rng);
        let mut givens: Vec<Option<Value>> = solution.iter().copied().map(Some).collect();
        for &cell in &cells[..holes] {
            givens[cell] = None;
        }
        (LatinSquare::with_givens(n, givens), solution)
    }
}

fn random_square(n: usize, rng: &mut ChaCha8Rng) -> Vec<Value> {
    let mut cube = Cube::cyclic(n);
    let mut improper = None;
    let mut steps = 0;
    while n > 1 && (steps < (n * n * n).min(MOST_STEPS) || improper.is_some()) {
        let from = improper.unwrap_or_else(|| cube.random_zero(rng));
        improper = cube.step(from, rng);
        steps += 1;
    }
    cube.square()
}

/// Row, column and value, from 0.
type Place = [usize; 3];

struct Cube {
    n: usize,
    entries: Vec<i8>,
}

impl Cube {
    /// The cube of the square whose rows are shifted by one from each to the next.
    fn cyclic(n: usize) -> Self {
        let mut cube = Cube { n, entries: vec![0; n * n * n] };
        for row in 0..n {
            for column in 0..n {
                *cube.at([row, column, (row + column) % n]) = 1;
            }
        }
        cube
    }

    fn index(&self, [row, column, value]: Place) -> usize {
        (row * self.n + column) * self.n + value
    }

    fn at(&mut self, place: Place) -> &mut i8 {
        let index = self.index(place);
        &mut self.entries[index]
    }

    fn random_zero(&self, rng: &mut ChaCha8Rng) -> Place {
        loop {
            let place = [(); 3].map(|()| rng.random_range(0..self.n));
            if self.entries[self.index(place)] == 0 {
                return place;
            }
        }
    }

    /// Adds one at a place that has zero or minus one, and repairs the lines through it. The place
    /// that is left with minus one, if any.
    fn step(&mut self, from: Place, rng: &mut ChaCha8Rng) -> Option<Place> {
        let to = [0, 1, 2].map(|axis| self.random_one(from, axis, rng));
        // The corners of a box from `from` to `to`; those an even number of edges away gain.
        for corner in 0..8usize {
            let place = [0, 1, 2].map(|axis| match corner >> axis & 1 {
                0 => from[axis],
                _ => to[axis],
            });
            *self.at(place) += if corner.count_ones().is_multiple_of(2) { 1 } else { -1 };
        }
        (*self.at(to) < 0).then_some(to)
    }

    /// Where a one lies on the line through a place along an axis: there is one, or two if the place
    /// has minus one.
    fn random_one(&self, mut place: Place, axis: usize, rng: &mut ChaCha8Rng) -> usize {
        let mut ones = Vec::with_capacity(2);
        for coordinate in 0..self.n {
            place[axis] = coordinate;
            if self.entries[self.index(place)] == 1 {
                ones.push(coordinate);
            }
        }
        ones[rng.random_range(0..ones.len())]
    }

    fn square(&self) -> Vec<Value> {
        let cells = self.entries.chunks(self.n.max(1));
        let value = |line: &[i8]| line.iter().position(|&entry| entry == 1);
        let values = cells.map(|line| value(line).expect("each cell has a value") as Value + 1);
        values.collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::problem::{Problem, Spec};

    #[test]
    fn squares_with_holes_have_their_solution() {
        for (n, holes, seed) in [(1, 1, 0), (2, 0, 1), (5, 10, 2), (12, 100, 3), (30, 400, 4)] {
            let (square, solution) = LatinSquare::with_holes(n, holes, seed);
            assert_eq!(square.verify(&solution), Ok(()));
            let empty = square.givens().iter().filter(|given| given.is_none());
            assert_eq!(empty.count(), holes);
            assert_eq!(LatinSquare::with_holes(n, holes, seed), (square, solution));
        }
    }

    #[test]
    fn every_square_of_order_three_is_as_likely() {
        let mut seen: BTreeMap<Vec<Value>, u32> = BTreeMap::new();
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        for _ in 0..6000 {
            *seen.entry(random_square(3, &mut rng)).or_default() += 1;
        }
        assert_eq!(seen.len(), 12);
        // 500 expected, standard deviation 21.
        assert!(seen.values().all(|count| (400..600).contains(count)), "{seen:?}");
    }

    #[test]
    fn a_spec_makes_holes() {
        let mut spec = Spec::sized("latin-square", 6);
        for (name, value) in [("holes", "20"), ("instance", "9")] {
            spec.options.insert(name.to_owned(), value.to_owned());
        }
        let made = spec.build().unwrap();
        assert!(made.name().starts_with("latin-square-6-holes-20-"));
        assert_eq!(made.spec(), LatinSquare::with_holes(6, 20, 9).0.spec());
        spec.options.insert("instance".to_owned(), "8".to_owned());
        assert_ne!(spec.build().unwrap().name(), made.name());
        spec.options.insert("holes".to_owned(), "37".to_owned());
        assert_eq!(spec.build().unwrap_err().to_string(), "37 holes in 36 cells");
        spec.options.insert("instance".to_owned(), "x".to_owned());
        spec.options.insert("holes".to_owned(), "3".to_owned());
        let message = spec.build().unwrap_err().to_string();
        assert_eq!(message, "the option `instance` is a number, not `x`");
        spec.options.insert("instance".to_owned(), "3".to_owned());
        spec.options.remove("holes");
        let message = spec.build().unwrap_err().to_string();
        assert!(message.ends_with("give `holes` too"), "{message}");
        (spec.n, spec.text) = (None, Some("1".to_owned()));
        let message = spec.build().unwrap_err().to_string();
        assert!(message.ends_with("leave the option `instance` out"), "{message}");
    }
}
