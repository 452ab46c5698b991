//! The key of a citation: one line of text that is equal for equivalent citations.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use urigram_grammars::{Change, Equivalence};

use super::{encode_value, Charset, Kind, Representation, Urc, Value};
use crate::compared::Compared;
use crate::rewrite::triplet;

impl Urc<'_> {
    /// Returns a string that is equal for two citations exactly where the document makes them
    /// equivalent; `None` where the document does not say. It is made for comparing, not for
    /// reading. Time is linear in the text, except that the attributes of a representation are
    /// sorted.
    ///
    /// ```
    /// use urigram::Urc;
    ///
    /// let key = |text| Urc::parse(text).unwrap().key();
    /// assert_eq!(key(b"<T=%41;>"), key(b"<t=A;>"));
    /// ```
    pub fn key(&self) -> Option<String> {
        let changes: Vec<Change> = self.rows()?.iter().map(|row| row.change).collect();
        Some(self.key_by(&changes))
    }

    /// Compares two citations by their keys, each by its own document. Equivalent ones have the
    /// same elements in the same order, and the same characters in their values, in any character
    /// sets. Values that cannot be decoded are the same only where octets and character set are.
    pub fn compare(&self, other: &Urc<'_>) -> Compared {
        let (Some(of_this), Some(of_other)) = (self.rows(), other.rows()) else {
            return Compared::Unsaid { forbidden: None };
        };
        let changes =
            |rows: &[&Equivalence]| -> Vec<Change> { rows.iter().map(|row| row.change).collect() };
        if self.key_by(&changes(&of_this)) != other.key_by(&changes(&of_other)) {
            return Compared::Different;
        }
        let (mut by, mut at) = (of_this, 0);
        while at < by.len() {
            let row = by.remove(at);
            let rest = changes(&by);
            if self.key_by(&rest) != other.key_by(&rest) {
                by.insert(at, row);
                at += 1;
            }
        }
        Compared::Equivalent { by }
    }

    fn rows(&self) -> Option<Vec<&'static Equivalence>> {
        Some(self.grammar().document().comparison.as_ref()?.equivalences.iter().collect())
    }

    /// Returns the key that only these changes make.
    pub(crate) fn key_by(&self, changes: &[Change]) -> String {
        let writer = Writer { changes };
        let mut out = String::from("<");
        let mut end = 1;
        for element in self.elements() {
            if !writer.has(Change::CitationLines) {
                push_octets(&mut out, &self.as_bytes()[end..element.range.start]);
            }
            writer.element(&element.kind, &mut out);
            out.push(';');
            end = element.range.end + 1;
        }
        out.push('>');
        out
    }
}

struct Writer<'a> {
    changes: &'a [Change],
}

impl Writer<'_> {
    fn has(&self, change: Change) -> bool {
        self.changes.contains(&change)
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
                out.push_str(if structor.keyword == super::Keyword::Begin {
                    "BEGIN*"
                } else {
                    "END*"
                });
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
        let set = match charset {
            None => Some(Charset::UsAscii),
            Some(name) => Charset::by_name(name),
        };
        let characters = set
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
