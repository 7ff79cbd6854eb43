//! DSATUR: colour next the vertex whose neighbours have the most different colours, the most
//! saturated one; of equals the one with most uncoloured neighbours (Brélaz, *New Methods to Color
//! the Vertices of a Graph*, CACM 22, 1979).
//!
//! With the lowest possible colour each time it is a heuristic that gives an upper bound; with
//! backtracking over the colours it is exact. Colours that no vertex has yet are interchangeable, so
//! the search opens only the next of them and renames the colouring it finds afterwards.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::Graph;
use crate::model::{Value, Variable};
use crate::observer::{Event, Observer};
use crate::problem::GraphColouring;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// Exact DSATUR.
pub const ROW: Row<Dsatur> = Row {
    card: Card {
        id: Cow::Borrowed("dsatur"),
        family: Family::HandWritten,
        technique: "DSATUR",
        summary: Cow::Borrowed("the most saturated vertex first, one new colour at a time"),
        reference: "Brélaz 1979",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["colouring"]),
        featured: true,
    },
    search: Dsatur,
};

/// Backtracking over the colours of the most saturated vertex.
#[derive(Clone, Copy, Debug)]
pub struct Dsatur;

/// The search recurses once a vertex.
const MAX_VERTICES: usize = 10_000;

/// A colouring with few colours, from 1, by greed.
pub fn colour(graph: &Graph) -> Vec<Value> {
    let mut partial = Partial::new(graph);
    while let Some(vertex) = partial.most_saturated() {
        let free = (1..).find(|&colour| partial.is_free(vertex, colour));
        partial.give(vertex, free.expect("more colours than neighbours"));
    }
    partial.colour
}

impl Search for Dsatur {
    type Instance = GraphColouring;

    fn unsupported(&self, problem: &GraphColouring) -> Option<String> {
        (problem.graph().len() > MAX_VERTICES)
            .then(|| format!("its recursion takes graphs of up to {MAX_VERTICES} vertices"))
    }

    fn search<O: Observer>(
        &self,
        problem: &GraphColouring,
        _seed: u64,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let fixed = problem.fixed_clique();
        if fixed.len() > problem.colours() {
            return ControlFlow::Continue(());
        }
        let mut partial = Partial::new(problem.graph());
        for (&vertex, colour) in fixed.iter().zip(1..) {
            partial.give(vertex, colour);
        }
        let solution = partial.colour.clone();
        let mut tree =
            Tree { colours: problem.colours(), fixed: fixed.len(), partial, solution, observer };
        tree.descend(0, fixed.len())
    }
}

struct Tree<'a, O> {
    colours: usize,
    /// Colours 1 to `fixed` belong to the fixed clique and keep their names.
    fixed: usize,
    partial: Partial<'a>,
    solution: Vec<Value>,
    observer: &'a mut O,
}

impl<O: Observer> Tree<'_, O> {
    /// Colours the rest of the graph, when colours 1 to `opened` are in use.
    fn descend(&mut self, depth: usize, opened: usize) -> ControlFlow<()> {
        let Some(vertex) = self.partial.most_saturated() else {
            let mut names: Vec<Value> = (0..=self.fixed as Value).collect();
            return self.rename(opened, &mut names);
        };
        let variable = Variable(vertex as u32);
        if self.partial.saturation[vertex] == self.colours {
            return self.observer.observe(Event::WipeOut { variable });
        }
        self.observer.observe(Event::Node { depth })?;
        for colour in 1..=self.colours.min(opened + 1) {
            if self.partial.is_free(vertex, colour) {
                let value = colour as Value;
                self.observer.observe(Event::Decision { variable, value })?;
                self.partial.give(vertex, colour);
                self.descend(depth + 1, opened.max(colour))?;
                self.partial.take_back(vertex);
                self.observer.observe(Event::Backtrack { depth })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Reports the colouring under every choice of names for the colours that are not fixed;
    /// `names` has those chosen so far.
    fn rename(&mut self, opened: usize, names: &mut Vec<Value>) -> ControlFlow<()> {
        if names.len() > opened {
            for (value, &colour) in self.solution.iter_mut().zip(&self.partial.colour) {
                *value = names[colour as usize];
            }
            return self.observer.observe(Event::Solution(&self.solution));
        }
        for name in 1..=self.colours as Value {
            if !names.contains(&name) {
                names.push(name);
                self.rename(opened, names)?;
                names.pop();
            }
        }
        ControlFlow::Continue(())
    }
}

/// A graph of which some vertices are coloured.
#[derive(Debug)]
struct Partial<'a> {
    graph: &'a Graph,
    /// The colour of each vertex, from 1; 0 for none yet.
    colour: Vec<Value>,
    /// For each colour that was given, then each vertex: how many neighbours have the colour.
    neighbours_with: Vec<Vec<u32>>,
    /// For each vertex: how many different colours its neighbours have.
    saturation: Vec<usize>,
    /// For each vertex: how many neighbours have no colour.
    uncoloured: Vec<usize>,
}

impl<'a> Partial<'a> {
    fn new(graph: &'a Graph) -> Self {
        let n = graph.len();
        Partial {
            graph,
            colour: vec![0; n],
            neighbours_with: Vec::new(),
            saturation: vec![0; n],
            uncoloured: (0..n).map(|vertex| graph.degree(vertex)).collect(),
        }
    }

    fn most_saturated(&self) -> Option<usize> {
        let uncoloured = (0..self.graph.len()).filter(|&vertex| self.colour[vertex] == 0);
        uncoloured.max_by_key(|&v| (self.saturation[v], self.uncoloured[v], Reverse(v)))
    }

    fn is_free(&self, vertex: usize, colour: usize) -> bool {
        let neighbours = self.neighbours_with.get(colour - 1);
        neighbours.is_none_or(|with| with[vertex] == 0)
    }

    fn give(&mut self, vertex: usize, colour: usize) {
        self.colour[vertex] = colour as Value;
        while self.neighbours_with.len() < colour {
            self.neighbours_with.push(vec![0; self.graph.len()]);
        }
        for &neighbour in self.graph.neighbours(vertex) {
            let count = &mut self.neighbours_with[colour - 1][neighbour];
            self.saturation[neighbour] += usize::from(*count == 0);
            *count += 1;
            self.uncoloured[neighbour] -= 1;
        }
    }

    fn take_back(&mut self, vertex: usize) {
        let colour = std::mem::take(&mut self.colour[vertex]) as usize;
        for &neighbour in self.graph.neighbours(vertex) {
            let count = &mut self.neighbours_with[colour - 1][neighbour];
            *count -= 1;
            self.saturation[neighbour] -= usize::from(*count == 0);
            self.uncoloured[neighbour] += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::graph::named::Named;
    use crate::laws::{brute_force, run};
    use crate::problem::Problem;
    use crate::solver::{End, Request, Task};

    fn all(problem: &GraphColouring) -> std::collections::BTreeSet<Vec<Value>> {
        let run = run(&ROW, &Request::new(problem, Task::All), u64::MAX).unwrap();
        assert_eq!(run.outcome.end, End::Exhausted);
        run.solutions
    }

    #[test]
    fn published_colourings_are_all_found() {
        for (named, colours) in [
            (Named::Petersen, 2),
            (Named::Petersen, 3),
            (Named::Cycle(7), 3),
            (Named::Cycle(8), 2),
            (Named::Complete(4), 6),
            (Named::Mycielski(3), 3),
            (Named::Queen(5, 5), 4),
        ] {
            let problem = GraphColouring::named(named, colours);
            let published = problem.published().unwrap().solutions;
            assert_eq!(all(&problem).len() as u64, published, "{named}, {colours}");
        }
    }

    #[test]
    fn the_heuristic_colours_properly() {
        for named in [Named::Petersen, Named::Mycielski(5), Named::Queen(8, 8), Named::Complete(6)]
        {
            let graph = named.graph();
            let colours = colour(&graph);
            assert!(graph.edges().all(|(u, v)| colours[u] != colours[v]));
            let used = *colours.iter().max().unwrap() as usize;
            assert!(used >= named.chromatic_number().unwrap());
            assert!(used <= (0..graph.len()).map(|v| graph.degree(v)).max().unwrap() + 1);
        }
        assert!(colour(&Graph::new(0, [])).is_empty());
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn it_agrees_with_brute_force(
            vertices in 0..=6usize,
            colours in 0..=4usize,
            fix in any::<bool>(),
            edges in proptest::collection::vec((0..6usize, 0..6usize), 0..10),
        ) {
            let edges = edges.into_iter().filter(|&(u, v)| u != v && u.max(v) < vertices);
            let mut problem = GraphColouring::new(Graph::new(vertices, edges), colours);
            if fix {
                problem = problem.with_clique_fixed();
            }
            prop_assert_eq!(all(&problem), brute_force(&problem.model()));
        }
    }
}
