//! A chart of one point for each solver, on a logarithmic axis from left to right.
//!
//! Points rather than bars: the length of a bar on a logarithmic axis means nothing.

use maud::{Markup, html};
use parity_core::Family;

use super::{Chart, marker, share, styles};

/// Height of a row in lines of text.
const ROW: f64 = 1.75;

/// Draws a chart, the least at the top.
pub fn dots(chart: &Chart) -> Markup {
    let Some(axis) = chart.vertical_axis() else { return html! {} };
    let styles = styles(&chart.series);
    let mut rows: Vec<_> = chart
        .series
        .iter()
        .zip(&styles)
        .filter_map(|(series, style)| Some((series, style, series.points.first()?)))
        .collect();
    rows.sort_by(|(_, _, a), (_, _, b)| {
        (a.censored, a.y).partial_cmp(&(b.censored, b.y)).unwrap_or(std::cmp::Ordering::Equal)
    });
    let count = rows.len() as f64;
    html! {
        figure class="chart dots" data-points=(rows.len()) {
            figcaption { (chart.measure) ", logarithmic" }
            svg class="plot" role="img" aria-label=(chart.title)
                style={ "--rows:" (count) ";height:calc(var(--rows)*var(--row," (ROW) "rem))" }
            {
                @for mark in axis.marks() {
                    @let across = share(axis.place(mark));
                    line class="grid" x1=(across) x2=(across) y1="0" y2="100%" {}
                    text class="mark" x=(across) y="100%" dy="1.3em" {
                        (chart.quantity.show_round(mark))
                    }
                }
                @for (index, (series, style, point)) in rows.iter().enumerate() {
                    @let up = (index as f64 + 0.5) / count;
                    @let across = axis.place(point.y);
                    g class={ "series " (style.class()) } data-series=(series.label)
                        data-family=[series.family.map(Family::name)]
                    {
                        line class="lane" x1="0" x2="100%" y1=(share(up)) y2=(share(up)) {}
                        text class="name" x="0" y=(share(up)) { (series.label) }
                        @if let Some((low, high)) = point.range {
                            line class="range" x1=(share(axis.place(low))) x2=(share(axis.place(high)))
                                y1=(share(up)) y2=(share(up)) {}
                        }
                        (marker(style, across, up, point))
                        text class="value" x=(share(across)) y=(share(up)) dy=".32em" {
                            @if point.censored { "> " } (chart.quantity.show(point.y))
                        }
                    }
                }
            }
        }
    }
}
