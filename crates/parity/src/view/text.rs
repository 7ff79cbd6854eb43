//! Tables as text for a terminal.

use comfy_table::{Cell as TextCell, CellAlignment};

use super::grid::Grid;
use super::markdown::headings;
use crate::table::plain;

/// The tables one below the other, no wider than this if leaving out the spread and breaking
/// between columns can achieve it.
pub fn render(grids: &[Grid], width: usize) -> String {
    let texts: Vec<String> = grids.iter().map(|grid| one(grid, width)).collect();
    texts.join("\n")
}

fn one(grid: &Grid, width: usize) -> String {
    let whole = 0..grid.columns.len();
    let full = arrange(grid, whole.clone(), true);
    let body = if widest(&full) <= width { full } else { broken(grid, whole, width) };
    let notes: String = grid.notes.iter().map(|note| format!("{note}\n")).collect();
    format!("{}\n{}\n\n{body}\n\n{notes}", grid.heading(), grid.host)
}

/// As many columns side by side as fit, and the others below.
fn broken(grid: &Grid, mut columns: std::ops::Range<usize>, width: usize) -> String {
    let mut parts = Vec::new();
    while !columns.is_empty() {
        let fits = |end: &usize| widest(&arrange(grid, columns.start..*end, false)) <= width;
        let end = (columns.start + 1..=columns.end).rev().find(fits).unwrap_or(columns.start + 1);
        parts.push(arrange(grid, columns.start..end, false));
        columns.start = end;
    }
    parts.join("\n\n")
}

fn widest(text: &str) -> usize {
    text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
}

fn arrange(grid: &Grid, columns: std::ops::Range<usize>, with_spread: bool) -> String {
    let mut table = comfy_table::Table::new();
    table.set_content_arrangement(comfy_table::ContentArrangement::Disabled);
    let fixed = 1 + usize::from(grid.has_units());
    let right = |index: usize, text: String| {
        let left = index < fixed || grid.has_only_words(index - fixed);
        let side = if left { CellAlignment::Left } else { CellAlignment::Right };
        TextCell::new(text).set_alignment(side)
    };
    let wanted =
        |(index, _): &(usize, String)| *index < fixed || columns.contains(&(index - fixed));
    let line = |texts: Vec<String>| {
        let kept = texts.into_iter().enumerate().filter(wanted);
        kept.map(|(index, text)| right(index, text)).collect::<Vec<_>>()
    };
    table.set_header(line(headings(grid)));
    for row in &grid.rows {
        table.add_row(line(super::markdown::texts(grid, row, with_spread)));
    }
    plain(&mut table, false)
}
