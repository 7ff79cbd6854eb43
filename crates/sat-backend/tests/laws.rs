//! Every row of this crate obeys every law.

use parity_core::laws;

#[test]
fn every_row_obeys_the_laws() {
    for solver in sat_backend::SOLVERS {
        laws::check(*solver);
    }
}
