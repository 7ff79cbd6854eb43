//! Number of solutions up to a limit, uniqueness, and minimality: a puzzle is minimal if it has one
//! solution and loses that when any given is taken out.
//!
//! Every solver will do; what it claims is checked.

use std::any::Any;
use std::ops::ControlFlow;

use super::triads;
use crate::checker::Checker;
use crate::model::Value;
use crate::observer::Visiting;
use crate::problem::{Problem, Sudoku};
use crate::solver::{End, Limits, Request, Search, Solver, SolverError, Task};

/// The solutions of a puzzle, as far as they were looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solutions {
    /// Number of solutions found.
    pub count: u64,
    /// The first of them.
    pub first: Option<Vec<Value>>,
    /// Whether there are no others, proved.
    pub complete: bool,
}

impl Solutions {
    /// Whether there is one solution and no other; `None` if the solver did not find out.
    pub fn unique(&self) -> Option<bool> {
        match self.count {
            2.. => Some(false),
            count => self.complete.then_some(count == 1),
        }
    }
}

/// Looks for solutions until there are `most` of them.
///
/// # Errors
/// If the solver fails, does not take the problem, or claims a wrong solution.
pub fn solutions(
    problem: &dyn Problem,
    solver: &dyn Solver,
    most: u64,
    limits: Limits,
) -> Result<Solutions, SolverError> {
    if most <= 2
        && limits.deadline.is_none()
        && solver.card().id == triads::ROW.card.id
        && let Some(usual) = (problem as &dyn Any).downcast_ref().filter(|s: &&Sudoku| s.is_usual())
    {
        return one_or_two(usual, most);
    }
    let mut checker = Checker::new(problem);
    let (mut first, mut wrong) = (None, None);
    let request = Request::new(problem, Task::All).with_deadline(limits.deadline);
    let outcome = solver.solve(&request, &mut |values: &[Value]| {
        if let Err(error) = checker.check(values) {
            wrong = Some(error);
            return ControlFlow::Break(());
        }
        first.get_or_insert_with(|| values.to_vec());
        match checker.count() < most {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    })?;
    if let Some(wrong) = wrong {
        let id = &solver.card().id;
        return Err(SolverError::Wrong(format!("{id}: {wrong}")));
    }
    Ok(Solutions { count: checker.count(), first, complete: outcome.end == End::Exhausted })
}

/// What [`solutions`] does for the usual puzzle, where setting up a run and its checker would take
/// longer than the search: files have a million puzzles.
fn one_or_two(usual: &Sudoku, most: u64) -> Result<Solutions, SolverError> {
    let mut found = Solutions { count: 0, first: None, complete: false };
    let mut wrong = None;
    let flow = triads::Triads.search(
        usual,
        0,
        &mut Visiting(|values: &[Value]| {
            if let Err(violation) = usual.verify(values) {
                wrong = Some(violation.to_string());
            } else if found.first.as_deref() == Some(values) {
                wrong = Some("a solution came twice".to_owned());
            }
            found.count += 1;
            found.first.get_or_insert_with(|| values.to_vec());
            match found.count < most && wrong.is_none() {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        }),
    );
    if let Some(wrong) = wrong {
        return Err(SolverError::Wrong(format!("{}: {wrong}", triads::ROW.card.id)));
    }
    Ok(Solutions { complete: flow.is_continue(), ..found })
}

/// The givens of a puzzle with one solution that can be taken out, each for itself, without a second
/// solution: none if and only if the puzzle is minimal. `None` if the solver did not find out.
///
/// # Errors
/// If the solver fails, does not take the problem, or claims a wrong solution.
pub fn redundant_givens(
    sudoku: &Sudoku,
    solver: &dyn Solver,
    limits: Limits,
) -> Result<Option<Vec<usize>>, SolverError> {
    let mut redundant = Vec::new();
    for cell in 0..sudoku.givens().len() {
        if sudoku.givens()[cell] == 0 {
            continue;
        }
        let mut givens = sudoku.givens().to_vec();
        givens[cell] = 0;
        let without = sudoku.replacing_givens(givens);
        match solutions(&without, solver, 2, limits)?.unique() {
            Some(true) => redundant.push(cell),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(redundant))
}
