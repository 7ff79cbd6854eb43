//! Views: tables as functions of results, each a line in [`VIEWS`].
//!
//! A view makes [`Grid`]s; text, Markdown, CSV, JSON and the page are made of these and of nothing
//! else, so that they cannot differ.

use crate::registry::Unknown;
use crate::results::Results;

pub(crate) mod counter;
pub mod csv;
pub mod grid;
pub mod growth;
pub mod json;
pub mod ladder;
pub mod markdown;
pub mod measure;
pub mod pivot;
pub mod runs;
pub mod sets;
pub mod text;

pub use grid::{Cell, Column, Grid, Number, Quantity, Row, Table, Typical};
use pivot::pivot;

/// A view.
#[derive(Clone, Copy)]
pub struct View {
    /// Its name in kebab-case.
    pub name: &'static str,
    /// What it shows, as a heading.
    pub title: &'static str,
    /// Makes the tables, none if the results have nothing to show.
    pub build: fn(&Results) -> Vec<Grid>,
}

/// All views, in the order in which the page shows them.
pub const VIEWS: &[View] = &[
    view("runs", "All that is known of each run", runs::runs),
    view("time-by-size", "Time", |results| pivot(results, &measure::TOTAL)),
    view("first-by-size", "Time to the first solution", |results| pivot(results, &measure::FIRST)),
    view("encode-by-size", "Time to translate the model", |results| {
        pivot(results, &measure::ENCODE)
    }),
    view("time-per-solution", "Time per solution", |results| {
        pivot(results, &measure::TIME_PER_SOLUTION)
    }),
    view("effort-by-size", "Effort", |results| pivot(results, &measure::EFFORT)),
    view("solutions-by-size", "Solutions", |results| pivot(results, &measure::SOLUTIONS)),
    view("value-by-size", "Value of the objective", |results| pivot(results, &measure::VALUE)),
    view("variables-by-size", "Variables of the translation", |results| {
        pivot(results, &measure::VARIABLES)
    }),
    view("constraints-by-size", "Constraints of the translation", |results| {
        pivot(results, &measure::CONSTRAINTS)
    }),
    view("memory-by-size", "Memory", |results| pivot(results, &measure::MEMORY)),
    view("growth", "Time per solution as an enumeration proceeds", growth::growth),
    view("ladder", "What each way of counting gains over the one before", ladder::ladder),
    view("sets", "Instances of sets settled, and in what time", sets::sets),
    view(
        "cactus",
        "Time for the easiest instances of a set, for the next, and so on",
        sets::cactus,
    ),
];

const fn view(name: &'static str, title: &'static str, build: fn(&Results) -> Vec<Grid>) -> View {
    View { name, title, build }
}

impl View {
    /// The view with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn named(name: &str) -> Result<&'static View, Unknown> {
        let found = VIEWS.iter().find(|view| view.name == name);
        found.ok_or_else(|| Unknown::new("view", name, VIEWS.iter().map(|view| view.name)))
    }
}

#[cfg(test)]
mod tests;
