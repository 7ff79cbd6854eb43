//! What of a run is measured.
//!
//! A measure is a constant; those that tables show are all here.

use parity_core::Task;

use super::counter;
use super::grid::Quantity;
use crate::record::{Record, Run, Status, Verdict};

/// Something that is measured of a run.
#[derive(Clone, Copy)]
pub struct Measure {
    /// What it is, as a heading: "time".
    pub name: &'static str,
    /// How it is written.
    pub quantity: Quantity,
    /// What a run says of it, counted in this unit.
    pub observe: fn(&Record, &Run, Option<&str>) -> Observation,
    /// What runs of a solver count it in, if that depends on the solver.
    pub unit: for<'a> fn(&[&'a Run]) -> Option<&'a str>,
}

impl Measure {
    /// What a run says of it where it stands alone.
    pub fn alone(&self, record: &Record, run: &Run) -> Observation {
        (self.observe)(record, run, (self.unit)(&[run]))
    }
}

/// What a run says.
#[derive(Clone, Debug, PartialEq)]
pub enum Observation {
    /// It did not run, or does not measure this.
    Nothing,
    /// It was measured, perhaps several times.
    Samples(Vec<f64>),
    /// It was measured once, exactly.
    Exact(i128, Option<&'static str>),
    /// It is at least this, and was stopped there.
    Beyond(f64),
    /// There is no number, for this reason.
    Word(&'static str),
}

impl Observation {
    /// Whether there is a number.
    pub fn is_measured(&self) -> bool {
        match self {
            Observation::Samples(_) | Observation::Exact(..) | Observation::Beyond(_) => true,
            Observation::Nothing | Observation::Word(_) => false,
        }
    }
}

const NO_UNIT: for<'a> fn(&[&'a Run]) -> Option<&'a str> = |_| None;

/// Time until the solver came back with all that was asked.
pub const TOTAL: Measure = Measure {
    name: "time",
    quantity: Quantity::Time,
    observe: |record, run, _| timed(record, run, &run.times_ns.total),
    unit: NO_UNIT,
};

/// Time until the first solution, whatever came after.
pub const FIRST: Measure = Measure {
    name: "time to the first solution",
    quantity: Quantity::Time,
    observe: |record, run, _| {
        if ran_right(run) && !run.times_ns.first.is_empty() {
            samples(&run.times_ns.first)
        } else if run.answered() {
            Observation::Word("no solution")
        } else {
            timed(record, run, &[])
        }
    },
    unit: NO_UNIT,
};

/// Time for the translation of the model.
pub const ENCODE: Measure = Measure {
    name: "time to translate the model",
    quantity: Quantity::Time,
    observe: |_, run, _| {
        if ran_right(run) { samples(&run.times_ns.encode) } else { Observation::Nothing }
    },
    unit: NO_UNIT,
};

/// Time divided by the number of solutions.
pub const TIME_PER_SOLUTION: Measure = Measure {
    name: "time per solution",
    quantity: Quantity::Time,
    observe: |record, run, _| match TOTAL.alone(record, run) {
        Observation::Samples(times) => match run.solutions {
            Some(solutions) if solutions > 0 => Observation::Samples(
                times.into_iter().map(|time| time / solutions as f64).collect(),
            ),
            _ => Observation::Nothing,
        },
        // How many it would have found is not known.
        Observation::Beyond(_) => Observation::Word("timeout"),
        other => other,
    },
    unit: NO_UNIT,
};

/// The work that the solver counts first, in its own unit.
pub const EFFORT: Measure = Measure {
    name: "effort",
    quantity: Quantity::Count,
    observe: |_, run, unit| match unit.and_then(|unit| counter::value(&run.effort, unit)) {
        Some(value) if run.answered() => Observation::Exact(value.into(), None),
        Some(value) if ran_right(run) => Observation::Beyond(value as f64),
        _ => unanswered(run),
    },
    unit: |runs| counter::leading(runs.iter().map(|run| &run.effort)),
};

/// How many solutions were found.
pub const SOLUTIONS: Measure = Measure {
    name: "solutions",
    quantity: Quantity::Count,
    observe: |_, run, _| match run.solutions {
        Some(found) if run.answered() => Observation::Exact(found.into(), None),
        Some(found) if ran_right(run) => Observation::Beyond(found as f64),
        _ => unanswered(run),
    },
    unit: NO_UNIT,
};

/// The value of the objective, and whether it is proved.
pub const VALUE: Measure = Measure {
    name: "value",
    quantity: Quantity::Value,
    observe: |_, run, _| match run.objective {
        Some(value) if run.answered() => Observation::Exact(value.into(), None),
        Some(value) if ran_right(run) => Observation::Exact(value.into(), Some("feasible")),
        _ => unanswered(run),
    },
    unit: NO_UNIT,
};

/// Number of variables of the translation, or of what its engine has in their place.
pub const VARIABLES: Measure = Measure {
    name: "variables",
    quantity: Quantity::Count,
    observe: |_, run, _| sized(run, 0),
    unit: |runs| size_unit(runs, 0),
};

/// Number of clauses of the translation, or of what its engine has in their place.
pub const CONSTRAINTS: Measure = Measure {
    name: "constraints",
    quantity: Quantity::Count,
    observe: |_, run, _| sized(run, 1),
    unit: |runs| size_unit(runs, 1),
};

/// Most memory of the worker process.
pub const MEMORY: Measure = Measure {
    name: "memory",
    quantity: Quantity::Memory,
    observe: |_, run, _| match run.peak_rss_bytes {
        Some(bytes) if run.answered() => Observation::Samples(vec![bytes as f64]),
        Some(bytes) if ran_right(run) => Observation::Beyond(bytes as f64),
        _ => unanswered(run),
    },
    unit: NO_UNIT,
};

/// Engines give the size of a translation as variables first, then constraints.
fn sized(run: &Run, index: usize) -> Observation {
    let size = run.size.iter().nth(index);
    size.map_or(Observation::Nothing, |(_, size)| Observation::Exact(size.into(), None))
}

fn size_unit<'a>(runs: &[&'a Run], index: usize) -> Option<&'a str> {
    runs.iter().find_map(|run| run.size.iter().nth(index)).map(|(name, _)| name)
}

fn samples(times: &[u64]) -> Observation {
    if times.is_empty() {
        Observation::Nothing
    } else {
        Observation::Samples(times.iter().map(|&time| time as f64).collect())
    }
}

fn timed(record: &Record, run: &Run, times: &[u64]) -> Observation {
    if run.answered() {
        samples(times)
    } else if run.status == Status::Timeout && run.verdict != Verdict::Disagree {
        Observation::Beyond(record.limits.timeout_ns as f64)
    } else {
        unanswered(run)
    }
}

/// Whether what it says, as far as it goes, may be believed.
fn ran_right(run: &Run) -> bool {
    run.verdict != Verdict::Disagree && run.status != Status::Error
}

/// Why there is no number.
fn unanswered(run: &Run) -> Observation {
    match (run.verdict, run.status) {
        (Verdict::Disagree, _) => Observation::Word("WRONG"),
        (_, Status::Unsupported | Status::Unavailable) => Observation::Nothing,
        (_, Status::Timeout) => Observation::Word("timeout"),
        (_, Status::Memory) => Observation::Word("memory"),
        (_, Status::Error) => Observation::Word("error"),
        (_, Status::Partial) if run.task == Task::First => Observation::Word("none found"),
        (_, Status::Partial) => Observation::Word("partial"),
        (_, Status::Complete) => Observation::Nothing,
    }
}
