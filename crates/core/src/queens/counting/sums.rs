//! What counting finds: representatives of solutions by symmetry class.

use std::ops::AddAssign;

/// Representatives found, by the number of solutions that each stands for, and nodes visited.
///
/// A rung that uses symmetry finds one of several images of each solution. Class k holds those that
/// stand for 2ᵏ solutions: themselves and the images that are not visited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Representatives in each class.
    pub classes: [u64; CLASSES],
    /// Nodes: states entered with a queen still to place.
    pub nodes: u64,
}

/// Number of symmetry classes: a solution has at most eight images.
pub(super) const CLASSES: usize = 4;

/// The solutions that a representative of each class stands for.
pub(super) const WEIGHTS: [u64; CLASSES] = [1, 2, 4, 8];

impl Sums {
    /// This many representatives of one class.
    pub fn of_class(class: usize, representatives: u64, nodes: u64) -> Self {
        let mut classes = [0; CLASSES];
        classes[class] = representatives;
        Sums { classes, nodes }
    }

    /// Number of solutions.
    pub fn solutions(&self) -> u128 {
        self.weighted(WEIGHTS)
    }

    /// The sum with these weights; there is one right choice, `WEIGHTS`.
    pub fn weighted(&self, weights: [u64; CLASSES]) -> u128 {
        let products = self.classes.iter().zip(weights);
        products.map(|(&count, weight)| u128::from(count) * u128::from(weight)).sum()
    }
}

impl AddAssign for Sums {
    fn add_assign(&mut self, other: Sums) {
        for (sum, more) in self.classes.iter_mut().zip(other.classes) {
            *sum += more;
        }
        self.nodes += other.nodes;
    }
}
