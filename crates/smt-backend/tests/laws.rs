//! Every row of this crate obeys every law.

#[test]
fn every_row_obeys_the_laws() {
    for solver in smt_backend::SOLVERS {
        parity_core::laws::check(*solver);
    }
}
