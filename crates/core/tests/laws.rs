//! Every row of this crate obeys every law.

#[test]
fn every_row_obeys_the_laws() {
    parity_core::laws::check_all(parity_core::solvers());
}
