//! Reads puzzles from a text of any length, one after the other.

use std::collections::VecDeque;
use std::io::{self, BufRead};

use super::grid::Grid;
use super::line::{self, Context, Line};
use super::lines::Lines;
use super::{MAX_SIZE, Shape, Sudoku, cage};
use crate::model::Value;
use crate::problem::ParseError;

mod cells;
mod json;

/// A puzzle as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The puzzle.
    pub sudoku: Sudoku,
    /// The solution that the text claims.
    pub solution: Option<Vec<Value>>,
    /// The text after the puzzle on its line, the solution included.
    pub rest: String,
    /// The line where the puzzle begins, from 1.
    pub line: usize,
}

/// Why a puzzle could not be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The text is wrong. Reading goes on behind it.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// The text could not be had. Nothing follows.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// An iterator over the puzzles of a text, which is read line by line.
///
/// A puzzle is a line of 81 cells (16, 36, 64, 256, 625 for other sizes), with whatever text after
/// it; or as many rows, with or without borders. Cells are written as the [module](super) says; in a
/// line or row of exactly the right width, blanks are empty cells too. A solution of the same length
/// later on the line is kept with its puzzle, as in tables `puzzle,solution`.
///
/// Comments begin with `#`. Blank lines, headings, lines of `=`, byte-order marks and carriage
/// returns are passed over. Lines of the form `size 16`, `box 2x3`, `diagonals` and `diagonals off`
/// hold for the puzzles that follow. Lines `cage 15: r1c1 r1c2` follow the cells of a killer, or
/// stand alone if no cell is given:
///
/// ```
/// use parity_core::problem::sudoku::Reader;
///
/// let text = "size 4\ndiagonals\n1...\n....\n....\n....\ncage 5: r1c3 r1c4\n";
/// let puzzle = Reader::new(text.as_bytes()).next().unwrap().unwrap().sudoku;
/// assert!(puzzle.diagonals() && puzzle.cages().len() == 1);
/// ```
///
/// A text that begins with `[` and `{` is a list of cages in JSON: objects with `result` (or `sum`)
/// and `indices` (or `cells`), which are pairs of row and column from 1.
#[derive(Debug)]
pub struct Reader<R> {
    lines: Lines<R>,
    shape: Option<Shape>,
    diagonals: bool,
    /// Whether a line was not blank.
    begun: bool,
    /// Whether lines of sixteen cells are squares of four, once that was found out.
    squares_of_four: bool,
    /// The rows of a puzzle that is not complete.
    grid: Option<Grid>,
    /// Whether the rows that follow belong to a puzzle with an error.
    spoilt: bool,
    /// A complete puzzle, which cages may follow.
    pending: Option<(Entry, Vec<cage::Placed>)>,
    ready: VecDeque<Result<Entry, ReadError>>,
    ended: bool,
}

impl<R: BufRead> Reader<R> {
    /// The puzzles of a text.
    pub fn new(input: R) -> Self {
        Reader {
            lines: Lines::new(input),
            shape: None,
            diagonals: false,
            begun: false,
            squares_of_four: false,
            grid: None,
            spoilt: false,
            pending: None,
            ready: VecDeque::new(),
            ended: false,
        }
    }

    /// All puzzles have boxes of this shape, unless the text says otherwise.
    #[must_use]
    pub fn with_shape(mut self, shape: Shape) -> Self {
        self.shape = Some(shape);
        self
    }

    /// All puzzles have their diagonals all-different or not, unless the text says otherwise.
    #[must_use]
    pub fn with_diagonals(mut self, diagonals: bool) -> Self {
        self.diagonals = diagonals;
        self
    }

    /// The only puzzle of the text.
    ///
    /// # Errors
    /// If there is none, more than one, or an error.
    pub fn only(mut self) -> Result<Sudoku, ParseError> {
        let parse = |error| match error {
            ReadError::Parse(error) => error,
            ReadError::Io(error) => ParseError::new(1, 1, error.to_string()),
        };
        let Some(first) = self.next() else {
            let message = "there is no puzzle here: write 81 cells on one line or 9 rows of 9";
            return Err(ParseError::new(self.lines.number().max(1), 1, message));
        };
        let first = first.map_err(parse)?;
        match self.next().transpose().map_err(parse)? {
            None => Ok(first.sudoku),
            Some(second) => {
                Err(ParseError::new(second.line, 1, "a second puzzle begins here: give one"))
            }
        }
    }

    fn take_line(&mut self) -> io::Result<()> {
        let usual = self.shape.is_none_or(|shape| shape == Shape::USUAL);
        if self.grid.is_none()
            && usual
            && let Some(givens) = line::usual_square(self.lines.current())
        {
            self.begun = true;
            let rest = String::from_utf8_lossy(&self.lines.current()[81..]).into_owned();
            self.start(Shape::USUAL, givens, rest, self.lines.number());
            return Ok(());
        }
        let text = self.lines.text().into_owned();
        let begun = self.begun;
        self.begun |= !text.trim().is_empty();
        if !begun && text.trim_start().starts_with('[') && self.is_json(&text)? {
            return self.take_json(text);
        }
        let context = self.context();
        let taken = match line::classify(&text, self.lines.number(), context) {
            Ok(line) => self.take(line, &text)?,
            Err(error) => Err(error),
        };
        if let Err(error) = taken {
            self.spoilt = true;
            self.grid = None;
            self.fail(error);
        }
        Ok(())
    }

    fn context(&self) -> Context {
        let size = self.grid.as_ref().map(|grid| grid.size);
        Context {
            size: size.or(self.shape.map(Shape::size)),
            blanks: self.grid.as_ref().is_some_and(|grid| grid.blanks),
        }
    }

    fn take(&mut self, line: Line, text: &str) -> io::Result<Result<(), ParseError>> {
        match line {
            Line::Blank => self.spoilt = false,
            Line::Nothing => {}
            Line::Ruler => {
                // Between boxes it is a border.
                if self.grid.as_ref().is_none_or(|grid| grid.is_within_boxes(self.shape)) {
                    self.close();
                }
            }
            Line::Heading => self.close(),
            Line::Size(size) if (1..=MAX_SIZE).contains(&size) => {
                self.close();
                self.shape = Some(Shape::of_size(size));
            }
            Line::Size(size) => {
                let message = format!("size {size}: the largest is {MAX_SIZE}");
                return Ok(Err(ParseError::new(self.lines.number(), 1, message)));
            }
            Line::Box(shape) => {
                self.close();
                self.shape = Some(shape);
            }
            Line::Diagonals(diagonals) => {
                self.close();
                self.diagonals = diagonals;
            }
            Line::Cage(cage) => self.take_cage(cage),
            Line::Marks(mark, cells) => self.take_marks(mark, cells),
            Line::Cells(cells, rest) => return self.take_cells(cells, rest, text, false),
            Line::Blanks(cells) => return self.take_cells(cells, "", text, true),
        }
        Ok(Ok(()))
    }

    fn take_cage(&mut self, cage: cage::Placed) {
        if self.grid.is_some() {
            self.close();
        }
        if self.pending.is_none() && !self.spoilt {
            let shape = self.shape.unwrap_or(Shape::USUAL);
            let cells = shape.size() * shape.size();
            self.start(shape, vec![0; cells], String::new(), self.lines.number());
        }
        if let Some((_, cages)) = &mut self.pending {
            cages.push(cage);
        }
    }

    /// A complete puzzle.
    fn start(&mut self, shape: Shape, givens: Vec<u8>, rest: String, line: usize) {
        self.close();
        let sudoku = Sudoku::with_givens(shape, givens).with_diagonals(self.diagonals);
        let solution = line::solution(&rest, sudoku.size());
        let entry = Entry { sudoku, solution, rest, line };
        self.pending = Some((entry, Vec::new()));
    }

    /// No more rows or cages belong to what was read before.
    fn close(&mut self) {
        self.spoilt = false;
        if let Some(grid) = self.grid.take() {
            match grid.rows() {
                _ if grid.is_complete_with_borders() => self.finish(grid, true),
                0 => {}
                _ => self.fail(grid.incomplete()),
            }
        }
        if let Some((mut entry, placed)) = self.pending.take() {
            let size = entry.sudoku.size();
            let cages: Result<Vec<_>, _> = placed.iter().map(|cage| cage.within(size)).collect();
            let with_cages = cages.and_then(|cages| {
                let with_cages = entry.sudoku.clone().with_cages(cages);
                with_cages.map_err(|error| ParseError::new(entry.line, 1, error.to_string()))
            });
            self.ready.push_back(match with_cages {
                _ if placed.is_empty() => Ok(entry),
                Ok(sudoku) => {
                    entry.sudoku = sudoku;
                    Ok(entry)
                }
                Err(error) => Err(error.into()),
            });
        }
    }

    /// An error, after what was complete before it.
    fn fail(&mut self, error: ParseError) {
        let spoilt = self.spoilt;
        self.close();
        self.spoilt = spoilt;
        self.ready.push_back(Err(error.into()));
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Entry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.ready.is_empty() && !self.ended {
            let progress = match self.lines.advance() {
                Ok(true) => self.take_line(),
                Ok(false) => {
                    self.ended = true;
                    self.close();
                    Ok(())
                }
                Err(error) => Err(error),
            };
            if let Err(error) = progress {
                self.ended = true;
                self.ready.push_back(Err(error.into()));
            }
        }
        self.ready.pop_front()
    }
}
