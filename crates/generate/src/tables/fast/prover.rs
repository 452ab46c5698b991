//! A rule with everything that a guess and its proof ask about it.

use crate::error::ReadError;
use crate::folder::Folder;
use crate::tables::builder::Builder;
use std::collections::BTreeMap;
use urigram_automata::Dfa;
use urigram_engine::generated::Automaton;

/// A rule's automaton, and those of the rules that the shape asks.
pub(super) struct Prover<'a, 'f> {
    pub(super) folder: &'a Folder,
    pub(super) builder: &'a Builder<'f>,
    pub(super) rule: &'a Dfa,
    pub(super) asked: BTreeMap<&'static str, Dfa>,
}

impl<'a, 'f> Prover<'a, 'f> {
    pub(super) fn new(
        folder: &'a Folder,
        builder: &'a Builder<'f>,
        rule: &'a Dfa,
    ) -> Result<Self, ReadError> {
        let mut asked = BTreeMap::new();
        for name in folder.shape.rules() {
            asked.insert(name, builder.dfa(folder.known(name)?.id)?);
        }
        Ok(Prover { folder, builder, rule, asked })
    }

    pub(super) fn accepts(&self, text: &[u8]) -> bool {
        self.rule.accepts(text)
    }

    /// Whether something accepted begins with the text.
    pub(super) fn is_alive(&self, text: &str) -> bool {
        self.rule.reject_offset(text.as_bytes()).is_none_or(|offset| offset == text.len())
    }

    /// Returns true if one of the shape's rules accepts a text, or if there is no rule.
    pub(super) fn says(&self, rule: Option<&Automaton>, text: &str) -> bool {
        rule.is_none_or(|it| self.asked[it.rule].accepts(text.as_bytes()))
    }

    pub(super) fn is_scheme(&self, text: &[u8]) -> bool {
        self.folder.shape.scheme.is_none_or(|it| self.asked[it.rule].accepts(text))
    }
}
