//! From one optimal point to all solutions: prefixes of fixed variables and no-good cuts.
//!
//! An engine gives one optimal point of a program. To get the next solution, a *no-good cut* forbids
//! this one and the program is solved again, which becomes slower with every cut. So some decisions
//! are fixed first, by a small tree over their values in which whatever contradicts a row is cut off;
//! the engine solves what is left of the program under each *prefix*, and the cuts stay inside.

use std::ops::ControlFlow;

use parity_core::{End, SolverError, Value};

use crate::dual_bound::DualBound;
use crate::engine::{Answer, Engine, Settings, Work};
use crate::formulation::Formulation;
use crate::program::{Program, chosen};
use crate::propagation::{Fixed, NoGood, Propagation};

/// Called with each solution; `Break` stops the search.
pub(crate) type Found<'a> = &'a mut dyn FnMut(&[Value]) -> ControlFlow<()>;

/// How the space is split before the engine is asked.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Splitting {
    /// So many decisions are fixed, in their order.
    Prefix(usize),
    /// As the program demands: a branch goes to the engine when few columns are open in it, and is
    /// split further when it has many solutions all the same.
    Adaptive {
        /// This many open columns are few.
        columns: usize,
        /// This many solutions are many.
        solutions: usize,
    },
}

/// A search over one program, with one engine.
pub(crate) struct Search<'a> {
    pub(crate) program: &'a Program,
    /// What a point of the program means.
    pub(crate) formulation: &'a dyn Formulation,
    pub(crate) engine: &'a dyn Engine,
    pub(crate) settings: Settings,
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
    pub(crate) fn all(&mut self, splitting: Splitting, found: Found) -> Result<(), Stop> {
        let propagation = Propagation::new(self.program);
        let Some(fixed) = propagation.root() else {
            return Ok(());
        };
        match splitting {
            Splitting::Prefix(length) => self.prefix(&propagation, &fixed, length, found),
            Splitting::Adaptive { columns, solutions } => {
                // The second solution of the whole program tells whether there is much to split.
                let mut no_goods = Vec::new();
                if self.up_to(2, &propagation, &fixed, &mut no_goods, found)? {
                    return Ok(());
                }
                let limits = (columns, solutions);
                self.split(&propagation, &fixed, &mut no_goods, limits, found)
            }
        }
    }

    /// Fixes the next open decisions in all ways, and hands over to the engine.
    fn prefix(
        &mut self,
        propagation: &Propagation,
        fixed: &Fixed,
        length: usize,
        found: Found,
    ) -> Result<(), Stop> {
        let undecided = self.undecided(fixed).next();
        let Some(columns) = undecided.filter(|_| length > 0) else {
            return self.up_to(usize::MAX, propagation, fixed, &mut Vec::new(), found).map(drop);
        };
        for column in columns {
            if let Some(fixed) = propagation.assume(fixed, column, true) {
                self.prefix(propagation, &fixed, length - 1, found)?;
            }
        }
        Ok(())
    }

    /// Fixes the decision with the fewest open columns in all ways. What was found above stays
    /// forbidden below.
    fn split(
        &mut self,
        propagation: &Propagation,
        fixed: &Fixed,
        no_goods: &mut Vec<NoGood>,
        limits: (usize, usize),
        found: Found,
    ) -> Result<(), Stop> {
        let (few, many) = limits;
        let known = no_goods.len();
        let Some(columns) = self.undecided(fixed).min_by_key(Vec::len) else {
            return Ok(()); // all is decided, and has been reported
        };
        for column in columns {
            if let Some(fixed) = propagation.assume(fixed, column, true) {
                let open = self.undecided(&fixed).map(|columns| columns.len()).sum::<usize>();
                let most = if open > few { 0 } else { many };
                if !self.up_to(most, propagation, &fixed, no_goods, found)? {
                    self.split(propagation, &fixed, no_goods, limits, found)?;
                }
                no_goods.truncate(known);
            }
        }
        Ok(())
    }

    /// The open columns of each open decision.
    fn undecided(&self, fixed: &Fixed) -> impl Iterator<Item = Vec<usize>> {
        let open = |columns: &std::ops::Range<usize>| {
            columns.clone().filter(|&column| fixed[column].is_none()).collect::<Vec<_>>()
        };
        self.program.decisions.iter().map(open).filter(|columns| !columns.is_empty())
    }

    /// Finds up to so many solutions under a prefix: solve, forbid what was found, solve again.
    /// Whether these are all is the result.
    fn up_to(
        &mut self,
        most: usize,
        propagation: &Propagation,
        fixed: &Fixed,
        no_goods: &mut Vec<NoGood>,
        found: Found,
    ) -> Result<bool, Stop> {
        let mut rest = propagation.reduce(fixed);
        for no_good in no_goods.iter() {
            if !rest.forbid(no_good, fixed)? {
                return Ok(true);
            }
        }
        if rest.program.integers == 0 {
            return self.report(fixed, found).map(|_| true); // the prefix has decided all
        }
        for _ in 0..most {
            let Some(point) = self.solve(&rest.program)? else {
                return Ok(true);
            };
            let point = rest.restore(&point, fixed);
            let (no_good, _) = self.report(&point, found)?;
            rest.forbid(&no_good, fixed)?;
            no_goods.push(no_good);
        }
        Ok(false)
    }

    /// Finds a solution whose value is the dual bound: then it is optimal, and nothing that proves it
    /// has been rounded. The columns that such a solution must have at 0 or 1 are fixed first. The
    /// result is the bound and whether it was reached.
    pub(crate) fn reach_dual_bound(&mut self, found: Found) -> Result<Option<(i128, bool)>, Stop> {
        let propagation = Propagation::new(self.program);
        let Some(root) = propagation.root() else {
            return Ok(None);
        };
        if root.iter().all(Option::is_some) {
            return Ok(None); // nothing to optimise is left
        }
        let Some(duals) = self.engine.duals(self.program, &self.settings)? else {
            return Ok(None);
        };
        let dual = DualBound::new(self.program, &duals);
        let mut fixings = dual.fixings().filter(|&(column, _)| column < self.program.integers);
        let fixed = fixings.try_fold(root, |fixed, (column, value)| match fixed[column] {
            Some(known) => (known == value).then_some(fixed),
            None => propagation.assume(&fixed, column, value),
        });
        let Some(fixed) = fixed else {
            return Ok(Some((dual.bound(), false)));
        };
        let rest = propagation.reduce(&fixed);
        let point = match rest.program.integers {
            0 => fixed.clone(),
            _ => match self.solve(&rest.program)? {
                Some(point) => rest.restore(&point, &fixed),
                None => return Ok(Some((dual.bound(), false))),
            },
        };
        let reached = self.program.value(&point) == dual.bound();
        let admitted = reached && self.report(&point, found)?.1;
        Ok(Some((dual.bound(), admitted)))
    }

    /// Finds an optimal solution; passes on the best one known if the time runs out.
    pub(crate) fn optimum(&mut self, found: Found) -> Result<(), Stop> {
        let propagation = Propagation::new(self.program);
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
            let (no_good, admitted) = self.report(&rest.restore(&point, &fixed), found)?;
            if admitted {
                return Ok(());
            }
            rest.forbid(&no_good, &fixed)?;
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

    /// Passes a point on as what it means, if exact arithmetic admits it; and says which it is.
    fn report(&mut self, point: &Fixed, found: Found) -> Result<(NoGood, bool), Stop> {
        let ones = chosen(&self.program.decisions, point).ok_or_else(|| {
            SolverError::Engine("a point without one value a variable".to_owned())
        })?;
        match self.formulation.solutions(&ones, found) {
            None => {
                self.refused += 1;
                Ok((ones, false))
            }
            Some(ControlFlow::Continue(())) => Ok((ones, true)),
            Some(ControlFlow::Break(())) => Err(Stop::Early(End::Stopped)),
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

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::time::Instant;

    use parity_core::{Domain, Model};

    use super::*;
    use crate::formulation::Assignment;
    use crate::program::Rows;

    /// An engine that gives these points, from the last to the first, and has no other.
    struct Scripted(Mutex<Vec<Vec<f64>>>);

    impl Engine for Scripted {
        fn solve(&self, _: &Program, _: &Settings, _: &mut Work) -> Result<Answer, SolverError> {
            let point = self.0.lock().expect("no test panicked").pop();
            Ok(point.map_or(Answer::Infeasible, Answer::Optimal))
        }
    }

    /// What `run` finds with such an engine of two variables that differ, each 0 or 1: how it ends,
    /// the solutions, and how many points were refused.
    fn scripted(
        points: &[[f64; 4]],
        deadline: Option<Instant>,
        run: fn(&mut Search, Found) -> Result<(), Stop>,
    ) -> (Option<End>, Vec<Vec<Value>>, u64) {
        let mut model = Model::new();
        let pair = ["x", "y"].map(|name| model.variable(name, Domain::range(0..=1)));
        model.all_different(pair);
        let program = Program::of(&model, Rows::Cliques, false).expect("it is small");
        let points = points.iter().rev().map(|point| point.to_vec());
        let mut search = Search {
            program: &program,
            formulation: &Assignment { model: &model, orbits: None },
            engine: &Scripted(Mutex::new(points.collect())),
            settings: Settings { deadline, seed: 0, presolve: true },
            work: Work::default(),
            refused: 0,
        };
        let mut solutions = Vec::new();
        let end = run(&mut search, &mut |solution| {
            solutions.push(solution.to_vec());
            ControlFlow::Continue(())
        });
        let end = match end {
            Ok(()) => None,
            Err(Stop::Early(end)) => Some(end),
            Err(Stop::Failed(error)) => panic!("{error}"),
        };
        (end, solutions, search.refused)
    }

    /// x = 0 and y = 0, which break the constraint, and x = 0 and y = 1.
    const POINTS: [[f64; 4]; 2] = [[1.0, 0.0, 1.0, 0.0], [1.0, 0.0, 0.0, 1.0]];

    #[test]
    fn a_point_that_breaks_a_constraint_is_no_optimum() {
        let found = scripted(&POINTS, None, |search, found| search.optimum(found));
        assert_eq!(found, (None, vec![vec![0, 1]], 1));
    }

    #[test]
    fn a_point_that_breaks_a_constraint_is_no_solution() {
        let run = |search: &mut Search, found: Found| search.all(Splitting::Prefix(0), found);
        assert_eq!(scripted(&POINTS, None, run), (None, vec![vec![0, 1]], 1));
    }

    #[test]
    fn no_engine_is_asked_after_the_deadline() {
        let late = (Some(End::OutOfTime), Vec::new(), 0);
        let all = |search: &mut Search, found: Found| search.all(Splitting::Prefix(0), found);
        let optimum = |search: &mut Search, found: Found| search.optimum(found);
        assert_eq!(scripted(&POINTS[1..], Some(Instant::now()), all), late);
        assert_eq!(scripted(&POINTS[1..], Some(Instant::now()), optimum), late);
    }

    #[test]
    fn only_what_is_nearly_zero_or_one_is_rounded() {
        assert_eq!(integral(&[1e-7, 1.0 - 1e-7, 0.5], 2).ok(), Some(vec![false, true]));
        for value in [0.5, 0.001, -1.0, 2.0, f64::NAN] {
            assert!(integral(&[value], 1).is_err(), "{value}");
        }
    }
}
