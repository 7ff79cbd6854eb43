//! Tables as Markdown.

use super::grid::{Grid, Row};

/// The tables one below the other, each under its title.
pub fn render(grids: &[Grid]) -> String {
    let texts: Vec<String> = grids.iter().map(one).collect();
    texts.join("\n")
}

fn one(grid: &Grid) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let fixed = 1 + usize::from(grid.has_units());
    let left = |index: usize| index < fixed || grid.has_only_words(index - fixed);
    let sides = (0..fixed + grid.columns.len())
        .map(|index| if left(index) { ":--" } else { "--:" }.to_owned());
    let mut text = format!("**{}** ({})\n\n", grid.heading(), grid.host);
    text += &line(headings(grid));
    text += &line(sides.collect());
    for row in &grid.rows {
        text += &line(texts(grid, row, true));
    }
    let notes: Vec<String> = grid.notes.iter().map(|note| format!("{note}\\\n")).collect();
    text + "\n" + notes.concat().trim_end_matches("\\\n") + "\n"
}

/// The headings of a table: what rows are, what each counts if that differs, and the columns.
pub(super) fn headings(grid: &Grid) -> Vec<String> {
    let mut headings = vec![grid.down.to_owned()];
    headings.extend(grid.has_units().then(|| "counted in".to_owned()));
    headings.extend(grid.columns.iter().map(|column| match column.position {
        Some(_) => format!("{} = {}", grid.across, column.label),
        None => column.label.clone(),
    }));
    headings
}

/// The texts of a row, under these headings.
pub(super) fn texts(grid: &Grid, row: &Row, with_spread: bool) -> Vec<String> {
    let mut texts = vec![row.label.clone()];
    texts.extend(grid.has_units().then(|| row.unit.clone().unwrap_or_default()));
    let cells = row.cells.iter().zip(&grid.columns);
    texts.extend(cells.map(|(cell, column)| cell.show(column.quantity, with_spread)));
    texts
}
