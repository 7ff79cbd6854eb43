//! A clique by greed: a lower bound of the chromatic number, since its vertices all differ.

use std::cmp::Reverse;

use super::Graph;

/// A clique that no vertex can be added to: the largest that comes from starting at each vertex in
/// turn and adding, of the vertices that are neighbours of all chosen so far, the one with most
/// neighbours among these, the first of equals. Vertices in the order in which they were chosen.
pub fn greedy(graph: &Graph) -> Vec<usize> {
    let mut largest = Vec::new();
    let mut order: Vec<usize> = (0..graph.len()).collect();
    order.sort_by_key(|&vertex| Reverse(graph.degree(vertex)));
    let mut common = vec![None; graph.len()];
    for start in order {
        if graph.degree(start) < largest.len() {
            break; // No later vertex has enough neighbours for a larger clique.
        }
        let clique = grow(graph, start, &mut common);
        if clique.len() > largest.len() {
            largest = clique;
        }
    }
    largest
}

/// The clique that grows from one vertex. `common` has, for each candidate, how many candidates are
/// its neighbours; there is none before and none after.
fn grow(graph: &Graph, start: usize, common: &mut [Option<usize>]) -> Vec<usize> {
    let mut clique = vec![start];
    let mut candidates = graph.neighbours(start).to_vec();
    for &vertex in &candidates {
        let neighbours = graph.neighbours(vertex).iter();
        let among = neighbours.filter(|v| candidates.binary_search(v).is_ok());
        common[vertex] = Some(among.count());
    }
    while let Some(&best) = candidates.iter().max_by_key(|&&v| (common[v], Reverse(v))) {
        clique.push(best);
        let leaving = candidates.extract_if(.., |vertex| !graph.adjacent(*vertex, best));
        for vertex in leaving {
            common[vertex] = None;
            for &neighbour in graph.neighbours(vertex) {
                common[neighbour] = common[neighbour].map(|count| count - 1);
            }
        }
    }
    clique
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::graph::named::Named;

    #[test]
    fn cliques_of_known_graphs() {
        for (named, size) in [
            (Named::Petersen, 2),
            (Named::Mycielski(4), 2),
            (Named::Queen(6, 6), 6),
            (Named::Complete(5), 5),
            (Named::Cycle(3), 3),
        ] {
            assert_eq!(greedy(&named.graph()).len(), size, "{named}");
        }
        assert!(greedy(&Graph::new(0, [])).is_empty());
        assert_eq!(greedy(&Graph::new(3, [])).len(), 1);
    }

    proptest! {
        #[test]
        fn every_two_are_neighbours_and_none_can_be_added(
            edges in proptest::collection::vec((0..12usize, 0..12usize), 0..50),
        ) {
            let graph = Graph::new(12, edges.into_iter().filter(|(u, v)| u != v));
            let clique = greedy(&graph);
            for vertex in 0..12 {
                let others = clique.iter().filter(|&&member| member != vertex);
                let fits = others.clone().all(|&member| graph.adjacent(vertex, member));
                prop_assert_eq!(fits, clique.contains(&vertex));
            }
        }
    }
}
