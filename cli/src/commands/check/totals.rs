//! The totals of a check.

use std::io::{self, Write};

use anstyle::Style;
use serde::Serialize;
use urigram::{Grammar, GrammarSet};
use urigram_answers::RuleRef;

use crate::exit::Outcome;
use crate::style::{BAD, GOOD, HEAD, NAME};
use crate::table::columns;

/// Counts of lines.
#[derive(Default)]
pub(super) struct Totals {
    /// The number of lines that each set of grammars accepts; there are few sets.
    sets: Vec<(GrammarSet, u64)>,
    undecided: u64,
}

impl Totals {
    /// Counts a line by the grammars that accept it; `None` if nothing is decided.
    #[inline]
    pub(super) fn add(&mut self, set: Option<GrammarSet>) {
        self.add_lines(set, 1);
    }

    /// Counts lines that the same grammars accept, if anything is decided.
    #[inline]
    pub(super) fn add_lines(&mut self, set: Option<GrammarSet>, lines: u64) {
        match set {
            _ if lines == 0 => {}
            Some(set) => self.add_many(set, lines),
            None => self.undecided += lines,
        }
    }

    /// Counts lines that the same grammars accept.
    #[inline]
    pub(super) fn add_many(&mut self, set: GrammarSet, lines: u64) {
        match self.sets.iter_mut().find(|(known, _)| *known == set) {
            Some((_, count)) => *count += lines,
            None => self.sets.push((set, lines)),
        }
    }

    /// Adds the counts of another and clears them.
    pub(super) fn take(&mut self, other: &mut Totals) {
        other.sets.drain(..).for_each(|(set, lines)| self.add_many(set, lines));
        self.undecided += std::mem::take(&mut other.undecided);
    }

    fn lines(&self) -> u64 {
        self.sets.iter().map(|(_, lines)| lines).sum::<u64>() + self.undecided
    }

    fn those(&self, of: impl Fn(GrammarSet) -> bool) -> u64 {
        self.sets.iter().filter(|(set, _)| of(*set)).map(|(_, lines)| lines).sum()
    }

    fn accepted_by(&self, grammar: Grammar) -> u64 {
        self.those(|set| set.contains(grammar))
    }

    /// Returns the number of lines that any grammar accepts, or that all reject.
    pub(super) fn count(&self, rejected: bool) -> u64 {
        self.those(|set| set.is_empty() == rejected)
    }

    pub(super) fn outcome(&self) -> Outcome {
        if self.count(true) > 0 {
            Outcome::Rejected
        } else if self.undecided > 0 {
            Outcome::Undecided
        } else {
            Outcome::Done
        }
    }

    /// Writes a table to standard error.
    pub(super) fn show(&self, targets: &[RuleRef]) -> io::Result<()> {
        let plain = Style::new();
        let head = ["grammar", "accepted", "", "rejected"].map(|title| (HEAD, title.to_owned()));
        let mut rows = vec![head.to_vec()];
        for RuleRef { grammar, .. } in targets {
            let accepted = self.accepted_by(*grammar);
            let rejected = self.lines() - accepted - self.undecided;
            let share = accepted as f64 * 100.0 / self.lines().max(1) as f64;
            rows.push(vec![
                (NAME, grammar.id().to_owned()),
                (GOOD, accepted.to_string()),
                (plain, format!("{share:.1} %")),
                (if rejected > 0 { BAD } else { plain }, rejected.to_string()),
            ]);
        }
        let mut err = anstream::stderr().lock();
        columns(&mut err, 0, &rows)?;
        let undecided = match self.undecided {
            0 => String::new(),
            some => format!(", {some} not decided"),
        };
        let lines = match self.lines() {
            1 => "1 line".to_owned(),
            some => format!("{some} lines"),
        };
        writeln!(err, "{lines}, {} accepted by any{undecided}", self.count(false))
    }

    /// Returns the last line of JSON.
    pub(super) fn json(&self, targets: &[RuleRef]) -> impl Serialize {
        #[derive(Serialize)]
        struct Line {
            totals: Json,
        }
        #[derive(Serialize)]
        struct Json {
            lines: u64,
            accepted: u64,
            rejected: u64,
            undecided: u64,
            grammars: std::collections::BTreeMap<&'static str, u64>,
        }
        let by_grammar = |target: &RuleRef| (target.grammar.id(), self.accepted_by(target.grammar));
        Line {
            totals: Json {
                lines: self.lines(),
                accepted: self.count(false),
                rejected: self.count(true),
                undecided: self.undecided,
                grammars: targets.iter().map(by_grammar).collect(),
            },
        }
    }
}
