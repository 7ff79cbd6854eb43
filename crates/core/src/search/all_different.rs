//! All-different constraints at three levels of consistency.
//!
//! | row | the propagator removes | reference |
//! |---|---|---|
//! | `all-different/value` | the value of a fixed term from the other terms | |
//! | `all-different/bounds` | also bounds inside a full (Hall) interval | López-Ortiz, Quimper, Tromp and van Beek, IJCAI 2003 |
//! | `all-different/domain` | every value that belongs to no solution of the constraint | Régin, AAAI 1994 |
//!
//! Each level visits a subset of the nodes of the one before and works harder at each. Which is
//! fastest depends on the problem: of queens, it is nearly always the first.

mod bounds;
mod domain;
mod value;

use std::borrow::Cow;

use crate::model::{Constraint, Value, Variable};
use crate::search::branching::{ValueOrder, VariableOrder};
use crate::search::domains::{Domains, Inconsistent};
use crate::search::propagation::{Engine, of_other_kinds};
use crate::search::tree::{Consistency, Failure, Inference, TreeSearch, Work};
use crate::solver::{COMPLETE, Card, Family, Row, Scope};
use bounds::BoundsConsistency;
use domain::DomainConsistency;
use value::ValueElimination;

/// How much the propagator of an all-different constraint removes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The values of fixed terms.
    Value,
    /// Also bounds inside Hall intervals.
    Bounds,
    /// Everything that belongs to no solution of the constraint.
    Domain,
}

/// Value elimination.
pub const VALUE_ROW: Row<TreeSearch> = Row {
    card: Card {
        id: Cow::Borrowed("all-different/value"),
        family: Family::HandWritten,
        technique: "all-different propagation",
        summary: Cow::Borrowed("value elimination: what a term has, no other can"),
        reference: "Van Hentenryck 1989",
        tasks: COMPLETE,
        scope: Scope::Models,
        featured: false,
    },
    search: TreeSearch {
        consistency: Consistency::AllDifferent(Level::Value),
        variables: VariableOrder::SmallestDomain,
        values: ValueOrder::Min,
    },
};

/// Bounds consistency.
pub const BOUNDS_ROW: Row<TreeSearch> = Row {
    card: Card {
        id: Cow::Borrowed("all-different/bounds"),
        summary: Cow::Borrowed("bounds consistency: k terms in k values leave none to others"),
        reference: "López-Ortiz, Quimper, Tromp and van Beek 2003",
        ..VALUE_ROW.card
    },
    search: TreeSearch {
        consistency: Consistency::AllDifferent(Level::Bounds),
        ..VALUE_ROW.search
    },
};

/// Domain consistency.
pub const DOMAIN_ROW: Row<TreeSearch> = Row {
    card: Card {
        id: Cow::Borrowed("all-different/domain"),
        summary: Cow::Borrowed("domain consistency: matching and strongly connected components"),
        reference: "Régin 1994",
        featured: true,
        ..VALUE_ROW.card
    },
    search: TreeSearch {
        consistency: Consistency::AllDifferent(Level::Domain),
        ..VALUE_ROW.search
    },
};

/// Inference by propagators, those of all-different constraints of one level.
pub(crate) struct Propagation<'m>(Engine<'m>);

impl<'m> Propagation<'m> {
    /// The propagators of a model.
    pub(crate) fn new(domains: &mut Domains<'m>, level: Level) -> Self {
        Propagation(engine(domains, level))
    }
}

/// The propagators of a model, those of all-different constraints of one level.
pub(crate) fn engine<'m>(domains: &mut Domains<'m>, level: Level) -> Engine<'m> {
    Engine::new(domains, |constraint, domains| match constraint {
        Constraint::AllDifferent(terms) => Some(match level {
            Level::Value => Box::new(ValueElimination::new(terms, domains)),
            Level::Bounds => Box::new(BoundsConsistency::new(terms, domains)),
            Level::Domain => Box::new(DomainConsistency::new(terms, domains)),
        }),
        Constraint::Linear(_) | Constraint::Lexicographic(_) => of_other_kinds(constraint),
    })
}

impl Inference for Propagation<'_> {
    fn begin(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        let consistent = self.0.run(domains);
        consistent.map_err(|failure| Inconsistent(failure.variable))
    }

    fn decide(
        &mut self,
        variable: Variable,
        value: Value,
        domains: &mut Domains,
    ) -> Result<(), Failure> {
        self.0.wake(domains.decide(variable, value));
        self.0.run(domains)
    }

    fn take_work(&mut self) -> Work {
        Work { revisions: self.0.take_revisions(), checks: 0 }
    }
}

#[cfg(test)]
mod tests {
    use rand::seq::SliceRandom;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;
    use crate::model::{Domain, Model, Term};

    /// A few terms over small domains with holes.
    fn random_model(random: &mut ChaCha8Rng) -> Model {
        let mut model = Model::new();
        let span = random.random_range(2..=6);
        for _ in 0..random.random_range(2..=5) {
            let mut values: Vec<Value> = (0..span).collect();
            values.shuffle(random);
            values.truncate(random.random_range(1..=values.len()));
            model.variable("x", Domain::new(values));
        }
        let offset = |random: &mut ChaCha8Rng| random.random_range(0..=1);
        let mut terms: Vec<Term> = Vec::new();
        for variable in model.variables() {
            terms.push(Term::new(variable, offset(random)));
        }
        model.all_different(terms);
        model
    }

    /// The values that are left when each level is done, or `None` if it found an inconsistency.
    fn propagated(model: &Model, level: Level) -> Option<Vec<Vec<Value>>> {
        let mut domains = Domains::new(model);
        let mut propagation = Propagation::new(&mut domains, level);
        propagation.begin(&mut domains).ok()?;
        let variables = model.variables();
        Some(variables.map(|v| domains.values(v).collect()).collect())
    }

    /// The values of each variable that occur in a solution, by trying every assignment.
    fn in_solutions(model: &Model) -> Option<Vec<Vec<Value>>> {
        let mut solutions = vec![Vec::new()];
        for domain in model.domains() {
            let longer = |solution: &Vec<Value>, &value: &Value| [&solution[..], &[value]].concat();
            let extend = |solution| domain.values().iter().map(move |v| longer(&solution, v));
            solutions = solutions.into_iter().flat_map(extend).collect();
        }
        solutions.retain(|solution| model.admits(solution));
        let occurring = |v: Variable| {
            let values = solutions.iter().map(|solution| solution[v.index()]);
            Domain::new(values).values().to_vec()
        };
        (!solutions.is_empty()).then(|| model.variables().map(occurring).collect())
    }

    #[test]
    fn each_level_prunes_what_the_weaker_prunes_and_the_strongest_is_exact() {
        let mut random = ChaCha8Rng::seed_from_u64(11);
        let mut stronger = [0; 2];
        for _ in 0..3000 {
            let model = random_model(&mut random);
            let exact = in_solutions(&model);
            let levels = [Level::Value, Level::Bounds, Level::Domain];
            let [value, bounds, domain] = levels.map(|level| propagated(&model, level));
            assert_eq!(domain, exact, "{model:?}");
            for (index, (weak, strong)) in
                [(&value, &bounds), (&bounds, &domain)].iter().enumerate()
            {
                let Some(strong) = strong else {
                    stronger[index] += usize::from(weak.is_some());
                    continue;
                };
                let weak = weak.as_ref().expect("the weaker level never proves more");
                for (few, many) in strong.iter().zip(weak) {
                    assert!(few.iter().all(|value| many.contains(value)), "{model:?}");
                }
                stronger[index] += usize::from(strong != weak);
            }
        }
        assert!(stronger[0] > 100 && stronger[1] > 20, "{stronger:?}");
    }

    #[test]
    fn bounds_are_exact_when_domains_are_intervals() {
        let mut random = ChaCha8Rng::seed_from_u64(12);
        for _ in 0..2000 {
            let mut model = Model::new();
            for _ in 0..random.random_range(1..=5) {
                let least = random.random_range(0..5);
                let most = least + random.random_range(0..4);
                model.variable("x", Domain::range(least..=most));
            }
            model.all_different(model.variables());
            let ends = |values: Vec<Vec<Value>>| -> Vec<_> {
                let ends = |values: &Vec<Value>| (values[0], values[values.len() - 1]);
                values.iter().map(ends).collect()
            };
            let bounds = propagated(&model, Level::Bounds).map(ends);
            assert_eq!(bounds, in_solutions(&model).map(ends), "{model:?}");
        }
    }
}
