//! Behaviour of the built program, as people and scripts see it.

mod colouring;
mod common;
mod count;
mod engines;
mod liars;
mod limits;
mod main_job;
mod pieces;
mod sets;
mod solve;
mod sweep;
mod tables;
mod usage;
