//! The error of a command that met a wrong answer and has no record to say so in.

/// An answer that breaks the rules or contradicts what is published. It gives exit code 1, which no
/// other error does.
#[derive(Debug, thiserror::Error)]
#[error("WRONG: {0}")]
pub struct WrongAnswer(pub String);
