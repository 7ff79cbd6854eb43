//! Symmetries: maps of literals to literals that send solutions to solutions.
//!
//! The eight symmetries of the square act on boards with one piece a row; from them come the
//! canonical form (the least of the eight images), the orbit, the fundamental solutions (those that
//! are their own canonical form) and the lex-leader constraints that admit no others.

use std::fmt;
use std::ops::ControlFlow;

use crate::model::{Constraint, Lexicographic, Literal, Model, Value, Variable};
use crate::solver::{Request, Task};

/// A map of literals to literals that sends every solution to a solution.
pub struct Symmetry {
    /// What it does, for people.
    pub name: &'static str,
    map: Box<dyn Fn(Literal) -> Literal + Send + Sync>,
}

impl fmt::Debug for Symmetry {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.debug_tuple("Symmetry").field(&self.name).finish()
    }
}

impl Symmetry {
    /// A symmetry by its effect on literals.
    pub fn new(
        name: &'static str,
        map: impl Fn(Literal) -> Literal + Send + Sync + 'static,
    ) -> Self {
        Symmetry { name, map: Box::new(map) }
    }

    /// The symmetry that changes nothing.
    pub fn identity() -> Self {
        Symmetry::new("identity", |literal| literal)
    }

    /// The image of a literal.
    pub fn literal(&self, literal: Literal) -> Literal {
        (self.map)(literal)
    }

    /// The image of a solution.
    pub fn image(&self, solution: &[Value]) -> Vec<Value> {
        let mut image = vec![0; solution.len()];
        for (index, &value) in solution.iter().enumerate() {
            let to = self.literal(Literal::new(Variable(index as u32), value));
            image[to.variable.index()] = to.value;
        }
        image
    }
}

/// The eight symmetries of the square, for boards where the variable is the row, the value the
/// column and both run from 0 to n − 1. The identity comes first.
pub fn of_the_square(n: usize) -> Vec<Symmetry> {
    let last = n as Value - 1;
    let on_squares = |name, map: fn(Value, Value, Value) -> (Value, Value)| {
        Symmetry::new(name, move |literal| {
            let (row, column) = map(last, literal.variable.0 as Value, literal.value);
            Literal::new(Variable(row as u32), column)
        })
    };
    vec![
        on_squares("identity", |_, row, column| (row, column)),
        on_squares("rotation by 90°", |last, row, column| (column, last - row)),
        on_squares("rotation by 180°", |last, row, column| (last - row, last - column)),
        on_squares("rotation by 270°", |last, row, column| (last - column, row)),
        on_squares("reflection left to right", |last, row, column| (row, last - column)),
        on_squares("reflection top to bottom", |last, row, column| (last - row, column)),
        on_squares("reflection in the falling diagonal", |_, row, column| (column, row)),
        on_squares("reflection in the rising diagonal", |last, row, column| {
            (last - column, last - row)
        }),
    ]
}

/// What a group of symmetries makes of one solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Orbit {
    /// Number of different images, the solution itself included. It divides the order of the group.
    pub size: usize,
    /// Whether the solution is the least of its images: the one that is counted as fundamental.
    pub canonical: bool,
}

/// Classifies a solution under a group of symmetries.
pub fn orbit(solution: &[Value], symmetries: &[Symmetry]) -> Orbit {
    let mut canonical = true;
    let mut stabiliser = 0;
    for symmetry in symmetries {
        let image = symmetry.image(solution);
        canonical &= image.as_slice() >= solution;
        stabiliser += usize::from(image == solution);
    }
    Orbit { size: symmetries.len() / stabiliser, canonical }
}

/// The symmetries that leave a solution as it is: a subgroup, the identity among them. The order of
/// the group is the size of the orbit times the number of these.
pub fn stabiliser<'s>(solution: &[Value], symmetries: &'s [Symmetry]) -> Vec<&'s Symmetry> {
    symmetries.iter().filter(|symmetry| symmetry.image(solution) == solution).collect()
}

/// The least image of a solution, the representative of its orbit.
pub fn canonical_form(solution: &[Value], symmetries: &[Symmetry]) -> Vec<Value> {
    let images = symmetries.iter().map(|symmetry| symmetry.image(solution));
    images.min().unwrap_or_else(|| solution.to_vec())
}

/// The different images of a solution, ascending.
pub fn images(solution: &[Value], symmetries: &[Symmetry]) -> Vec<Vec<Value>> {
    let mut images: Vec<_> = symmetries.iter().map(|symmetry| symmetry.image(solution)).collect();
    images.sort_unstable();
    images.dedup();
    images
}

/// Adds one lex-leader constraint for each symmetry but the identity, so that of each orbit only
/// the canonical solution remains (Crawford, Ginsberg, Luks and Roy, KR 1996).
pub fn break_symmetry(model: &mut Model, symmetries: &[Symmetry]) {
    let literals: Vec<Literal> = model.literals().collect();
    for symmetry in symmetries {
        let second: Vec<Literal> =
            literals.iter().map(|&literal| symmetry.literal(literal)).collect();
        if second != literals {
            model.constrain(Constraint::Lexicographic(Lexicographic {
                first: literals.clone(),
                second,
            }));
        }
    }
}

/// All solutions by way of the canonical ones: a model in which symmetry is broken, and the orbit
/// that each of its solutions stands for.
#[derive(Debug)]
pub struct Orbits {
    /// The model with one lex-leader constraint a symmetry.
    pub model: Model,
    symmetries: Vec<Symmetry>,
}

impl Orbits {
    /// The orbits of a request for all solutions. `None` if it asks for something else, or for the
    /// canonical solutions alone: then its own model says all.
    pub fn of(request: &Request) -> Option<Self> {
        let all = matches!(request.task, Task::All | Task::Count);
        if !all || request.break_symmetry {
            return None;
        }
        let symmetries = request.problem.symmetries();
        let mut model = request.model().clone();
        break_symmetry(&mut model, &symmetries);
        Some(Orbits { model, symmetries })
    }

    /// Visits the orbit of a solution: its different images, ascending.
    pub fn expand<B>(
        &self,
        solution: &[Value],
        mut visit: impl FnMut(&[Value]) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        images(solution, &self.symmetries).iter().try_for_each(|image| visit(image))
    }
}

/// A board with one piece a row, as lines of squares.
pub fn display_board(columns: &[Value], piece: char) -> String {
    let mut text = String::with_capacity(columns.len() * columns.len() * 2);
    for &column in columns {
        for square in 0..columns.len() as Value {
            if square > 0 {
                text.push(' ');
            }
            text.push(if square == column { piece } else { '.' });
        }
        text.push('\n');
    }
    text
}

/// A board with one piece a row and a column as "column c → row r" lines, by column.
pub fn list_by_column(columns: &[Value]) -> String {
    let mut pieces: Vec<(Value, usize)> = columns.iter().copied().zip(0..).collect();
    pieces.sort_unstable();
    pieces.iter().map(|(column, row)| format!("column {column} → row {row}\n")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Problem, Queens};

    #[test]
    fn a_list_goes_by_column() {
        assert_eq!(
            list_by_column(&[2, 0, 1]),
            "column 0 → row 1\ncolumn 1 → row 2\ncolumn 2 → row 0\n"
        );
    }

    #[test]
    fn the_eight_symmetries_are_a_group() {
        let board = [1, 3, 5, 0, 2, 4];
        let symmetries = of_the_square(6);
        let images = images(&board, &symmetries);
        for symmetry in &symmetries {
            for other in &symmetries {
                assert!(images.contains(&symmetry.image(&other.image(&board))));
            }
        }
        assert_eq!(symmetries[0].image(&board), board);
    }

    #[test]
    fn the_square_has_eight_different_symmetries() {
        // An asymmetric solution of 8 queens has eight images; the famous symmetric one has four.
        let symmetries = of_the_square(8);
        assert_eq!(images(&[0, 4, 7, 5, 2, 6, 1, 3], &symmetries).len(), 8);
        assert_eq!(images(&[2, 4, 1, 7, 0, 6, 3, 5], &symmetries).len(), 4);
        assert_eq!(orbit(&[2, 4, 1, 7, 0, 6, 3, 5], &symmetries).size, 4);
    }

    #[test]
    fn the_symmetric_solution_of_eight_queens_is_stable_under_a_half_turn() {
        let symmetries = of_the_square(8);
        let names = |solution: &[Value]| -> Vec<&str> {
            let stabiliser = stabiliser(solution, &symmetries);
            stabiliser.iter().map(|symmetry| symmetry.name).collect()
        };
        assert_eq!(names(&[0, 4, 7, 5, 2, 6, 1, 3]), ["identity"]);
        let symmetric = [2, 4, 1, 7, 0, 6, 3, 5];
        assert_eq!(names(&symmetric), ["identity", "rotation by 180°"]);
        assert_eq!(8 / names(&symmetric).len(), orbit(&symmetric, &symmetries).size);
    }

    #[test]
    fn orbits_of_the_canonical_solutions_are_all_solutions() {
        let queens = Queens::new(5);
        let request = Request::new(&queens, Task::All);
        let orbits = Orbits::of(&request).expect("all solutions are asked for");
        let mut all = Vec::new();
        for canonical in crate::laws::brute_force(&orbits.model) {
            let flow = orbits.expand(&canonical, |solution| {
                all.push(solution.to_vec());
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(flow, ControlFlow::Continue(()));
        }
        all.sort();
        assert_eq!(all, Vec::from_iter(crate::laws::brute_force(&queens.model())));
        assert!(Orbits::of(&Request::new(&queens, Task::First)).is_none());
        assert!(Orbits::of(&request.with_symmetry_broken(true)).is_none());
    }

    #[test]
    fn lex_leaders_admit_exactly_the_canonical_solutions() {
        let queens = Queens::new(5);
        let symmetries = queens.symmetries();
        let mut broken = queens.model();
        break_symmetry(&mut broken, &symmetries);
        let mut fundamental = 0;
        for code in 0..3125 {
            let board = [code % 5, code / 5 % 5, code / 25 % 5, code / 125 % 5, code / 625];
            if queens.verify(&board).is_ok() {
                assert_eq!(broken.admits(&board), orbit(&board, &symmetries).canonical);
                assert_eq!(broken.admits(&board), canonical_form(&board, &symmetries) == board);
                fundamental += u32::from(broken.admits(&board));
            }
        }
        assert_eq!(fundamental, 2);
    }
}
