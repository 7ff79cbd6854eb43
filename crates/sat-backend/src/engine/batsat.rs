//! BatSat, MiniSat in Rust (Eén and Sörensson, *An Extensible SAT-solver*, SAT 2003).

use std::time::Instant;

use batsat::{BasicSolver, SolverInterface, lbool};
use parity_core::SolverError;
use varisat::Lit;

use super::Cdcl;

/// Name and version.
pub(super) const VERSION: &str = concat!("BatSat ", env!("BATSAT_VERSION"));

/// The BatSat solver.
pub(super) struct BatSat {
    solver: BasicSolver,
    /// What it is given and what it keeps for itself are of different types.
    buffer: Vec<batsat::Lit>,
}

impl BatSat {
    /// A solver without clauses, which stops at the deadline of its own accord.
    pub(super) fn new(deadline: Option<Instant>) -> Self {
        let mut solver = BasicSolver::default();
        if let Some(deadline) = deadline {
            solver.cb_mut().set_stop(move || Instant::now() >= deadline);
        }
        BatSat { solver, buffer: Vec::new() }
    }

    fn translate(&mut self, clause: &[Lit]) {
        self.buffer.clear();
        for lit in clause {
            let index = u32::try_from(lit.index()).expect("fewer than 2^32 variables");
            let variable = self.solver.var_of_int(index);
            self.buffer.push(batsat::Lit::new(variable, lit.is_positive()));
        }
    }
}

impl Cdcl for BatSat {
    fn add(&mut self, clause: &[Lit]) {
        self.translate(clause);
        self.solver.add_clause_reuse(&mut self.buffer);
    }

    fn satisfiable(&mut self, assumptions: &[Lit]) -> Result<Option<bool>, SolverError> {
        self.translate(assumptions);
        let answer = self.solver.solve_limited(&self.buffer);
        Ok(if answer == lbool::TRUE {
            Some(true)
        } else if answer == lbool::FALSE {
            Some(false)
        } else {
            None
        })
    }

    fn positive(&self, variables: usize) -> Vec<usize> {
        let model = self.solver.get_model().iter().take(variables);
        let positive = model.enumerate().filter(|(_, value)| **value == lbool::TRUE);
        positive.map(|(index, _)| index).collect()
    }

    fn conflicts(&self) -> Option<u64> {
        Some(self.solver.num_conflicts())
    }
}
