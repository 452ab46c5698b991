//! The verdict on a line, and on many lines at once.

use std::cmp::Reverse;

use urigram::agreement::{check_rules, AllowList, Conflict, Denied, Refusal};
use urigram::errors::Objection;
use urigram::lines::{LineClassifier, LineCount, LineTable};
use urigram::practices::refuses_more;
use urigram::selection::{GrammarSet, Selector};
use urigram::{Grammar, Select};
use urigram_answers::{Matcher, RuleRef};
use urigram_study::constraints::{violations, Violation};

use super::totals::{Accepting, Totals};
use crate::bulk::Framing;

/// Checks lines by some rules.
pub(super) struct Judge {
    targets: Vec<Matcher>,
    /// The order in which grammars are tried. The first one that fails furthest is shown.
    selector: Selector,
    bulk: Bulk,
    /// Whether a line that breaks a constraint counts as rejected.
    strict: bool,
    /// Whether a line that the accepting rules split differently counts as rejected.
    agree: bool,
    /// The list of hosts that every rule has to find in a line.
    allow: Option<AllowList>,
}

/// The way to check many lines at once.
enum Bulk {
    One(LineTable),
    /// A classifier by the start rules of all grammars, and the grammars that are asked for.
    Several(LineClassifier, GrammarSet),
    /// None: other rules of several grammars are checked line by line, and so is a recursive rule,
    /// and a practice that removes characters before it reads or refuses more than its rules.
    No,
}

/// The acceptance of a line, as far as a pass over its block finds it.
#[derive(Clone, Copy)]
pub(super) enum Known {
    Nothing,
    /// Whether the rules of the one grammar accept, `--strict` apart.
    One(bool),
    /// The grammars whose rules accept, `--strict` and `--agree` apart.
    Several(GrammarSet),
}

/// The verdict of the rules on a line.
pub(super) enum Verdict {
    /// The verdict of one rule: accepted, or the reason why not. With `--strict`, a constraint of
    /// the document is one.
    One(Option<Objection>),
    /// A line that two of the rules accept and split differently.
    Conflict(Conflict),
    /// A line that is not on the list.
    Denied(Denied),
    /// The grammars that accept, of several.
    Many(GrammarSet),
}

impl Verdict {
    /// Returns the rules that accept; `None` if nothing is decided.
    pub(super) fn accepting(&self) -> Option<Accepting> {
        match self {
            Verdict::One(None) => Some(Accepting::One(true)),
            Verdict::One(Some(error)) if error.is_limit() => None,
            Verdict::Denied(denied) if denied.is_limit() => None,
            Verdict::One(Some(_)) | Verdict::Conflict(_) | Verdict::Denied(_) => {
                Some(Accepting::NONE)
            }
            Verdict::Many(set) => Some(Accepting::Several(*set)),
        }
    }
}

impl Judge {
    pub(super) fn new(
        targets: Vec<Matcher>,
        strict: bool,
        agree: bool,
        allow: Option<AllowList>,
    ) -> Judge {
        let tables: Vec<&RuleRef> = targets.iter().filter_map(Matcher::table).collect();
        let is_start = |one: &RuleRef| one.is_start() && one.reading == tables[0].reading;
        let is_published = |one: &RuleRef| Grammar::ALL.contains(&one.grammar);
        let bulk = match &tables[..] {
            none if none.is_empty() || allow.is_some() => Bulk::No,
            [one] if one.table.removed().is_none() && !refuses_more(one.grammar.document()) => {
                Bulk::One(LineTable::new(one.table))
            }
            many if many.iter().all(|one| is_start(one) && is_published(one)) => {
                let grammars = many.iter().map(|one| one.grammar).collect();
                Bulk::Several(LineClassifier::new(many[0].reading), grammars)
            }
            _ => Bulk::No,
        };
        Judge { targets, selector: Selector::new(Select::Auto), bulk, strict, agree, allow }
    }

    pub(super) fn targets(&self) -> &[Matcher] {
        &self.targets
    }

    /// Counts the lines of a block by the grammars that accept them.
    pub(super) fn count(&self, block: &[u8], totals: &mut Totals) {
        match &self.bulk {
            Bulk::One(table) if !self.strict => {
                let LineCount { accepted, rejected, .. } = table.count(block);
                totals.add_many(Accepting::One(true), accepted as u64);
                totals.add_many(Accepting::NONE, rejected as u64);
            }
            Bulk::Several(classifier, asked) if !self.strict && !self.agree => {
                let counts = classifier.count(block).into_iter();
                counts.for_each(|(set, lines)| {
                    totals.add_many(Accepting::Several(set.intersection(*asked)), lines as u64);
                });
            }
            _ => self.lines(block, |line, known| totals.add(self.accepting(line, known))),
        }
    }

    /// Calls `each` with each line of a block, and with the acceptance that a pass over the whole
    /// block found.
    pub(super) fn lines<'b>(&self, block: &'b [u8], mut each: impl FnMut(&'b [u8], Known)) {
        match &self.bulk {
            Bulk::One(table) => table.judge(block, |line, accepts| each(line, Known::One(accepts))),
            Bulk::Several(classifier, asked) => classifier.judge(block, |line, set| {
                each(line, Known::Several(set.intersection(*asked)));
            }),
            Bulk::No => Framing::Line
                .records(block)
                .for_each(|line| each(Framing::Line.content(line), Known::Nothing)),
        }
    }

    /// Returns the rules that accept a line; `None` if nothing is decided. No error is located
    /// where it is known that the rule rejects.
    pub(super) fn accepting(&self, line: &[u8], known: Known) -> Option<Accepting> {
        match known {
            Known::One(accepts) if !(accepts && self.strict) => Some(Accepting::One(accepts)),
            _ => self.verdict(line, known).accepting(),
        }
    }

    /// Returns the verdict on one line.
    pub(super) fn verdict(&self, line: &[u8], known: Known) -> Verdict {
        match known {
            Known::One(true) if !self.strict => return Verdict::One(None),
            Known::Several(set) => {
                let set = if self.strict { self.allowed(set, line) } else { set };
                return self.agreed(set, line);
            }
            _ => {}
        }
        if let Some(allow) = &self.allow {
            return match std::str::from_utf8(line).map(|text| allow.check(text).map(drop)) {
                Ok(Ok(())) => Verdict::Many(self.tables().map(|rule| rule.grammar).collect()),
                Ok(Err(denied)) => Verdict::Denied(denied),
                Err(_) => Verdict::Many(GrammarSet::EMPTY),
            };
        }
        match &self.targets[..] {
            [one] => {
                let forbidden = || self.forbidden(one.table()?, line).map(Objection::Constraint);
                Verdict::One(one.verdict(line).check().err().or_else(forbidden))
            }
            _ => {
                let accept = self.tables().filter(|rule| rule.verdict(line).is_accepted());
                let set = self.allowed(accept.map(|rule| rule.grammar).collect(), line);
                self.agreed(set, line)
            }
        }
    }

    /// Returns the verdict on a line that some of several rules accept. No rule splits bytes that
    /// are not text.
    fn agreed(&self, set: GrammarSet, line: &[u8]) -> Verdict {
        let is_compared = self.agree && set.len() > 1;
        let text = if is_compared { std::str::from_utf8(line).ok() } else { None };
        let rules = self.tables().filter(|rule| set.contains(rule.grammar));
        let rules = rules.map(|rule| (rule.grammar, rule.table));
        match text.map(|text| check_rules(text, rules)) {
            Some(Err(Refusal::Conflict(conflict))) => Verdict::Conflict(conflict),
            _ => Verdict::Many(set),
        }
    }

    /// Returns the grammars of `set` whose constraints the line meets.
    fn allowed(&self, set: GrammarSet, line: &[u8]) -> GrammarSet {
        let accept = self.tables().filter(|rule| set.contains(rule.grammar));
        let accept = accept.filter(|rule| self.forbidden(rule, line).is_none());
        accept.map(|rule| rule.grammar).collect()
    }

    /// Returns the first constraint that an accepted line breaks, with `--strict`.
    fn forbidden(&self, target: &RuleRef, line: &[u8]) -> Option<Violation> {
        if !self.strict || !target.verdict(line).is_whole() {
            return None;
        }
        violations(target.grammar, target.reading, line).into_iter().next()
    }

    /// Returns the objection of the rule that follows a line furthest, of those that do not accept
    /// it: the first one that does, in the order of a selection.
    pub(super) fn closest(&self, line: &[u8]) -> Option<Objection> {
        let order = self.selector.candidates(line);
        let error = |rule: &RuleRef| {
            let error = rule.verdict(line).check().err()?;
            let tried = order.iter().position(|&grammar| grammar == rule.grammar);
            Some((error, tried.unwrap_or(order.len())))
        };
        let errors = self.tables().filter_map(error);
        let closest = errors.min_by_key(|(error, tried)| (Reverse(error.offset()), *tried));
        closest.map(|(error, _)| error)
    }

    /// Returns the rules that have a table: all of several.
    fn tables(&self) -> impl Iterator<Item = &RuleRef> {
        self.targets.iter().filter_map(Matcher::table)
    }

    /// Returns the ids of the grammars whose rules accept.
    pub(super) fn ids(&self, accepting: Accepting) -> Vec<&'static str> {
        match accepting {
            Accepting::One(accepts) => {
                self.targets.iter().filter(|_| accepts).map(Matcher::id).collect()
            }
            Accepting::Several(set) => set.iter().map(Grammar::as_str).collect(),
        }
    }
}
