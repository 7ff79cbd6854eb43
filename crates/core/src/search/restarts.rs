//! When to begin again.
//!
//! A search that went wrong near its root may be long about it. Restarting it after some number of
//! failures, with other random choices or with what was learned meanwhile, cuts the long tail of its
//! running time (Gomes, Selman and Kautz, AAAI 1998). The numbers grow, so that a search which needs
//! no luck but time gets it.

/// A sequence of numbers of failures after which the search begins again.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Restarts {
    /// 1, 1, 2, 1, 1, 2, 4, … times a unit: within a logarithmic factor of the best sequence for any
    /// search (Luby, Sinclair and Zuckerman, *Optimal Speedup of Las Vegas Algorithms*, 1993).
    Luby {
        /// The number for 1.
        unit: u64,
    },
    /// Each time more by a constant factor (Walsh, IJCAI 1999).
    Geometric {
        /// The first number.
        first: u64,
        /// The factor.
        factor: f64,
    },
}

impl Restarts {
    /// The number of failures allowed in a run, counted from 0.
    pub fn limit(self, run: u64) -> u64 {
        match self {
            Restarts::Luby { unit } => unit * luby(run + 1),
            Restarts::Geometric { first, factor } => {
                (first as f64 * factor.powf(run as f64)) as u64
            }
        }
    }
}

/// The i-th number of the sequence 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, …, from i = 1: if i
/// ends a block, being 2^k - 1, half of 2^k; otherwise the sequence repeats what is before the block.
fn luby(i: u64) -> u64 {
    let block = (i + 1).next_power_of_two();
    if i + 1 == block {
        block / 2
    } else {
        luby(i + 1 - block / 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_luby() {
        let limits = |restarts: Restarts, count| (0..count).map(move |run| restarts.limit(run));
        let expected = [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1];
        assert!(limits(Restarts::Luby { unit: 1 }, 16).eq(expected));
        assert!(limits(Restarts::Luby { unit: 100 }, 3).eq([100, 100, 200]));
    }

    #[test]
    fn geometric_limits_grow_without_end() {
        let restarts = Restarts::Geometric {
            first: 10,
            factor: 1.5,
        };
        assert_eq!([0, 1, 2].map(|run| restarts.limit(run)), [10, 15, 22]);
        assert_eq!(restarts.limit(1000), u64::MAX);
    }
}
