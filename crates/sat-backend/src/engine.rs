//! The engines, as the rest of the crate sees them.

#[cfg(feature = "batsat")]
mod batsat;
mod varisat;

use std::time::Instant;

use ::varisat::{Lit, Var};
use parity_core::{Model, SolverError, Value};

use crate::formula::{Clauses, Size};

pub(crate) use self::varisat::Conflicts;

/// Which solver takes the clauses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Library {
    /// varisat, always there.
    Varisat,
    /// BatSat, behind the feature `batsat`.
    BatSat,
}

impl Library {
    /// Name and version, if it is there.
    pub fn version(self) -> Option<&'static str> {
        match self {
            Library::Varisat => Some(varisat::VERSION),
            #[cfg(feature = "batsat")]
            Library::BatSat => Some(batsat::VERSION),
            #[cfg(not(feature = "batsat"))]
            Library::BatSat => None,
        }
    }

    /// Why it is not there, if so.
    pub fn unavailable(self) -> Option<String> {
        let absent = self.version().is_none();
        absent.then(|| "this build leaves out the feature `batsat`".to_owned())
    }
}

/// A solver with conflict-driven clause learning that takes clauses as they come.
trait Cdcl {
    /// Adds a clause. Variables that it mentions first come into being.
    fn add(&mut self, clause: &[Lit]);

    /// Whether all clauses and these assumptions can be satisfied together; `None` if it was
    /// interrupted.
    fn satisfiable(&mut self, assumptions: &[Lit]) -> Result<Option<bool>, SolverError>;

    /// Which of the first variables are true in what the latest call found, ascending.
    fn positive(&self, variables: usize) -> Vec<usize>;

    /// Number of conflicts, if they are counted.
    fn conflicts(&self) -> Option<u64>;
}

/// A solver that knows a model, and can be asked again and again.
pub(crate) struct Engine<'a> {
    solver: Box<dyn Cdcl + 'a>,
    size: Size,
    calls: u64,
}

impl<'a> Engine<'a> {
    /// An engine whose first variables are the literals of a model, under the same numbers. With a
    /// counter, varisat checks every step that it takes and counts its conflicts.
    pub(crate) fn new(
        library: Library,
        model: &Model,
        deadline: Option<Instant>,
        counter: Option<&'a mut Conflicts>,
    ) -> Result<Self, SolverError> {
        let solver: Box<dyn Cdcl + 'a> = match library {
            Library::Varisat => Box::new(varisat::Varisat::new(counter)),
            #[cfg(feature = "batsat")]
            Library::BatSat => Box::new(batsat::BatSat::new(deadline)),
            #[cfg(not(feature = "batsat"))]
            Library::BatSat => {
                let _ = deadline;
                return Err(SolverError::Unavailable(library.unavailable().unwrap_or_default()));
            }
        };
        Ok(Engine { solver, size: Size::new(model.literal_count(), 0), calls: 0 })
    }

    /// Variables and clauses so far.
    pub(crate) fn size(&self) -> Size {
        self.size
    }

    /// How often it was asked.
    pub(crate) fn calls(&self) -> u64 {
        self.calls
    }

    /// Number of conflicts, if they are counted.
    pub(crate) fn conflicts(&self) -> Option<u64> {
        self.solver.conflicts()
    }

    /// Whether all clauses and these assumptions can be satisfied together; `None` if the time ran
    /// out.
    pub(crate) fn satisfiable(&mut self, assumptions: &[Lit]) -> Result<Option<bool>, SolverError> {
        self.calls += 1;
        self.solver.satisfiable(assumptions)
    }

    /// The solution that the latest call found, without the auxiliary variables.
    pub(crate) fn solution(&self, model: &Model) -> Result<Vec<Value>, SolverError> {
        let mut solution = Vec::with_capacity(model.len());
        for index in self.solver.positive(model.literal_count()) {
            // Literals come variable by variable, and exactly one of each variable holds.
            let literal = model.literal(index);
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

impl Clauses for Engine<'_> {
    fn fresh(&mut self) -> Lit {
        self.size.variables += 1;
        Var::from_index(self.size.variables - 1).positive()
    }

    fn add(&mut self, clause: &[Lit]) {
        self.size.clauses += 1;
        self.solver.add(clause);
    }
}
