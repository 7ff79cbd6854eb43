//! Tree search: decide a variable, draw the consequences, go on or go back.
//!
//! Forward checking, maintaining arc consistency and search with propagators are one loop,
//! `Tree::depth_first`. They differ in the consequences they draw, an `Inference`; independently of
//! that, in how they branch ([`branching`](crate::search::branching)). A row of the registry is one
//! combination, named `inference/variable-order/value-order`.

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::sync::LazyLock;

use crate::model::{Model, Value, Variable};
use crate::observer::{Event, Observer};
use crate::search::all_different::{self, Level, Propagation};
use crate::search::arc_consistency::{self, ArcConsistency, Supports};
use crate::search::branching::{Brancher, Ties, ValueOrder, VariableOrder};
use crate::search::domains::{Domains, Inconsistent, Mark};
use crate::search::forward_checking::{self, ForwardChecking};
use crate::solver::{Card, Row, Search, Solver};

/// A dead end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Failure {
    /// The variable that has no value left, if there is one such.
    pub(crate) variable: Option<Variable>,
    /// What is to blame.
    pub(crate) cause: Cause,
}

/// What is to blame for a dead end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Cause {
    /// The difference of two variables.
    Pair(Variable, Variable),
    /// A constraint of the model, by its position.
    Constraint(usize),
    /// The objective: there is nothing better.
    Objective,
}

/// The consequences that are drawn from a decision.
pub(crate) trait Inference {
    /// Draws the consequences of the model alone.
    fn begin(&mut self, domains: &mut Domains) -> Result<(), Inconsistent>;

    /// Makes a decision and draws its consequences.
    fn decide(
        &mut self,
        variable: Variable,
        value: Value,
        domains: &mut Domains,
    ) -> Result<(), Failure>;

    /// Takes the latest decision back, before the domains are restored.
    fn retract(&mut self, variable: Variable) {
        let _ = variable;
    }

    /// Whether the variable still has to be decided.
    fn is_open(&self, variable: Variable, domains: &Domains) -> bool {
        domains.size(variable) > 1
    }

    /// The work done since this was asked last, as far as it is not seen from the removals.
    fn take_work(&mut self) -> Work {
        Work::default()
    }
}

/// Work that leaves no other trace.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Work {
    /// Constraints looked at.
    pub(crate) revisions: u64,
    /// Pairs of values looked at.
    pub(crate) checks: u64,
}

/// How much inference is done at each node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Consistency {
    /// Values that contradict a decision are removed.
    ForwardChecking,
    /// Every value is supported in every other domain.
    Arc(Supports),
    /// Each constraint has a propagator, and those of all-different constraints do this much.
    AllDifferent(Level),
}

/// One combination of inference and branching.
#[derive(Clone, Copy, Debug)]
pub struct TreeSearch {
    /// How much inference is done.
    pub consistency: Consistency,
    /// Which variable is decided next.
    pub variables: VariableOrder,
    /// In which order its values are tried.
    pub values: ValueOrder,
}

impl Search for TreeSearch {
    type Instance = Model;

    fn unsupported(&self, model: &Model) -> Option<String> {
        match self.consistency {
            Consistency::Arc(Supports::Remembered) => arc_consistency::too_many_supports(model),
            Consistency::Arc(Supports::Sought)
            | Consistency::ForwardChecking
            | Consistency::AllDifferent(_) => None,
        }
    }

    fn search<O: Observer>(&self, model: &Model, seed: u64, observer: &mut O) -> ControlFlow<()> {
        let mut domains = Domains::new(model);
        let branching = Brancher::new(model, (self.variables, self.values, Ties::First), seed);
        match self.consistency {
            Consistency::ForwardChecking => {
                let inference = ForwardChecking::new(model);
                Tree::new(domains, inference, branching, observer).run()
            }
            Consistency::Arc(supports) => {
                let inference = ArcConsistency::new(&mut domains, supports);
                Tree::new(domains, inference, branching, observer).run()
            }
            Consistency::AllDifferent(level) => {
                let inference = Propagation::new(&mut domains, level);
                Tree::new(domains, inference, branching, observer).run()
            }
        }
    }
}

/// A search under way.
pub(crate) struct Tree<'a, I, O> {
    domains: Domains<'a>,
    inference: I,
    branching: Brancher<'a>,
    observer: &'a mut O,
}

impl<'a, I: Inference, O: Observer> Tree<'a, I, O> {
    pub(crate) fn new(
        domains: Domains<'a>,
        inference: I,
        branching: Brancher<'a>,
        observer: &'a mut O,
    ) -> Self {
        Tree { domains, inference, branching, observer }
    }

    fn run(&mut self) -> ControlFlow<()> {
        if self.begin()? {
            self.depth_first(0)?;
        }
        ControlFlow::Continue(())
    }

    /// Draws the consequences of the model alone. Says whether there may be a solution.
    pub(crate) fn begin(&mut self) -> ControlFlow<(), bool> {
        if let Some(variable) = self.domains.wiped_out() {
            self.observer.observe(Event::WipeOut { variable })?;
            return ControlFlow::Continue(false);
        }
        let mark = self.domains.mark();
        let consistent = self.inference.begin(&mut self.domains);
        self.branching.removed(None, self.domains.removals_since(mark));
        self.report_inference(None, mark)?;
        if let Err(Inconsistent(variable)) = consistent {
            self.report_failure(variable)?;
        }
        ControlFlow::Continue(consistent.is_ok())
    }

    /// Searches everything below the current node.
    fn depth_first(&mut self, depth: usize) -> ControlFlow<()> {
        let Some(variable) = self.next_variable() else {
            return self.report_solution();
        };
        self.observer.observe(Event::Node { depth })?;
        for value in self.values_of(variable) {
            let mark = self.domains.mark();
            if self.decide(variable, value)? {
                self.depth_first(depth + 1)?;
            }
            self.retract(variable, mark);
            self.observer.observe(Event::Backtrack { depth })?;
        }
        ControlFlow::Continue(())
    }

    /// The values that are left.
    pub(crate) fn domains(&self) -> &Domains<'a> {
        &self.domains
    }

    /// The inference.
    pub(crate) fn inference(&self) -> &I {
        &self.inference
    }

    /// The inference, to be changed.
    pub(crate) fn inference_mut(&mut self) -> &mut I {
        &mut self.inference
    }

    /// Tells the observer a step.
    pub(crate) fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        self.observer.observe(event)
    }

    /// The present as a point to come back to.
    pub(crate) fn mark(&self) -> Mark {
        self.domains.mark()
    }

    /// Number of variables still to decide.
    pub(crate) fn open_variables(&self) -> usize {
        let is_open = |&v: &Variable| self.inference.is_open(v, &self.domains);
        self.domains.model().variables().filter(is_open).count()
    }

    /// The variable to decide next, unless all are.
    pub(crate) fn next_variable(&mut self) -> Option<Variable> {
        let is_open = |v| self.inference.is_open(v, &self.domains);
        self.branching.variable(&self.domains, is_open)
    }

    /// The values of a variable, in the order in which they are to be tried.
    pub(crate) fn values_of(&mut self, variable: Variable) -> Vec<Value> {
        let is_open = |v| self.inference.is_open(v, &self.domains);
        self.branching.values(variable, &self.domains, is_open)
    }

    /// Gives the variable the value and draws the consequences. Says whether there may be a solution.
    pub(crate) fn decide(&mut self, variable: Variable, value: Value) -> ControlFlow<(), bool> {
        self.observer.observe(Event::Decision { variable, value })?;
        let mark = self.domains.mark();
        let consistent = self.inference.decide(variable, value, &mut self.domains);
        let removals = self.domains.removals_since(mark);
        self.branching.removed(Some(variable), removals);
        self.report_inference(Some(variable), mark)?;
        if let Err(failure) = &consistent {
            self.branching.failed(failure);
            self.report_failure(failure.variable)?;
        }
        ControlFlow::Continue(consistent.is_ok())
    }

    /// Takes the latest decision back.
    pub(crate) fn retract(&mut self, variable: Variable, mark: Mark) {
        self.branching.restored();
        self.inference.retract(variable);
        self.domains.undo_to(mark);
    }

    fn report_inference(&mut self, decided: Option<Variable>, mark: Mark) -> ControlFlow<()> {
        let Work { revisions, checks } = self.inference.take_work();
        if revisions > 0 {
            self.observer.observe(Event::Revisions { revisions, checks })?;
        }
        for removal in self.domains.removals_since(mark) {
            let variable = removal.variable;
            if Some(variable) != decided {
                let value = self.domains.value(variable, removal.rank);
                self.observer.observe(Event::Propagation { variable, value })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn report_failure(&mut self, variable: Option<Variable>) -> ControlFlow<()> {
        self.observer.observe(match variable {
            Some(variable) => Event::WipeOut { variable },
            None => Event::Conflict { learned: 0 },
        })
    }

    /// Reports the solution of which every variable has its value.
    pub(crate) fn report_solution(&mut self) -> ControlFlow<()> {
        let variables = self.domains.model().variables();
        let solution: Vec<Value> = variables.filter_map(|v| self.domains.min(v)).collect();
        self.observer.observe(Event::Solution(&solution))
    }
}

/// The combinations of one inference with every order of variables and values, named after the row
/// that does the same with the usual orders.
fn combinations(base: &Row<TreeSearch>) -> impl Iterator<Item = Row<TreeSearch>> {
    VariableOrder::ALL.iter().flat_map(move |&(variable_name, variables)| {
        ValueOrder::ALL.iter().map(move |&(value_name, values)| Row {
            card: Card {
                id: Cow::Owned(format!("{}/{variable_name}/{value_name}", base.card.id)),
                summary: Cow::Owned(format!(
                    "variable order {variable_name}, value order {value_name}"
                )),
                featured: false,
                ..base.card.clone()
            },
            search: TreeSearch { variables, values, ..base.search },
        })
    })
}

/// The rows that are combined with every order.
const BASES: [&Row<TreeSearch>; 5] = [
    &forward_checking::ROW,
    &arc_consistency::ROW,
    &all_different::VALUE_ROW,
    &all_different::BOUNDS_ROW,
    &all_different::DOMAIN_ROW,
];

static COMBINATIONS: LazyLock<Vec<Row<TreeSearch>>> =
    LazyLock::new(|| BASES.into_iter().flat_map(combinations).collect());

/// Every combination of inference, variable order and value order.
pub(crate) fn rows() -> impl Iterator<Item = &'static dyn Solver> {
    COMBINATIONS.iter().map(|row| row as &dyn Solver)
}
