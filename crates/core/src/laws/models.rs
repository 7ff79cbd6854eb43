//! Models to hold solvers against brute force: on the border of what may be stated, and random.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::agrees_with_brute_force;
use crate::model::{
    Constraint, Direction, Domain, Lexicographic, Linear, Literal, Model, Relation, Term, Value,
    Variable,
};
use crate::solver::Solver;

/// No variable; one variable; a variable in no constraint; an empty domain; contradictory givens; a
/// variable that must differ from itself; the same term with an offset.
pub(super) fn borderline(solver: &dyn Solver) {
    let with = |domains: &[Domain], constrain: &dyn Fn(&mut Model, &[Variable])| {
        let mut model = Model::new();
        let variables: Vec<_> =
            domains.iter().map(|domain| model.variable("x", domain.clone())).collect();
        constrain(&mut model, &variables);
        agrees_with_brute_force(solver, model);
    };
    let range = |least, most| Domain::range(least..=most);
    with(&[], &|_, _| ());
    with(&[range(3, 5)], &|_, _| ());
    with(&[range(3, 5)], &|model, x| model.all_different([x[0]]));
    with(&[range(0, 1), range(0, 1), range(-1, 1)], &|model, x| {
        model.all_different([x[0], x[1]]);
    });
    with(&[range(0, 1), Domain::new([])], &|_, _| ());
    with(&[Domain::singleton(4), Domain::singleton(4)], &|model, x| {
        model.all_different([x[0], x[1]]);
    });
    with(&[range(0, 2)], &|model, x| {
        model.all_different([x[0], x[0]]);
    });
    with(&[range(0, 2), range(0, 2)], &|model, x| {
        model.all_different([Term::new(x[0], 0), Term::new(x[0], 1), Term::new(x[1], 0)]);
    });
    with(&[range(0, 3), range(0, 3), range(0, 3)], &|model, x| {
        let summands = vec![(1, x[0]), (1, x[1]), (2, x[0]), (-1, x[2])];
        model.constrain(Constraint::Linear(Linear { summands, relation: Relation::Equal, rhs: 4 }));
    });
    with(&[range(0, 1)], &|model, _| {
        let nothing = Linear { summands: vec![], relation: Relation::Equal, rhs: 1 };
        model.constrain(Constraint::Linear(nothing));
    });
}

/// A small random model; about half have a planted solution.
pub fn random(seed: u64) -> Model {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut model = Model::new();
    let mut planted = Vec::new();
    for index in 0..rng.random_range(1..=5) {
        let least = rng.random_range(-2..=3);
        let values = least..=least + rng.random_range(0..=4);
        let sparse = rng.random_bool(0.3);
        let domain = Domain::new(values.filter(|value| !sparse || value % 3 != 0));
        planted.push(domain.values().get(rng.random_range(0..domain.len().max(1))).copied());
        model.variable(format!("x{index}"), domain);
    }
    let planted: Option<Vec<Value>> = planted.into_iter().collect();
    let planted = planted.filter(|_| rng.random_bool(0.5));
    for _ in 0..rng.random_range(0..=4) {
        let constraint = random_constraint(&model, &mut rng);
        if planted.as_ref().is_none_or(|solution| constraint.holds(solution)) {
            model.constrain(constraint);
        }
    }
    if rng.random_bool(0.5) {
        let direction =
            if rng.random_bool(0.5) { Direction::Maximise } else { Direction::Minimise };
        let literals: Vec<Literal> = model.literals().collect();
        let weights =
            literals.into_iter().map(|literal| (rng.random_range(-5..=9), literal)).collect();
        model.optimise(direction, weights);
    }
    model
}

fn random_constraint(model: &Model, rng: &mut ChaCha8Rng) -> Constraint {
    let variable = |rng: &mut ChaCha8Rng| Variable(rng.random_range(0..model.len() as u32));
    match rng.random_range(0..10) {
        0..6 => {
            let terms = (0..rng.random_range(2..=4)).map(|_| {
                let offset = if rng.random_bool(0.5) { 0 } else { rng.random_range(-2..=2) };
                Term::new(variable(rng), offset)
            });
            Constraint::AllDifferent(terms.collect())
        }
        6..9 => {
            let relation =
                [Relation::AtMost, Relation::Equal, Relation::AtLeast][rng.random_range(0..3)];
            let summands = (0..rng.random_range(1..=4))
                .map(|_| (rng.random_range(-3..=4), variable(rng)))
                .collect();
            Constraint::Linear(Linear { summands, relation, rhs: rng.random_range(-4..=12) })
        }
        _ => {
            let length = rng.random_range(1..=4);
            let literals = |rng: &mut ChaCha8Rng| {
                (0..length).map(|_| Literal::new(variable(rng), rng.random_range(-1..=4))).collect()
            };
            let (first, second) = (literals(rng), literals(rng));
            Constraint::Lexicographic(Lexicographic { first, second })
        }
    }
}
