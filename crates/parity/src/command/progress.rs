//! A progress bar on a terminal, nothing in a pipe.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::number;

/// A bar on standard error, if that is a terminal and nobody wants quiet; without a length, one of
/// which nobody knows where it ends.
pub(crate) fn bar(length: Option<u64>, template: &str, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let style = ProgressStyle::with_template(template).expect("the template is well-formed");
    ProgressBar::with_draw_target(length, target).with_style(style)
}

/// How often a bar is drawn anew though nothing has happened.
const TICK: Duration = Duration::from_millis(200);

/// A bar of cells, with a message about the one that runs.
pub(crate) fn cells(length: usize, quiet: bool) -> ProgressBar {
    let template = "{bar:24} {pos}/{len}  {elapsed_precise}  {msg}";
    let bar = bar(Some(length as u64), template, quiet);
    bar.enable_steady_tick(TICK);
    bar
}

/// Counts things of which nobody knows how many there are.
pub(crate) fn counter(things: &'static str, quiet: bool) -> ProgressBar {
    let template = "{spinner} {pos} {msg}  {per_sec}  {elapsed_precise}";
    bar(None, template, quiet).with_message(things)
}

/// Shows which cell runs, how many are done, and what the cell has found.
pub(crate) struct Progress {
    bar: ProgressBar,
    solver: String,
}

impl Progress {
    /// A bar of this many cells.
    pub(crate) fn new(length: usize, quiet: bool) -> Self {
        Progress { bar: cells(length, quiet), solver: String::new() }
    }

    pub(crate) fn begin(&mut self, solver: &str) {
        solver.clone_into(&mut self.solver);
        self.bar.set_message(self.solver.clone());
    }

    pub(crate) fn found(&mut self, solutions: u64) {
        let found = number::counted(solutions, "solutions");
        self.bar.set_message(format!("{}: {found}", self.solver));
    }

    pub(crate) fn end(&mut self) {
        if self.bar.length().is_none_or(|length| self.bar.position() < length) {
            self.bar.inc(1); // a cell that is looked at again has been counted
        }
    }

    pub(crate) fn finish(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Shows on a terminal that one solver is at work, for how long, and what it has found.
pub(crate) struct Waiting(ProgressBar);

impl Waiting {
    pub(crate) fn begin(solver: &str, quiet: bool) -> Self {
        let bar = bar(None, "{prefix}: {elapsed_precise}  {msg}", quiet);
        bar.set_prefix(solver.to_owned());
        bar.enable_steady_tick(TICK);
        Waiting(bar)
    }

    /// This many solutions have been found, and written.
    pub(crate) fn found(&mut self, solutions: u64) {
        self.0.set_message(number::counted(solutions, "solutions"));
    }

    /// The terminal is free for others.
    pub(crate) fn end(&mut self) {
        if !self.0.is_finished() {
            self.0.finish_and_clear();
        }
    }
}
