//! What a configuration file says, with the place of every mistake.
//!
//! ```toml
//! order_seed = 1                   # shuffles the order of the cells
//!
//! [[sweep]]
//! name = "families-all"            # the directory of its records
//! problem = "queens"
//! n = [4, 5, 6, 7, 8]              # or files = ["puzzles.txt"]; or only options
//! task = "all"                     # first, all, count, optimum
//! families = ["sat", "smt"]        # and, or instead, solvers = ["bitmask", "varisat/*"]
//! timeout = "10s"
//! seeds = [0]
//! ```
//!
//! Also: `options` of the problem, each a value or a list of values; `every_row` (with families, not
//! only the curated rows); `break_symmetry`; `max_solutions`; `memory`; `repetitions` (instead of as
//! many as fit); `stop_after_timeout` (once a solver met a limit, larger sizes are not run).

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use parity_core::Task;
use serde::{Deserialize, Deserializer, de};
use toml::Spanned;

use crate::number;

/// A configuration file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Configuration {
    /// Seed of the order in which cells run.
    #[serde(default)]
    pub order_seed: u64,
    /// The sections.
    #[serde(rename = "sweep")]
    pub sections: Vec<Section>,
    /// The text, to say where a mistake is.
    #[serde(skip)]
    text: String,
    /// The file it is from.
    #[serde(skip)]
    path: PathBuf,
}

/// Every combination of these instances, solvers and seeds.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its name, and that of the directory of its records.
    pub name: Spanned<String>,
    /// The kind of problem.
    pub problem: Spanned<String>,
    /// Sizes.
    #[serde(default)]
    pub n: Vec<u64>,
    /// Files with instances, relative to the configuration.
    #[serde(default)]
    pub files: Vec<Spanned<PathBuf>>,
    /// Options of the problem, each with one or more values.
    #[serde(default)]
    pub options: BTreeMap<String, Words>,
    /// What is asked.
    pub task: Task,
    /// Ids, or the beginning of ids and `*`.
    #[serde(default)]
    pub solvers: Vec<Spanned<String>>,
    /// Families; their curated rows.
    #[serde(default)]
    pub families: Vec<Spanned<String>>,
    /// All rows of the families instead.
    #[serde(default)]
    pub every_row: bool,
    /// Only one solution of each orbit.
    #[serde(default)]
    pub break_symmetry: bool,
    /// Wall-clock limit of a cell.
    #[serde(default = "usual_timeout")]
    pub timeout: Nanoseconds,
    /// Memory limit of a cell.
    #[serde(default = "usual_memory")]
    pub memory: Bytes,
    /// Cap on the number of solutions.
    #[serde(default)]
    pub max_solutions: Option<u64>,
    /// Seeds of the solvers' random choices.
    #[serde(default = "usual_seeds")]
    pub seeds: Vec<u64>,
    /// Exactly so many timed repetitions of a cell, instead of as many as fit.
    #[serde(default)]
    pub repetitions: Option<u64>,
    /// Whether larger sizes are left out once a solver has met a limit.
    #[serde(default)]
    pub stop_after_timeout: bool,
}

fn usual_timeout() -> Nanoseconds {
    Nanoseconds(30_000_000_000)
}

fn usual_memory() -> Bytes {
    Bytes(bytesize::ByteSize::gib(4).as_u64())
}

fn usual_seeds() -> Vec<u64> {
    vec![0]
}

/// One or more values of an option, as words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Words(pub Vec<String>);

impl<'de> Deserialize<'de> for Words {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Word {
            Text(String),
            Number(u64),
        }
        #[derive(Deserialize)]
        #[serde(untagged, expecting = "a word, a number, or a list of these")]
        enum OneOrMore {
            One(Word),
            More(Vec<Word>),
        }
        let words = match OneOrMore::deserialize(deserializer)? {
            OneOrMore::One(word) => vec![word],
            OneOrMore::More(words) => words,
        };
        let text = |word| match word {
            Word::Text(text) => text,
            Word::Number(number) => number.to_string(),
        };
        Ok(Words(words.into_iter().map(text).collect()))
    }
}

/// A duration such as `"10s"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nanoseconds(pub u64);

impl<'de> Deserialize<'de> for Nanoseconds {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let duration = number::parse_duration(&text)
            .map_err(|error| de::Error::custom(format!("`{text}` is no duration: {error}")))?;
        Ok(Nanoseconds(number::nanoseconds(duration)))
    }
}

/// A size such as `"4GiB"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bytes(pub u64);

impl<'de> Deserialize<'de> for Bytes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let size: bytesize::ByteSize = text
            .parse()
            .map_err(|error| de::Error::custom(format!("`{text}` is no size: {error}")))?;
        Ok(Bytes(size.as_u64()))
    }
}

impl Configuration {
    /// Reads a configuration.
    ///
    /// # Errors
    /// If the file cannot be read, or is not a configuration; with line and column.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read {}", path.display()))?;
        Configuration::parse(&text, path)
    }

    /// Reads a configuration from a text; the path is that of its messages and its files.
    ///
    /// # Errors
    /// If it is not a configuration; with line and column.
    pub fn parse(text: &str, path: &Path) -> anyhow::Result<Self> {
        match toml::from_str::<Configuration>(text) {
            Ok(read) => Ok(Configuration { text: text.to_owned(), path: path.to_owned(), ..read }),
            Err(error) => {
                let at = error.span().unwrap_or_default().start;
                Err(mistake(text, path, at, error.message()))
            }
        }
    }

    /// An error about something that stands in the configuration.
    pub fn mistake<T>(&self, place: &Spanned<T>, message: &str) -> anyhow::Error {
        mistake(&self.text, &self.path, place.span().start, message)
    }

    /// A file that the configuration names.
    pub fn file(&self, name: &Path) -> PathBuf {
        self.path.parent().unwrap_or(Path::new("")).join(name)
    }
}

/// What is wrong in a text, and where.
fn mistake(text: &str, path: &Path, at: usize, message: &str) -> anyhow::Error {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
    anyhow!("{}: line {line}, column {column}: {message}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> anyhow::Result<Configuration> {
        Configuration::parse(text, Path::new("x.toml"))
    }

    #[test]
    fn unknown_keys_are_errors_with_line_and_column() {
        let text = "[[sweep]]\nname = \"a\"\nproblem = \"queens\"\ntask = \"all\"\n  sizes = [4]\n";
        let error = parse(text).unwrap_err().to_string();
        assert!(error.starts_with("x.toml: line 5, column 3: unknown field `sizes`"), "{error}");
        let error = parse("sweeps = []\n").unwrap_err().to_string();
        assert!(error.starts_with("x.toml: line 1, column 1: unknown field"), "{error}");
    }

    #[test]
    fn values_that_do_not_fit_are_errors_with_line_and_column() {
        let with = |line: &str| {
            let text =
                format!("[[sweep]]\nname = \"a\"\nproblem = \"queens\"\ntask = \"all\"\n{line}\n");
            parse(&text).unwrap_err().to_string()
        };
        for (line, complaint) in [
            ("timeout = \"soon\"", "line 5, column 11: `soon` is no duration"),
            ("memory = \"much\"", "line 5, column 10: `much` is no size"),
            ("n = [4, -1]", "line 5, column 9"),
            ("options = { colours = 1.5 }", "a word, a number, or a list of these"),
            ("n = [", "line 5"),
        ] {
            let error = with(line);
            assert!(error.contains(complaint), "{error}");
        }
    }

    #[test]
    fn what_is_left_out_has_its_usual_value() {
        let text = "[[sweep]]\nname = \"a\"\nproblem = \"colouring\"\ntask = \"first\"\n\
                    options = { colours = [3, 4], graph = \"petersen\" }\n";
        let read = parse(text).unwrap();
        let section = &read.sections[0];
        assert_eq!((section.timeout, section.seeds.as_slice()), (usual_timeout(), &[0][..]));
        assert_eq!(section.options["colours"].0, ["3", "4"]);
        assert_eq!(section.options["graph"].0, ["petersen"]);
    }
}
