//! Generic algorithms over a [`Model`](crate::Model): they solve whatever can be stated.
//!
//! | file | what it is |
//! |---|---|
//! | [`backtracking`] | the search of every first lesson, with and without MRV |
//! | [`tree`] | the loop that the following three share, and its rows |
//! | [`forward_checking`] | look-ahead from each decision |
//! | [`arc_consistency`] | a support for every value: AC-3, AC-2001 |
//! | [`all_different`] | propagators of three strengths for all-different constraints |
//! | [`branching`] | orders of variables and values |
//! | [`dancing_links`] | exact cover |
//! | [`cdcl`] | clause learning, as SAT engines do it |
//! | [`restarts`] | beginning again, with other random choices |
//! | [`branch_and_bound`] | the best solution of a model with an objective, and the proof |
//! | [`limited_discrepancy`] | leaves by how often the value order was not followed |

pub mod all_different;
pub mod arc_consistency;
pub mod assignment;
pub mod backtracking;
pub mod branch_and_bound;
pub mod branching;
pub mod cdcl;
pub mod dancing_links;
pub mod domains;
mod exact_cover;
pub mod forward_checking;
pub mod limited_discrepancy;
mod occurrences;
mod propagation;
pub mod restarts;
pub mod tree;

use crate::solver::Solver;

/// The rows that have a constant of their own.
const SOLVERS: &[&dyn Solver] = &[
    &backtracking::ROW,
    &backtracking::MRV_ROW,
    &forward_checking::ROW,
    &forward_checking::LAST_FREED_FIRST_ROW,
    &arc_consistency::ROW,
    &arc_consistency::AC_2001_ROW,
    &all_different::VALUE_ROW,
    &all_different::BOUNDS_ROW,
    &all_different::DOMAIN_ROW,
    &restarts::LUBY_ROW,
    &restarts::GEOMETRIC_ROW,
    &limited_discrepancy::ROW,
    &dancing_links::ROW,
    &cdcl::ROW,
    &branch_and_bound::ROW,
];

/// The rows of the generic algorithms.
pub fn solvers() -> impl Iterator<Item = &'static dyn Solver> {
    SOLVERS.iter().copied().chain(tree::rows())
}
