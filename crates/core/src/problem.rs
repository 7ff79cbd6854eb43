//! The rules of a problem, apart from every way of solving it.
//!
//! A [`Problem`] parses, prints, verifies and knows what is published about it; [`Problem::model`]
//! states it for solvers. Each kind of problem is one file and one line in [`KINDS`].

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::Debug;
use std::io::BufRead;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use crate::model::{Model, Value};
use crate::symmetry::Symmetry;

pub mod graph_colouring;
pub mod latin_square;
pub mod queens;
pub mod rooks;
pub mod stated;
pub mod sudoku;
pub(crate) mod word;

pub use graph_colouring::GraphColouring;
pub use latin_square::LatinSquare;
pub use queens::Queens;
pub use rooks::Rooks;
pub use stated::Stated;
pub use sudoku::Sudoku;

/// Every kind of problem, in the order in which they are listed.
pub const KINDS: &[Kind] =
    &[queens::KIND, rooks::KIND, sudoku::KIND, latin_square::KIND, graph_colouring::KIND];

/// A kind of problem, and how an instance of it is made.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    /// The name in kebab-case.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// Whether an instance can be made from a size.
    pub from_size: bool,
    /// Whether an instance can be made from a text.
    pub from_text: bool,
    /// The options it takes beside these.
    pub options: &'static [Choice],
    /// Makes an instance from what a user or a file gave.
    pub build: fn(&Spec) -> Result<Box<dyn Problem>, SpecError>,
    /// Reads the instances of a file one by one, for kinds whose files hold several. The
    /// specification has the options and no text.
    pub read: Option<ReadSeries>,
}

/// How the instances of a file are read.
pub type ReadSeries = fn(Box<dyn BufRead>, &Spec) -> Result<Series, SpecError>;

/// The instances of a file, each or why it could not be read.
pub type Series = Box<dyn Iterator<Item = Result<Box<dyn Problem>, SpecError>>>;

/// An option of a kind of problem.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    /// The name in kebab-case.
    pub name: &'static str,
    /// One line for people.
    pub summary: &'static str,
    /// The values it takes, the usual one first; empty if it takes more than can be listed.
    pub values: &'static [&'static str],
}

/// The name of the option that chooses an objective, for kinds that have one.
pub const OBJECTIVE: &str = "objective";

impl Kind {
    fn check_option(&self, name: &str, value: &str) -> Result<(), SpecError> {
        let list = |names: Vec<&str>| format!("`{}`", names.join("`, `"));
        let Some(choice) = self.options.iter().find(|choice| choice.name == name) else {
            let names: Vec<_> = self.options.iter().map(|choice| choice.name).collect();
            let known = if names.is_empty() { "no options".to_owned() } else { list(names) };
            return Err(SpecError::new(format!("{} has {known}, not `{name}`", self.name)));
        };
        if !choice.values.is_empty() && !choice.values.contains(&value) {
            let values = list(choice.values.to_vec());
            return Err(SpecError::new(format!(
                "the option `{name}` takes {values}, not `{value}`"
            )));
        }
        Ok(())
    }
}

/// What names an instance: enough to build it again in another process, and in another year.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spec {
    /// Name of the kind.
    pub kind: String,
    /// Size, for problems that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub n: Option<u64>,
    /// Text of the instance, for problems that are read from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// Further options by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

impl Spec {
    /// An instance of a size.
    pub fn sized(kind: &str, n: u64) -> Self {
        Spec { kind: kind.to_owned(), n: Some(n), ..Spec::default() }
    }

    /// Builds the instance.
    ///
    /// # Errors
    /// If there is no such kind, or the kind does not take what was given.
    pub fn build(&self) -> Result<Box<dyn Problem>, SpecError> {
        let kind = KINDS.iter().find(|kind| kind.name == self.kind);
        let kind =
            kind.ok_or_else(|| SpecError::new(format!("there is no problem `{}`", self.kind)))?;
        if self.n.is_some() && !kind.from_size {
            return Err(SpecError::new(format!("{} takes no size: leave --n out", self.kind)));
        }
        if self.text.is_some() && !kind.from_text {
            return Err(SpecError::new(format!(
                "{} is not read from a file: give --n N",
                self.kind
            )));
        }
        for (name, value) in &self.options {
            kind.check_option(name, value)?;
        }
        (kind.build)(self)
    }

    /// The size, checked against a range.
    ///
    /// # Errors
    /// If it is missing or out of range.
    pub fn size(&self, least: u64, most: u64) -> Result<usize, SpecError> {
        let n = self
            .n
            .ok_or_else(|| SpecError::new(format!("{} needs a size: give --n N", self.kind)))?;
        if n < least || n > most {
            return Err(SpecError::new(format!(
                "{} takes --n from {least} to {most}, not {n}",
                self.kind
            )));
        }
        Ok(usize::try_from(n).expect("within the range"))
    }
}

/// Why an instance could not be made. One line, for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct SpecError {
    message: String,
}

impl SpecError {
    /// An error with this message.
    pub fn new(message: impl Into<String>) -> Self {
        SpecError { message: message.into() }
    }
}

/// Eight digits that tell texts apart, for names of instances that nothing shorter tells apart.
pub(crate) fn fingerprint(text: &str) -> String {
    format!("{:08x}", xxh3_64(text.as_bytes()) >> 32)
}

/// Where a text could not be read, and what to do about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ParseError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1, in characters.
    pub column: usize,
    /// What is wrong and what to do.
    pub message: String,
}

impl ParseError {
    /// An error at a place; lines and columns count from 1.
    pub fn new(line: usize, column: usize, message: impl Into<String>) -> Self {
        ParseError { line, column, message: message.into() }
    }
}

impl From<ParseError> for SpecError {
    fn from(error: ParseError) -> Self {
        SpecError::new(error.to_string())
    }
}

/// A rule that a claimed solution breaks. One line, for people.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Violation {
    message: String,
}

impl Violation {
    /// A violation, described.
    pub fn new(message: impl Into<String>) -> Self {
        Violation { message: message.into() }
    }
}

/// Counts that others have published, to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Published {
    /// Number of solutions.
    pub solutions: u64,
    /// Number of solutions up to the problem's symmetries, where that is published.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fundamental: Option<u64>,
    /// Where the numbers are from.
    pub source: &'static str,
}

/// The best value of the objective, known from elsewhere, to compare with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PublishedOptimum {
    /// The best value.
    pub value: i64,
    /// Where it is from.
    pub source: &'static str,
}

/// An instance of a problem: its rules, and nothing about how to solve it.
pub trait Problem: Any + Debug + Send + Sync {
    /// The name of its kind.
    fn kind(&self) -> &'static str;

    /// A short name of the instance, fit for a file name: `queens-8`. Different instances have
    /// different names.
    fn name(&self) -> String;

    /// What the instance was made from.
    fn spec(&self) -> Spec;

    /// What was odd about the text it was read from, and did not matter. One line each, for people.
    fn warnings(&self) -> &[String] {
        &[]
    }

    /// The problem in the language of solvers. Variables are in the order of a solution's values.
    fn model(&self) -> Model;

    /// Checks a claimed solution against the rules. Written from the rules, never through the model.
    ///
    /// # Errors
    /// The first rule that is broken.
    fn verify(&self, solution: &[Value]) -> Result<(), Violation>;

    /// The value of the objective in a solution, from the rules; `None` if there is no objective.
    fn objective(&self, solution: &[Value]) -> Option<i64> {
        let _ = solution;
        None
    }

    /// A solution as people write it, over several lines.
    fn display(&self, solution: &[Value]) -> String;

    /// A solution as a list, one line a variable.
    fn list(&self, solution: &[Value]) -> String {
        let line = |(index, value)| format!("variable {index} = {value}\n");
        solution.iter().enumerate().map(line).collect()
    }

    /// A solution on one line without its end, as files of many solutions have it.
    fn line(&self, solution: &[Value]) -> String {
        let values: Vec<String> = solution.iter().map(Value::to_string).collect();
        values.join(" ")
    }

    /// The symmetries of the problem that map solutions to solutions: a group, the identity first.
    /// A single one means that no use is made of symmetry.
    fn symmetries(&self) -> Vec<Symmetry> {
        vec![Symmetry::identity()]
    }

    /// Published counts of this instance.
    fn published(&self) -> Option<Published> {
        None
    }

    /// The known optimum of this instance, if it has an objective.
    fn published_optimum(&self) -> Option<PublishedOptimum> {
        None
    }
}
