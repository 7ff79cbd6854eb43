//! The images of a representative, streamed.

use std::array;
use std::ops::ControlFlow;

use crate::model::Value;
use crate::observer::{Event, Observer};
use crate::queens::bitmask::MAX_SIZE;
use crate::queens::counting::prefix::Prefix;

/// The class of the prefixes whose solutions have eight images and no other representative.
const EIGHT: usize = 3;

/// Streams the orbits of the solutions below a prefix.
pub(super) struct Orbits<'a, O> {
    pub(super) n: usize,
    pub(super) prefix: &'a Prefix,
    /// The representative first, the others as `turn` leaves them.
    images: [Board; 8],
    pub(super) observer: &'a mut O,
}

/// A column for each row, at one end.
type Board = [Value; MAX_SIZE];

impl<'a, O: Observer> Orbits<'a, O> {
    /// With the queens of the border on the board.
    pub(super) fn new(n: usize, prefix: &'a Prefix, observer: &'a mut O) -> Self {
        let (border, last) = (prefix.border, n - 1);
        let mut orbits = Orbits { n, prefix, images: [[0; MAX_SIZE]; 8], observer };
        orbits.place(0, border.first_row);
        orbits.place(last, border.last_row);
        orbits.place(border.first_column, 0);
        orbits.place(border.last_column, last);
        orbits
    }

    /// Places the queen of a row of the representative.
    #[inline(always)]
    pub(super) fn place(&mut self, row: usize, column: usize) {
        self.images[0][row] = column as Value;
    }

    /// Streams the images of the representative.
    #[inline]
    pub(super) fn stream(&mut self) -> ControlFlow<()> {
        turn(&mut self.images, self.n);
        let mut images = slices(&self.images, self.n);
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
const UPSIDE_DOWN: usize = 4;

/// Makes the images of the first board; the last four are upside down, at the end of their arrays.
/// All loops but one have a fixed length, and the compiler makes vectors of them.
#[inline]
fn turn(images: &mut [Board; 8], n: usize) {
    let last = n as Value - 1;
    let (upright, upside_down) = images.split_at_mut(UPSIDE_DOWN);
    let [board, mirrored, transposed, turned] = upright else { unreachable!("four images") };
    for row in 0..n {
        transposed[board[row] as usize % MAX_SIZE] = row as Value;
    }
    for row in 0..MAX_SIZE {
        mirrored[row] = last - board[row];
        turned[row] = last - transposed[row];
    }
    for (image, upright) in upside_down.iter_mut().zip(upright) {
        for row in 0..MAX_SIZE {
            image[MAX_SIZE - 1 - row] = upright[row];
        }
    }
}

/// The rows that each image has.
#[inline]
fn slices(images: &[Board; 8], n: usize) -> [&[Value]; 8] {
    array::from_fn(|index| {
        let rows = if index < UPSIDE_DOWN { 0..n } else { MAX_SIZE - n..MAX_SIZE };
        &images[index][rows]
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::symmetry;

    #[test]
    fn the_images_are_those_of_the_square() {
        for board in [&[1, 3, 0, 2][..], &[0, 4, 7, 5, 2, 6, 1, 3], &[2, 4, 1, 7, 0, 6, 3, 5]] {
            let n = board.len();
            let mut boards = [[0; MAX_SIZE]; 8];
            boards[0][..n].copy_from_slice(board);
            turn(&mut boards, n);
            let images = slices(&boards, n).map(<[Value]>::to_vec);
            assert_eq!(images[0], board);
            assert!(board.iter().eq(images[UPSIDE_DOWN].iter().rev()));
            let symmetries = symmetry::of_the_square(n);
            let expected = symmetry::images(board, &symmetries);
            assert_eq!(BTreeSet::from(images), expected.into_iter().collect());
        }
    }
}
