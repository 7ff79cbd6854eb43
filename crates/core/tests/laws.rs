//! Every row of this crate obeys every law.

#[test]
fn every_row_obeys_the_laws() {
    for solver in parity_core::solvers() {
        parity_core::laws::check(solver);
    }
}
