//! The meaning that documents give to each input.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::Arc;

use arrow_array::{Array, ArrayRef, ListArray, StructArray};
use arrow_buffer::{NullBufferBuilder, OffsetBuffer};
use arrow_schema::{DataType, Field, Fields};
use urigram::documents::Form;
use urigram::migrate::{Migration, Outcome};
use urigram::parts::Span;
use urigram::surt::Options;
use urigram::{urc, Grammar, Normalizer, Reading, Resolver, Urc};

use crate::column::{with_column, Column};
use crate::output::{Out, RunError, Words};
use crate::value::Value;

/// Writes a text for each value that has one. A borrowed text is the value itself.
pub(super) fn texts<C: Column>(
    column: &C,
    mut text: impl for<'v> FnMut(usize, &'v str) -> Option<Cow<'v, str>>,
) -> Result<ArrayRef, RunError> {
    let mut out = C::Out::with_room(column, column.size());
    for row in 0..column.len() {
        let Some(value) = column.known(row) else {
            out.push_null();
            continue;
        };
        match value.text().and_then(|given| text(row, given)) {
            None => out.push_null(),
            Some(Cow::Borrowed(same)) => {
                // Shorter than positions can hold: `known` gives no other.
                let whole = Span { start: 0, end: same.len() as u32 };
                out.push_part(column, row, value, whole)?;
            }
            Some(Cow::Owned(text)) => out.push(C::Value::of_text(&text))?,
        }
    }
    Ok(out.finish())
}

pub(crate) fn normalize<C: Column>(column: &C, by: &Normalizer) -> Result<ArrayRef, RunError> {
    texts(column, |_, text| by.normalize(text).ok())
}

pub(crate) fn key<C: Column>(
    column: &C,
    by: &Normalizer,
    (grammar, reading): (Grammar, Reading),
) -> Result<ArrayRef, RunError> {
    if grammar.document().form == Form::Urc {
        return texts(column, |_, text| {
            let urc = Urc::parse_by(grammar, reading, text.as_bytes()).ok()?;
            urc::key(urc, *by).map(Cow::Owned)
        });
    }
    texts(column, |_, text| by.key(text).ok().flatten())
}

/// The bases of references.
pub(crate) enum Bases<'a> {
    /// One for all.
    One(&'a str),
    /// One for each row.
    Each(&'a dyn Array),
}

/// Returns the targets: null where there isn't one. The current document is a reference to itself.
pub(crate) fn resolve<C: Column>(
    references: &C,
    bases: &Bases<'_>,
    by: &Resolver,
) -> Result<ArrayRef, RunError> {
    let target = |base: &str, reference: &str| {
        by.resolve(base, reference).ok().map(|target| Cow::Owned(target.to_reference()))
    };
    match bases {
        Bases::One(base) => texts(references, |_, reference| target(base, reference)),
        Bases::Each(bases) => {
            let resolved = with_column!(bases, bases => texts(references, |row, reference| {
                target(bases.known(row)?.text()?, reference)
            }));
            resolved.unwrap_or_else(|| {
                Err(RunError::Type("the bases are neither text nor bytes".to_owned()))
            })
        }
    }
}

/// Returns the sort-friendly forms. Every value has one.
pub(crate) fn surt<C: Column>(column: &C, options: Options) -> Result<ArrayRef, RunError> {
    let mut out = C::Out::with_room(column, column.size());
    for row in 0..column.len() {
        let form = column.known(row).map(|value| urigram::surt::surt(value.bytes(), options));
        match form.as_deref().and_then(C::Value::of_bytes) {
            Some(form) => out.push(form)?,
            None => out.push_null(),
        }
    }
    Ok(out.finish())
}

pub(crate) fn change_fields() -> Fields {
    let words = |name| Field::new(name, DataType::Utf8, false);
    Fields::from(vec![words("kind"), words("message")])
}

/// Returns the changes between two documents: an empty list where nothing changes, and where
/// neither accepts.
pub(crate) fn changes<C: Column>(column: &C, by: &Migration) -> Result<ArrayRef, RunError> {
    let rows = column.len();
    let mut ends: Vec<i32> = Vec::with_capacity(rows + 1);
    ends.push(0);
    let (mut kinds, mut messages) = (Words::new(0, 0), Words::new(0, 0));
    let mut nulls = NullBufferBuilder::new(rows);
    let mut message = String::new();
    let mut end = 0i32;
    for row in 0..rows {
        let outcome = column.known(row).map(|value| by.judge(value.bytes()));
        nulls.append(outcome.is_some());
        if let Some(Outcome::Differs(causes)) = outcome {
            for cause in causes {
                message.clear();
                // Writing to a text does not fail.
                let _ = write!(message, "{cause}");
                kinds.add(cause.kind().name())?;
                messages.add(&message)?;
                end = end.checked_add(1).ok_or(RunError::TooLarge)?;
            }
        }
        ends.push(end);
    }
    let columns = vec![kinds.done(), messages.done()];
    let changes = StructArray::try_new(change_fields(), columns, None)?;
    let item = Arc::new(Field::new_list_field(DataType::Struct(change_fields()), true));
    let ends = OffsetBuffer::new(ends.into());
    Ok(Arc::new(ListArray::try_new(item, ends, Arc::new(changes), nulls.finish())?))
}
