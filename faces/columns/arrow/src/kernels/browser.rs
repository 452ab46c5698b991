//! The URL that a browser makes of each text, and kinds of hosts.

use std::borrow::Cow;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Int64Builder};
use arrow_array::{ArrayRef, StructArray};
use arrow_buffer::NullBufferBuilder;
use arrow_schema::{DataType, Field, Fields};
use urigram::iri::{iri_to_uri_by_idna, uri_to_iri_by_idna};
use urigram::{Grammar, Host, IriRef, Reading};

use super::meaning::texts;
use super::queries::{pairs_type, Pairs};
use crate::browser::Browsed;
use crate::column::Column;
use crate::output::{Out, RunError, Words};
use crate::value::Value;

pub(crate) fn browser_fields(values: &DataType) -> Fields {
    let field = |name, kind: &DataType| Field::new(name, kind.clone(), true);
    Fields::from(vec![
        field("href", values),
        field("scheme", values),
        field("host", values),
        field("host_type", &DataType::Utf8),
        field("port", &DataType::Int64),
        field("path", values),
        field("query", &pairs_type(values)),
        field("fragment", values),
        field("agrees", &DataType::Boolean),
    ])
}

/// Returns what a browser makes of each text: null where its parser fails.
pub(crate) fn browser<C: Column>(column: &C) -> Result<ArrayRef, RunError> {
    let rows = column.len();
    let room = |share: usize| C::Out::with_room(column, share);
    let mut hrefs = room(column.size());
    let [mut schemes, mut hosts, mut paths, mut fragments] = [room(0), room(0), room(0), room(0)];
    let mut kinds = Words::new(rows, 6 * rows);
    let mut ports = Int64Builder::with_capacity(rows);
    let mut pairs = Pairs::with_room(column);
    let mut agree = BooleanBuilder::with_capacity(rows);
    let mut nulls = NullBufferBuilder::new(rows);
    for row in 0..rows {
        let found = column.known(row).and_then(Value::text).and_then(Browsed::of);
        nulls.append(found.is_some());
        let found = found.as_ref();
        let add = |out: &mut C::Out, text: Option<&str>| match text {
            Some(text) => out.push(C::Value::of_text(text)),
            None => {
                out.push_null();
                Ok(())
            }
        };
        add(&mut hrefs, found.map(Browsed::href))?;
        add(&mut schemes, found.map(Browsed::scheme))?;
        add(&mut hosts, found.and_then(Browsed::host))?;
        match found.and_then(Browsed::host_type) {
            Some(kind) => kinds.add(kind)?,
            None => kinds.add_null(),
        }
        ports.append_option(found.and_then(Browsed::port).map(i64::from));
        add(&mut paths, found.map(Browsed::path))?;
        pairs.push(found.map(|found| found.pairs().map(|(name, value)| (name, Some(value)))))?;
        add(&mut fragments, found.and_then(Browsed::fragment))?;
        agree.append_option(found.and_then(Browsed::agrees));
    }
    let values = column.data_type();
    let columns: Vec<ArrayRef> = vec![
        hrefs.finish(),
        schemes.finish(),
        hosts.finish(),
        kinds.done(),
        Arc::new(ports.finish()),
        paths.finish(),
        pairs.finish(values)?,
        fragments.finish(),
        Arc::new(agree.finish()),
    ];
    Ok(Arc::new(StructArray::try_new(browser_fields(values), columns, nulls.finish())?))
}

/// Returns the name of a kind of host: `name`, `ipv4`, `ipv6`, `future`, or `irregular` for an
/// address that has no value.
pub const fn host_type_name(host: Host<'_>) -> &'static str {
    match host {
        Host::Name(_) => "name",
        Host::Ipv4(_) => "ipv4",
        Host::Ipv6(..) => "ipv6",
        Host::Future(_) => "future",
        _ => "irregular",
    }
}

/// Returns the kind of each host: null where there isn't one, and where the text is rejected.
pub(crate) fn host_type<C: Column>(
    column: &C,
    grammar: Grammar,
    reading: Reading,
) -> Result<ArrayRef, RunError> {
    let mut out = Words::new(column.len(), 4 * column.len());
    for row in 0..column.len() {
        let text = column.known(row).and_then(Value::text);
        let parsed = text.and_then(|text| IriRef::parse_by(grammar, reading, text).ok());
        match parsed.and_then(|value| value.host_typed()) {
            Some(host) => out.add(host_type_name(host))?,
            None => out.add_null(),
        }
    }
    Ok(out.done())
}

/// Returns the IRI to be shown for each URI: null for other texts.
pub(crate) fn to_unicode<C: Column>(column: &C) -> Result<ArrayRef, RunError> {
    texts(column, |_, text| uri_to_iri_by_idna(text).ok().map(Cow::Owned))
}

/// Returns the URI to connect to for each IRI: null for other texts, and where ToASCII fails.
pub(crate) fn to_ascii<C: Column>(column: &C) -> Result<ArrayRef, RunError> {
    texts(column, |_, text| iri_to_uri_by_idna(text).ok().map(Cow::Owned))
}
