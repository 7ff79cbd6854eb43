//! Tells the crate which varisat it is linked with; the library itself does not say.

use std::path::Path;

fn main() {
    let lock = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    let lock = std::fs::read_to_string(lock).unwrap_or_default();
    let version = lock
        .split("[[package]]")
        .find(|package| package.contains("name = \"varisat\"\n"))
        .and_then(|package| package.split("version = \"").nth(1)?.split('"').next())
        .unwrap_or("of unknown version");
    println!("cargo::rustc-env=VARISAT_VERSION={version}");
}
