//! Whether two sets of samples come from the same source (H. B. Mann and D. R. Whitney, 1947).

/// The two-sided p of the U test: exact for few samples without ties, otherwise by the normal
/// approximation with corrections for ties and continuity. 1 if one side has no samples.
pub fn mann_whitney(a: &[u64], b: &[u64]) -> f64 {
    if a.is_empty() || b.is_empty() {
        return 1.0;
    }
    let (n, m) = (a.len() as f64, b.len() as f64);
    let mut all: Vec<(u64, bool)> = a.iter().map(|&value| (value, true)).collect();
    all.extend(b.iter().map(|&value| (value, false)));
    all.sort_unstable();
    // The sum of the ranks of `a`; equal samples share the mean of their ranks.
    let (mut ranks, mut ties, mut start) = (0.0, 0.0, 0);
    while start < all.len() {
        let end = start + all[start..].iter().take_while(|(v, _)| *v == all[start].0).count();
        let tied = (end - start) as f64;
        let rank = (start + end + 1) as f64 / 2.0;
        ranks += rank * all[start..end].iter().filter(|(_, mine)| *mine).count() as f64;
        ties += tied.powi(3) - tied;
        start = end;
    }
    let u = ranks - n * (n + 1.0) / 2.0;
    let least = u.min(n * m - u);
    if ties == 0.0 && a.len() * b.len() <= MOST_FOR_EXACT {
        return (2.0 * at_most(a.len(), b.len(), least as usize)).min(1.0);
    }
    let total = n + m;
    let variance = n * m / 12.0 * (total + 1.0 - ties / (total * (total - 1.0)));
    if variance <= 0.0 {
        return 1.0;
    }
    let z = ((n * m / 2.0 - least - 0.5) / variance.sqrt()).max(0.0);
    (2.0 * upper_tail(z)).min(1.0)
}

/// The exact distribution is cheap up to here.
const MOST_FOR_EXACT: usize = 1000;

/// The probability that U of `n` and `m` samples is at most `u`, if all orders are alike: the share of
/// the partitions into at most `n` parts of at most `m` whose sum is at most `u`.
fn at_most(n: usize, m: usize, u: usize) -> f64 {
    // ways[i][s]: choices of i of the samples so far with sum s, one more sample of b at a time.
    let sums = n * m + 1;
    let mut ways = vec![vec![0.0; sums]; n + 1];
    ways[0][0] = 1.0;
    for part in 0..=m {
        // Parts of this size, any number of them, added to what there is.
        for count in 1..=n {
            for sum in part..sums {
                ways[count][sum] += ways[count - 1][sum - part];
            }
        }
    }
    let all: f64 = ways[n].iter().sum();
    ways[n][..=u].iter().sum::<f64>() / all
}

/// The upper tail of the normal distribution (Abramowitz and Stegun 7.1.26; error below 10⁻⁷).
fn upper_tail(z: f64) -> f64 {
    let x = z / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let series = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let polynomial = series.into_iter().fold(0.0, |sum, coefficient| (sum + coefficient) * t);
    polynomial * (-x * x).exp() / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_values_are_those_of_the_tables() {
        // Five against five, all of one side first: 2 / C(10, 5).
        let p = mann_whitney(&[1, 2, 3, 4, 5], &[6, 7, 8, 9, 10]);
        assert!((p - 2.0 / 252.0).abs() < 1e-12, "{p}");
        // Three against three: U = 0 has 2 / 20, U = 1 has 4 / 20, U = 2 has 8 / 20.
        for (a, b, ways) in [([1, 2, 3], [4, 5, 6], 2.0), ([1, 2, 4], [3, 5, 6], 4.0)] {
            assert!((mann_whitney(&a, &b) - ways / 20.0).abs() < 1e-12);
        }
        assert!((mann_whitney(&[1, 3, 4], &[2, 5, 6]) - 8.0 / 20.0).abs() < 1e-12);
        assert_eq!(mann_whitney(&[1, 2], &[]), 1.0);
    }

    #[test]
    fn the_approximation_is_close_and_takes_ties() {
        assert_eq!(mann_whitney(&[5; 10], &[5; 10]), 1.0);
        let (a, b): (Vec<u64>, Vec<u64>) =
            ((0..25).map(|i| 2 * i).collect(), (10..35).map(|i| 2 * i + 1).collect());
        let exact = mann_whitney(&a, &b);
        // One tie, so that the approximation is used.
        let mut tied = b.clone();
        tied[0] = 20;
        let approximate = mann_whitney(&a, &tied);
        assert!((exact - approximate).abs() < 0.002, "{exact} {approximate}");
        assert!(exact < 0.01);
        assert!((upper_tail(1.959_964) - 0.025).abs() < 1e-6);
    }
}
