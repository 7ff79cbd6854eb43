//! Graphs that need no file, by name.

use std::fmt;
use std::str::FromStr;

use super::Graph;
use crate::problem::SpecError;

/// A graph with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    /// The Petersen graph: ten vertices, each with three neighbours, no cycle shorter than five.
    Petersen,
    /// An edge, with Mycielski's construction applied k − 1 times: it needs k + 1 colours, though it
    /// has no triangle if k is 2 or more.
    Mycielski(usize),
    /// The squares of a board of so many rows and columns; neighbours are a queen's move apart.
    Queen(usize, usize),
    /// A cycle.
    Cycle(usize),
    /// Every two vertices are neighbours.
    Complete(usize),
}

/// The names that [`Named::from_str`] reads, for help texts.
pub const NAMES: &str = "petersen, myciel4, queen5_5, cycle7, complete4";

/// The most vertices of a graph that is made by name.
const MAX_VERTICES: usize = 10_000;

/// The chromatic number of the queen graph of order 1, 2, …: OEIS A088202.
const QUEEN: [usize; 12] = [1, 4, 5, 5, 5, 7, 7, 9, 10, 11, 11, 12];

impl Named {
    /// The graph.
    pub fn graph(self) -> Graph {
        match self {
            Named::Petersen => {
                let star = (0..5).map(|i| (5 + i, 5 + (i + 2) % 5));
                let spokes = (0..5).map(|i| (i, 5 + i));
                Graph::new(10, cycle(5).chain(spokes).chain(star))
            }
            Named::Mycielski(k) => {
                let edge = Graph::new(2, [(0, 1)]);
                (1..k).fold(edge, |graph, _| mycielskian(&graph))
            }
            Named::Queen(rows, columns) => queen(rows, columns),
            Named::Cycle(n) => Graph::new(n, cycle(n)),
            Named::Complete(n) => Graph::new(n, (0..n).flat_map(|v| (0..v).map(move |u| (u, v)))),
        }
    }

    /// The fewest colours that do, where that is known.
    pub fn chromatic_number(self) -> Option<usize> {
        match self {
            Named::Petersen => Some(3),
            Named::Mycielski(k) => Some(k + 1),
            Named::Queen(rows, columns) if rows == columns => QUEEN.get(rows - 1).copied(),
            Named::Queen(_, _) => None,
            Named::Cycle(n) => Some(2 + n % 2),
            Named::Complete(n) => Some(n),
        }
    }

    /// Number of colourings with k colours (the chromatic polynomial), where that is known and fits.
    pub fn colourings(self, k: u64) -> Option<u64> {
        if self.chromatic_number().is_some_and(|least| k < least as u64) {
            return Some(0);
        }
        let k = i128::from(k);
        let count = match self {
            Named::Petersen => {
                // Biggs, Algebraic Graph Theory, 1993.
                let powers = [1, -12, 67, -230, 529, -814, 775, -352];
                let rest = powers.into_iter().try_fold(0, |sum: i128, coefficient| {
                    sum.checked_mul(k)?.checked_add(coefficient)
                });
                rest?.checked_mul(k * (k - 1))?.checked_mul(k - 2)
            }
            Named::Cycle(n) => {
                let sign = if n.is_multiple_of(2) { 1 } else { -1 };
                let power = (k - 1).checked_pow(u32::try_from(n).ok()?);
                power?.checked_add(sign * (k - 1))
            }
            Named::Complete(n) => {
                (0..n as i128).try_fold(1, |product: i128, used| product.checked_mul(k - used))
            }
            Named::Mycielski(_) | Named::Queen(_, _) => None,
        };
        u64::try_from(count?).ok()
    }
}

impl fmt::Display for Named {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Named::Petersen => formatter.write_str("petersen"),
            Named::Mycielski(k) => write!(formatter, "myciel{k}"),
            Named::Queen(rows, columns) => write!(formatter, "queen{rows}_{columns}"),
            Named::Cycle(n) => write!(formatter, "cycle{n}"),
            Named::Complete(n) => write!(formatter, "complete{n}"),
        }
    }
}

impl FromStr for Named {
    type Err = SpecError;

    fn from_str(name: &str) -> Result<Self, SpecError> {
        let digits = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        let (family, size) = name.split_at(digits);
        let (rows, columns) = size.split_once(['_', 'x']).unwrap_or((size, size));
        let sizes = (rows.parse::<usize>().ok(), columns.parse::<usize>().ok());
        let square = rows == columns && !size.contains(['_', 'x']);
        let (named, vertices) = match (family.trim_end_matches('-'), sizes) {
            ("petersen", (None, _)) if size.is_empty() => (Named::Petersen, 10),
            ("queen", (Some(r), Some(c))) if r > 0 && c > 0 => {
                (Named::Queen(r, c), r.saturating_mul(c))
            }
            ("myciel", (Some(k), _)) if square && k > 0 => {
                // One more than the graph has.
                let vertices = u32::try_from(k - 1).ok().and_then(|k| 3usize.checked_shl(k));
                (Named::Mycielski(k), vertices.unwrap_or(usize::MAX))
            }
            ("cycle", (Some(n), _)) if square && n >= 3 => (Named::Cycle(n), n),
            ("complete", (Some(n), _)) if square && n > 0 => (Named::Complete(n), n),
            _ => {
                return Err(SpecError::new(format!(
                    "there is no graph `{name}`: try one like {NAMES}"
                )));
            }
        };
        if vertices > MAX_VERTICES {
            return Err(SpecError::new(format!(
                "`{name}` is too large: graphs made by name have up to {MAX_VERTICES} vertices"
            )));
        }
        Ok(named)
    }
}

fn cycle(n: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..n).map(move |vertex| (vertex, (vertex + 1) % n))
}

/// A graph with one colour more and no new triangle: each vertex gets a twin with the same
/// neighbours, and all twins a common neighbour (Mycielski, *Sur le coloriage des graphes*,
/// Colloquium Mathematicum 3, 1955).
fn mycielskian(graph: &Graph) -> Graph {
    let n = graph.len();
    let twins = graph.edges().flat_map(|(u, v)| [(u, n + v), (v, n + u)]);
    let apex = (0..n).map(|vertex| (n + vertex, 2 * n));
    Graph::new(2 * n + 1, graph.edges().chain(twins).chain(apex))
}

fn queen(rows: usize, columns: usize) -> Graph {
    let squares = || (0..rows).flat_map(move |row| (0..columns).map(move |column| (row, column)));
    let attacks = |&((r, c), (s, d)): &((usize, usize), (usize, usize))| {
        (r, c) < (s, d) && (r == s || c == d || r.abs_diff(s) == c.abs_diff(d))
    };
    let pairs = squares().flat_map(|one| squares().map(move |other| (one, other)));
    let edges = pairs.filter(attacks);
    let edges = edges.map(|((r, c), (s, d))| (r * columns + c, s * columns + d));
    Graph::new(rows * columns, edges)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_graphs_have_the_known_sizes() {
        for (name, vertices, edges) in [
            ("petersen", 10, 15),
            ("myciel1", 2, 1),
            ("myciel2", 5, 5),
            ("myciel3", 11, 20),
            ("myciel4", 23, 71),
            ("myciel5", 47, 236),
            ("queen5_5", 25, 160),
            ("queen6_6", 36, 290),
            ("queen8_12", 96, 1368),
            ("cycle7", 7, 7),
            ("complete5", 5, 10),
        ] {
            let named: Named = name.parse().unwrap();
            let graph = named.graph();
            assert_eq!((graph.len(), graph.edge_count()), (vertices, edges), "{name}");
            assert_eq!(named.to_string(), name);
        }
        assert_eq!("queen7".parse(), Ok(Named::Queen(7, 7)));
        assert_eq!("queen-5x6".parse(), Ok(Named::Queen(5, 6)));
    }

    #[test]
    fn unknown_and_too_large_graphs_are_refused() {
        for name in ["", "petersen5", "cycle2", "cycle3_3", "myciel0", "queen0", "queen5_", "star5"]
        {
            let message = name.parse::<Named>().unwrap_err().to_string();
            assert!(message.starts_with("there is no graph"), "{name}: {message}");
        }
        for name in ["queen1000", "myciel99", "myciel4294967297", "complete99999999"] {
            let message = name.parse::<Named>().unwrap_err().to_string();
            assert!(message.contains("too large"), "{name}: {message}");
        }
    }
}
