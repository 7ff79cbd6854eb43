//! How cells are read and written; the table is in the documentation of [`sudoku`](super).

use super::{MAX_SIZE, Shape};
use crate::model::Value;
use crate::problem::ParseError;
use crate::problem::word::Word;

/// What stands in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Symbol {
    /// A mark that always means an empty cell.
    Hole,
    /// A number, 0 among them.
    Number(usize),
    /// A letter, from A = 0.
    Letter(usize),
}

impl Symbol {
    /// Reads one cell.
    pub(super) fn of(text: &str) -> Option<Symbol> {
        let mut characters = text.chars();
        let first = characters.next()?;
        if first.is_ascii_digit() {
            let number = text.parse().ok().filter(|&number| number <= MAX_SIZE);
            return number.map(Symbol::Number);
        }
        match (first, characters.next()) {
            ('.' | '_' | '-' | '*' | '?', None) => Some(Symbol::Hole),
            (letter, None) if letter.is_ascii_alphabetic() => {
                let index = letter.to_ascii_uppercase() as usize - 'A' as usize;
                Some(Symbol::Letter(index))
            }
            _ => (text == "-1").then_some(Symbol::Hole),
        }
    }
}

const X: Symbol = Symbol::Letter(23);

/// A cell and its place in the text, from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub(super) symbol: Symbol,
    pub(super) line: usize,
    pub(super) column: usize,
}

impl Cell {
    /// Reads a word as one cell.
    pub(super) fn of(word: Word) -> Result<Cell, ParseError> {
        let symbol = Symbol::of(word.text).ok_or_else(|| {
            word.error(format!(
                "`{}` is not a cell: write a digit, number or letter, or `.` for an empty one",
                word.text
            ))
        })?;
        Ok(Cell { symbol, line: word.line, column: word.column })
    }
}

/// How values are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Alphabet {
    /// 1 to 9, then A.
    FromOne,
    /// 0 to 9, then A.
    FromZero,
    /// A first.
    Letters,
}

impl Alphabet {
    /// The value of a symbol, 0 for an empty cell.
    fn value(self, symbol: Symbol) -> usize {
        match (self, symbol) {
            (_, Symbol::Hole) => 0,
            (Alphabet::FromOne, Symbol::Number(number)) => number,
            (Alphabet::FromOne, Symbol::Letter(letter)) => letter + 10,
            (Alphabet::FromZero, Symbol::Number(number)) => number + 1,
            (Alphabet::FromZero, Symbol::Letter(letter)) => letter + 11,
            (Alphabet::Letters, Symbol::Number(number)) => number,
            (Alphabet::Letters, Symbol::Letter(letter)) => letter + 1,
        }
    }

    fn of(size: usize, symbols: &[Symbol]) -> Alphabet {
        if size <= 9 {
            return Alphabet::FromOne;
        }
        let has = |wanted: fn(&Symbol) -> bool| symbols.iter().any(wanted);
        let holes = has(|symbol| matches!(symbol, Symbol::Hole));
        let positive = has(|symbol| matches!(symbol, Symbol::Number(1..)));
        if !positive && has(|symbol| matches!(symbol, Symbol::Letter(_))) {
            return Alphabet::Letters;
        }
        let greatest = symbols.iter().map(|&symbol| Alphabet::FromOne.value(symbol));
        let zeros = |row: &[Symbol]| row.iter().filter(|&&s| s == Symbol::Number(0)).count();
        let zero_is_value = if holes {
            zeros(symbols) > 0
        } else {
            symbols.chunks(size).all(|row| zeros(row) == 1)
        };
        match zero_is_value && greatest.max() < Some(size) {
            true => Alphabet::FromZero,
            false => Alphabet::FromOne,
        }
    }
}

/// The values of the cells of a square, 0 for empty ones.
pub(super) fn decode(size: usize, cells: &[Cell]) -> Result<Vec<u8>, ParseError> {
    let symbol = |cell: &Cell| match cell.symbol {
        X if size <= 16 => Symbol::Hole,
        symbol => symbol,
    };
    let symbols: Vec<Symbol> = cells.iter().map(symbol).collect();
    let alphabet = Alphabet::of(size, &symbols);
    let values = symbols.iter().zip(cells).map(|(&symbol, cell)| {
        let value = alphabet.value(symbol);
        if value <= size {
            return Ok(value as u8);
        }
        let found = match symbol {
            Symbol::Hole => unreachable!("an empty cell fits"),
            Symbol::Number(number) => number.to_string(),
            Symbol::Letter(letter) => char::from(b'A' + letter as u8).to_string(),
        };
        let message = format!(
            "`{found}` is not a cell of a {size}×{size} square: {}, or `.` for an empty one",
            describe(size, alphabet)
        );
        Err(ParseError::new(cell.line, cell.column, message))
    });
    values.collect()
}

fn describe(size: usize, alphabet: Alphabet) -> String {
    let letter = |index: usize| char::from(b'A' + index as u8);
    match alphabet {
        Alphabet::FromOne if size <= 9 => format!("write 1 to {size}"),
        // Zero is taken for a value only where no cell is too large.
        Alphabet::FromOne | Alphabet::FromZero => {
            format!("write 1 to {size}, or 1 to 9 and A to {}", letter(size - 10))
        }
        Alphabet::Letters => format!("write A to {}", letter(size - 1)),
    }
}

/// The cells as they are read back: on one line up to 9 × 9, as rows of numbers beyond.
pub(super) fn write(size: usize, values: &[u8]) -> String {
    let mut text = String::with_capacity(3 * values.len());
    for (cell, &value) in values.iter().enumerate() {
        match (value, size) {
            (0, ..=9) => text.push('.'),
            (_, ..=9) => text.push(char::from(b'0' + value)),
            (0, _) => text.push_str(" ."),
            (_, _) => text.push_str(&format!("{value:>2}")),
        }
        let end_of_row = (cell + 1).is_multiple_of(size);
        if size > 9 {
            text.push(if end_of_row { '\n' } else { ' ' });
        }
    }
    if size <= 9 {
        text.push('\n');
    }
    text
}

/// A square with its boxes drawn. A value that is no value of the square is shown as it is.
pub(super) fn draw(shape: Shape, value: impl Fn(usize) -> Value) -> String {
    let size = shape.size();
    let width = size.to_string().len();
    let mut text = String::new();
    for row in 0..size {
        if row > 0 && row.is_multiple_of(shape.rows) && shape.rows > 1 {
            // A box is as wide as its columns with a blank after each, and one before if it is inside.
            let width = shape.columns * (width + 1);
            let inside = "-".repeat(width + 1);
            let outside = "-".repeat(width);
            let boxes = (0..shape.rows).map(|index| match index {
                0 => outside.as_str(),
                _ if index + 1 == shape.rows => outside.as_str(),
                _ => inside.as_str(),
            });
            text.push_str(&boxes.collect::<Vec<_>>().join("+"));
            text.push('\n');
        }
        for column in 0..size {
            if column > 0 {
                let boundary = column.is_multiple_of(shape.columns) && shape.columns > 1;
                text.push_str(if boundary { " | " } else { " " });
            }
            let symbol = match value(row * size + column) {
                0 => ".".to_owned(),
                value => value.to_string(),
            };
            text.push_str(&format!("{symbol:>width$}"));
        }
        text.push('\n');
    }
    text
}
