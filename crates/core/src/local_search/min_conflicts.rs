//! Min-conflicts on any model: take some variable in conflict and give it a value that is in conflict
//! with the fewest others (Minton, Johnston, Philips and Laird, *Minimizing Conflicts: A Heuristic
//! Repair Method for Constraint Satisfaction and Scheduling Problems*, AIJ 58, 1992).
//!
//! Variable and value are chosen uniformly among those that qualify. On queens it makes the same moves
//! as [the search made for them](crate::queens::min_conflicts), from counters that it has found in
//! the model. It is at its best where solutions are many; where every variable is tied to a few others,
//! as in Sudoku, it tends to end on a plateau with no better neighbour, and starts anew.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rand_chacha::ChaCha8Rng;

use crate::local_search::violations::{Violations, least};
use crate::local_search::{Patience, Repair, Start, repair};
use crate::model::Model;
use crate::observer::{Event, Observer};
use crate::solver::{Card, FIRST_ONLY, Family, Row, Scope, Search};

/// Min-conflicts from a random assignment.
pub const ROW: Row<MinConflicts> = Row {
    card: Card {
        id: Cow::Borrowed("min-conflicts"),
        family: Family::HandWritten,
        technique: "min-conflicts",
        summary: Cow::Borrowed("some variable in conflict to its best value, from a random start"),
        reference: "Minton, Johnston, Philips and Laird 1992",
        tasks: FIRST_ONLY,
        scope: Scope::Models,
        featured: true,
    },
    search: MinConflicts {
        start: Start::Random,
        patience: Patience {
            starts: 100,
            moves_per_variable: 4,
        },
    },
};

/// Min-conflicts from a greedy assignment.
pub const GREEDY_ROW: Row<MinConflicts> = Row {
    card: Card {
        id: Cow::Borrowed("min-conflicts/greedy"),
        summary: Cow::Borrowed("some variable in conflict to its best value, from a greedy start"),
        featured: false,
        ..ROW.card
    },
    search: MinConflicts {
        start: Start::Greedy,
        ..ROW.search
    },
};

/// Min-conflicts over a model.
#[derive(Clone, Copy, Debug)]
pub struct MinConflicts {
    /// The assignment from which repair starts.
    pub start: Start,
    /// How long it goes on.
    pub patience: Patience,
}

impl Search for MinConflicts {
    type Instance = Model;

    fn is_complete(&self, _: &Model) -> bool {
        false
    }

    fn search<O: Observer>(&self, model: &Model, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let new = |_: &Model| BestValue {
            conflicts: Vec::new(),
        };
        repair(model, (self.start, self.patience), seed, new, observer)
    }
}

struct BestValue {
    /// Conflicts of each value, kept to spare allocations.
    conflicts: Vec<u64>,
}

impl Repair for BestValue {
    fn step<O: Observer>(
        &mut self,
        violations: &mut Violations,
        rng: &mut ChaCha8Rng,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let variable = violations.some_in_conflict(rng);
        violations.lift(variable);
        violations.conflicts_by_value(variable, &mut self.conflicts);
        let rank = least(&self.conflicts, rng);
        let value = violations.model().domain(variable).values()[rank];
        violations.put(variable, value);
        observer.observe(Event::Repair {
            variable,
            value,
            conflicts: violations.total(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observer::Trace;
    use crate::problem::{Problem, Queens};
    use crate::queens::min_conflicts as queens;

    #[test]
    fn on_queens_it_makes_the_moves_of_the_search_made_for_queens() {
        for seed in 0..5 {
            for n in [1, 4, 8, 40] {
                let (mut generic, mut special) = (Trace::new(2000), Trace::new(2000));
                let problem = Queens::new(n);
                let model = problem.model();
                let _ = ROW.search.search(&model, seed, &mut generic);
                let _ = queens::ROW.search.search(&problem, seed, &mut special);
                assert_eq!(generic.steps, special.steps, "{n} queens from seed {seed}");
            }
        }
    }
}
