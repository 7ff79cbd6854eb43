//! A row of the registry: an engine and how it enumerates.

use std::ops::ControlFlow;

use parity_core::symmetry::Symmetry;
use parity_core::{
    Card, End, Outcome, Request, Solver, SolverError, Tally, Task, Value, Visitor, symmetry,
};

use crate::engine::{Engine, Settings, Work};
use crate::program::Program;
use crate::search::{Search, Stop};

/// A 0/1 programming solver.
pub(crate) struct Ilp {
    pub(crate) card: Card,
    pub(crate) engine: &'static dyn Engine,
    pub(crate) enumeration: Enumeration,
}

/// How all solutions are found with an engine that finds one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Enumeration {
    /// How many variables are fixed in all ways before the engine is asked. With none, all no-good
    /// cuts gather in one program.
    pub(crate) prefix: usize,
    /// Whether only the least solution of each orbit is searched for and the others are its images.
    pub(crate) by_orbits: bool,
}

impl Enumeration {
    /// No-good cuts alone.
    pub(crate) const CUTS: Enumeration = Enumeration::prefix(0);

    /// So many variables fixed first.
    pub(crate) const fn prefix(prefix: usize) -> Self {
        Enumeration { prefix, by_orbits: false }
    }

    /// The least solution of each orbit searched for, with so many variables fixed first.
    pub(crate) const fn orbits(prefix: usize) -> Self {
        Enumeration { prefix, by_orbits: true }
    }
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

    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        if let Some(reason) = self.unavailable() {
            return Err(SolverError::Unavailable(reason));
        }
        // A model in which symmetry is broken already is all that was asked for.
        let by_orbits = self.enumeration.by_orbits
            && !request.break_symmetry
            && matches!(request.task, Task::All | Task::Count);
        let symmetries = by_orbits.then(|| request.problem.symmetries());
        let broken = symmetries.as_ref().map(|symmetries| {
            let mut model = request.model().clone();
            symmetry::break_symmetry(&mut model, symmetries);
            model
        });
        let model = broken.as_ref().unwrap_or_else(|| request.model());
        let program = Program::of(model, request.task == Task::Optimum)?;
        let size = Tally::new()
            .with("columns", program.weights.len() as u64)
            .with("rows", program.rows.len() as u64);
        visitor.encoded(&size);
        let mut search = Search {
            model,
            engine: self.engine,
            settings: Settings {
                deadline: request.limits.deadline,
                seed: request.seed,
                presolve: true,
            },
            prefix: match request.task {
                Task::First | Task::Optimum => 0,
                Task::All | Task::Count => self.enumeration.prefix,
            },
            work: Work::default(),
            refused: 0,
        };
        let mut stream =
            Stream { task: request.task, symmetries: symmetries.as_deref(), visitor, solutions: 0 };
        let run = |search: &mut Search, stream: &mut Stream| match request.task {
            Task::Optimum => search.optimum(&program, &mut |solution| stream.pass_on(solution)),
            Task::First | Task::All | Task::Count => {
                search.all(&program, &mut |solution| stream.pass_on(solution))
            }
        };
        let mut result = run(&mut search, &mut stream);
        let mut remarks = Vec::new();
        // Presolve has declared solvable programs infeasible before.
        let asked = search.work.programs > 0 && self.engine.has_presolve();
        if matches!(result, Ok(())) && stream.solutions == 0 && asked {
            search.settings.presolve = false;
            let again = run(&mut search, &mut stream);
            remarks.push(match &again {
                Ok(()) if stream.solutions == 0 => "infeasible with and without presolve",
                Err(Stop::Early(End::OutOfTime)) if stream.solutions == 0 => {
                    "infeasible with presolve, out of time without"
                }
                _ => "infeasible with presolve, but not without; this is the run without",
            });
            if stream.solutions > 0 {
                result = again;
            }
        }
        let mut remarks: Vec<String> = remarks.into_iter().map(str::to_owned).collect();
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
    /// The symmetries by which a solution stands for others.
    symmetries: Option<&'a [Symmetry]>,
    visitor: &'a mut dyn Visitor,
    solutions: u64,
}

impl Stream<'_> {
    fn pass_on(&mut self, solution: &[Value]) -> ControlFlow<()> {
        match self.symmetries {
            None => self.one(solution),
            Some(symmetries) => {
                let images = symmetry::images(solution, symmetries);
                images.iter().try_for_each(|image| self.one(image))
            }
        }
    }

    fn one(&mut self, solution: &[Value]) -> ControlFlow<()> {
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
