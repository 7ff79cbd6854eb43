//! The program `parity`: solves one problem in many ways, checks every answer, measures fairly and
//! compares.
//!
//! | file | noun |
//! |---|---|
//! | [`registry`] | the solvers of all crates, found by id or family |
//! | [`cell`](mod@cell) | one (solver, problem, task) to run, and what its worker reports |
//! | [`worker`] | the child process: runs cells, checks and measures them |
//! | [`kind`](mod@kind) | kinds of problems, found by name |
//! | [`supervisor`] | the parent: starts a worker, holds it to its limits, collects its reports |
//! | [`comparison`] | runs cells one after the other and judges them together |
//! | [`chromatic`] | the chromatic number of a graph by many solvers |
//! | [`record`] | what a comparison writes: raw times, counts, effort, sizes, status, verdict, host |
//! | [`times`] | the times of a run, as a record has them |
//! | [`file`](mod@file) | files that are written as a whole or not at all |
//! | [`sweep`] | many cells from one configuration, resumed and shared between machines |
//! | [`difference`] | what changed from one set of results to another |
//! | [`sheet`] | plain tables of anything |
//! | [`study`] | results that are no comparisons: each names its kind, and is a table or a few |
//! | [`relaxation`] | what the linear relaxation of a problem says |
//! | [`scaling`] | how a solver scales over sizes and seeds |
//! | [`pieces`] | a long count of queens in pieces that may be computed anywhere |
//! | [`set_comparison`], [`set_record`], [`set_table`] | the same over a set of instances |
//! | [`puzzles`] | the sets that come with the program, and those of the user |
//! | [`verdict`] | agreement on the set of solutions, or on the optimum |
//! | [`results`] | result files of every kind, read from files and directories |
//! | [`statistics`] | a few numbers that stand for many samples |
//! | [`view`] | tables over many results, as functions of them: text, Markdown, CSV, JSON |
//! | [`chart`] | charts as SVG |
//! | [`report`] | all results as one page |
//! | [`table`] | a record as a table: text or Markdown |
//! | [`tactics`] | what tactics of Z3 do to formulas, as a record and as a table |
//! | [`readme`] | generated blocks in a document, kept in step with result files |
//! | [`number`] | how numbers are written |
//! | [`host`] | where a run was made: processor, system, build |
//! | [`command`] | the command line, one file a command |
//!
//! It depends on all other crates, and none depends on it: from here to the backends, from these to
//! `parity_core`. It must never solve anything itself, believe a solver, or keep a result only in memory.

pub mod cell;
pub mod chart;
pub mod chromatic;
pub mod command;
pub mod comparison;
pub mod difference;
pub mod file;
pub mod host;
pub mod kind;
pub mod number;
pub mod pieces;
pub mod puzzles;
pub mod readme;
pub mod record;
pub mod registry;
pub mod relaxation;
pub mod report;
pub mod results;
pub mod scaling;
pub mod set_comparison;
pub mod set_record;
pub mod set_table;
pub mod sheet;
pub mod statistics;
pub mod study;
pub mod supervisor;
pub mod sweep;
pub mod table;
pub mod tactics;
pub mod times;
pub mod verdict;
pub mod view;
pub mod worker;

pub use command::run;
pub use registry::Registry;

/// The code in the README compiles and obeys the laws.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
