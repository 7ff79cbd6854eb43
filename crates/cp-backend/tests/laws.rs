//! Every row of this crate obeys every law.

use cp_backend::SOLVERS;

/// Checks the rows of one engine.
fn obeys_the_laws(engine: &str) {
    let rows = SOLVERS.iter().filter(|row| row.card().id.starts_with(engine));
    assert!(rows.clone().count() > 0);
    rows.for_each(|row| parity_core::laws::check(*row));
}

#[test]
fn every_row_of_pumpkin_obeys_the_laws() {
    obeys_the_laws("pumpkin");
}

/// Where it is installed.
#[test]
fn every_row_of_cp_sat_obeys_the_laws() {
    obeys_the_laws("cp-sat");
}
