//! Reads and writes partially filled Latin squares.
//!
//! Two formats are told apart by their first line:
//!
//! * `.pls`, as generators of quasigroups with holes write it: `order N`, then N · N values from 0 to
//!   N − 1 in any number of lines, where −1 is a hole. Inside, values count from 1.
//! * N lines of N cells, values from 1 to N, where `.`, `_`, `-`, `*`, `?`, `0` or `-1` is a hole. For
//!   N up to 9 the cells may be written without blanks.
//!
//! In both, blanks and commas separate, `#` begins a comment, and blank lines, a byte-order mark and
//! carriage returns are passed over.

use std::fmt;
use std::str::FromStr;

use super::{LatinSquare, MAX_ORDER};
use crate::model::Value;
use crate::problem::ParseError;
use crate::problem::word::{Word, without_byte_order_mark, words};

impl fmt::Display for LatinSquare {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str(&self.write(|cell| self.givens[cell]))
    }
}

impl FromStr for LatinSquare {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let text = without_byte_order_mark(text);
        let lines = text.lines().zip(1..).map(|(line, number)| {
            let line = line.split('#').next().unwrap_or_default();
            words(line, number, ",")
        });
        let mut lines: Vec<Vec<Word>> = lines.filter(|line| !line.is_empty()).collect();
        let end = text.lines().count().max(1);
        let Some(first) = lines.first() else {
            return Err(ParseError::new(
                end,
                1,
                "there is no square here: write N lines of N cells",
            ));
        };
        if first[0].text.eq_ignore_ascii_case("order") {
            let header = lines.remove(0);
            return pls(&header, lines.concat(), end);
        }
        rows(lines)
    }
}

/// The value of a cell, counted from 1; `None` for a hole. 0 is a hole where the least value is 1.
fn cell(word: Word, least: Value, most: Value) -> Result<Option<Value>, ParseError> {
    if matches!(word.text, "." | "_" | "-" | "*" | "?" | "-1") {
        return Ok(None);
    }
    match word.text.parse() {
        Ok(0) if least == 1 => Ok(None),
        Ok(value) if (least..=most).contains(&value) => Ok(Some(value + 1 - least)),
        _ => Err(word.error(format!(
            "`{}` is not a value from {least} to {most}; a hole is `.` or -1",
            word.text
        ))),
    }
}

fn pls(header: &[Word], cells: Vec<Word>, end: usize) -> Result<LatinSquare, ParseError> {
    let order = header.get(1).and_then(|word| word.text.parse().ok());
    let n = match order {
        Some(n) if (1..=MAX_ORDER).contains(&n) => n,
        _ => {
            return Err(header[0]
                .error(format!("`order` must be followed by a number from 1 to {MAX_ORDER}")));
        }
    };
    let cells: Vec<Word> = header[2..].iter().copied().chain(cells).collect();
    if let Some(extra) = cells.get(n * n) {
        return Err(extra.error(format!("order {n} has {} values and no more", n * n)));
    }
    if cells.len() < n * n {
        let message =
            format!("order {n} has {} values, but the text ends after {}", n * n, cells.len());
        return Err(ParseError::new(end, 1, message));
    }
    let givens: Result<_, _> =
        cells.into_iter().map(|word| cell(word, 0, n as Value - 1)).collect();
    Ok(LatinSquare::with_givens(n, givens?))
}

fn rows(lines: Vec<Vec<Word>>) -> Result<LatinSquare, ParseError> {
    let n = lines.len();
    if n > MAX_ORDER {
        let message = format!("{n} rows: the largest order is {MAX_ORDER}");
        return Err(lines[0][0].error(message));
    }
    let mut givens = Vec::with_capacity(n * n);
    for row in lines {
        // In a square of one cell `-1` is one hole, not a hole and a value.
        let compact = row.len() == 1 && (2..=9).contains(&n);
        let cells: Vec<Word> = if compact { row[0].characters().collect() } else { row };
        if cells.len() != n {
            let at = cells.get(n).or(cells.last()).expect("a line has a word");
            return Err(at.error(format!(
                "{} cells in a square of {n} rows: each row has as many cells as there are rows",
                cells.len()
            )));
        }
        for word in cells {
            givens.push(cell(word, 1, n as Value)?);
        }
    }
    Ok(LatinSquare::with_givens(n, givens))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn both_formats_in_all_their_habits() {
        let expected = LatinSquare::with_givens(
            3,
            vec![Some(1), None, Some(3), None, None, None, None, Some(3), None],
        );
        for text in [
            "order 3\n 0 -1 2\n -1 -1 -1\n -1 2 -1\n",
            "\u{feff}Order 3\r\n0 -1 2 -1 -1\r\n-1\r\n\r\n-1 2 . # the end",
            "order 3 0 . 2 . . . . 2 .",
            "1 . 3\n. . .\n. 3 .",
            "# a comment\n1.3\n...\n.3.",
            "1,-1,3\r\n-1,-1,-1\r\n-1,3,-1\r\n",
            "103\n000\n030",
            "1_3\n***\n-3?\n",
        ] {
            assert_eq!(text.parse(), Ok(expected.clone()), "{text}");
        }
        let holes = |n: usize, cells: &[Option<Value>]| LatinSquare::with_givens(n, cells.to_vec());
        assert_eq!("-1\n2.".parse(), Ok(holes(2, &[None, Some(1), Some(2), None])));
        assert_eq!("-1".parse(), Ok(holes(1, &[None])));
    }

    #[test]
    fn errors_name_line_and_column() {
        let message = |text: &str| text.parse::<LatinSquare>().unwrap_err().to_string();
        assert_eq!(
            message("\n\n"),
            "line 2, column 1: there is no square here: write N lines of N cells"
        );
        assert_eq!(
            message("1 2\n2 3"),
            "line 2, column 3: `3` is not a value from 1 to 2; a hole is `.` or -1"
        );
        assert_eq!(
            message("order 2\n0 1\n1 2"),
            "line 3, column 3: `2` is not a value from 0 to 1; a hole is `.` or -1"
        );
        assert_eq!(
            message("order 2\n0 1\n1 -1\n0"),
            "line 4, column 1: order 2 has 4 values and no more"
        );
        assert_eq!(
            message("order 2\n0 1\n1\n"),
            "line 3, column 1: order 2 has 4 values, but the text ends after 3"
        );
        assert_eq!(
            message("order two\n0 1"),
            "line 1, column 1: `order` must be followed by a number from 1 to 200"
        );
        assert_eq!(
            message("12\n2x"),
            "line 2, column 2: `x` is not a value from 1 to 2; a hole is `.` or -1"
        );
        assert_eq!(
            message("12\n212"),
            "line 2, column 3: 3 cells in a square of 2 rows: \
             each row has as many cells as there are rows"
        );
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            n in 1..=12usize,
            cells in proptest::collection::vec(proptest::option::of(0..144i32), 144),
        ) {
            let givens = cells[..n * n].iter().map(|cell| cell.map(|v| v % n as i32 + 1));
            let square = LatinSquare::with_givens(n, givens.collect());
            prop_assert_eq!(square.to_string().parse(), Ok(square));
        }

        #[test]
        fn no_text_makes_it_panic(text in "(order [0-9]{1,3})?[-0-9. \n_,#é]{0,40}") {
            let _ = text.parse::<LatinSquare>();
        }
    }
}
