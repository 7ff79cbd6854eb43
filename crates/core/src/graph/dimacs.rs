//! The DIMACS format of graph colouring: `c` comments, one `p edge VERTICES EDGES`, lines `e U V`.
//!
//! Files in circulation list edges once or in both directions, count either, and repeat themselves;
//! what does not change the graph is accepted, and what the header says wrongly is a warning.

use std::fmt::Write;

use super::Graph;
use crate::problem::ParseError;
use crate::problem::word::{Word, without_byte_order_mark, words};

/// The largest number of vertices.
pub const MAX_VERTICES: usize = 100_000;

/// A graph as read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dimacs {
    /// The graph.
    pub graph: Graph,
    /// What the header says and the edges do not. One line each, for people.
    pub warnings: Vec<String>,
}

/// Reads a graph.
///
/// # Errors
/// If a line is none of the format, an edge is a loop, or there is no graph at all.
pub fn parse(text: &str) -> Result<Dimacs, ParseError> {
    let mut header: Option<(usize, usize)> = None;
    let mut edges = Vec::new();
    for (line, number) in without_byte_order_mark(text).lines().zip(1..) {
        let words = words(line, number, "");
        let Some(first) = words.first() else { continue };
        match first.text {
            "e" | "a" => edges.push(edge(&words)?),
            "p" if header.is_some() => {
                return Err(first.error("a second `p` line: give one graph a file"));
            }
            "p" => header = Some(problem_line(&words)?),
            // Comments, and the descriptors of vertices that generators add.
            text if text.starts_with(['c', '#', '%']) => {}
            "n" | "d" | "v" | "x" => {}
            other => {
                return Err(
                    first.error(format!("a line begins with `c`, `p` or `e`, not with `{other}`"))
                );
            }
        }
    }
    if header.is_none() && edges.is_empty() {
        let end = text.lines().count().max(1);
        let message = "there is no graph here: write `p edge VERTICES EDGES`, then lines `e U V`";
        return Err(ParseError::new(end, 1, message));
    }
    let most = edges.iter().map(|&(u, v)| u.max(v) + 1).max().unwrap_or(0);
    let vertices = header.map_or(most, |(vertices, _)| vertices.max(most));
    let listed = edges.len();
    let graph = Graph::new(vertices, edges);
    let warnings = warnings(header, most, listed, graph.edge_count());
    Ok(Dimacs { graph, warnings })
}

/// Writes a graph, each edge once.
pub fn write(graph: &Graph) -> String {
    let mut text = format!("p edge {} {}\n", graph.len(), graph.edge_count());
    for (u, v) in graph.edges() {
        writeln!(text, "e {} {}", u + 1, v + 1).expect("a string takes every text");
    }
    text
}

fn warnings(
    header: Option<(usize, usize)>,
    most: usize,
    listed: usize,
    edges: usize,
) -> Vec<String> {
    let Some((vertices, counted)) = header else {
        return vec![format!("no `p` line: {most} vertices by the edges")];
    };
    let mut warnings = Vec::new();
    if most > vertices {
        warnings
            .push(format!("the header counts {vertices} vertices, but vertex {most} has an edge"));
    }
    if ![edges, 2 * edges, listed].contains(&counted) {
        warnings.push(format!("the header counts {counted} edges, but there are {edges}"));
    }
    warnings
}

fn problem_line(words: &[Word]) -> Result<(usize, usize), ParseError> {
    let number = |index: usize| words.get(index)?.text.parse::<usize>().ok();
    // Some files leave the word `edge` or `col` out.
    let first = if number(1).is_some() { 1 } else { 2 };
    match (number(first), number(first + 1)) {
        (Some(vertices), _) if vertices > MAX_VERTICES => {
            Err(words[first].error(format!("at most {MAX_VERTICES} vertices are taken")))
        }
        (Some(vertices), Some(edges)) => Ok((vertices, edges)),
        _ => Err(words[0].error("the header is `p edge VERTICES EDGES`")),
    }
}

fn edge(words: &[Word]) -> Result<(usize, usize), ParseError> {
    let [first, u, v, ..] = words else {
        return Err(words[0].error("an edge is `e U V`"));
    };
    let (u, from) = (*u, vertex(*u)?);
    let to = vertex(*v)?;
    if from == to {
        let message = format!(
            "vertex {} is its own neighbour, so no colouring exists: take the loop out",
            u.text
        );
        return Err(first.error(message));
    }
    Ok((from, to))
}

fn vertex(word: Word) -> Result<usize, ParseError> {
    match word.text.parse() {
        Ok(number) if (1..=MAX_VERTICES).contains(&number) => Ok(number - 1),
        _ => Err(word.error(format!(
            "`{}` is not a vertex: they count from 1 to {MAX_VERTICES}",
            word.text
        ))),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn files_in_all_their_habits() {
        let triangle = Graph::new(4, [(0, 1), (1, 2), (0, 2)]);
        for text in [
            "c a triangle and a vertex apart\np edge 4 3\ne 1 2\ne 2 3\ne 1 3\n",
            "p col 4 6\r\ne 1 2\r\ne 2 1\r\ne 2 3\r\ne 3 2\r\ne 1 3\r\ne 3 1",
            "\u{feff}p edge 4 4\ne 1 2\ne 1 2\n\n\ne 2 3\ne 3 1",
            "p edge 4 3\nn 1 7\ne 1 2 5\n  e 2 3\ne 1 3\nc end",
            "p 4 3\ne 1 2\ne 2 3\ne 1 3\n",
        ] {
            let read = parse(text).unwrap();
            assert_eq!(read.graph, triangle, "{text}");
            assert!(read.warnings.is_empty(), "{text}: {:?}", read.warnings);
        }
    }

    #[test]
    fn a_wrong_header_is_a_warning() {
        let read = parse("p edge 2 9\ne 1 2\ne 2 3\n").unwrap();
        assert_eq!(read.graph, Graph::new(3, [(0, 1), (1, 2)]));
        assert_eq!(
            read.warnings,
            [
                "the header counts 2 vertices, but vertex 3 has an edge",
                "the header counts 9 edges, but there are 2"
            ]
        );
        let read = parse("e 1 2").unwrap();
        assert_eq!(read.warnings, ["no `p` line: 2 vertices by the edges"]);
    }

    #[test]
    fn errors_name_line_and_column() {
        let message = |text: &str| parse(text).unwrap_err().to_string();
        assert_eq!(
            message("p edge 3 1\nc\ne 2 2\n"),
            "line 3, column 1: vertex 2 is its own neighbour, so no colouring exists: \
             take the loop out"
        );
        assert_eq!(
            message("p edge 3 1\ne 0 2"),
            "line 2, column 3: `0` is not a vertex: they count from 1 to 100000"
        );
        assert_eq!(message("p edge 3 1\ne 1"), "line 2, column 1: an edge is `e U V`");
        assert_eq!(
            message("p edge three 1"),
            "line 1, column 1: the header is `p edge VERTICES EDGES`"
        );
        assert_eq!(
            message("p edge 1 0\np edge 1 0"),
            "line 2, column 1: a second `p` line: give one graph a file"
        );
        assert_eq!(
            message("1 2"),
            "line 1, column 1: a line begins with `c`, `p` or `e`, not with `1`"
        );
        assert_eq!(
            message("c nothing\n"),
            "line 1, column 1: there is no graph here: write `p edge VERTICES EDGES`, \
             then lines `e U V`"
        );
        assert_eq!(
            message("p edge 99999999 1"),
            "line 1, column 8: at most 100000 vertices are taken"
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            edges in proptest::collection::vec((0..30usize, 0..30usize), 0..60),
        ) {
            let graph = Graph::new(30, edges.into_iter().filter(|(u, v)| u != v));
            let read = parse(&write(&graph)).unwrap();
            prop_assert_eq!(read.graph, graph);
            prop_assert!(read.warnings.is_empty());
        }

        #[test]
        fn no_text_makes_it_panic(text in "(p edge [0-9]{1,3} [0-9]\n)?[pecn 0-9\n]{0,40}") {
            let _ = parse(&text);
        }
    }
}
