//! Graphs, and the algorithms that only make sense for colouring them.
//!
//! Vertices are numbered from 0 in code and from 1 in files and messages. The chromatic number of a
//! graph lies between the size of a [`clique`] and the colours that [`dsatur`] takes; [`chromatic`]
//! closes the gap with any solver.

pub mod chromatic;
pub mod clique;
pub mod dimacs;
pub mod dsatur;
pub mod named;

/// An undirected graph without loops or repeated edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// The neighbours of each vertex, ascending.
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    /// The graph of so many vertices and these edges. An edge may be listed again, in either direction.
    ///
    /// # Panics
    /// If an edge has an end that is not a vertex, or is a loop.
    pub fn new(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut neighbours = vec![Vec::new(); vertices];
        for (u, v) in edges {
            assert_ne!(u, v, "a vertex is not its own neighbour");
            neighbours[u].push(v);
            neighbours[v].push(u);
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Graph { neighbours }
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Whether there is no vertex.
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// The neighbours of a vertex, ascending.
    pub fn neighbours(&self, vertex: usize) -> &[usize] {
        &self.neighbours[vertex]
    }

    /// Number of neighbours of a vertex.
    pub fn degree(&self, vertex: usize) -> usize {
        self.neighbours[vertex].len()
    }

    /// Whether two vertices are neighbours.
    pub fn adjacent(&self, u: usize, v: usize) -> bool {
        self.neighbours[u].binary_search(&v).is_ok()
    }

    /// Every edge once, its smaller vertex first, in ascending order.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let from = self.neighbours.iter().enumerate();
        from.flat_map(|(u, list)| list.iter().filter(move |&&v| u < v).map(move |&v| (u, v)))
    }

    /// Number of edges.
    pub fn edge_count(&self) -> usize {
        self.neighbours.iter().map(Vec::len).sum::<usize>() / 2
    }
}
