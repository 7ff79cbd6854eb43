//! varisat, without the proof it could write.

use std::cell::Cell;
use std::collections::HashSet;
use std::rc::Rc;

use parity_core::SolverError;
use varisat::checker::{CheckedProofStep, CheckerData, ProofProcessor};
use varisat::config::SolverConfigUpdate;
use varisat::{ExtendFormula, Lit};

use super::Cdcl;

/// Name and version.
pub(super) const VERSION: &str = concat!("varisat ", env!("VARISAT_VERSION"));

/// Conflicts between two restarts, before they are scaled by the Luby sequence. Half of
/// varisat's own: queens are solved by starting again early.
const RESTART_INTERVAL: u64 = 64;

/// Conflicts after which the less useful of the learned clauses are forgotten. Varisat waits for
/// more than ten thousand; but an enumeration soon leaves the part of the search space that its
/// clauses speak of, and then only carries them.
const REDUCE_INTERVAL: u64 = 500;

/// The varisat solver.
pub(super) struct Varisat<'a> {
    solver: varisat::Solver<'a>,
    conflicts: Option<Rc<Cell<u64>>>,
}

impl<'a> Varisat<'a> {
    /// A solver without clauses. With a counter, every step that it takes is checked, and its
    /// conflicts are counted.
    pub(super) fn new(counter: Option<&'a mut Conflicts>) -> Self {
        let mut solver = varisat::Solver::new();
        let mut config = SolverConfigUpdate::new();
        config.luby_restart_interval_scale = Some(RESTART_INTERVAL);
        config.reduce_locals_interval = Some(REDUCE_INTERVAL);
        config.reduce_mids_interval = Some(REDUCE_INTERVAL);
        solver.config(&config).expect("the settings are in range");
        let conflicts = counter.as_ref().map(|counter| Rc::clone(&counter.count));
        if let Some(counter) = counter {
            solver.add_proof_processor(counter);
        }
        Varisat { solver, conflicts }
    }
}

impl Cdcl for Varisat<'_> {
    fn add(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }

    fn satisfiable(&mut self, assumptions: &[Lit]) -> Result<Option<bool>, SolverError> {
        self.solver.assume(assumptions);
        let answer = self.solver.solve();
        answer.map(Some).map_err(|error| SolverError::Engine(error.to_string()))
    }

    fn positive(&self, variables: usize) -> Vec<usize> {
        let assigned = self.solver.model().unwrap_or_default();
        let positive = assigned.into_iter().filter(|lit| lit.is_positive()).map(Lit::index);
        positive.filter(|&index| index < variables).collect()
    }

    fn conflicts(&self) -> Option<u64> {
        self.conflicts.as_ref().map(|count| count.get())
    }
}

/// Counts conflicts. Varisat does not tell them, but its proof has a step for each.
#[derive(Debug, Default)]
pub(crate) struct Conflicts {
    /// The count, which goes on while the solver works.
    count: Rc<Cell<u64>>,
    units: HashSet<u64>,
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
