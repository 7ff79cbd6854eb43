//! Every row of this crate obeys every law; those of CP-SAT where it is installed.

#[test]
fn every_row_obeys_the_laws() {
    parity_core::laws::check_all(cp_backend::SOLVERS.iter().copied());
}
