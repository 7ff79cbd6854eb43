//! The share of a job of a Slurm array: its number, and how many there are.

use anyhow::{Context, bail};

use crate::sweep::Shard;

/// What Slurm tells the jobs of an array.
const VARIABLES: [&str; 4] = [
    "SLURM_ARRAY_TASK_ID",
    "SLURM_ARRAY_TASK_MIN",
    "SLURM_ARRAY_TASK_MAX",
    "SLURM_ARRAY_TASK_COUNT",
];

/// The share of this job.
///
/// # Errors
/// If this is no job of an array, or numbers are left out of the array: then some shares would be
/// nobody's.
pub(crate) fn share() -> anyhow::Result<Shard> {
    share_of(|name| std::env::var(name).ok())
}

fn share_of(variable: impl Fn(&str) -> Option<String>) -> anyhow::Result<Shard> {
    let mut numbers = [0u64; VARIABLES.len()];
    for (number, name) in numbers.iter_mut().zip(VARIABLES) {
        let text = variable(name).with_context(|| {
            format!("--slurm is for jobs of a Slurm array (sbatch --array), and {name} is not set")
        })?;
        *number = text.parse().with_context(|| format!("{name} is {text:?}, not a number"))?;
    }
    let [id, min, max, count] = numbers;
    if !(min..=max).contains(&id) || max - min + 1 != count {
        bail!(
            "the array has {count} jobs numbered from {min} to {max}, and this is job {id}: submit an \
             array without gaps (what is done already is not done again)"
        );
    }
    Ok(Shard { index: id - min, of: count })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share_with(values: [&str; 4]) -> anyhow::Result<Shard> {
        share_of(|name| {
            let place = VARIABLES.iter().position(|known| *known == name)?;
            Some(values[place].to_owned()).filter(|value| !value.is_empty())
        })
    }

    #[test]
    fn jobs_without_gaps_have_shares() {
        assert_eq!(share_with(["3", "0", "7", "8"]).expect("a share"), Shard { index: 3, of: 8 });
        assert_eq!(share_with(["3", "1", "8", "8"]).expect("a share"), Shard { index: 2, of: 8 });
    }

    #[test]
    fn what_is_no_whole_array_is_refused() {
        let message = |values| share_with(values).expect_err("no share").to_string();
        assert!(message(["", "", "", ""]).contains("SLURM_ARRAY_TASK_ID is not set"));
        assert!(message(["x", "0", "7", "8"]).contains("not a number"));
        assert!(message(["3", "3", "7", "2"]).contains("without gaps"));
        assert!(message(["9", "0", "7", "8"]).contains("without gaps"));
    }
}
