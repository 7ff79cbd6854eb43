//! Graph colouring: k colours for the vertices of a graph, neighbours in different ones.
//!
//! A solution gives the colour of each vertex, from 1 to k. With a clique fixed, its first vertex
//! has colour 1, its second colour 2 and so on, which loses no colouring but for the names.

use std::fmt::Write;

use crate::graph::named::{NAMES, Named};
use crate::graph::{Graph, clique, dimacs};
use crate::model::{Domain, Model, Value, Variable};
use crate::problem::{Choice, Kind, Problem, Published, Spec, SpecError, Violation, fingerprint};
use crate::symmetry::Symmetry;

/// The line of this kind in [`KINDS`](crate::problem::KINDS).
pub const KIND: Kind = Kind {
    name: "colouring",
    summary: "k colours for the vertices of a graph, neighbours in different ones",
    from_size: false,
    from_text: true,
    options: &[
        Choice { name: "colours", summary: "number of colours", values: &[] },
        Choice {
            name: "graph",
            summary: "a graph by name instead of a file, such as petersen, myciel4 or queen5_5",
            values: &[],
        },
        Choice {
            name: "clique",
            summary: "whether the colours of a clique are fixed, which breaks the symmetry of colours",
            values: &["free", "fixed"],
        },
    ],
    build,
    read: None,
};

/// The largest number of colours.
pub const MAX_COLOURS: usize = 10_000;

/// Up to this many colours, renaming them is given as a group of symmetries: it has k! members.
const RENAMED: usize = 4;

/// Colourings of a graph with some number of colours.
#[derive(Clone, Debug)]
pub struct GraphColouring {
    graph: Graph,
    named: Option<Named>,
    colours: usize,
    fixed_clique: Vec<usize>,
    warnings: Vec<String>,
}

impl GraphColouring {
    /// Colourings of this graph.
    pub fn new(graph: Graph, colours: usize) -> Self {
        let (fixed_clique, warnings) = (Vec::new(), Vec::new());
        GraphColouring { graph, named: None, colours, fixed_clique, warnings }
    }

    /// Colourings of a graph that is made by name.
    pub fn named(named: Named, colours: usize) -> Self {
        GraphColouring { named: Some(named), ..GraphColouring::new(named.graph(), colours) }
    }

    /// The same problem, where the vertices of a greedily chosen clique have colours 1, 2, …
    #[must_use]
    pub fn with_clique_fixed(mut self) -> Self {
        self.fixed_clique = clique::greedy(&self.graph);
        self
    }

    /// The same graph with another number of colours, none of them fixed.
    #[must_use]
    pub fn with_colours(&self, colours: usize) -> Self {
        GraphColouring { colours, fixed_clique: Vec::new(), ..self.clone() }
    }

    /// The fewest colours that do, where that is known of a graph that is made by name.
    pub fn chromatic_number(&self) -> Option<usize> {
        self.named?.chromatic_number()
    }

    /// The graph.
    pub fn graph(&self) -> &Graph {
        &self.graph
    }

    /// Number of colours.
    pub fn colours(&self) -> usize {
        self.colours
    }

    /// The vertices that must have colours 1, 2, … in this order.
    pub fn fixed_clique(&self) -> &[usize] {
        &self.fixed_clique
    }
}

fn build(spec: &Spec) -> Result<Box<dyn Problem>, SpecError> {
    let option = |name: &str| spec.options.get(name).map(String::as_str);
    let colours = option("colours")
        .ok_or_else(|| SpecError::new("colouring needs a number of colours: give --colours K"))?;
    let colours = match colours.parse() {
        Ok(colours) if colours <= MAX_COLOURS => colours,
        _ => {
            return Err(SpecError::new(format!(
                "colouring takes --colours from 0 to {MAX_COLOURS}, not `{colours}`"
            )));
        }
    };
    let problem = match (&spec.text, option("graph")) {
        (Some(text), None) => {
            let read = dimacs::parse(text)?;
            GraphColouring { warnings: read.warnings, ..GraphColouring::new(read.graph, colours) }
        }
        (None, Some(name)) => GraphColouring::named(name.parse()?, colours),
        (Some(_), Some(_)) => {
            return Err(SpecError::new("give a file or --graph NAME, not both"));
        }
        (None, None) => {
            return Err(SpecError::new(format!(
                "colouring needs a DIMACS file or a graph by name, such as {NAMES}"
            )));
        }
    };
    Ok(Box::new(match option("clique") {
        Some("fixed") => problem.with_clique_fixed(),
        Some(_) | None => problem,
    }))
}

impl Problem for GraphColouring {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn name(&self) -> String {
        let graph = match self.named {
            Some(named) => named.to_string(),
            None => {
                let text = fingerprint(&dimacs::write(&self.graph));
                format!("{}-{}-{text}", self.graph.len(), self.graph.edge_count())
            }
        };
        let clique = if self.fixed_clique.is_empty() { "" } else { "-clique" };
        format!("colouring-{graph}-{}{clique}", self.colours)
    }

    fn spec(&self) -> Spec {
        let mut spec = Spec { kind: KIND.name.to_owned(), ..Spec::default() };
        let mut option = |name: &str, value: String| spec.options.insert(name.to_owned(), value);
        option("colours", self.colours.to_string());
        if !self.fixed_clique.is_empty() {
            option("clique", "fixed".to_owned());
        }
        match self.named {
            Some(named) => drop(option("graph", named.to_string())),
            None => spec.text = Some(dimacs::write(&self.graph)),
        }
        spec
    }

    fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// One variable a vertex, an all-different of two an edge.
    fn model(&self) -> Model {
        let mut model = Model::new();
        let colours = self.colours as Value;
        let mut domains = vec![Domain::range(1..=colours); self.graph.len()];
        for (&vertex, colour) in self.fixed_clique.iter().zip(1..) {
            domains[vertex] = Domain::new((1..=colours).filter(|&other| other == colour));
        }
        for (vertex, domain) in domains.into_iter().enumerate() {
            model.variable(format!("vertex[{}]", vertex + 1), domain);
        }
        for (u, v) in self.graph.edges() {
            model.all_different([Variable(u as u32), Variable(v as u32)]);
        }
        model
    }

    fn verify(&self, solution: &[Value]) -> Result<(), Violation> {
        if solution.len() != self.graph.len() {
            let (given, wanted) = (solution.len(), self.graph.len());
            return Err(Violation::new(format!(
                "{given} colours for a graph of {wanted} vertices"
            )));
        }
        for (&colour, vertex) in solution.iter().zip(1..) {
            if colour < 1 || colour as usize > self.colours {
                return Err(Violation::new(format!(
                    "vertex {vertex} has colour {colour}, which is not from 1 to {}",
                    self.colours
                )));
            }
        }
        for (&vertex, wanted) in self.fixed_clique.iter().zip(1..) {
            let colour = solution[vertex];
            if colour != wanted {
                return Err(Violation::new(format!(
                    "vertex {} of the fixed clique has colour {colour}, not {wanted}",
                    vertex + 1
                )));
            }
        }
        for (u, v) in self.graph.edges() {
            if solution[u] == solution[v] {
                let (colour, u, v) = (solution[u], u + 1, v + 1);
                return Err(Violation::new(format!(
                    "vertices {u} and {v} are neighbours and both have colour {colour}"
                )));
            }
        }
        Ok(())
    }

    fn list(&self, solution: &[Value]) -> String {
        let line = |(vertex, colour)| format!("vertex {} = {colour}\n", vertex + 1);
        solution.iter().enumerate().map(line).collect()
    }

    /// The vertices of each colour, a line a colour.
    fn display(&self, solution: &[Value]) -> String {
        let mut text = String::new();
        for colour in 1..=self.colours as Value {
            write!(text, "colour {colour}:").expect("a string takes every text");
            let vertices = solution.iter().zip(1..);
            for (_, vertex) in vertices.filter(|&(&other, _)| other == colour) {
                write!(text, " {vertex}").expect("a string takes every text");
            }
            text.push('\n');
        }
        text
    }

    /// The renamings of the colours, as long as they are few and none is fixed.
    fn symmetries(&self) -> Vec<Symmetry> {
        if self.colours > RENAMED || !self.fixed_clique.is_empty() {
            return vec![Symmetry::identity()];
        }
        let mut symmetries = vec![Symmetry::identity()];
        let mut names: Vec<Value> = (1..=self.colours as Value).collect();
        while next_permutation(&mut names) {
            let names = names.clone();
            symmetries.push(Symmetry::new("colours renamed", move |mut literal| {
                let rank = usize::try_from(literal.value - 1).ok();
                if let Some(&name) = rank.and_then(|rank| names.get(rank)) {
                    literal.value = name;
                }
                literal
            }));
        }
        symmetries
    }

    fn published(&self) -> Option<Published> {
        if !self.fixed_clique.is_empty() {
            return None;
        }
        Some(Published {
            solutions: self.named?.colourings(self.colours as u64)?,
            fundamental: None,
            source: "chromatic polynomial or number of the graph",
        })
    }
}

/// The next permutation in lexicographic order; `false` after the last.
fn next_permutation(items: &mut [Value]) -> bool {
    let Some(pivot) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else {
        return false;
    };
    let larger = items.iter().rposition(|&item| item > items[pivot]);
    items.swap(pivot, larger.expect("the next item is larger"));
    items[pivot + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::laws::brute_force;
    use crate::symmetry;

    #[test]
    fn verification_names_the_broken_rule() {
        let cycle = GraphColouring::named(Named::Cycle(4), 2);
        assert_eq!(cycle.verify(&[1, 2, 1, 2]), Ok(()));
        let message = |solution: &[Value]| cycle.verify(solution).unwrap_err().to_string();
        assert_eq!(message(&[1, 2]), "2 colours for a graph of 4 vertices");
        assert_eq!(message(&[1, 2, 3, 2]), "vertex 3 has colour 3, which is not from 1 to 2");
        assert_eq!(
            message(&[1, 2, 1, 1]),
            "vertices 1 and 4 are neighbours and both have colour 1"
        );
        let fixed = cycle.with_clique_fixed();
        assert_eq!(
            fixed.verify(&[2, 1, 2, 1]).unwrap_err().to_string(),
            "vertex 1 of the fixed clique has colour 2, not 1"
        );
    }

    #[test]
    fn a_spec_builds_the_same_problem_again() {
        let file = GraphColouring::new(Graph::new(4, [(0, 1), (2, 1)]), 3);
        let other = GraphColouring::new(Graph::new(4, [(0, 1), (2, 3)]), 3);
        let named = GraphColouring::named(Named::Petersen, 3);
        let mut names = HashSet::new();
        for problem in [file.clone(), file.with_clique_fixed(), other, named] {
            let again = problem.spec().build().unwrap();
            assert_eq!(again.spec(), problem.spec());
            assert_eq!(again.name(), problem.name());
            assert!(names.insert(problem.name()), "{} twice", problem.name());
        }
        let message = |options: &[(&str, &str)], text: Option<&str>| {
            let options = options.iter().map(|&(name, value)| (name.into(), value.into()));
            let spec = Spec {
                kind: "colouring".to_owned(),
                text: text.map(str::to_owned),
                options: options.collect(),
                n: None,
            };
            spec.build().unwrap_err().to_string()
        };
        assert!(message(&[], None).contains("--colours K"));
        assert!(message(&[("colours", "many")], None).contains("not `many`"));
        assert!(message(&[("colours", "3")], None).contains("petersen"));
        assert!(message(&[("colours", "3"), ("graph", "star")], None).contains("`star`"));
        assert!(message(&[("colours", "3")], Some("e 1 1")).starts_with("line 1, column 1"));
        let both = [("colours", "3"), ("graph", "petersen")];
        assert!(message(&both, Some("e 1 2")).contains("not both"));
        let clique = [("colours", "3"), ("graph", "petersen"), ("clique", "none")];
        assert!(message(&clique, None).contains("not `none`"));
    }

    #[test]
    fn colours_are_interchangeable() {
        let problem = GraphColouring::named(Named::Cycle(5), 3);
        let symmetries = problem.symmetries();
        assert_eq!(symmetries.len(), 6);
        let all = brute_force(&problem.model());
        assert_eq!(all.len(), 30);
        let canonical = |solution: &&Vec<Value>| {
            symmetries.iter().for_each(|symmetry| assert!(all.contains(&symmetry.image(solution))));
            symmetry::orbit(solution, &symmetries).canonical
        };
        assert_eq!(all.iter().filter(canonical).count(), 5);
    }

    #[test]
    fn what_a_header_says_wrongly_is_kept_as_a_warning() {
        let mut spec = Spec { kind: "colouring".to_owned(), ..Spec::default() };
        spec.options.insert("colours".to_owned(), "2".to_owned());
        spec.text = Some("p edge 2 7\ne 1 2\n".to_owned());
        let problem = spec.build().unwrap();
        assert_eq!(problem.warnings(), ["the header counts 7 edges, but there are 1"]);
        // What is built again from that is right.
        assert!(problem.spec().build().unwrap().warnings().is_empty());
    }

    #[test]
    fn a_colouring_is_written_as_its_classes() {
        let cycle = GraphColouring::named(Named::Cycle(4), 3);
        assert_eq!(cycle.display(&[1, 2, 1, 2]), "colour 1: 1 3\ncolour 2: 2 4\ncolour 3:\n");
        // In a list as well, vertices are numbered from one.
        assert_eq!(cycle.list(&[1, 2, 1, 3]).lines().last(), Some("vertex 4 = 3"));
    }

    proptest! {
        #[test]
        fn rules_and_model_agree(
            edges in proptest::collection::vec((0..6usize, 0..6usize), 0..8),
            colours in 0..4usize,
            fix in any::<bool>(),
            solution in proptest::collection::vec(0..5i32, 6),
        ) {
            let graph = Graph::new(6, edges.into_iter().filter(|(u, v)| u != v));
            let mut problem = GraphColouring::new(graph, colours);
            if fix {
                problem = problem.with_clique_fixed();
            }
            let model = problem.model();
            prop_assert_eq!(problem.verify(&solution).is_ok(), model.admits(&solution));
            for near in brute_force(&model).into_iter().take(5) {
                prop_assert!(problem.verify(&near).is_ok());
                for vertex in 0..6 {
                    let mut near = near.clone();
                    near[vertex] = solution[vertex];
                    prop_assert_eq!(problem.verify(&near).is_ok(), model.admits(&near));
                }
            }
        }
    }
}
