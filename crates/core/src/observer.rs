//! What sees a hand-written search at work.
//!
//! A search reports each step as an [`Event`] to an [`Observer`], which may stop it. The observer is
//! a generic parameter: one that ignores an event costs nothing, so that plain counting runs as fast
//! as a loop without it. Searches never print and never look at a clock; observers do.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::model::{Value, Variable};
use crate::tally::Tally;

/// One step of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event<'a> {
    /// Entry into the recursive step with a variable still to assign.
    Node {
        /// Number of decisions made so far.
        depth: usize,
    },
    /// A value is tried.
    Decision {
        /// The variable that is assigned.
        variable: Variable,
        /// The value it is given.
        value: Value,
    },
    /// A value is removed from a domain, as no solution below this node can have it.
    Propagation {
        /// The variable that loses the value.
        variable: Variable,
        /// The value.
        value: Value,
    },
    /// A variable has no value left.
    WipeOut {
        /// The variable.
        variable: Variable,
    },
    /// Constraints were looked at for values to remove.
    Revisions {
        /// How many times a constraint was.
        revisions: u64,
        /// How many pairs of values were compared for that, where values are compared in pairs.
        checks: u64,
    },
    /// The latest decision is taken back.
    Backtrack {
        /// Number of decisions that remain.
        depth: usize,
    },
    /// A constraint was violated and a new one derived from it.
    Conflict {
        /// Number of literals in the learned constraint; 0 if none was learned.
        learned: usize,
    },
    /// A local search changes one variable.
    Repair {
        /// The variable that moves.
        variable: Variable,
        /// Its new value.
        value: Value,
        /// How much is violated after the move, as the search measures it: pairs of variables in
        /// conflict, or what stands for them.
        conflicts: u64,
    },
    /// The search begins again from the root or from a new random start.
    Restart,
    /// A solution, one value a variable.
    Solution(&'a [Value]),
}

/// Sees each step of a search; `Break` stops the search at once.
pub trait Observer {
    /// Called with every step.
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()>;
}

impl<O: Observer + ?Sized> Observer for &mut O {
    #[inline(always)]
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        (**self).observe(event)
    }
}

/// A pair of observers is an observer; the second does not see the event that made the first break.
impl<A: Observer, B: Observer> Observer for (A, B) {
    #[inline(always)]
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        self.0.observe(event)?;
        self.1.observe(event)
    }
}

/// Counts solutions and nothing else.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counting {
    /// Solutions seen.
    pub solutions: u64,
}

impl Observer for Counting {
    #[inline(always)]
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        if let Event::Solution(_) = event {
            self.solutions += 1;
        }
        ControlFlow::Continue(())
    }
}

/// Hands every solution to a closure, which may stop the search.
#[derive(Debug)]
pub struct Visiting<F>(pub F);

impl<F: FnMut(&[Value]) -> ControlFlow<()>> Observer for Visiting<F> {
    #[inline(always)]
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Solution(values) => (self.0)(values),
            _ => ControlFlow::Continue(()),
        }
    }
}

/// Keeps every solution.
#[derive(Clone, Debug, Default)]
pub struct Collecting {
    /// The solutions, in the order in which they were found.
    pub solutions: Vec<Vec<Value>>,
}

impl Observer for Collecting {
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        if let Event::Solution(values) = event {
            self.solutions.push(values.to_vec());
        }
        ControlFlow::Continue(())
    }
}

/// Counts every kind of step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Entries into the recursive step with a variable still to assign.
    pub nodes: u64,
    /// Values tried.
    pub decisions: u64,
    /// Values removed from domains.
    pub propagations: u64,
    /// Times a constraint was looked at for values to remove.
    pub revisions: u64,
    /// Pairs of values compared for that.
    pub checks: u64,
    /// Domains that became empty.
    pub wipe_outs: u64,
    /// Decisions taken back.
    pub backtracks: u64,
    /// Constraints violated.
    pub conflicts: u64,
    /// Moves of a local search.
    pub repairs: u64,
    /// New beginnings.
    pub restarts: u64,
    /// Solutions.
    pub solutions: u64,
}

impl Statistics {
    /// The counters by name. A kind of step that never happened is left out: it may be one that
    /// the search does not have.
    pub fn tally(&self) -> Tally {
        let counters = [
            ("nodes", self.nodes),
            ("repairs", self.repairs),
            ("backtracks", self.backtracks),
            ("propagations", self.propagations),
            ("revisions", self.revisions),
            ("checks", self.checks),
            ("wipe-outs", self.wipe_outs),
            ("conflicts", self.conflicts),
            ("restarts", self.restarts),
            ("decisions", self.decisions),
        ];
        counters
            .into_iter()
            .filter(|&(_, count)| count > 0)
            .fold(Tally::new(), |tally, (name, count)| tally.with(name, count))
    }
}

impl Observer for Statistics {
    #[inline(always)]
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        let counter = match event {
            Event::Node { .. } => &mut self.nodes,
            Event::Decision { .. } => &mut self.decisions,
            Event::Propagation { .. } => &mut self.propagations,
            Event::Revisions { revisions, checks } => {
                self.revisions += revisions;
                self.checks += checks;
                return ControlFlow::Continue(());
            }
            Event::WipeOut { .. } => &mut self.wipe_outs,
            Event::Backtrack { .. } => &mut self.backtracks,
            Event::Conflict { .. } => &mut self.conflicts,
            Event::Repair { .. } => &mut self.repairs,
            Event::Restart => &mut self.restarts,
            Event::Solution(_) => &mut self.solutions,
        };
        *counter += 1;
        ControlFlow::Continue(())
    }
}

/// A step, owned, as kept by [`Trace`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Any step but a solution.
    Event(Event<'static>),
    /// A solution.
    Solution(Vec<Value>),
}

/// Keeps every step, up to a number of them, then stops the search: the data of a lesson.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The steps, in order.
    pub steps: Vec<Step>,
    /// How many steps are kept before the search is stopped.
    pub capacity: usize,
}

impl Trace {
    /// Keeps up to `capacity` steps.
    pub fn new(capacity: usize) -> Self {
        Trace { steps: Vec::new(), capacity }
    }
}

impl Observer for Trace {
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        if self.steps.len() == self.capacity {
            return ControlFlow::Break(());
        }
        self.steps.push(match event {
            Event::Solution(values) => Step::Solution(values.to_vec()),
            Event::Node { depth } => Step::Event(Event::Node { depth }),
            Event::Decision { variable, value } => Step::Event(Event::Decision { variable, value }),
            Event::Propagation { variable, value } => {
                Step::Event(Event::Propagation { variable, value })
            }
            Event::Revisions { revisions, checks } => {
                Step::Event(Event::Revisions { revisions, checks })
            }
            Event::WipeOut { variable } => Step::Event(Event::WipeOut { variable }),
            Event::Backtrack { depth } => Step::Event(Event::Backtrack { depth }),
            Event::Conflict { learned } => Step::Event(Event::Conflict { learned }),
            Event::Repair { variable, value, conflicts } => {
                Step::Event(Event::Repair { variable, value, conflicts })
            }
            Event::Restart => Step::Event(Event::Restart),
        });
        ControlFlow::Continue(())
    }
}

/// Stops a search at a point in time. The clock is read once in some hundred steps.
#[derive(Clone, Copy, Debug)]
pub struct Deadline {
    at: Option<Instant>,
    steps: u64,
    /// Whether the deadline was what stopped the search.
    pub passed: bool,
}

impl Deadline {
    /// Stops at this moment, or never.
    pub fn new(at: Option<Instant>) -> Self {
        Deadline { at, steps: 0, passed: false }
    }
}

impl Observer for Deadline {
    #[inline(always)]
    fn observe(&mut self, _event: Event<'_>) -> ControlFlow<()> {
        let Some(at) = self.at else {
            return ControlFlow::Continue(());
        };
        self.steps += 1;
        if self.steps & 0xff == 0 && Instant::now() >= at {
            self.passed = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_of_a_pair_misses_what_stopped_the_first() {
        let mut pair = (Visiting(|_: &[Value]| ControlFlow::Break(())), Counting::default());
        assert!(pair.observe(Event::Node { depth: 0 }).is_continue());
        assert!(pair.observe(Event::Solution(&[1])).is_break());
        assert_eq!(pair.1.solutions, 0);
    }

    #[test]
    fn a_trace_stops_when_it_is_full() {
        let mut trace = Trace::new(1);
        assert!(trace.observe(Event::Restart).is_continue());
        assert!(trace.observe(Event::Restart).is_break());
        assert_eq!(trace.steps, [Step::Event(Event::Restart)]);
    }

    #[test]
    fn a_deadline_in_the_past_stops_soon() {
        let mut deadline = Deadline::new(Some(Instant::now()));
        let stopped = (0..1000).any(|_| deadline.observe(Event::Restart).is_break());
        assert!(stopped && deadline.passed);
        let mut never = Deadline::new(None);
        assert!((0..1000).all(|_| never.observe(Event::Restart).is_continue()));
    }
}
