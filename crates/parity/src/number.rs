//! How numbers are written: three significant digits, SI units, thousands separated.

use std::time::Duration;

/// Units of time, the longest first, in nanoseconds.
const TIMES: [(f64, &str); 4] = [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1.0, "ns")];
/// Units of memory, the largest first, in bytes.
const MEMORY: [(f64, &str); 4] = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1.0, "B")];

/// A duration as a number of nanoseconds, as records have it. The greatest is 584 years.
pub fn nanoseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX)
}

/// A duration in nanoseconds, with three significant digits and the unit that fits.
pub fn duration(nanoseconds: u64) -> String {
    time(nanoseconds as f64)
}

/// The same for a duration that is no whole number of nanoseconds.
pub fn time(nanoseconds: f64) -> String {
    let (value, unit) = scaled(nanoseconds, &TIMES, 0.9995);
    format!("{} {unit}", significant(value))
}

/// Processor time in the unit that people who pay for it use: `12.3 s`, `4.56 core-hours`,
/// `1,230 core-years`.
pub fn processor_time(nanoseconds: f64) -> String {
    const HOUR: f64 = 3600e9;
    const YEAR: f64 = 365.25 * 24.0 * HOUR;
    if nanoseconds < HOUR {
        time(nanoseconds)
    } else if nanoseconds < YEAR / 10.0 {
        format!("{} core-hours", significant(nanoseconds / HOUR))
    } else {
        format!("{} core-years", significant(nanoseconds / YEAR))
    }
}

/// A size in bytes, with three significant digits and the unit that fits.
pub fn bytes(bytes: f64) -> String {
    let (value, unit) = scaled(bytes, &MEMORY, 0.9995);
    format!("{} {unit}", significant(value))
}

/// In the greatest unit of which it is at least this part: 999.6 µs is 1.00 ms, since what would
/// round to 1000 belongs to the next unit.
fn scaled<'u>(value: f64, units: &[(f64, &'u str)], part: f64) -> (f64, &'u str) {
    let fitting = units.iter().find(|(scale, _)| value >= scale * part);
    let (scale, unit) = fitting.or(units.last()).copied().unwrap_or((1.0, ""));
    (value / scale, unit)
}

/// A round duration in nanoseconds, such as a limit or a mark of an axis: `30 s`, `1.5 ms`.
pub fn round_time(nanoseconds: f64) -> String {
    let (value, unit) = scaled(nanoseconds, &TIMES, 1.0);
    format!("{} {unit}", round(value))
}

/// A round size in bytes.
pub fn round_bytes(bytes: f64) -> String {
    let (value, unit) = scaled(bytes, &MEMORY, 1.0);
    format!("{} {unit}", round(value))
}

/// A round number without needless digits: `0.001`, `30`, `10,000`, `10⁹`.
pub fn round(value: f64) -> String {
    let power = value.log10().round();
    if power >= 6.0 && 10f64.powf(power) == value {
        return format!("10{}", superscript(power as u32));
    }
    if value >= 1000.0 && value.fract() == 0.0 {
        return count(value as u64);
    }
    // Three significant digits, without zeros at the end.
    let decimals = (2 - value.abs().max(1e-12).log10().floor() as i32).max(0) as usize;
    let text = format!("{value:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

fn superscript(power: u32) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    power.to_string().bytes().map(|digit| DIGITS[usize::from(digit - b'0')]).collect()
}

/// A share as a percentage, with as many digits as matter.
pub fn percent(share: f64) -> String {
    let value = share * 100.0;
    if value >= 9.95 {
        format!("{value:.0} %")
    } else if value >= 0.05 {
        format!("{value:.1} %")
    } else {
        "0.0 %".to_owned()
    }
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
    if value != 0.0 && value < 0.9995 {
        // Below one, digits count from the first that is not zero.
        let decimals = 2 - (value * 1.0005).log10().floor() as i32;
        return format!("{value:.*}", decimals.max(0) as usize);
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
    separated(&value.to_string())
}

fn separated(digits: &str) -> String {
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An integer that may be negative, exactly, thousands separated.
pub fn integer(value: i128) -> String {
    let sign = if value < 0 { "−" } else { "" };
    format!("{sign}{}", separated(&value.unsigned_abs().to_string()))
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
    fn processor_time_is_in_core_hours_and_core_years() {
        // A tenth of a year has 877 hours.
        let cases = [
            (0.5, "1,800 s"),
            (4.56, "4.56 core-hours"),
            (800.0, "800 core-hours"),
            (1000.0, "0.114 core-years"),
            (1230.0 * 8766.0, "1,230 core-years"),
        ];
        for (hours, text) in cases {
            assert_eq!(processor_time(hours * 3600e9), text);
        }
    }

    #[test]
    fn round_values_are_short() {
        let times = [(3e10, "30 s"), (1e3, "1 µs"), (1e8, "100 ms"), (1.5e6, "1.5 ms")];
        for (nanoseconds, text) in times {
            assert_eq!(round_time(nanoseconds), text);
        }
        let numbers =
            [(1e9, "10⁹"), (1e12, "10¹²"), (1e4, "10,000"), (0.001, "0.001"), (2.5, "2.5")];
        for (value, text) in numbers {
            assert_eq!(round(value), text);
        }
        assert_eq!(bytes(11_493_376.0), "11.5 MB");
        assert_eq!(round_bytes(1e6), "1 MB");
    }

    #[test]
    fn shares_are_percentages() {
        let cases = [
            (0.0, "0.0 %"),
            (0.012, "1.2 %"),
            (0.097, "9.7 %"),
            (0.0996, "10 %"),
            (0.5, "50 %"),
            (0.0004, "0.0 %"),
        ];
        for (share, text) in cases {
            assert_eq!(percent(share), text);
        }
    }

    #[test]
    fn less_than_one_has_three_digits_too() {
        let cases = [(0.0512, "0.0512 ns"), (0.999, "0.999 ns"), (0.9996, "1.00 ns")];
        for (nanoseconds, text) in cases {
            assert_eq!(time(nanoseconds), text);
        }
    }

    #[test]
    fn counts_are_exact() {
        assert_eq!(integer(-1_234), "−1,234");
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
