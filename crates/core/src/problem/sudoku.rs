//! Sudoku: a square whose rows, columns and boxes have each value once.
//!
//! Boxes may have any size, so that the square has as many rows as a box has cells: 2 × 2 boxes make
//! a 4 × 4 square, 2 × 3 boxes (two rows, three columns) a 6 × 6 one, 3 × 3 boxes the usual one.
//! Variants: both diagonals have each value once as well (Sudoku-X), and cages, whose values are
//! different and add up to a sum (killer). A solution gives the values row by row, from 1.
//!
//! Cells are called `r1c1` to `r9c9` in messages, as players do.
//!
//! # How cells are written
//!
//! | | empty | values |
//! |---|---|---|
//! | up to 9 × 9 | `.` `0` `_` `-` `*` `?` `X` `-1` | `1` … `9` |
//! | larger, as numbers separated by blanks | the same | `1`, `2`, … |
//! | larger, one character each | the same, but `X` up to 16 × 16 only | `1` … `9`, `A` = 10, `B` = 11, … |
//! | larger, letters only | the same | `A` = 1, `B` = 2, … |
//! | larger, counting from zero (hexadecimal) | the same without `0` | `0` = 1, `1` = 2, …, `A` = 11, … |
//!
//! Which of the last three it is, is decided for each puzzle: letters only, if no digit but 0 occurs;
//! counting from zero, if 0 occurs besides another symbol for empty cells, or once in every row of a
//! square without empty cells, and the greatest value allows it; otherwise `1` to `9` and then `A`.
//! Small letters are as good as capitals.

use std::fmt;
use std::io::BufRead;
use std::str::FromStr;

use crate::model::{Constraint, Domain, Linear, Model, Relation, Value, Variable};
use crate::problem::{
    Choice, Kind, ParseError, Problem, Published, Series, Spec, SpecError, Violation, fingerprint,
};

mod cage;
mod grid;
mod line;
mod lines;
mod reader;
mod rules;
mod symbol;
mod unit;

pub use cage::Cage;
pub use reader::{Entry, ReadError, Reader};
pub use unit::Unit;

/// The line of this kind in [`KINDS`](crate::problem::KINDS).
pub const KIND: Kind = Kind {
    name: "sudoku",
    summary: "each value once in every row, column and box; diagonals and cages as variants",
    from_size: true,
    from_text: true,
    options: &[
        Choice {
            name: "box",
            summary: "rows and columns of a box, such as 2x3, where the size does not tell",
            values: &[],
        },
        Choice {
            name: "diagonals",
            summary: "whether both diagonals must have different values too",
            values: &["off", "on"],
        },
    ],
    build,
    read: Some(read),
};

/// The largest number of rows.
pub const MAX_SIZE: usize = 25;

/// The size of the boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Rows of a box.
    pub rows: usize,
    /// Columns of a box.
    pub columns: usize,
}

impl Shape {
    /// Three rows, three columns.
    pub const USUAL: Shape = Shape { rows: 3, columns: 3 };

    /// Boxes of so many rows and columns.
    pub fn new(rows: usize, columns: usize) -> Self {
        Shape { rows, columns }
    }

    /// The boxes that a square of this size has unless told otherwise: as square as can be, rather
    /// broad than high.
    pub fn of_size(size: usize) -> Self {
        let rows = (1..=size).take_while(|rows| rows * rows <= size);
        let rows = rows.filter(|&rows| size.is_multiple_of(rows)).last();
        let rows = rows.unwrap_or(1);
        Shape::new(rows, size / rows)
    }

    /// Number of rows, of columns and of values of the square.
    pub fn size(self) -> usize {
        self.rows * self.columns
    }

    /// The box of a cell, row by row.
    pub fn box_of(self, cell: usize) -> usize {
        let (row, column) = (cell / self.size(), cell % self.size());
        row / self.rows * self.rows + column / self.columns
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{}x{}", self.rows, self.columns)
    }
}

impl FromStr for Shape {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let sides = text.split_once(['x', '×']);
        let side = |text: &str| text.trim().parse::<usize>().ok();
        match sides.and_then(|(rows, columns)| Some((side(rows)?, side(columns)?))) {
            Some((rows, columns)) if (1..=MAX_SIZE).contains(&rows.saturating_mul(columns)) => {
                Ok(Shape::new(rows, columns))
            }
            _ => Err(SpecError::new(format!(
                "boxes are given as rows x columns, such as 2x3, of up to {MAX_SIZE} cells, not `{text}`"
            ))),
        }
    }
}

/// A Sudoku puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sudoku {
    shape: Shape,
    diagonals: bool,
    /// The given value of each cell, row by row; 0 for none.
    givens: Vec<u8>,
    cages: Vec<Cage>,
}

impl Sudoku {
    /// The puzzle without givens.
    ///
    /// # Panics
    /// If the boxes have no cell or more than [`MAX_SIZE`].
    pub fn new(shape: Shape) -> Self {
        Sudoku::with_givens(shape, vec![0; shape.size() * shape.size()])
    }

    /// A puzzle with these givens, row by row, 0 for an empty cell.
    ///
    /// # Panics
    /// If the boxes have no cell or more than [`MAX_SIZE`], there is not one given for each cell, or
    /// one is greater than the size.
    pub fn with_givens(shape: Shape, givens: Vec<u8>) -> Self {
        let size = shape.size();
        assert!((1..=MAX_SIZE).contains(&size), "boxes of {size} cells");
        assert_eq!(givens.len(), size * size, "one given for each cell");
        assert!(givens.iter().all(|&given| usize::from(given) <= size));
        Sudoku { shape, diagonals: false, givens, cages: Vec::new() }
    }

    /// The same puzzle with both diagonals all-different, or not.
    #[must_use]
    pub fn with_diagonals(mut self, diagonals: bool) -> Self {
        self.diagonals = diagonals;
        self
    }

    /// The same puzzle with these cages.
    ///
    /// # Errors
    /// If a cage has no cell or one off the board, or a cell is in two cages or twice in one.
    pub fn with_cages(mut self, cages: Vec<Cage>) -> Result<Self, SpecError> {
        cage::check(self.size(), &cages)?;
        self.cages = cages;
        Ok(self)
    }

    /// The same puzzle with other givens.
    ///
    /// # Panics
    /// If there is not one for each cell, or one is greater than the size.
    #[must_use]
    pub fn replacing_givens(&self, givens: Vec<u8>) -> Self {
        Sudoku {
            diagonals: self.diagonals,
            cages: self.cages.clone(),
            ..Sudoku::with_givens(self.shape, givens)
        }
    }

    /// The size of the boxes.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Number of rows, of columns and of values.
    pub fn size(&self) -> usize {
        self.shape.size()
    }

    /// Whether the diagonals are all-different.
    pub fn diagonals(&self) -> bool {
        self.diagonals
    }

    /// The given value of each cell, row by row; 0 for none.
    pub fn givens(&self) -> &[u8] {
        &self.givens
    }

    /// The cages.
    pub fn cages(&self) -> &[Cage] {
        &self.cages
    }

    /// Whether it is the usual puzzle: 3 × 3 boxes, no diagonals, no cages.
    pub fn is_usual(&self) -> bool {
        self.shape == Shape::USUAL && !self.diagonals && self.cages.is_empty()
    }

    /// Every set of cells that has each value once.
    pub fn units(&self) -> impl Iterator<Item = Unit> + use<> {
        Unit::all(self.shape, self.diagonals)
    }

    /// What people call a cell.
    pub fn cell_name(&self, cell: usize) -> String {
        unit::cell_name(self.size(), cell)
    }
}

fn read(input: Box<dyn BufRead>, spec: &Spec) -> Result<Series, SpecError> {
    let reader = configured(Reader::new(input), spec)?;
    Ok(Box::new(reader.map(|entry| match entry {
        Ok(entry) => Ok(Box::new(entry.sudoku) as Box<dyn Problem>),
        Err(error) => Err(SpecError::new(error.to_string())),
    })))
}

/// What the options say of boxes and diagonals.
fn options(spec: &Spec) -> Result<(Option<Shape>, bool), SpecError> {
    let option = |name: &str| spec.options.get(name).map(String::as_str);
    let shape = option("box").map(str::parse).transpose()?;
    Ok((shape, option("diagonals") == Some("on")))
}

/// A reader that knows what the options say.
fn configured<R: BufRead>(reader: Reader<R>, spec: &Spec) -> Result<Reader<R>, SpecError> {
    let (shape, diagonals) = options(spec)?;
    let reader = reader.with_diagonals(diagonals);
    Ok(match shape {
        Some(shape) => reader.with_shape(shape),
        None => reader,
    })
}

fn build(spec: &Spec) -> Result<Box<dyn Problem>, SpecError> {
    let (shape, diagonals) = options(spec)?;
    let sudoku = match (&spec.text, shape) {
        (Some(text), _) => {
            let reader = Reader::new(std::io::Cursor::new(text.clone()));
            configured(reader, spec)?.only()?
        }
        (None, Some(shape)) => Sudoku::new(shape).with_diagonals(diagonals),
        (None, None) => {
            let size = spec.size(1, MAX_SIZE as u64)?;
            Sudoku::new(Shape::of_size(size)).with_diagonals(diagonals)
        }
    };
    let size = sudoku.size();
    match spec.n.filter(|&n| n != size as u64) {
        Some(n) => {
            Err(SpecError::new(format!("the square has size {size}, not {n}: leave --n out")))
        }
        None => Ok(Box::new(sudoku)),
    }
}

impl FromStr for Sudoku {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        Reader::new(text.as_bytes()).only()
    }
}

/// The text that [`Sudoku::from_str`] reads back: settings, cells, cages.
impl fmt::Display for Sudoku {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        if self.size() != 9 && !line::tells_its_size(self.size()) {
            writeln!(formatter, "size {}", self.size())?;
        }
        if self.shape != Shape::of_size(self.size()) {
            writeln!(formatter, "box {}", self.shape)?;
        }
        if self.diagonals {
            writeln!(formatter, "diagonals")?;
        }
        // Even without a given: among other puzzles, cages alone would belong to the one before.
        formatter.write_str(&symbol::write(self.size(), &self.givens))?;
        self.cages.iter().try_for_each(|cage| writeln!(formatter, "{}", cage.describe(self.size())))
    }
}

/// Solutions of the empty square by the size of its boxes: Felgenhauer and Jarvis 2005 and the
/// enumerations that followed, as collected in OEIS A107739 and in "Mathematics of Sudoku".
const SOLUTIONS: [(usize, usize, u64); 4] =
    [(1, 1, 1), (2, 2, 288), (2, 3, 28_200_960), (2, 4, 29_136_487_207_403_520)];

impl Problem for Sudoku {
    fn kind(&self) -> &'static str {
        KIND.name
    }

    fn name(&self) -> String {
        let mut name = format!("sudoku-{}", self.size());
        if self.diagonals {
            name.push_str("-diagonal");
        }
        if !self.cages.is_empty() {
            name.push_str("-killer");
        }
        let plain = Sudoku::new(Shape::of_size(self.size())).with_diagonals(self.diagonals);
        if *self != plain {
            name.push_str(&format!("-{}", fingerprint(&self.to_string())));
        }
        name
    }

    fn spec(&self) -> Spec {
        Spec { kind: KIND.name.to_owned(), text: Some(self.to_string()), ..Spec::default() }
    }

    /// One variable a cell, whose domain is its given; each unit all-different; each cage
    /// all-different with its sum.
    fn model(&self) -> Model {
        let mut model = Model::new();
        for (cell, &given) in self.givens.iter().enumerate() {
            let domain = match given {
                0 => Domain::range(1..=self.size() as Value),
                given => Domain::singleton(given.into()),
            };
            model.variable(self.cell_name(cell), domain);
        }
        let variable = |cell: usize| Variable(cell as u32);
        for unit in self.units() {
            model.all_different(unit.cells(self.shape).map(variable));
        }
        for cage in &self.cages {
            model.all_different(cage.cells.iter().copied().map(variable));
            model.constrain(Constraint::Linear(Linear {
                summands: cage.cells.iter().map(|&cell| (1, variable(cell))).collect(),
                relation: Relation::Equal,
                rhs: cage.sum,
            }));
        }
        model
    }

    fn verify(&self, solution: &[Value]) -> Result<(), Violation> {
        self.first_error(solution).map_or(Ok(()), Err)
    }

    fn list(&self, solution: &[Value]) -> String {
        let line = |(cell, value)| format!("{} = {value}\n", self.cell_name(cell));
        solution.iter().enumerate().map(line).collect()
    }

    fn line(&self, solution: &[Value]) -> String {
        let digit = |&value: &Value| char::from_digit(u32::try_from(value).ok()?, 10);
        if self.size() <= 9
            && let Some(digits) = solution.iter().map(digit).collect()
        {
            return digits;
        }
        solution.iter().map(Value::to_string).collect::<Vec<_>>().join(" ")
    }

    /// The square with its boxes drawn.
    fn display(&self, solution: &[Value]) -> String {
        symbol::draw(self.shape, |cell| solution.get(cell).copied().unwrap_or(0))
    }

    fn published(&self) -> Option<Published> {
        if self.diagonals || !self.cages.is_empty() || self.givens.iter().any(|&given| given > 0) {
            return None;
        }
        let (rows, columns) = (self.shape.rows, self.shape.columns);
        let wanted = (rows.min(columns), rows.max(columns));
        let known = SOLUTIONS.iter().find(|known| (known.0, known.1) == wanted);
        known.map(|&(_, _, solutions)| Published {
            solutions,
            fundamental: None,
            source: "OEIS A107739; Mathematics of Sudoku for rectangular boxes",
        })
    }
}

#[cfg(test)]
mod tests;
