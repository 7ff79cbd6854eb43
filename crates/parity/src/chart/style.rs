//! Colour and shape of a line.
//!
//! Colours are those of Okabe and Ito (2008), which people with any colour vision can tell apart; no
//! two families differ by colour alone, each has a shape of its own too.

use maud::{Markup, html};
use parity_core::Family;

use super::Series;

/// How a line looks; the style sheet knows the numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Number of the colour.
    pub colour: usize,
    /// Number of the shape of its points.
    pub shape: usize,
    /// Number of the dash pattern.
    pub dash: usize,
}

/// Colours, and shapes, that can be told apart.
const VARIETY: usize = 8;
const DASHES: usize = 4;

impl Style {
    /// The style of a family, which is the same in all charts.
    pub fn of_family(family: Family) -> Self {
        let index = Family::ALL.iter().position(|known| *known == family).unwrap_or(0);
        Style { colour: index, shape: index, dash: 0 }
    }

    /// Its classes.
    pub fn class(&self) -> String {
        format!("c{} d{}", self.colour, self.dash)
    }
}

/// The styles of the lines of a chart: those of their families, with a dash pattern for each line of
/// a family; or, where all are of one family, a colour and shape for each line.
pub fn styles(series: &[Series]) -> Vec<Style> {
    let family = series.first().and_then(|first| first.family);
    let mixed = series.iter().any(|other| other.family != family);
    let mut seen = Vec::new();
    let styled = series.iter().enumerate().map(|(index, series)| match series.family {
        Some(family) if mixed => {
            let before = seen.iter().filter(|other| **other == family).count();
            seen.push(family);
            Style { dash: before % DASHES, ..Style::of_family(family) }
        }
        _ => Style {
            colour: index % VARIETY,
            shape: (index + index / VARIETY) % VARIETY,
            dash: index / VARIETY % DASHES,
        },
    });
    styled.collect()
}

/// The shapes of points, drawn around the origin, to be used by number.
pub fn marker_shapes() -> Markup {
    // Circle, square, triangle, diamond, triangle downwards, plus, hexagon, star.
    const SHAPES: [&str; VARIETY] = [
        "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
        "M-3.6-3.6h7.2v7.2h-7.2z",
        "M0-4.9L4.6 3.4h-9.2z",
        "M0-5.2L5.2 0 0 5.2-5.2 0z",
        "M0 4.9L4.6-3.4h-9.2z",
        "M-1.5-4.8h3v3.3h3.3v3h-3.3v3.3h-3v-3.3h-3.3v-3h3.3z",
        "M-4.6 0l2.3-4h4.6l2.3 4-2.3 4h-4.6z",
        "M0-5.5l1.4 3.7 3.9.1-3.1 2.4 1.1 3.8L0 2.3l-3.3 2.2 1.1-3.8-3.1-2.4 3.9-.1z",
    ];
    html! {
        svg class="shapes" aria-hidden="true" width="0" height="0" {
            defs {
                @for (index, path) in SHAPES.iter().enumerate() {
                    path id={ "m" (index) } d=(path) {}
                }
                // An arrow upwards: further than can be seen.
                path id="beyond" d="M0-7v-7m-3 3.2l3-3.4 3 3.4" {}
            }
        }
    }
}
