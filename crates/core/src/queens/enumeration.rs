//! Eightfold images: every solution, of which only one in eight is searched for.
//!
//! The [symmetric prefixes](super::counting::prefix) place the queens of the border such that each
//! orbit of solutions has a representative below one of them. Below a prefix the rows are filled one
//! after the other, and a queen is placed only if the next row and the one after it keep a free
//! square. A representative that is found is turned and mirrored, and its images are streamed.
//!
//! Almost always they are eight, and found once. Only if several border queens are equally near to a
//! corner can an orbit have other representatives, or fewer images: then it is streamed from its
//! least image, and repeated images are left out. So nothing is remembered, and each solution comes
//! once.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::model::{Value, Variable};
use crate::observer::{Event, Observer};
use crate::problem::Queens;
use crate::queens::counting::prefix::{Prefix, Row as Line, prefixes};
use crate::solver::{COMPLETE, Card, Family, Row, Scope, Search};

/// Every solution through representatives and their images.
pub const ROW: Row<EightfoldImages> = Row {
    card: Card {
        id: Cow::Borrowed("eightfold-images"),
        family: Family::HandWritten,
        technique: "symmetric prefixes",
        summary: Cow::Borrowed("one solution in eight is searched for, the others are its images"),
        reference: "Takaken 2003",
        tasks: COMPLETE,
        scope: Scope::Kinds(&["queens"]),
        featured: false,
    },
    search: EightfoldImages,
};

/// Search below symmetric prefixes that streams images.
#[derive(Clone, Copy, Debug)]
pub struct EightfoldImages;

/// The words are 32 bits wide.
const MAX_SIZE: usize = 32;

/// The class of the prefixes whose solutions have eight images and no other representative.
const EIGHT: usize = 3;

impl Search for EightfoldImages {
    type Instance = Queens;

    fn unsupported(&self, queens: &Queens) -> Option<String> {
        (queens.n > MAX_SIZE).then(|| format!("its words hold boards of up to {MAX_SIZE} columns"))
    }

    fn search<O: Observer>(
        &self,
        queens: &Queens,
        _seed: u64,
        observer: &mut O,
    ) -> ControlFlow<()> {
        let n = queens.n;
        if n == 1 {
            return observer.observe(Event::Solution(&[0]));
        }
        for prefix in prefixes(n) {
            let mut below = Below { n, prefix: &prefix, board: [0; MAX_SIZE], observer };
            below.start()?;
        }
        ControlFlow::Continue(())
    }
}

/// Inner columns of a row that are attacked by queens of the rows before, bit 0 being column 1.
#[derive(Clone, Copy)]
struct Attacked {
    columns: u32,
    rising: u32,
    falling: u32,
}

impl Attacked {
    fn free(self, line: &Line) -> u32 {
        !(self.columns | self.rising | self.falling | line.attacked)
    }

    fn with(self, queen: u32, rows: usize) -> Self {
        Attacked {
            columns: self.columns | queen,
            rising: (self.rising | queen) >> rows,
            falling: (self.falling | queen) << rows,
        }
    }

    fn moved(self, rows: usize) -> Self {
        Attacked { rising: self.rising >> rows, falling: self.falling << rows, ..self }
    }
}

/// The search below one prefix.
struct Below<'a, O> {
    n: usize,
    prefix: &'a Prefix,
    board: [Value; MAX_SIZE],
    observer: &'a mut O,
}

impl<O: Observer> Below<'_, O> {
    fn start(&mut self) -> ControlFlow<()> {
        let border = self.prefix.border;
        let last = self.n - 1;
        self.board[0] = border.first_row as Value;
        self.board[last] = border.last_row as Value;
        self.board[border.first_column] = 0;
        self.board[border.last_column] = last as Value;
        let attacked = Attacked { columns: self.prefix.columns, rising: 0, falling: 0 };
        self.extend(&self.prefix.rows, attacked)
    }

    fn extend(&mut self, lines: &[Line], attacked: Attacked) -> ControlFlow<()> {
        let [line, rest @ ..] = lines else {
            return self.images();
        };
        let depth = self.n - lines.len();
        self.observer.observe(Event::Node { depth })?;
        let mut free = attacked.free(line);
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free ^= queen;
            let mut after = attacked;
            if let [next, beyond @ ..] = rest {
                after = attacked.with(queen, next.row - line.row);
                if after.free(next) == 0 {
                    continue;
                }
                if let [second, ..] = beyond
                    && after.moved(second.row - next.row).free(second) == 0
                {
                    continue;
                }
            }
            // Bit 0 is column 1.
            let column = queen.trailing_zeros() as Value + 1;
            self.board[line.row] = column;
            let variable = Variable(line.row as u32);
            self.observer.observe(Event::Decision { variable, value: column })?;
            self.extend(rest, after)?;
            self.observer.observe(Event::Backtrack { depth })?;
        }
        ControlFlow::Continue(())
    }

    /// Streams the images of the board.
    fn images(&mut self) -> ControlFlow<()> {
        let images = images(&self.board[..self.n]);
        let mut images = images.each_ref().map(|image| &image[..self.n]);
        if self.prefix.class == EIGHT {
            for image in images {
                self.observer.observe(Event::Solution(image))?;
            }
            return ControlFlow::Continue(());
        }
        // The least image has its queen nearest to a corner in the first row: the board upside down.
        let upside_down = images[UPSIDE_DOWN];
        images.sort_unstable();
        if images[0] == upside_down {
            for (index, image) in images.iter().enumerate() {
                if index == 0 || images[index - 1] != *image {
                    self.observer.observe(Event::Solution(image))?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

/// Where the board with its rows in reverse order is among the images.
const UPSIDE_DOWN: usize = 2;

/// The eight images of a board, the board first.
fn images(board: &[Value]) -> [[Value; MAX_SIZE]; 8] {
    let last = board.len() - 1;
    let mut transposed = [0; MAX_SIZE];
    for (&column, row) in board.iter().zip(0..) {
        transposed[column as usize] = row;
    }
    let mut images = [[0; MAX_SIZE]; 8];
    let (four, other_four) = images.split_at_mut(4);
    for (board, four) in [(board, four), (&transposed[..=last], other_four)] {
        for (row, &column) in board.iter().enumerate() {
            let mirrored = last as Value - column;
            four[0][row] = column;
            four[1][row] = mirrored;
            four[UPSIDE_DOWN][last - row] = column;
            four[3][last - row] = mirrored;
        }
    }
    images
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::observer::{Collecting, Statistics, Visiting};
    use crate::problem::Problem;
    use crate::queens::bitmask::Bitmask;
    use crate::symmetry;

    #[test]
    fn each_solution_comes_once() {
        for n in 1..=10 {
            let (mut found, mut others) = (Collecting::default(), Collecting::default());
            assert!(EightfoldImages.search(&Queens::new(n), 0, &mut found).is_continue());
            assert!(Bitmask.search(&Queens::new(n), 0, &mut others).is_continue());
            let set: BTreeSet<_> = found.solutions.iter().collect();
            assert_eq!(set.len(), found.solutions.len(), "{n} queens: none twice");
            assert_eq!(set, others.solutions.iter().collect(), "{n} queens");
        }
    }

    #[test]
    fn the_images_are_those_of_the_square() {
        for board in [&[1, 3, 0, 2][..], &[0, 4, 7, 5, 2, 6, 1, 3], &[2, 4, 1, 7, 0, 6, 3, 5]] {
            let n = board.len();
            let images = images(board).map(|image| image[..n].to_vec());
            assert_eq!(images[0], board);
            assert!(board.iter().eq(images[UPSIDE_DOWN].iter().rev()));
            let symmetries = symmetry::of_the_square(n);
            let expected = symmetry::images(board, &symmetries);
            assert_eq!(BTreeSet::from(images), expected.into_iter().collect());
        }
    }

    #[test]
    fn it_visits_a_fraction_of_the_nodes() {
        let nodes = |search: fn(&mut Statistics) -> ControlFlow<()>| {
            let mut statistics = Statistics::default();
            assert!(search(&mut statistics).is_continue());
            (statistics.nodes, statistics.solutions)
        };
        let plain = nodes(|statistics| Bitmask.search(&Queens::new(11), 0, statistics));
        let images = nodes(|statistics| EightfoldImages.search(&Queens::new(11), 0, statistics));
        assert_eq!((plain.1, images.1), (2680, 2680));
        assert!(images.0 * 7 < plain.0, "{images:?} {plain:?}");
    }

    #[test]
    fn it_stops_when_told_so() {
        let mut left = 11;
        let mut visiting = Visiting(|_: &[Value]| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(EightfoldImages.search(&Queens::new(8), 0, &mut visiting).is_break());
        assert_eq!(left, 0);
    }

    #[test]
    #[ignore = "365,596 solutions: cargo test --release -p core --lib enumeration -- --ignored"]
    fn all_of_14() {
        let queens = Queens::new(14);
        let mut checker = crate::Checker::new(&queens).without_orbits();
        let mut visiting = Visiting(|values: &[Value]| {
            assert_eq!(checker.check(values), Ok(()));
            ControlFlow::Continue(())
        });
        assert!(EightfoldImages.search(&queens, 0, &mut visiting).is_continue());
        assert_eq!(checker.count(), queens.published().expect("a small board").solutions);
    }
}
