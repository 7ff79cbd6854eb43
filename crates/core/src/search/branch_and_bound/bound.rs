//! A lower bound of what the best solution below a node costs, and what each value would add to it.
//!
//! A literal's *cost* is what it falls short of the best literal of its variable, so that costs are
//! never negative and the best solution is the cheapest. Each all-different constraint alone is an
//! assignment problem, whose potentials can be taken from the costs; what remains, the *reduced
//! costs*, is not negative either, so that constraints over other variables can take their share of it
//! next, and the shares add up (Fischetti and Toth, *An Additive Bounding Procedure for Combinatorial
//! Optimization Problems*, Operations Research 37, 1989). Of a Latin square, all rows are one layer of
//! constraints and all columns another; they take turns until neither finds anything.
//!
//! A value whose reduced cost, on top of the bound, is as much as the best solution known costs cannot
//! be part of a better one, and goes (Focacci, Lodi and Milano, *Cost-Based Domain Filtering*, CP 1999).

use super::hungarian::Hungarian;
use crate::model::{Constraint, Direction, Model, Objective, Term, Value, Variable};
use crate::search::domains::{Domains, Inconsistent};

/// Reduced costs are cut down to this, which leaves them a lower bound and their sums far from
/// overflow.
const MOST: i64 = 1 << 40;

/// How often all layers take turns at most.
const ROUNDS: usize = 8;

/// Costs of literals, the bound at the current node, and the cost of the best solution known.
#[derive(Debug)]
pub(super) struct CostBound<'m> {
    model: &'m Model,
    /// Of each literal, by its index.
    costs: Vec<i64>,
    /// All-different constraints that share no variable, layer by layer.
    layers: Vec<Vec<Assignment>>,
    reduced: Vec<i64>,
    lower: i64,
    /// What a solution must cost less than.
    best: Option<i64>,
    hungarian: Hungarian,
}

/// An all-different constraint as an assignment problem: each variable gets a column of its own.
#[derive(Debug)]
struct Assignment {
    /// Each variable with the column of each of its values, by rank.
    rows: Vec<(Variable, Vec<usize>)>,
    /// The values of terms, each once.
    columns: usize,
}

impl Assignment {
    fn new(model: &Model, terms: &[Term]) -> Self {
        let values_of = |term: &Term| {
            let offset = term.offset;
            model.domain(term.variable).values().iter().map(move |&value| value + offset)
        };
        let mut values: Vec<Value> = terms.iter().flat_map(values_of).collect();
        values.sort_unstable();
        values.dedup();
        let column = |value: Value| values.partition_point(|&other| other < value);
        let row = |term: &Term| (term.variable, values_of(term).map(column).collect());
        Assignment { rows: terms.iter().map(row).collect(), columns: values.len() }
    }
}

/// The cost of each literal; `None` if they are too large to be added up.
pub(super) fn costs(model: &Model, objective: &Objective) -> Option<Vec<i64>> {
    let mut weights = vec![0i64; model.literal_count()];
    for &(weight, literal) in &objective.weights {
        if let Some(index) = model.literal_index(literal) {
            weights[index] = weights[index].checked_add(weight)?;
        }
    }
    let mut total = 0i64;
    for variable in model.variables() {
        let of_variable = &mut weights[model.literals_of(variable)];
        let (least, most) = (of_variable.iter().min(), of_variable.iter().max());
        let Some((&least, &most)) = least.zip(most) else { continue };
        total = total.checked_add(most.checked_sub(least)?)?;
        for weight in of_variable {
            *weight = match objective.direction {
                Direction::Maximise => most - *weight,
                Direction::Minimise => *weight - least,
            };
        }
    }
    (total <= MOST).then_some(weights)
}

/// The all-different constraints in layers: each goes to the first where it meets none of its variables.
fn layers(model: &Model) -> Vec<Vec<Assignment>> {
    let mut layers: Vec<(Vec<bool>, Vec<Assignment>)> = Vec::new();
    for constraint in model.constraints() {
        let Constraint::AllDifferent(terms) = constraint else { continue };
        if constraint.scope().len() < terms.len() || terms.len() < 2 {
            continue; // A variable occurs twice: that is no assignment problem.
        }
        let indices = terms.iter().map(|term| term.variable.index());
        let fits = |(met, _): &(Vec<bool>, _)| !indices.clone().any(|index| met[index]);
        let layer = layers.iter().position(fits).unwrap_or_else(|| {
            layers.push((vec![false; model.len()], Vec::new()));
            layers.len() - 1
        });
        let (met, members) = &mut layers[layer];
        indices.for_each(|index| met[index] = true);
        members.push(Assignment::new(model, terms));
    }
    layers.into_iter().map(|(_, members)| members).collect()
}

impl<'m> CostBound<'m> {
    /// The bound of a model whose literals cost so much.
    pub(super) fn new(model: &'m Model, costs: Vec<i64>) -> Self {
        CostBound {
            model,
            reduced: costs.clone(),
            costs,
            layers: layers(model),
            lower: 0,
            best: None,
            hungarian: Hungarian::default(),
        }
    }

    /// From now on a solution must cost less than the one that is the only one left.
    pub(super) fn improve(&mut self) {
        self.best = Some(self.lower);
    }

    /// What a solution with this value costs at least, as far as was known at the latest node.
    pub(super) fn estimate(&self, variable: Variable, rank: u32) -> i64 {
        self.lower + self.reduced[self.literal(variable, rank)]
    }

    /// Whether a solution of this cost is no better than the best one known.
    pub(super) fn is_beaten(&self, cost: i64) -> bool {
        self.best.is_some_and(|best| cost >= best)
    }

    fn literal(&self, variable: Variable, rank: u32) -> usize {
        self.model.literals_of(variable).start + rank as usize
    }

    /// Computes the bound and removes the values that are too expensive.
    pub(super) fn propagate(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        self.bound(domains)?;
        if self.is_beaten(self.lower) {
            return Err(Inconsistent(None));
        }
        for variable in self.model.variables() {
            if self.best.is_none() || domains.size(variable) == 1 {
                continue;
            }
            for rank in 0..self.model.domain(variable).len() as u32 {
                if self.is_beaten(self.estimate(variable, rank)) {
                    domains.remove_rank(variable, rank)?;
                }
            }
        }
        Ok(())
    }

    /// The bound and the reduced costs, from scratch: first the cheapest value of each variable, then
    /// the layers in turn, as long as that raises the bound.
    fn bound(&mut self, domains: &Domains) -> Result<(), Inconsistent> {
        self.reduced.clone_from(&self.costs);
        self.lower = 0;
        for variable in self.model.variables() {
            let first = self.literal(variable, 0);
            let cost = |rank| self.costs[first + rank as usize];
            let least = domains.ranks(variable).map(cost).min();
            let least = least.ok_or(Inconsistent(Some(variable)))?;
            self.lower += least;
            for reduced in &mut self.reduced[self.model.literals_of(variable)] {
                *reduced -= least;
            }
        }
        let layers = std::mem::take(&mut self.layers);
        let raised = self.take_turns(&layers, domains);
        self.layers = layers;
        raised
    }

    fn take_turns(
        &mut self,
        layers: &[Vec<Assignment>],
        domains: &Domains,
    ) -> Result<(), Inconsistent> {
        for _ in 0..ROUNDS {
            let before = self.lower;
            for assignment in layers.iter().flatten() {
                self.assign(assignment, domains)?;
                if self.is_beaten(self.lower) {
                    return Ok(());
                }
            }
            if self.lower == before {
                break;
            }
        }
        Ok(())
    }

    /// Raises the bound by what the cheapest assignment of an all-different constraint costs. Fixed
    /// variables are left out: no other has their values any more.
    fn assign(&mut self, problem: &Assignment, domains: &Domains) -> Result<(), Inconsistent> {
        let open = || problem.rows.iter().filter(|(variable, _)| domains.size(*variable) > 1);
        self.hungarian.reset(open().count(), problem.columns);
        for (row, (variable, columns)) in open().enumerate() {
            for rank in domains.ranks(*variable) {
                let reduced = self.reduced[self.literal(*variable, rank)];
                *self.hungarian.cost(row, columns[rank as usize]) = reduced;
            }
        }
        self.lower += self.hungarian.solve().ok_or(Inconsistent(None))?;
        for (row, (variable, columns)) in open().enumerate() {
            for rank in domains.ranks(*variable) {
                let column = columns[rank as usize];
                let potentials = self.hungarian.of_row[row] + self.hungarian.of_column[column];
                let literal = self.literal(*variable, rank);
                self.reduced[literal] = (self.reduced[literal] - potentials).min(MOST);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::latin_square::{Goal, LatinSquare};
    use crate::problem::{Problem, Queens};

    fn at_the_root(model: &Model) -> i64 {
        let costs = costs(model, model.objective().unwrap()).unwrap();
        let mut bound = CostBound::new(model, costs);
        bound.propagate(&mut Domains::new(model)).unwrap();
        bound.lower
    }

    #[test]
    fn rows_and_columns_take_turns() {
        let square = LatinSquare::new(4).with_goal(Goal::Reward).model();
        let layers = layers(&square);
        assert_eq!(layers.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4]);
        // Queens: three constraints over the same variables.
        assert_eq!(super::layers(&Queens::new(6).model()).len(), 3);
    }

    #[test]
    fn the_bound_lies_between_the_cheapest_values_and_the_optimum() {
        for (n, optimum) in [(3, 56), (4, 121), (5, 192)] {
            let model = LatinSquare::new(n).with_goal(Goal::Reward).model();
            let weights = &model.objective().unwrap().weights;
            let best_of = |variable: Variable| {
                let of_it = weights.iter().filter(|(_, literal)| literal.variable == variable);
                of_it.map(|(weight, _)| *weight).max().unwrap_or(0)
            };
            let free: i64 = model.variables().map(best_of).sum();
            let bound = at_the_root(&model);
            assert!(bound > 0 && free - bound >= optimum, "n = {n}: {free} − {bound}");
        }
    }

    #[test]
    fn too_large_weights_are_declared() {
        let mut model = LatinSquare::new(2).with_goal(Goal::Reward).model();
        let mut objective = model.objective().unwrap().clone();
        objective.weights[0].0 = i64::MAX;
        assert_eq!(costs(&model, &objective), None);
        objective.weights[0].0 = 5;
        model.optimise(objective.direction, objective.weights.clone());
        assert!(costs(&model, &objective).is_some());
    }
}
