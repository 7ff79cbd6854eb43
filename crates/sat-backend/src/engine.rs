//! varisat, as the rest of the crate sees it.

use parity_core::{Model, SolverError, Value};
use varisat::{ExtendFormula, Lit, Var};

use crate::formula::{Clauses, Size};

/// Name and version of the engine.
pub(crate) const VERSION: &str = concat!("varisat ", env!("VARISAT_VERSION"));

/// A CDCL solver that takes clauses as they come and can be asked again and again.
#[derive(Default)]
pub(crate) struct Engine {
    solver: varisat::Solver<'static>,
    size: Size,
    calls: u64,
}

impl Engine {
    /// An engine whose first variables are the literals of a model, under the same numbers.
    pub(crate) fn new(model: &Model) -> Self {
        let mut engine = Engine::default();
        for _ in 0..model.literal_count() {
            engine.fresh();
        }
        engine
    }

    /// Variables and clauses so far.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// How often it was asked.
    pub(crate) fn calls(&self) -> u64 {
        self.calls
    }

    /// Whether all clauses and these assumptions can be satisfied together.
    pub(crate) fn satisfiable(&mut self, assumptions: &[Lit]) -> Result<bool, SolverError> {
        self.calls += 1;
        self.solver.assume(assumptions);
        let answer = self.solver.solve();
        answer.map_err(|error| SolverError::Engine(error.to_string()))
    }

    /// The solution that the latest call found, without the auxiliary variables.
    pub(crate) fn solution(&self, model: &Model) -> Result<Vec<Value>, SolverError> {
        let assigned = self.solver.model().unwrap_or_default();
        let chosen = assigned
            .into_iter()
            .filter(|lit| lit.is_positive() && lit.index() < model.literal_count())
            .map(|lit| model.literal(lit.index()));
        let mut solution = Vec::with_capacity(model.len());
        for literal in chosen {
            // Literals come variable by variable, and exactly one of each variable holds.
            if literal.variable.index() != solution.len() {
                break;
            }
            solution.push(literal.value);
        }
        if solution.len() == model.len() {
            Ok(solution)
        } else {
            Err(SolverError::Engine(
                "the engine's answer does not give every variable one value".to_owned(),
            ))
        }
    }
}

impl Clauses for Engine {
    fn fresh(&mut self) -> Lit {
        self.size.variables += 1;
        Var::from_index(self.size.variables - 1).positive()
    }

    fn add(&mut self, clause: &[Lit]) {
        self.size.clauses += 1;
        self.solver.add_clause(clause);
    }
}
