//! Tells the program with what it was built, so that a result file can say so.

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::Hasher;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let commit = output("git", &["rev-parse", "--short=12", "HEAD"]).unwrap_or_default();
    println!("cargo:rustc-env=PARITY_COMMIT={commit}");
    println!(
        "cargo:rustc-env=PARITY_COMPILER={}",
        output(&rustc, &["--version"]).unwrap_or_default()
    );
    for (name, variable) in
        [("PROFILE", "PROFILE"), ("OPT_LEVEL", "OPT_LEVEL"), ("TARGET", "TARGET")]
    {
        println!("cargo:rustc-env=PARITY_{name}={}", std::env::var(variable).unwrap_or_default());
    }
    fingerprint_sources();
    println!("cargo:rerun-if-changed=build.rs");
    // The log of HEAD grows with every commit. Where there is no repository there is no commit.
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo:rerun-if-changed={log}");
    }
}

/// Fingerprints of what the results of an engine depend on beside the engine: the language, the
/// measurement and the translation. A sweep keeps results for as long as they stay the same.
fn fingerprint_sources() {
    let common = ["../core/src", "src/worker.rs", "src/supervisor.rs", "src/cell.rs"];
    for (name, backend) in [
        ("SAT", "../sat-backend/src"),
        ("SMT", "../smt-backend/src"),
        ("ILP", "../ilp-backend/src"),
        ("CP", "../cp-backend/src"),
    ] {
        let mut hasher = DefaultHasher::new();
        for place in common.into_iter().chain([backend]) {
            println!("cargo:rerun-if-changed={place}");
            for file in files(Path::new(place)) {
                hasher.write(file.to_string_lossy().as_bytes());
                hasher.write(&fs::read(&file).unwrap_or_default());
            }
        }
        println!("cargo:rustc-env=PARITY_SOURCES_{name}={:016x}", hasher.finish());
    }
}

/// A file, or the files below a directory, in a fixed order.
fn files(place: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(place) else { return vec![place.to_owned()] };
    let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    inside.sort();
    inside.iter().flat_map(|path| files(path)).collect()
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
