//! The solvers of all crates, found by id or family.

use parity_core::{Family, Solver};

/// The rows that a program knows.
#[derive(Clone)]
pub struct Registry {
    rows: Vec<&'static dyn Solver>,
}

/// A name that is not in the registry.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} `{name}`{}", suggestion.as_ref().map_or(String::new(), |s| format!("; did you mean `{s}`?")))]
pub struct Unknown {
    what: &'static str,
    name: String,
    suggestion: Option<String>,
}

impl Unknown {
    /// An unknown name, with the most similar of the known ones as a suggestion.
    pub fn new<'a>(
        what: &'static str,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        let similar = known.into_iter().map(|known| (strsim::jaro_winkler(name, known), known));
        let best = similar.max_by(|a, b| a.0.total_cmp(&b.0)).filter(|best| best.0 > 0.7);
        Unknown { what, name: name.to_owned(), suggestion: best.map(|best| best.1.to_owned()) }
    }
}

impl Registry {
    /// The rows of this workspace, by family.
    pub fn standard() -> Self {
        let engines =
            [sat_backend::SOLVERS, smt_backend::SOLVERS, ilp_backend::SOLVERS, cp_backend::SOLVERS];
        Registry {
            rows: parity_core::solvers().chain(engines.into_iter().flatten().copied()).collect(),
        }
    }

    /// These rows and no others.
    pub fn of(rows: impl IntoIterator<Item = &'static dyn Solver>) -> Self {
        Registry { rows: rows.into_iter().collect() }
    }

    /// The rows, in order.
    pub fn rows(&self) -> &[&'static dyn Solver] {
        &self.rows
    }

    /// The row with this id.
    ///
    /// # Errors
    /// If there is none.
    pub fn get(&self, id: &str) -> Result<&'static dyn Solver, Unknown> {
        let found = self.rows.iter().find(|row| row.card().id == id);
        found.copied().ok_or_else(|| self.unknown(id))
    }

    /// The rows that a pattern names: an id, or a prefix of ids followed by `*`.
    ///
    /// # Errors
    /// If there is none.
    pub fn matching(&self, pattern: &str) -> Result<Vec<&'static dyn Solver>, Unknown> {
        let Some(prefix) = pattern.strip_suffix('*') else {
            return Ok(vec![self.get(pattern)?]);
        };
        let rows: Vec<_> =
            self.rows.iter().filter(|row| row.card().id.starts_with(prefix)).copied().collect();
        if rows.is_empty() { Err(self.unknown(pattern)) } else { Ok(rows) }
    }

    fn unknown(&self, id: &str) -> Unknown {
        Unknown::new("solver", id, self.rows.iter().map(|row| &*row.card().id))
    }

    /// The family with this name.
    ///
    /// # Errors
    /// If there is none.
    pub fn family(name: &str) -> Result<Family, Unknown> {
        let found = Family::ALL.into_iter().find(|family| family.name() == name);
        found.ok_or_else(|| Unknown::new("family", name, Family::ALL.map(Family::name)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_in_kebab_case() {
        let registry = Registry::standard();
        let mut ids: Vec<_> = registry.rows().iter().map(|row| row.card().id.clone()).collect();
        for id in &ids {
            let plain = |c: char| {
                c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '/' || c == '.'
            };
            assert!(!id.is_empty() && id.chars().all(plain), "{id}");
        }
        let count = ids.len();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), count, "an id occurs twice");
    }

    #[test]
    fn every_family_has_a_featured_row() {
        let registry = Registry::standard();
        for family in Family::ALL {
            let featured =
                |row: &&'static dyn Solver| row.card().featured && row.card().family == family;
            assert!(registry.rows().iter().any(featured), "{family}");
        }
    }

    #[test]
    fn unknown_names_come_with_a_suggestion() {
        let registry = Registry::standard();
        let error = registry.get("bakctracking").err().map(|error| error.to_string());
        assert_eq!(
            error.as_deref(),
            Some("there is no solver `bakctracking`; did you mean `backtracking`?")
        );
        assert_eq!(Registry::family("zzz").unwrap_err().to_string(), "there is no family `zzz`");
        assert!(registry.matching("backtracking*").is_ok_and(|rows| rows.len() > 1));
        assert!(registry.matching("zzz*").is_err());
    }
}
