//! What a row of the registry says of itself. Text that people read is here, not in code that prints it.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::{Request, SolverError};

/// The five ways of solving that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Family {
    /// Algorithms written in this workspace, to be read.
    HandWritten,
    /// Clauses, solved by a SAT engine.
    Sat,
    /// Formulas modulo theories, solved by an SMT engine.
    Smt,
    /// 0/1 programs, solved by a linear programming engine.
    Ilp,
    /// Finite-domain constraints, solved by a constraint programming engine.
    Cp,
}

impl Family {
    /// All families, in the order in which they are listed.
    pub const ALL: [Family; 5] =
        [Family::HandWritten, Family::Sat, Family::Smt, Family::Ilp, Family::Cp];

    /// The name used in tables, JSON and options.
    pub fn name(self) -> &'static str {
        match self {
            Family::HandWritten => "hand-written",
            Family::Sat => "sat",
            Family::Smt => "smt",
            Family::Ilp => "ilp",
            Family::Cp => "cp",
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// What a solver is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Task {
    /// Stream one solution.
    First,
    /// Stream every solution, each once.
    All,
    /// Say how many solutions there are; none need be streamed.
    Count,
    /// Stream ever better solutions of a model with an objective; the last is optimal.
    Optimum,
}

impl Task {
    /// The name used in tables, JSON and options.
    pub fn name(self) -> &'static str {
        match self {
            Task::First => "first",
            Task::All => "all",
            Task::Count => "count",
            Task::Optimum => "optimum",
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.pad(self.name())
    }
}

/// The tasks of a complete search.
pub const COMPLETE: &[Task] = &[Task::First, Task::All, Task::Count];
/// The tasks of a complete engine that can also optimise.
pub const COMPLETE_AND_OPTIMUM: &[Task] = &[Task::First, Task::All, Task::Count, Task::Optimum];
/// The task of a search that finds the best solution and proves that it is.
pub const OPTIMUM_ONLY: &[Task] = &[Task::Optimum];
/// The task of a search that finds one solution and does not look for others.
pub const FIRST_ONLY: &[Task] = &[Task::First];

/// Which problems a solver takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Every problem, through its model.
    Models,
    /// The problems of these kinds only, which it knows itself.
    Kinds(&'static [&'static str]),
}

/// What a row of the registry is. Text that people read is here, not in code that prints it.
#[derive(Clone, Debug)]
pub struct Card {
    /// The name in kebab-case, unique in the registry; variants are separated by `/`.
    pub id: Cow<'static, str>,
    /// The way of solving.
    pub family: Family,
    /// The algorithm, encoding or engine in a few words, the same for all rows that share it.
    pub technique: &'static str,
    /// One line: what distinguishes this row.
    pub summary: Cow<'static, str>,
    /// Where the method was first described.
    pub reference: &'static str,
    /// What it can be asked.
    pub tasks: &'static [Task],
    /// Which problems it takes.
    pub scope: Scope,
    /// Whether it belongs to the curated rows that a comparison shows unless told otherwise.
    pub featured: bool,
}

impl Card {
    /// Whether the row claims to be able to do this task on problems of this kind.
    pub fn covers(&self, task: Task, kind: &str) -> bool {
        let in_scope = match self.scope {
            Scope::Models => true,
            Scope::Kinds(kinds) => kinds.contains(&kind),
        };
        in_scope && self.tasks.contains(&task)
    }

    /// Whether the row claims to be able to do what is requested.
    ///
    /// # Errors
    /// That it does not.
    pub fn takes(&self, request: &Request) -> Result<(), SolverError> {
        let (task, kind) = (request.task, request.problem.kind());
        if self.covers(task, kind) {
            return Ok(());
        }
        Err(SolverError::Unsupported(format!("task `{task}` on {kind}")))
    }
}
