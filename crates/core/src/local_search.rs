//! Local search: assign every variable, then repair.
//!
//! | row | the next move |
//! |---|---|
//! | [`min_conflicts`] | some variable in conflict to its best value |
//! | [`tabu_search`] | the best of all, but not soon back |
//! | [`simulated_annealing`] | a random one, taken if it is good enough for the temperature |
//! | [`large_neighbourhood`] | many variables at once, as a complete search finds it |
//!
//! and [`by_size`] takes the one or a complete search, as the size demands.
//!
//! Local searches never prove anything. They come back when they have found a solution or when their
//! [`Patience`] is at an end, so that they also come back where there is none (2 or 3 queens). Each
//! reports the values it begins with as [`Event::Decision`], and annealing those that it tries, and
//! every move as [`Event::Repair`] with the number of conflicts that remain: those numbers in their
//! order are the repair curve of a run.

use std::ops::ControlFlow;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::local_search::violations::Violations;
use crate::model::Model;
use crate::observer::{Event, Observer};
use crate::solver::Solver;

pub mod by_size;
pub mod large_neighbourhood;
pub mod min_conflicts;
pub mod simulated_annealing;
pub mod tabu_search;
pub(crate) mod violations;

/// The rows of local search.
pub const SOLVERS: &[&dyn Solver] = &[
    &min_conflicts::ROW,
    &min_conflicts::GREEDY_ROW,
    &tabu_search::ROW,
    &tabu_search::GREEDY_ROW,
    &simulated_annealing::ROW,
    &large_neighbourhood::ROW,
    &by_size::ROW,
];

/// How long a local search goes on before it gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// How many times it starts from a new assignment.
    pub starts: u32,
    /// How many moves it tries from each start, for each variable.
    pub moves_per_variable: u64,
}

impl Patience {
    /// The number of moves from one start on an instance of some size; small instances get a
    /// hundred on top.
    pub fn moves(&self, variables: usize) -> u64 {
        100 + self.moves_per_variable * variables as u64
    }
}

/// The assignment from which repair starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// Each variable has any of its values.
    Random,
    /// Each variable, one after the other, has a value that conflicts with the fewest before it.
    Greedy,
}

/// A way of choosing moves.
trait Repair {
    /// Tries one move on an assignment that has conflicts.
    fn step<O: Observer>(
        &mut self,
        violations: &mut Violations,
        rng: &mut ChaCha8Rng,
        observer: &mut O,
    ) -> ControlFlow<()>;
}

/// Repairs one assignment after the other, each by a new `Repair`, until there is no conflict.
fn repair<R: Repair, O: Observer>(
    model: &Model,
    (start, patience): (Start, Patience),
    seed: u64,
    new: impl Fn(&Model) -> R,
    observer: &mut O,
) -> ControlFlow<()> {
    let Some(mut violations) = Violations::new(model) else {
        return ControlFlow::Continue(());
    };
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for attempt in 0..patience.starts {
        if attempt > 0 {
            observer.observe(Event::Restart)?;
        }
        violations.fill(start, &mut rng, observer)?;
        let mut repair = new(model);
        let mut moves = patience.moves(model.len());
        while violations.total() > 0 && moves > 0 {
            repair.step(&mut violations, &mut rng, observer)?;
            moves -= 1;
        }
        if violations.total() == 0 {
            return observer.observe(Event::Solution(violations.values()));
        }
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::graph::named::Named;
    use crate::model::Value;
    use crate::observer::{Collecting, Step, Trace};
    use crate::problem::graph_colouring::GraphColouring;
    use crate::problem::latin_square::LatinSquare;
    use crate::problem::{Problem, Queens};
    use crate::solver::{End, Request, Search, Task};

    fn outcome(row: &dyn Solver, problem: &dyn Problem, seed: u64) -> (End, Vec<Vec<Value>>) {
        let mut found = Vec::new();
        let request = Request::new(problem, Task::First).with_seed(seed);
        let outcome = row.solve(&request, &mut |values: &[Value]| {
            found.push(values.to_vec());
            ControlFlow::Continue(())
        });
        (outcome.expect("a first solution is covered").end, found)
    }

    #[test]
    fn they_solve_what_has_many_solutions() {
        let problems: [Box<dyn Problem>; 6] = [
            Box::new(Queens::new(8)),
            Box::new(Queens::new(50)),
            Box::new(Queens::new(100)),
            Box::new(LatinSquare::new(7)),
            Box::new(GraphColouring::named(Named::Petersen, 3)),
            Box::new(GraphColouring::named(Named::Queen(5, 5), 5)),
        ];
        for &row in SOLVERS {
            for problem in &problems {
                let (end, found) = outcome(row, &**problem, 1);
                let id = &row.card().id;
                assert_eq!((end, found.len()), (End::Stopped, 1), "{id} on {problem:?}");
                assert_eq!(problem.verify(&found[0]), Ok(()));
            }
        }
    }

    #[test]
    fn they_give_up_where_there_is_no_solution() {
        let petersen = GraphColouring::named(Named::Petersen, 2);
        for &row in SOLVERS {
            for problem in [&Queens::new(2) as &dyn Problem, &Queens::new(3), &petersen] {
                let (end, found) = outcome(row, problem, 0);
                let id = &row.card().id;
                // Small instances are searched completely by the strategy by size.
                let proved = id == "by-size" && end == End::Exhausted;
                assert!(proved || matches!(end, End::GaveUp(_)), "{id}: {end:?}");
                assert!(found.is_empty());
            }
        }
    }

    #[test]
    fn they_stop_when_the_time_is_over() {
        let problem = Queens::new(300);
        for &row in SOLVERS {
            let request = Request::new(&problem, Task::First).with_deadline(Some(Instant::now()));
            let mut ignored = |_: &[Value]| ControlFlow::Continue(());
            let outcome = row.solve(&request, &mut ignored).expect("it is covered");
            assert_eq!(outcome.end, End::OutOfTime, "{}", row.card().id);
        }
    }

    #[test]
    fn the_repair_curve_falls_to_zero() {
        let model = Queens::new(20).model();
        let mut observer = (Trace::new(10_000), Collecting::default());
        let flow = min_conflicts::ROW.search.search(&model, 3, &mut observer);
        assert!(flow.is_continue());
        let (trace, found) = observer;
        let conflicts = trace.steps.iter().filter_map(|step| match step {
            Step::Event(Event::Repair { conflicts, .. }) => Some(*conflicts),
            _ => None,
        });
        let curve: Vec<u64> = conflicts.collect();
        assert!(curve.len() > 5 && curve[0] > 0);
        assert_eq!(curve.iter().position(|&conflicts| conflicts == 0), Some(curve.len() - 1));
        assert_eq!(found.solutions.len(), 1);
    }
}
