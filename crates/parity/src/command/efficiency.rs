//! `parity efficiency`: what pieces cost, and what more processes gain.

use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;
use parity_core::queens::counting::pieces::Division;

use crate::command::format::StudyOutput;
use crate::command::pieces::Counted;
use crate::command::{end_gently_on_interrupt, success_unless_interrupted};
use crate::pieces::efficiency::Efficiency;
use crate::{number, supervisor};

/// Measure what it costs to cut a count into pieces, and what a second process gains.
#[derive(Args, Clone, Debug)]
pub(crate) struct EfficiencyCommand {
    /// What is counted
    #[arg(value_enum)]
    problem: Counted,
    /// Size of the board
    #[arg(long, default_value_t = 16)]
    n: usize,
    /// Numbers of pieces
    #[arg(long, value_name = "K", value_delimiter = ',', default_value = "16,256,4096")]
    pieces: Vec<usize>,
    /// Numbers of processes at the same time
    #[arg(long, value_name = "P", value_delimiter = ',', default_value = "1,2")]
    processes: Vec<usize>,
    /// Number of samples of each
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(1..))]
    samples: u16,
    #[command(flatten)]
    study: StudyOutput,
}

impl EfficiencyCommand {
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let Counted::Queens = self.problem;
        let most = self.processes.iter().copied().max().unwrap_or(1);
        for &pieces in &self.pieces {
            Division::new(self.n, pieces)?;
            let few = number::counted(pieces as u64, "pieces");
            ensure!(pieces >= most, "{most} processes cannot share {few}");
        }
        ensure!(!self.processes.contains(&0), "--processes takes numbers from 1");
        self.study.check()?;
        let program = std::env::current_exe().context("cannot find the program itself")?;
        end_gently_on_interrupt()?;
        let mut efficiency = Efficiency::new(self.n, &self.pieces, &self.processes);
        for _ in 0..self.samples {
            let sampled = efficiency.sample(&program);
            if supervisor::interrupted() {
                // The processes that counted were interrupted too, and failed.
                break;
            }
            sampled?;
        }
        self.study.show(&efficiency)?;
        Ok(success_unless_interrupted())
    }
}
