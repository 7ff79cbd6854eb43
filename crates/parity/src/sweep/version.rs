//! What a finished cell depends on beside its parameters. When it changes, the cell runs anew, and
//! only such cells.

use std::fs::File;
use std::io::{self, BufReader, Read};

use parity_core::{Family, Solver};
use xxhash_rust::xxh3::Xxh3;

/// The version of this program, as it is running.
#[derive(Clone, Debug)]
pub struct Program {
    /// Hash of its file.
    binary: String,
}

impl Program {
    /// The running program.
    ///
    /// # Errors
    /// If its file cannot be read.
    pub fn current() -> io::Result<Self> {
        let mut file = BufReader::new(File::open(crate::supervisor::this_program()?)?);
        let mut hash = Xxh3::new();
        let mut buffer = vec![0; 1 << 16];
        while let count @ 1.. = file.read(&mut buffer)? {
            hash.update(&buffer[..count]);
        }
        Ok(Program { binary: format!("{:032x}", hash.digest128()) })
    }

    /// What a row's results depend on. The time of a hand-written row may change with any change of
    /// the program; that of an engine with the engine, and with our translation and measurement.
    pub fn version(&self, solver: &dyn Solver) -> String {
        let sources = match solver.card().family {
            Family::HandWritten => return format!("program {}", self.binary),
            Family::Sat => env!("PARITY_SOURCES_SAT"),
            Family::Smt => env!("PARITY_SOURCES_SMT"),
            Family::Ilp => env!("PARITY_SOURCES_ILP"),
            Family::Cp => env!("PARITY_SOURCES_CP"),
        };
        let engine = solver.engine_version().unwrap_or_else(|| "no engine".to_owned());
        let build = concat!(env!("PARITY_PROFILE"), " ", env!("PARITY_OPT_LEVEL"));
        format!("{engine}, {build}, sources {sources}")
    }
}
