//! `parity count`: how many solutions there are, by the fastest method for the size.

use std::process::ExitCode;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use clap::{Args, Subcommand, ValueEnum};
use indicatif::ProgressBar;
use parity_core::queens::counting::{self, Count, Lanes, Options, RUNGS, Refusal};
use serde_json::json;

use crate::command::pieces::Pieces;
use crate::command::{INTERRUPTED, end_gently_on_interrupt, print, progress};
use crate::registry::Unknown;
use crate::{number, supervisor};

/// Say how many solutions there are, by the fastest method for the size.
#[derive(Args, Clone, Debug)]
pub(crate) struct Counting {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Clone, Debug)]
enum What {
    /// All solutions of N queens
    Queens(Queens),
}

#[derive(Args, Clone, Debug)]
struct Queens {
    /// Size of the board
    #[arg(long, value_name = "N")]
    n: usize,
    /// Number of threads [default: as many as the machine runs at once; with --pieces, one]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// The method, a rung of the ladder [default: the best for the size]
    #[arg(long, value_name = "RUNG")]
    method: Option<String>,
    /// The instructions for methods that work on many nodes at once [default: the best there are]
    #[arg(long, value_name = "LANES")]
    lanes: Option<String>,
    /// Also the number of solutions up to rotation and reflection
    #[arg(long)]
    fundamental: bool,
    #[command(flatten)]
    pieces: Pieces,
    /// The result and nothing on standard error
    #[arg(long, short)]
    quiet: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The count on the first line
    Text,
    /// One object
    Json,
}

impl Counting {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.what {
            What::Queens(queens) => queens.run(),
        }
    }
}

impl Queens {
    fn run(&self) -> anyhow::Result<ExitCode> {
        let options = self.options()?;
        if let Some(pieces) = self.pieces.pieces {
            // Pieces are for many jobs at once, so each takes one thread unless told otherwise.
            let threads = usize::from(self.threads.unwrap_or(1));
            return self.pieces.run(self.n, pieces, threads, options.lanes, self.quiet);
        }
        if let Err(refusal) = counting::rung(options.rung, self.n) {
            bail!(out_of_reach(&refusal));
        }
        end_gently_on_interrupt()?;
        let start = Instant::now();
        let bar = Bar::new(start, self.quiet);
        let count = counting::count(
            self.n,
            &options,
            &|progress| bar.show(progress.share),
            &supervisor::interrupted,
        )?;
        bar.bar.finish_and_clear();
        let elapsed = start.elapsed();
        print(&match self.format {
            Format::Text => self.text(&count),
            Format::Json => self.json(&count, &options, elapsed),
        })?;
        if !self.quiet && self.format == Format::Text {
            let nodes = number::counted(count.sums.nodes, "nodes");
            let threads = number::counted(options.threads as u64, "threads");
            let time = number::duration(number::nanoseconds(elapsed));
            eprintln!("{}, {threads}, {nodes}, {time}", count.rung);
        }
        Ok(if count.is_complete() { ExitCode::SUCCESS } else { ExitCode::from(INTERRUPTED) })
    }

    fn options(&self) -> anyhow::Result<Options> {
        let rung = match &self.method {
            None => None,
            Some(name) => match RUNGS.iter().find(|rung| rung.name() == name) {
                Some(rung) => Some(rung.name()),
                None => bail!(Unknown::new("method", name, counting::names())),
            },
        };
        let lanes = match &self.lanes {
            None => Lanes::detect(),
            Some(name) => match Lanes::ALL.into_iter().find(|lanes| lanes.name() == name) {
                Some(lanes) if lanes.available() => lanes,
                Some(_) => {
                    let best = Lanes::detect().name();
                    bail!("this processor has no {name}; give --lanes {best}");
                }
                None => bail!(Unknown::new("lanes", name, Lanes::ALL.map(Lanes::name))),
            },
        };
        let available = || thread::available_parallelism().map_or(1, usize::from);
        Ok(Options { rung, threads: self.threads.map_or_else(available, usize::from), lanes })
    }

    fn text(&self, count: &Count) -> String {
        let solutions = count.solutions();
        if !count.is_complete() {
            let (done, units) = (number::count(count.units_done as u64), count.units as u64);
            let units = number::counted(units, "units");
            return format!("incomplete: {solutions} solutions in {done} of {units} of work\n");
        }
        match count.fundamental().filter(|_| self.fundamental) {
            Some(fundamental) => format!("{solutions}\n{fundamental} fundamental\n"),
            None => format!("{solutions}\n"),
        }
    }

    fn json(&self, count: &Count, options: &Options, elapsed: Duration) -> String {
        let mut object = json!({
            "problem": "queens",
            "n": count.n,
            "complete": count.is_complete(),
            "solutions": count.solutions(),
            "fundamental": count.fundamental(),
            "method": count.rung,
            "threads": options.threads,
            "lanes": options.lanes.name(),
            "units_done": count.units_done,
            "units": count.units,
            "representatives_by_weight": {
                "1": count.sums.classes[0],
                "2": count.sums.classes[1],
                "4": count.sums.classes[2],
                "8": count.sums.classes[3],
            },
            "nodes": count.sums.nodes,
            "time_ns": number::nanoseconds(elapsed),
        });
        if !count.is_complete()
            && let Some(object) = object.as_object_mut()
        {
            // What was found so far is not the number of solutions.
            let found = object.insert("solutions".to_owned(), serde_json::Value::Null);
            object.insert("solutions_so_far".to_owned(), found.unwrap_or_default());
        }
        format!("{object}\n")
    }
}

/// What it would take.
fn out_of_reach(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Size { n, largest, .. } if n > largest => format!(
            "{refusal}: each further row takes about eight times as long, and 27 is the largest \
             board that anyone has counted, in a year on many machines; give --n up to {largest}, \
             or find one solution of any size with `parity solve queens --n {n}`"
        ),
        Refusal::Size { .. } | Refusal::Unknown(_) => refusal.to_string(),
    }
}

/// Shows the part that is done, and how long the rest will take at the same pace.
struct Bar {
    bar: ProgressBar,
    start: Instant,
}

/// Steps of a full bar.
const STEPS: u64 = 1000;

impl Bar {
    fn new(start: Instant, quiet: bool) -> Self {
        let template = "{bar:24} {percent}%  {elapsed_precise}  {msg}";
        Bar { bar: progress::bar(Some(STEPS), template, quiet), start }
    }

    fn show(&self, share: f64) {
        if self.bar.is_hidden() {
            return;
        }
        let steps = (share * STEPS as f64) as u64;
        if steps != self.bar.position() && share > 0.0 {
            let rest = self.start.elapsed().mul_f64((1.0 - share) / share);
            self.bar.set_position(steps);
            self.bar
                .set_message(format!("about {} left", number::duration(number::nanoseconds(rest))));
        }
    }
}
