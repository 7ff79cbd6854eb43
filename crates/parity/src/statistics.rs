//! A few numbers that stand for many samples.

/// Median and spread of some samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// The middle one; the mean of the middle two if their number is even.
    pub median: f64,
    /// A quarter of the samples lie below.
    pub lower_quartile: f64,
    /// A quarter of the samples lie above.
    pub upper_quartile: f64,
    /// The least sample.
    pub least: f64,
    /// The greatest sample.
    pub greatest: f64,
    /// How many there are.
    pub samples: usize,
}

/// From this many samples on, quartiles say more than the extremes, which only get wider.
const ENOUGH_FOR_QUARTILES: usize = 5;

impl Summary {
    /// Of these samples; `None` if there are none.
    pub fn of(samples: &[f64]) -> Option<Self> {
        let mut sorted = samples.to_vec();
        sorted.sort_by(f64::total_cmp);
        Some(Summary {
            median: quantile(&sorted, 0.5)?,
            lower_quartile: quantile(&sorted, 0.25)?,
            upper_quartile: quantile(&sorted, 0.75)?,
            least: *sorted.first()?,
            greatest: *sorted.last()?,
            samples: sorted.len(),
        })
    }

    /// The range that is shown beside the median: the quartiles, or the extremes of a few samples;
    /// `None` for a single sample, whose spread is not known.
    pub fn spread(&self) -> Option<(f64, f64)> {
        match self.samples {
            0 | 1 => None,
            few if few < ENOUGH_FOR_QUARTILES => Some((self.least, self.greatest)),
            _ => Some((self.lower_quartile, self.upper_quartile)),
        }
    }

    /// Half the width of the spread as a share of the median.
    pub fn relative_spread(&self) -> Option<f64> {
        let (low, high) = self.spread()?;
        (self.median != 0.0).then(|| (high - low) / 2.0 / self.median.abs())
    }
}

/// The value below which this share of the sorted samples lies, interpolated (type 7 of Hyndman and
/// Fan, 1996, which most programs use). Infinite samples stand for those beyond a limit.
pub fn quantile(sorted: &[f64], share: f64) -> Option<f64> {
    let place = share * sorted.len().checked_sub(1)? as f64;
    let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
    // Without this, infinity minus infinity would be no number.
    Some(if below == above { below } else { below + (above - below) * place.fract() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_lie_between_samples() {
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[5.0], 0.25), Some(5.0));
        assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0], 0.5), Some(3.0));
        assert_eq!(quantile(&[1.0, 2.0, 4.0, 8.0, 16.0], 0.25), Some(2.0));
        let beyond = f64::INFINITY;
        assert_eq!(quantile(&[1.0, 2.0, beyond], 0.5), Some(2.0));
        assert_eq!(quantile(&[1.0, beyond, beyond], 0.5), Some(beyond));
    }

    #[test]
    fn a_single_sample_has_no_spread() {
        assert_eq!(Summary::of(&[]), None);
        assert_eq!(Summary::of(&[3.0]).unwrap().spread(), None);
        assert_eq!(Summary::of(&[3.0, 5.0]).unwrap().spread(), Some((3.0, 5.0)));
        let five = Summary::of(&[9.0, 1.0, 2.0, 3.0, 4.0]).unwrap();
        assert_eq!((five.median, five.spread()), (3.0, Some((2.0, 4.0))));
        assert_eq!(five.relative_spread(), Some(1.0 / 3.0));
    }
}
