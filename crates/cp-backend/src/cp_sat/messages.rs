//! The protocol buffers of CP-SAT, as far as they are used: `CpModelProto` and `CpSolverResponse`
//! of `ortools/sat/cp_model.proto` and `SatParameters` of `ortools/sat/sat_parameters.proto`. Field
//! numbers are theirs; fields that are left out keep their defaults or are skipped.

/// A model.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Model {
    #[prost(message, repeated, tag = "2")]
    pub(super) variables: Vec<IntegerVariable>,
    #[prost(message, repeated, tag = "3")]
    pub(super) constraints: Vec<Constraint>,
    #[prost(message, optional, tag = "4")]
    pub(super) objective: Option<Objective>,
}

/// A variable. It is referred to by its index, or by −1 − index for its negation.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct IntegerVariable {
    /// Disjoint intervals, ascending: the first and the last value of each.
    #[prost(int64, repeated, tag = "2")]
    pub(super) domain: Vec<i64>,
}

/// A constraint.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Constraint {
    /// It holds if all of these Boolean variables are true.
    #[prost(int32, repeated, tag = "2")]
    pub(super) enforcement_literal: Vec<i32>,
    #[prost(oneof = "Kind", tags = "3, 12, 13, 16")]
    pub(super) kind: Option<Kind>,
}

/// What a constraint says.
#[derive(Clone, PartialEq, prost::Oneof)]
pub(super) enum Kind {
    #[prost(message, tag = "3")]
    Clause(Clause),
    #[prost(message, tag = "12")]
    Linear(Linear),
    #[prost(message, tag = "13")]
    AllDifferent(AllDifferent),
    #[prost(message, tag = "16")]
    Table(Table),
}

/// At least one of these Boolean variables is true.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Clause {
    #[prost(int32, repeated, tag = "1")]
    pub(super) literals: Vec<i32>,
}

/// The sum lies in the domain.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Linear {
    #[prost(int32, repeated, tag = "1")]
    pub(super) variables: Vec<i32>,
    #[prost(int64, repeated, tag = "2")]
    pub(super) coefficients: Vec<i64>,
    #[prost(int64, repeated, tag = "3")]
    pub(super) domain: Vec<i64>,
}

/// The expressions have pairwise different values.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct AllDifferent {
    #[prost(message, repeated, tag = "1")]
    pub(super) expressions: Vec<Expression>,
}

/// The expressions together have the values of a row of the table, or of none if it is negated.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Table {
    /// Row after row.
    #[prost(int64, repeated, tag = "2")]
    pub(super) values: Vec<i64>,
    #[prost(bool, tag = "3")]
    pub(super) negated: bool,
    #[prost(message, repeated, tag = "4")]
    pub(super) expressions: Vec<Expression>,
}

/// A linear expression.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Expression {
    #[prost(int32, repeated, tag = "1")]
    pub(super) variables: Vec<i32>,
    #[prost(int64, repeated, tag = "2")]
    pub(super) coefficients: Vec<i64>,
    #[prost(int64, tag = "3")]
    pub(super) offset: i64,
}

/// A sum to be minimised.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Objective {
    #[prost(int32, repeated, tag = "1")]
    pub(super) variables: Vec<i32>,
    #[prost(int64, repeated, tag = "4")]
    pub(super) coefficients: Vec<i64>,
}

/// How to search.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Parameters {
    #[prost(int32, optional, tag = "31")]
    pub(super) random_seed: Option<i32>,
    #[prost(double, optional, tag = "36")]
    pub(super) max_time_in_seconds: Option<f64>,
    #[prost(bool, optional, tag = "87")]
    pub(super) enumerate_all_solutions: Option<bool>,
    #[prost(int32, optional, tag = "90")]
    pub(super) linearization_level: Option<i32>,
    #[prost(bool, optional, tag = "135")]
    pub(super) catch_sigint_signal: Option<bool>,
    #[prost(int32, optional, tag = "193")]
    pub(super) solution_pool_size: Option<i32>,
    #[prost(bool, optional, tag = "194")]
    pub(super) fill_additional_solutions_in_response: Option<bool>,
    #[prost(int32, optional, tag = "206")]
    pub(super) num_workers: Option<i32>,
}

/// What came of it.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Response {
    #[prost(enumeration = "Status", tag = "1")]
    pub(super) status: i32,
    #[prost(int64, repeated, tag = "2")]
    pub(super) solution: Vec<i64>,
    #[prost(int64, tag = "11")]
    pub(super) num_conflicts: i64,
    #[prost(int64, tag = "12")]
    pub(super) num_branches: i64,
    #[prost(int64, tag = "13")]
    pub(super) num_binary_propagations: i64,
    #[prost(int64, tag = "14")]
    pub(super) num_integer_propagations: i64,
    /// For people: which worker found the solution, or what is wrong with the model.
    #[prost(string, tag = "20")]
    pub(super) solution_info: String,
    #[prost(int64, tag = "24")]
    pub(super) num_restarts: i64,
    #[prost(message, repeated, tag = "27")]
    pub(super) additional_solutions: Vec<Solution>,
}

/// A solution.
#[derive(Clone, PartialEq, prost::Message)]
pub(super) struct Solution {
    #[prost(int64, repeated, tag = "1")]
    pub(super) values: Vec<i64>,
}

/// How it ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, prost::Enumeration)]
#[repr(i32)]
pub(super) enum Status {
    /// A limit was reached before anything was found.
    Unknown = 0,
    /// The model breaks a rule of the format, or its numbers are too large.
    ModelInvalid = 1,
    /// There are solutions; whether there are more, or better ones, is not known.
    Feasible = 2,
    /// There is no solution.
    Infeasible = 3,
    /// The solution is optimal, or all that were asked for were found.
    Optimal = 4,
}
