//! `parse_url` of Spark: a part of a URL as java.net.URI finds it, or a value in its query.
//!
//! Spark gives each URL to `java.net.URI`, whose syntax is the practice `java-net-uri`, and returns
//! what a raw getter returns:
//!
//! ```text
//! http://u:p@example.org:80/a/b?k=1&l=2#f
//! ----   ------------------ ---- ------- -
//! |      AUTHORITY          PATH QUERY   REF
//! |      USERINFO is u:p, HOST is example.org, FILE is /a/b?k=1&l=2
//! PROTOCOL
//! ```

use arrow_array::ArrayRef;
use urigram::parts::{Components, Span};
use urigram::{Component, Grammar, Reading};

use super::query_value::QueryValue;
use super::Check;
use crate::column::Column;
use crate::output::{Out, RunError};
use crate::value::Value;

/// A part of a URL, by the name that Spark gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Protocol,
    Authority,
    Userinfo,
    Host,
    Path,
    Query,
    File,
    Ref,
}

impl Part {
    /// The parts with their names. Spark tells capitals from small letters.
    const ALL: [(&'static str, Part); 8] = [
        ("PROTOCOL", Part::Protocol),
        ("AUTHORITY", Part::Authority),
        ("USERINFO", Part::Userinfo),
        ("HOST", Part::Host),
        ("PATH", Part::Path),
        ("QUERY", Part::Query),
        ("FILE", Part::File),
        ("REF", Part::Ref),
    ];

    /// Returns the span that the getter of this part returns, `None` where it returns null.
    fn span(self, input: &[u8], components: &Components<'_>) -> Option<Span> {
        match self {
            Part::Protocol => components.span(Component::Scheme),
            Part::Authority => components.span(Component::Authority),
            Part::Userinfo => components.span(Component::Userinfo),
            Part::Host => components.span(Component::Host),
            Part::Path => path(input, components),
            Part::Query => components.span(Component::Query),
            Part::Ref => components.span(Component::Fragment),
            // The query follows the path, so both and the question mark are one span.
            Part::File => {
                let path = path(input, components)?;
                let end = components.span(Component::Query).map_or(path.end, |query| query.end);
                Some(Span { start: path.start, end })
            }
        }
    }
}

/// Returns the path. A URL is opaque if no slash follows its scheme: the class gives it no path.
fn path(input: &[u8], components: &Components<'_>) -> Option<Span> {
    let after_scheme = components.span(Component::Scheme).map(|scheme| scheme.end as usize + 1);
    let is_opaque = after_scheme.is_some_and(|at| input.get(at) != Some(&b'/'));
    components.span(Component::Path).filter(|_| !is_opaque)
}

/// The arguments of a call.
#[derive(Debug)]
pub(crate) struct ParseUrl {
    check: Check,
    /// The part; `None` for a name that Spark does not know, which is null in every row.
    part: Option<Part>,
    /// The key whose value in the query is asked for.
    key: Option<QueryValue>,
    /// Whether a URL that the class refuses gives a null and no error.
    tries: bool,
}

impl ParseUrl {
    /// Reads the arguments.
    ///
    /// # Errors
    /// A message for a key that is an expression which would not mean the same as in Java.
    pub(crate) fn new(part: &str, key: Option<&str>, tries: bool) -> Result<ParseUrl, String> {
        let named = Part::ALL.into_iter().find(|(name, _)| *name == part);
        Ok(ParseUrl {
            check: Check::new(Grammar::JavaNetUri, Reading::default()),
            part: named.map(|(_, part)| part),
            key: key.map(QueryValue::of).transpose()?,
            tries,
        })
    }

    /// Returns true if every row is null, whatever its URL is: a key of another part than the
    /// query. Spark then reads no URL.
    fn is_always_null(&self) -> bool {
        self.key.is_some() && self.part != Some(Part::Query)
    }
}

/// Returns a part of each URL: null where it has none.
///
/// # Errors
/// [`RunError::InvalidUrl`] for the first URL that the class refuses, unless null is its answer.
pub(crate) fn parse_url<C: Column>(column: &C, by: &ParseUrl) -> Result<ArrayRef, RunError> {
    let mut out = C::Out::with_room(column, column.size());
    let mut places = by.key.as_ref().map(QueryValue::places);
    for row in 0..column.len() {
        let value = column.known(row).filter(|_| !by.is_always_null());
        let Some(value) = value else {
            out.push_null();
            continue;
        };
        let input = value.bytes();
        let span = match by.check.table.components(input, by.check.reading) {
            Ok(components) => by.part.and_then(|part| part.span(input, &components)),
            Err(_) if by.tries => None,
            Err(error) => return Err(RunError::invalid_url(row, input, &error)),
        };
        let span = match (&by.key, &mut places, span) {
            (Some(key), Some(places), Some(query)) => key.find(value, query, places),
            (_, _, span) => span,
        };
        match span {
            Some(span) => out.push_part(column, row, value, span)?,
            None => out.push_null(),
        }
    }
    Ok(out.finish())
}
