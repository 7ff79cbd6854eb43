//! Whether the memory that a solver needs is there.

use anyhow::bail;
use bytesize::ByteSize;
use parity_core::{Request, Solver};

/// How much memory is worth mentioning.
const MUCH: ByteSize = ByteSize::mib(100);

/// Says how much memory a solver needs if that is much, and refuses what cannot fit.
pub(super) fn fits(solver: &dyn Solver, request: &Request, quiet: bool) -> anyhow::Result<()> {
    let Some(needed) = solver.memory(request) else {
        return Ok(());
    };
    // Checking the solution takes somewhat more.
    let needed = ByteSize::b(needed + needed / 4);
    if needed < MUCH {
        return Ok(());
    }
    let available = available_memory();
    let says = memory_line(&solver.card().id, &request.problem.name(), needed, available);
    if available.is_some_and(|available| available < needed) {
        bail!("{says}; take a smaller --n, or end other programs");
    }
    if !quiet {
        eprintln!("{says}");
    }
    Ok(())
}

fn memory_line(id: &str, name: &str, needed: ByteSize, available: Option<ByteSize>) -> String {
    let there = available.map(|bytes| format!(", and {bytes} are available")).unwrap_or_default();
    format!("{id}: {name} needs about {needed} of memory{there}")
}

/// What this program may still take, as far as the system tells.
fn available_memory() -> Option<ByteSize> {
    let mut system = sysinfo::System::new();
    system.refresh_memory();
    let group = system.cgroup_limits().map(|limits| limits.free_memory);
    let bytes = group.unwrap_or(u64::MAX).min(system.available_memory());
    (bytes > 0).then(|| ByteSize::b(bytes))
}
