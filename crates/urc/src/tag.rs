//! Language tags (rule 7) and representation tags (rule 8).

use std::fmt;

/// The language of a descriptor: `sv`, `en-gb` (rule 7).
///
/// ```
/// use urigram::urc::{elements, Kind};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<Title.en-gb/Text/Plain/charset:UTF-8=x;>")?;
/// let Kind::Urd(title) = elements(urc).next().unwrap().kind else { panic!() };
/// let language = title.language.unwrap();
/// assert!(language.as_str() == "en-gb" && language.is_well_formed());
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageTag<'a> {
    text: &'a str,
    offset: usize,
}

impl<'a> LanguageTag<'a> {
    pub(crate) fn new(text: &'a str, offset: usize) -> LanguageTag<'a> {
        LanguageTag { text, offset }
    }

    /// Returns the whole tag.
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// Returns the offset of the tag in the citation.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns true if the tag has the form that the note gives: the two or three letters of a code
    /// of ISO 639, then an optional hyphen and a variant of two letters or more.
    pub fn is_well_formed(&self) -> bool {
        let are_letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
        let (code, variant) = match self.text.split_once('-') {
            Some((code, variant)) => (code, Some(variant)),
            None => (self.text, None),
        };
        matches!(code.len(), 2 | 3)
            && are_letters(code)
            && variant.is_none_or(|variant| variant.len() >= 2 && are_letters(variant))
    }
}

impl fmt::Display for LanguageTag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

/// A representation of text: a MIME content type with `/` for `;` and `:` for `=` (rule 8).
///
/// ```
/// use urigram::urc::{elements, Kind};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<Title.en-gb/Text/Plain/charset:UTF-8=x;>")?;
/// let Kind::Urd(title) = elements(urc).next().unwrap().kind else { panic!() };
/// let representation = title.representation.unwrap();
/// assert_eq!(representation.to_string(), "Text/Plain; charset=UTF-8");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Representation<'a> {
    text: &'a str,
}

impl<'a> Representation<'a> {
    pub(crate) fn new(text: &'a str) -> Representation<'a> {
        Representation { text }
    }

    /// Returns the whole tag, without the slash that opens it.
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// Returns `Text` of `Text/Plain/charset:ISO-8859-1`.
    pub fn mime_type(&self) -> &'a str {
        self.text.split('/').next().unwrap_or("")
    }

    /// Returns `Plain` of `Text/Plain/charset:ISO-8859-1`.
    pub fn mime_subtype(&self) -> &'a str {
        self.text.split('/').nth(1).unwrap_or("")
    }

    /// Returns the attributes with their values: `charset`, `ISO-8859-1`.
    pub fn attributes(&self) -> impl Iterator<Item = (&'a str, &'a str)> + Clone + use<'a> {
        self.text.split('/').skip(2).filter_map(|attribute| attribute.split_once(':'))
    }

    /// Returns the value of the attribute `charset`, the first if there are several. Case is
    /// ignored, as in MIME.
    pub fn charset(&self) -> Option<&'a str> {
        self.attributes()
            .find(|(name, _)| name.eq_ignore_ascii_case("charset"))
            .map(|(_, value)| value)
    }

    /// Returns true if the tag means the same as an absent tag, except for the character set: plain
    /// text.
    pub(crate) fn is_plain_text(&self) -> bool {
        self.mime_type().eq_ignore_ascii_case("text")
            && self.mime_subtype().eq_ignore_ascii_case("plain")
    }
}

impl fmt::Display for Representation<'_> {
    /// Writes the MIME header's value: `Text/Plain; charset=ISO-8859-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.mime_type(), self.mime_subtype())?;
        self.attributes().try_for_each(|(name, value)| write!(f, "; {name}={value}"))
    }
}
