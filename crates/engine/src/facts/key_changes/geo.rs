//! The comparison of `geo` URIs (RFC 5870, 3.4.4), one function for each of its rules.
//!
//! ```text
//! geo:090.0,-22.43;crs=WGS84;u=5.0;b=%61;A
//!     numbers       geo:90,-22.43;crs=WGS84;u=5;b=%61;A
//!     system        geo:90,-22.43;u=5;b=%61;A
//!     poles         geo:90,0;u=5;b=%61;A
//!     parameters    geo:90,0;u=5;a;b=a
//! ```

use alloc::borrow::Cow;
use alloc::collections::BinaryHeap;
use alloc::string::String;
use alloc::vec::Vec;

use crate::resolution::components::joined;
use crate::Parts;

/// The path of a `geo` URI by the rule `geo-path`.
struct Location<'a> {
    /// The rules `coord-a`, `coord-b` and, if it is there, `coord-c`.
    coordinates: Vec<Cow<'a, str>>,
    /// The rule `crslabel`.
    system: Option<Cow<'a, str>>,
    /// The rule `uval`.
    uncertainty: Option<Cow<'a, str>>,
    /// The other parameters, without their semicolons.
    others: Vec<Cow<'a, str>>,
}

impl<'a> Location<'a> {
    #[inline]
    fn of(path: &'a str) -> Location<'a> {
        let mut parameters = path.split(';').peekable();
        let coordinates = parameters.next().unwrap_or_default();
        let is_label = |c: char| c.is_ascii_alphanumeric() || c == '-';
        let mut taken = |name: &str, is_value: &dyn Fn(&str) -> bool| {
            let value = |parameter: &&'a str| {
                let (key, value) = parameter.split_once('=')?;
                (key.eq_ignore_ascii_case(name) && is_value(value)).then_some(value)
            };
            let value = parameters.peek().and_then(value)?;
            parameters.next();
            Some(Cow::Borrowed(value))
        };
        let system = taken("crs", &|label| !label.is_empty() && label.chars().all(is_label));
        let uncertainty = taken("u", &is_number);
        Location {
            coordinates: coordinates.split(',').map(Cow::Borrowed).collect(),
            system,
            uncertainty,
            others: parameters.map(Cow::Borrowed).collect(),
        }
    }

    #[inline]
    fn is_in_wgs84(&self) -> bool {
        self.system.as_ref().is_none_or(|label| label.eq_ignore_ascii_case("wgs84"))
    }

    #[inline]
    fn write(&self, out: &mut String) {
        for (index, coordinate) in self.coordinates.iter().enumerate() {
            out.push_str(if index == 0 { "" } else { "," });
            out.push_str(coordinate);
        }
        for (name, value) in [(";crs=", &self.system), (";u=", &self.uncertainty)] {
            if let Some(value) = value {
                out.push_str(name);
                out.push_str(value);
            }
        }
        for parameter in &self.others {
            out.push(';');
            out.push_str(parameter);
        }
    }
}

/// Returns true if a text is a number by the rule `pnum`.
#[inline]
fn is_number(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.split_once('.').map_or_else(|| is_digits(text), |(a, b)| is_digits(a) && is_digits(b))
}

/// Returns the shortest text of a number by the rule `num`: `-0.50` is `-0.5`, and `-00.0` is `0`.
#[inline]
fn number(text: &str) -> String {
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let mut out = String::with_capacity(text.len());
    out.push_str(if whole.is_empty() && fraction.is_empty() { "" } else { sign });
    out.push_str(if whole.is_empty() { "0" } else { whole });
    if !fraction.is_empty() {
        out.push('.');
        out.push_str(fraction);
    }
    out
}

/// Returns an identifier with a changed location.
#[inline]
fn with(text: &str, parts: &Parts, change: &dyn Fn(&mut Location<'_>)) -> Option<String> {
    let path = parts.path();
    let mut location = Location::of(path.of(text));
    change(&mut location);
    let mut out = String::with_capacity(text.len());
    out.push_str(text.get(..path.start as usize)?);
    location.write(&mut out);
    out.push_str(text.get(path.end as usize..)?);
    Some(out)
}

/// "Both URIs use the same CRS": a system that is left out is `wgs84`, and case is ignored.
#[inline]
pub(super) fn system(text: &str, parts: &Parts) -> Option<String> {
    with(text, parts, &|location| {
        let is_default = location.is_in_wgs84();
        let label = location.system.take().filter(|_| !is_default);
        location.system = label.map(|label| Cow::Owned(label.to_ascii_lowercase()));
    })
}

/// "Their <coord-a>, <coord-b>, <coord-c> and 'u' values are mathematically identical".
#[inline]
pub(super) fn numbers(text: &str, parts: &Parts) -> Option<String> {
    with(text, parts, &|location| {
        for value in location.coordinates.iter_mut().chain(location.uncertainty.as_mut()) {
            *value = Cow::Owned(number(value));
        }
    })
}

/// The poles: "Where <latitude> of a 'geo' URI is set to either 90 or -90 degrees, <longitude> MUST
/// be ignored": it becomes 0, which 3.4.2 recommends.
#[inline]
pub(super) fn poles(text: &str, parts: &Parts) -> Option<String> {
    with(text, parts, &|location| {
        let is_pole = |latitude: &str| matches!(&*number(latitude), "90" | "-90");
        let is_at_one = location.is_in_wgs84() && is_pole(&location.coordinates[0]);
        if let Some(longitude) = location.coordinates.get_mut(1).filter(|_| is_at_one) {
            if number(longitude) != "0" {
                *longitude = Cow::Borrowed("0");
            }
        }
    })
}

/// "A <longitude> of 180 degrees MUST be considered equal to <longitude> of -180 degrees".
#[inline]
pub(super) fn date_line(text: &str, parts: &Parts) -> Option<String> {
    with(text, parts, &|location| {
        let is_in_wgs84 = location.is_in_wgs84();
        if let Some(longitude) = location.coordinates.get_mut(1).filter(|_| is_in_wgs84) {
            if number(longitude) == "-180" {
                *longitude = Cow::Borrowed("180");
            }
        }
    })
}

/// "Parameter order is not significant", names ignore case (3.3), and values that are "bitwise
/// identical after percent-decoding" are the same. The parameters are a set.
#[inline]
pub(super) fn parameters(text: &str, parts: &Parts) -> Option<String> {
    with(text, parts, &|location| {
        let canonical = |parameter: &Cow<'_, str>| match parameter.split_once('=') {
            Some((name, value)) => joined(&[&name.to_ascii_lowercase(), "=", &decoded(value)]),
            None => parameter.to_ascii_lowercase(),
        };
        // A heap sorts with a tenth of the code of a set or of the slice's own sort, which each
        // program with this document would compile.
        let sorted: BinaryHeap<String> = location.others.iter().map(canonical).collect();
        let mut others = sorted.into_sorted_vec();
        others.dedup();
        location.others = others.into_iter().map(Cow::Owned).collect();
    })
}

/// Returns an identifier without the parameters that the document does not define. Two identifiers
/// that differ in those alone are neither equal nor different: "the comparison operation for the
/// respective URIs is undefined".
#[inline]
pub(super) fn without_parameters(text: &str, parts: &Parts) -> Option<String> {
    with(text, parts, &|location| location.others.clear())
}

/// Decodes the octets that the rule `paramchar` has as characters, and writes the digits of others
/// in upper case: the text is one for each sequence of octets.
#[inline]
fn decoded(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, after)) = rest.split_once('%') {
        out.push_str(before);
        let digits = after.get(..2).unwrap_or(after);
        match u8::from_str_radix(digits, 16).map(char::from) {
            Ok(c) if c.is_ascii_alphanumeric() || b"-_.!~*'()[]:&+$".contains(&(c as u8)) => {
                out.push(c);
            }
            _ => {
                out.push('%');
                out.push_str(&digits.to_ascii_uppercase());
            }
        }
        rest = &after[digits.len()..];
    }
    out.push_str(rest);
    out
}
