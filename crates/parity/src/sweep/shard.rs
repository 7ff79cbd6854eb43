//! One of several shares of a sweep.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One of several shares of the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which one, from 0.
    pub index: u64,
    /// Of how many.
    pub of: u64,
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| {
            Some(Shard { index: index.parse().ok()?, of: of.parse().ok()? })
        });
        match numbers {
            Some(shard) if shard.index < shard.of => Ok(shard),
            _ => Err("give I/K with I from 0 to K - 1, such as 0/4".to_owned()),
        }
    }
}
