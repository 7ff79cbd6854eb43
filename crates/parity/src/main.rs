//! The command-line program; everything is in the library, so that a program with more solvers of
//! its own is as short as this one.

use std::process::ExitCode;

fn main() -> ExitCode {
    parity::run(&parity::Registry::standard(), std::env::args_os())
}
