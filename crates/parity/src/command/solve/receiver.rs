//! What takes the solutions of a run: each is checked, and written as soon as it is found.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parity_core::{Checker, Problem, Task, Value, Visitor};

use super::Solve;
use super::output::Output;
use crate::command::progress::Waiting;
use crate::command::solution::Writer;
use crate::number;

/// A solution with more values is not drawn unless someone asks for it.
const MOST_TO_DRAW: usize = 1000;

/// How often it is told how many solutions were found.
const TELL: Duration = Duration::from_millis(100);

pub(super) struct Receiver<'a> {
    solve: &'a Solve,
    problem: &'a dyn Problem,
    /// Whether the problem is one of many, so that each has a line only.
    many: bool,
    output: &'a Output,
    pub(super) checker: Checker<'a>,
    writer: Option<Writer<'a>>,
    waiting: Waiting,
    /// Whether solutions go to the terminal that shows that someone waits: they are not to be mixed.
    in_the_way: bool,
    start: Instant,
    told: Instant,
    /// Whether what was found could be written.
    pub(super) written: io::Result<()>,
}

impl<'a> Receiver<'a> {
    /// One that waits for the first solution of this solver.
    pub(super) fn new(
        solve: &'a Solve,
        problem: &'a dyn Problem,
        solver: &str,
        many: bool,
        output: &'a Output,
    ) -> Self {
        Receiver {
            solve,
            problem,
            many,
            output,
            checker: Checker::new(problem).without_orbits(),
            writer: solve.format.map(|format| Writer::new(problem, format)),
            waiting: Waiting::begin(solver, solve.quiet || many),
            in_the_way: solve.task() == Task::First || io::stdout().is_terminal(),
            start: Instant::now(),
            told: Instant::now(),
            written: Ok(()),
        }
    }

    /// The run is over: nobody waits any more.
    pub(super) fn end(&mut self) {
        self.waiting.end();
    }

    fn write(&mut self, values: &[Value], found: Duration) -> io::Result<()> {
        let Receiver { problem, many, start, .. } = *self;
        let (writer, count) = (&mut self.writer, self.checker.count());
        self.output.write(|out| match writer {
            Some(writer) => writer.write(values, out),
            None if values.len() > MOST_TO_DRAW && !many => {
                let verified = start.elapsed().saturating_sub(found);
                write!(out, "{}", outline(problem, values.len(), found, verified))
            }
            None if many => writeln!(out, "{}", problem.line(values)),
            None if self.solve.task() == Task::All => {
                writeln!(out, "solution {count}\n{}", problem.display(values))
            }
            None => writeln!(out, "{}\n{}", problem.display(values), problem.list(values)),
        })
    }
}

impl Visitor for Receiver<'_> {
    fn solution(&mut self, values: &[Value]) -> ControlFlow<()> {
        let found = self.start.elapsed();
        if self.in_the_way {
            self.waiting.end();
        }
        if self.checker.check(values).is_err() {
            return ControlFlow::Break(());
        }
        self.written = self.write(values, found);
        let count = self.checker.count();
        if self.told.elapsed() > TELL {
            self.waiting.found(count);
            self.told = Instant::now();
        }
        if self.written.is_err() || self.solve.limit.is_some_and(|most| count >= most) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// What is said of a solution that is too long to be drawn.
fn outline(problem: &dyn Problem, values: usize, found: Duration, verified: Duration) -> String {
    let time = |time: Duration| number::duration(number::nanoseconds(time));
    format!(
        "{}: a solution of {}, found in {} and verified in {}\n\
         --format csv or --format ndjson writes it\n",
        problem.name(),
        number::counted(values as u64, "values"),
        time(found),
        time(verified),
    )
}
