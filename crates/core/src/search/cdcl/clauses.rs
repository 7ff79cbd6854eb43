//! The clause database and its watches.
//!
//! A clause of which two literals are not false has no consequence yet. So each clause is watched by
//! two of its literals only, kept in its first two places, and looked at only when one of them becomes
//! false (Moskewicz, Madigan, Zhao, Zhang and Malik, *Chaff*, DAC 2001).

use crate::search::cdcl::literal::{Lit, Var};

/// A clause of two or more literals, by its place in the database.
pub(super) type ClauseId = u32;

/// A clause of two or more literals.
#[derive(Debug)]
pub(super) struct Clause {
    /// The literals, the two watched ones first.
    pub(super) literals: Vec<Lit>,
    /// The number of decision levels in it when it was learned: the fewer, the more it is worth
    /// (Audemard and Simon, IJCAI 2009). A clause that was not learned has none.
    glue: Option<usize>,
}

/// That a clause watches a literal; and another literal of the clause, which if true saves a look.
#[derive(Clone, Copy, Debug)]
pub(super) struct Watch {
    pub(super) clause: ClauseId,
    pub(super) blocker: Lit,
}

/// All clauses.
#[derive(Debug)]
pub(super) struct Clauses {
    clauses: Vec<Clause>,
    /// For each literal, the clauses that watch it.
    pub(super) watches: Vec<Vec<Watch>>,
    /// Sets of variables of which at most one is true: clauses of two literals, not written out.
    groups: Vec<Vec<Var>>,
    /// For each variable, the groups it belongs to.
    groups_of: Vec<Vec<usize>>,
    learned: usize,
    /// How many learned clauses are kept before the database is reduced.
    limit: usize,
}

impl Clauses {
    pub(super) fn new(variables: usize, groups: Vec<Vec<Var>>) -> Self {
        let mut groups_of = vec![Vec::new(); variables];
        for (index, group) in groups.iter().enumerate() {
            for &var in group {
                groups_of[var].push(index);
            }
        }
        Clauses {
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            groups,
            groups_of,
            learned: 0,
            limit: 2000,
        }
    }

    /// Adds a clause of two or more literals, watched by the first two.
    pub(super) fn add(&mut self, literals: Vec<Lit>, glue: Option<usize>) -> ClauseId {
        let id = self.clauses.len() as ClauseId;
        self.learned += usize::from(glue.is_some());
        self.clauses.push(Clause { literals, glue });
        self.watch(id);
        id
    }

    fn watch(&mut self, id: ClauseId) {
        let [first, second] = [0, 1].map(|place| self.clauses[id as usize].literals[place]);
        for (literal, blocker) in [(first, second), (second, first)] {
            self.watches[literal.index()].push(Watch { clause: id, blocker });
        }
    }

    /// Number of clauses.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.clauses.len()
    }

    /// The literals of a clause.
    pub(super) fn literals(&self, id: ClauseId) -> &[Lit] {
        &self.clauses[id as usize].literals
    }

    /// The same, to choose other ones to watch.
    pub(super) fn literals_mut(&mut self, id: ClauseId) -> &mut [Lit] {
        &mut self.clauses[id as usize].literals
    }

    /// The variables that cannot be true together with this one.
    pub(super) fn excluded_by(&self, var: Var) -> impl Iterator<Item = Var> + '_ {
        let groups = self.groups_of[var].iter();
        groups.flat_map(|&group| &self.groups[group]).copied().filter(move |&other| other != var)
    }

    /// Forgets the worse half of the learned clauses if there are many. No clause may be the reason
    /// of an assignment above level 0.
    pub(super) fn reduce(&mut self) {
        if self.learned <= self.limit {
            return;
        }
        self.limit += self.limit / 10;
        let mut glues: Vec<usize> = self.clauses.iter().filter_map(|c| c.glue).collect();
        let (_, &mut median, _) = glues.select_nth_unstable(self.learned / 2);
        // Of those that are as good as the one in the middle, the oldest go.
        let worse = glues[self.learned / 2..].iter().filter(|&&glue| glue > median).count();
        let mut oldest = self.learned - self.learned / 2 - worse;
        let mut kept = |clause: &Clause| match clause.glue {
            // Clauses over two levels are kept for good.
            None | Some(0..=2) => true,
            Some(glue) if glue == median && oldest > 0 => {
                oldest -= 1;
                false
            }
            Some(glue) => glue <= median,
        };
        self.clauses.retain(&mut kept);
        self.learned = self.clauses.iter().filter(|c| c.glue.is_some()).count();
        self.watches.iter_mut().for_each(Vec::clear);
        for id in 0..self.clauses.len() {
            self.watch(id as ClauseId);
        }
    }
}
