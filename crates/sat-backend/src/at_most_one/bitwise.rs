//! The bitwise (binary, logarithmic) encoding (Frisch and Peugniez, *Solving Non-Boolean
//! Satisfiability Problems with Stochastic Local Search*, IJCAI 2001; Prestwich, *Variable
//! Dependency in Local Search*, SAT 2007).
//!
//! A literal that holds forces the auxiliary variables to spell its number in binary.

use varisat::Lit;

use super::Encoding;
use crate::Sat;
use crate::formula::{Clauses, Size};
use crate::rows::prefixed;

/// All solutions by prefixes, with this encoding.
pub(crate) const ROW: Sat = prefixed(
    "varisat/bitwise/prefix",
    "bitwise: log k auxiliary variables, k log k clauses",
    "Frisch and Peugniez 2001",
    &Bitwise,
);

/// ⌈log₂ k⌉ auxiliary variables, k ⌈log₂ k⌉ clauses.
#[derive(Clone, Copy, Debug)]
pub struct Bitwise;

/// Bits that tell so many numbers apart.
fn width(numbers: usize) -> usize {
    numbers.next_power_of_two().trailing_zeros() as usize
}

impl Encoding for Bitwise {
    fn encode(&self, literals: &[Lit], clauses: &mut dyn Clauses) {
        let bits: Vec<Lit> = (0..width(literals.len())).map(|_| clauses.fresh()).collect();
        for (number, &literal) in literals.iter().enumerate() {
            for (place, &bit) in bits.iter().enumerate() {
                let zero = number >> place & 1 == 0;
                clauses.add(&[!literal, bit ^ zero]);
            }
        }
    }

    fn size(&self, literals: usize) -> Size {
        Size::new(width(literals), literals * width(literals))
    }
}
