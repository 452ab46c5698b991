//! The elements between `<` and `>`: rules 2 to 12.

use std::ops::Range;

use urigram_core::{Reading, Urc};

use crate::tag::{LanguageTag, Representation};
use crate::value::Value;

/// One element of a citation (the note's "URI"; rule 2).
///
/// ```
/// use urigram::{urc::elements, Urc};
///
/// let text = b"<ftp://a/b;Title=x;>";
/// let ranges: Vec<_> = elements(Urc::parse(text)?).map(|element| element.range).collect();
/// assert_eq!(&text[ranges[1].clone()], b"Title=x");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Element<'a> {
    /// The byte range in the citation, without the `;` that closes the element.
    pub range: Range<usize>,
    /// The kind of the element.
    pub kind: Kind<'a>,
}

/// The four kinds of elements, and structors.
///
/// ```
/// use urigram::urc::{elements, Kind};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<ftp://a/b;Title=x;>")?;
/// let is_locator: Vec<bool> =
///     elements(urc).map(|element| matches!(element.kind, Kind::Url(_))).collect();
/// assert_eq!(is_locator, [true, false]);
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind<'a> {
    /// A locator: `ftp://nic.nordu.net/…`.
    Url(Locator<'a>),
    /// A name: `URN:IANA:0::drafts:1204`.
    Urn(Locator<'a>),
    /// A descriptor: `Author=Tim Berners-Lee`.
    Urd(Descriptor<'a>),
    /// A fragment descriptor: `Fragment=Section:Abstract`.
    Urf(Descriptor<'a>),
    /// The beginning or the end of a group: `BEGIN * Older`.
    Structor(Structor<'a>),
}

/// A locator or a name (rule 3).
///
/// ```
/// use urigram::urc::{elements, Kind};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<URN:IANA:0::drafts:1204;>")?;
/// let Kind::Urn(name) = elements(urc).next().unwrap().kind else { panic!() };
/// assert_eq!((name.scheme, name.value.raw()), ("URN", &b"IANA:0::drafts:1204"[..]));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Locator<'a> {
    /// The text before the colon; `URN`, in any case, for a name.
    pub scheme: &'a str,
    /// The character set of the value, if it is not US-ASCII.
    pub charset: Option<&'a str>,
    /// The text after the colon.
    pub value: Value<'a>,
}

/// A descriptor of one property, or of a fragment (rule 5).
///
/// ```
/// use urigram::urc::{elements, Kind};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<Title.en-gb/Text/Plain/charset:UTF-8=x;>")?;
/// let Kind::Urd(title) = elements(urc).next().unwrap().kind else { panic!() };
/// assert_eq!((title.field_name, title.charset()), ("Title", Some("UTF-8")));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Descriptor<'a> {
    /// The property: `Title`.
    pub field_name: &'a str,
    /// The language of a translation.
    pub language: Option<LanguageTag<'a>>,
    /// The representation of text; plain US-ASCII if it is absent.
    pub representation: Option<Representation<'a>>,
    /// The text after the equals sign.
    pub value: Value<'a>,
}

/// An element that begins or ends a group (rule 9).
///
/// ```
/// use urigram::urc::{elements, Kind};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<BEGIN * Older;END*;>")?;
/// let Kind::Structor(begin) = elements(urc).next().unwrap().kind else { panic!() };
/// assert_eq!(begin.label(), b"Older");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Structor<'a> {
    /// The keyword: BEGIN or END.
    pub keyword: Keyword,
    /// The text after the asterisk.
    pub comment: &'a [u8],
}

/// The two structors.
///
/// ```
/// use urigram::urc::{elements, Keyword, Kind};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<BEGIN*;END*;>")?;
/// let Kind::Structor(first) = elements(urc).next().unwrap().kind else { panic!() };
/// assert_eq!(first.keyword, Keyword::Begin);
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keyword {
    /// `BEGIN*`.
    Begin,
    /// `END*`.
    End,
}

impl<'a> Descriptor<'a> {
    /// Returns the character set that the representation tag names.
    pub fn charset(&self) -> Option<&'a str> {
        self.representation.and_then(|representation| representation.charset())
    }

    /// Returns the structuring method of a fragment descriptor and its parts, in a value of the
    /// form `method:part,part`; `None` if a method or a part is missing. The note names no
    /// separator of parts; this reads commas.
    pub fn fragment(&self) -> Option<(&'a [u8], impl Iterator<Item = &'a [u8]> + use<'a>)> {
        let raw = self.value.raw();
        let colon = raw.iter().position(|&byte| byte == b':')?;
        let parts = move || raw[colon + 1..].split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
        if raw[..colon].trim_ascii().is_empty() || parts().any(<[u8]>::is_empty) {
            return None;
        }
        Some((raw[..colon].trim_ascii(), parts()))
    }
}

impl<'a> Structor<'a> {
    /// Returns the comment without the spaces around it. It identifies the group.
    pub fn label(&self) -> &'a [u8] {
        self.comment.trim_ascii()
    }
}

/// Returns the elements in order, without pairing groups. Time is linear in the text, without
/// allocation.
///
/// ```
/// use urigram::{urc::elements, Urc};
///
/// let urc = Urc::parse(b"<ftp://a/b;Title=x;>")?;
/// assert_eq!(elements(urc).count(), 2);
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
pub fn elements(urc: Urc<'_>) -> impl Iterator<Item = Element<'_>> + Clone {
    Elements { text: urc.as_bytes(), at: 1, reading: urc.reading() }
}

#[derive(Clone)]
struct Elements<'a> {
    text: &'a [u8],
    at: usize,
    reading: Reading,
}

impl<'a> Iterator for Elements<'a> {
    type Item = Element<'a>;

    fn next(&mut self) -> Option<Element<'a>> {
        let rest = self.text.get(self.at..)?;
        self.at += rest.iter().take_while(|byte| b"\r\n".contains(byte)).count();
        let start = self.at;
        let mut cursor = Cursor { text: self.text, at: start, reading: self.reading };
        let element = cursor.element();
        // Skips the `;`, or everything if the grammar did not accept the text.
        self.at = if element.is_some() { cursor.at + 1 } else { self.text.len() };
        element
    }
}

/// A position in a citation that the grammar has accepted. Other text gives `None`.
struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    reading: Reading,
}

impl<'a> Cursor<'a> {
    fn element(&mut self) -> Option<Element<'a>> {
        let start = self.at;
        let name = self.take(|byte| byte.is_ascii_alphanumeric() || byte == b'-')?;
        // Erratum tag-order: the print has the two marks in the other order.
        let (language_mark, representation_mark) = match self.reading {
            Reading::Printed => (b'/', b'.'),
            _ => (b'.', b'/'),
        };
        if let Some(structor) = self.structor(name) {
            return Some(Element { range: start..self.at, kind: Kind::Structor(structor) });
        }
        if let Some((charset, colon)) = self.charset_and_colon() {
            self.at = colon + 1;
            let locator = Locator { scheme: name, charset, value: self.value() };
            let is_name = name.eq_ignore_ascii_case("URN");
            let kind = if is_name { Kind::Urn(locator) } else { Kind::Url(locator) };
            return Some(Element { range: start..self.at, kind });
        }
        let mut language = None;
        if self.peek() == Some(language_mark) {
            self.at += 1;
            let tag_start = self.at;
            let tag = self.take(|byte| byte.is_ascii_alphanumeric() || byte == b'-')?;
            language = Some(LanguageTag::new(tag, tag_start));
        }
        let mut representation = None;
        if self.peek() == Some(representation_mark) {
            self.at += 1;
            let tag = self.take(|byte| is_token(byte) || byte == b'/' || byte == b':')?;
            representation = Some(Representation::new(tag));
        }
        if self.peek() != Some(b'=') {
            return None;
        }
        self.at += 1;
        let value = self.value();
        let is_fragment = name.eq_ignore_ascii_case("Fragment");
        let descriptor = Descriptor { field_name: name, language, representation, value };
        let kind = if is_fragment { Kind::Urf(descriptor) } else { Kind::Urd(descriptor) };
        Some(Element { range: start..self.at, kind })
    }

    fn structor(&mut self, name: &str) -> Option<Structor<'a>> {
        let rest = &self.text[self.at..];
        let mark = if rest.starts_with(b" *") { 2 } else { usize::from(rest.starts_with(b"*")) };
        let keyword = match name {
            _ if mark == 0 => return None,
            _ if name.eq_ignore_ascii_case("BEGIN") => Keyword::Begin,
            _ if name.eq_ignore_ascii_case("END") => Keyword::End,
            _ => return None,
        };
        self.at += mark;
        let start = self.at;
        self.skip(|byte| byte != b';');
        Some(Structor { keyword, comment: &self.text[start..self.at] })
    }

    /// Parses `["/" MIME_value] ":"` of rule 3, if it follows: the character set and the offset of
    /// the colon.
    fn charset_and_colon(&self) -> Option<(Option<&'a str>, usize)> {
        match self.peek()? {
            b':' => Some((None, self.at)),
            b'/' => {
                let mut ahead = Cursor { text: self.text, at: self.at + 1, reading: self.reading };
                let charset = ahead.take(is_token)?;
                (ahead.peek() == Some(b':')).then_some((Some(charset), ahead.at))
            }
            _ => None,
        }
    }

    fn value(&mut self) -> Value<'a> {
        let start = self.at;
        while let Some(byte) = self.peek() {
            // Errata encoded-semicolon and stray-percent: in the print every semicolon ends the
            // value.
            let pair = matches!(self.text.get(self.at + 1), Some(b';' | b'%'));
            match byte {
                b';' => break,
                b'%' if pair && self.reading != Reading::Printed => self.at += 2,
                _ => self.at += 1,
            }
        }
        Value::new(&self.text[start..self.at], start)
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip(&mut self, of: impl Fn(u8) -> bool) {
        self.at += self.text[self.at..].iter().take_while(|&&byte| of(byte)).count();
    }

    /// Takes one or more ASCII characters of a kind.
    fn take(&mut self, of: impl Fn(u8) -> bool) -> Option<&'a str> {
        let start = self.at;
        self.skip(of);
        std::str::from_utf8(&self.text[start..self.at]).ok().filter(|taken| !taken.is_empty())
    }
}

/// Returns true for the characters of `token` in RFC 1521, section 4.
fn is_token(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"()<>@,;:\\\"/[]?=".contains(&byte)
}
