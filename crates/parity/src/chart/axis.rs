//! Scales: where a value lies on an axis, and which values are marked.

/// How values are spread over an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal differences are equally far apart.
    Linear,
    /// Equal ratios are equally far apart.
    Logarithmic,
}

/// An axis from one value to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Axis {
    scale: Scale,
    from: f64,
    to: f64,
}

/// Beyond this ratio of the greatest to the least size, sizes go on a logarithmic axis.
const WIDE: f64 = 25.0;
/// More marks than this would crowd an axis.
const MOST_MARKS: usize = 9;

impl Axis {
    /// A logarithmic axis around these values, which must be positive; others are passed over. It
    /// spans at least half a decade, so that noise does not look like a difference.
    pub fn logarithmic(values: impl Iterator<Item = f64>) -> Option<Self> {
        let (least, most) = extremes(values.filter(|value| *value > 0.0))?;
        let middle = (least * most).sqrt();
        let half = (most / least).sqrt().max(10f64.powf(0.25)) * 1.12;
        Some(Axis { scale: Scale::Logarithmic, from: middle / half, to: middle * half })
    }

    /// An axis of sizes: linear, or logarithmic if they span much.
    pub fn of_sizes(sizes: impl Iterator<Item = f64>) -> Option<Self> {
        let (least, most) = extremes(sizes)?;
        if least > 0.0 && most / least > WIDE {
            let margin = (most / least).powf(0.03);
            let (from, to) = (least / margin, most * margin);
            return Some(Axis { scale: Scale::Logarithmic, from, to });
        }
        let margin = if most > least { (most - least) * 0.03 } else { 0.5 };
        Some(Axis { scale: Scale::Linear, from: least - margin, to: most + margin })
    }

    /// Where a value lies: 0 at the beginning, 1 at the end.
    pub fn place(&self, value: f64) -> f64 {
        match self.scale {
            Scale::Linear => (value - self.from) / (self.to - self.from),
            Scale::Logarithmic => {
                (value.max(f64::MIN_POSITIVE) / self.from).ln() / (self.to / self.from).ln()
            }
        }
    }

    /// How it is scaled.
    pub fn scale(&self) -> Scale {
        self.scale
    }

    /// The values that are marked: powers of ten, or of a thousand where there are many; with 2 and 5
    /// between them where there are few.
    pub fn marks(&self) -> Vec<f64> {
        let (first, last) = (self.from.log10().floor() as i32, self.to.log10().ceil() as i32);
        let within = |value: &f64| (self.from..=self.to).contains(value);
        let powers = |step: i32, factors: &[f64]| -> Vec<f64> {
            let exponents = (first..=last).filter(|exponent| exponent.rem_euclid(step) == 0);
            let marks = exponents.flat_map(|exponent| {
                factors.iter().map(move |factor| factor * 10f64.powi(exponent))
            });
            marks.filter(within).collect()
        };
        let candidates: [(i32, &[f64]); 4] =
            [(1, &[1.0, 2.0, 5.0]), (1, &[1.0]), (2, &[1.0]), (3, &[1.0])];
        let choices = candidates.into_iter().map(|(step, factors)| powers(step, factors));
        let fitting = choices.into_iter().find(|marks| marks.len() <= MOST_MARKS);
        fitting.unwrap_or_else(|| powers(6, &[1.0]))
    }

    /// The sizes that are marked: those that were measured, as far as they do not crowd.
    pub fn marked_sizes(&self, sizes: &[f64]) -> Vec<f64> {
        let mut marks: Vec<f64> = Vec::new();
        let room = 1.0 / 14.0;
        for &size in sizes {
            if marks.last().is_none_or(|last| self.place(size) - self.place(*last) >= room) {
                marks.push(size);
            }
        }
        marks
    }
}

fn extremes(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |extremes, value| match extremes {
        None => Some((value, value)),
        Some((least, most)) => Some((f64::min(least, value), f64::max(most, value))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_are_equally_far_apart() {
        let axis = Axis::logarithmic([1e3, 1e9].into_iter()).unwrap();
        let step = axis.place(1e4) - axis.place(1e3);
        assert!((axis.place(1e7) - axis.place(1e6) - step).abs() < 1e-9);
        assert!(axis.place(1e3) > 0.0 && axis.place(1e9) < 1.0);
        assert_eq!(axis.marks(), [1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]);
    }

    #[test]
    fn short_axes_have_marks_between_decades_and_long_ones_leave_some_out() {
        let short = Axis::logarithmic([90.0, 110.0].into_iter()).unwrap();
        assert_eq!(short.marks(), [50.0, 100.0]);
        let longer = Axis::logarithmic([15.0, 700.0].into_iter()).unwrap();
        assert_eq!(longer.marks(), [20.0, 50.0, 100.0, 200.0, 500.0]);
        let long = Axis::logarithmic([1.0, 1e15].into_iter()).unwrap();
        assert!((4..=9).contains(&long.marks().len()), "{:?}", long.marks());
        assert!(Axis::logarithmic([0.0].into_iter()).is_none());
    }

    #[test]
    fn sizes_are_linear_until_they_span_much() {
        let near = Axis::of_sizes([4.0, 12.0].into_iter()).unwrap();
        assert_eq!(near.scale(), Scale::Linear);
        let far = Axis::of_sizes([8.0, 1000.0].into_iter()).unwrap();
        assert_eq!(far.scale(), Scale::Logarithmic);
        let sizes = [8.0, 9.0, 10.0, 100.0, 1000.0];
        assert_eq!(far.marked_sizes(&sizes), [8.0, 100.0, 1000.0]);
    }
}
