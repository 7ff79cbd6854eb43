//! Rungs as rows of the registry, with one task: to count.

use std::borrow::Cow;
use std::time::Instant;

use super::{Count, Lanes, Options, Rung, count};
use crate::problem::Queens;
use crate::solver::{
    Card, End, Family, Instance, Outcome, Request, Scope, Solver, SolverError, Task, Visitor,
};
use crate::tally::Tally;

/// A rung with its card. It runs in one thread, so that times compare with those of other rows.
pub struct CountingRow {
    card: Card,
    rung: &'static dyn Rung,
}

impl CountingRow {
    /// The row of a rung. What its solutions' symmetry gives for nothing is the number of
    /// fundamental ones, so it answers with symmetry broken too.
    pub const fn new(
        rung: &'static dyn Rung,
        id: &'static str,
        technique: &'static str,
        summary: &'static str,
        reference: &'static str,
    ) -> Self {
        let card = Card {
            id: Cow::Borrowed(id),
            family: Family::HandWritten,
            technique,
            summary: Cow::Borrowed(summary),
            reference,
            tasks: &[Task::Count],
            scope: Scope::Kinds(&["queens"]),
            featured: true,
        };
        CountingRow { card, rung }
    }
}

impl Solver for CountingRow {
    fn card(&self) -> &Card {
        &self.card
    }

    fn takes(&self, request: &Request) -> Result<(), SolverError> {
        self.card.takes(request)?;
        let largest = self.rung.largest();
        if Queens::of(request)?.n > largest {
            let reason = format!("it counts boards of up to {largest} rows");
            return Err(SolverError::Unsupported(reason));
        }
        Ok(())
    }

    fn solve(&self, request: &Request, _visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        self.takes(request)?;
        let n = Queens::of(request)?.n;
        let options = Options { rung: Some(self.rung.name()), threads: 1, lanes: Lanes::detect() };
        let deadline = request.limits.deadline;
        let late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let count = count(n, &options, &|_| (), &late)
            .map_err(|refusal| SolverError::Unsupported(refusal.to_string()))?;
        let solutions = match (request.break_symmetry, count.is_complete()) {
            (false, _) => all(&count)?,
            (true, true) => fundamental(&count)?,
            (true, false) => 0,
        };
        let end = if count.is_complete() { End::Exhausted } else { End::OutOfTime };
        let effort = Tally::new().with("nodes", count.sums.nodes);
        Ok(Outcome::new(end, solutions).with_effort(effort))
    }
}

fn all(count: &Count) -> Result<u64, SolverError> {
    let solutions = count.solutions();
    u64::try_from(solutions)
        .map_err(|_| SolverError::Engine(format!("{solutions} solutions exceed 64 bits")))
}

fn fundamental(count: &Count) -> Result<u64, SolverError> {
    count.fundamental().ok_or_else(|| {
        let solutions = count.solutions();
        SolverError::Engine(format!("{solutions} solutions make no whole number of orbits"))
    })
}
