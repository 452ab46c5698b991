//! The rules of a frame, some of them with the definitions of an earlier one.

use std::collections::HashMap;

use urigram_automata::abnf::{Grammar, Rule};

use crate::frame::Frame;
use crate::rules::key;

/// Two frames of a chain, the earlier one with the names of the later one.
pub(crate) struct Mixture {
    before: Grammar,
    /// The definitions before, with the names that they had.
    original: Grammar,
    after: Grammar,
    /// The old name of each rule that was renamed, by its new one.
    old_names: HashMap<String, String>,
}

impl Mixture {
    /// Reads the rules of both frames.
    pub(crate) fn new(since: Frame, frame: Frame) -> Option<Mixture> {
        let original = since.grammar().ok()?;
        let mut names: HashMap<String, String> = HashMap::new();
        let between = std::iter::successors(Some(frame), |at| at.before());
        let mut between: Vec<Frame> = between.take_while(|at| *at != since).collect();
        between.reverse();
        for frame in between {
            for (old, new) in frame.renamed() {
                // A rule that was renamed before is known by its first name.
                let first = names.iter().find(|(_, now)| key(now) == key(old));
                let first = first.map_or(key(old), |(first, _)| first.clone());
                names.insert(first, (*new).to_owned());
            }
        }
        let text: Vec<String> = original.rules().iter().map(|rule| renamed(rule, &names)).collect();
        let before = Grammar::parse(&text.join("\n")).ok()?;
        let old_names = names.into_iter().map(|(old, new)| (key(&new), old)).collect();
        Some(Mixture { before, original, after: frame.grammar().ok()?, old_names })
    }

    /// Returns the rules of the later frame that the earlier one defines in another way.
    pub(crate) fn changed(&self) -> Vec<&Rule> {
        let differs = |rule: &&Rule| {
            self.before.rule(&rule.name).is_some_and(|before| before.expr != rule.expr)
        };
        self.after.rules().iter().filter(differs).collect()
    }

    /// Returns the rule of this key as it was.
    pub(crate) fn before(&self, name: &str) -> Option<&Rule> {
        let old = self.old_names.get(name).map_or(name, String::as_str);
        self.original.rule(old)
    }

    /// Returns the later rules with the earlier definitions of some. Rules that only the earlier
    /// frame has are there where they are used.
    pub(crate) fn with(&self, reverted: &[&Rule]) -> Grammar {
        let text: Vec<String> = reverted
            .iter()
            .filter_map(|rule| self.before.rule(&rule.name))
            .map(|rule| format!("{}\n", rule.source.trim_end()))
            .collect();
        let patch = Grammar::parse(&text.join("\n")).unwrap_or_default();
        let mut mixed = Grammar::overlay(&self.after, &patch);
        mixed.import(&[("the frame before", &self.before)]);
        mixed
    }
}

/// Returns a rule in ABNF with other names for some rules, itself included.
fn renamed(rule: &Rule, names: &HashMap<String, String>) -> String {
    let mut out = String::new();
    let mut rest = rule.source.trim_end();
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            // A number such as %x41-5A holds letters, and is not a name.
            '%' => rest.find(char::is_whitespace).unwrap_or(rest.len()),
            c if c.is_ascii_alphabetic() => {
                let is_name = |c: char| c.is_ascii_alphanumeric() || c == '-';
                let end = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
                out.push_str(names.get(&key(&rest[..end])).map_or(&rest[..end], String::as_str));
                rest = &rest[end..];
                continue;
            }
            c => c.len_utf8(),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out.push('\n');
    out
}
