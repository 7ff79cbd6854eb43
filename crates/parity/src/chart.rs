//! Charts as SVG, drawn here.
//!
//! Every position is a percentage of the plot and every letter has the size of the text around it, so
//! that one drawing fits a projector, a phone and paper, and a style sheet turns it dark. Charting
//! crates draw for one size in fixed colours. Shapes and colours are named by classes; the style sheet
//! of the page says what they look like.

use maud::{Markup, html};
use parity_core::Family;

mod axis;
mod dots;
mod lines;
mod style;

pub use axis::{Axis, Scale};
pub use dots::dots;
pub use lines::lines;
pub use style::{Style, marker_shapes, styles};

use crate::view::grid::{Grid, Number, Quantity, Row, Typical};

/// What a chart shows.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it is about, for those who cannot see it.
    pub title: String,
    /// What lies across: "n".
    pub across: String,
    /// What goes up, and how it is written.
    pub quantity: Quantity,
    /// What goes up, in words: "time".
    pub measure: String,
    /// A line each.
    pub series: Vec<Series>,
}

/// One line of a chart.
#[derive(Clone, Debug)]
pub struct Series {
    /// Its name.
    pub label: String,
    /// Its family, if it is a solver.
    pub family: Option<Family>,
    /// Its points from left to right.
    pub points: Vec<Point>,
}

/// A point of a line.
#[derive(Clone, Debug, PartialEq)]
pub struct Point {
    /// Its place across.
    pub x: f64,
    /// Its place upwards.
    pub y: f64,
    /// The range that is drawn through it.
    pub range: Option<(f64, f64)>,
    /// Whether it lies higher, nobody knows how much.
    pub censored: bool,
    /// What it says in words.
    pub words: String,
}

impl Point {
    /// The point of a number, if it can be drawn on a logarithmic axis.
    fn of(x: f64, label: &str, number: &Number, quantity: Quantity) -> Option<Self> {
        let y = number.typical.value();
        let spread = number.summary.and_then(|summary| summary.spread());
        let mut words = format!("{label}: {}", number.show(quantity));
        let sure = number.show_spread();
        if !sure.is_empty() {
            words += &format!(" {sure}");
        }
        if number.samples > 1 {
            words += &format!(", {} samples", number.samples);
        }
        (y > 0.0).then_some(Point {
            x,
            y,
            range: spread.filter(|(low, _)| *low > 0.0 && number.exact.is_none()),
            censored: matches!(number.typical, Typical::Beyond(_)),
            words,
        })
    }
}

impl Chart {
    /// The lines of a table over sizes: a line for each row that has a point.
    pub fn of(grid: &Grid, measure: &str) -> Option<Self> {
        let quantity = grid.columns.first()?.quantity;
        let line = |row: &Row| {
            let cells = row.cells.iter().zip(&grid.columns);
            let points = cells.filter_map(|(cell, column)| {
                let label = format!("{}, {} = {}", row.label, grid.across, column.label);
                Point::of(column.position?, &label, cell.number()?, quantity)
            });
            let points: Vec<Point> = points.collect();
            let series = Series { label: row.label.clone(), family: row.family, points };
            (!series.points.is_empty()).then_some(series)
        };
        let series: Vec<Series> = grid.rows.iter().filter_map(line).collect();
        (!series.is_empty()).then(|| Chart {
            title: format!("{}: {measure}", grid.heading()),
            across: grid.across.to_owned(),
            quantity,
            measure: measure.to_owned(),
            series,
        })
    }

    /// The points of one column of a table: a series of a single point for each row.
    pub fn of_column(grid: &Grid, index: usize, measure: &str) -> Option<Self> {
        let column = grid.columns.get(index)?;
        let point = |row: &Row| {
            let number = row.cells.get(index)?.number()?;
            let point = Point::of(0.0, &row.label, number, column.quantity)?;
            Some(Series { label: row.label.clone(), family: row.family, points: vec![point] })
        };
        let series: Vec<Series> = grid.rows.iter().filter_map(point).collect();
        (!series.is_empty()).then(|| Chart {
            title: format!("{}: {measure}", grid.heading()),
            across: String::new(),
            quantity: column.quantity,
            measure: measure.to_owned(),
            series,
        })
    }

    fn vertical_axis(&self) -> Option<Axis> {
        let points = self.series.iter().flat_map(|series| &series.points);
        Axis::logarithmic(points.flat_map(|point| {
            let (low, high) = point.range.unwrap_or((point.y, point.y));
            [point.y, low, high]
        }))
    }
}

/// A share of the plot as SVG writes it.
fn share(part: f64) -> String {
    let text = format!("{:.2}", part * 100.0);
    format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A marker at a place, with its words.
fn marker(style: &Style, x: f64, y: f64, point: &Point) -> Markup {
    let class = if point.censored { "point censored" } else { "point" };
    html! {
        use class=(class) href={ "#m" (style.shape) } x=(share(x)) y=(share(y)) {
            title { (point.words) }
        }
        @if point.censored {
            use class="beyond" href="#beyond" x=(share(x)) y=(share(y)) {}
        }
    }
}
