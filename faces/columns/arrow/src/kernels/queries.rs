//! The pairs of queries, texts without some of them, and decoded texts.

use std::borrow::Cow;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use arrow_array::{ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};
use percent_encoding::percent_decode;
use urigram::{Component, Grammar, Reading};

use super::meaning::texts;
use super::Check;
use crate::column::Column;
use crate::output::{Out, RunError};
use crate::value::Value;

/// A column of lists of pairs that is being written.
pub(super) struct Pairs<C: Column> {
    ends: Vec<i32>,
    names: C::Out,
    values: C::Out,
    nulls: NullBufferBuilder,
}

pub(super) fn pair_fields(values: &DataType) -> Fields {
    let field = |name, nullable| Field::new(name, values.clone(), nullable);
    Fields::from(vec![field("name", false), field("value", true)])
}

/// Returns the type of a list of pairs.
pub(crate) fn pairs_type(values: &DataType) -> DataType {
    let pair = Field::new_list_field(DataType::Struct(pair_fields(values)), true);
    DataType::List(pair.into())
}

impl<C: Column> Pairs<C> {
    pub(super) fn with_room(column: &C) -> Pairs<C> {
        let mut ends = Vec::with_capacity(column.len() + 1);
        ends.push(0);
        let room = || C::Out::with_room(column, 0);
        let nulls = NullBufferBuilder::new(column.len());
        Pairs { ends, names: room(), values: room(), nulls }
    }

    /// Adds a list; `None` is a null.
    pub(super) fn push<N: AsRef<str>>(
        &mut self,
        pairs: Option<impl Iterator<Item = (N, Option<N>)>>,
    ) -> Result<(), RunError> {
        let mut end = self.ends.last().copied().unwrap_or_default();
        self.nulls.append(pairs.is_some());
        for (name, value) in pairs.into_iter().flatten() {
            self.names.push(C::Value::of_text(name.as_ref()))?;
            match value {
                Some(value) => self.values.push(C::Value::of_text(value.as_ref()))?,
                None => self.values.push_null(),
            }
            end = end.checked_add(1).ok_or(RunError::TooLarge)?;
        }
        self.ends.push(end);
        Ok(())
    }

    pub(super) fn finish(mut self, values: &DataType) -> Result<ArrayRef, RunError> {
        let fields = pair_fields(values);
        let columns = vec![self.names.finish(), self.values.finish()];
        let pairs = StructArray::try_new(fields.clone(), columns, None)?;
        let item = Arc::new(Field::new_list_field(DataType::Struct(fields), true));
        let ends = OffsetBuffer::new(self.ends.into());
        Ok(Arc::new(ListArray::try_new(item, ends, Arc::new(pairs), self.nulls.finish())?))
    }
}

/// A grammar that finds queries, and how their octets are decoded.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    check: Check,
    is_latin_1: bool,
}

impl Query {
    pub(crate) fn new(grammar: Grammar, reading: Reading) -> Query {
        let is_latin_1 = grammar.document().latin_1.is_some();
        Query { check: Check::start(grammar, reading), is_latin_1 }
    }

    /// Returns what the grammar reads of a text, and the place of the query in it; an empty one
    /// behind the text if there is no query, and `None` if the text is not accepted.
    fn place(self, text: &str) -> Option<(Cow<'_, str>, Range<usize>)> {
        let verdict = self.check.verdict(text.as_bytes());
        let span = verdict.components().ok()??.span(Component::Query);
        let stripped = verdict.stripped();
        let left = match stripped.borrowed() {
            Some(left) => Cow::Borrowed(std::str::from_utf8(left).ok()?),
            None => Cow::Owned(std::str::from_utf8(stripped.left()).ok()?.to_owned()),
        };
        let end = left.len();
        Some((left, span.map_or(end..end, |span| span.start as usize..span.end as usize)))
    }

    /// Decodes percent-encodings. Octets that are not a character become U+FFFD.
    fn decoded(self, text: &str) -> Cow<'_, str> {
        decoded(text, self.is_latin_1)
    }

    fn pairs<'t>(
        self,
        query: &'t str,
    ) -> impl Iterator<Item = (Cow<'t, str>, Option<Cow<'t, str>>)> {
        query.split('&').filter(|pair| !pair.is_empty()).map(move |pair| {
            match pair.split_once('=') {
                Some((name, value)) => (self.decoded(name), Some(self.decoded(value))),
                None => (self.decoded(pair), None),
            }
        })
    }
}

/// Decodes percent-encodings to text: of UTF-8, or of ISO 8859-1. Octets that are not a character
/// become U+FFFD, and a `%` without two digits stays.
pub fn decoded(text: &str, is_latin_1: bool) -> Cow<'_, str> {
    let octets = percent_decode(text.as_bytes());
    if is_latin_1 && text.contains('%') {
        return octets.map(char::from).collect();
    }
    octets.decode_utf8_lossy()
}

/// Returns the pairs of each query, decoded and in order: null where the text is rejected, empty
/// where it has no query.
pub(crate) fn query_pairs<C: Column>(column: &C, by: Query) -> Result<ArrayRef, RunError> {
    let mut out = Pairs::with_room(column);
    for row in 0..column.len() {
        let text = column.known(row).and_then(Value::text);
        let query = text.and_then(|text| by.place(text));
        out.push(query.as_ref().map(|(left, place)| by.pairs(&left[place.clone()])))?;
    }
    out.finish(column.data_type())
}

/// Returns the first value of a name in each query: null where there isn't one.
pub(crate) fn query_value<C: Column>(
    column: &C,
    name: &str,
    by: Query,
) -> Result<ArrayRef, RunError> {
    texts(column, |_, text| {
        let (left, place) = by.place(text)?;
        let (_, value) = by.pairs(&left[place]).find(|(one, _)| one == name)?;
        value.map(|value| Cow::Owned(value.into_owned()))
    })
}

/// Names of pairs of a query. `utm_*` is every name that begins with `utm_`.
#[derive(Debug)]
pub struct Names {
    whole: HashSet<String>,
    beginnings: Vec<String>,
}

impl Names {
    /// Makes a list of the names.
    pub fn of<N: AsRef<str>>(names: &[N]) -> Names {
        let names = || names.iter().map(N::as_ref);
        let beginnings = names().filter_map(|name| name.strip_suffix('*'));
        Names {
            whole: names().map(str::to_owned).collect(),
            beginnings: beginnings.map(str::to_owned).collect(),
        }
    }

    /// Returns whether a decoded name is in the list.
    pub fn have(&self, name: &str) -> bool {
        self.whole.contains(name) || self.beginnings.iter().any(|one| name.starts_with(&**one))
    }
}

/// Returns the texts without pairs of these names. What is left stays as it is written; a query
/// goes with its last pair. A text that is rejected gives a null.
pub(crate) fn without_params<C: Column>(
    column: &C,
    names: &Names,
    by: Query,
) -> Result<ArrayRef, RunError> {
    texts(column, |_, text| {
        let (left, Range { start, end }) = by.place(text)?;
        let is_named = |pair: &str| {
            let name = pair.split_once('=').map_or(pair, |(name, _)| name);
            !pair.is_empty() && names.have(&by.decoded(name))
        };
        let query = &left[start..end];
        if !query.split('&').any(is_named) {
            return Some(Cow::Borrowed(text));
        }
        let mut out = String::with_capacity(left.len());
        // The question mark stands before the query.
        out.push_str(&left[..start - 1]);
        let mut sign = '?';
        for pair in query.split('&').filter(|pair| !is_named(pair) && !pair.is_empty()) {
            out.push(sign);
            out.push_str(pair);
            sign = '&';
        }
        out.push_str(&left[end..]);
        Some(Cow::Owned(out))
    })
}

/// Decodes each text. A `%` without two digits, and octets that are not UTF-8, give a null; bytes
/// stay bytes.
pub(crate) fn url_decode<C: Column>(column: &C, form: bool) -> Result<ArrayRef, RunError> {
    let mut out = C::Out::with_room(column, column.size());
    let mut octets = Vec::new();
    for row in 0..column.len() {
        let read =
            column.known(row).map(Value::bytes).filter(|bytes| decode(bytes, form, &mut octets));
        match read.and_then(|_| C::Value::of_bytes(&octets)) {
            Some(value) => out.push(value)?,
            None => out.push_null(),
        }
    }
    Ok(out.finish())
}

/// Decodes percent-encodings; returns false at a `%` without two digits.
fn decode(bytes: &[u8], form: bool, out: &mut Vec<u8>) -> bool {
    let digit = |byte: Option<&u8>| byte.and_then(|&byte| char::from(byte).to_digit(16));
    out.clear();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        out.push(match byte {
            b'%' => match digit(bytes.get(at)).zip(digit(bytes.get(at + 1))) {
                Some((high, low)) => {
                    at += 2;
                    (16 * high + low) as u8
                }
                None => return false,
            },
            b'+' if form => b' ',
            byte => byte,
        });
    }
    true
}
