//! Changes of a rule's language from one frame to the next, decided when the frames were made.

use urigram_automata::Relation;

use super::Frame;
use crate::rules::{definition, key};

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The rule appeared.
    New,
    /// The rule went.
    Gone,
    /// The rule has no language in this frame: it is broken, or uses a broken rule.
    Broken,
    /// The text of the rule changed.
    Text,
    /// The text is as before; the language changed by a rule that it uses.
    Through,
}

/// A change of a rule. A change of text that leaves the language as it was is also one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Change {
    /// The frame that changed the rule.
    pub frame: Frame,
    /// The name of the rule; of a rule that went, the name that it had.
    pub rule: &'static str,
    /// The name in the frame before, if it was another.
    pub was: Option<&'static str>,
    /// The kind of the change.
    pub kind: Kind,
    /// The relation of the language before to the language after; `None` where one is missing.
    ///
    /// The language before is that of the last frame where the rule had one.
    pub relation: Option<Relation>,
    /// A shortest string that only the language before has.
    pub only_before: Option<&'static [u8]>,
    /// A shortest string that only the language after has.
    pub only_after: Option<&'static [u8]>,
}

impl Change {
    /// Returns the changes of a rule, under all names that it had. `-` and `_` are the same in
    /// names, and case is ignored.
    pub fn of(rule: &str) -> Vec<&'static Change> {
        Change::of_any([rule])
    }

    /// Returns the changes of several rules, in the order of the frames and each once, as
    /// [`Change::of`] does for one rule.
    pub fn of_any<'a>(rules: impl IntoIterator<Item = &'a str>) -> Vec<&'static Change> {
        let mut names: Vec<String> = rules.into_iter().map(key).collect();
        // A rule that was renamed twice needs two rounds, and none needs more than there are names.
        loop {
            let known = names.len();
            for frame in Frame::all() {
                for (old, new) in frame.renamed() {
                    let (old, new) = (key(old), key(new));
                    match (names.contains(&old), names.contains(&new)) {
                        (true, false) => names.push(new),
                        (false, true) => names.push(old),
                        _ => {}
                    }
                }
            }
            if names.len() == known {
                break;
            }
        }
        Change::all().filter(|change| names.contains(&key(change.rule))).collect()
    }

    /// Returns the definition in this frame, in ABNF on one line; `None` if there isn't one, or if
    /// its text is as before.
    pub fn definition(&self) -> Option<String> {
        let is_text = matches!(self.kind, Kind::New | Kind::Text);
        let grammar = self.frame.grammar().ok().filter(|_| is_text)?;
        grammar.rule(self.rule).map(definition)
    }
}
