//! Every row of this crate obeys every law.

fn rows_obey_the_laws(engine: &str) {
    let rows = ilp_backend::SOLVERS.iter();
    for solver in rows.filter(|solver| solver.card().id.starts_with(engine)) {
        parity_core::laws::check(*solver);
    }
}

#[test]
fn every_highs_row_obeys_the_laws() {
    rows_obey_the_laws("highs");
}

#[test]
fn every_microlp_row_obeys_the_laws() {
    rows_obey_the_laws("microlp");
}

#[test]
fn every_cbc_row_obeys_the_laws() {
    rows_obey_the_laws("cbc");
}
