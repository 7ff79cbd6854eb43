//! How numbers are written: three significant digits, SI units, thousands separated.

use std::time::Duration;

/// A duration in nanoseconds, with three significant digits and the unit that fits.
pub fn duration(nanoseconds: u64) -> String {
    let units = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")];
    let value = nanoseconds as f64;
    // 999.6 µs is 1.00 ms: what would round to 1000 belongs to the next unit.
    let (scale, unit) =
        units.into_iter().find(|(scale, _)| value >= scale * 0.9995).unwrap_or((1.0, "ns"));
    format!("{} {unit}", significant(value / scale))
}

/// Reads a duration such as `30s`, `500ms` or `2min`; a bare number is seconds.
///
/// # Errors
/// If it is none, or no time at all.
pub fn parse_duration(text: &str) -> Result<Duration, String> {
    let parsed = match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())?,
        Err(_) => humantime::parse_duration(text).map_err(|error| error.to_string())?,
    };
    // A year is for ever here, and sums of times stay far from overflow.
    match parsed {
        Duration::ZERO => Err("no time at all".to_owned()),
        parsed => Ok(parsed.min(Duration::from_secs(365 * 24 * 3600))),
    }
}

/// A number with three significant digits, thousands separated.
pub fn significant(value: f64) -> String {
    if value >= 999.5 {
        let digits = value.log10().floor() as i32;
        let unit = 10f64.powi(digits - 2);
        return count(((value / unit).round() * unit) as u64);
    }
    let decimals = if value >= 99.95 {
        0
    } else if value >= 9.995 {
        1
    } else {
        2
    };
    format!("{value:.decimals$}")
}

/// An integer, exactly, thousands separated.
pub fn count(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An integer with the name of what it counts, which is given in the plural.
pub fn counted(value: u64, names: &str) -> String {
    let names = if value == 1 { names.strip_suffix('s').unwrap_or(names) } else { names };
    format!("{} {names}", count(value))
}

/// A small number in words, as in a sentence.
pub fn words(value: u64) -> String {
    const WORDS: [&str; 13] = [
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    usize::try_from(value)
        .ok()
        .and_then(|index| WORDS.get(index))
        .map_or_else(|| count(value), |w| (*w).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_three_digits_and_a_unit() {
        let cases = [
            (0, "0.00 ns"),
            (7, "7.00 ns"),
            (999, "999 ns"),
            (1_000, "1.00 µs"),
            (12_345, "12.3 µs"),
            (999_600, "1.00 ms"),
            (123_456_789, "123 ms"),
            (1_005_000_000, "1.00 s"),
            (61_000_000_000, "61.0 s"),
            (12_345_000_000_000, "12,300 s"),
        ];
        for (nanoseconds, text) in cases {
            assert_eq!(duration(nanoseconds), text);
        }
    }

    #[test]
    fn counts_are_exact() {
        let cases = [(0, "0"), (999, "999"), (1_000, "1,000"), (14_772_512, "14,772,512")];
        for (value, text) in cases {
            assert_eq!(count(value), text);
        }
        assert_eq!(count(u64::MAX), "18,446,744,073,709,551,615");
    }

    #[test]
    fn one_of_a_kind_is_singular() {
        assert_eq!(counted(1, "nodes"), "1 node");
        assert_eq!(counted(1_965, "nodes"), "1,965 nodes");
        assert_eq!(counted(1, "fundamental"), "1 fundamental");
    }

    #[test]
    fn ratios_have_three_digits() {
        let cases =
            [(1.0, "1.00"), (9.996, "10.0"), (99.96, "100"), (1234.0, "1,230"), (999.6, "1,000")];
        for (value, text) in cases {
            assert_eq!(significant(value), text);
        }
    }
}
