//! `parity` with solvers that lie or misbehave, to see that it notices.
//!
//! It is also the shortest program with solvers of one's own: a registry and one call.
//!
//! ```text
//! cargo run -p parity --example lying_solvers -- --n 6 --solver drops
//! ```

use std::borrow::Cow;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Duration;

use parity::Registry;
use parity_core::solver::{COMPLETE_AND_OPTIMUM, Scope};
use parity_core::{Card, End, Family, Outcome, Request, Solver, SolverError, Task, Value, Visitor};

fn main() -> ExitCode {
    let standard = Registry::standard();
    let rows = standard.rows().iter().copied().chain(LIARS.iter().map(|liar| liar as &dyn Solver));
    parity::run(&Registry::of(rows), std::env::args_os())
}

/// An honest solver behind a dishonest face.
struct Liar {
    card: Card,
    lie: Lie,
}

#[derive(Clone, Copy)]
enum Lie {
    Drops,
    Invents,
    Repeats,
    BreaksADiagonal,
    /// Says the same of every variable, from the first solution on.
    Levels,
    Miscounts,
    /// Sees no solution, until it is doubted.
    Overlooks,
    ClaimsTheWorst,
    Panics,
    Aborts,
    Hangs,
    Devours,
}

static LIARS: [Liar; 12] = [
    liar("drops", Lie::Drops),
    liar("invents", Lie::Invents),
    liar("repeats", Lie::Repeats),
    liar("breaks-a-diagonal", Lie::BreaksADiagonal),
    liar("levels", Lie::Levels),
    liar("miscounts", Lie::Miscounts),
    liar("overlooks", Lie::Overlooks),
    liar("claims-the-worst", Lie::ClaimsTheWorst),
    liar("panics", Lie::Panics),
    liar("aborts", Lie::Aborts),
    liar("hangs", Lie::Hangs),
    liar("devours", Lie::Devours),
];

const fn liar(id: &'static str, lie: Lie) -> Liar {
    let card = Card {
        id: Cow::Borrowed(id),
        family: Family::HandWritten,
        technique: "lying",
        summary: Cow::Borrowed("not to be trusted"),
        reference: "none",
        tasks: COMPLETE_AND_OPTIMUM,
        scope: Scope::Models,
        featured: false,
    };
    Liar { card, lie }
}

impl Solver for Liar {
    fn card(&self) -> &Card {
        &self.card
    }

    fn second_look(&self) -> Option<&'static str> {
        matches!(self.lie, Lie::Overlooks).then_some("eyes open")
    }

    fn solve(&self, request: &Request, visitor: &mut dyn Visitor) -> Result<Outcome, SolverError> {
        let honest = Registry::standard().get("backtracking").expect("it is in the registry");
        let all = Request::new(request.problem, Task::All);
        let mut count = 0;
        let mut outcome = honest.solve(&all, &mut |solution: &[Value]| {
            count += 1;
            let mut tell = |values: &[Value]| visitor.solution(values);
            match self.lie {
                Lie::Drops if count == 2 => ControlFlow::Continue(()),
                Lie::Invents if count == 2 => {
                    let invented: Vec<Value> = (0..solution.len() as Value).collect();
                    tell(solution)?;
                    tell(&invented)
                }
                Lie::Repeats if count == 2 => {
                    tell(solution)?;
                    tell(solution)
                }
                Lie::BreaksADiagonal if count == 2 => {
                    let mut broken = solution.to_vec();
                    broken.swap(0, 1);
                    tell(&broken)
                }
                Lie::Levels => tell(&vec![solution[0]; solution.len()]),
                Lie::Overlooks if !request.doubted => ControlFlow::Continue(()),
                Lie::Panics if count == 3 => panic!("I cannot go on"),
                Lie::Aborts if count == 3 => std::process::abort(),
                Lie::Hangs if count == 3 => loop {
                    std::thread::sleep(Duration::from_secs(1));
                },
                Lie::Devours if count == 3 => devour(),
                Lie::ClaimsTheWorst if count > 1 => ControlFlow::Break(()),
                _ => tell(solution),
            }
        })?;
        match self.lie {
            Lie::Miscounts => outcome.solutions += 1,
            Lie::Drops => outcome.solutions -= 1,
            Lie::Overlooks if !request.doubted => outcome.solutions = 0,
            Lie::Invents | Lie::Repeats => outcome.solutions += 1,
            Lie::ClaimsTheWorst => outcome.end = End::Exhausted,
            _ => {}
        }
        Ok(outcome)
    }
}

/// Takes memory for ever, and uses it, as only used memory counts.
fn devour() -> ! {
    let mut hoard: Vec<Vec<u8>> = Vec::new();
    loop {
        hoard.push(vec![1; 16 << 20]);
        std::hint::black_box(&hoard);
    }
}
