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
use super::pairs::iris_of;
use super::{Checked, Owned, StartRule};
use crate::percent::PercentEncoding;
use crate::refusal::refuses_more;
use crate::rewrite::octet;
use crate::BuildError;

/// A change of a value: the rule that its texts match, and whether they are IRIs.
#[derive(Clone, Copy)]
pub(super) struct Change {
    pub(super) rule: StartRule,
    pub(super) is_iri: bool,
}

impl Change {
    /// Returns the grammar of a changed value: RFC 3987 for an IRI by RFC 3986, which is a URI with
    /// the same components.
    #[inline]
    fn grammar(self, grammar: Grammar) -> Grammar {
        let iris = if self.is_iri { iris_of(grammar) } else { None };
        iris.unwrap_or(grammar)
    }
}

impl Checked<'_> {
    /// Returns the value with a component replaced or removed.
    #[inline]
    pub(super) fn with(
        &self,
        change: Change,
        component: Component,
        new: Option<&str>,
    ) -> Result<Owned, BuildError> {
        if self.parts.are_by_rules() {
            // Delimiters between the components are not known.
            let (grammar, moved, offset) = (self.grammar, component, 0);
            return Err(BuildError::SplitOtherwise { grammar, component, moved, offset });
        }
        let mut pieces = Pieces::of(self);
        pieces.set(component, new)?;
        let by = (change.grammar(self.grammar), self.reading);
        pieces.build(change.rule, by, Some(component))
    }
}

impl Owned {
    #[inline]
    pub(super) fn set(
        &mut self,
        change: Change,
        component: Component,
        new: Option<&str>,
    ) -> Result<(), BuildError> {
        if !self.replace(change, component, new) {
            *self = self.as_checked().with(change, component, new)?;
        }
        Ok(())
    }

    /// Sets or removes a query or a fragment that the grammar accepts everywhere. Returns false,
    /// and changes nothing, where that is not known.
    #[inline]
    fn replace(&mut self, change: Change, component: Component, new: Option<&str>) -> bool {
        let grammar = change.grammar(self.grammar);
        let tables = grammar.tables(self.reading);
        let set = tables.sets.get(component);
        let added = new.map_or(0, |new| new.len() + 1);
        if !matches!(component, Component::Query | Component::Fragment)
            || !set.is_free
            // Rules may drop what a shape keeps: an empty fragment may be none.
            || tables.start().is_marked()
            || grammar.document().removed.is_some()
            || refuses_more(grammar.document())
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
        self.grammar = grammar;
        true
    }

    /// Returns the query with pairs of data appended.
    pub(super) fn extended_query<N: AsRef<str>, V: AsRef<str>>(
        &self,
        pairs: impl IntoIterator<Item = (N, V)>,
    ) -> Result<String, BuildError> {
        let coding = PercentEncoding::of(self.grammar).reading(self.reading);
        let mut query = String::from(self.as_checked().component(Component::Query).unwrap_or(""));
        for (name, value) in pairs {
            if !query.is_empty() && !query.ends_with('&') {
                query.push('&');
            }
            coding.encode_into(Component::Query, name.as_ref().as_bytes(), &mut query)?;
            query.push('=');
            coding.encode_into(Component::Query, value.as_ref().as_bytes(), &mut query)?;
        }
        Ok(query)
    }

    /// Appends a segment of data to the path.
    #[inline]
    pub(super) fn push_segment(&mut self, change: Change, segment: &str) -> Result<(), BuildError> {
        self.extend_segments(change, core::iter::once(segment))
    }

    /// Appends segments of data to the path.
    pub(super) fn extend_segments<S: AsRef<str>>(
        &mut self,
        change: Change,
        segments: impl IntoIterator<Item = S>,
    ) -> Result<(), BuildError> {
        let path = self.parts.path().of(&self.text);
        let coding = PercentEncoding::of(self.grammar).reading(self.reading);
        let is_relative = self.parts.scheme().is_none() && self.parts.authority().is_none();
        let mut added = String::new();
        for segment in segments {
            let segment = segment.as_ref();
            if matches!(segment, "." | "..") {
                return Err(BuildError::DotSegment);
            }
            let before = if added.is_empty() { path } else { &*added };
            let is_begun = before.ends_with('/') || (before.is_empty() && is_relative);
            if !is_begun {
                added.push('/');
            }
            coding.encode_into(Component::Path, segment.as_bytes(), &mut added)?;
        }
        if self.has_open_path(change) && self.is_data(&added) {
            let end = self.parts.path().end as usize;
            self.splice(end..end, &added);
        } else {
            let path = self.parts.path().of(&self.text);
            let new = [path, &added].concat();
            *self = self.as_checked().with(change, Component::Path, Some(&new))?;
        }
        Ok(())
    }

    /// Removes the last segment of the path.
    #[inline]
    pub(super) fn pop_segment(&mut self, change: Change) -> bool {
        let span = self.parts.path();
        let path = span.of(&self.text);
        let new = match path.rfind('/') {
            _ if path.is_empty() || path == "/" => return false,
            Some(0) => "/",
            Some(at) => &path[..at],
            None => "",
        };
        let start = span.start as usize + new.len();
        // What is left has a slash: of `/a/b`, `/a`; and of `a/b` no more than `a`.
        if new.contains('/') && self.has_open_path(change) {
            self.splice(start..span.end as usize, "");
            return true;
        }
        match self.as_checked().with(change, Component::Path, Some(new)) {
            Ok(changed) => {
                *self = changed;
                true
            }
            Err(_) => false,
        }
    }

    /// Returns true if the path contains a slash, and is one whose end can be changed without a
    /// parse.
    #[inline]
    fn has_open_path(&self, change: Change) -> bool {
        let grammar = change.grammar(self.grammar);
        let (tables, document) = (grammar.tables(self.reading), grammar.document());
        let set = tables.sets.get(Component::Path);
        let path = self.parts.path().of(&self.text);
        let is_open = set.is_free && !tables.start().is_marked() && !refuses_more(document);
        is_open && path.contains('/') && grammar == self.grammar
    }

    /// Returns true if a text is of slashes, unreserved characters and percent-encodings, and if
    /// the value is not too long with it.
    #[inline]
    fn is_data(&self, added: &str) -> bool {
        let data = &self.grammar.tables(self.reading).sets.get(Component::Path).unreserved;
        let is_known = |byte: u8| matches!(byte, b'%' | b'/') || data.contains(byte);
        let is_removed = self.grammar.document().removed.is_some();
        let is_short = self.text.len() + added.len() < u32::MAX as usize;
        is_short && !is_removed && added.bytes().all(is_known)
    }

    /// Replaces the end of the path. Amortized: takes time in the added and the following text.
    #[inline]
    fn splice(&mut self, range: core::ops::Range<usize>, new: &str) {
        let mut raw = self.parts.to_raw();
        let is_present = raw[6] != u32::MAX;
        for at in [Some(5), is_present.then_some(6), Some(7)].into_iter().flatten() {
            raw[at] = (raw[at] as usize - range.len() + new.len()) as u32;
        }
        self.text.replace_range(range, new);
        self.parts = Parts::from_raw(raw);
    }
}

/// Returns true if a text is of legal characters and percent-encodings.
#[inline]
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
