//! The key of a citation: one line of text that is equal for equivalent citations.

use urigram_core::documents::{Change, Equivalence};
use urigram_core::internal::triplet;
use urigram_core::normalization::Compared;
use urigram_core::{Normalizer, Urc};

use crate::charset::Charset;
use crate::element::{elements, Keyword, Kind};
use crate::tag::Representation;
use crate::value::{encode_value, Value};

/// Returns a string that is equal for two citations exactly where the equivalences of a normalizer
/// unite them; `None` where its document does not compare. It is made for comparing, not for
/// reading. Time is linear in the text, except that the attributes of a representation are sorted.
///
/// ```
/// use urigram::{urc, Grammar, Normalizer, Urc};
///
/// let by = Normalizer::new(Grammar::Urc1993);
/// let key = |text| urc::key(Urc::parse(text).unwrap(), by);
/// assert_eq!(key(b"<T=%41;>"), key(b"<t=A;>"));
/// ```
pub fn key(urc: Urc<'_>, by: Normalizer) -> Option<String> {
    by.is_defined().then(|| key_by(urc, &by.equivalences().collect::<Vec<_>>()))
}

/// Compares two citations by their keys. Equivalent ones have the same elements in the same order,
/// and the same characters in their values, in any character sets. Values that cannot be decoded
/// are the same only where octets and character set are.
///
/// ```
/// use urigram::{urc, Grammar, Normalizer, Urc};
///
/// let (a, b) = (Urc::parse(b"<T=%41;>")?, Urc::parse(b"<T=A;>")?);
/// assert!(urc::compare(a, b, Normalizer::new(Grammar::Urc1993)).is_equivalent());
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
pub fn compare(a: Urc<'_>, b: Urc<'_>, by: Normalizer) -> Compared {
    if !by.is_defined() {
        return Compared::Unsaid { forbidden: None };
    }
    let are_equal = |rows: &[&Equivalence]| key_by(a, rows) == key_by(b, rows);
    let mut rows: Vec<&Equivalence> = by.equivalences().collect();
    if !are_equal(&rows) {
        return Compared::Different;
    }
    // Each equivalence that is not needed is left out.
    let mut at = 0;
    while at < rows.len() {
        let row = rows.remove(at);
        if !are_equal(&rows) {
            rows.insert(at, row);
            at += 1;
        }
    }
    Compared::Equivalent { by: rows }
}

/// Returns the key that only these equivalences make.
fn key_by(urc: Urc<'_>, rows: &[&Equivalence]) -> String {
    let writer = Writer { rows };
    let mut out = String::from("<");
    let mut end = 1;
    for element in elements(urc) {
        if !writer.has(Change::CitationLines) {
            push_octets(&mut out, &urc.as_bytes()[end..element.range.start]);
        }
        writer.element(&element.kind, &mut out);
        out.push(';');
        end = element.range.end + 1;
    }
    out.push('>');
    out
}

struct Writer<'a> {
    rows: &'a [&'a Equivalence],
}

impl Writer<'_> {
    fn has(&self, change: Change) -> bool {
        self.rows.iter().any(|row| row.change == change)
    }

    fn element(&self, kind: &Kind<'_>, out: &mut String) {
        match kind {
            Kind::Url(locator) | Kind::Urn(locator) => {
                self.label(locator.scheme, out);
                let (charset, value) = self.value(&locator.value, locator.charset);
                if let Some(charset) = charset {
                    out.push('/');
                    self.label(charset, out);
                }
                out.push(':');
                out.push_str(&value);
            }
            Kind::Urd(descriptor) | Kind::Urf(descriptor) => {
                self.label(descriptor.field_name, out);
                if let Some(language) = &descriptor.language {
                    out.push('.');
                    self.label(language.as_str(), out);
                }
                let (charset, value) = self.value(&descriptor.value, descriptor.charset());
                if let Some(representation) = descriptor.representation {
                    self.representation(representation, charset, out);
                }
                out.push('=');
                out.push_str(&value);
            }
            Kind::Structor(structor) => {
                let is_begin = structor.keyword == Keyword::Begin;
                out.push_str(if is_begin { "BEGIN*" } else { "END*" });
                if !self.has(Change::CitationComments) {
                    push_octets(out, structor.comment);
                }
            }
        }
    }

    fn label(&self, label: &str, out: &mut String) {
        if self.has(Change::CitationLabel) {
            out.push_str(&label.to_ascii_lowercase());
        } else {
            out.push_str(label);
        }
    }

    /// Writes a representation: nothing for plain text, else the type and the sorted attributes.
    /// The character set is left out where the value is written in characters.
    fn representation(
        &self,
        representation: Representation<'_>,
        charset: Option<&str>,
        out: &mut String,
    ) {
        if !self.has(Change::CitationCharset) {
            out.push('/');
            return self.label(representation.as_str(), out);
        }
        let others =
            representation.attributes().filter(|(name, _)| !name.eq_ignore_ascii_case("charset"));
        let mut attributes: Vec<String> =
            others.map(|(name, value)| format!("{name}:{value}")).collect();
        attributes.extend(charset.map(|charset| format!("charset:{charset}")));
        if attributes.is_empty() && representation.is_plain_text() {
            return;
        }
        attributes.iter_mut().for_each(|attribute| {
            let mut written = String::new();
            self.label(attribute, &mut written);
            *attribute = written;
        });
        attributes.sort();
        for part in [representation.mime_type(), representation.mime_subtype()] {
            out.push('/');
            self.label(part, out);
        }
        for attribute in attributes {
            out.push('/');
            out.push_str(&attribute);
        }
    }

    /// Returns a value as text, and the character set where it is written in octets.
    fn value<'a>(&self, value: &Value<'_>, charset: Option<&'a str>) -> (Option<&'a str>, String) {
        let octets = if self.has(Change::CitationValue) { value.decode().ok() } else { None };
        let octets = octets.as_deref().unwrap_or(value.raw());
        let characters = Charset::by_name(charset)
            .filter(|_| self.has(Change::CitationCharset))
            .and_then(|set| set.decode(octets).ok());
        let is_text = characters.is_some();
        let mut out = String::new();
        match (characters, self.has(Change::CitationValue)) {
            (Some(text), true) => push_octets(&mut out, &encode_value(text.as_bytes())),
            (Some(text), false) => out.push_str(&text),
            (None, true) => push_octets(&mut out, &encode_value(octets)),
            (None, false) => push_octets(&mut out, octets),
        }
        (charset.filter(|_| !is_text), out)
    }
}

/// Appends text as it is, and other octets percent-encoded.
fn push_octets(out: &mut String, octets: &[u8]) {
    for chunk in octets.utf8_chunks() {
        out.push_str(chunk.valid());
        for &octet in chunk.invalid() {
            out.extend(triplet(octet).map(char::from));
        }
    }
}
