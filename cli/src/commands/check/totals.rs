//! What a check found altogether.

use std::io;

use anstyle::Style;
use serde::Serialize;
use urigram::Grammar;

use super::verdict::Verdict;
use crate::exit::Outcome;
use crate::output::{columns, BAD, GOOD, HEAD, NAME};
use crate::target::Target;

/// Lines counted.
#[derive(Default)]
pub(super) struct Totals {
    lines: u64,
    accepted: u64,
    undecided: u64,
    by_grammar: Vec<(Grammar, u64)>,
}

impl Totals {
    pub(super) fn new(targets: &[Target]) -> Totals {
        let by_grammar = targets.iter().map(|target| (target.grammar, 0)).collect();
        Totals { by_grammar, ..Totals::default() }
    }

    pub(super) fn add(&mut self, verdict: &Verdict) {
        self.lines += 1;
        match verdict.accepted() {
            Some(accepted) => self.accepted += u64::from(accepted),
            None => self.undecided += 1,
        }
        for (grammar, count) in &mut self.by_grammar {
            let accepts = match verdict {
                Verdict::One(error) => error.is_none(),
                Verdict::Many(set) => set.contains(*grammar),
                Verdict::Forbidden(..) | Verdict::TooLong(_) => false,
            };
            *count += u64::from(accepts);
        }
    }

    pub(super) fn outcome(&self) -> Outcome {
        if self.lines > self.accepted + self.undecided {
            Outcome::Rejected
        } else if self.undecided > 0 {
            Outcome::Undecided
        } else {
            Outcome::Done
        }
    }

    /// A table on stderr.
    pub(super) fn show(&self) -> io::Result<()> {
        let plain = Style::new();
        let head = ["grammar", "accepted", "rejected", ""].map(|title| (HEAD, title.to_owned()));
        let mut rows = vec![head.to_vec()];
        for (grammar, accepted) in &self.by_grammar {
            let rejected = self.lines - accepted - self.undecided;
            let share = *accepted as f64 * 100.0 / self.lines.max(1) as f64;
            rows.push(vec![
                (NAME, grammar.id().to_owned()),
                (GOOD, accepted.to_string()),
                (if rejected > 0 { BAD } else { plain }, rejected.to_string()),
                (plain, format!("{share:.1} %")),
            ]);
        }
        let mut err = anstream::stderr().lock();
        columns(&mut err, 0, &rows)?;
        let undecided = match self.undecided {
            0 => String::new(),
            some => format!(", {some} not decided"),
        };
        use io::Write;
        writeln!(err, "{} lines, {} accepted by any{undecided}", self.lines, self.accepted)
    }

    /// The last line of JSON.
    pub(super) fn json(&self) -> impl Serialize + '_ {
        #[derive(Serialize)]
        struct Line<'a> {
            totals: Json<'a>,
        }
        #[derive(Serialize)]
        struct Json<'a> {
            lines: u64,
            accepted: u64,
            rejected: u64,
            undecided: u64,
            grammars: std::collections::BTreeMap<&'a str, u64>,
        }
        Line {
            totals: Json {
                lines: self.lines,
                accepted: self.accepted,
                rejected: self.lines - self.accepted - self.undecided,
                undecided: self.undecided,
                grammars: self.by_grammar.iter().map(|(g, count)| (g.id(), *count)).collect(),
            },
        }
    }
}
