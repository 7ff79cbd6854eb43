//! What one line of a text is, as far as it can be told without its neighbours.

use super::symbol::{Cell, Symbol, decode};
use super::{MAX_SIZE, Shape, cage};
use crate::model::Value;
use crate::problem::ParseError;
use crate::problem::word::{Word, words};

/// A line of text.
#[derive(Debug)]
pub(super) enum Line<'t> {
    /// A blank line.
    Blank,
    /// A comment or the border of a box.
    Nothing,
    /// A line of `=`, between puzzles or between boxes.
    Ruler,
    /// Words.
    Heading,
    /// The same mark over and over: a border, or a row of empty cells.
    Marks(char, Vec<Cell>),
    /// A row, or a whole puzzle; and the text after it.
    Cells(Vec<Cell>, &'t str),
    /// A row in which blanks are empty cells.
    Blanks(Vec<Cell>),
    /// `size N`
    Size(usize),
    /// `box RxC`
    Box(Shape),
    /// `diagonals`, `diagonals off`
    Diagonals(bool),
    /// `cage SUM: CELL …`
    Cage(cage::Placed),
}

/// What is known before a line is read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Context {
    /// The size of the square.
    pub(super) size: Option<usize>,
    /// Whether the rows before had blanks for empty cells.
    pub(super) blanks: bool,
}

/// Characters that separate cells and boxes in a row.
const SEPARATORS: &str = "|[](){},;\"'!│┃║";

/// The size of a square whose rows have so many cells.
pub(super) fn size_of_row(cells: usize) -> Option<usize> {
    // Squares of prime size, whose boxes are rows, are not worth guessing.
    ((4..=MAX_SIZE).contains(&cells) && Shape::of_size(cells).rows > 1).then_some(cells)
}

/// The size of a square that has so many cells.
pub(super) fn size_of_square(cells: usize) -> Option<usize> {
    size_of_row(cells.isqrt()).filter(|size| size * size == cells)
}

/// Whether the canonical text of a square of this size can do without the line `size N`.
pub(super) fn tells_its_size(size: usize) -> bool {
    // Rows of sixteen might be squares of four.
    size_of_row(size).is_some() && size != 16
}

/// Tells what a line is.
pub(super) fn classify(text: &str, line: usize, context: Context) -> Result<Line<'_>, ParseError> {
    if text.trim().is_empty() {
        return Ok(Line::Blank);
    }
    let text = text.split('#').next().unwrap_or_default();
    if text.trim().is_empty() {
        return Ok(Line::Nothing);
    }
    if let Some(setting) = setting(text, line)? {
        return Ok(setting);
    }
    if let Some(border) = border(text, line) {
        return Ok(border);
    }
    if is_heading(text, context) {
        return Ok(Line::Heading);
    }
    cells(text, line, context)
}

fn setting(text: &str, line: usize) -> Result<Option<Line<'_>>, ParseError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    Ok(match words[..] {
        ["diagonals"] | ["diagonals", "on"] => Some(Line::Diagonals(true)),
        ["diagonals", "off"] => Some(Line::Diagonals(false)),
        ["size", size] => size.parse().ok().map(Line::Size),
        ["box", shape] => shape.parse().ok().map(Line::Box),
        ["cage", ..] => Some(Line::Cage(cage::parse(text, line)?)),
        _ => None,
    })
}

fn border(text: &str, line: usize) -> Option<Line<'_>> {
    let drawn = |c: char| ('\u{2500}'..='\u{257f}').contains(&c);
    let upright = |c: char| matches!(c, '|' | '│' | '┃' | '║') || c.is_whitespace();
    if !text.chars().all(|c| upright(c) || drawn(c) || "=+-_*.'`:~".contains(c)) {
        return None;
    }
    let rest: Vec<char> = text.chars().filter(|&c| !upright(c)).collect();
    if rest.iter().all(|&c| c == '=') && !rest.is_empty() && !text.contains('|') {
        return Some(Line::Ruler);
    }
    if rest.is_empty() || rest.iter().any(|&c| drawn(c) || "=+'`:~".contains(c)) {
        return Some(Line::Nothing);
    }
    let mark = rest[0];
    if mark != '.' && rest.iter().all(|&c| c == mark) {
        let cells = words(text, line, SEPARATORS);
        let cells = cells.into_iter().flat_map(Word::characters);
        let cells: Result<_, _> = cells.map(Cell::of).collect();
        return Some(Line::Marks(mark, cells.ok()?));
    }
    text.contains("--").then_some(Line::Nothing)
}

/// Whether a line begins with a word, unless all its words may be cells.
fn is_heading(text: &str, context: Context) -> bool {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || "-=*_~[(<\"".contains(c));
    let word = text.split(|c: char| !c.is_alphabetic()).next();
    let word = word.unwrap_or_default();
    if word.chars().count() < 2 || word.chars().all(|c| matches!(c, 'x' | 'X')) {
        return false;
    }
    let groups = words(text, 1, SEPARATORS);
    if groups.iter().any(|group| !is_run_of_cells(group.text)) {
        return true;
    }
    let length = groups[0].text.len();
    let count = length * groups.len();
    let regular = groups.iter().all(|group| group.text.len() == length);
    let letters = text.chars().all(|c| c.is_alphabetic() || c.is_whitespace());
    let fits = |size| count == size || count == size * size;
    let usual = size_of_square(count).is_some_and(|size| size > 9)
        || size_of_row(count).is_some_and(|size| size > 9);
    let expected = context.size.is_some_and(fits);
    let one_word = groups.len() == 1 && (length == 16 || length == 25 || length > 81);
    !(regular && (expected || usual && (!letters || one_word)))
}

fn is_mark(character: char) -> bool {
    matches!(character, '.' | '_' | '-' | '*' | '?')
}

fn is_run_of_cells(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || is_mark(c))
}

fn cells(text: &str, line: usize, context: Context) -> Result<Line<'_>, ParseError> {
    if let Some(word) = square_in_one_word(text, line, context) {
        let end = word.text.as_ptr() as usize - text.as_ptr() as usize + word.text.len();
        let cells: Result<_, _> = word.characters().map(Cell::of).collect();
        return Ok(Line::Cells(cells?, &text[end..]));
    }
    if let Some(cells) = fixed_width(text, line, context) {
        return Ok(Line::Blanks(cells));
    }
    let words = words(text, line, SEPARATORS);
    if words.is_empty() {
        return Ok(Line::Nothing);
    }
    let cells: Result<Vec<Cell>, _> = if are_cells(&words) {
        words.into_iter().map(Cell::of).collect()
    } else {
        let characters = words.into_iter().flat_map(Word::characters);
        characters.map(Cell::of).collect()
    };
    Ok(Line::Cells(cells?, ""))
}

/// Whether each word is a cell: a number or a single character.
fn are_cells(words: &[Word]) -> bool {
    let one = |word: &Word| word.text.chars().count() == 1 || word.text == "-1";
    // Fewer words than that are boxes of a row, as in `53. .7. ...`.
    let numbers = words.len() >= 10 && words.iter().all(|word| word.text.len() <= 2);
    numbers || words.iter().all(one)
}

/// The first word of the line, or field of a table, that is a whole square.
fn square_in_one_word(text: &str, line: usize, context: Context) -> Option<Word<'_>> {
    let is_square = |word: &Word| {
        let size = size_of_square(word.text.len());
        let size = size.or(context.size.filter(|size| size * size == word.text.len()));
        is_run_of_cells(word.text)
            && size.is_some_and(|size| context.size.is_none_or(|s| s == size))
    };
    let words = words(text, line, ",;:\"");
    let first = *words.first()?;
    if is_square(&first) {
        return Some(first);
    }
    // Text that follows column 81 immediately.
    let small = |c: char| c.is_ascii_digit() || is_mark(c) || matches!(c, 'x' | 'X');
    let run = first.text.chars().take_while(|&c| small(c)).count();
    if run >= 81 && first.text.len() > run && context.size.is_none_or(|size| size == 9) {
        let text = &first.text[..81];
        return Some(Word { text, ..first });
    }
    let table = text.contains([',', ';', '\t']);
    let mut fields = words.into_iter().filter(|word| word.text.len() >= 36);
    fields.find(is_square).filter(|_| table)
}

/// Cells by their column in the line, where a blank is an empty one.
fn fixed_width(text: &str, line: usize, context: Context) -> Option<Vec<Cell>> {
    let text = text.trim_end_matches(['\r', '\n']);
    let (width, visible) = (text.len(), text.split_whitespace().map(str::len).sum::<usize>());
    if !text.chars().all(|c| c == ' ' || c.is_ascii_digit() || is_mark(c)) || width == visible {
        return None;
    }
    let regular = {
        let groups = words(text, line, "");
        let length = groups[0].text.len();
        let shape = Shape::of_size(visible);
        let lengths = [1, shape.columns, visible.isqrt()];
        groups.iter().all(|group| group.text.len() == length) && lengths.contains(&length)
    };
    let padded = match context.size {
        Some(size) if visible == size || visible == size * size => return None,
        Some(size) if width == size * size => width,
        Some(size) if width == size || context.blanks && width < size => size,
        None if width == 81 && !text.contains(is_mark) => width,
        None if [4, 6, 9, 16, 25].contains(&width)
            && !(regular && size_of_row(visible).is_some()) =>
        {
            width
        }
        _ => return None,
    };
    let characters = text.chars().chain(std::iter::repeat(' ')).take(padded);
    let cells = characters.zip(1..).map(|(character, column)| Cell {
        symbol: Symbol::of(character.encode_utf8(&mut [0; 4])).unwrap_or(Symbol::Hole),
        line,
        column,
    });
    Some(cells.collect())
}

/// The givens of a line that begins with 81 cells of the usual puzzle and no more: the common case,
/// read without any detour.
pub(super) fn usual_square(line: &[u8]) -> Option<Vec<u8>> {
    let cells = line.get(..81)?;
    let mark = |byte: u8| matches!(byte, b'.' | b'_' | b'-' | b'*' | b'?' | b'x' | b'X');
    let goes_on = |&byte: &u8| byte.is_ascii_alphanumeric() || mark(byte);
    if line.get(81).is_some_and(goes_on) || cells.iter().all(|&byte| byte != b'.' && mark(byte)) {
        return None;
    }
    let mut givens = vec![0; 81];
    for (given, &cell) in givens.iter_mut().zip(cells) {
        match cell {
            b'0'..=b'9' => *given = cell - b'0',
            cell if mark(cell) => {}
            _ => return None,
        }
    }
    Some(givens)
}

/// A filled square among the words of a text.
pub(super) fn solution(rest: &str, size: usize) -> Option<Vec<Value>> {
    if rest.len() < size * size {
        return None;
    }
    let words = words(rest, 1, ",;:\"");
    let word = words.into_iter().find(|word| word.text.len() == size * size)?;
    let cells: Result<Vec<Cell>, _> = word.characters().map(Cell::of).collect();
    let values = decode(size, &cells.ok()?).ok()?;
    let filled = values.iter().all(|&value| value > 0);
    filled.then(|| values.into_iter().map(Value::from).collect())
}
