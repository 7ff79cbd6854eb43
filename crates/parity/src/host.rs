//! Where a comparison ran, and with what the program was built.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

/// The machine and the build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Host {
    /// Tells machines apart without naming them: eight hexadecimal digits made from the name of the
    /// host. Absent in results of before it was written, and where the system does not tell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<String>,
    /// Model of the processor, where the system tells.
    pub cpu: Option<String>,
    /// Number of cores this process may use.
    pub cores: Option<usize>,
    /// Operating system and architecture.
    pub os: String,
    /// Version of this program.
    pub parity: String,
    /// Version of the compiler.
    pub compiler: String,
    /// Build profile and optimisation level.
    pub build_profile: String,
    /// Commit that was built, if it was built in a repository.
    pub commit: Option<String>,
}

impl Host {
    /// This machine and this build.
    pub fn current() -> Self {
        // Some systems take milliseconds to tell their processor.
        static CURRENT: LazyLock<Host> = LazyLock::new(Host::ask);
        CURRENT.clone()
    }

    fn ask() -> Self {
        let known = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        Host {
            machine: machine(),
            cpu: cpu_model(),
            cores: std::thread::available_parallelism().ok().map(usize::from),
            os: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            parity: env!("CARGO_PKG_VERSION").to_owned(),
            compiler: env!("PARITY_COMPILER").to_owned(),
            build_profile: concat!(
                env!("PARITY_PROFILE"),
                ", opt-level ",
                env!("PARITY_OPT_LEVEL")
            )
            .to_owned(),
            commit: known(env!("PARITY_COMMIT")),
        }
    }

    /// Whether times of both may be compared: the same machine, and a program built alike.
    pub fn times_compare_with(&self, other: &Host) -> bool {
        let of =
            |host: &Host| (host.machine.clone(), host.cpu.clone(), host.cores, host.os.clone());
        of(self) == of(other) && self.build_profile == other.build_profile
    }

    /// The machine and how the program was built, in words: different for hosts whose times do not
    /// compare.
    pub fn description(&self) -> String {
        let cpu = self.cpu.as_deref().unwrap_or("unknown processor");
        let cores = self.cores.map_or_else(String::new, |cores| format!(", {cores} cores"));
        let machine = self.machine.as_ref().map_or_else(String::new, |id| format!(", host {id}"));
        format!("{cpu}{cores}, {}{machine}, {}", self.os, self.build_profile)
    }
}

#[cfg(unix)]
fn machine() -> Option<String> {
    let name = nix::unistd::gethostname().ok()?;
    let hash = xxhash_rust::xxh3::xxh3_64(name.as_encoded_bytes());
    Some(format!("{:08x}", hash >> 32))
}

#[cfg(not(unix))]
fn machine() -> Option<String> {
    None
}

#[cfg(target_os = "linux")]
fn cpu_model() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

#[cfg(not(target_os = "linux"))]
fn cpu_model() -> Option<String> {
    let output = std::process::Command::new("sysctl")
        .args(["-n", "machdep.cpu.brand_string"])
        .output()
        .ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
