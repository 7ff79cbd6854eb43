//! Simulated annealing: try a random value for some variable in conflict, keep it if that makes nothing
//! worse, and else only with a chance that falls to zero (Kirkpatrick, Gelatt and Vecchi, *Optimization
//! by Simulated Annealing*, Science 220, 1983).
//!
//! A move that adds d conflicts is kept with the probability exp(−d/T) = q^d, where q = exp(−1/T) is the
//! chance of one conflict more. It is q that is lowered here, in equal steps from its first value to
//! zero, which is to say T = 1 / ln(1/q): this takes no more than products, whose results are the same
//! on every machine, as those of an exponential function need not be.
//!
//! Where to begin depends on the size of the domains: the larger they are, the more values make things
//! a little worse, and the fewer are the right ones. The first q is therefore a number that suits all
//! sizes, divided by the mean size of a domain.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::local_search::violations::Violations;
use crate::local_search::{Patience, Repair, Start, repair};
use crate::model::Model;
use crate::observer::{Event, Observer};
use crate::solver::{Card, FIRST_ONLY, Family, Row, Scope, Search};

/// Simulated annealing from a random assignment.
pub const ROW: Row<SimulatedAnnealing> = Row {
    card: Card {
        id: Cow::Borrowed("simulated-annealing"),
        family: Family::HandWritten,
        technique: "simulated annealing",
        summary: Cow::Borrowed("random moves, worse ones with a chance that falls to zero"),
        reference: "Kirkpatrick, Gelatt and Vecchi 1983",
        tasks: FIRST_ONLY,
        scope: Scope::Models,
        featured: false,
    },
    search: SimulatedAnnealing {
        first_worse: 0.5,
        patience: Patience {
            starts: 20,
            moves_per_variable: 1000,
        },
    },
};

/// Simulated annealing over a model.
#[derive(Clone, Copy, Debug)]
pub struct SimulatedAnnealing {
    /// The chance with which a move to one conflict more is kept at first, times the mean size of a
    /// domain: about how many such moves are kept while every value of a variable is tried once.
    pub first_worse: f64,
    /// How long it goes on.
    pub patience: Patience,
}

impl Search for SimulatedAnnealing {
    type Instance = Model;

    fn is_complete(&self, _: &Model) -> bool {
        false
    }

    fn search<O: Observer>(&self, model: &Model, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let new = |model: &Model| {
            let chance = self.first_worse * model.len() as f64 / model.literal_count() as f64;
            let cooling = chance / self.patience.moves(model.len()) as f64;
            Annealing { chance, cooling }
        };
        let start = (Start::Random, self.patience);
        repair(model, start, seed, new, observer)
    }
}

struct Annealing {
    /// The chance with which a move to one conflict more is kept.
    chance: f64,
    /// By how much it falls at each step.
    cooling: f64,
}

impl Repair for Annealing {
    fn step<O: Observer>(
        &mut self,
        violations: &mut Violations,
        rng: &mut ChaCha8Rng,
        observer: &mut O,
    ) -> ControlFlow<()> {
        self.chance -= self.cooling;
        let variable = violations.some_in_conflict(rng);
        let old = violations.value(variable);
        let values = violations.model().domain(variable).values();
        let new = values[rng.random_range(0..values.len())];
        violations.lift(variable);
        let before = violations.conflicts(variable, old);
        let after = violations.conflicts(variable, new);
        let kept = after <= before || rng.random_bool(power(self.chance, after - before));
        let value = if kept { new } else { old };
        violations.put(variable, value);
        observer.observe(Event::Decision {
            variable,
            value: new,
        })?;
        if value == old {
            return ControlFlow::Continue(());
        }
        observer.observe(Event::Repair {
            variable,
            value,
            conflicts: violations.total(),
        })
    }
}

/// A chance multiplied by itself; what lies beyond the 64th power is as good as nothing.
fn power(chance: f64, exponent: u64) -> f64 {
    let chance = chance.clamp(0.0, 1.0);
    (0..exponent.min(64)).fold(1.0, |product, _| product * chance)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::{Step, Trace};
    use crate::problem::{Problem, Queens};

    #[test]
    fn powers() {
        assert_eq!(power(0.5, 0), 1.0);
        assert_eq!(power(0.5, 3), 0.125);
        assert_eq!(power(-1e-18, 1), 0.0);
        assert_eq!(power(0.9, u64::MAX), power(0.9, 64));
    }

    #[test]
    fn worse_moves_become_rare() {
        // Three queens have no solution, so that the first start lasts to the end.
        let mut trace = Trace::new(10_000);
        let flow = ROW.search.search(&Queens::new(3).model(), 1, &mut trace);
        assert!(flow.is_break());
        let half = ROW.search.patience.moves(3) / 2;
        let (mut tried, mut conflicts, mut rises) = (0, u64::MAX, [0, 0]);
        for step in trace.steps {
            match step {
                Step::Event(Event::Restart) => break,
                Step::Event(Event::Decision { .. }) => tried += 1,
                Step::Event(Event::Repair { conflicts: now, .. }) => {
                    rises[usize::from(tried > half)] += u32::from(now > conflicts);
                    conflicts = now;
                }
                _ => {}
            }
        }
        assert!(tried > half && rises[0] > 2 * rises[1], "{rises:?}");
    }
}
