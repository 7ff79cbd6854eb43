//! Branch and bound, depth first: split the problem by a decision, and give up a part as soon as a
//! bound shows that it has nothing better than what is known (Land and Doig, Econometrica 28, 1960;
//! Little, Murty, Sweeney and Karel, Operations Research 11, 1963).
//!
//! Every solution found is better than the one before, and when no part is left, the last is optimal.
//! The bound comes from the assignment problems in the model (`bound`); constraints draw their
//! consequences between two bounds.

mod bound;
mod hungarian;

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::{Model, Value, Variable};
use crate::observer::{Event, Observer};
use crate::search::all_different::{Level, engine};
use crate::search::branching::{Brancher, Ties, ValueOrder, VariableOrder};
use crate::search::domains::{Domains, Inconsistent};
use crate::search::propagation::Engine;
use crate::search::tree::{Cause, Failure, Inference, Tree, Work};
use crate::solver::{Card, Family, OPTIMUM_ONLY, Row, Scope, Search};
use bound::CostBound;

/// Branch and bound.
pub const ROW: Row<BranchAndBound> = Row {
    card: Card {
        id: Cow::Borrowed("branch-and-bound"),
        family: Family::HandWritten,
        technique: "branch and bound",
        summary: Cow::Borrowed(
            "bounds and reduced costs of assignment problems, depth first, cheapest values first",
        ),
        reference: "Land and Doig 1960; Fischetti and Toth 1989",
        tasks: OPTIMUM_ONLY,
        scope: Scope::Models,
        featured: true,
    },
    search: BranchAndBound,
};

/// Branch and bound with the smallest domain first, and values by what they cost at least.
#[derive(Clone, Copy, Debug)]
pub struct BranchAndBound;

impl Search for BranchAndBound {
    type Instance = Model;

    fn unsupported(&self, model: &Model) -> Option<String> {
        match model.objective() {
            None => Some("there is nothing to make large or small".to_owned()),
            Some(objective) if bound::costs(model, objective).is_none() => {
                Some("the weights of the objective are too large to be added up".to_owned())
            }
            Some(_) => None,
        }
    }

    fn search<O: Observer>(&self, model: &Model, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let costs = model.objective().and_then(|objective| bound::costs(model, objective));
        let Some(costs) = costs else {
            return ControlFlow::Continue(());
        };
        let mut domains = Domains::new(model);
        let inference = Bounding {
            engine: engine(&mut domains, Level::Domain),
            bound: CostBound::new(model, costs),
        };
        let orders = (VariableOrder::SmallestDomain, ValueOrder::Min, Ties::First);
        let branching = Brancher::new(model, orders, seed);
        let mut tree = Tree::new(domains, inference, branching, observer);
        if tree.begin()? {
            branch(&mut tree, 0)?;
        }
        ControlFlow::Continue(())
    }
}

/// Searches what is below the current node for something better than the best solution known.
fn branch<O: Observer>(tree: &mut Tree<Bounding, O>, depth: usize) -> ControlFlow<()> {
    // B1. Nothing left to decide: a better solution, or the bound would not have let it pass.
    let Some(variable) = tree.next_variable() else {
        tree.inference_mut().bound.improve();
        return tree.report_solution();
    };
    tree.observe(Event::Node { depth })?;
    // B2. Branch, the most promising value first.
    let mut values = estimates(tree.domains(), &tree.inference().bound, variable);
    values.sort_by_key(|&(estimate, _)| estimate);
    for (estimate, value) in values {
        // B3. Bound: what came to light since may have settled this and all that promise less.
        if tree.inference().bound.is_beaten(estimate) {
            break;
        }
        let mark = tree.mark();
        if tree.decide(variable, value)? {
            branch(tree, depth + 1)?;
        }
        // B4. Back.
        tree.retract(variable, mark);
        tree.observe(Event::Backtrack { depth })?;
    }
    ControlFlow::Continue(())
}

/// What a solution with each value costs at least.
fn estimates(domains: &Domains, bound: &CostBound, variable: Variable) -> Vec<(i64, Value)> {
    let estimate = |rank| (bound.estimate(variable, rank), domains.value(variable, rank));
    domains.ranks(variable).map(estimate).collect()
}

/// Propagators and the bound in turn, until neither removes a value.
struct Bounding<'m> {
    engine: Engine<'m>,
    bound: CostBound<'m>,
}

impl Bounding<'_> {
    fn run(&mut self, domains: &mut Domains) -> Result<(), Failure> {
        loop {
            self.engine.run(domains)?;
            let mark = domains.mark();
            self.bound.propagate(domains).map_err(|Inconsistent(variable)| {
                self.engine.forget();
                Failure { variable, cause: Cause::Objective }
            })?;
            let removals = domains.removals_since(mark);
            if removals.is_empty() {
                return Ok(());
            }
            self.engine.wake(removals);
        }
    }
}

impl Inference for Bounding<'_> {
    fn begin(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        self.run(domains).map_err(|failure| Inconsistent(failure.variable))
    }

    fn decide(
        &mut self,
        variable: Variable,
        value: Value,
        domains: &mut Domains,
    ) -> Result<(), Failure> {
        self.engine.wake(domains.decide(variable, value));
        self.run(domains)
    }

    fn take_work(&mut self) -> Work {
        Work { revisions: self.engine.take_revisions(), checks: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::laws;
    use crate::observer::{Step, Trace};
    use crate::problem::latin_square::{Goal, LARGEST_REWARD, LatinSquare};
    use crate::problem::{Problem, Queens};
    use crate::solver::{End, Request, Solver, SolverError, Task};

    fn optimum(problem: &dyn Problem) -> laws::Run {
        let request = Request::new(problem, Task::Optimum).with_statistics();
        laws::run(&ROW, &request, u64::MAX).expect("it optimises")
    }

    #[test]
    fn the_optima_of_latin_squares() {
        for n in 1..=5 {
            let run = optimum(&LatinSquare::new(n).with_goal(Goal::Reward));
            let found = (run.objective, &run.outcome.end);
            assert_eq!(found, (Some(LARGEST_REWARD[n - 1]), &End::Exhausted), "n = {n}");
            let run = optimum(&LatinSquare::new(n).with_goal(Goal::Diagonal));
            let found = (run.objective, &run.outcome.end);
            assert_eq!(found, (Some(n as i64), &End::Exhausted), "n = {n}");
        }
    }

    #[test]
    fn every_solution_is_better_than_the_one_before() {
        let square = LatinSquare::new(4).with_goal(Goal::Reward);
        let mut values = Vec::new();
        let request = Request::new(&square, Task::Optimum);
        ROW.solve(&request, &mut |solution: &[Value]| {
            values.push(square.objective(solution));
            ControlFlow::Continue(())
        })
        .unwrap();
        assert!(values.windows(2).all(|pair| pair[0] < pair[1]), "{values:?}");
    }

    #[test]
    fn the_depth_of_a_node_is_the_number_of_open_decisions() {
        let model = LatinSquare::new(3).with_goal(Goal::Reward).model();
        let mut trace = Trace::new(usize::MAX);
        assert!(BranchAndBound.search(&model, 0, &mut trace).is_continue());
        let (mut open, mut deepest) = (0, 0);
        for step in trace.steps {
            match step {
                Step::Event(Event::Decision { .. }) => open += 1,
                Step::Event(Event::Backtrack { .. }) => open -= 1,
                Step::Event(Event::Node { depth }) => {
                    assert_eq!(depth, open);
                    deepest = deepest.max(depth);
                }
                _ => {}
            }
        }
        assert!(deepest > 0);
    }

    #[test]
    fn models_of_every_kind() {
        for seed in 100..300 {
            laws::agrees_with_brute_force(&ROW, laws::random_model(seed));
        }
    }

    #[test]
    fn without_an_objective_it_says_so() {
        let queens = Queens::new(4);
        let request = Request::new(&queens, Task::Optimum);
        let result = ROW.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(()));
        assert!(matches!(result, Err(SolverError::Unsupported(_))));
    }
}
