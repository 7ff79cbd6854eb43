//! Makes puzzles with one solution, of a wanted difficulty, from a seed.
//!
//! A random filled square is dug out: cell by cell, in random order, a given goes if the solution
//! stays the only one. A given that had to stay once has to stay for good, as fewer givens leave more
//! solutions; so one pass makes a minimal puzzle. Difficulty is what a solver says it is: the nodes
//! of its complete search.

use std::ops::{ControlFlow, RangeInclusive};

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{pencil_marks, triads};
use crate::model::Value;
use crate::observer::{Event, Observer};
use crate::problem::Sudoku;
use crate::problem::sudoku::{Cage, Shape};
use crate::solver::{End, Family, Request, Search, Solver, SolverError, Task};

/// What puzzles to make.
#[derive(Clone)]
pub struct Recipe<'a> {
    /// The size of the boxes.
    pub shape: Shape,
    /// Whether both diagonals are all-different.
    pub diagonals: bool,
    /// The largest number of cells of a cage, at least 2, if cages are to cover the square.
    pub cages: Option<usize>,
    /// Whether no given may be redundant.
    pub minimal: bool,
    /// How many givens stay at least, unless the puzzle is to be minimal.
    pub givens: usize,
    /// Whose nodes are the measure of difficulty.
    pub measure: &'a dyn Solver,
    /// The nodes of the puzzles that are wanted.
    pub nodes: RangeInclusive<u64>,
    /// How many filled squares are tried.
    pub attempts: u64,
}

/// A puzzle as it was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generated {
    /// The puzzle.
    pub sudoku: Sudoku,
    /// Its solution.
    pub solution: Vec<Value>,
    /// The nodes of the measuring solver.
    pub nodes: u64,
    /// Number of filled squares that were tried.
    pub attempts: u64,
}

/// Why no puzzle was made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// None of the attempts gave a puzzle of the wanted difficulty.
    #[error("no puzzle with {nodes:?} nodes in {attempts} attempts: widen the range")]
    NotFound {
        /// The nodes that were wanted.
        nodes: RangeInclusive<u64>,
        /// Number of attempts.
        attempts: u64,
    },
    /// The solver that measures failed or says that a puzzle has another number of solutions.
    #[error(transparent)]
    Solver(#[from] SolverError),
}

/// Nodes after which a proof of uniqueness or the filling of a square is given up.
const PATIENCE: u64 = 5_000;

/// Makes a puzzle: the same for the same seed.
///
/// # Errors
/// If the difficulty is not met in the number of attempts, or the measuring solver fails.
pub fn generate(recipe: &Recipe, seed: u64) -> Result<Generated, GenerateError> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for attempts in 1..=recipe.attempts {
        let Some(solution) = filled_square(recipe, &mut rng) else {
            continue;
        };
        let givens = solution.iter().map(|&value| value as u8).collect();
        let mut sudoku = Sudoku::with_givens(recipe.shape, givens).with_diagonals(recipe.diagonals);
        if let Some(largest) = recipe.cages {
            let cages = random_cages(recipe.shape.size(), &solution, largest, &mut rng);
            sudoku = sudoku.with_cages(cages).expect("the cages do not overlap");
        }
        let Some(sudoku) = dig(recipe, sudoku, &mut rng)? else {
            continue;
        };
        let nodes = measure(recipe, &sudoku)?;
        if recipe.nodes.contains(&nodes) {
            return Ok(Generated { sudoku, solution, nodes, attempts });
        }
    }
    Err(GenerateError::NotFound { nodes: recipe.nodes.clone(), attempts: recipe.attempts })
}

/// Takes givens out while the solution is unique and, unless the puzzle is to be minimal, while it is
/// not too difficult and has givens enough. `None` if the puzzle is to be minimal and it could not be
/// told whether a given is redundant.
fn dig(recipe: &Recipe, full: Sudoku, rng: &mut ChaCha8Rng) -> Result<Option<Sudoku>, SolverError> {
    let mut cells: Vec<usize> = (0..full.givens().len()).collect();
    cells.shuffle(rng);
    let mut sudoku = full;
    let mut left = cells.len();
    for cell in cells {
        if !recipe.minimal && left <= recipe.givens {
            break;
        }
        let mut givens = sudoku.givens().to_vec();
        givens[cell] = 0;
        let without = sudoku.replacing_givens(givens);
        let goes = match is_unique(&without) {
            None if recipe.minimal => return Ok(None),
            Some(true) => recipe.minimal || measure(recipe, &without)? <= *recipe.nodes.end(),
            None | Some(false) => false,
        };
        if goes {
            sudoku = without;
            left -= 1;
        }
    }
    Ok(Some(sudoku))
}

/// The nodes of the complete search of a puzzle that has one solution.
fn measure(recipe: &Recipe, sudoku: &Sudoku) -> Result<u64, SolverError> {
    let request = Request::new(sudoku, Task::All).with_statistics();
    let solver = recipe.measure;
    let outcome = solver.solve(&request, &mut |_: &[Value]| ControlFlow::Continue(()))?;
    let (id, count) = (&solver.card().id, outcome.solutions);
    match (&outcome.end, count) {
        (End::Exhausted, 1) => {}
        (End::Exhausted, _) => {
            let message = format!("{id}: {count} solutions of a puzzle that has one:\n{sudoku}");
            return Err(SolverError::Wrong(message));
        }
        (end, _) => {
            let message = format!("{id} does not solve a puzzle ({end:?}):\n{sudoku}");
            return Err(SolverError::Engine(message));
        }
    }
    match outcome.effort.get("nodes") {
        Some(nodes) => Ok(nodes),
        // What our searches did not do is not among their counts.
        None if solver.card().family == Family::HandWritten => Ok(0),
        None => Err(SolverError::Unsupported(format!("{id} does not count nodes"))),
    }
}

/// Sees the first solutions, as many as wanted, and loses patience after some thousand nodes.
struct Probe {
    solutions: Vec<Vec<Value>>,
    wanted: usize,
    nodes: u64,
}

impl Probe {
    fn new(wanted: usize) -> Self {
        Probe { solutions: Vec::new(), wanted, nodes: 0 }
    }
}

impl Observer for Probe {
    fn observe(&mut self, event: Event<'_>) -> ControlFlow<()> {
        match event {
            Event::Node { .. } => self.nodes += 1,
            Event::Solution(values) => self.solutions.push(values.to_vec()),
            _ => {}
        }
        match self.nodes > PATIENCE || self.solutions.len() == self.wanted {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}

/// Whether a puzzle has one solution; `None` if that takes too many nodes.
fn is_unique(sudoku: &Sudoku) -> Option<bool> {
    let mut probe = Probe::new(2);
    let flow = match sudoku.is_usual() {
        true => triads::ROW.search.search(sudoku, 0, &mut probe),
        false => pencil_marks::ROW.search.search(sudoku, 0, &mut probe),
    };
    match probe.solutions.len() {
        2 => Some(false),
        solutions => flow.is_continue().then_some(solutions == 1),
    }
}

/// A random solution of the empty square.
fn filled_square(recipe: &Recipe, rng: &mut ChaCha8Rng) -> Option<Vec<Value>> {
    let empty = Sudoku::new(recipe.shape).with_diagonals(recipe.diagonals);
    let mut probe = Probe::new(1);
    let search = pencil_marks::RANDOM_ROW.search;
    let _ = search.search(&empty, rng.random(), &mut probe);
    probe.solutions.pop()
}

/// Connected cages of different values that cover a filled square.
fn random_cages(
    size: usize,
    solution: &[Value],
    largest: usize,
    rng: &mut ChaCha8Rng,
) -> Vec<Cage> {
    let neighbours = |cell: usize| {
        let (row, column) = (cell / size, cell % size);
        let up = (row > 0).then(|| cell - size);
        let down = (row + 1 < size).then_some(cell + size);
        let left = (column > 0).then(|| cell - 1);
        let right = (column + 1 < size).then_some(cell + 1);
        [up, down, left, right].into_iter().flatten()
    };
    let mut order: Vec<usize> = (0..size * size).collect();
    order.shuffle(rng);
    let mut covered = vec![false; size * size];
    let mut cages = Vec::new();
    for first in order {
        if covered[first] {
            continue;
        }
        let wanted = rng.random_range(2..=largest.max(2));
        let mut cells = vec![first];
        covered[first] = true;
        while cells.len() < wanted {
            let around = cells.iter().flat_map(|&cell| neighbours(cell));
            let has = |value| cells.iter().any(|&cell| solution[cell] == value);
            let fitting = around.filter(|&cell| !covered[cell] && !has(solution[cell]));
            let fitting: Vec<usize> = fitting.collect();
            let Some(&next) = fitting.choose(rng) else {
                break;
            };
            cells.push(next);
            covered[next] = true;
        }
        cells.sort_unstable();
        let sum = cells.iter().map(|&cell| i64::from(solution[cell])).sum();
        cages.push(Cage { sum, cells });
    }
    cages.sort_unstable_by_key(|cage| cage.cells[0]);
    cages
}

#[cfg(test)]
mod tests {
    use super::super::{first_empty_cell, minimality};
    use super::*;
    use crate::problem::Problem;
    use crate::search::backtracking;
    use crate::solver::Limits;

    fn recipe(shape: Shape) -> Recipe<'static> {
        Recipe {
            shape,
            diagonals: false,
            cages: None,
            minimal: false,
            givens: 0,
            measure: &pencil_marks::ROW,
            nodes: 0..=u64::MAX,
            attempts: 20,
        }
    }

    /// Checks a puzzle with a solver that the generator does not use.
    fn check(recipe: &Recipe, seed: u64) -> Generated {
        let made = generate(recipe, seed).unwrap();
        assert_eq!(generate(recipe, seed), Ok(made.clone()), "the same seed");
        assert_eq!(made.sudoku.verify(&made.solution), Ok(()));
        assert_eq!(made.sudoku.shape(), recipe.shape);
        assert_eq!(made.sudoku.diagonals(), recipe.diagonals);
        assert!(recipe.nodes.contains(&made.nodes));
        let solver: &dyn Solver = &first_empty_cell::MRV_ROW;
        let found = minimality::solutions(&made.sudoku, solver, 2, Limits::default()).unwrap();
        assert_eq!(found.unique(), Some(true));
        assert_eq!(found.first.as_ref(), Some(&made.solution));
        made
    }

    #[test]
    fn puzzles_of_every_variant_have_one_solution() {
        for (shape, diagonals, cages) in [
            (Shape::new(2, 2), false, None),
            (Shape::new(2, 3), true, None),
            (Shape::USUAL, false, None),
            (Shape::USUAL, true, None),
            (Shape::new(2, 2), false, Some(4)),
            (Shape::new(2, 3), true, Some(3)),
        ] {
            let recipe = Recipe { diagonals, cages, ..recipe(shape) };
            let made = check(&recipe, 7);
            assert_eq!(made.sudoku.cages().is_empty(), cages.is_none());
            let covered: usize = made.sudoku.cages().iter().map(|cage| cage.cells.len()).sum();
            assert!(cages.is_none() || covered == shape.size() * shape.size());
            assert_ne!(generate(&recipe, 8).unwrap().sudoku, made.sudoku, "another seed");
        }
    }

    #[test]
    fn difficulty_and_givens_are_as_wanted() {
        let easy = Recipe { nodes: 0..=0, givens: 36, ..recipe(Shape::USUAL) };
        let made = check(&easy, 1);
        let givens = made.sudoku.givens().iter().filter(|&&given| given > 0);
        assert_eq!((made.nodes, givens.count()), (0, 36));
        let hard = Recipe { nodes: 5..=50, minimal: true, attempts: 300, ..recipe(Shape::USUAL) };
        let made = check(&hard, 1);
        let redundant =
            minimality::redundant_givens(&made.sudoku, &pencil_marks::ROW, Limits::default());
        assert_eq!(redundant, Ok(Some(vec![])));
        let generic =
            Recipe { measure: &backtracking::ROW, nodes: 20..=100, ..recipe(Shape::new(2, 2)) };
        check(&generic, 1);
    }

    #[test]
    fn what_cannot_be_made_is_said() {
        let impossible = Recipe { nodes: 1_000..=2_000, attempts: 3, ..recipe(Shape::new(2, 2)) };
        assert_eq!(
            generate(&impossible, 1).unwrap_err().to_string(),
            "no puzzle with 1000..=2000 nodes in 3 attempts: widen the range"
        );
        let unsuitable =
            Recipe { measure: &crate::queens::bitmask::ROW, ..recipe(Shape::new(2, 2)) };
        assert!(matches!(
            generate(&unsuitable, 1),
            Err(GenerateError::Solver(SolverError::Unsupported(_)))
        ));
    }
}
