//! The chromatic number: a sequence of questions "do k colours suffice?", each answered by a solver.
//!
//! A clique bounds it from below, DSATUR from above. While the bounds differ, one colour fewer than
//! the best colouring has is asked for, with the colours of the clique fixed. A colouring lowers the
//! upper bound; a proof that there is none ends the sequence.

use super::{Graph, clique, dsatur};
use crate::model::Value;
use crate::problem::{GraphColouring, Problem, Violation};

/// What is known of the chromatic number of a graph.
#[derive(Clone, Debug)]
pub struct Bounds {
    graph: Graph,
    clique: Vec<usize>,
    colouring: Vec<Value>,
    lower: usize,
}

impl Bounds {
    /// The bounds by greed.
    pub fn new(graph: &Graph) -> Self {
        let clique = clique::greedy(graph);
        Bounds {
            graph: graph.clone(),
            lower: clique.len(),
            clique,
            colouring: dsatur::colour(graph),
        }
    }

    /// Fewer colours are known not to do.
    pub fn lower(&self) -> usize {
        self.lower
    }

    /// The number of colours of the best colouring.
    pub fn upper(&self) -> usize {
        self.colouring.iter().max().map_or(0, |&most| most as usize)
    }

    /// The clique that gave the first lower bound.
    pub fn clique(&self) -> &[usize] {
        &self.clique
    }

    /// The best colouring, with colours from 1 to the upper bound.
    pub fn colouring(&self) -> &[Value] {
        &self.colouring
    }

    /// Whether one colour fewer would do: the next question. `None` when the number is known.
    pub fn question(&self) -> Option<GraphColouring> {
        (self.lower < self.upper())
            .then(|| GraphColouring::new(self.graph.clone(), self.upper() - 1).with_clique_fixed())
    }

    /// The answer to the question is this colouring.
    ///
    /// # Errors
    /// If it is not one.
    pub fn colourable(&mut self, colouring: &[Value]) -> Result<(), Violation> {
        let Some(question) = self.question() else {
            return Err(Violation::new("the chromatic number is known already"));
        };
        question.verify(colouring)?;
        let mut used = colouring.to_vec();
        used.sort_unstable();
        used.dedup();
        let name = |colour| used.partition_point(|&other| other <= colour) as Value;
        self.colouring = colouring.iter().map(|&colour| name(colour)).collect();
        Ok(())
    }

    /// The answer to the question is no, proved.
    pub fn not_colourable(&mut self) {
        self.lower = self.upper();
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::time::Instant;

    use proptest::prelude::*;

    use super::*;
    use crate::graph::named::Named;
    use crate::laws::brute_force;
    use crate::search::forward_checking;
    use crate::solver::{End, Limits, Outcome, Request, Solver, Task};

    /// Asks a solver until the bounds meet or it does not know. What it said of each number of
    /// colours comes with them.
    fn asked(
        graph: &Graph,
        solver: &dyn Solver,
        limits: Limits,
    ) -> (Bounds, Vec<(usize, Outcome)>) {
        let mut bounds = Bounds::new(graph);
        let mut steps = Vec::new();
        while let Some(question) = bounds.question() {
            let mut answer = None;
            let request = Request::new(&question, Task::First).with_deadline(limits.deadline);
            let outcome = solver.solve(&request, &mut |values: &[Value]| {
                answer = Some(values.to_vec());
                ControlFlow::Break(())
            });
            let outcome = outcome.expect("it takes colourings");
            let end = outcome.end.clone();
            steps.push((question.colours(), outcome));
            match (answer, end) {
                (Some(colouring), _) => bounds.colourable(&colouring).expect("a colouring"),
                (None, End::Exhausted) => bounds.not_colourable(),
                (None, _) => break,
            }
        }
        (bounds, steps)
    }

    fn number(graph: &Graph, solver: &dyn Solver) -> usize {
        let (bounds, steps) = asked(graph, solver, Limits::default());
        assert_eq!(bounds.lower(), bounds.upper());
        let colouring = bounds.colouring();
        assert!(graph.edges().all(|(u, v)| colouring[u] != colouring[v]));
        if bounds.lower() > bounds.clique().len() {
            let (colours, outcome) = steps.last().expect("the proof is the last step");
            let proof = (*colours, &outcome.end, outcome.solutions);
            assert_eq!(proof, (bounds.lower() - 1, &End::Exhausted, 0));
        }
        bounds.upper()
    }

    #[test]
    fn known_chromatic_numbers_are_found_and_proved() {
        for named in [
            Named::Petersen,
            Named::Mycielski(3),
            Named::Mycielski(4),
            Named::Queen(4, 4),
            Named::Queen(5, 5),
            Named::Queen(6, 6),
            Named::Queen(7, 7),
            Named::Cycle(9),
            Named::Cycle(10),
            Named::Complete(6),
        ] {
            let expected = named.chromatic_number();
            assert_eq!(Some(number(&named.graph(), &dsatur::ROW)), expected, "{named}");
        }
        assert_eq!(number(&Graph::new(0, []), &dsatur::ROW), 0);
        assert_eq!(number(&Graph::new(3, []), &dsatur::ROW), 1);
    }

    #[test]
    fn any_solver_will_do() {
        for named in [Named::Petersen, Named::Mycielski(3), Named::Queen(5, 5)] {
            let found = number(&named.graph(), &forward_checking::ROW);
            assert_eq!(Some(found), named.chromatic_number());
        }
    }

    #[test]
    fn without_time_the_bounds_stay_apart() {
        let graph = Named::Queen(8, 8).graph();
        let limits = Limits { deadline: Some(Instant::now()) };
        let (bounds, steps) = asked(&graph, &dsatur::ROW, limits);
        assert!(bounds.lower() < bounds.upper());
        assert_eq!(steps.last().unwrap().1.end, End::OutOfTime);
    }

    #[test]
    fn a_wrong_colouring_is_refused() {
        let mut bounds = Bounds::new(&Named::Mycielski(4).graph());
        assert!(bounds.colourable(&[1; 23]).is_err());
        assert!(bounds.question().is_some());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn it_agrees_with_brute_force(
            edges in proptest::collection::vec((0..6usize, 0..6usize), 0..14),
        ) {
            let graph = Graph::new(6, edges.into_iter().filter(|(u, v)| u != v));
            let least = (1..).find(|&colours| {
                !brute_force(&GraphColouring::new(graph.clone(), colours).model()).is_empty()
            });
            prop_assert_eq!(Some(number(&graph, &dsatur::ROW)), least);
        }
    }
}
