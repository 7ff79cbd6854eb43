//! A problem that is only a model: for trying solvers on models that no problem produces.

use crate::model::{Constraint, Model, Value};
use crate::problem::{Problem, Spec, Violation};

/// A model, taken as a problem. Its rules are the model's constraints.
#[derive(Clone, Debug)]
pub struct Stated {
    /// The model.
    pub model: Model,
}

impl Problem for Stated {
    fn kind(&self) -> &'static str {
        "stated"
    }

    fn name(&self) -> String {
        format!("stated-{}", self.model.len())
    }

    fn spec(&self) -> Spec {
        Spec { kind: "stated".to_owned(), ..Spec::default() }
    }

    fn model(&self) -> Model {
        self.model.clone()
    }

    fn verify(&self, solution: &[Value]) -> Result<(), Violation> {
        if self.model.admits(solution) {
            return Ok(());
        }
        let (given, wanted) = (solution.len(), self.model.len());
        if given != wanted {
            return Err(Violation::new(format!("{given} values for {wanted} variables")));
        }
        for (variable, value) in self.model.variables().zip(solution) {
            if !self.model.domain(variable).contains(*value) {
                let name = self.model.name(variable);
                return Err(Violation::new(format!("{name} = {value} is outside its domain")));
            }
        }
        let broken: Option<&Constraint> =
            self.model.constraints().iter().find(|constraint| !constraint.holds(solution));
        Err(Violation::new(format!("{solution:?} violates {broken:?}")))
    }

    fn objective(&self, solution: &[Value]) -> Option<i64> {
        Some(self.model.objective()?.eval(solution))
    }

    fn display(&self, solution: &[Value]) -> String {
        let line =
            |(variable, value): (_, &Value)| format!("{} = {value}\n", self.model.name(variable));
        self.model.variables().zip(solution).map(line).collect()
    }
}
