//! A progress bar on a terminal, nothing in a pipe.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::number;

/// Counts things of which nobody knows how many there are, on standard error, if that is a terminal.
pub(crate) fn counter(things: &'static str, quiet: bool) -> ProgressBar {
    let target = if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let bar = ProgressBar::with_draw_target(None, target);
    let style = ProgressStyle::with_template("{spinner} {pos} {msg}  {per_sec}  {elapsed_precise}");
    bar.set_style(style.expect("the template is well-formed"));
    bar.set_message(things);
    bar
}

/// Shows which cell runs, how many are done, and what the cell has found.
pub(crate) struct Progress {
    bar: ProgressBar,
    solver: String,
}

impl Progress {
    /// A bar of this many cells on standard error, if that is a terminal.
    pub(crate) fn new(cells: usize, quiet: bool) -> Self {
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(cells as u64), target);
        let style = ProgressStyle::with_template("{bar:24} {pos}/{len}  {elapsed_precise}  {msg}");
        bar.set_style(style.expect("the template is well-formed"));
        bar.enable_steady_tick(Duration::from_millis(200));
        Progress { bar, solver: String::new() }
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
        let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        let style = ProgressStyle::with_template("{prefix}: {elapsed_precise}  {msg}");
        bar.set_style(style.expect("the template is well-formed"));
        bar.set_prefix(solver.to_owned());
        bar.enable_steady_tick(Duration::from_millis(200));
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
