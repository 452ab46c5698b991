//! The totals of a check.

use std::io::{self, Write};

use anstyle::Style;
use urigram::selection::GrammarSet;
use urigram_answers::json::Entries;
use urigram_answers::Matcher;

use super::json::{TotalsJson, TotalsLine};
use crate::exit::Outcome;
use crate::style::{BAD, GOOD, HEAD, NAME};
use crate::table::columns;

/// The rules that accept a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Accepting {
    /// The one rule that is asked, or not.
    One(bool),
    /// The rules of these grammars, of several.
    Several(GrammarSet),
}

impl Accepting {
    pub(super) const NONE: Accepting = Accepting::One(false);

    pub(super) fn is_empty(self) -> bool {
        match self {
            Accepting::One(accepts) => !accepts,
            Accepting::Several(set) => set.is_empty(),
        }
    }

    /// Returns true if a rule that is asked accepts.
    pub(super) fn contains(self, rule: &Matcher) -> bool {
        match self {
            Accepting::One(accepts) => accepts,
            Accepting::Several(set) => rule.table().is_some_and(|rule| set.contains(rule.grammar)),
        }
    }
}

/// Counts of lines.
#[derive(Default)]
pub(super) struct Totals {
    /// The number of lines that each set of rules accepts; there are few sets.
    sets: Vec<(Accepting, u64)>,
    undecided: u64,
}

impl Totals {
    /// Counts a line by the grammars that accept it; `None` if nothing is decided.
    #[inline]
    pub(super) fn add(&mut self, set: Option<Accepting>) {
        self.add_lines(set, 1);
    }

    /// Counts lines that the same grammars accept, if anything is decided.
    #[inline]
    pub(super) fn add_lines(&mut self, set: Option<Accepting>, lines: u64) {
        match set {
            _ if lines == 0 => {}
            Some(set) => self.add_many(set, lines),
            None => self.undecided += lines,
        }
    }

    /// Counts lines that the same grammars accept.
    #[inline]
    pub(super) fn add_many(&mut self, set: Accepting, lines: u64) {
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

    fn those(&self, of: impl Fn(Accepting) -> bool) -> u64 {
        self.sets.iter().filter(|(set, _)| of(*set)).map(|(_, lines)| lines).sum()
    }

    fn accepted_by(&self, rule: &Matcher) -> u64 {
        self.those(|set| set.contains(rule))
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

    /// Writes a table to standard error; for a rule without one a line.
    pub(super) fn show(&self, targets: &[Matcher]) -> io::Result<()> {
        let undecided = match self.undecided {
            0 => String::new(),
            some => format!(", {some} not decided"),
        };
        let mut err = anstream::stderr().lock();
        if let [Matcher::Nested(_)] = targets {
            let (accepted, rejected) = (self.count(false), self.count(true));
            return writeln!(err, "{accepted} accepted, {rejected} rejected{undecided}");
        }
        let plain = Style::new();
        let head = ["grammar", "accepted", "", "rejected"].map(|title| (HEAD, title.to_owned()));
        let mut rows = vec![head.to_vec()];
        for rule in targets {
            let accepted = self.accepted_by(rule);
            let rejected = self.lines() - accepted - self.undecided;
            rows.push(vec![
                (NAME, rule.id().to_owned()),
                (GOOD, accepted.to_string()),
                (plain, share(accepted, self.lines())),
                (if rejected > 0 { BAD } else { plain }, rejected.to_string()),
            ]);
        }
        columns(&mut err, 0, &rows)?;
        let lines = match self.lines() {
            1 => "1 line".to_owned(),
            some => format!("{some} lines"),
        };
        writeln!(err, "{lines}, {} accepted by any{undecided}", self.count(false))
    }

    /// Returns the last line of JSON.
    pub(super) fn json(&self, targets: &[Matcher]) -> TotalsLine<'static> {
        let by_grammar = |rule: &Matcher| (rule.id(), self.accepted_by(rule));
        TotalsLine {
            totals: TotalsJson {
                lines: self.lines(),
                accepted: self.count(false),
                rejected: self.count(true),
                undecided: self.undecided,
                grammars: Entries(targets.iter().map(by_grammar).collect()),
            },
        }
    }
}

/// Returns a share of lines in percent. Not all of them are never 100 %, and some are never 0 %:
/// as many digits are shown as that takes.
fn share(part: u64, all: u64) -> String {
    let percent = part as f64 * 100.0 / all.max(1) as f64;
    for digits in 1..=15 {
        let text = format!("{percent:.digits$}");
        let rounded = text.parse().unwrap_or(percent);
        let is_whole = rounded == 100.0_f64 && part != all;
        if !is_whole && (rounded > 0.0 || part == 0) {
            return format!("{text} %");
        }
    }
    format!("{percent} %")
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn a_share_is_whole_only_if_it_is() {
        for (part, all, text) in [
            (1, 2, "50.0 %"),
            (3, 3, "100.0 %"),
            (0, 3, "0.0 %"),
            (0, 0, "0.0 %"),
            (999_970, 1_000_000, "99.997 %"),
            (999_400, 1_000_000, "99.9 %"),
            (1, 1_000_000, "0.0001 %"),
            (u64::from(u32::MAX) - 1, u64::from(u32::MAX), "99.99999998 %"),
        ] {
            assert_eq!(share(part, all), text, "{part} of {all}");
        }
    }
}
