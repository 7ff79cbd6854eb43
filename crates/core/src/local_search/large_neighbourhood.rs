//! Large neighbourhood search: free some variables, one in conflict among them, and let a complete
//! search give all of these new values without any conflict, the rest staying as it is (Shaw, *Using
//! Constraint Programming and Local Search Methods to Solve Vehicle Routing Problems*, CP 1998).
//!
//! The neighbourhood of an assignment is everything that can be reached by changing the freed
//! variables, far more than one could try one by one; the inner search, here forward checking, goes
//! through it systematically. Each success takes away all conflicts of the freed variables and adds
//! none. Failure tells how large the next neighbourhood should be: if the inner search proves that
//! there is nothing, it was too small; if it runs out of nodes, it was too large.
//!
//! Of the inner searches, nodes and backtracks are reported; each neighbourhood counts as a restart.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::local_search::violations::Violations;
use crate::local_search::{Patience, Start};
use crate::model::{Constraint, Domain, Lexicographic, Literal, Model, Term, Value, Variable};
use crate::observer::{Event, Observer};
use crate::search::branching::{ValueOrder, VariableOrder};
use crate::search::tree::{Consistency, TreeSearch};
use crate::solver::{Card, FIRST_ONLY, Family, Row, Scope, Search};

/// Random neighbourhoods, searched by forward checking.
pub const ROW: Row<LargeNeighbourhoodSearch> = Row {
    card: Card {
        id: Cow::Borrowed("large-neighbourhood-search"),
        family: Family::HandWritten,
        technique: "large neighbourhood search",
        summary: Cow::Borrowed("random neighbourhoods, each searched by forward checking"),
        reference: "Shaw 1998",
        tasks: FIRST_ONLY,
        scope: Scope::Models,
        featured: false,
    },
    search: LargeNeighbourhoodSearch {
        start: Start::Greedy,
        size: 8,
        nodes: 500,
        patience: Patience { starts: 10, moves_per_variable: 10 },
        inner: TreeSearch {
            consistency: Consistency::ForwardChecking,
            variables: VariableOrder::SmallestDomain,
            values: ValueOrder::Random,
        },
    },
};

/// Large neighbourhood search over a model.
#[derive(Clone, Copy, Debug)]
pub struct LargeNeighbourhoodSearch {
    /// The assignment from which it starts.
    pub start: Start,
    /// How many variables are freed at first.
    pub size: usize,
    /// The most nodes that are spent on a neighbourhood.
    pub nodes: u64,
    /// How many neighbourhoods are searched.
    pub patience: Patience,
    /// The search of a neighbourhood.
    pub inner: TreeSearch,
}

/// What became of a neighbourhood.
enum Searched {
    Repaired,
    /// There is no way to give the freed variables values without conflict.
    NoSolution,
    OutOfNodes,
}

impl Search for LargeNeighbourhoodSearch {
    type Instance = Model;

    fn is_complete(&self, _: &Model) -> bool {
        false
    }

    fn search<O: Observer>(&self, model: &Model, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let Some(mut violations) = Violations::new(model) else {
            return ControlFlow::Continue(());
        };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut variables: Vec<Variable> = model.variables().collect();
        for _ in 0..self.patience.starts {
            violations.fill(self.start, &mut rng, observer)?;
            let mut size = self.size;
            let mut neighbourhoods = self.patience.moves(model.len());
            while violations.total() > 0 && neighbourhoods > 0 {
                neighbourhoods -= 1;
                size = size.clamp(1, model.len());
                observer.observe(Event::Restart)?;
                let freed = choose(size, &mut variables, &mut violations, &mut rng);
                match self.reassign(freed, &mut violations, rng.random(), observer)? {
                    Searched::Repaired => {}
                    Searched::NoSolution if size == model.len() => {
                        return ControlFlow::Continue(());
                    }
                    Searched::NoSolution => size += size / 4 + 1,
                    Searched::OutOfNodes => size -= size / 4,
                }
            }
            if violations.total() == 0 {
                return observer.observe(Event::Solution(violations.values()));
            }
        }
        ControlFlow::Continue(())
    }
}

/// Some variable in conflict and others at random, brought to the front.
fn choose<'v>(
    size: usize,
    variables: &'v mut [Variable],
    violations: &mut Violations,
    rng: &mut ChaCha8Rng,
) -> &'v [Variable] {
    let in_conflict = violations.some_in_conflict(rng);
    let position = variables.iter().position(|&variable| variable == in_conflict);
    variables.swap(0, position.expect("all variables are there"));
    for next in 1..size {
        variables.swap(next, rng.random_range(next..variables.len()));
    }
    &variables[..size]
}

impl LargeNeighbourhoodSearch {
    /// Searches a neighbourhood, and moves to what is found.
    fn reassign<O: Observer>(
        &self,
        freed: &[Variable],
        violations: &mut Violations,
        seed: u64,
        observer: &mut O,
    ) -> ControlFlow<(), Searched> {
        let old: Vec<Value> = freed.iter().map(|&v| violations.value(v)).collect();
        freed.iter().for_each(|&variable| violations.lift(variable));
        let mut inner = Inner { nodes_left: self.nodes, found: None, stopped: false, observer };
        let flow = match neighbourhood(freed, violations) {
            Some(model) => self.inner.search(&model, seed, &mut inner),
            None => ControlFlow::Continue(()),
        };
        let (found, stopped) = (inner.found, inner.stopped);
        for (&variable, &value) in freed.iter().zip(found.as_ref().unwrap_or(&old)) {
            violations.put(variable, value);
        }
        if stopped {
            return ControlFlow::Break(());
        }
        if found.is_none() {
            return ControlFlow::Continue(match flow {
                ControlFlow::Continue(()) => Searched::NoSolution,
                ControlFlow::Break(()) => Searched::OutOfNodes,
            });
        }
        for (&variable, old) in freed.iter().zip(old) {
            let (value, conflicts) = (violations.value(variable), violations.total());
            if value != old {
                observer.observe(Event::Repair { variable, value, conflicts })?;
            }
        }
        ControlFlow::Continue(Searched::Repaired)
    }
}

/// Watches an inner search.
struct Inner<'o, O> {
    nodes_left: u64,
    found: Option<Vec<Value>>,
    /// Whether it was the outer observer who stopped the search.
    stopped: bool,
    observer: &'o mut O,
}

impl<O: Observer> Observer for Inner<'_, O> {
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Solution(values) => {
                self.found = Some(values.to_vec());
                return ControlFlow::Break(());
            }
            Event::Node { .. } if self.nodes_left == 0 => return ControlFlow::Break(()),
            Event::Node { .. } => self.nodes_left -= 1,
            Event::Backtrack { .. } => {}
            // The other steps speak of variables of the neighbourhood.
            _ => return ControlFlow::Continue(()),
        }
        let flow = self.observer.observe(event);
        self.stopped = flow.is_break();
        flow
    }
}

/// The model of some lifted variables, in their order, while all others keep their values; `None` if
/// one of them has no value left. Behind them may come others that a constraint speaks of.
fn neighbourhood(freed: &[Variable], violations: &Violations) -> Option<Model> {
    let whole = violations.model();
    let mut model = Model::new();
    let mut images: Vec<Option<Variable>> = vec![None; whole.len()];
    for &variable in freed {
        let domain = Domain::new(violations.free_values(variable));
        if domain.is_empty() {
            return None;
        }
        images[variable.index()] = Some(model.variable(whole.name(variable), domain));
    }
    for constraint in whole.constraints() {
        match constraint {
            // What the others exclude is no longer in the domains.
            Constraint::AllDifferent(terms) => {
                let image = |term: &Term| {
                    let variable = images[term.variable.index()]?;
                    Some(Term::new(variable, term.offset))
                };
                model.all_different(terms.iter().filter_map(image));
            }
            Constraint::Linear(linear) => {
                let mut rest = linear.clone();
                rest.summands.clear();
                for &(coefficient, variable) in &linear.summands {
                    match images[variable.index()] {
                        Some(image) => rest.summands.push((coefficient, image)),
                        None => rest.rhs -= coefficient * i64::from(violations.value(variable)),
                    }
                }
                if !rest.summands.is_empty() {
                    model.constrain(Constraint::Linear(rest));
                }
            }
            Constraint::Lexicographic(order) => {
                let scope = constraint.scope();
                if scope.iter().any(|variable| images[variable.index()].is_some()) {
                    let order = with_constants(order, &images, violations, &mut model);
                    model.constrain(Constraint::Lexicographic(order));
                }
            }
        }
    }
    Some(model)
}

/// An order over the images of its literals; a variable without image becomes a constant.
fn with_constants(
    order: &Lexicographic,
    images: &[Option<Variable>],
    violations: &Violations,
    model: &mut Model,
) -> Lexicographic {
    let truth = model.variable("true", Domain::singleton(1));
    let image = |literal: &Literal| match images[literal.variable.index()] {
        Some(image) => Literal::new(image, literal.value),
        None => Literal::new(truth, Value::from(literal.holds(violations.values()))),
    };
    Lexicographic {
        first: order.first.iter().map(image).collect(),
        second: order.second.iter().map(image).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws::{brute_force, random_model};
    use crate::observer::{Counting, Statistics};
    use crate::problem::{Problem, Queens};

    #[test]
    fn a_neighbourhood_is_what_the_model_allows_around_an_assignment() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut compared = 0;
        for seed in 0..300 {
            let model = random_model(seed);
            let Some(mut violations) = Violations::new(&model) else {
                continue;
            };
            let filled = violations.fill(Start::Random, &mut rng, &mut Counting::default());
            assert!(filled.is_continue());
            let freed: Vec<Variable> = model.variables().filter(|_| rng.random()).collect();
            let kept = violations.values().to_vec();
            // The constraints that speak of a freed variable, with all others as they are.
            let mut around = Model::new();
            for variable in model.variables() {
                let value = Domain::singleton(kept[variable.index()]);
                let free = freed.contains(&variable);
                let domain = if free { model.domain(variable).clone() } else { value };
                around.variable("x", domain);
            }
            for constraint in model.constraints() {
                let scope = constraint.scope();
                // Among the others an all-different constraint may be violated already.
                match constraint {
                    Constraint::AllDifferent(terms) => {
                        for (index, &a) in terms.iter().enumerate() {
                            for &b in &terms[..index] {
                                let pair = [a, b];
                                if pair.iter().any(|term| freed.contains(&term.variable)) {
                                    around.all_different(pair);
                                }
                            }
                        }
                    }
                    Constraint::Linear(_) | Constraint::Lexicographic(_) => {
                        if scope.iter().any(|variable| freed.contains(variable)) {
                            around.constrain(constraint.clone());
                        }
                    }
                }
            }
            let at_freed = |solution: &Vec<Value>| -> Vec<Value> {
                freed.iter().map(|v| solution[v.index()]).collect()
            };
            let expected: Vec<Vec<Value>> = brute_force(&around).iter().map(at_freed).collect();
            freed.iter().for_each(|&variable| violations.lift(variable));
            let found: Vec<Vec<Value>> = match neighbourhood(&freed, &violations) {
                None => Vec::new(),
                Some(model) => brute_force(&model)
                    .into_iter()
                    .map(|solution| solution[..freed.len()].to_vec())
                    .collect(),
            };
            assert_eq!(found, expected, "{model:?} around {kept:?} of {freed:?}");
            compared += usize::from(!expected.is_empty());
        }
        assert!(compared > 50, "{compared}");
    }

    #[test]
    fn the_whole_as_a_neighbourhood_is_the_end() {
        for n in [2, 3] {
            let mut statistics = Statistics::default();
            let flow = ROW.search.search(&Queens::new(n).model(), 0, &mut statistics);
            assert!(flow.is_continue());
            assert_eq!((statistics.restarts, statistics.solutions), (1, 0));
        }
    }

    #[test]
    fn patience_has_an_end() {
        // Without nodes nothing is found out about any neighbourhood, not even about the whole.
        let patience = Patience { starts: 2, moves_per_variable: 10 };
        let hasty = LargeNeighbourhoodSearch { nodes: 0, patience, ..ROW.search };
        let mut statistics = Statistics::default();
        assert!(hasty.search(&Queens::new(3).model(), 0, &mut statistics).is_continue());
        let neighbourhoods = 2 * patience.moves(3);
        assert_eq!((statistics.restarts, statistics.solutions), (neighbourhoods, 0));
    }

    #[test]
    fn conflicts_only_fall() {
        let mut trace = crate::observer::Trace::new(100_000);
        let model = Queens::new(60).model();
        let from_random = LargeNeighbourhoodSearch { start: Start::Random, ..ROW.search };
        assert!(from_random.search(&model, 2, &mut trace).is_continue());
        let conflicts = trace.steps.iter().filter_map(|step| match step {
            crate::observer::Step::Event(Event::Repair { conflicts, .. }) => Some(*conflicts),
            _ => None,
        });
        let curve: Vec<u64> = conflicts.collect();
        assert!(curve.is_sorted_by(|a, b| a >= b) && curve.last() == Some(&0), "{curve:?}");
    }
}
