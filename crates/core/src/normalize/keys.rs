//! Keys, and the changes that only keys have. A program that makes normal forms and no keys does
//! not link these. The generator refuses them without `key_only`.

use alloc::borrow::Cow;
use alloc::collections::BinaryHeap;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use urigram_grammars::{search, Change, Component, Equivalence, Form, Parts, SyntaxError};

use super::{rows, Apply, Normalizer, Split};
use crate::compared::Compared;
use crate::rewrite::Rewrite;
use crate::urn::directives;

impl Normalizer {
    pub(crate) fn key_of<'a>(&self, text: &'a str, parts: Parts) -> Option<Cow<'a, str>> {
        let rows: Vec<&'static Equivalence> = self.equivalences().collect();
        self.key_by(text, parts, &rows)
    }

    pub(super) fn key_by<'a>(
        &self,
        text: &'a str,
        parts: Parts,
        rows: &[&'static Equivalence],
    ) -> Option<Cow<'a, str>> {
        let comparison = self.comparison()?;
        if comparison.relative.is_some() && parts.scheme().is_none() {
            return None;
        }
        if self.grammar.document().form == Form::Urc {
            return None;
        }
        let each = rows.iter().copied();
        let apply = self.addresses.map_or(apply as Apply, |addresses| addresses.apply);
        let mut key = self.apply_all(text, parts, each.clone(), apply, |_, _| ());
        // A change can make room for one before it: the path of `file:.///a` has no dot-segment to
        // lose in front of an authority until it begins with a slash.
        for _ in rows {
            let Cow::Owned(text) = &key.text else { break };
            let Split { text: Cow::Owned(text), parts } =
                self.apply_all(text, key.parts, each.clone(), apply, |_, _| ())
            else {
                break;
            };
            key = Split { text: Cow::Owned(text), parts };
        }
        Some(key.text)
    }

    /// Compares two identifiers whose keys differ: the document may decide nothing about them.
    pub(super) fn of_different(
        &self,
        rows: &[&'static Equivalence],
        a: &str,
        b: &str,
    ) -> Result<Compared, SyntaxError> {
        let (of_a, of_b) = (self.parts(a)?, self.parts(b)?);
        let is_open = rows.iter().any(|row| match row.change {
            Change::Scheme(change) => change.leaves_open((a, &of_a), (b, &of_b)),
            _ => false,
        });
        Ok(if is_open { Compared::Unsaid { forbidden: None } } else { Compared::Different })
    }
}

/// Applies the change of any equivalence, as [`rows::apply`].
pub(super) fn apply<'a>(
    row: &Equivalence,
    text: &'a str,
    parts: &Parts,
    lowers_host: bool,
) -> Cow<'a, str> {
    let mut rewrite = Rewrite::of(text);
    match row.change {
        Change::Drop(_) | Change::SortDirectives | Change::Scheme(_)
            if !rows::concerns(row, text, parts) => {}
        Change::Scheme(change) => {
            return change.apply(text, parts).map_or(Cow::Borrowed(text), Cow::Owned)
        }
        Change::Drop(component) => drop_component(text, parts, component, &mut rewrite),
        Change::SortDirectives => sort_directives(text, parts, &mut rewrite),
        _ => return rows::apply(row, text, parts, lowers_host),
    }
    rewrite.finish()
}

/// Returns the query of a URN with its `?`: everything from the first `?` to the fragment.
fn urn_query(text: &str, parts: &Parts) -> Range<usize> {
    let end = parts.fragment().map_or(text.len(), |span| span.start as usize - 1);
    let path = parts.path().start as usize;
    let query = search::position(&text.as_bytes()[path..end], b'?');
    query.map_or(end, |query| path + query)..end
}

fn drop_component(text: &str, parts: &Parts, component: Component, rewrite: &mut Rewrite<'_>) {
    let range = match component {
        Component::Query => Some(urn_query(text, parts)),
        _ => rows::delimited(text, parts, component),
    };
    if let Some(range) = range {
        rewrite.replace(range.start, range.end, "");
    }
}

/// Sorts directives by keyword, then by value. The document leaves the order open.
fn sort_directives(text: &str, parts: &Parts, rewrite: &mut Rewrite<'_>) {
    let range = urn_query(text, parts);
    let Some(query) = text[range.clone()].strip_prefix('?') else { return };
    // A heap, because the sort of slices is 14 kB of code. Equal directives are equal texts.
    let sorted = directives(query).collect::<BinaryHeap<_>>().into_sorted_vec();
    let mut out = String::with_capacity(range.len());
    for (index, directive) in sorted.iter().enumerate() {
        out.push(if index == 0 { '?' } else { '&' });
        out.push_str(directive.keyword);
        out.push('=');
        out.push_str(directive.value);
    }
    rewrite.replace(range.start, range.end, &out);
}

#[cfg(test)]
mod tests {
    use super::*;
    use urigram_grammars::Grammar;

    /// Citations are compared by their elements, which this package does not read.
    #[test]
    fn a_citation_has_no_key_without_its_elements() {
        assert_eq!(Normalizer::new(Grammar::Urc1993).key("<Title=a;>").unwrap(), None);
    }
}
