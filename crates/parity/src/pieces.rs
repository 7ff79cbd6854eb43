//! A long count of queens, piece by piece: what is written of each, what they add up to, and how
//! long the whole will take.
//!
//! | file | noun |
//! |---|---|
//! | [`record`] | what is written of a piece |
//! | [`share`] | the pieces of one job, computed and kept |
//! | [`mod@merge`] | the pieces of a directory, checked and added up |
//! | [`efficiency`] | what cutting costs, and what a second process gains |
//! | [`estimate`] | the processor time of a count from a sample of its pieces, and its growth |
//!
//! Which units a piece is made of says [`parity_core::queens::counting::pieces`]: it depends on the
//! size of the board and the number of pieces only, so pieces can be computed anywhere and in any
//! order, and one that is there already need not be computed again.

pub mod efficiency;
pub mod estimate;
pub mod merge;
pub mod record;
pub mod share;

pub use merge::{Merged, merge};
pub use record::PieceRecord;
pub use share::Share;
