//! Tabu search: of all moves of a variable in conflict to another value make the best, even if it makes
//! things worse, and do not undo it for a while (Glover, *Tabu Search*, ORSA Journal on Computing 1,
//! 1989; for constraints Galinier and Hao, *Tabu Search for Maximal Constraint Satisfaction Problems*,
//! CP 1997).
//!
//! What a variable leaves is forbidden to it for a number of steps, which grows with the number of
//! variables in conflict and has a random part against cycles. A forbidden move is made all the same
//! if it leads to fewer conflicts than there ever were.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::local_search::violations::Violations;
use crate::local_search::{Patience, Repair, Start, repair};
use crate::model::{Literal, Model, Variable};
use crate::observer::{Event, Observer};
use crate::solver::{Card, FIRST_ONLY, Family, Row, Scope, Search};

/// Tabu search from a random assignment.
pub const ROW: Row<TabuSearch> = Row {
    card: Card {
        id: Cow::Borrowed("tabu-search"),
        family: Family::HandWritten,
        technique: "tabu search",
        summary: Cow::Borrowed(
            "the best move of all, no way back for a while, from a random start",
        ),
        reference: "Galinier and Hao 1997",
        tasks: FIRST_ONLY,
        scope: Scope::Models,
        featured: false,
    },
    search: TabuSearch {
        start: Start::Random,
        patience: Patience { starts: 20, moves_per_variable: 20 },
    },
};

/// Tabu search from a greedy assignment.
pub const GREEDY_ROW: Row<TabuSearch> = Row {
    card: Card {
        id: Cow::Borrowed("tabu-search/greedy"),
        summary: Cow::Borrowed(
            "the best move of all, no way back for a while, from a greedy start",
        ),
        ..ROW.card
    },
    search: TabuSearch { start: Start::Greedy, ..ROW.search },
};

/// Tabu search over a model.
#[derive(Clone, Copy, Debug)]
pub struct TabuSearch {
    /// The assignment from which repair starts.
    pub start: Start,
    /// How long it goes on.
    pub patience: Patience,
}

impl Search for TabuSearch {
    type Instance = Model;

    fn is_complete(&self, _: &Model) -> bool {
        false
    }

    fn search<O: Observer>(&self, model: &Model, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let new = |model: &Model| Tabu {
            step: 0,
            until: vec![0; model.literal_count()],
            fewest: u64::MAX,
            conflicts: Vec::new(),
        };
        repair(model, (self.start, self.patience), seed, new, observer)
    }
}

struct Tabu {
    step: u32,
    /// For each literal: the step until which no move may make it true.
    until: Vec<u32>,
    /// The fewest conflicts that there ever were.
    fewest: u64,
    /// Conflicts of each value, kept to spare allocations.
    conflicts: Vec<u64>,
}

impl Repair for Tabu {
    fn step<O: Observer>(
        &mut self,
        violations: &mut Violations,
        rng: &mut ChaCha8Rng,
        observer: &mut O,
    ) -> ControlFlow<()> {
        self.step += 1;
        self.fewest = self.fewest.min(violations.total());
        let mut best = Best::default();
        let mut in_conflict = 0;
        for variable in violations.model().variables() {
            if violations.in_conflict(variable) {
                in_conflict += 1;
                self.consider(variable, violations, &mut best, rng);
                let checks = self.conflicts.len() as u64;
                observer.observe(Event::Revisions { revisions: 0, checks })?;
            }
        }
        let Some(Literal { variable, value }) = best.literal else {
            // Every move is forbidden. That will pass.
            return ControlFlow::Continue(());
        };
        let left = Literal::new(variable, violations.value(variable));
        violations.lift(variable);
        violations.put(variable, value);
        if let Some(left) = violations.model().literal_index(left) {
            self.until[left] = self.step + in_conflict * 3 / 5 + rng.random_range(1..=10);
        }
        observer.observe(Event::Repair { variable, value, conflicts: violations.total() })
    }
}

/// The best move so far, and how many there were that are as good.
#[derive(Default)]
struct Best {
    literal: Option<Literal>,
    total: u64,
    ties: u32,
}

impl Tabu {
    /// Compares the moves of a variable with the best so far.
    fn consider(
        &mut self,
        variable: Variable,
        violations: &mut Violations,
        best: &mut Best,
        rng: &mut ChaCha8Rng,
    ) {
        let old = violations.value(variable);
        let total = violations.total();
        violations.lift(variable);
        let before = violations.conflicts(variable, old);
        violations.conflicts_by_value(variable, &mut self.conflicts);
        violations.put(variable, old);
        let model = violations.model();
        let literals = model.literals_of(variable).zip(model.domain(variable).values());
        for ((literal, &value), after) in literals.zip(&self.conflicts) {
            let total = total - before + after;
            let allowed = self.until[literal] < self.step || total < self.fewest;
            if value == old || !allowed || (best.ties > 0 && total > best.total) {
                continue;
            }
            let equal = best.ties > 0 && total == best.total;
            best.ties = if equal { best.ties + 1 } else { 1 };
            best.total = total;
            // Each of k equals is taken with chance 1/k, the later replacing the earlier.
            if rng.random_range(0..best.ties) == 0 {
                best.literal = Some(Literal::new(variable, value));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;
    use crate::observer::{Step, Trace};
    use crate::problem::{Problem, Queens};

    #[test]
    fn no_move_is_undone_at_once_unless_it_leads_further_than_ever() {
        // Three queens have no solution, so the search goes on and on.
        let mut trace = Trace::new(500);
        let flow = ROW.search.search(&Queens::new(3).model(), 1, &mut trace);
        assert!(flow.is_break());
        let mut board: Vec<Option<Value>> = vec![None; 3];
        let (mut left, mut fewest, mut repairs) = (None, u64::MAX, 0);
        for step in trace.steps {
            match step {
                Step::Event(Event::Decision { variable, value }) => {
                    board[variable.index()] = Some(value);
                    (left, fewest) = (None, u64::MAX);
                }
                Step::Event(Event::Repair { variable, value, conflicts }) => {
                    assert!(left != Some((variable, Some(value))) || conflicts < fewest);
                    left = Some((variable, board[variable.index()].replace(value)));
                    fewest = fewest.min(conflicts);
                    repairs += 1;
                }
                _ => {}
            }
        }
        assert!(repairs > 50);
    }
}
