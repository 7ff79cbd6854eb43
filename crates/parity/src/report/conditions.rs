//! Hosts, versions, limits and seeds: under what conditions the numbers of a page were measured.

use std::collections::BTreeSet;

use maud::{Markup, html};

use crate::host::Host;
use crate::number;
use crate::record::Settings;
use crate::results::Results;

/// The last section of a page. What no result tells has no line.
pub(super) fn conditions(results: &Results) -> Markup {
    let measured = Measured::of(results);
    let limits = measured.settings.iter().map(|settings| settings.timeout_ns);
    let limits: Vec<String> =
        distinct(limits).into_iter().map(|limit| number::round_time(limit as f64)).collect();
    let seeds = distinct(measured.settings.iter().map(|settings| settings.seed));
    let seeds: Vec<String> = seeds.into_iter().map(number::count).collect();
    html! {
        section id="conditions" {
            h2 { "How it was measured" }
            dl {
                dt { "Machines and builds" }
                dd { ul { @for host in &measured.hosts { li { (host) } } } }
                @if !measured.engines.is_empty() {
                    dt { "Engines" }
                    dd { (measured.engines.into_iter().collect::<Vec<_>>().join(", ")) }
                }
                @if let (Some(first), Some(last)) = (measured.times.first(), measured.times.last()) {
                    dt { "When" }
                    dd { (first) " to " (last) }
                }
                @if !measured.settings.is_empty() {
                    dt { "Limits" }
                    dd { (limits.join(", ")) " a run" }
                    dt { "Seeds" }
                    dd { (seeds.join(", ")) }
                }
                dt { "Times" }
                dd {
                    "Each run is a process of its own; on a set of instances each solver is one. Times \
                     include the translation of the model, and neither the start of the process nor \
                     the checking of answers. Short runs are repeated, long ones are not; of an \
                     instance of a set there is one sample. Medians are shown; ± is half the distance \
                     of the quartiles, or of the extremes below five samples, and nothing for a single \
                     sample. Runs that were stopped count as slower than all that finished."
                }
                dt { "Answers" }
                dd {
                    "Every solution is checked against the rules by code that shares nothing with the \
                     solvers. What is wrong has no time here. What is blank did not run."
                }
            }
        }
    }
}

/// The circumstances of all results.
struct Measured<'a> {
    hosts: BTreeSet<String>,
    engines: BTreeSet<&'a str>,
    /// When comparisons began.
    times: BTreeSet<&'a str>,
    settings: Vec<&'a Settings>,
}

impl<'a> Measured<'a> {
    fn of(results: &'a Results) -> Self {
        let mut measured = Measured {
            hosts: BTreeSet::new(),
            engines: BTreeSet::new(),
            times: BTreeSet::new(),
            settings: Vec::new(),
        };
        for record in results.records.iter().map(|filed| &filed.content) {
            measured.add(&record.host, &record.started_at, &record.limits);
            measured
                .engines
                .extend(record.runs.iter().filter_map(|run| run.engine_version.as_deref()));
        }
        for record in results.sets.iter().map(|filed| &filed.content) {
            measured.add(&record.host, &record.started_at, &record.limits);
            let solvers = record.solvers.iter();
            measured.engines.extend(solvers.filter_map(|solver| solver.engine_version.as_deref()));
        }
        // The tables of a study tell no more than the machine.
        for table in results.studies.iter().flat_map(|filed| &filed.content) {
            let host = &table.grid.host;
            if !measured.hosts.iter().any(|known| known.starts_with(host)) {
                measured.hosts.insert(host.clone());
            }
        }
        measured
    }

    fn add(&mut self, host: &Host, started_at: &'a str, settings: &'a Settings) {
        let commit = host.commit.as_ref().map_or_else(String::new, |c| format!(", commit {c}"));
        let parity = &host.parity;
        self.hosts.insert(format!(
            "{}; parity {parity}{commit}; {}",
            host.description(),
            host.compiler
        ));
        self.times.insert(started_at);
        self.settings.push(settings);
    }
}

fn distinct(values: impl Iterator<Item = u64>) -> BTreeSet<u64> {
    values.collect()
}
