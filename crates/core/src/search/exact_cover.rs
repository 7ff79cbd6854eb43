//! A model as an exact cover problem.
//!
//! Given *items* and *options*, each a set of items, find options that contain every primary item
//! exactly once and every secondary item at most once (Knuth, TAOCP 7.2.2.1). Of a model,
//!
//! * every literal is an option: choosing it means that the variable has the value;
//! * every variable is a primary item, in the options of its values;
//! * every value of an all-different constraint is an item, in the options that give it to some
//!   term: primary if there are as many terms as values, so that one must have it, else secondary.
//!
//! Of queens, rows and columns are primary and diagonals secondary. Other constraints have no
//! translation; a search checks them as it chooses.

use crate::model::{Constraint, Literal, Model};

/// Items and options. Items are numbered from 0, the primary ones first.
#[derive(Debug)]
pub(crate) struct ExactCover {
    /// Number of items that must be covered exactly once. The first of them are the variables.
    pub(crate) primary: usize,
    /// Number of all items.
    pub(crate) items: usize,
    /// The options: a literal and its items, ascending.
    pub(crate) options: Vec<(Literal, Vec<usize>)>,
}

impl ExactCover {
    /// Translates the variables and all-different constraints of a model.
    pub(crate) fn new(model: &Model) -> Self {
        let mut primary = Vec::new();
        let mut secondary = Vec::new();
        for constraint in model.constraints() {
            match constraint {
                Constraint::AllDifferent(terms) => {
                    for group in model.at_most_ones(terms) {
                        match group.exactly {
                            true => primary.push(group.literals),
                            // One literal alone excludes nothing.
                            false if group.literals.len() == 1 => {}
                            false => secondary.push(group.literals),
                        }
                    }
                }
                Constraint::Linear(_) | Constraint::Lexicographic(_) => {}
            }
        }
        let of_variable = |literal: Literal| vec![literal.variable.index()];
        let mut items_of: Vec<Vec<usize>> = model.literals().map(of_variable).collect();
        let groups = primary.iter().chain(&secondary);
        for (item, group) in (model.len()..).zip(groups) {
            for &literal in group {
                items_of[literal].push(item);
            }
        }
        let primary = model.len() + primary.len();
        let items = primary + secondary.len();
        // An option that holds an item twice is a variable that would differ from itself.
        let possible = |items: &[usize]| items.windows(2).all(|pair| pair[0] < pair[1]);
        let options = model.literals().zip(items_of);
        ExactCover {
            primary,
            items,
            options: options.filter(|(_, items)| possible(items)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Domain, Variable};
    use crate::problem::{Problem, Queens};

    #[test]
    fn queens_have_primary_lines_and_secondary_diagonals() {
        let cover = ExactCover::new(&Queens::new(4).model());
        // Four rows, four columns, and the diagonals of more than one square: five of each slope.
        assert_eq!((cover.primary, cover.items), (8, 18));
        assert_eq!(cover.options.len(), 16);
        assert_eq!(cover.options[0].1.len(), 3, "a corner lies on one long diagonal");
        assert_eq!(cover.options[1].1.len(), 4);
    }

    #[test]
    fn a_variable_that_differs_from_itself_has_no_option() {
        let mut model = Model::new();
        let x = model.variable("x", Domain::range(0..=1));
        model.all_different([x, x]);
        assert!(ExactCover::new(&model).options.is_empty());
        assert_eq!(ExactCover::new(&model).primary, 3, "{:?} and its values", Variable(0));
    }
}
