//! A table of measurements, before it is text: rows of solvers, columns of sizes or instances.

use parity_core::Family;

use crate::host::Host;
use crate::number;
use crate::statistics::Summary;

/// A table with what is needed to understand it.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// What it is about: "queens, all solutions".
    pub title: String,
    /// The experiment, which is the directory of the results; empty if they are in none.
    pub folder: String,
    /// Machine and build. Times of different ones are in different tables.
    pub host: String,
    /// What the rows are: "solver".
    pub down: &'static str,
    /// What the columns are: "n", "instance".
    pub across: &'static str,
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows.
    pub rows: Vec<Row>,
    /// What the reader has to know.
    pub notes: Vec<String>,
}

impl Grid {
    /// A table of what one program measured, yet without columns and rows.
    pub(crate) fn about(title: &str, host: &Host, down: &'static str) -> Self {
        Grid {
            title: title.to_owned(),
            folder: String::new(),
            host: host.description(),
            down,
            across: "",
            columns: Vec::new(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// A table with the name of what it measures.
#[derive(Clone, Debug)]
pub struct Table {
    /// What is measured, as a heading: "time".
    pub measure: String,
    /// Whether it is worth a chart.
    pub drawn: bool,
    /// The numbers.
    pub grid: Grid,
}

/// A column.
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// Its heading.
    pub label: String,
    /// Its place on an axis, if it has one.
    pub position: Option<f64>,
    /// What its cells measure.
    pub quantity: Quantity,
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its name: the id of the solver, if that is what rows are.
    pub label: String,
    /// Its family.
    pub family: Option<Family>,
    /// What it counts, where that differs from row to row: "nodes".
    pub unit: Option<String>,
    /// One for each column.
    pub cells: Vec<Cell>,
}

/// What stands at a row and a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing ran. Never zero.
    Blank,
    /// It ran and there is no number, for this reason: "memory".
    Word(&'static str),
    /// A number.
    Number(Number),
}

/// A typical value of some runs.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    /// The value.
    pub typical: Typical,
    /// The value as an integer, if it is one and the same in all runs: exact beyond 2^53.
    pub exact: Option<i128>,
    /// Median and spread of what was measured; absent if all of it was censored.
    pub summary: Option<Summary>,
    /// Measured times, or whatever it is.
    pub samples: usize,
    /// Runs: one a seed.
    pub runs: usize,
    /// Runs that did what was asked.
    pub answered: usize,
    /// What limits its meaning: "feasible".
    pub remark: Option<&'static str>,
}

/// The middle of some runs, of which those that did not finish are beyond every limit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Typical {
    /// The median.
    Median(f64),
    /// At least half of the runs were stopped here.
    Beyond(f64),
}

impl Typical {
    /// The median, or the least it can be.
    pub fn value(self) -> f64 {
        match self {
            Typical::Median(value) | Typical::Beyond(value) => value,
        }
    }
}

/// What is measured, and so how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quantity {
    /// Nanoseconds.
    Time,
    /// Nanoseconds of processors, perhaps of many of them for years.
    ProcessorTime,
    /// How many.
    Count,
    /// Bytes.
    Memory,
    /// How many times as much.
    Ratio,
    /// A value of an objective, which may be negative.
    Value,
}

impl Column {
    /// A column that has no place on an axis.
    pub fn named(label: &str, quantity: Quantity) -> Self {
        Column { label: label.to_owned(), position: None, quantity }
    }
}

impl Row {
    /// A row that is no solver.
    pub fn named(label: String, cells: Vec<Cell>) -> Self {
        Row { label, family: None, unit: None, cells }
    }
}

impl Quantity {
    /// The name of its unit in machine-readable output.
    pub fn unit(self) -> &'static str {
        match self {
            Quantity::Time | Quantity::ProcessorTime => "ns",
            Quantity::Count => "count",
            Quantity::Memory => "bytes",
            Quantity::Ratio => "ratio",
            Quantity::Value => "value",
        }
    }

    /// A value with three significant digits and its unit.
    pub fn show(self, value: f64) -> String {
        match self {
            Quantity::Time => number::time(value),
            Quantity::ProcessorTime => number::processor_time(value),
            Quantity::Memory => number::bytes(value),
            Quantity::Count if value.fract() == 0.0 && value < 1e15 => number::count(value as u64),
            Quantity::Count | Quantity::Ratio => number::significant(value),
            Quantity::Value => format!("{value}"),
        }
    }

    /// A round value, such as a limit or a mark of an axis, as short as can be.
    pub fn show_round(self, value: f64) -> String {
        match self {
            Quantity::Time => number::round_time(value),
            Quantity::ProcessorTime => number::processor_time(value),
            Quantity::Memory => number::round_bytes(value),
            Quantity::Count | Quantity::Ratio => number::round(value),
            Quantity::Value => format!("{value}"),
        }
    }
}

impl Number {
    /// The typical value as people write it: `73.8 µs`, `> 30 s`.
    pub fn show(&self, quantity: Quantity) -> String {
        match (self.typical, self.exact) {
            (Typical::Median(_), Some(exact)) => number::integer(exact),
            (Typical::Median(value), None) => quantity.show(value),
            (Typical::Beyond(limit), _) => match quantity {
                Quantity::Time | Quantity::ProcessorTime => {
                    format!("> {}", quantity.show_round(limit))
                }
                // What was counted when the run was stopped has been reached.
                _ => format!("≥ {}", quantity.show(limit)),
            },
        }
    }

    /// How sure it is: `±1 %`, `3 of 5`; empty if one sample says it all.
    pub fn show_spread(&self) -> String {
        let mut parts = Vec::new();
        if self.exact.is_none() && matches!(self.typical, Typical::Median(_)) {
            let spread = self.summary.and_then(|summary| summary.relative_spread());
            parts.extend(spread.map(|share| format!("±{}", number::percent(share))));
        }
        if self.answered < self.runs && self.runs > 1 {
            parts.push(format!("{} of {}", self.answered, self.runs));
        }
        parts.extend(self.remark.map(str::to_owned));
        parts.join(", ")
    }
}

impl Cell {
    /// As people write it, with or without how sure it is.
    pub fn show(&self, quantity: Quantity, with_spread: bool) -> String {
        match self {
            Cell::Blank => String::new(),
            Cell::Word(word) => (*word).to_owned(),
            Cell::Number(number) => {
                let (value, spread) = (number.show(quantity), number.show_spread());
                if with_spread && !spread.is_empty() { format!("{value} {spread}") } else { value }
            }
        }
    }

    /// The number, if there is one.
    pub fn number(&self) -> Option<&Number> {
        match self {
            Cell::Number(number) => Some(number),
            Cell::Blank | Cell::Word(_) => None,
        }
    }
}

impl Grid {
    /// Every number with its row and column.
    pub fn numbers(&self) -> impl Iterator<Item = (&Row, &Column, &Number)> {
        self.rows.iter().flat_map(|row| {
            let cells = row.cells.iter().zip(&self.columns);
            cells.filter_map(move |(cell, column)| Some((row, column, cell.number()?)))
        })
    }

    /// Title, with the experiment before it if it has a name.
    pub fn heading(&self) -> String {
        if self.folder.is_empty() {
            self.title.clone()
        } else {
            format!("{}: {}", self.folder, self.title)
        }
    }

    /// Whether a column has words and no number, and so is read from the left.
    pub fn has_only_words(&self, index: usize) -> bool {
        let cells = || self.rows.iter().filter_map(|row| row.cells.get(index));
        cells().all(|cell| cell.number().is_none())
            && cells().any(|cell| matches!(cell, Cell::Word(_)))
    }

    /// Whether rows count different things.
    pub fn has_units(&self) -> bool {
        self.rows.iter().any(|row| row.unit.is_some())
    }
}
