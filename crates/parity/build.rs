//! Tells the program with what it was built, so that a result file can say so.

use std::path::Path;
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
    println!("cargo:rerun-if-changed=build.rs");
    // The log of HEAD grows with every commit. Where there is no repository there is no commit.
    if let Some(log) = output("git", &["rev-parse", "--git-path", "logs/HEAD"])
        && Path::new(&log).exists()
    {
        println!("cargo:rerun-if-changed={log}");
    }
}

fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
