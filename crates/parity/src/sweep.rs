//! Many cells from one configuration: planned, run in a shuffled order, kept as they finish, and
//! gathered into ordinary records.
//!
//! | file | noun |
//! |---|---|
//! | [`config`] | what a configuration file says, with the place of every mistake |
//! | [`section`] | what a section of it means: instances, solvers, groups |
//! | [`plan`] | the records and cells that a configuration means, and their order |
//! | [`shard`] | one of several shares of the cells |
//! | [`journal`] | the finished cells on disk: a line each, synchronised before the next begins |
//! | [`version`] | what a finished cell depends on beside its parameters |
//! | [`execution`] | runs what the journal does not have |
//! | [`gathering`] | records from finished cells |
//! | [`manifest`] | what a directory of results was made from |
//! | [`merge`] | the records of several shards from their journals |

pub mod config;
pub mod execution;
pub mod gathering;
pub mod journal;
pub mod manifest;
pub mod merge;
pub mod plan;
pub mod section;
pub mod shard;
pub mod version;

pub use config::Configuration;
pub use execution::{Execution, Follower};
pub use gathering::{Finished, Gathering};
pub use journal::{Entry, Journal};
pub use manifest::Manifest;
pub use plan::{Group, Plan, Planned};
pub use shard::Shard;
