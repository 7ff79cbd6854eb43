//! A table of the page: complete as it is, and sortable and filterable with the script.

use maud::{Markup, html};
use parity_core::Family;

use crate::number;
use crate::sheet::Sheet;
use crate::table::capital;
use crate::view::grid::{Cell, Column, Grid, Quantity, Table};

/// Draws a table with its tools and notes.
pub(super) fn draw(table: &Table) -> Markup {
    let grid = &table.grid;
    html! {
        div class="table" {
            div class="tools" {
                label {
                    "Filter "
                    input type="search" placeholder="solver or family" data-filter;
                }
                output data-count { (number::counted(grid.rows.len() as u64, "rows")) }
            }
            div class="scroll" tabindex="0" role="region" aria-label={ (grid.heading()) ": " (table.measure) } {
                table {
                    caption { (capital(&table.measure)) }
                    thead {
                        tr {
                            th scope="col" { button type="button" data-sort { (grid.down) } }
                            @if grid.has_units() {
                                th scope="col" { button type="button" data-sort { "counted in" } }
                            }
                            @for (index, column) in grid.columns.iter().enumerate() {
                                th scope="col" class=[(!grid.has_only_words(index)).then_some("number")] {
                                    button type="button" data-sort { (column_label(grid, column)) }
                                }
                            }
                        }
                    }
                    tbody { (body(grid)) }
                }
            }
            @for note in &grid.notes { p class="note" { (note) } }
        }
    }
}

/// A plain table.
pub(super) fn plain(sheet: &Sheet) -> Markup {
    let (titles, rows) = sheet.texts();
    html! {
        table {
            thead { tr { @for title in titles { th scope="col" { (title) } } } }
            tbody {
                @for row in rows { tr { @for text in row { td { (text) } } } }
            }
        }
    }
}

fn body(grid: &Grid) -> Markup {
    let heats: Vec<Heat> = (0..grid.columns.len()).map(|index| Heat::of(grid, index)).collect();
    html! {
        @for row in &grid.rows {
            tr data-series=(row.label) data-family=[row.family.map(Family::name)] {
                th scope="row" {
                    (row.label)
                    @if let Some(family) = row.family { small { (family) } }
                }
                @if grid.has_units() { td { (row.unit.clone().unwrap_or_default()) } }
                @for (index, ((cell, column), heat)) in
                    row.cells.iter().zip(&grid.columns).zip(&heats).enumerate()
                {
                    @match cell {
                        Cell::Word(word) if grid.has_only_words(index) => { td { (word) } },
                        _ => { (draw_cell(cell, column, heat)) },
                    }
                }
            }
        }
    }
}

fn draw_cell(cell: &Cell, column: &Column, heat: &Heat) -> Markup {
    let number = match cell {
        Cell::Blank => return html! { td class="number" {} },
        Cell::Word(word) => {
            return html! { td class={ "number word" @if *word == "WRONG" { " wrong" } } { (word) } };
        }
        Cell::Number(number) => number,
    };
    let spread = number.show_spread();
    let value = number.typical.value();
    html! {
        td class="number" data-value=(value) style=[heat.of_value(value)] {
            (number.show(column.quantity))
            @if !spread.is_empty() { small { (spread) } }
        }
    }
}

fn column_label(grid: &Grid, column: &Column) -> String {
    match column.position {
        Some(_) => format!("{} = {}", grid.across, column.label),
        None => column.label.clone(),
    }
}

/// How dark a time is: none for the fastest of its column, full for the slowest, by ratios.
struct Heat {
    range: Option<(f64, f64)>,
}

impl Heat {
    fn of(grid: &Grid, index: usize) -> Self {
        let column = grid.columns.get(index).filter(|column| column.quantity == Quantity::Time);
        let values: Vec<f64> = grid
            .rows
            .iter()
            .filter(|_| column.is_some())
            .filter_map(|row| row.cells.get(index)?.number())
            .map(|number| number.typical.value())
            .filter(|value| *value > 0.0)
            .collect();
        let least = values.iter().copied().reduce(f64::min);
        let most = values.iter().copied().reduce(f64::max);
        Heat { range: least.zip(most).filter(|(least, most)| *most > least * 1.5) }
    }

    fn of_value(&self, value: f64) -> Option<String> {
        let (least, most) = self.range?;
        let share = (value.max(least) / least).ln() / (most / least).ln();
        Some(format!("--heat:{share:.2}"))
    }
}
