//! The equivalences of `mailto` URIs (RFC 6068, 2).
//!
//! ```text
//! mailto:a@x?Subject=s&TO=b@x
//!     names    mailto:a@x?subject=s&to=b@x
//!     to       mailto:?to=a@x,b@x&subject=s
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use crate::resolution::components::joined;
use crate::Parts;

/// Returns the header fields of an identifier.
#[inline]
fn fields<'a>(text: &'a str, parts: &Parts) -> impl Iterator<Item = &'a str> {
    parts.query().map(|query| query.of(text).split('&')).into_iter().flatten()
}

/// "<hfname> is case-insensitive". The digits of percent-encodings are left alone.
#[inline]
pub(super) fn names(text: &str, parts: &Parts) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    out.push_str(text.get(..parts.query()?.start as usize)?);
    for (index, field) in fields(text, parts).enumerate() {
        out.push_str(if index == 0 { "" } else { "&" });
        let (name, value) = field.split_at(field.find('=').unwrap_or(field.len()));
        let mut digits = 0;
        for c in name.chars() {
            out.push(if digits == 0 { c.to_ascii_lowercase() } else { c });
            digits = if c == '%' { 2 } else { digits.max(1) - 1 };
        }
        out.push_str(value);
    }
    Some(out)
}

/// Addresses of the path and of a field `to` are the same. Of two such fields the document says
/// that user agents treat them differently, so that these are left where they are.
#[inline]
pub(super) fn to(text: &str, parts: &Parts) -> Option<String> {
    let is_to = |field: &&str| field.get(..3).is_some_and(|key| key.eq_ignore_ascii_case("to="));
    let named: Vec<&str> = fields(text, parts).filter(is_to).map(|field| &field[3..]).collect();
    let path = parts.path();
    let addresses = match (path.of(text), named.as_slice()) {
        ("", []) | (_, [""] | [_, _, ..]) => return None,
        (addresses, []) => String::from(addresses),
        ("", [addresses]) => String::from(*addresses),
        (some, [others]) => joined(&[some, ",", others]),
    };
    let mut out = String::with_capacity(text.len() + 4);
    out.push_str(text.get(..path.start as usize)?);
    out.push_str("?to=");
    out.push_str(&addresses);
    for field in fields(text, parts).filter(|field| !is_to(field)) {
        out.push('&');
        out.push_str(field);
    }
    Some(out)
}
