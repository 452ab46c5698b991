//! The comments of the transcriptions: every rule says where its document prints it, and how.
//!
//! In `.pest` the first `///` line of a rule is `Section 3.1: scheme = ALPHA *( … )`: the section
//! that `document.toml` gives, and the rule as printed (in `corrected.pest`, as repaired). In
//! `.abnf` the first comment line begins with the section. If the two texts differ by more than
//! blanks, quotes and the signs of a notation (`|` for `/`, `_` for `-`), the ABNF has a line
//! `Notation: …` that describes the translation.

use crate::error::ReadError;
use crate::folder::rules::Rules;
use crate::folder::Folder;
use urigram_automata::{abnf, peg};
use urigram_engine::Rule;

/// A rule as its document prints it.
pub(crate) struct Print<'t> {
    pub(crate) name: &'t str,
    pub(crate) body: &'t str,
}

impl<'t> Print<'t> {
    /// Parses `name = body`, also with `<name> ::=`.
    pub(crate) fn parse(text: &'t str) -> Option<Print<'t>> {
        let (name, body) = text.split_once('=')?;
        let name = name.trim_end().trim_end_matches(':').trim();
        let name = name.strip_prefix('<').and_then(|name| name.strip_suffix('>')).unwrap_or(name);
        Some(Print { name, body })
    }

    /// Whether two prints are the same rule, ignoring blanks, quotes and the signs of a notation.
    pub(crate) fn is_like(&self, other: &Print<'_>) -> bool {
        squeezed(self.name) == squeezed(other.name) && squeezed(self.body) == squeezed(other.body)
    }
}

/// Returns a text without what differs between notations.
fn squeezed(text: &str) -> String {
    let text = text.replace("%s\"", "\"").replace("::=", "=");
    let kept = text.chars().filter(|&c| !c.is_whitespace() && !matches!(c, '"' | '<' | '>'));
    kept.map(|c| match c {
        '|' => '/',
        '_' => '-',
        other => other,
    })
    .collect()
}

/// Returns the lines of an ABNF rule without the comments at their ends.
fn uncommented(source: &str) -> String {
    let line = |line: &str| {
        let mut is_quoted = false;
        let end = line.find(|c| {
            is_quoted ^= c == '"';
            c == ';' && !is_quoted
        });
        line[..end.unwrap_or(line.len())].to_owned()
    };
    source.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns a text with the printed names of the rules that have an id of their own in the place of
/// those ids.
fn with_names(text: &str, rules: &[Rule]) -> String {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let mut out = String::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = rest.find(|c| is_part(c) != is_part(first)).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        let named = rules.iter().find(|rule| rule.id == word);
        out.push_str(named.map_or(word, |rule| rule.name));
        rest = after;
    }
    out
}

/// The first `///` line of a rule, taken apart.
struct Head<'t> {
    /// The section, or `Imported from …`.
    origin: &'t str,
    print: &'t str,
}

fn head<'t>(rule: &Rule, doc: &'t str) -> Option<Head<'t>> {
    let first = doc.lines().next()?.trim();
    if rule.imported.is_some() {
        let (origin, print) = first.strip_prefix("Imported from ")?.split_once(": ")?;
        return Some(Head { origin, print });
    }
    let first = first.strip_prefix("Section ").unwrap_or(first);
    let rest = first.strip_prefix(rule.section)?.strip_prefix(':')?;
    Some(Head { origin: &first[..rule.section.len()], print: rest.trim_start() })
}

/// Both transcriptions of one reading, with their comments.
pub(crate) struct Commented {
    abnf: abnf::Grammar,
    peg: Option<peg::Grammar>,
}

impl Commented {
    pub(crate) fn new(rules: &Rules) -> Result<Commented, ReadError> {
        Ok(Commented { abnf: rules.abnf.abnf()?, peg: rules.pest.peg()? })
    }

    pub(crate) fn abnf(&self, rule: &Rule) -> Option<&abnf::Rule> {
        self.abnf.rule(rule.id)
    }

    /// Returns the rule as the first `///` line prints it; `None` for prose in the place of an
    /// imported rule. Without such a line the ABNF is the print.
    pub(crate) fn print(&self, rule: &Rule) -> Option<Print<'_>> {
        let head = self.doc(rule).and_then(|doc| head(rule, doc));
        Print::parse(head.map_or(&*self.abnf(rule)?.source, |head| head.print))
            .filter(|print| squeezed(print.name) == squeezed(rule.name))
    }

    fn doc(&self, rule: &Rule) -> Option<&str> {
        Some(self.peg.as_ref()?.rule(&rule.id.replace('-', "_"))?.doc())
    }

    /// Returns the first error in the comments of a rule.
    fn complaint(&self, rule: &Rule, rules: &[Rule]) -> Option<String> {
        let (abnf, doc) = (self.abnf(rule)?, self.doc(rule)?);
        let Some(head) = head(rule, doc) else {
            let origin =
                rule.imported.as_ref().map_or(format!("Section {}", rule.section), |imported| {
                    format!("Imported from {imported}")
                });
            return Some(format!("the first /// line does not begin with \"{origin}: \""));
        };
        let is_from =
            |imported: &str| imported.starts_with(head.origin) || head.origin.starts_with(imported);
        if rule.imported.is_some_and(|imported| !is_from(imported)) {
            return Some(format!("the /// line says that it is from {}", head.origin));
        }
        let comment = abnf.comment.lines().next().unwrap_or_default().trim();
        let comment = comment.strip_prefix("Section ").unwrap_or(comment);
        let origin = match rule.imported {
            Some(_) => format!("Imported from {}", head.origin),
            None => rule.section.to_owned(),
        };
        let rest = comment.strip_prefix(&origin);
        let ends = |rest: &str| {
            rest.is_empty() || rest.starts_with([' ', ',', ':', ';']) || rest.starts_with(". ")
        };
        if !rest.is_some_and(ends) {
            return Some(format!("the comment in the ABNF does not begin with \"{origin}\""));
        }
        let translated =
            abnf.comment.lines().any(|line| line.trim_start().starts_with("Notation: "));
        let own = with_names(&uncommented(&abnf.source), rules);
        let same = |print: &Print<'_>| {
            Print::parse(&own).is_some_and(|own| squeezed(print.body) == squeezed(own.body))
        };
        match self.print(rule) {
            None if rule.imported.is_some() && translated => None,
            None => Some("the /// line prints no rule of this name".into()),
            Some(print) if translated || same(&print) => None,
            Some(_) => Some(
                "the /// line prints another rule than the ABNF has, and no Notation: says why"
                    .into(),
            ),
        }
    }
}

/// Checks the comments of a document's own rules in one reading; returns a line for each wrong one.
pub(crate) fn check(folder: &Folder, reading: &str, commented: &Commented) -> Vec<String> {
    let rules = &folder.facts.rule;
    let complaint = |rule: &Rule| {
        Some(format!("{reading} {}: {}", rule.name, commented.complaint(rule, rules)?))
    };
    rules.iter().filter_map(complaint).collect()
}
