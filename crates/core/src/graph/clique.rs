//! A clique by greed: a lower bound of the chromatic number, since its vertices all differ.

use super::Graph;

/// A clique that no vertex can be added to: the largest that comes from starting at each vertex in
/// turn and adding, of the vertices that are neighbours of all chosen so far, the one with most
/// neighbours among these, the first of equals. Vertices in the order in which they were chosen.
pub fn greedy(graph: &Graph) -> Vec<usize> {
    let mut largest = Vec::new();
    let mut order: Vec<usize> = (0..graph.len()).collect();
    order.sort_by_key(|&vertex| std::cmp::Reverse(graph.degree(vertex)));
    for start in order {
        if graph.degree(start) < largest.len() {
            break; // No later vertex has enough neighbours for a larger clique.
        }
        let clique = grow(graph, start);
        if clique.len() > largest.len() {
            largest = clique;
        }
    }
    largest
}

fn grow(graph: &Graph, start: usize) -> Vec<usize> {
    let mut clique = vec![start];
    let mut candidates = graph.neighbours(start).to_vec();
    let common = |vertex: usize, candidates: &[usize]| {
        let neighbours = graph.neighbours(vertex).iter();
        neighbours
            .filter(|v| candidates.binary_search(v).is_ok())
            .count()
    };
    while let Some(&best) = candidates
        .iter()
        .max_by_key(|&&vertex| (common(vertex, &candidates), std::cmp::Reverse(vertex)))
    {
        clique.push(best);
        candidates.retain(|&vertex| graph.adjacent(vertex, best));
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
