//! Pipelines of tactics on one formula.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use parity_core::{End, SolverError};
use z3::{ApplyResult, Goal, Params, SatResult, Tactic};

use super::encoding::Encoded;
use super::session::Session;
use crate::row::Encoding;
use crate::tactics::{Answer, Applied, Measurement, Pipeline, Size};

const TIMEOUT: &str = "timeout";

/// Tactics one after the other. `simplify` also takes `distinct` apart, which `bit-blast` leaves.
pub(crate) fn pipeline(names: &[&str]) -> Tactic {
    let mut params = Params::new();
    params.set_bool("blast_distinct", true);
    let tactics = names.iter().map(|&name| match name {
        "simplify" => Tactic::new(name).with(&params),
        name => Tactic::new(name),
    });
    let joined = tactics.reduce(|before, tactic| before.and_then(&tactic));
    joined.unwrap_or_else(Tactic::create_skip)
}

pub(crate) fn measure(
    session: &Session,
    encoding: Encoding,
    names: Pipeline,
) -> Result<Measurement, SolverError> {
    let encoded = Encoded::new(session, encoding)?;
    let goal = Goal::new(true, false, false);
    encoded.state(session, |conjunct| goal.assert(conjunct));
    let before = size(&goal);
    let left = session.left().unwrap_or(Duration::MAX);
    let tactic = pipeline(names).try_for(left);
    let began = Instant::now();
    let applied = tactic.apply(&goal, None);
    let apply = began.elapsed();
    Ok(Measurement {
        pipeline: names,
        before,
        applied: match applied {
            Ok(applied) => Ok(solve(session, applied, apply)),
            Err(_) if session.is_over() => Err(TIMEOUT.to_owned()),
            Err(reason) => Err(reason),
        },
    })
}

/// Solves the goals that came out, one of which must be satisfiable.
fn solve(session: &Session, applied: ApplyResult, apply: Duration) -> Applied {
    let goals: Vec<Goal> = applied.list_subgoals().collect();
    let mut after = Size { assertions: 0, expressions: 0 };
    let mut answer = Answer::Unsatisfiable;
    let mut time = Duration::ZERO;
    for goal in &goals {
        let size = size(goal);
        after.assertions += size.assertions;
        after.expressions += size.expressions;
        if answer == Answer::Unsatisfiable {
            let began = Instant::now();
            answer = check(session, goal);
            time += began.elapsed();
        }
    }
    Applied { after, apply, solve: time, answer }
}

fn check(session: &Session, goal: &Goal) -> Answer {
    // The solver that does least of its own accord before it searches.
    let solver = Tactic::new("smt").solver();
    for formula in goal.get_formulas() {
        solver.assert(&formula);
    }
    match session.params() {
        ControlFlow::Continue(params) => solver.set_params(&params),
        ControlFlow::Break(_) => return Answer::Unknown(TIMEOUT.to_owned()),
    }
    match solver.check() {
        SatResult::Sat => Answer::Satisfiable,
        SatResult::Unsat => Answer::Unsatisfiable,
        SatResult::Unknown => match session.unknown(solver.get_reason_unknown()) {
            End::GaveUp(reason) => Answer::Unknown(reason),
            End::Exhausted | End::Stopped | End::OutOfTime => Answer::Unknown(TIMEOUT.to_owned()),
        },
    }
}

fn size(goal: &Goal) -> Size {
    Size { assertions: u64::from(goal.get_size()), expressions: u64::from(goal.get_num_expr()) }
}
