//! Graph colouring by representatives (Campêlo, Campos and Corrêa, *On the asymmetric
//! representatives formulation for the vertex coloring problem*, 2008).
//!
//! Each class of colour is known by its first vertex, and each vertex by the one that represents it:
//! `x[u, v]` says that `u ≤ v` represents `v`. The names of colours do not occur, so that a program
//! with k colours has one point where the assignment formulation has up to k!.

use std::ops::ControlFlow;

use parity_core::problem::GraphColouring;
use parity_core::{Relation, SolverError, Value};

use crate::formulation::Formulation;
use crate::program::Program;
use crate::search::Found;

/// A colouring problem as a program over pairs of vertices.
pub(crate) struct Representatives<'a> {
    problem: &'a GraphColouring,
    /// Whether of all ways to name the colours one is asked for: names in order of first use.
    break_symmetry: bool,
    /// The pair of vertices that a column stands for: who represents, and whom.
    pairs: Vec<(usize, usize)>,
    pub(crate) program: Program,
}

impl<'a> Representatives<'a> {
    pub(crate) fn new(
        problem: &'a GraphColouring,
        break_symmetry: bool,
    ) -> Result<Self, SolverError> {
        let graph = problem.graph();
        let mut pairs = Vec::new();
        let mut first = Vec::new();
        for v in 0..graph.len() {
            first.push(pairs.len());
            // Who stands for itself comes last, so that a prefix prefers the classes there are.
            pairs.extend((0..=v).filter(|&u| !graph.adjacent(u, v)).map(|u| (u, v)));
        }
        first.push(pairs.len());
        let mut program = Program::new(pairs.len());
        for v in 0..graph.len() {
            program.decide(first[v]..first[v + 1])?;
        }
        let column = |u: usize, v: usize| {
            let pair = pairs[first[v]..first[v + 1]].iter().position(|pair| pair.0 == u);
            pair.map(|offset| first[v] + offset)
        };
        let own: Vec<usize> = (0..graph.len()).map(|v| first[v + 1] - 1).collect();
        for (u, &itself) in own.iter().enumerate() {
            // Of neighbours, u represents at most one, and any only if it represents itself.
            for v in u + 1..graph.len() {
                let Some(one) = column(u, v) else {
                    continue;
                };
                program.add_row([(1, one), (-1, itself)], Relation::AtMost, 0)?;
                for &w in graph.neighbours(v).iter().filter(|&&w| w > v) {
                    if let Some(other) = column(u, w) {
                        let both = [(1, one), (1, other), (-1, itself)];
                        program.add_row(both, Relation::AtMost, 0)?;
                    }
                }
            }
        }
        let colours = i64::try_from(problem.colours()).unwrap_or(i64::MAX);
        program.add_row(own.iter().map(|&column| (1, column)), Relation::AtMost, colours)?;
        Ok(Representatives { problem, break_symmetry, pairs, program })
    }

    /// The class of each vertex, numbered in order of first use, and their number.
    fn classes(&self, ones: &[usize]) -> (Vec<usize>, usize) {
        let mut class_of = Vec::with_capacity(ones.len());
        let mut classes = 0;
        for &one in ones {
            let (representative, vertex) = self.pairs[one];
            if representative == vertex {
                class_of.push(classes);
                classes += 1;
            } else {
                class_of.push(class_of[representative]);
            }
        }
        (class_of, classes)
    }

    /// Names the classes from the given one on in all ways with colours that are still free.
    fn name(
        &self,
        class_of: &[usize],
        names: &mut Vec<Option<Value>>,
        class: usize,
        found: Found,
    ) -> ControlFlow<()> {
        if class == names.len() {
            let colours: Vec<Value> = class_of.iter().filter_map(|&class| names[class]).collect();
            return found(&colours);
        }
        if names[class].is_some() {
            return self.name(class_of, names, class + 1, found);
        }
        for colour in 1..=self.problem.colours() as Value {
            if !names.contains(&Some(colour)) {
                names[class] = Some(colour);
                self.name(class_of, names, class + 1, found)?;
                names[class] = None;
                if self.break_symmetry {
                    break; // the least colour that is free is the canonical one
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl Formulation for Representatives<'_> {
    fn solutions(&self, ones: &[usize], found: Found) -> Option<ControlFlow<()>> {
        let graph = self.problem.graph();
        // A vertex may be represented only by one that represents itself.
        let stands = |&one: &usize| {
            let (representative, _) = self.pairs[one];
            self.pairs[ones[representative]].0 == representative
        };
        if !ones.iter().all(stands) {
            return None;
        }
        let (class_of, classes) = self.classes(ones);
        let proper = graph.edges().all(|(u, v)| class_of[u] != class_of[v]);
        if !proper || classes > self.problem.colours() {
            return None;
        }
        let mut names = vec![None; classes];
        for (&vertex, colour) in self.problem.fixed_clique().iter().zip(1..) {
            names[class_of[vertex]] = Some(colour);
        }
        Some(self.name(&class_of, &mut names, 0, found))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::chosen;
    use crate::propagation::{Fixed, Propagation};
    use parity_core::Problem;
    use parity_core::graph::named::Named;
    use parity_core::laws::brute_force;

    /// Every colouring that the points of the program stand for, by trying all points.
    fn colourings(problem: &GraphColouring) -> Vec<Vec<Value>> {
        fn points(propagation: &Propagation, fixed: &Fixed, visit: &mut dyn FnMut(&Fixed)) {
            let Some(open) = fixed.iter().position(Option::is_none) else {
                return visit(fixed);
            };
            for value in [true, false] {
                if let Some(fixed) = propagation.assume(fixed, open, value) {
                    points(propagation, &fixed, visit);
                }
            }
        }
        let stated = Representatives::new(problem, false).expect("small numbers");
        let propagation = Propagation::new(&stated.program);
        let mut found = Vec::new();
        if let Some(fixed) = propagation.root() {
            points(&propagation, &fixed, &mut |point| {
                let ones = chosen(&stated.program.decisions, point).expect("one each");
                let flow = stated.solutions(&ones, &mut |colours| {
                    found.push(colours.to_vec());
                    ControlFlow::Continue(())
                });
                assert_eq!(flow, Some(ControlFlow::Continue(())));
            });
        }
        found.sort();
        found
    }

    #[test]
    fn representatives_are_colourings_whose_colours_have_no_name() {
        for named in [Named::Cycle(5), Named::Complete(4), Named::Cycle(6)] {
            for colours in 0..=4 {
                let problem = GraphColouring::named(named, colours);
                for problem in [problem.clone(), problem.with_clique_fixed()] {
                    let expected = Vec::from_iter(brute_force(&problem.model()));
                    assert_eq!(colourings(&problem), expected, "{}", problem.name());
                }
            }
        }
    }
}
