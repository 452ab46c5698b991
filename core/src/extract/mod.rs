//! Identifiers in running text, by what the documents recommend for delimiting them: url-1997 and uri-2003, Appendix E;
//! RFC 1738, Appendix; RFC 2396, Appendix E; RFC 3986, Appendix C.
//!
//! Three wrappers are known. Between **angle brackets** all white space is ignored, so that an identifier may be broken
//! across lines. Between **double quotes** white space is ignored only around line breaks, for quotes enclose prose as
//! well. What stands between **white space** is taken where it begins `scheme://` or with a scheme that is known to do
//! without slashes; punctuation that ends a clause is left out, and so are closing brackets that nothing in the
//! identifier opened. A prefix `URL:` is taken off everywhere.

mod finder;
#[cfg(feature = "std")]
mod stream;
#[cfg(all(test, feature = "std"))]
mod tests;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use urigram_grammars::{Form, Grammar, Reading, Table};

use finder::Step;
#[cfg(feature = "std")]
pub use stream::ExtractReader;

/// The longest stretch of text, in bytes, that is looked at for one identifier with its wrapper.
///
/// A longer identifier is passed over, never cut. This bounds the memory that [`Extractor::in_reader`] takes.
pub const WINDOW: usize = 64 * 1024;

/// Schemes that need no `//` to be recognised between white space; sources: RFC 1630 (mailto, mid, cid, news), RFC 1738
/// (mailto, news), RFC 2141 (urn), RFC 3986, 1.1.2 (tel).
pub const PLAIN_SCHEMES: &[&str] = &["cid", "mailto", "mid", "news", "tel", "urn"];

/// Finds the identifiers of one grammar in text.
///
/// ```
/// use urigram::extract::Extractor;
/// use urigram::Grammar;
///
/// let text = b"It is under \"http://www.w3.org/Addressing/\",\nor in <ftp://foo.example.\ncom/rfc/>.";
/// let found: Vec<String> = Extractor::new(Grammar::Rfc3986).in_bytes(text).map(|one| one.to_string()).collect();
/// assert_eq!(found, ["http://www.w3.org/Addressing/", "ftp://foo.example.com/rfc/"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Extractor<'s> {
    table: &'static Table,
    /// Whole citations are looked for, not what they are made of.
    citations: bool,
    schemes: &'s [&'s str],
}

impl<'s> Extractor<'s> {
    /// Extracts what the grammar's rule for identifiers with a scheme accepts, and a fragment after it.
    pub fn new(grammar: Grammar) -> Extractor<'s> {
        Extractor::by(grammar, Reading::Corrected)
    }

    /// Extracts by a reading of a grammar.
    pub fn by(grammar: Grammar, reading: Reading) -> Extractor<'s> {
        let tables = grammar.tables(reading);
        Extractor {
            table: tables.uri.unwrap_or_else(|| tables.start()),
            citations: grammar.document().form == Form::Urc,
            schemes: PLAIN_SCHEMES,
        }
    }

    /// Recognises these schemes without `//` between white space, instead of [`PLAIN_SCHEMES`]. Case is ignored.
    pub fn plain_schemes(mut self, schemes: &'s [&'s str]) -> Extractor<'s> {
        self.schemes = schemes;
        self
    }

    /// The identifiers in a text, in order. Time linear in the text, whatever it holds.
    pub fn in_bytes<'a>(&self, text: &'a [u8]) -> Extract<'s, 'a> {
        Extract { extractor: *self, text, from: 0 }
    }

    /// The identifiers in what a reader yields, in order, in constant memory: about five times [`WINDOW`].
    #[cfg(feature = "std")]
    pub fn in_reader<R: std::io::Read>(&self, reader: R) -> ExtractReader<'s, R> {
        ExtractReader::new(*self, reader)
    }
}

/// The identifiers in a text; made by [`Extractor::in_bytes`].
#[derive(Clone, Debug)]
pub struct Extract<'s, 'a> {
    extractor: Extractor<'s>,
    text: &'a [u8],
    from: usize,
}

impl<'a> Iterator for Extract<'_, 'a> {
    type Item = Extracted<'a>;

    fn next(&mut self) -> Option<Extracted<'a>> {
        match self.extractor.step(self.text, self.from, true) {
            Step::Found(found, resume) => {
                self.from = resume;
                Some(found)
            }
            Step::More(_) => {
                self.from = self.text.len();
                None
            }
        }
    }
}

/// What set an identifier apart from the text around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrapper {
    /// `<…>`.
    AngleBrackets,
    /// `"…"`.
    DoubleQuotes,
    /// White space, or another character that cannot stand in an identifier.
    WhiteSpace,
}

impl Wrapper {
    /// `"angle-brackets"`, `"double-quotes"` or `"white-space"`.
    pub const fn id(self) -> &'static str {
        match self {
            Wrapper::AngleBrackets => "angle-brackets",
            Wrapper::DoubleQuotes => "double-quotes",
            Wrapper::WhiteSpace => "white-space",
        }
    }
}

/// An identifier that stands in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extracted<'a> {
    /// The identifier, without the white space that broke it across lines.
    pub text: Cow<'a, [u8]>,
    /// Where it stands, as byte offsets into the source; wrapper and prefix are outside, white space is inside.
    pub range: Range<u64>,
    /// What set it apart.
    pub wrapper: Wrapper,
    /// Whether `URL:` stood before it.
    pub prefixed: bool,
    /// Offsets into `text` of the hyphens after which a line ended. Each may be a typesetter's, not the identifier's
    /// (RFC 3986, Appendix C).
    pub hyphens: Vec<usize>,
}

impl Extracted<'_> {
    /// The identifier as text; `None` only where a grammar of octets admits what is not UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.text).ok()
    }

    /// The identifier without the hyphens at which lines ended, if there are any.
    ///
    /// ```
    /// use urigram::{extract::Extractor, Grammar};
    ///
    /// let found = Extractor::new(Grammar::Rfc3986).in_bytes(b"<http://a/type-\n  setter>").next().unwrap();
    /// assert_eq!(found.as_str(), Some("http://a/type-setter"));
    /// assert_eq!(found.without_hyphens().as_deref(), Some(&b"http://a/typesetter"[..]));
    /// ```
    pub fn without_hyphens(&self) -> Option<Vec<u8>> {
        if self.hyphens.is_empty() {
            return None;
        }
        let mut next = self.hyphens.iter().copied().peekable();
        let kept = self.text.iter().enumerate().filter(|&(at, _)| next.next_if_eq(&at).is_none());
        Some(kept.map(|(_, &byte)| byte).collect())
    }

    /// The same, owning its text.
    pub fn into_owned(self) -> Extracted<'static> {
        let Extracted { text, range, wrapper, prefixed, hyphens } = self;
        Extracted { text: Cow::Owned(text.into_owned()), range, wrapper, prefixed, hyphens }
    }
}

impl core::fmt::Display for Extracted<'_> {
    /// Writes the identifier; octets that are not UTF-8 as replacement characters.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(&alloc::string::String::from_utf8_lossy(&self.text))
    }
}
