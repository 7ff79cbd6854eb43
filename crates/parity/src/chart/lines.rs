//! A chart of lines over sizes, each named at its right end.

use maud::{Markup, html};
use parity_core::Family;

use super::{Axis, Chart, Point, Scale, Style, marker, share, styles};
use crate::number;

/// Height of the plot in lines of text, at least.
const LEAST_HEIGHT: f64 = 22.0;
/// What a name at the right takes of it.
const LINE: f64 = 1.25;

/// Draws a chart.
pub fn lines(chart: &Chart) -> Markup {
    let sizes = sizes(chart);
    let (Some(x), Some(y)) = (Axis::of_sizes(sizes.iter().copied()), chart.vertical_axis()) else {
        return html! {};
    };
    let styles = styles(&chart.series);
    let height = LEAST_HEIGHT.max(chart.series.len() as f64 * LINE);
    let ends: Vec<f64> = chart
        .series
        .iter()
        .map(|series| series.points.last().map_or(0.5, |last| 1.0 - y.place(last.y)))
        .collect();
    let names = spread_out(&ends, LINE / height);
    let logarithmic = |axis: &Axis| match axis.scale() {
        Scale::Linear => "",
        Scale::Logarithmic => ", logarithmic",
    };
    html! {
        figure class="chart lines" data-points=(chart.series.iter().map(|s| s.points.len()).sum::<usize>()) {
            figcaption { (chart.measure) (logarithmic(&y)) }
            svg class="plot" role="img" aria-label=(chart.title) style={ "height:" (height) "rem" } {
                (frame(chart, &x, &y, &sizes))
                @for ((series, style), (end, name)) in
                    chart.series.iter().zip(&styles).zip(ends.iter().zip(&names))
                {
                    g class={ "series " (style.class()) } data-series=(series.label)
                        data-family=[series.family.map(Family::name)]
                    {
                        (path(&series.points, &sizes, &x, &y))
                        @if let Some(last) = series.points.last() {
                            line class="leader" x1=(share(x.place(last.x))) y1=(share(*end))
                                x2="100%" y2=(share(*name)) {}
                        }
                        @for point in &series.points {
                            (range(point, &x, &y))
                            (marker(style, x.place(point.x), 1.0 - y.place(point.y), point))
                        }
                        text class="name" x="100%" dx=".6em" y=(share(*name)) dy=".32em" {
                            (series.label)
                        }
                    }
                }
            }
            p class="across" { (chart.across) (logarithmic(&x)) }
            (key(chart, &styles))
        }
    }
}

fn sizes(chart: &Chart) -> Vec<f64> {
    let points = chart.series.iter().flat_map(|series| &series.points);
    let mut sizes: Vec<f64> = points.map(|point| point.x).collect();
    sizes.sort_by(f64::total_cmp);
    sizes.dedup();
    sizes
}

/// The marks of both axes, and lines at those of the vertical one.
fn frame(chart: &Chart, x: &Axis, y: &Axis, sizes: &[f64]) -> Markup {
    html! {
        @for mark in y.marks() {
            @let up = share(1.0 - y.place(mark));
            line class="grid" x1="0" x2="100%" y1=(up) y2=(up) {}
            text class="mark up" x="0" dx="-.6em" y=(up) dy=".32em" {
                (chart.quantity.show_round(mark))
            }
        }
        line class="base" x1="0" x2="100%" y1="100%" y2="100%" {}
        @for size in x.marked_sizes(sizes) {
            @let across = share(x.place(size));
            line class="tick" x1=(across) x2=(across) y1="100%" y2="99%" {}
            text class="mark" x=(across) y="100%" dy="1.3em" { (number::round(size)) }
        }
    }
}

/// Lines from point to point; a faint one to a censored point, which may lie anywhere above, and
/// across sizes that have none.
fn path(points: &[Point], sizes: &[f64], x: &Axis, y: &Axis) -> Markup {
    let faint = |from: &Point, to: &Point| {
        from.censored || to.censored || sizes.iter().any(|size| from.x < *size && *size < to.x)
    };
    html! {
        @for pair in points.windows(2) {
            line class=(if faint(&pair[0], &pair[1]) { "step faint" } else { "step" })
                x1=(share(x.place(pair[0].x))) y1=(share(1.0 - y.place(pair[0].y)))
                x2=(share(x.place(pair[1].x))) y2=(share(1.0 - y.place(pair[1].y))) {}
        }
    }
}

/// The range through a point, if it is wide enough to be seen.
fn range(point: &Point, x: &Axis, y: &Axis) -> Markup {
    let across = share(x.place(point.x));
    let visible = point.range.filter(|(low, high)| y.place(*high) - y.place(*low) > 0.01);
    html! {
        @if let Some((low, high)) = visible {
            line class="range" x1=(across) x2=(across) y1=(share(1.0 - y.place(low)))
                y2=(share(1.0 - y.place(high))) {}
        }
    }
}

/// The names below the chart, for where there is no room beside it.
fn key(chart: &Chart, styles: &[Style]) -> Markup {
    html! {
        ul class="key" aria-hidden="true" {
            @for (series, style) in chart.series.iter().zip(styles) {
                li class=(style.class()) data-family=[series.family.map(Family::name)] {
                    svg {
                        line x1="0" x2="100%" y1="50%" y2="50%" {}
                        use href={ "#m" (style.shape) } x="50%" y="50%" {}
                    }
                    (series.label)
                }
            }
        }
    }
}

/// Places near the wanted ones, all between 0 and 1, in the same order and at least this far apart if
/// there is room.
fn spread_out(wanted: &[f64], gap: f64) -> Vec<f64> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|a, b| wanted[*a].total_cmp(&wanted[*b]));
    let mut places = wanted.to_vec();
    // Names that touch form a block, which is centred on what its members want.
    let mut blocks: Vec<(Vec<usize>, f64)> = Vec::new();
    let centre = |members: &[usize]| {
        let size = gap * members.len() as f64;
        let mean = members.iter().map(|index| wanted[*index]).sum::<f64>() / members.len() as f64;
        mean.clamp((size / 2.0).min(0.5), (1.0 - size / 2.0).max(0.5))
    };
    for index in order {
        let mut block = (vec![index], centre(&[index]));
        while let Some(above) = blocks.pop() {
            let reach = gap * (above.0.len() + block.0.len()) as f64 / 2.0;
            if block.1 - above.1 >= reach {
                blocks.push(above);
                break;
            }
            let members = [above.0, block.0].concat();
            let middle = centre(&members);
            block = (members, middle);
        }
        blocks.push(block);
    }
    for (members, middle) in blocks {
        let first = middle - gap * (members.len() - 1) as f64 / 2.0;
        for (position, index) in members.into_iter().enumerate() {
            places[index] = first + gap * position as f64;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_would_overlap_move_apart_and_keep_their_order() {
        let places = spread_out(&[0.5, 0.51, 0.1, 0.5, 0.99], 0.1);
        assert_eq!(places[2], 0.1);
        let mut near = [places[0], places[3], places[1]];
        near.sort_by(f64::total_cmp);
        assert!(near.windows(2).all(|pair| pair[1] - pair[0] > 0.0999), "{places:?}");
        assert!(places[1] > places[0] && places[4] <= 0.951, "{places:?}");
        let full = spread_out(&[0.9; 10], 0.1);
        assert!(full.iter().all(|place| (0.0..=1.0).contains(place)), "{full:?}");
    }
}
