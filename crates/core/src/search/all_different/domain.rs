//! Domain consistency by matching (Régin, *A Filtering Algorithm for Constraints of Difference in
//! CSPs*, AAAI 1994).
//!
//! Terms and values are the two sides of a graph, with an edge for each value that a term can have.
//! A solution is a *matching* that covers every term. An edge belongs to some such matching if it
//! belongs to the one at hand, or to a cycle or an even path from an unused value along which the
//! matching can be changed. With matched edges directed from value to term, the others from term to
//! value, and one more node that links unused values to the used ones, these are the edges inside a
//! strongly connected component; all others are removed.

use crate::model::{Term, Value, Variable};
use crate::search::domains::{Domains, Inconsistent};
use crate::search::propagation::Propagator;

/// The terms of an all-different constraint and a matching of them. The matching need not be
/// restored on backtracking: what is still an edge of it serves as a start.
pub(super) struct DomainConsistency {
    terms: Vec<Term>,
    /// The least value of any term; values are numbered from it.
    least: Value,
    value_of: Vec<Option<usize>>,
    term_of: Vec<Option<usize>>,
    /// For each value, the latest search for a path that came by.
    visited: Vec<u32>,
    search: u32,
    components: Components,
}

impl DomainConsistency {
    pub(super) fn new(terms: &[Term], domains: &Domains) -> Self {
        let bounds = terms.iter().filter_map(|term| {
            let (least, most) = domains.model().domain(term.variable).bounds()?;
            Some((least + term.offset, most + term.offset))
        });
        let reach = bounds.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
        let (least, most) = reach.unwrap_or((0, -1));
        let values = (most - least + 1) as usize;
        DomainConsistency {
            terms: terms.to_vec(),
            least,
            value_of: vec![None; terms.len()],
            term_of: vec![None; values],
            visited: vec![0; values],
            search: 0,
            components: Components::new(terms.len() + values + 1),
        }
    }

    fn number(&self, term: Term, value: Value) -> usize {
        (value + term.offset - self.least) as usize
    }

    /// The values a term can have, numbered.
    fn edges<'a>(&self, term: usize, domains: &'a Domains) -> impl Iterator<Item = usize> + 'a {
        let Term { variable, offset } = self.terms[term];
        let least = self.least;
        domains.values(variable).map(move |value| (value + offset - least) as usize)
    }

    /// Makes the matching cover every term, if it can be.
    fn match_all(&mut self, domains: &Domains) -> Result<(), Inconsistent> {
        for (index, term) in self.terms.iter().enumerate() {
            let lost = |&value: &usize| {
                !domains.contains(term.variable, value as Value + self.least - term.offset)
            };
            if let Some(value) = self.value_of[index].filter(lost) {
                self.value_of[index] = None;
                self.term_of[value] = None;
            }
        }
        for term in 0..self.terms.len() {
            if self.value_of[term].is_none() {
                self.search += 1;
                if !self.augment(term, domains) {
                    return Err(Inconsistent(None));
                }
            }
        }
        Ok(())
    }

    /// Finds a value for a term, moving other terms to other values if need be (Berge 1957).
    fn augment(&mut self, term: usize, domains: &Domains) -> bool {
        for value in self.edges(term, domains) {
            if std::mem::replace(&mut self.visited[value], self.search) == self.search {
                continue;
            }
            let free = match self.term_of[value] {
                None => true,
                Some(other) => self.augment(other, domains),
            };
            if free {
                self.term_of[value] = Some(term);
                self.value_of[term] = Some(value);
                return true;
            }
        }
        false
    }

    /// Nodes are the terms, then the values, then the link from unused values to used ones.
    fn find_components(&mut self, domains: &Domains) {
        let mut components = std::mem::take(&mut self.components);
        let terms = self.terms.len();
        let link = terms + self.term_of.len();
        components.find(|node, successors| {
            if node < terms {
                let edges = self.edges(node, domains);
                let unmatched = edges.filter(|&value| self.value_of[node] != Some(value));
                successors.extend(unmatched.map(|value| terms + value));
            } else if node < link {
                successors.push(self.term_of[node - terms].unwrap_or(link));
            } else {
                let used = self.value_of.iter().flatten();
                successors.extend(used.map(|value| terms + value));
            }
        });
        self.components = components;
    }
}

impl Propagator for DomainConsistency {
    fn scope(&self) -> Vec<Variable> {
        self.terms.iter().map(|term| term.variable).collect()
    }

    fn propagate(&mut self, domains: &mut Domains) -> Result<(), Inconsistent> {
        self.match_all(domains)?;
        self.find_components(domains);
        for (index, &term) in self.terms.iter().enumerate() {
            if domains.size(term.variable) == 1 {
                continue;
            }
            let component = |node: usize| self.components.of[node];
            domains.retain(term.variable, |value| {
                let value = self.number(term, value);
                self.value_of[index] == Some(value)
                    || component(index) == component(self.terms.len() + value)
            })?;
        }
        Ok(())
    }
}

/// Strongly connected components (Tarjan, *Depth-First Search and Linear Graph Algorithms*, SIAM
/// Journal on Computing 1, 1972).
#[derive(Default)]
struct Components {
    /// For each node, the component it belongs to.
    of: Vec<usize>,
    /// For each node, when it was entered, from 1; 0 if it was not.
    entered: Vec<usize>,
    /// For each node, the earliest entered node of the stack that was reached from it.
    lowest: Vec<usize>,
    stack: Vec<usize>,
    /// Successors of the nodes under visit, one after the other.
    edges: Vec<usize>,
    clock: usize,
}

impl Components {
    fn new(nodes: usize) -> Self {
        Components {
            of: vec![0; nodes],
            entered: vec![0; nodes],
            lowest: vec![0; nodes],
            ..Components::default()
        }
    }

    /// Finds the components of a graph, given what lists the successors of a node.
    fn find(&mut self, successors: impl Fn(usize, &mut Vec<usize>)) {
        self.entered.fill(0);
        self.clock = 0;
        for node in 0..self.of.len() {
            if self.entered[node] == 0 {
                self.visit(node, &successors);
            }
        }
    }

    fn visit(&mut self, node: usize, successors: &impl Fn(usize, &mut Vec<usize>)) {
        self.clock += 1;
        self.entered[node] = self.clock;
        self.lowest[node] = self.clock;
        self.of[node] = usize::MAX;
        self.stack.push(node);
        let first = self.edges.len();
        successors(node, &mut self.edges);
        for edge in first..self.edges.len() {
            let next = self.edges[edge];
            if self.entered[next] == 0 {
                self.visit(next, successors);
                self.lowest[node] = self.lowest[node].min(self.lowest[next]);
            } else if self.of[next] == usize::MAX {
                // Still on the stack.
                self.lowest[node] = self.lowest[node].min(self.entered[next]);
            }
        }
        self.edges.truncate(first);
        if self.lowest[node] == self.entered[node] {
            while let Some(member) = self.stack.pop() {
                self.of[member] = node;
                if member == node {
                    break;
                }
            }
        }
    }
}
