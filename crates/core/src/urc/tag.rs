//! Language tags (rule 7) and representation tags (rule 8).

use core::fmt;

/// The language of a descriptor: `sv`, `en-gb` (rule 7).
///
/// ```
/// use urigram::urc::Kind;
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<Title.en-gb/Text/Plain/charset:UTF-8=x;>")?;
/// let Kind::Urd(title) = urc.elements().next().unwrap().kind else { panic!() };
/// let language = title.language.unwrap();
/// assert_eq!((language.as_str(), language.code()), ("en-gb", "en"));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LanguageTag<'a> {
    text: &'a str,
    offset: usize,
}

/// A language variant, by its length and first letter.
///
/// ```
/// use urigram::urc::{Kind, Variant};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<Title.en-gb/Text/Plain/charset:UTF-8=x;>")?;
/// let Kind::Urd(title) = urc.elements().next().unwrap().kind else { panic!() };
/// let language = title.language.unwrap();
/// assert_eq!(language.variant(), Some(Variant::Country("gb")));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Variant<'a> {
    /// Two letters: a country code of ISO 3166.
    Country(&'a str),
    /// Three letters or more that begin with `x`: a private form of the language.
    Private(&'a str),
    /// Three letters or more: a form of the language that is to be registered.
    Registered(&'a str),
}

impl<'a> LanguageTag<'a> {
    pub(super) fn new(text: &'a str, offset: usize) -> LanguageTag<'a> {
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

    /// Returns the language code of ISO 639.
    pub fn code(&self) -> &'a str {
        self.text.split_once('-').map_or(self.text, |(code, _)| code)
    }

    /// Returns the part after the first hyphen, if it is a variant that the note defines.
    pub fn variant(&self) -> Option<Variant<'a>> {
        let (_, variant) = self.text.split_once('-')?;
        if variant.len() < 2 || !variant.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return None;
        }
        Some(match variant.len() {
            2 => Variant::Country(variant),
            _ if variant.starts_with(['x', 'X']) => Variant::Private(variant),
            _ => Variant::Registered(variant),
        })
    }

    /// Returns true if the tag has the form that the note gives: two or three letters, then an
    /// optional hyphen and variant.
    pub fn is_well_formed(&self) -> bool {
        let code = self.code();
        let is_code =
            matches!(code.len(), 2 | 3) && code.bytes().all(|byte| byte.is_ascii_alphabetic());
        is_code && (code.len() == self.text.len() || self.variant().is_some())
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
/// use urigram::urc::Kind;
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<Title.en-gb/Text/Plain/charset:UTF-8=x;>")?;
/// let Kind::Urd(title) = urc.elements().next().unwrap().kind else { panic!() };
/// let representation = title.representation.unwrap();
/// assert_eq!(representation.to_string(), "Text/Plain; charset=UTF-8");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Representation<'a> {
    text: &'a str,
}

impl<'a> Representation<'a> {
    pub(super) fn new(text: &'a str) -> Representation<'a> {
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
    pub fn is_plain_text(&self) -> bool {
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
