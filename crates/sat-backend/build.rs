//! Tells the crate which engines it is linked with; the libraries themselves do not say.

use std::path::Path;

fn main() {
    // The folder at run time: a target folder may have been made by another clone.
    let folder = std::env::var_os("CARGO_MANIFEST_DIR").expect("Cargo says where it is");
    let lock = Path::new(&folder).join("../../Cargo.lock");
    println!("cargo::rerun-if-changed={}", lock.display());
    let lock = std::fs::read_to_string(lock).unwrap_or_default();
    for engine in ["varisat", "batsat"] {
        let version = lock
            .split("[[package]]")
            .find(|package| package.contains(&format!("name = \"{engine}\"\n")))
            .and_then(|package| package.split("version = \"").nth(1)?.split('"').next())
            .unwrap_or("of unknown version");
        println!("cargo::rustc-env={}_VERSION={version}", engine.to_uppercase());
    }
}
