//! What the linear relaxation of a problem says, with pairwise and with clique rows.
//!
//! Where columns may lie between 0 and 1 a program is easy, and its optimum bounds that of the
//! integers. With an objective it is the objective that is bounded; without one, the number of
//! variables that can be given a value. The tighter the bound, the less an engine has to branch.

use std::time::{Duration, Instant};

use ilp_backend::Rows;
use parity_core::Problem;
use serde::{Deserialize, Serialize};

use crate::host::Host;
use crate::record::{self, SCHEMA_VERSION};
use crate::study::Study;
use crate::view::measure::Observation;
use crate::view::pivot::one;
use crate::view::{Cell, Column, Grid, Quantity, Row, Table};

/// The result of `parity relaxation`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Relaxation {
    /// Version of the format.
    pub schema_version: u32,
    /// Always `relaxation`.
    pub kind: String,
    /// Where it ran.
    pub host: Host,
    /// When it began, as RFC 3339.
    pub started_at: String,
    /// Name of the instance.
    pub problem: String,
    /// Name and version of the engine, if it tells.
    pub engine_version: Option<String>,
    /// What is bounded: the objective, or the number of variables with a value.
    pub bounded: Bounded,
    /// Each way to state rows.
    pub programs: Vec<Program>,
    /// The best value in integers; absent if none was found.
    pub integer_optimum: Option<i64>,
}

/// What a relaxation bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bounded {
    /// The value of the objective.
    Objective,
    /// The number of variables with a value.
    Variables,
}

/// A linear program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Program {
    /// How rows are stated: for every two columns, or for every clique of them.
    pub stated: String,
    /// Number of rows; absent if there is no optimum.
    pub rows: Option<u64>,
    /// Number of columns; absent if there is no optimum.
    pub columns: Option<u64>,
    /// The optimum; absent if there is none.
    pub bound: Option<f64>,
}

impl Relaxation {
    /// Relaxes a problem. Each program has this limit.
    ///
    /// # Errors
    /// If the engine is missing or fails, or there is no time left.
    pub fn of(problem: &dyn Problem, limit: Duration) -> anyhow::Result<Self> {
        let started_at = record::now();
        let model = problem.model();
        let deadline = || Instant::now().checked_add(limit);
        let mut programs = Vec::new();
        for (name, rows) in [("pairwise", Rows::Pairwise), ("cliques", Rows::Cliques)] {
            let relaxed = ilp_backend::relaxation(&model, rows, deadline())?;
            programs.push(Program {
                stated: name.to_owned(),
                rows: relaxed.as_ref().map(|relaxed| relaxed.rows as u64),
                columns: relaxed.as_ref().map(|relaxed| relaxed.columns as u64),
                bound: relaxed.map(|relaxed| relaxed.bound),
            });
        }
        Ok(Relaxation {
            schema_version: SCHEMA_VERSION,
            kind: Self::KIND.to_owned(),
            host: Host::current(),
            started_at,
            problem: problem.name(),
            engine_version: ilp_backend::relaxation::engine_version(),
            bounded: match model.objective() {
                Some(_) => Bounded::Objective,
                None => Bounded::Variables,
            },
            programs,
            integer_optimum: ilp_backend::relaxation::integer_optimum(&model, deadline())?,
        })
    }
}

impl Study for Relaxation {
    const KIND: &'static str = "relaxation";

    fn tables(&self) -> Vec<Table> {
        let count = |count: Option<u64>| {
            count.map_or(Cell::Blank, |count| one(&Observation::Exact(count.into(), None)))
        };
        let row = |program: &Program| {
            Row::named(
                program.stated.clone(),
                vec![
                    count(program.rows),
                    count(program.columns),
                    // With as many decimals as say something.
                    program.bound.map_or(Cell::Word("none"), |bound| {
                        one(&Observation::Samples(vec![(bound * 1e4).round() / 1e4]))
                    }),
                ],
            )
        };
        let what = match self.bounded {
            Bounded::Objective => "value of the objective",
            Bounded::Variables => "number of variables with a value",
        };
        let best = self.integer_optimum.map_or_else(
            || format!("No best {what} was found in integers."),
            |best| format!("The best {what} in integers is {best}."),
        );
        let engine = self.engine_version.iter().map(|engine| format!("{engine}."));
        let grid = Grid {
            columns: vec![
                Column::named("rows", Quantity::Count),
                Column::named("columns", Quantity::Count),
                Column::named("bound", Quantity::Value),
            ],
            rows: self.programs.iter().map(row).collect(),
            notes: [best].into_iter().chain(engine).collect(),
            ..Grid::about(
                &format!("{}, linear relaxation", self.problem),
                &self.host,
                "rows stated",
            )
        };
        vec![Table { measure: "linear relaxation".to_owned(), drawn: false, grid }]
    }
}
