//! A progress bar on a terminal, nothing in a pipe.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::number;

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
        self.bar.set_message(format!("{}: {} solutions", self.solver, number::count(solutions)));
    }

    pub(crate) fn end(&mut self) {
        self.bar.inc(1);
    }

    pub(crate) fn finish(&mut self) {
        self.bar.finish_and_clear();
    }
}
