//! Named counters: the effort of a run, or the size of an encoding.

use serde::{Deserialize, Serialize};

/// Counters by name, in the order in which they were first set. A name that is absent was not
/// measured, which is not the same as zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Tally(#[serde(with = "pairs")] Vec<(String, u64)>);

impl Tally {
    /// No counter.
    pub fn new() -> Self {
        Tally::default()
    }

    /// Adds a counter, or replaces it.
    #[must_use]
    pub fn with(mut self, name: &str, value: u64) -> Self {
        self.set(name, value);
        self
    }

    /// Sets a counter.
    pub fn set(&mut self, name: &str, value: u64) {
        match self.0.iter_mut().find(|entry| entry.0 == name) {
            Some(entry) => entry.1 = value,
            None => self.0.push((name.to_owned(), value)),
        }
    }

    /// The value of a counter, if it was measured.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.0.iter().find(|entry| entry.0 == name).map(|entry| entry.1)
    }

    /// The counters in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, u64)> {
        self.0.iter().map(|(name, value)| (name.as_str(), *value))
    }

    /// Whether nothing was measured.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

mod pairs {
    //! A JSON object in the order of the pairs.
    use serde::de::{MapAccess, Visitor};
    use serde::{Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(
        pairs: &[(String, u64)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_map(pairs.iter().map(|(name, value)| (name, value)))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Vec<(String, u64)>, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Vec<(String, u64)>;

            fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
                formatter.write_str("an object of counters")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(pairs)
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}
