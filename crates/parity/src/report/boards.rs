//! Solutions of queens as boards: the orbit of one under the eight symmetries.

use std::ops::ControlFlow;

use maud::{Markup, html};
use parity_core::problem::Queens;
use parity_core::symmetry::{Symmetry, of_the_square, orbit};
use parity_core::{Problem, Request, Solver, SolverError, Task, Value};

use crate::number;
use crate::results::Results;

/// The different images of a solution, each with the symmetries that make it.
#[derive(Clone, Debug)]
pub struct Orbit {
    /// Size of the board.
    pub n: usize,
    /// The images, the solution first; a column for each row.
    pub images: Vec<(Vec<Value>, Vec<&'static str>)>,
    /// Where the solution is from.
    pub from: String,
}

/// Larger boards are no pictures any more.
const LARGEST: usize = 12;

impl Orbit {
    fn of(solution: &[Value], from: String) -> Self {
        let symmetries = of_the_square(solution.len());
        let mut images: Vec<(Vec<Value>, Vec<&'static str>)> = Vec::new();
        for symmetry in &symmetries {
            let image = symmetry.image(solution);
            match images.iter_mut().find(|(known, _)| *known == image) {
                Some((_, names)) => names.push(symmetry.name),
                None => images.push((image, vec![symmetry.name])),
            }
        }
        Orbit { n: solution.len(), images, from }
    }

    /// A solution that the results carry, and of the same size one for each size of an orbit.
    ///
    /// # Errors
    /// If the solver that is asked for them fails.
    pub fn examples(results: &Results, solver: &dyn Solver) -> Result<Vec<Self>, SolverError> {
        let recorded = recorded(results);
        let n = recorded.as_ref().map_or(8, |(solution, _)| solution.len());
        let symmetries = of_the_square(n);
        let size = |solution: &[Value]| orbit(solution, &symmetries).size;
        let mut orbits: Vec<Orbit> = Vec::new();
        if let Some((solution, from)) = &recorded {
            orbits.push(Orbit::of(solution, from.clone()));
        }
        for (solution, count) in one_of_each_size(n, solver, &symmetries)? {
            if recorded.as_ref().is_none_or(|(recorded, _)| size(recorded) != size(&solution)) {
                let found = format!(
                    "{} of {n} queens {} an orbit of {}",
                    if count == 1 {
                        "one solution".to_owned()
                    } else {
                        number::counted(count, "solutions")
                    },
                    if count == 1 { "has" } else { "have" },
                    number::words(size(&solution) as u64),
                );
                orbits.push(Orbit::of(&solution, found));
            }
        }
        Ok(orbits)
    }

    /// The boards with what makes them.
    pub fn draw(&self) -> Markup {
        let whole = self.images.len() == 8;
        html! {
            div class="orbit" data-boards=(self.images.len()) {
                p {
                    "An orbit of " (number::words(self.images.len() as u64)) ": " (self.from) "."
                    @if !whole {
                        " Several symmetries make the same board, so there are fewer than eight."
                    }
                }
                ul class="boards" {
                    @for (image, names) in &self.images {
                        li {
                            (board(image))
                            @for name in names { span { (name) } }
                        }
                    }
                }
            }
        }
    }
}

/// A solution of queens in the results that can be drawn; of several, one of the size that everybody
/// knows.
fn recorded(results: &Results) -> Option<(Vec<Value>, String)> {
    let found = results.records.iter().flat_map(|filed| {
        let record = &filed.content;
        let queens = record.problem.kind == "queens";
        record.runs.iter().filter(move |_| queens).filter_map(|run| {
            let solution = run.solution.as_ref()?;
            let right = Queens::new(solution.len()).verify(solution).is_ok();
            (right && (4..=LARGEST).contains(&solution.len())).then(|| {
                let n = solution.len();
                let from = format!("the solution of {n} queens that {} found first", run.solver);
                (solution.clone(), from)
            })
        })
    });
    found.min_by_key(|(solution, _)| solution.len().abs_diff(8))
}

/// The first solution with each size of orbit, and how many there are with it.
fn one_of_each_size(
    n: usize,
    solver: &dyn Solver,
    symmetries: &[Symmetry],
) -> Result<Vec<(Vec<Value>, u64)>, SolverError> {
    let queens = Queens::new(n);
    let mut found: Vec<(usize, Vec<Value>, u64)> = Vec::new();
    solver.solve(&Request::new(&queens, Task::All), &mut |solution: &[Value]| {
        let size = orbit(solution, symmetries).size;
        match found.iter_mut().find(|(known, ..)| *known == size) {
            Some((_, _, count)) => *count += 1,
            None => found.push((size, solution.to_vec(), 1)),
        }
        ControlFlow::Continue(())
    })?;
    found.sort_by_key(|(size, ..)| std::cmp::Reverse(*size));
    Ok(found.into_iter().map(|(_, solution, count)| (solution, count)).collect())
}

/// A board with a queen in each row.
fn board(columns: &[Value]) -> Markup {
    let n = columns.len();
    let dark: String = (0..n * n)
        .map(|square| (square / n, square % n))
        .filter(|(row, column)| (row + column) % 2 == 1)
        .map(|(row, column)| format!("M{column} {row}h1v1h-1z"))
        .collect();
    let squares: Vec<String> = columns.iter().map(Value::to_string).collect();
    html! {
        svg class="board" viewBox={ "0 0 " (n) " " (n) } role="img"
            aria-label={ "queens in columns " (squares.join(", ")) }
        {
            rect class="light" width=(n) height=(n) {}
            path class="dark" d=(dark) {}
            @for (row, column) in columns.iter().enumerate() {
                use class="queen" href="#queen" x=(column) y=(row) width="1" height="1" {}
            }
        }
    }
}

/// The shape of a queen, to be used by all boards.
pub(super) fn queen_shape() -> Markup {
    html! {
        svg class="shapes" aria-hidden="true" width="0" height="0" {
            symbol id="queen" viewBox="0 0 45 45" {
                path d="M9 32l-4.4-17.2 8 7.6 2.5-13.6 6 12.4L22.500 7l1.4 14.200 6-12.400 2.500 13.600 8-7.600L36 32z" {}
                path d="M10 34h25v4h-25z" {}
            }
        }
    }
}
