//! From one optimal point to all solutions: prefixes of fixed variables and no-good cuts.
//!
//! An engine gives one optimal point of a program. To get the next solution, a *no-good cut* forbids
//! this one and the program is solved again, which becomes slower with every cut. So the first few
//! variables are fixed first, by a small tree over their values in which whatever contradicts a row
//! is cut off; the engine solves what is left of the program under each prefix, and the cuts stay
//! inside.

use std::ops::ControlFlow;

use parity_core::{End, Model, SolverError, Value};

use crate::engine::{Answer, Engine, Settings, Work};
use crate::program::{self, Program};
use crate::propagation::{Fixed, Propagation, Reduced};

/// Called with each solution; `Break` stops the search.
pub(crate) type Found<'a> = &'a mut dyn FnMut(&[Value]) -> ControlFlow<()>;

/// A search over one program, with one engine.
pub(crate) struct Search<'a> {
    pub(crate) model: &'a Model,
    pub(crate) engine: &'a dyn Engine,
    pub(crate) settings: Settings,
    /// How many variables are fixed before the engine is asked.
    pub(crate) prefix: usize,
    pub(crate) work: Work,
    /// Points that the engine took for solutions within its tolerance and exact arithmetic refused.
    pub(crate) refused: u64,
}

/// Why the search ends before the space is exhausted.
pub(crate) enum Stop {
    Early(End),
    Failed(SolverError),
}

impl From<SolverError> for Stop {
    fn from(error: SolverError) -> Self {
        Stop::Failed(error)
    }
}

impl Search<'_> {
    /// Finds every solution of the program, each once.
    pub(crate) fn all(&mut self, program: &Program, found: Found) -> Result<(), Stop> {
        let propagation = Propagation::new(program);
        match propagation.root() {
            Some(fixed) => self.under(&propagation, &fixed, self.prefix, found),
            None => Ok(()),
        }
    }

    /// Fixes one more variable to each value it has left, or hands over to the engine.
    fn under(
        &mut self,
        propagation: &Propagation,
        fixed: &Fixed,
        prefix: usize,
        found: Found,
    ) -> Result<(), Stop> {
        let mut variables = self.model.variables().map(|variable| self.model.literals_of(variable));
        let undecided =
            variables.find(|literals| literals.clone().any(|column| fixed[column].is_none()));
        let Some(literals) = undecided.filter(|_| prefix > 0) else {
            return self.remaining(propagation.reduce(fixed), fixed, found);
        };
        for column in literals.filter(|&column| fixed[column].is_none()) {
            if let Some(fixed) = propagation.assume(fixed, column) {
                self.under(propagation, &fixed, prefix - 1, found)?;
            }
        }
        Ok(())
    }

    /// Finds every solution under a prefix: solve, forbid what was found, solve again.
    fn remaining(&mut self, mut rest: Reduced, fixed: &Fixed, found: Found) -> Result<(), Stop> {
        if rest.program.integers == 0 {
            return self.report(fixed, found).map(drop); // the prefix has decided all
        }
        while let Some(point) = self.solve(&rest.program)? {
            self.report(&rest.restore(&point, fixed), found)?;
            rest.program.add_no_good(&point)?;
        }
        Ok(())
    }

    /// Finds an optimal solution; passes on the best one known if the time runs out.
    pub(crate) fn optimum(&mut self, program: &Program, found: Found) -> Result<(), Stop> {
        let propagation = Propagation::new(program);
        let Some(fixed) = propagation.root() else {
            return Ok(());
        };
        let mut rest = propagation.reduce(&fixed);
        if rest.program.integers == 0 {
            return self.report(&fixed, found).map(drop);
        }
        loop {
            let point = match self.ask(&rest.program)? {
                Answer::Optimal(point) => integral(&point, rest.program.integers)?,
                Answer::Infeasible => return Ok(()),
                Answer::OutOfTime(best) => {
                    if let Some(best) = best {
                        let best = integral(&best, rest.program.integers)?;
                        self.report(&rest.restore(&best, &fixed), found)?;
                    }
                    return Err(Stop::Early(End::OutOfTime));
                }
                Answer::GaveUp(reason) => return Err(Stop::Early(End::GaveUp(reason))),
            };
            if self.report(&rest.restore(&point, &fixed), found)? {
                return Ok(());
            }
            rest.program.add_no_good(&point)?;
        }
    }

    /// Any point of the program, or an optimal one if it has an objective; `None` if it has none.
    fn solve(&mut self, program: &Program) -> Result<Option<Vec<bool>>, Stop> {
        match self.ask(program)? {
            Answer::Optimal(point) => Ok(Some(integral(&point, program.integers)?)),
            Answer::Infeasible => Ok(None),
            Answer::OutOfTime(_) => Err(Stop::Early(End::OutOfTime)),
            Answer::GaveUp(reason) => Err(Stop::Early(End::GaveUp(reason))),
        }
    }

    fn ask(&mut self, program: &Program) -> Result<Answer, Stop> {
        if self.settings.remaining().is_some_and(|time| time.is_zero()) {
            return Ok(Answer::OutOfTime(None));
        }
        Ok(self.engine.solve(program, &self.settings, &mut self.work)?)
    }

    /// Passes a point on as a solution if the model, in exact arithmetic, admits it.
    fn report(&mut self, point: &Fixed, found: Found) -> Result<bool, Stop> {
        let solution = program::solution(self.model, point).ok_or_else(|| {
            SolverError::Engine("a point without one value a variable".to_owned())
        })?;
        if !self.model.admits(&solution) {
            self.refused += 1;
            return Ok(false);
        }
        match found(&solution) {
            ControlFlow::Continue(()) => Ok(true),
            ControlFlow::Break(()) => Err(Stop::Early(End::Stopped)),
        }
    }
}

/// How far from 0 or 1 an engine may leave an integer column: well above the tolerances of the
/// engines (10⁻⁶), well below anything that would leave a doubt about the value.
const INTEGRALITY: f64 = 1e-4;

/// Rounds the integer columns of a point.
fn integral(point: &[f64], integers: usize) -> Result<Vec<bool>, SolverError> {
    let round = |&value: &f64| {
        let rounded = value.round();
        let is_integral =
            (value - rounded).abs() < INTEGRALITY && (rounded == 0.0 || rounded == 1.0);
        is_integral.then_some(rounded == 1.0).ok_or_else(|| {
            SolverError::Engine(format!(
                "a point with the value {value} where 0 or 1 was asked for"
            ))
        })
    };
    point[..integers].iter().map(round).collect()
}
