//! The options that commands share: which instance, which solvers, which limits, where to.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use clap::{Arg, ArgMatches, Args, FromArgMatches};
use parity_core::problem::{
    Choice, GraphColouring, KINDS, OBJECTIVE, Series, Spec, graph_colouring,
};
use parity_core::{Family, Problem, Solver, Task};

use crate::command::format::{self, Format};
use crate::comparison::default_directory;
use crate::kind::{self, usual_objective};
use crate::number::nanoseconds;
pub(crate) use crate::number::parse_duration as duration;
use crate::record::Settings;
use crate::registry::Registry;
use crate::table::capital;

/// Which instance.
#[derive(Args, Clone, Debug)]
pub(crate) struct Instance {
    /// Size of the problem
    #[arg(long, value_name = "N")]
    pub(crate) n: Option<u64>,
    #[command(flatten)]
    pub(crate) problem: ProblemOptions,
}

/// Which instance, which solvers, which limits, where to.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    #[command(flatten)]
    pub(crate) instance: Instance,
    /// Only these solvers: an id, or the beginning of ids and `*`. May be repeated
    #[arg(long, value_name = "ID", help_heading = "Solvers")]
    pub(crate) solver: Vec<String>,
    /// Only solvers of these families: hand-written, sat, smt, ilp, cp. May be repeated
    #[arg(long, value_name = "FAMILY", help_heading = "Solvers")]
    pub(crate) family: Vec<String>,
    /// Every row of the registry instead of the curated ones
    #[arg(long, conflicts_with = "solver", help_heading = "Solvers")]
    pub(crate) all: bool,
    /// Wall-clock limit of each solver, such as 30s, 500ms or 2min; a bare number is seconds
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration, help_heading = "Limits")]
    pub(crate) timeout: Duration,
    /// Memory limit of each solver, such as 4GiB or 500MB
    #[arg(long, value_name = "SIZE", default_value = "4GiB", help_heading = "Limits")]
    pub(crate) memory: bytesize::ByteSize,
    /// Stop each solver after this many solutions
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Limits")]
    pub(crate) max_solutions: Option<u64>,
    /// Seed of every random choice
    #[arg(long, default_value_t = 0, help_heading = "Limits")]
    pub(crate) seed: u64,
    /// Write the record to this file instead of the results directory; `-` is standard output, alone
    #[arg(long, value_name = "PATH", conflicts_with = "output", help_heading = "Output")]
    pub(crate) json: Option<PathBuf>,
    /// Results directory [default: the nearest `bench-results`]
    #[arg(long, value_name = "DIRECTORY", help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,
    /// How to write the table on standard output
    #[arg(long, default_value = "text", value_parser = format::parser(), help_heading = "Output")]
    pub(crate) format: &'static Format,
    /// Results on standard output and nothing on standard error
    #[arg(long, short, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// The options of all kinds of problems, each a flag of its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct ProblemOptions(pub(crate) BTreeMap<String, String>);

/// Every option that some kind takes, once, with the kinds that take it.
fn problem_options() -> BTreeMap<&'static str, (Vec<&'static str>, &'static Choice)> {
    let mut options = BTreeMap::new();
    for kind in KINDS {
        for choice in kind.options {
            options.entry(choice.name).or_insert_with(|| (Vec::new(), choice)).0.push(kind.name);
        }
    }
    options
}

impl Args for ProblemOptions {
    fn augment_args(command: clap::Command) -> clap::Command {
        problem_options().into_iter().fold(command, |command, (name, (kinds, choice))| {
            let values = if choice.values.is_empty() {
                String::new()
            } else {
                format!(": {}", choice.values.join(", "))
            };
            let help = format!("{} ({}){values}", capital(choice.summary), kinds.join(", "));
            let argument = Arg::new(name).long(name).value_name("VALUE").help(help);
            command.arg(argument.help_heading("Problem"))
        })
    }

    fn augment_args_for_update(command: clap::Command) -> clap::Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ProblemOptions {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let given =
            |name: &'static str| Some((name.to_owned(), matches.get_one::<String>(name)?.clone()));
        Ok(ProblemOptions(problem_options().into_keys().filter_map(given).collect()))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

/// A file that is read bit by bit; `-` is standard input.
pub(crate) fn input(path: &Path) -> anyhow::Result<Box<dyn BufRead>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    let file = File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    Ok(Box::new(BufReader::new(file)))
}

/// The whole of a file.
fn text(path: &Path) -> anyhow::Result<String> {
    let mut text = Vec::new();
    let read = input(path)?.read_to_end(&mut text);
    read.with_context(|| format!("cannot read {}", path.display()))?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Beyond this, neither model nor answer is within reach of any solver that enumerates.
const MOST_TO_ENUMERATE: u64 = 1000;
/// Beyond this, a model is too large to be stated at all.
const MOST_TO_STATE: u64 = 4000;

impl Instance {
    /// The instance of a kind of problem, perhaps read from a file (`-` is standard input).
    pub(crate) fn problem(
        &self,
        kind: &str,
        file: Option<&PathBuf>,
    ) -> anyhow::Result<Box<dyn Problem>> {
        kind::find(kind)?;
        let text = file.map(|path| text(path)).transpose()?;
        Ok(Spec { text, ..self.spec(kind) }.build()?)
    }

    /// A graph to be coloured, with any number of colours.
    pub(crate) fn graph(
        &self,
        kind: &str,
        file: Option<&PathBuf>,
    ) -> anyhow::Result<GraphColouring> {
        let mut instance = self.clone();
        if kind == graph_colouring::KIND.name {
            instance.problem.0.insert("colours".to_owned(), "1".to_owned());
        }
        let problem = instance.problem(kind, file)?;
        let problem: &dyn std::any::Any = &*problem;
        let colouring: Option<&GraphColouring> = problem.downcast_ref();
        let colouring = colouring.cloned();
        colouring
            .with_context(|| format!("--minimum is about the colours of a graph, not about {kind}"))
    }

    /// The same without a text.
    pub(crate) fn spec(&self, kind: &str) -> Spec {
        Spec { kind: kind.to_owned(), n: self.n, text: None, options: self.problem.0.clone() }
    }

    /// The instances of a file that may hold several, or the one instance that it or a size gives.
    pub(crate) fn problems(&self, kind: &str, file: Option<&PathBuf>) -> anyhow::Result<Series> {
        match (kind::find(kind)?.read, file) {
            (Some(read), Some(path)) if self.n.is_none() => {
                Ok(read(input(path)?, &self.spec(kind))?)
            }
            _ => Ok(Box::new(std::iter::once(Ok(self.problem(kind, file)?)))),
        }
    }
}

impl Options {
    /// The same options with the usual objective of the kind, unless one was chosen.
    ///
    /// # Errors
    /// If the kind has no objective.
    pub(crate) fn with_objective(mut self, kind: &str) -> anyhow::Result<Self> {
        let usual = usual_objective(kind::find(kind)?).with_context(|| {
            let with_one = KINDS.iter().filter(|kind| usual_objective(kind).is_some());
            let names: Vec<_> = with_one.map(|kind| kind.name).collect();
            format!("{kind} has no objective; these have: {}", names.join(", "))
        })?;
        self.instance.problem.0.entry(OBJECTIVE.to_owned()).or_insert_with(|| usual.to_owned());
        Ok(self)
    }

    /// Refuses what cannot be done before it begins.
    pub(crate) fn check_reach(&self, kind: &str, task: Task) -> anyhow::Result<()> {
        let n = self.instance.n.unwrap_or(0);
        let enumerates = task != Task::First && self.max_solutions.is_none();
        if enumerates && n > MOST_TO_ENUMERATE {
            let one = match task != Task::Optimum && n <= MOST_TO_STATE {
                true => format!(", or ask for one solution: parity compare {kind} --n {n} --first"),
                false => String::new(),
            };
            bail!(
                "--n {n} is out of reach for an enumeration; give --n up to {MOST_TO_ENUMERATE}{one}"
            );
        }
        if n > MOST_TO_STATE {
            bail!("--n {n} is too large to be stated as a model; give --n up to {MOST_TO_STATE}");
        }
        Ok(())
    }

    /// The solvers that were asked for, or all featured ones, that claim the task on the kind.
    pub(crate) fn solvers(
        &self,
        registry: &Registry,
        task: Task,
        kind: &str,
    ) -> anyhow::Result<Vec<&'static dyn Solver>> {
        let families = self
            .family
            .iter()
            .map(|name| Registry::family(name))
            .collect::<Result<Vec<Family>, _>>()?;
        let mut rows: Vec<&'static dyn Solver> = Vec::new();
        if self.solver.is_empty() {
            let chosen = |row: &&&'static dyn Solver| {
                (self.all || row.card().featured) && row.card().covers(task, kind)
            };
            rows.extend(registry.rows().iter().filter(chosen));
        }
        for pattern in &self.solver {
            for row in registry.matching(pattern)? {
                // Asked for by name twice, or by two patterns, it still runs once.
                if !rows.iter().any(|known| known.card().id == row.card().id) {
                    rows.push(row);
                }
            }
        }
        rows.retain(|row| families.is_empty() || families.contains(&row.card().family));
        if rows.is_empty() {
            bail!("no solver is left: none of those chosen has task `{task}` on {kind}");
        }
        Ok(rows)
    }

    /// Limits and seed.
    pub(crate) fn settings(&self, break_symmetry: bool) -> Settings {
        Settings {
            timeout_ns: nanoseconds(self.timeout),
            memory_bytes: self.memory.as_u64(),
            max_solutions: self.max_solutions,
            seed: self.seed,
            break_symmetry,
            repetitions: None,
        }
    }

    /// Where the results go.
    pub(crate) fn directory(&self) -> PathBuf {
        // Taken apart and put together, a path loses a `.` at its end, which cannot be created.
        let given = self.output.as_ref().map(|path| path.components().collect());
        given.unwrap_or_else(default_directory)
    }
}
