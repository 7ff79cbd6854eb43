//! varisat, as the rest of the crate sees it.

use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;

use parity_core::{Model, SolverError, Value};
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::config::SolverConfigUpdate;
use varisat::{ExtendFormula, Lit, Var};

use crate::formula::{Clauses, Size};

/// Name and version of the engine.
pub(crate) const VERSION: &str = concat!("varisat ", env!("VARISAT_VERSION"));

/// Conflicts between two restarts, before they are scaled by the Luby sequence. Half of
/// varisat's own: queens are solved by starting again early.
const RESTART_INTERVAL: u64 = 64;

/// Conflicts after which the less useful of the learned clauses are forgotten. Varisat waits for
/// more than ten thousand; but an enumeration soon leaves the part of the search space that its
/// clauses speak of, and then only carries them.
const REDUCE_INTERVAL: u64 = 500;

/// A CDCL solver that takes clauses as they come and can be asked again and again.
pub(crate) struct Engine<'a> {
    solver: varisat::Solver<'a>,
    size: Size,
    calls: u64,
}

impl<'a> Engine<'a> {
    /// An engine whose first variables are the literals of a model, under the same numbers. With a
    /// counter, every step that the engine takes is checked, and its conflicts are counted.
    pub(crate) fn new(model: &Model, counter: Option<&'a mut Conflicts>) -> Self {
        let mut solver = varisat::Solver::new();
        let mut config = SolverConfigUpdate::new();
        config.luby_restart_interval_scale = Some(RESTART_INTERVAL);
        config.reduce_locals_interval = Some(REDUCE_INTERVAL);
        config.reduce_mids_interval = Some(REDUCE_INTERVAL);
        solver.config(&config).expect("the settings are in range");
        if let Some(counter) = counter {
            solver.add_proof_processor(counter);
        }
        Engine { solver, size: Size::new(model.literal_count(), 0), calls: 0 }
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

impl Clauses for Engine<'_> {
    fn fresh(&mut self) -> Lit {
        self.size.variables += 1;
        Var::from_index(self.size.variables - 1).positive()
    }

    fn add(&mut self, clause: &[Lit]) {
        self.size.clauses += 1;
        self.solver.add_clause(clause);
    }
}

/// Counts conflicts. Varisat does not tell them, but its proof has a step for each.
#[derive(Debug, Default)]
pub(crate) struct Conflicts {
    count: Rc<Cell<u64>>,
    units: HashSet<u64>,
}

impl Conflicts {
    /// The count, which goes on while the engine works.
    pub(crate) fn count(&self) -> Rc<Cell<u64>> {
        Rc::clone(&self.count)
    }
}

impl ProofProcessor for Conflicts {
    fn process_step(
        &mut self,
        step: &CheckedProofStep,
        _data: CheckerData,
    ) -> Result<(), anyhow::Error> {
        match step {
            CheckedProofStep::AddClause { id, clause } if clause.len() == 1 => {
                self.units.insert(*id);
            }
            CheckedProofStep::AtClause { id, clause, propagations, .. } => {
                // A clause that is learned from a conflict follows from at least two clauses,
                // besides unit clauses; one that is merely simplified or propagated from one.
                let longer = propagations.iter().filter(|id| !self.units.contains(id));
                if clause.is_empty() || longer.count() > 1 {
                    self.count.set(self.count.get() + 1);
                }
                if clause.len() == 1 {
                    self.units.insert(*id);
                }
            }
            _ => {}
        }
        Ok(())
    }
}
