//! Changing a component of a value, with a new value or in place.
//!
//! The text that a change makes is checked as a whole, since in most documents the components
//! depend on each other: a scheme decides which rules hold for the rest. One scan of the whole text
//! takes less time than a table takes for a short component alone. A query and a fragment are
//! changed in place by a grammar where they accept the same characters everywhere
//! ([`ComponentSet::is_free`]): then only the argument is checked.

use alloc::string::String;
use core::ops::Range;

use urigram_grammars::{refuses_more, Component, ComponentSet, Grammar, Parts, StartRule};

use super::compose::Pieces;
use super::pairs::iris_of;
use super::{Checked, Owned};
use crate::percent::PercentEncoding;
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
    /// Returns the value with a component replaced or removed. Inlined, so that the value is
    /// written where it is wanted: copying would stall on store forwarding.
    #[inline(always)]
    pub(super) fn with(
        &self,
        change: Change,
        component: Component,
        new: Option<&str>,
    ) -> Result<Owned, BuildError> {
        let Some(place) = self.open_place(change, component, new) else {
            return self.build_with(change, component, new);
        };
        let added = new.map_or(0, |new| new.len() + 1);
        let mut text = String::with_capacity(self.text.len() - place.len() + added);
        text.push_str(&self.text[..place.start]);
        if let Some(new) = new {
            text.push(delimiter(component));
            text.push_str(new);
        }
        if place.end < self.text.len() {
            text.push_str(&self.text[place.end..]);
        }
        let parts = parts_with(&self.parts, component, place.start, new, text.len());
        let (grammar, reading) = (change.grammar(self.grammar), self.reading);
        Ok(Owned { text, parts, grammar, reading })
    }

    /// Returns the value with a component replaced or removed, from a parse of the whole text.
    #[cold]
    #[inline(never)]
    fn build_with(
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

    /// Returns the place of a query or a fragment with its delimiter, if the grammar is known to
    /// accept the new one, or its absence, in every text.
    #[inline]
    fn open_place(
        &self,
        change: Change,
        component: Component,
        new: Option<&str>,
    ) -> Option<Range<usize>> {
        let grammar = change.grammar(self.grammar);
        let tables = grammar.tables(self.reading);
        let set = tables.sets.get(component);
        let added = new.map_or(0, |new| new.len() + 1);
        if !matches!(component, Component::Query | Component::Fragment)
            || !set.is_free
            // Rules may drop what a shape keeps: an empty fragment may be absent.
            || tables.start().is_marked()
            || grammar.document().removed.is_some()
            || refuses_more(grammar.document())
            || self.text.len() + added >= u32::MAX as usize
            || new.is_some_and(|new| !is_legal(set, new.as_bytes()))
        {
            return None;
        }
        let end_of_path = self.parts.path().end as usize;
        Some(match (self.parts.get(component), component) {
            (Some(span), _) => span.start as usize - 1..span.end as usize,
            (None, Component::Query) => end_of_path..end_of_path,
            (None, _) => self.text.len()..self.text.len(),
        })
    }
}

impl Owned {
    /// Sets or removes a component.
    #[inline]
    pub(super) fn set(
        &mut self,
        change: Change,
        component: Component,
        new: Option<&str>,
    ) -> Result<(), BuildError> {
        let checked = self.as_checked();
        let Some(place) = checked.open_place(change, component, new) else {
            *self = checked.build_with(change, component, new)?;
            return Ok(());
        };
        let start = place.start;
        if place.end == self.text.len() {
            self.text.truncate(start);
            if let Some(new) = new {
                self.text.reserve_exact(new.len() + 1);
                self.text.push(delimiter(component));
                self.text.push_str(new);
            }
        } else {
            self.text.replace_range(place, new.unwrap_or_default());
            if new.is_some() {
                self.text.insert(start, delimiter(component));
            }
        }
        self.parts = parts_with(&self.parts, component, start, new, self.text.len());
        self.grammar = change.grammar(self.grammar);
        Ok(())
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
    fn splice(&mut self, range: Range<usize>, new: &str) {
        let moved = |at: u32| (at as usize - range.len() + new.len()) as u32;
        self.parts.path_end = moved(self.parts.path_end);
        if self.parts.query().is_some() {
            self.parts.query_end = moved(self.parts.query_end);
        }
        self.parts.len = moved(self.parts.len);
        self.text.replace_range(range, new);
    }
}

/// Returns the character before a query or a fragment.
#[inline]
fn delimiter(component: Component) -> char {
    if component == Component::Query {
        '?'
    } else {
        '#'
    }
}

/// Returns the parts of a text of this length whose query or fragment, with its delimiter, begins
/// at `start`.
#[inline]
fn parts_with(
    before: &Parts,
    component: Component,
    start: usize,
    new: Option<&str>,
    len: usize,
) -> Parts {
    let mut parts = Parts { len: len as u32, ..*before };
    if component == Component::Query {
        parts.query_end = new.map_or(u32::MAX, |new| (start + 1 + new.len()) as u32);
    }
    parts
}

/// Returns true if a text is of legal characters and percent-encodings.
#[inline]
fn is_legal(set: &ComponentSet, text: &[u8]) -> bool {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        at += if byte != b'%' && set.legal.contains(byte) {
            1
        } else if octet(text, at).is_some() {
            3
        } else {
            return false;
        };
    }
    true
}
