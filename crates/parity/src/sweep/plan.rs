//! The records and cells that a configuration means, their order and their shards: all a pure
//! function of the configuration, the same on every machine.

use std::collections::{BTreeMap, HashMap, HashSet};

use parity_core::problem::Spec;
use parity_core::{Problem, Task};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::cell::Cell;
use crate::comparison::Comparison;
use crate::record::{Settings, Status};
use crate::registry::Registry;
use crate::sweep::config::Configuration;
use crate::sweep::section::SectionPlan;
use crate::sweep::shard::Shard;

/// One record to be: an instance, a task and a seed, and the solvers that are to answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Group {
    /// The section it is from, which names its directory.
    pub section: String,
    /// The name of its file, without ending.
    pub name: String,
    /// The instance.
    pub problem: Spec,
    /// What is asked.
    pub task: Task,
    /// Limits and seed.
    pub settings: Settings,
    /// Groups that differ only in their size share this, if larger sizes are not run once a solver
    /// has met a limit.
    pub ladder: Option<String>,
    /// The runs.
    pub runs: Vec<PlannedRun>,
}

/// A solver of a group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedRun {
    /// Id of the row.
    pub solver: String,
    /// Id of the cell.
    pub cell: String,
}

/// A cell, which may belong to several groups and still runs once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Planned {
    /// Hash of its parameters.
    pub cell: String,
    /// Id of the row.
    pub solver: String,
    /// The groups that it belongs to.
    pub groups: Vec<usize>,
    /// Cells of the same unit run one after the other, in this order, and in the same shard.
    pub unit: String,
}

/// What a configuration means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Seed of the order.
    pub order_seed: u64,
    /// The records.
    pub groups: Vec<Group>,
    /// The cells, in the order in which they run.
    pub cells: Vec<Planned>,
}

impl Group {
    /// The cell of a solver.
    pub(super) fn cell(&self, solver: &str) -> Cell {
        Cell::new(solver, self.problem.clone(), self.task, &self.settings)
    }

    /// The comparison that the group is, with its problem, as yet without solvers.
    pub fn comparison<'a>(&self, problem: &'a dyn Problem) -> Comparison<'a> {
        Comparison {
            problem,
            task: self.task,
            solvers: Vec::new(),
            settings: self.settings.clone(),
            repeat: true,
        }
    }

    /// The path of its record in the directory of the results.
    pub fn file(&self) -> String {
        format!("{}/{}.json", self.section, self.name)
    }
}

impl Plan {
    /// Plans a configuration.
    ///
    /// # Errors
    /// If it names a problem, solver, family or file that does not exist, or an instance that cannot
    /// be; with line and column.
    pub fn new(configuration: &Configuration, registry: &Registry) -> anyhow::Result<Self> {
        let mut groups: Vec<Group> = Vec::new();
        let mut names = HashSet::new();
        for section in &configuration.sections {
            let name = section.name.get_ref();
            let plain = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
            if name.is_empty() || !name.chars().all(plain) {
                let message = "a name has letters, digits, `-` and `_` only";
                return Err(configuration.mistake(&section.name, message));
            }
            if !names.insert(name.clone()) {
                let message = format!("there is another section `{name}`");
                return Err(configuration.mistake(&section.name, &message));
            }
            groups.extend(SectionPlan { configuration, section }.groups(registry)?);
        }
        let cells = order(&groups, configuration.order_seed);
        Ok(Plan { order_seed: configuration.order_seed, groups, cells })
    }

    /// The cells of a shard, or all of them, in the order in which they run.
    pub fn share(&self, shard: Option<Shard>) -> Vec<&Planned> {
        let Some(shard) = shard else { return self.cells.iter().collect() };
        let mut units: Vec<&str> = Vec::new();
        let mut seen = HashSet::new();
        units.extend(self.cells.iter().map(|cell| &*cell.unit).filter(|unit| seen.insert(*unit)));
        // Neighbours in the shuffled order go to different shards.
        let numbered = units.into_iter().zip(0..);
        let mine: HashSet<&str> = numbered
            .filter(|(_, number)| number % shard.of == shard.index)
            .map(|(unit, _)| unit)
            .collect();
        self.cells.iter().filter(|cell| mine.contains(&*cell.unit)).collect()
    }

    /// Why a run of a group is left out, if the solver has met a limit at a smaller size.
    pub fn stopped(
        &self,
        group: usize,
        solver: &str,
        status: &dyn Fn(&str) -> Option<Status>,
    ) -> Option<String> {
        let group = &self.groups[group];
        let ladder = group.ladder.as_ref()?;
        let smaller = self.groups.iter().filter(|other| {
            other.ladder.as_ref() == Some(ladder) && other.problem.n < group.problem.n
        });
        let mut met: Vec<(u64, Status)> = smaller
            .filter_map(|other| {
                let run = other.runs.iter().find(|run| run.solver == solver)?;
                let status = status(&run.cell)?;
                let limit = matches!(status, Status::Timeout | Status::Memory);
                limit.then_some((other.problem.n.unwrap_or(0), status))
            })
            .collect();
        met.sort_by_key(|(n, _)| *n);
        met.first().map(|(n, status)| match status {
            Status::Memory => format!("it ran out of memory at n = {n}"),
            _ => format!("it ran out of time at n = {n}"),
        })
    }
}

/// The cells of all groups, each once, shuffled by a seed: no solver always runs first, and none
/// always after the same other one. The sizes of a ladder come in ascending order.
fn order(groups: &[Group], seed: u64) -> Vec<Planned> {
    let mut cells: Vec<Planned> = Vec::new();
    let mut known: HashMap<&str, usize> = HashMap::new();
    for (index, group) in groups.iter().enumerate() {
        for run in &group.runs {
            if let Some(&at) = known.get(&*run.cell) {
                cells[at].groups.push(index);
                continue;
            }
            known.insert(&run.cell, cells.len());
            let unit = match &group.ladder {
                Some(ladder) => format!("{ladder} {}", run.solver),
                None => run.cell.clone(),
            };
            let (cell, solver) = (run.cell.clone(), run.solver.clone());
            cells.push(Planned { cell, solver, groups: vec![index], unit });
        }
    }
    cells.sort_by_key(|cell| (xxh3_64_with_seed(cell.cell.as_bytes(), seed), cell.cell.clone()));
    // The places of a unit stay; its cells take them by size.
    let mut places: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (place, cell) in cells.iter().enumerate() {
        places.entry(cell.unit.clone()).or_default().push(place);
    }
    let shuffled = cells.clone();
    for places in places.into_values() {
        let mut by_size: Vec<&Planned> = places.iter().map(|&place| &shuffled[place]).collect();
        by_size.sort_by_key(|cell| groups[cell.groups[0]].problem.n);
        for (place, cell) in places.into_iter().zip(by_size) {
            cells[place] = cell.clone();
        }
    }
    cells
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn plan(text: &str) -> anyhow::Result<Plan> {
        let configuration = Configuration::parse(text, Path::new("x.toml"))?;
        Plan::new(&configuration, &Registry::standard())
    }

    const TWO: &str = r#"
        order_seed = 3
        [[sweep]]
        name = "ladder"
        problem = "queens"
        n = [6, 4, 5, 8, 7]
        task = "all"
        solvers = ["backtracking", "bitmask", "mac"]
        stop_after_timeout = true
        [[sweep]]
        name = "seeds"
        problem = "queens"
        n = [8]
        task = "first"
        solvers = ["min-conflicts/queens", "bitmask"]
        seeds = [0, 1]
    "#;

    #[test]
    fn every_combination_is_a_cell_once() {
        let plan = plan(TWO).unwrap();
        assert_eq!(plan.groups.len(), 5 + 2);
        assert_eq!(plan.cells.len(), 15 + 4);
        let names: Vec<_> = plan.groups.iter().map(Group::file).collect();
        assert!(names.contains(&"ladder/queens-6.json".to_owned()), "{names:?}");
        assert!(names.contains(&"seeds/queens-8-first-seed-1.json".to_owned()), "{names:?}");
        let same = TWO.replace("\"seeds\"", "\"again\"").replace("order_seed = 3", "");
        let same = same[same.rfind("[[sweep]]").unwrap()..].to_owned();
        let both = super::tests::plan(&(TWO.to_owned() + &same)).unwrap();
        assert_eq!((both.groups.len(), both.cells.len()), (9, 19), "shared cells run once");
    }

    #[test]
    fn the_order_is_shuffled_and_ascends_on_a_ladder() {
        let first = plan(TWO).unwrap();
        assert_eq!(first, plan(TWO).unwrap(), "a pure function of the configuration");
        let other = plan(&TWO.replace("order_seed = 3", "order_seed = 4")).unwrap();
        let ids = |plan: &Plan| plan.cells.iter().map(|c| c.cell.clone()).collect::<Vec<_>>();
        assert_ne!(ids(&first), ids(&other));
        for plan in [&first, &other] {
            for solver in ["backtracking", "bitmask", "mac"] {
                let sizes: Vec<_> = plan
                    .cells
                    .iter()
                    .filter(|c| c.solver == solver && plan.groups[c.groups[0]].section == "ladder")
                    .map(|c| plan.groups[c.groups[0]].problem.n)
                    .collect();
                assert!(sizes.is_sorted() && sizes.len() == 5, "{solver}: {sizes:?}");
            }
            let solvers: Vec<_> = plan.cells.iter().map(|c| &*c.solver).collect();
            assert!(!solvers.is_sorted(), "{solvers:?}");
        }
    }

    #[test]
    fn shards_are_a_partition_that_keeps_ladders_together() {
        let plan = plan(TWO).unwrap();
        for of in 1..6 {
            let shares: Vec<_> =
                (0..of).map(|index| plan.share(Some(Shard { index, of }))).collect();
            let mut all: Vec<_> = shares.iter().flatten().map(|c| &c.cell).collect();
            all.sort();
            all.dedup();
            assert_eq!(all.len(), plan.cells.len(), "{of} shards");
            assert_eq!(shares.iter().map(Vec::len).sum::<usize>(), plan.cells.len());
            for (index, share) in shares.iter().enumerate() {
                let units: HashSet<_> = share.iter().map(|c| &c.unit).collect();
                let others = shares.iter().enumerate().filter(|(other, _)| *other != index);
                assert!(others.flat_map(|(_, s)| s).all(|c| !units.contains(&c.unit)));
            }
        }
    }

    #[test]
    fn larger_sizes_stop_after_a_limit_and_only_those() {
        let plan = plan(TWO).unwrap();
        let at = |n: u64| plan.groups.iter().position(|g| g.problem.n == Some(n)).unwrap();
        let cell = |n: u64| plan.groups[at(n)].runs.iter().find(|r| r.solver == "mac").unwrap();
        let slow = cell(6).cell.clone();
        let status = |id: &str| Some(if id == slow { Status::Timeout } else { Status::Complete });
        assert_eq!(plan.stopped(at(5), "mac", &status), None);
        assert_eq!(plan.stopped(at(6), "mac", &status), None);
        for n in [7, 8] {
            let reason = plan.stopped(at(n), "mac", &status);
            assert_eq!(reason.as_deref(), Some("it ran out of time at n = 6"));
            assert_eq!(plan.stopped(at(n), "bitmask", &status), None);
        }
    }

    #[test]
    fn what_does_not_exist_is_named_with_its_place() {
        for (from, to, complaint) in [
            ("\"queens\"", "\"queen\"", "line 5, column 19: there is no problem `queen`; did you"),
            ("\"bitmask\", \"mac\"", "\"bitmsk\"", "column 36: there is no solver `bitmsk`; did"),
            ("\"seeds\"", "\"ladder\"", "there is another section `ladder`"),
            ("\"ladder\"", "\"../x\"", "a name has letters"),
            ("\"mac\"]", "\"min-conflicts/queens\"]", "does not claim task `all` on queens"),
            ("n = [8]", "n = [8]\noptions = { colours = 3 }", "not `colours`"),
            ("n = [8]", "files = [\"none.txt\"]", "cannot read none.txt"),
        ] {
            let error = plan(&TWO.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(complaint), "{to}: {error}");
        }
    }
}
