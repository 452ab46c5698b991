//! Identifiers in running text, delimited as the documents recommend: url-1997 and uri-2003,
//! Appendix E; RFC 1738, Appendix; RFC 2396, Appendix E; RFC 3986, Appendix C.
//!
//! There are three wrappers. Between **angle brackets** all white space is ignored, so an
//! identifier may be broken across lines. Between **double quotes** white space is ignored only
//! around line breaks, because quotes enclose prose too. Between **white space** a word is an
//! identifier if it begins with `scheme://` or with a scheme that is known to need no slashes. Of
//! the characters beyond US-ASCII, white space, brackets, quotation marks and terminal punctuation
//! end the word. Punctuation that ends a clause is left out, and so are closing brackets that the
//! identifier does not open; but RFC 2141, 2.4, and urn-2012, 2.5.3, leave punctuation to the name.
//! A prefix `URL:` is removed everywhere.
//!
//! The document's default start rule accepts every result. A result that is not all of a word is
//! marked as [`cut`](Extracted::cut); one from which white space was removed is marked as
//! [`joined`](Extracted::joined). Every other result is in the text as it is.

mod ends;
mod finder;
mod prefilter;
mod stream;
#[cfg(test)]
mod tests;
mod words;

use std::borrow::Cow;
use std::ops::Range;

use urigram_grammars::{ByteSet, Component, Form, Grammar, Reading, Table};

use finder::Step;
pub use stream::ExtractReader;

/// The longest stretch of text, in bytes, that is searched for one identifier with its wrapper.
///
/// A longer identifier is skipped, never cut. This bounds the memory of [`Extractor::in_reader`].
pub const WINDOW: usize = 64 * 1024;

/// Schemes that are recognised between white space without `//`. Sources: RFC 1630 (mailto, mid,
/// cid, news), RFC 1738 (mailto, news), RFC 2141 (urn), RFC 3986, 1.1.2 (tel).
pub const PLAIN_SCHEMES: &[&str] = &["cid", "mailto", "mid", "news", "tel", "urn"];

/// Finds the identifiers of one grammar in text.
///
/// ```
/// use urigram::extract::Extractor;
/// use urigram::Grammar;
///
/// let text = b"Under \"http://www.w3.org/Addressing/\",\nor <ftp://foo.example.\ncom/rfc/>.";
/// let extractor = Extractor::new(Grammar::Rfc3986);
/// let found: Vec<String> = extractor.in_bytes(text).map(|one| one.to_string()).collect();
/// assert_eq!(found, ["http://www.w3.org/Addressing/", "ftp://foo.example.com/rfc/"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Extractor<'s> {
    /// The rule for identifiers with a scheme.
    table: &'static Table,
    /// The rule for whole inputs, which may have a fragment even if `table` does not allow one.
    whole: &'static Table,
    reading: Reading,
    /// True if the document has no fragments, so that `#` follows an identifier as a delimiter.
    hash_delimits: bool,
    /// True if punctuation after a name belongs to the name.
    keeps_punctuation: bool,
    /// True if whole citations are searched for, not their elements.
    citations: bool,
    schemes: &'s [&'s str],
    /// The bytes before the first colon of each identifier, if every one has a colon.
    before_colon: Option<ByteSet>,
}

impl<'s> Extractor<'s> {
    /// Makes an extractor of the identifiers that the grammar's rule for identifiers with a scheme
    /// accepts, each with its fragment.
    pub fn new(grammar: Grammar) -> Extractor<'s> {
        Extractor::by(grammar, Reading::Corrected)
    }

    /// Makes an extractor by a reading of a grammar.
    pub fn by(grammar: Grammar, reading: Reading) -> Extractor<'s> {
        let (tables, document) = (grammar.tables(reading), grammar.document());
        let table = tables.uri.unwrap_or_else(|| tables.start());
        Extractor {
            table,
            whole: tables.start(),
            reading,
            hash_delimits: document.component_rules(Component::Fragment).is_empty(),
            keeps_punctuation: document.keeps_punctuation.is_some(),
            citations: document.form == Form::Urc,
            schemes: PLAIN_SCHEMES,
            before_colon: prefilter::before_colon(table),
        }
    }

    /// Sets the schemes that are recognised without `//` between white space, instead of
    /// [`PLAIN_SCHEMES`]. Case is ignored.
    #[doc(hidden)]
    pub fn plain_schemes(mut self, schemes: &'s [&'s str]) -> Extractor<'s> {
        self.schemes = schemes;
        self
    }

    /// Returns the identifiers in a text, in order. Time is linear in the text.
    pub fn in_bytes<'a>(&self, text: &'a [u8]) -> Extract<'s, 'a> {
        self.in_part(text, 0..text.len())
    }

    /// Returns the identifiers that begin in a part of a text, in order, so that several threads
    /// can search one text.
    ///
    /// The part must begin and end at an end of the text or after white space. More than [`WINDOW`]
    /// bytes must follow it in `text` unless nothing follows them in the source. An identifier
    /// between wrappers can end behind the part; [`Extract::position`] says where. If the next part
    /// is searched from there on, the parts have the identifiers of the whole.
    ///
    /// # Panics
    /// When the part is not within the text.
    #[doc(hidden)]
    pub fn in_part<'a>(&self, text: &'a [u8], part: Range<usize>) -> Extract<'s, 'a> {
        assert!(part.end <= text.len(), "the part is not within the text");
        Extract { extractor: *self, text, from: part.start, until: part.end }
    }

    /// Returns the identifiers in a reader's data, in order, in constant memory: about five times
    /// [`WINDOW`].
    pub fn in_reader<R: std::io::Read>(&self, reader: R) -> ExtractReader<'s, R> {
        ExtractReader::new(*self, reader)
    }
}

/// The identifiers in a text; made by [`Extractor::in_bytes`].
///
/// ```
/// use urigram::extract::Extractor;
/// use urigram::Grammar;
///
/// let mut found = Extractor::new(Grammar::Rfc3986).in_bytes(b"see http://a/, http://b/.");
/// assert_eq!(found.next().unwrap().as_str(), Some("http://a/"));
/// assert_eq!(found.next().unwrap().as_str(), Some("http://b/"));
/// ```
#[derive(Clone, Debug)]
pub struct Extract<'s, 'a> {
    extractor: Extractor<'s>,
    text: &'a [u8],
    from: usize,
    until: usize,
}

impl Extract<'_, '_> {
    /// Returns the offset where the search continues; after the last identifier, the end of the
    /// part or a later offset.
    pub fn position(&self) -> usize {
        self.from
    }
}

impl<'a> Iterator for Extract<'_, 'a> {
    type Item = Extracted<'a>;

    fn next(&mut self) -> Option<Extracted<'a>> {
        if self.from >= self.until {
            return None;
        }
        match self.extractor.step(self.text, self.from, self.until, true) {
            Step::Found(found, resume) => {
                self.from = resume;
                Some(found)
            }
            Step::More(from) => {
                self.from = from.max(self.until);
                None
            }
        }
    }
}

/// The delimiters of an identifier in text.
///
/// ```
/// use urigram::extract::{Extractor, Wrapper};
/// use urigram::Grammar;
///
/// let found = Extractor::new(Grammar::Rfc3986).in_bytes(b"see <http://a/>").next().unwrap();
/// assert_eq!(found.wrapper, Wrapper::AngleBrackets);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Wrapper {
    /// `<…>`.
    AngleBrackets,
    /// `"…"`.
    DoubleQuotes,
    /// White space, or another character that cannot occur in an identifier.
    WhiteSpace,
}

impl Wrapper {
    /// Returns `"angle-brackets"`, `"double-quotes"` or `"white-space"`.
    pub const fn id(self) -> &'static str {
        match self {
            Wrapper::AngleBrackets => "angle-brackets",
            Wrapper::DoubleQuotes => "double-quotes",
            Wrapper::WhiteSpace => "white-space",
        }
    }
}

/// An identifier that was found in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Extracted<'a> {
    /// The identifier, without the white space that broke it across lines.
    pub text: Cow<'a, [u8]>,
    /// The byte offsets in the source. Wrapper and prefix are outside, white space is inside.
    pub range: Range<u64>,
    /// The delimiters.
    pub wrapper: Wrapper,
    /// True if `URL:` precedes it.
    pub prefixed: bool,
    /// True if the word continues after the identifier, with a character that the grammar does not
    /// allow there: `http://a/b` of `http://a/b|c`. The author of the text may have meant more.
    pub cut: bool,
    /// True if white space inside was removed, so that the text has the identifier in pieces.
    pub joined: bool,
}

impl Extracted<'_> {
    /// Returns the identifier as text; `None` only if a grammar of octets admits bytes that are not
    /// UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        std::str::from_utf8(&self.text).ok()
    }

    /// Returns true if the identifier is cut inside its authority, so that it names another host
    /// than the text does: `http://g` of `http://günstig.de/a`, where the grammar allows US-ASCII
    /// only.
    ///
    /// ```
    /// use urigram::{extract::Extractor, Grammar};
    ///
    /// let text = "http://günstig.de/a http://a.de/ü";
    /// let cut: Vec<bool> = Extractor::new(Grammar::Rfc3986)
    ///     .in_bytes(text.as_bytes())
    ///     .map(|found| found.is_cut_in_authority())
    ///     .collect();
    /// assert_eq!(cut, [true, false]);
    /// ```
    pub fn is_cut_in_authority(&self) -> bool {
        let colon = self.text.iter().position(|&byte| byte == b':');
        let authority = colon.and_then(|colon| self.text[colon + 1..].strip_prefix(b"//"));
        self.cut && authority.is_some_and(|rest| !rest.iter().any(|byte| b"/?#".contains(byte)))
    }

    /// Returns the identifier with its own copy of the text.
    pub fn into_owned(self) -> Extracted<'static> {
        let Extracted { text, range, wrapper, prefixed, cut, joined } = self;
        let text = Cow::Owned(text.into_owned());
        Extracted { text, range, wrapper, prefixed, cut, joined }
    }
}

impl std::fmt::Display for Extracted<'_> {
    /// Writes the identifier, with replacement characters for octets that are not UTF-8.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&String::from_utf8_lossy(&self.text))
    }
}
