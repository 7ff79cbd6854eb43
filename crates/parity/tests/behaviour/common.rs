//! What the behaviour tests share: the built program and its records.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

/// The built program, in a directory of its own so that no results end up in the repository.
pub(crate) fn parity(arguments: &[&str]) -> Output {
    run(Command::new(env!("CARGO_BIN_EXE_parity")), arguments)
}

/// The example program whose registry has lying solvers too.
pub(crate) fn lying_solvers(arguments: &[&str]) -> Output {
    run(Command::new(lying_program()), arguments)
}

/// Where Cargo puts examples: beside the binaries, in a folder of their own. `cargo test` builds them
/// anew, but not when it is told to run one test file only.
pub(crate) fn lying_program() -> PathBuf {
    let binaries = PathBuf::from(env!("CARGO_BIN_EXE_parity"));
    let name = format!("lying_solvers{}", std::env::consts::EXE_SUFFIX);
    let path = binaries.with_file_name("examples").join(name);
    assert!(path.exists(), "build it with `cargo build -p parity --examples`");
    path
}

fn run(mut program: Command, arguments: &[&str]) -> Output {
    let directory = tempfile::tempdir().expect("a temporary directory");
    program.args(arguments).current_dir(&directory).output().expect("the program starts")
}

/// The exit code.
pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().unwrap_or_else(|| panic!("killed by a signal: {output:?}"))
}

/// Standard output as text.
pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("standard output is UTF-8")
}

/// Standard error as text.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("standard error is UTF-8")
}

/// The record on standard output, which must be valid against the schema.
pub(crate) fn record(output: &Output) -> Value {
    let text = stdout(output);
    let record = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    validate(&record);
    record
}

/// Panics unless the record is valid against the schema that the repository keeps.
pub(crate) fn validate(record: &Value) {
    validate_as(include_str!("../../schema/record.schema.json"), record);
}

/// Panics unless the value is valid against a schema.
pub(crate) fn validate_as(schema: &str, record: &Value) {
    let schema: Value = serde_json::from_str(schema).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is a schema");
    let errors: Vec<String> =
        validator.iter_errors(record).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}

/// The runs of a record.
pub(crate) fn runs(record: &Value) -> &[Value] {
    record["runs"].as_array().expect("a record has runs")
}
