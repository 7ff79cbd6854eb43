//! A row of the registry: an engine, a formulation, and how it enumerates.

use std::any::Any;
use std::ops::ControlFlow;

use parity_core::problem::GraphColouring;
use parity_core::symmetry::Orbits;
use parity_core::{
    Card, End, Outcome, Problem, Request, Solver, SolverError, Tally, Task, Value, Visitor,
};

use crate::engine::{Engine, Settings, Work};
use crate::formulation::{Assignment, Formulation};
use crate::program::{Program, Rows};
use crate::representatives::Representatives;
use crate::search::{Search, Splitting, Stop};

/// A 0/1 programming solver.
pub(crate) struct Ilp {
    pub(crate) card: Card,
    pub(crate) engine: &'static dyn Engine,
    pub(crate) statement: Statement,
    pub(crate) splitting: Splitting,
    /// Whether an optimum is to be proved by a dual bound first.
    pub(crate) by_duality: bool,
    /// Whether only the least solution of each orbit is searched for and the others are its images.
    pub(crate) by_orbits: bool,
}

/// How a problem is stated as a program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Statement {
    /// A column for each value of each variable.
    Assignment(Rows),
    /// A column for each two vertices of a graph, one of which represents the other.
    Representatives,
}

impl Solver for Ilp {
    fn card(&self) -> &Card {
        &self.card
    }

    fn engine_version(&self) -> Option<String> {
        self.engine.version()
    }

    fn unavailable(&self) -> Option<String> {
        self.engine.unavailable()
    }

    fn second_look(&self) -> Option<&'static str> {
        // Presolve has declared solvable programs infeasible before.
        self.engine.has_presolve().then_some("presolve off")
    }

    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        if let Some(reason) = self.unavailable() {
            return Err(SolverError::Unavailable(reason));
        }
        self.takes(request)?;
        match self.statement {
            Statement::Assignment(rows) => {
                let orbits = Orbits::of(request).filter(|_| self.by_orbits);
                let model = orbits.as_ref().map_or_else(|| request.model(), |orbits| &orbits.model);
                let program = Program::of(model, rows, request.task == Task::Optimum)?;
                let formulation = Assignment { model, orbits: orbits.as_ref() };
                self.run(request, &program, &formulation, visitor)
            }
            Statement::Representatives => {
                let problem: &dyn Any = request.problem;
                let Some(problem) = problem.downcast_ref::<GraphColouring>() else {
                    let kind = request.problem.kind();
                    return Err(SolverError::Unsupported(format!("{kind} has no graph")));
                };
                // Where the group is not given, symmetry cannot be broken, and all are asked for.
                let broken = request.break_symmetry && problem.symmetries().len() > 1;
                let stated = Representatives::new(problem, broken)?;
                self.run(request, &stated.program, &stated, visitor)
            }
        }
    }
}

impl Ilp {
    fn run(
        &self,
        request: &Request,
        program: &Program,
        formulation: &dyn Formulation,
        visitor: &mut dyn Visitor,
    ) -> Result<Outcome, SolverError> {
        let size = Tally::new()
            .with("columns", program.weights.len() as u64)
            .with("rows", program.rows.len() as u64);
        visitor.encoded(&size);
        let mut search = Search {
            program,
            formulation,
            engine: self.engine,
            settings: Settings {
                deadline: request.limits.deadline,
                seed: request.seed,
                presolve: !request.doubted,
            },
            work: Work::default(),
            refused: 0,
        };
        let mut stream = Stream { task: request.task, visitor, solutions: 0 };
        let found = &mut |solution: &[Value]| stream.pass_on(solution);
        let mut remarks: Vec<String> = Vec::new();
        let result = match request.task {
            Task::Optimum if self.by_duality => match search.reach_dual_bound(found) {
                Ok(Some((bound, true))) => {
                    remarks.push(format!("the dual bound {bound} proves it in integers"));
                    Ok(())
                }
                Ok(Some((bound, false))) => {
                    remarks.push(format!("the dual bound {bound} is not reached"));
                    search.optimum(found)
                }
                Ok(None) => search.optimum(found),
                Err(stop) => Err(stop),
            },
            Task::Optimum => search.optimum(found),
            // A prefix would only come before the first solution.
            Task::First => search.all(Splitting::Prefix(0), found),
            Task::All | Task::Count => search.all(self.splitting, found),
        };
        if search.refused > 0 {
            let refused = search.refused;
            remarks.push(format!("{refused} points of the engine refused by exact arithmetic"));
        }
        let end = match result {
            Ok(()) => End::Exhausted,
            Err(Stop::Early(end)) => end,
            Err(Stop::Failed(error)) => return Err(error),
        };
        Ok(Outcome {
            end,
            solutions: stream.solutions,
            effort: search.work.tally(),
            message: (!remarks.is_empty()).then(|| remarks.join("; ")),
        })
    }
}

/// What becomes of a solution that is found.
struct Stream<'a> {
    task: Task,
    visitor: &'a mut dyn Visitor,
    solutions: u64,
}

impl Stream<'_> {
    fn pass_on(&mut self, solution: &[Value]) -> ControlFlow<()> {
        self.solutions += 1;
        match self.task {
            Task::Count => ControlFlow::Continue(()),
            Task::First => {
                // One was asked for, so the search stops whatever the visitor says.
                let _ = self.visitor.solution(solution);
                ControlFlow::Break(())
            }
            Task::All | Task::Optimum => self.visitor.solution(solution),
        }
    }
}
