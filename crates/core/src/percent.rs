//! Percent-encoding, by grammar and component.
//!
//! The bytes that a component may hold are constants that the compiler asks of the grammar's own
//! automaton ([`ComponentSet`]), so that no set of characters is written down that could differ
//! from the rules.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::Utf8Error;

use urigram_grammars::{search, ByteSet, Component, ComponentSet, Constraint, Grammar, Reading};

use crate::rewrite::{octet, triplet};

/// Encodes data for a component and decodes it again, by one grammar.
///
/// ```
/// use urigram::{Component, Grammar, PercentEncoding};
///
/// let rfc3986 = PercentEncoding::of(Grammar::Rfc3986);
/// assert_eq!(rfc3986.encode(Component::Path, "50% of a/b~".as_bytes())?, "50%25%20of%20a%2Fb~");
/// // Before RFC 2396 a tilde was not allowed.
/// let rfc1738 = PercentEncoding::of(Grammar::Rfc1738);
/// assert_eq!(rfc1738.encode(Component::Path, "a/b~".as_bytes())?, "a%2Fb%7E");
/// assert_eq!(rfc1738.decode("a%2Fb%7E")?.to_text()?, "a/b~");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct PercentEncoding {
    grammar: Grammar,
    reading: Reading,
}

impl PercentEncoding {
    /// Makes the encoding of a grammar's corrected rules.
    #[inline]
    pub const fn of(grammar: Grammar) -> PercentEncoding {
        PercentEncoding { grammar, reading: Reading::Corrected }
    }

    /// Sets the reading.
    #[inline]
    pub const fn reading(mut self, reading: Reading) -> PercentEncoding {
        self.reading = reading;
        self
    }

    #[inline]
    const fn set(&self, component: Component) -> &'static ComponentSet {
        self.grammar.tables(self.reading).sets.get(component)
    }

    /// Returns the ASCII characters that the grammar allows in the middle of a component as
    /// themselves, delimiters among them. Empty for a component that the grammar does not have.
    #[inline]
    #[doc(hidden)]
    pub const fn legal(&self, component: Component) -> ByteSet {
        self.set(component).legal
    }

    /// Returns the ASCII characters of a component that are always data: the grammar's unreserved
    /// ones, if the component may hold them.
    #[inline]
    pub const fn unreserved(&self, component: Component) -> ByteSet {
        self.set(component).unreserved
    }

    /// Encodes data for a component: every octet that is not an unreserved character becomes `%`
    /// and two digits in upper case. Data that needs no encoding is borrowed.
    ///
    /// This is for data, not for components: a `/` and a `%` are encoded like all else. Each piece
    /// of data is encoded once, when the identifier is put together (url-1997, 2.4.2).
    ///
    /// # Errors
    /// [`PercentError::Forbidden`] for an octet that the document forbids even encoded (NUL in
    /// rfc2141 and urn-2012), [`PercentError::NoEncoding`] for a component where the grammar has no
    /// percent-encoding, such as a scheme.
    #[inline]
    pub fn encode<'a>(
        &self,
        component: Component,
        data: &'a [u8],
    ) -> Result<Cow<'a, str>, PercentError> {
        self.encoded(component, data).map(Cow::from)
    }

    /// Appends encoded data to a string.
    ///
    /// # Errors
    /// The errors of [`PercentEncoding::encode`], which leave the string as it was.
    #[inline]
    pub fn encode_into(
        &self,
        component: Component,
        data: &[u8],
        out: &mut String,
    ) -> Result<(), PercentError> {
        let encoded = self.encoded(component, data)?;
        encoded.push_to(out);
        Ok(())
    }

    /// Encodes data piece by piece, as the result is read: an iterator over `str`, which can also
    /// be displayed.
    ///
    /// ```
    /// use urigram::{Component, Grammar, PercentEncoding};
    ///
    /// let coding = PercentEncoding::of(Grammar::Rfc3986);
    /// let encoded = coding.encoded(Component::Path, b"a b/c")?;
    /// assert_eq!(encoded.to_string(), "a%20b%2Fc");
    /// assert_eq!(encoded.collect::<Vec<_>>(), ["a", "%20", "b", "%2F", "c"]);
    /// # Ok::<(), urigram::errors::PercentError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`PercentEncoding::encode`].
    #[inline]
    pub fn encoded<'a>(
        &self,
        component: Component,
        data: &'a [u8],
    ) -> Result<Encoded<'a>, PercentError> {
        let set = self.set(component);
        let encoded = Encoded::new(data, &set.unreserved);
        let offset = encoded.run;
        if offset < data.len() {
            // No document has an unreserved NUL.
            if let Some(nul) = search::position(&data[offset..], 0) {
                self.check(Some(offset + nul))?;
            }
            if !set.has_encoding {
                return Err(PercentError::NoEncoding { component, offset });
            }
        }
        Ok(encoded)
    }

    /// Returns the data that a component encodes. Decoded data is not a component any more:
    /// [`Decoded`] cannot be decoded again.
    ///
    /// # Errors
    /// [`PercentError::Malformed`] for a `%` without two hexadecimal digits (`a%`, `%4G`),
    /// [`PercentError::Forbidden`] for an octet that the document forbids.
    #[inline]
    pub fn decode<'a>(&self, component: &'a str) -> Result<Decoded<'a>, PercentError> {
        let bytes = component.as_bytes();
        let is_latin_1 = self.grammar.document().latin_1.is_some();
        let Some(first) = bytes.iter().position(|&byte| byte == b'%') else {
            self.check(bytes.iter().position(|&byte| byte == 0))?;
            return Ok(Decoded { octets: Cow::Borrowed(bytes), is_latin_1 });
        };
        let mut out = Vec::with_capacity(bytes.len());
        out.extend(&bytes[..first]);
        let mut at = first;
        while let Some(&byte) = bytes.get(at) {
            let (value, length) = match byte {
                b'%' => (octet(bytes, at).ok_or(PercentError::Malformed { offset: at })?, 3),
                _ => (byte, 1),
            };
            self.check((value == 0).then_some(at))?;
            out.push(value);
            at += length;
        }
        Ok(Decoded { octets: Cow::Owned(out), is_latin_1 })
    }

    /// Refuses a NUL at an offset where the document has a constraint against it.
    #[inline]
    fn check(&self, nul: Option<usize>) -> Result<(), PercentError> {
        let Some(offset) = nul else { return Ok(()) };
        match self
            .grammar
            .document()
            .constraints
            .iter()
            .find(|constraint| constraint.id == "no-nul")
        {
            Some(constraint) => {
                Err(PercentError::Forbidden { offset, grammar: self.grammar, constraint })
            }
            None => Ok(()),
        }
    }
}

/// Encoded data, piece by piece: runs of characters that stay, and percent-encodings.
///
/// ```
/// use urigram::{Component, Grammar, PercentEncoding};
///
/// let coding = PercentEncoding::of(Grammar::Rfc3986);
/// let pieces: Vec<&str> = coding.encoded(Component::Query, b"a b&").unwrap().collect();
/// assert_eq!(pieces, ["a", "%20", "b", "%26"]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Encoded<'a> {
    rest: &'a [u8],
    /// The length of the run of characters that stay, at the beginning of the rest.
    run: usize,
    kept: &'static ByteSet,
}

/// The most bytes that are encoded without a buffer.
const SHORT: usize = 8;

/// The percent-encodings of all octets, in order.
static TRIPLETS: [u8; 768] = {
    let mut all = [0; 768];
    let mut byte = 0;
    while byte < 256 {
        let [percent, high, low] = triplet(byte as u8);
        (all[3 * byte], all[3 * byte + 1], all[3 * byte + 2]) = (percent, high, low);
        byte += 1;
    }
    all
};

impl<'a> Encoded<'a> {
    #[inline]
    fn new(data: &'a [u8], kept: &'static ByteSet) -> Encoded<'a> {
        let run = data.iter().take_while(|&&byte| kept.contains(byte)).count();
        Encoded { rest: data, run, kept }
    }

    /// Returns all pieces of short data, with one allocation of their length.
    #[inline]
    fn short(self) -> String {
        let mut buffer = [0; 3 * SHORT];
        let mut len = 0;
        for &byte in self.rest {
            if self.kept.contains(byte) {
                buffer[len] = byte;
                len += 1;
            } else {
                buffer[len..len + 3].copy_from_slice(&triplet(byte));
                len += 3;
            }
        }
        String::from(core::str::from_utf8(&buffer[..len]).unwrap_or_default())
    }

    /// Appends all pieces. They are gathered in a buffer, because a `str` is checked for UTF-8 each
    /// time that one is made of bytes.
    #[inline]
    fn push_to(self, out: &mut String) {
        let mut buffer = [0; 96];
        let mut len = 0;
        for &byte in self.rest {
            if self.kept.contains(byte) {
                buffer[len] = byte;
                len += 1;
            } else {
                buffer[len..len + 3].copy_from_slice(&triplet(byte));
                len += 3;
            }
            if len > buffer.len() - 3 {
                out.push_str(core::str::from_utf8(&buffer[..len]).unwrap_or_default());
                len = 0;
            }
        }
        out.push_str(core::str::from_utf8(&buffer[..len]).unwrap_or_default());
    }
}

impl<'a> Iterator for Encoded<'a> {
    type Item = &'a str;

    #[inline]
    fn next(&mut self) -> Option<&'a str> {
        let &first = self.rest.first()?;
        let (piece, rest) = if self.run > 0 {
            self.rest.split_at(self.run)
        } else {
            let at = 3 * usize::from(first);
            (&TRIPLETS[at..at + 3], &self.rest[1..])
        };
        *self = Encoded::new(rest, self.kept);
        // The kept characters and the percent-encodings are in US-ASCII.
        Some(core::str::from_utf8(piece).unwrap_or_default())
    }
}

impl core::iter::FusedIterator for Encoded<'_> {}

impl<'a> From<Encoded<'a>> for Cow<'a, str> {
    /// Borrows data that needs no encoding.
    #[inline]
    fn from(encoded: Encoded<'a>) -> Cow<'a, str> {
        let data = encoded.rest;
        if encoded.run == data.len() {
            return Cow::Borrowed(core::str::from_utf8(data).unwrap_or_default());
        }
        if data.len() <= SHORT {
            return Cow::Owned(encoded.short());
        }
        let mut out = String::with_capacity(data.len() + 8);
        encoded.push_to(&mut out);
        Cow::Owned(out)
    }
}

impl fmt::Display for Encoded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = *self;
        pieces.try_for_each(|piece| f.write_str(piece))
    }
}

/// The decoded data of a component.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decoded<'a> {
    octets: Cow<'a, [u8]>,
    is_latin_1: bool,
}

impl<'a> Decoded<'a> {
    /// Returns the octets.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.octets
    }

    /// Returns the octets, borrowed where nothing was encoded.
    #[inline]
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.octets
    }

    /// Returns the characters of the octets: those of ISO 8859-1 where the document says so
    /// (url-1993, RFC 1630), else those of UTF-8.
    ///
    /// ```
    /// use urigram::{Grammar, PercentEncoding};
    ///
    /// let decoded = PercentEncoding::of(Grammar::Url1993).decode("l%E4ge")?;
    /// assert_eq!(decoded.to_text()?, "läge");
    /// assert!(PercentEncoding::of(Grammar::Rfc3986).decode("l%E4ge")?.to_text().is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When they are not UTF-8, as `%FC` is not.
    #[inline]
    pub fn to_text(&self) -> Result<Cow<'_, str>, Utf8Error> {
        if self.is_latin_1 && !self.octets.is_ascii() {
            return Ok(self.octets.iter().map(|&octet| char::from(octet)).collect());
        }
        core::str::from_utf8(&self.octets).map(Cow::Borrowed)
    }

    /// Like [`Decoded::to_text`], borrowed from the input where nothing was encoded.
    ///
    /// # Errors
    /// When they are not UTF-8, as `%FC` is not.
    #[inline]
    pub fn into_text(self) -> Result<Cow<'a, str>, Utf8Error> {
        if self.is_latin_1 && !self.octets.is_ascii() {
            return Ok(self.octets.iter().map(|&octet| char::from(octet)).collect());
        }
        match self.octets {
            Cow::Borrowed(bytes) => core::str::from_utf8(bytes).map(Cow::Borrowed),
            Cow::Owned(bytes) => {
                String::from_utf8(bytes).map(Cow::Owned).map_err(|error| error.utf8_error())
            }
        }
    }
}

/// A reason why data cannot be encoded or decoded.
///
/// ```
/// use urigram::errors::PercentError;
/// use urigram::{Grammar, PercentEncoding};
///
/// let error = PercentEncoding::of(Grammar::Rfc3986).decode("100%").unwrap_err();
/// assert_eq!(error, PercentError::Malformed { offset: 3 });
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PercentError {
    /// A `%` without two hexadecimal digits.
    Malformed {
        /// The offset of the `%`.
        offset: usize,
    },
    /// An octet that the document forbids, encoded or not.
    Forbidden {
        /// The offset of the octet.
        offset: usize,
        /// The grammar.
        grammar: Grammar,
        /// The document's requirement.
        constraint: &'static Constraint,
    },
    /// A character that the component cannot hold, in a component without percent-encoding.
    NoEncoding {
        /// The component.
        component: Component,
        /// The offset of the character.
        offset: usize,
    },
}

impl fmt::Display for PercentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PercentError::Malformed { offset } => {
                write!(f, "byte {offset}: two hexadecimal digits must follow `%`")
            }
            PercentError::Forbidden { offset, grammar, constraint } => {
                let number = grammar.document().number;
                write!(
                    f,
                    "byte {offset}: {} ({number}, {})",
                    constraint.message, constraint.section
                )
            }
            PercentError::NoEncoding { component, offset } => {
                write!(f, "byte {offset}: nothing can be percent-encoded in a {}", component.name())
            }
        }
    }
}

impl core::error::Error for PercentError {}
