//! `parity sweep`: the many cells of a configuration.

use std::io::{IsTerminal, stderr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;

use crate::command::{
    INTERRUPTED, USAGE_ERROR, WRONG, end_gently_on_interrupt, print, progress, slurm,
};
use crate::comparison::default_directory;
use crate::record::{Record, Status, Verdict, median};
use crate::registry::Registry;
use crate::sweep::{Configuration, Entry, Execution, Follower, Group, Plan, Planned, Shard};
use crate::{number, supervisor};

/// Run the many cells of a configuration, going on where it was left.
///
/// Finished cells are kept: run the same command again after Ctrl-C or a power cut. A cell runs anew
/// when its part of the configuration, its engine or (for hand-written solvers) this program changes.
#[derive(Args, Clone, Debug)]
pub(crate) struct Sweep {
    /// The configuration
    configuration: PathBuf,
    /// Run so many cells at the same time; they disturb each other, and the results say so
    #[arg(long, default_value_t = 1, value_name = "J", value_parser = clap::value_parser!(u64).range(1..=256))]
    jobs: u64,
    /// Run finished cells anew
    #[arg(long)]
    rerun: bool,
    /// Run only share I of K, with I from 0 to K - 1; `parity merge` joins the shares
    #[arg(long, value_name = "I/K")]
    shard: Option<Shard>,
    /// Run only the share of this job of a Slurm array
    #[arg(long, conflicts_with = "shard")]
    slurm: bool,
    /// Say what would run, and run nothing
    #[arg(long)]
    dry_run: bool,
    /// Results directory [default: the nearest `bench-results` and the name of the configuration]
    #[arg(long, value_name = "DIRECTORY")]
    output: Option<PathBuf>,
    /// Results on standard output and nothing on standard error
    #[arg(long, short)]
    quiet: bool,
}

impl Sweep {
    pub(crate) fn run(&self, registry: &Registry) -> anyhow::Result<ExitCode> {
        let configuration = Configuration::read(&self.configuration)?;
        let plan = Plan::new(&configuration, registry)?;
        let shard = if self.slurm { Some(slurm::share()?) } else { self.shard };
        if self.dry_run {
            print(&describe(&plan, shard))?;
            return Ok(ExitCode::SUCCESS);
        }
        let directory = self.directory(shard);
        end_gently_on_interrupt()?;
        let execution = Execution {
            plan: &plan,
            registry,
            directory: directory.clone(),
            shard,
            jobs: self.jobs,
            rerun: self.rerun,
        };
        let progress = SweepProgress::new(&plan, self.quiet);
        let records = execution.run(&progress)?;
        progress.bar.finish_and_clear();
        print(&summary(&plan.groups, &records))?;
        if !self.quiet {
            eprintln!("wrote {}", directory.display());
        }
        Ok(exit_code(&records))
    }

    fn directory(&self, shard: Option<Shard>) -> PathBuf {
        let whole = self.output.clone().unwrap_or_else(|| {
            let stem = self.configuration.file_stem().unwrap_or_default();
            default_directory().join(stem)
        });
        match shard {
            Some(shard) => whole.join(format!("shard-{}-of-{}", shard.index, shard.of)),
            None => whole,
        }
    }
}

/// What would run, a line each, in the order in which it would.
fn describe(plan: &Plan, shard: Option<Shard>) -> String {
    let line = |planned: &&Planned| format!("{}\n", label(plan, planned));
    plan.share(shard).iter().map(line).collect()
}

fn label(plan: &Plan, planned: &Planned) -> String {
    let group = &plan.groups[planned.groups[0]];
    format!("{}/{} {}", group.section, group.name, planned.solver)
}

/// What came out, a line a section.
pub(crate) fn summary(groups: &[Group], records: &[(usize, Record)]) -> String {
    let mut sections: Vec<&str> = Vec::new();
    for group in groups {
        if sections.last() != Some(&&*group.section) {
            sections.push(&group.section);
        }
    }
    let mut text = String::new();
    for section in sections {
        let mine: Vec<&Record> = records
            .iter()
            .filter(|(index, _)| groups[*index].section == section)
            .map(|(_, record)| record)
            .collect();
        text += &format!("{section}: {}\n", outcome(&mine));
    }
    text
}

/// "5 records, 40 runs: 38 complete, 2 timeout; 1 not run; agree".
fn outcome(records: &[&Record]) -> String {
    const STATUSES: [Status; 7] = [
        Status::Complete,
        Status::Partial,
        Status::Timeout,
        Status::Memory,
        Status::Unsupported,
        Status::Unavailable,
        Status::Error,
    ];
    let runs = || records.iter().flat_map(|record| &record.runs);
    let counted = STATUSES.into_iter().filter_map(|status| {
        let count = runs().filter(|run| run.status == status).count() as u64;
        (count > 0).then(|| format!("{} {status}", number::count(count)))
    });
    let skipped = records.iter().map(|record| record.skipped.len() as u64).sum::<u64>();
    let mut parts = vec![
        number::counted(records.len() as u64, "records"),
        number::counted(runs().count() as u64, "runs"),
    ];
    let counted: Vec<String> = counted.collect();
    if !counted.is_empty() {
        let last = parts.pop().unwrap_or_default();
        parts.push(format!("{last} ({})", counted.join(", ")));
    }
    if skipped > 0 {
        parts.push(format!("{} not run", number::count(skipped)));
    }
    let unfinished = records.iter().filter(|record| !record.finished).count() as u64;
    if unfinished > 0 {
        parts.push(format!("{} unfinished", number::count(unfinished)));
    }
    let all = |verdict| records.iter().filter(|record| record.verdict == verdict).count();
    parts.push(match (all(Verdict::Disagree), all(Verdict::Agree)) {
        (0, 0) => "nothing to compare with".to_owned(),
        (0, agree) if agree == records.len() => "all agree".to_owned(),
        (0, agree) => format!("{agree} agree, the others have nothing to compare with"),
        (wrong, _) => format!("WRONG: {wrong} disagree"),
    });
    parts.join(", ")
}

/// As of a comparison, over all records.
pub(crate) fn exit_code(records: &[(usize, Record)]) -> ExitCode {
    let ran = |status: Status| match status {
        Status::Error | Status::Unavailable | Status::Unsupported => false,
        Status::Complete | Status::Partial | Status::Timeout | Status::Memory => true,
    };
    let mut runs = records.iter().flat_map(|(_, record)| &record.runs);
    if records.iter().any(|(_, record)| record.verdict == Verdict::Disagree) {
        ExitCode::from(WRONG)
    } else if supervisor::interrupted() {
        ExitCode::from(INTERRUPTED)
    } else if !records.is_empty() && !runs.any(|run| ran(run.status)) {
        // Nothing ran at all: that is no agreement.
        ExitCode::from(USAGE_ERROR)
    } else {
        ExitCode::SUCCESS
    }
}

/// A bar on a terminal, a line a cell in a pipe, and the time that is left.
struct SweepProgress<'a> {
    plan: &'a Plan,
    bar: ProgressBar,
    /// Whether lines are written instead of a bar.
    lines: bool,
    started: Instant,
    cells: AtomicUsize,
    known: AtomicUsize,
    ended: AtomicUsize,
}

impl<'a> SweepProgress<'a> {
    fn new(plan: &'a Plan, quiet: bool) -> Self {
        SweepProgress {
            plan,
            bar: progress::cells(0, quiet),
            lines: !quiet && !stderr().is_terminal(),
            started: Instant::now(),
            cells: AtomicUsize::new(0),
            known: AtomicUsize::new(0),
            ended: AtomicUsize::new(0),
        }
    }

    /// How long the others will take if they take as long as those so far.
    fn remaining(&self) -> Option<Duration> {
        let ended = self.ended.load(Ordering::Relaxed);
        let left = self.cells.load(Ordering::Relaxed)
            - self.known.load(Ordering::Relaxed).min(self.cells.load(Ordering::Relaxed));
        let left = left.saturating_sub(ended);
        let each = self.started.elapsed().checked_div(u32::try_from(ended).ok()?)?;
        Some(each * u32::try_from(left).ok()?)
    }

    fn remaining_text(&self) -> String {
        let time = self.remaining().map(|left| Duration::from_secs(left.as_secs()));
        time.map_or_else(String::new, |left| {
            format!("about {} left", humantime::format_duration(left))
        })
    }
}

impl Follower for SweepProgress<'_> {
    fn begin(&self, cells: usize, known: usize) {
        self.cells.store(cells, Ordering::Relaxed);
        self.known.store(known, Ordering::Relaxed);
        self.bar.set_length(cells as u64);
        self.bar.set_position(known as u64);
        if self.lines {
            let known =
                if known > 0 { format!(", {known} known from before") } else { String::new() };
            eprintln!("{}{known}", number::counted(cells as u64, "cells"));
        }
    }

    fn cell(&self, planned: &Planned) {
        let left = self.remaining_text();
        self.bar.set_message(format!("{left}  {}", label(self.plan, planned)));
    }

    fn end(&self, planned: &Planned, entry: Option<&Entry>) {
        let ended = self.ended.fetch_add(1, Ordering::Relaxed) + 1;
        self.bar.inc(1);
        if self.lines {
            let number = self.known.load(Ordering::Relaxed) + ended;
            let result = match entry {
                None => "not run".to_owned(),
                Some(entry) => {
                    let time = median(&entry.run.times_ns.total).map(number::duration);
                    format!("{} {}", entry.run.status, time.unwrap_or_default())
                }
            };
            let (cells, left) = (self.cells.load(Ordering::Relaxed), self.remaining_text());
            eprintln!("{number}/{cells} {}: {}; {left}", label(self.plan, planned), result.trim());
        }
    }
}
