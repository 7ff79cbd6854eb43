//! Dancing links: Algorithm X on an exact cover problem, undone by the links themselves (Knuth,
//! *Dancing Links*, 2000; TAOCP 7.2.2.1, whose step labels the code keeps).
//!
//! The options of each item form a circular list, and so do the primary items still to be covered.
//! A node that is unlinked keeps its own links: they say where it was, so that it is put back in two
//! assignments, provided that everything unlinked later is back already.
//!
//! The item with the fewest options is covered first (MRV). It may be a variable or a value that
//! some variable must take: unlike the searches that branch on variables, this one also notices
//! that a column has but one square left for a queen.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::{Literal, Model, Value, Variable};
use crate::observer::{Event, Observer};
use crate::search::assignment::Assignment;
use crate::search::exact_cover::ExactCover;
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// Dancing links, smallest item first.
pub const ROW: Row<DancingLinks> = Row {
    card: Card {
        id: Cow::Borrowed("dancing-links"),
        family: Family::HandWritten,
        technique: "exact cover",
        summary: Cow::Borrowed("variables and values to be taken as items, smallest item first"),
        reference: "Knuth 2000",
        tasks: COMPLETE,
        scope: Scope::Models,
        featured: true,
    },
    search: DancingLinks,
};

/// Algorithm X with dancing links.
#[derive(Clone, Copy, Debug)]
pub struct DancingLinks;

impl Search for DancingLinks {
    type Instance = Model;

    fn search<O: Observer>(&self, model: &Model, _seed: u64, observer: &mut O) -> ControlFlow<()> {
        let cover = ExactCover::new(model);
        let side = Assignment::without_differences(model);
        if !side.possible() {
            return ControlFlow::Continue(());
        }
        let mut dance = Dance {
            items: Items::new(&cover),
            nodes: Nodes::new(&cover),
            options: &cover.options,
            variables: model.len(),
            side,
            solution: vec![0; model.len()],
            observer,
        };
        // X1. [Initialize.]
        dance.cover_items(0)
    }
}

/// The primary items still to be covered, as a circular list with a head at 0; item i of the
/// problem is number i + 1. Secondary items are numbered but never in the list.
struct Items {
    left: Vec<u32>,
    right: Vec<u32>,
    /// Number of options that contain the item and could still be chosen.
    length: Vec<u32>,
}

impl Items {
    fn new(cover: &ExactCover) -> Self {
        let primary = cover.primary as u32;
        let mut length = vec![0; cover.items + 1];
        for &item in cover.options.iter().flat_map(|(_, items)| items) {
            length[item + 1] += 1;
        }
        // A secondary item is linked to itself, so that unlinking it does nothing.
        let own = primary + 1..=cover.items as u32;
        Items {
            left: std::iter::once(primary).chain(0..primary).chain(own.clone()).collect(),
            right: (1..=primary).chain([0]).chain(own).collect(),
            length,
        }
    }

    fn unlink(&mut self, item: u32) {
        let (left, right) = (self.left[item as usize], self.right[item as usize]);
        self.right[left as usize] = right;
        self.left[right as usize] = left;
    }

    fn relink(&mut self, item: u32) {
        let (left, right) = (self.left[item as usize], self.right[item as usize]);
        self.right[left as usize] = item;
        self.left[right as usize] = item;
    }

    /// The item with the fewest options, the leftmost of several; `None` if all are covered.
    fn smallest(&self) -> Option<u32> {
        let uncovered =
            std::iter::successors(Some(self.right[0]), |&i| Some(self.right[i as usize]));
        uncovered.take_while(|&item| item != 0).min_by_key(|&item| self.length[item as usize])
    }
}

/// The nodes: a head for each item, then the options, each followed by a spacer.
struct Nodes {
    up: Vec<u32>,
    down: Vec<u32>,
    /// The item of a node; of a spacer, `SPACER` plus the number of the option before it.
    item: Vec<u32>,
}

/// Set in [`Nodes::item`] where a node is a spacer.
const SPACER: u32 = 1 << 31;

impl Nodes {
    fn new(cover: &ExactCover) -> Self {
        let heads = 0..=cover.items as u32;
        let mut nodes = Nodes {
            up: heads.clone().collect(),
            down: heads.clone().collect(),
            item: heads.collect(),
        };
        nodes.push(0, 0, SPACER);
        for (option, (_, items)) in (0u32..).zip(&cover.options) {
            let first = nodes.up.len() as u32;
            for &item in items {
                let head = item as u32 + 1;
                let (node, last) = (nodes.up.len() as u32, nodes.up[head as usize]);
                nodes.push(last, head, head);
                nodes.down[last as usize] = node;
                nodes.up[head as usize] = node;
            }
            // Up from a spacer is the first node of the option before it.
            nodes.push(first, 0, SPACER | option);
        }
        nodes
    }

    fn push(&mut self, up: u32, down: u32, item: u32) {
        self.up.push(up);
        self.down.push(down);
        self.item.push(item);
    }

    /// Whether the node is a spacer, and if so the number of the option before it.
    fn spacer(&self, node: u32) -> Option<usize> {
        let item = self.item[node as usize];
        (item & SPACER != 0).then_some((item ^ SPACER) as usize)
    }

    /// The node to the right in the same option, from the last one round to the first; and the
    /// option, when the end was passed.
    fn next(&self, node: u32) -> (u32, Option<usize>) {
        match self.spacer(node + 1) {
            None => (node + 1, None),
            Some(option) => (self.up[node as usize + 1], Some(option)),
        }
    }

    /// The node to the left, from the first one round to the last.
    fn previous(&self, node: u32) -> u32 {
        if self.spacer(node - 1).is_none() {
            return node - 1;
        }
        let mut last = node;
        while self.spacer(last + 1).is_none() {
            last += 1;
        }
        last
    }

    /// The number of the option that a node belongs to.
    fn option(&self, node: u32) -> usize {
        let mut spacers = (node..).map(|node| self.spacer(node));
        spacers.find_map(|option| option).expect("every option ends with a spacer")
    }
}

/// A search under way.
struct Dance<'a, O> {
    items: Items,
    nodes: Nodes,
    options: &'a [(Literal, Vec<usize>)],
    /// Number of variables: the items from 1 to this one.
    variables: usize,
    /// The constraints that are not translated.
    side: Assignment<'a>,
    solution: Vec<Value>,
    observer: &'a mut O,
}

impl<O: Observer> Dance<'_, O> {
    /// Covers the items that are left in every possible way.
    fn cover_items(&mut self, depth: usize) -> ControlFlow<()> {
        // X2. [Enter level.] X3. [Choose i.]
        let Some(item) = self.items.smallest() else {
            return self.observer.observe(Event::Solution(&self.solution));
        };
        if self.items.length[item as usize] == 0 {
            return self.observer.observe(match item as usize {
                item if item <= self.variables => {
                    Event::WipeOut { variable: Variable(item as u32 - 1) }
                }
                _ => Event::Conflict { learned: 0 },
            });
        }
        self.observer.observe(Event::Node { depth })?;
        // X4. [Cover i.]
        self.cover(item, None)?;
        let mut chosen = self.nodes.down[item as usize];
        while chosen != item {
            let Literal { variable, value } = self.options[self.nodes.option(chosen)].0;
            if self.side.is_safe(variable, value) {
                self.observer.observe(Event::Decision { variable, value })?;
                self.side.assign(variable, value);
                self.solution[variable.index()] = value;
                // X5. [Try x.] Cover the other items of the option.
                let mut node = self.nodes.next(chosen).0;
                while node != chosen {
                    self.cover(self.nodes.item[node as usize], Some(variable))?;
                    node = self.nodes.next(node).0;
                }
                self.cover_items(depth + 1)?;
                // X6. [Try again.] Uncover them in the opposite order.
                node = self.nodes.previous(chosen);
                while node != chosen {
                    self.uncover(self.nodes.item[node as usize]);
                    node = self.nodes.previous(node);
                }
                self.side.unassign(variable);
                self.observer.observe(Event::Backtrack { depth })?;
            }
            chosen = self.nodes.down[chosen as usize];
        }
        // X7. [Backtrack.] X8. [Leave level.]
        self.uncover(item);
        ControlFlow::Continue(())
    }

    /// Takes an item from the list and hides every option that contains it. Options of other
    /// variables are reported if a variable was decided.
    fn cover(&mut self, item: u32, decided: Option<Variable>) -> ControlFlow<()> {
        let mut node = self.nodes.down[item as usize];
        while node != item {
            let hidden = self.options[self.hide(node)].0;
            if decided.is_some_and(|decided| decided != hidden.variable) {
                self.observer.observe(Event::Propagation {
                    variable: hidden.variable,
                    value: hidden.value,
                })?;
            }
            node = self.nodes.down[node as usize];
        }
        self.items.unlink(item);
        ControlFlow::Continue(())
    }

    /// The opposite of [`Dance::cover`].
    fn uncover(&mut self, item: u32) {
        self.items.relink(item);
        let mut node = self.nodes.up[item as usize];
        while node != item {
            self.unhide(node);
            node = self.nodes.up[node as usize];
        }
    }

    /// Unlinks the other nodes of an option from their items. Says which option it was.
    fn hide(&mut self, node: u32) -> usize {
        let (mut other, mut passed) = self.nodes.next(node);
        let mut option = passed;
        while other != node {
            let (up, down) = (self.nodes.up[other as usize], self.nodes.down[other as usize]);
            self.nodes.down[up as usize] = down;
            self.nodes.up[down as usize] = up;
            self.items.length[self.nodes.item[other as usize] as usize] -= 1;
            (other, passed) = self.nodes.next(other);
            option = option.or(passed);
        }
        option.expect("going round passes the end")
    }

    /// The opposite of [`Dance::hide`].
    fn unhide(&mut self, node: u32) {
        let mut other = self.nodes.previous(node);
        while other != node {
            let (up, down) = (self.nodes.up[other as usize], self.nodes.down[other as usize]);
            self.nodes.down[up as usize] = other;
            self.nodes.up[down as usize] = other;
            self.items.length[self.nodes.item[other as usize] as usize] += 1;
            other = self.nodes.previous(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::{Problem, Queens};

    #[test]
    fn covering_and_uncovering_leaves_no_trace() {
        let cover = ExactCover::new(&Queens::new(5).model());
        let mut observer = crate::observer::Counting::default();
        let model = Model::new();
        let mut dance = Dance {
            items: Items::new(&cover),
            nodes: Nodes::new(&cover),
            options: &cover.options,
            variables: 5,
            side: Assignment::without_differences(&model),
            solution: Vec::new(),
            observer: &mut observer,
        };
        let links = |dance: &Dance<_>| {
            (
                (dance.items.left.clone(), dance.items.right.clone()),
                (dance.nodes.up.clone(), dance.nodes.down.clone()),
                dance.items.length.clone(),
            )
        };
        let before = links(&dance);
        let order = [3, 7, 1, 12];
        for item in order {
            assert!(dance.cover(item, None).is_continue());
        }
        assert_ne!(links(&dance), before);
        for item in order.into_iter().rev() {
            dance.uncover(item);
        }
        assert_eq!(links(&dance), before);
    }

    #[test]
    fn options_go_round() {
        let cover = ExactCover::new(&Queens::new(4).model());
        let nodes = Nodes::new(&cover);
        for head in 1..=cover.items as u32 {
            let node = nodes.down[head as usize];
            assert_eq!(nodes.previous(nodes.next(node).0), node);
            assert!(cover.options[nodes.option(node)].1.contains(&(head as usize - 1)));
        }
    }
}
