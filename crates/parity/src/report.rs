//! The page: all results in one file that needs nothing else, to be looked at.
//!
//! Templates are Rust (maud): parts of a page are functions that return markup, the compiler checks
//! them, and what goes in is escaped. Charts are drawn by [`crate::chart`]. The page works without
//! its script, which only sorts and filters; it prints whole, and turns dark by itself.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use parity_core::{Family, Solver, SolverError};

use crate::chart::{self, Chart, Style};
use crate::results::Results;
use crate::sheet::Sheet;
use crate::table::capital;
use crate::view::{Grid, Table, View};

mod boards;
mod conditions;
mod findings;
mod section;
mod summary;
mod table;

pub use boards::Orbit;
pub use findings::findings;
pub use section::{Section, sections};

/// Draws the page. The solver finds the solutions of queens that are shown as boards.
///
/// # Errors
/// If that solver fails.
pub fn page(results: &Results, solver: &dyn Solver) -> Result<String, SolverError> {
    let sections = sections(results);
    let orbits = Orbit::examples(results, solver)?;
    Ok(document(html! {
        header {
            h1 { "One problem, many ways to solve it" }
            p class="lead" { (summary::summary(results)) }
            (legend(&sections))
        }
        (contents(&sections))
        main {
            @for (index, section) in sections.iter().enumerate() {
                (draw(section, index))
            }
            (boards_section(&orbits))
            (conditions::conditions(results))
        }
    }))
}

/// Draws the tables of a view or of a study, by its name, as a page.
pub fn page_of_tables(name: &str, grids: &[Grid]) -> String {
    let title = View::named(name).map_or(name, |view| view.title);
    let tables = grids.iter().map(|grid| Table {
        measure: title.to_owned(),
        drawn: true,
        grid: grid.clone(),
    });
    let sections: Vec<Section> = tables.map(|table| Section::of(vec![table])).collect();
    document(html! {
        header {
            h1 { (title) }
            (legend(&sections))
        }
        main {
            @for (index, section) in sections.iter().enumerate() { (draw(section, index)) }
        }
    })
}

/// Draws a plain table as a page.
pub fn page_of_sheet(sheet: &Sheet) -> String {
    document(html! {
        main {
            section {
                div class="table" { div class="scroll" tabindex="0" { (table::plain(sheet)) } }
                @for note in &sheet.notes { p class="note" { (note) } }
            }
        }
    })
}

/// A whole page around its body.
fn document(body: Markup) -> String {
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { "parity: results" }
                // An empty icon, so that no browser asks a server for one.
                link rel="icon" href="data:,";
                style { (PreEscaped(include_str!("report/style.css"))) }
            }
            body {
                (chart::marker_shapes())
                (boards::queen_shape())
                (body)
                script { (PreEscaped(include_str!("report/script.js"))) }
            }
        }
    };
    markup.into_string()
}

/// What colours, shapes and strokes mean, on the whole page. With the script its families can be
/// switched off and on.
fn legend(sections: &[Section]) -> Markup {
    let rows = || sections.iter().flat_map(|section| &section.tables).flat_map(|t| &t.grid.rows);
    let families = Family::ALL.into_iter().filter(|f| rows().any(|row| row.family == Some(*f)));
    html! {
        div class="legend" {
            ul class="families" {
                @for family in families {
                    @let style = Style::of_family(family);
                    li class=(style.class()) {
                        button type="button" aria-pressed="true" data-family-switch=(family.name()) {
                            svg { use href={ "#m" (style.shape) } x="50%" y="50%" {} }
                            (family.name())
                        }
                    }
                }
            }
            ul class="strokes" {
                li { svg { line class="range" x1="50%" x2="50%" y1="10%" y2="90%" {} use href="#m0" x="50%" y="50%" {} } "median and middle half" }
                li { svg { use class="censored" href="#m0" x="50%" y="70%" {} use class="beyond" href="#beyond" x="50%" y="70%" {} } "stopped: beyond the limit" }
            }
            button type="button" class="theme" data-theme-switch { "light or dark" }
        }
        p class="hint" {
            "Where all lines of a chart are of one family, each has a colour of its own, and its name at the end."
        }
    }
}

fn contents(sections: &[Section]) -> Markup {
    html! {
        nav aria-label="contents" {
            ol {
                @for (index, section) in sections.iter().enumerate() {
                    li {
                        a href={ "#s" (index) } { (heading(section)) }
                        @if !section.folder.is_empty() { small { " " (section.folder) } }
                    }
                }
                li { a href="#boards" { "One solution, eight boards" } }
                li { a href="#conditions" { "How it was measured" } }
            }
        }
    }
}

fn heading(section: &Section) -> String {
    match section.tables.as_slice() {
        [only] => capital(&only.grid.title),
        _ => capital(&section.title),
    }
}

fn draw(section: &Section, index: usize) -> Markup {
    let (shown, further): (Vec<&Table>, Vec<&Table>) =
        section.tables.iter().partition(|table| table.drawn || section.tables.len() < 3);
    html! {
        section id={ "s" (index) } {
            @if !section.folder.is_empty() { p class="kicker" { (section.folder) } }
            h2 { (heading(section)) }
            @for table in &shown {
                @let sentences = if table.measure == "time" { findings(&table.grid) } else { Vec::new() };
                @if !sentences.is_empty() {
                    ul class="findings" { @for sentence in &sentences { li { (sentence) } } }
                }
                @if table.drawn { (charts(table)) }
                (table::draw(table))
            }
            @if !further.is_empty() {
                details {
                    summary { "Further tables: " (further.iter().map(|table| table.measure.as_str()).collect::<Vec<_>>().join(", ")) }
                    @for table in &further { (table::draw(table)) }
                }
            }
            p class="host" { (section.host) }
        }
    }
}

/// The charts of a table: lines over sizes, or points where there is one size. What is counted in
/// different units is drawn apart.
fn charts(table: &Table) -> Markup {
    let grid = &table.grid;
    let sized = grid.columns.iter().filter(|column| column.position.is_some()).count();
    if sized < 2 {
        let timed = grid.columns.iter().position(|column| column.label == table.measure);
        let chart = Chart::of_column(grid, timed.unwrap_or(0), &table.measure);
        let worth = chart
            .filter(|chart| chart.series.len() > 1 && (timed.is_some() || grid.columns.len() == 1));
        return html! { @if let Some(chart) = worth { (chart::dots(&chart)) } };
    }
    let mut units: Vec<Option<&str>> = grid.rows.iter().map(|row| row.unit.as_deref()).collect();
    units.sort_unstable();
    units.dedup();
    html! {
        @for unit in units {
            @let rows = grid.rows.iter().filter(|row| row.unit.as_deref() == unit).cloned().collect();
            @let part = crate::view::Grid { rows, ..grid.clone() };
            @let measure = unit.unwrap_or(&table.measure);
            @if let Some(chart) = Chart::of(&part, measure).filter(|chart| chart.series.len() > 1) {
                (chart::lines(&chart))
            }
        }
    }
}

fn boards_section(orbits: &[Orbit]) -> Markup {
    html! {
        section id="boards" {
            h2 { "One solution, eight boards" }
            p {
                "Turned and mirrored, a solution stays a solution. Solutions that are images of one \
                 another are an orbit; of each orbit one is counted as fundamental."
            }
            @for orbit in orbits { (orbit.draw()) }
        }
    }
}
