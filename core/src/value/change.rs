//! Changing a component of a value, with a new value or in place.
//!
//! The text that a change makes is checked as a whole, since in most documents the components
//! depend on each other: a scheme decides which rules hold for the rest. One scan of the whole text
//! takes less time than a table takes for a short component alone. A query and a fragment are
//! changed in place by a grammar in which they accept the same characters everywhere
//! ([`ComponentSet::is_free`]): then only the argument is checked.

use alloc::string::String;

use urigram_grammars::{Component, ComponentSet, Grammar, Parts};

use super::compose::Pieces;
use super::{Checked, Owned, StartRule};
use crate::percent::PercentEncoding;
use crate::rewrite::octet;
use crate::BuildError;

impl Checked<'_> {
    /// Returns the value with a component replaced or removed.
    pub(super) fn with(
        &self,
        grammar: fn(Grammar) -> Grammar,
        component: Component,
        new: Option<&str>,
    ) -> Result<Owned, BuildError> {
        if self.parts.are_by_rules() {
            // Delimiters between the components are not known.
            return Err(BuildError::SplitOtherwise { grammar: self.grammar, component, offset: 0 });
        }
        let mut pieces = Pieces::of(self);
        pieces.set(component, new)?;
        let by = (grammar(self.grammar), self.reading);
        pieces.build(StartRule::Reference, by, Some(component))
    }
}

impl Owned {
    pub(super) fn set(
        &mut self,
        grammar: fn(Grammar) -> Grammar,
        component: Component,
        new: Option<&str>,
    ) -> Result<(), BuildError> {
        if !self.replace(component, new) {
            *self = self.as_checked().with(grammar, component, new)?;
        }
        Ok(())
    }

    /// Sets or removes a query or a fragment that the grammar accepts everywhere. Returns false,
    /// and changes nothing, where that is not known.
    fn replace(&mut self, component: Component, new: Option<&str>) -> bool {
        let set = self.grammar.tables(self.reading).sets.get(component);
        let added = new.map_or(0, |new| new.len() + 1);
        if !set.is_free
            || self.grammar.document().removed.is_some()
            || self.text.len() + added >= u32::MAX as usize
            || new.is_some_and(|new| !is_legal(set, new.as_bytes()))
        {
            return false;
        }
        // The component with its delimiter.
        let (start, end) = match (self.parts.get(component), component) {
            (Some(span), _) => (span.start as usize - 1, span.end as usize),
            (None, Component::Query) => {
                (self.parts.path().end as usize, self.parts.path().end as usize)
            }
            (None, _) => (self.text.len(), self.text.len()),
        };
        let delimiter = if component == Component::Query { "?" } else { "#" };
        if end == self.text.len() {
            self.text.truncate(start);
            self.text.reserve_exact(added);
            self.text.push_str(new.map_or("", |_| delimiter));
            self.text.push_str(new.unwrap_or_default());
        } else {
            self.text.replace_range(start..end, new.unwrap_or_default());
            self.text.insert_str(start, new.map_or("", |_| delimiter));
        }
        let mut raw = self.parts.to_raw();
        if component == Component::Query {
            raw[6] = if new.is_some() { (start + added) as u32 } else { u32::MAX };
        }
        raw[7] = self.text.len() as u32;
        self.parts = Parts::from_raw(raw);
        true
    }

    /// Appends a segment of data to the path.
    pub(super) fn push_segment(
        &mut self,
        grammar: fn(Grammar) -> Grammar,
        segment: &str,
    ) -> Result<(), BuildError> {
        if matches!(segment, "." | "..") {
            return Err(BuildError::DotSegment);
        }
        let value = self.as_checked();
        let path = value.slice(value.parts.path());
        let begins_rootless =
            path.is_empty() && value.parts.scheme().is_none() && value.parts.authority().is_none();
        let mut new = String::with_capacity(path.len() + segment.len() + 8);
        new.push_str(path);
        if !path.ends_with('/') && !begins_rootless {
            new.push('/');
        }
        let coding = PercentEncoding::of(self.grammar).reading(self.reading);
        coding.encode_into(Component::Path, segment.as_bytes(), &mut new)?;
        *self = self.as_checked().with(grammar, Component::Path, Some(&new))?;
        Ok(())
    }

    /// Removes the last segment of the path.
    pub(super) fn pop_segment(&mut self, grammar: fn(Grammar) -> Grammar) -> bool {
        let value = self.as_checked();
        let path = value.slice(value.parts.path());
        let new = match path.rfind('/') {
            _ if path.is_empty() || path == "/" => return false,
            Some(0) => "/",
            Some(at) => &path[..at],
            None => "",
        };
        match value.with(grammar, Component::Path, Some(new)) {
            Ok(changed) => {
                *self = changed;
                true
            }
            Err(_) => false,
        }
    }
}

/// Returns true if a text is of legal characters and percent-encodings.
fn is_legal(set: &ComponentSet, text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += match octet(text, at) {
            Some(_) => 3,
            None if set.legal.contains(byte) && byte != b'%' => 1,
            None => return false,
        };
    }
    true
}
