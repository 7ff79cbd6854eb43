//! What a section of a configuration means: its instances, its solvers, and the groups made of them.

use std::collections::{BTreeMap, HashMap, HashSet};

use parity_core::problem::{Kind, OBJECTIVE, Spec};
use parity_core::{Family, Problem, Solver, Task};
use xxhash_rust::xxh3::xxh3_128;

use crate::cell::Cell;
use crate::kind::{self, usual_objective};
use crate::puzzles;
use crate::record::Settings;
use crate::registry::Registry;
use crate::sweep::config::{Configuration, Section};
use crate::sweep::plan::{Group, PlannedRun};

/// A section in the making.
pub(super) struct SectionPlan<'a> {
    pub(super) configuration: &'a Configuration,
    pub(super) section: &'a Section,
}

impl SectionPlan<'_> {
    /// Its groups, in the order of the configuration.
    pub(super) fn groups(&self, registry: &Registry) -> anyhow::Result<Vec<Group>> {
        let section = self.section;
        let kind = self.kind()?;
        let solvers = self.solvers(registry)?;
        let mut groups = Vec::new();
        let mut taken: HashMap<String, u64> = HashMap::new();
        for problem in self.problems(kind)? {
            for &seed in &section.seeds {
                let settings = Settings {
                    timeout_ns: section.timeout.0,
                    memory_bytes: section.memory.0,
                    max_solutions: section.max_solutions,
                    seed,
                    break_symmetry: section.break_symmetry,
                    repetitions: section.repetitions,
                };
                let mut group = Group {
                    section: section.name.get_ref().clone(),
                    name: String::new(),
                    problem: problem.spec(),
                    task: section.task,
                    settings,
                    ladder: self.ladder(&problem.spec(), seed),
                    runs: Vec::new(),
                };
                let mut name = group.comparison(&*problem).name();
                if section.seeds.len() > 1 {
                    name += &format!("-seed-{seed}");
                }
                let count = taken.entry(name.clone()).or_default();
                *count += 1;
                group.name = if *count == 1 { name } else { format!("{name}-{count}") };
                let run = |solver: &String| PlannedRun {
                    solver: solver.clone(),
                    cell: hash(&group.cell(solver)),
                };
                let runs = solvers.iter().map(run).collect();
                groups.push(Group { runs, ..group });
            }
        }
        Ok(groups)
    }

    fn kind(&self) -> anyhow::Result<&'static Kind> {
        let place = &self.section.problem;
        kind::find(place.get_ref())
            .map_err(|unknown| self.configuration.mistake(place, &unknown.to_string()))
    }

    /// Groups that differ only in their size have the same ladder.
    fn ladder(&self, spec: &Spec, seed: u64) -> Option<String> {
        let same = self.section.stop_after_timeout && spec.n.is_some() && spec.text.is_none();
        let options = spec.options.iter().map(|(name, value)| format!(" {name}={value}"));
        same.then(|| {
            format!("{}{} seed={seed}", self.section.name.get_ref(), options.collect::<String>())
        })
    }

    /// Ids of the rows that are asked for, in the order of the registry.
    fn solvers(&self, registry: &Registry) -> anyhow::Result<Vec<String>> {
        let (section, configuration) = (self.section, self.configuration);
        let (task, kind) = (section.task, section.problem.get_ref());
        let covers = |row: &&'static dyn Solver| row.card().covers(task, kind);
        let mut chosen: HashSet<String> = HashSet::new();
        for place in &section.families {
            let family: Family = Registry::family(place.get_ref())
                .map_err(|unknown| configuration.mistake(place, &unknown.to_string()))?;
            let rows = registry.rows().iter().copied().filter(covers).filter(|row| {
                row.card().family == family && (section.every_row || row.card().featured)
            });
            chosen.extend(rows.map(|row| row.card().id.to_string()));
        }
        for place in &section.solvers {
            let rows = registry
                .matching(place.get_ref())
                .map_err(|unknown| configuration.mistake(place, &unknown.to_string()))?;
            let able: Vec<_> = rows.into_iter().filter(covers).collect();
            if able.is_empty() {
                let message =
                    format!("`{}` does not claim task `{task}` on {kind}", place.get_ref());
                return Err(configuration.mistake(place, &message));
            }
            chosen.extend(able.iter().map(|row| row.card().id.to_string()));
        }
        if chosen.is_empty() {
            let message = "no solver is left; give `solvers` or `families`, see `parity list`";
            return Err(configuration.mistake(&section.name, message));
        }
        let ids = registry.rows().iter().map(|row| row.card().id.to_string());
        Ok(ids.filter(|id| chosen.contains(id)).collect())
    }

    fn problems(&self, kind: &Kind) -> anyhow::Result<Vec<Box<dyn Problem>>> {
        let section = self.section;
        let mut problems = Vec::new();
        for options in self.combinations(kind) {
            let spec = Spec { kind: kind.name.to_owned(), options, ..Spec::default() };
            for &n in &section.n {
                problems.push(self.build(&Spec { n: Some(n), ..spec.clone() })?);
            }
            for place in &section.files {
                let path = self.configuration.file(place.get_ref());
                let read = puzzles::read_file(kind, &path, &spec);
                let wrong =
                    |error: anyhow::Error| self.configuration.mistake(place, &format!("{error:#}"));
                problems.extend(read.map_err(wrong)?);
            }
            if section.n.is_empty() && section.files.is_empty() {
                problems.push(self.build(&spec)?);
            }
        }
        Ok(problems)
    }

    fn build(&self, spec: &Spec) -> anyhow::Result<Box<dyn Problem>> {
        let wrong = |error| self.configuration.mistake(&self.section.problem, &format!("{error}"));
        spec.build().map_err(wrong)
    }

    /// Every choice of one value for each option.
    fn combinations(&self, kind: &Kind) -> Vec<BTreeMap<String, String>> {
        let mut combinations = vec![BTreeMap::new()];
        for (name, values) in &self.section.options {
            let with = |chosen: &BTreeMap<String, String>| {
                values
                    .0
                    .iter()
                    .map(|value| {
                        let mut chosen = chosen.clone();
                        chosen.insert(name.clone(), value.clone());
                        chosen
                    })
                    .collect::<Vec<_>>()
            };
            combinations = combinations.iter().flat_map(with).collect();
        }
        if let Some(usual) = usual_objective(kind)
            && self.section.task == Task::Optimum
        {
            for chosen in &mut combinations {
                chosen.entry(OBJECTIVE.to_owned()).or_insert_with(|| usual.to_owned());
            }
        }
        combinations
    }
}

/// The id of a cell: a hash of all its parameters.
fn hash(cell: &Cell) -> String {
    let text = serde_json::to_string(cell).expect("a cell is plain data");
    format!("{:032x}", xxh3_128(text.as_bytes()))
}
