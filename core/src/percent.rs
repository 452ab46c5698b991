//! Percent-encoding, by grammar and component.
//!
//! Which bytes a component may hold is asked of the grammar's own automaton, so that no set of characters stands here
//! that could differ from the rules.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::Utf8Error;

use urigram_grammars::{ByteSet, Component, Constraint, Grammar, Reading, Table};

use crate::iri::triplet;
use crate::normalize::octet;

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

/// Identifiers around an `x` that stands in some component. For each component the first that the grammar accepts
/// tells which bytes it may hold.
const AROUND: [(Component, &str, &str); 22] = [
    (Component::Scheme, "", "://h/"),
    (Component::Scheme, "", ":x"),
    (Component::Authority, "http://", "/"),
    (Component::Authority, "foo://", "/"),
    (Component::Userinfo, "foo://", "@h/"),
    (Component::Userinfo, "ftp://", "@h/"),
    (Component::Userinfo, "telnet://", "@h"),
    (Component::Host, "http://", "/"),
    (Component::Host, "foo://", "/"),
    (Component::Port, "http://h:", "/"),
    (Component::Port, "telnet://h:", ""),
    (Component::Path, "http://h/", ""),
    (Component::Path, "foo:/", ""),
    (Component::Path, "urn:nid:", ""),
    (Component::Query, "http://h/p?", ""),
    (Component::Query, "wais://h/p?", ""),
    (Component::Query, "urn:nid:x?=", ""),
    (Component::Query, "urn:nid:x?", ""),
    (Component::Fragment, "http://h/p#", ""),
    (Component::Fragment, "urn:nid:x#", ""),
    (Component::Nid, "urn:", ":x"),
    (Component::Nss, "urn:nid:", ""),
];

impl PercentEncoding {
    /// By the grammar's corrected rules.
    pub const fn of(grammar: Grammar) -> PercentEncoding {
        PercentEncoding { grammar, reading: Reading::Corrected }
    }

    /// Sets the reading.
    pub const fn reading(mut self, reading: Reading) -> PercentEncoding {
        self.reading = reading;
        self
    }

    /// The ASCII characters that the grammar allows in the middle of a component as themselves, delimiters among them.
    /// Empty for a component that the grammar does not have. Asks the automaton 128 times.
    pub fn legal(&self, component: Component) -> ByteSet {
        let table = self.grammar.tables(self.reading).start();
        let mut around = AROUND.into_iter().filter(|(known, _, _)| *known == component);
        let middle = if component == Component::Port { b'1' } else { b'x' };
        let Some((_, before, after)) = around
            .find(|(_, before, after)| self.holds(table, component, before, after, middle, middle))
        else {
            return ByteSet::EMPTY;
        };
        (0..128).filter(|&byte| self.holds(table, component, before, after, middle, byte)).collect()
    }

    /// Whether `byte` stands in the component, between two that do.
    fn holds(
        &self,
        table: &'static Table,
        component: Component,
        before: &str,
        after: &str,
        x: u8,
        byte: u8,
    ) -> bool {
        let part = [x, byte, x].map(char::from);
        let text: String = before.chars().chain(part).chain(after.chars()).collect();
        let Ok(parts) = table.split(&text, self.reading) else { return false };
        let place = before.len()..before.len() + 3;
        let found = match component {
            // No part of a split: what stands there is the name's, or the start rule would not have accepted.
            Component::Nid | Component::Nss => return byte != b':' || component == Component::Nss,
            component => parts.get(component),
        };
        found.is_some_and(|span| {
            span.start as usize <= place.start && span.end as usize >= place.end
        })
    }

    /// The ASCII characters that stand for nothing but themselves in a component: the grammar's unreserved ones, as
    /// far as the component may hold them.
    pub fn unreserved(&self, component: Component) -> ByteSet {
        let classes = self.grammar.document().classes;
        let unreserved =
            classes.iter().find(|class| class.name == "unreserved").map(|class| class.bytes);
        let plain = || {
            (0..128u8)
                .filter(|&byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
                .collect()
        };
        self.legal(component).intersection(&unreserved.unwrap_or_else(plain))
    }

    /// Data as it stands in a component: everything but unreserved characters as `%` and two digits in upper case.
    /// Data that needs no encoding is borrowed.
    ///
    /// This is for data, not for components: a `/` and a `%` are encoded like all else. Each piece of data is encoded
    /// once, when the identifier is put together (url-1997, 2.4.2).
    ///
    /// # Errors
    /// [`PercentError::Forbidden`] for an octet that the document forbids even encoded (NUL in rfc2141 and urn-2012),
    /// [`PercentError::NoEncoding`] for a component in which the grammar has no percent-encoding, such as a scheme.
    pub fn encode<'a>(
        &self,
        component: Component,
        data: &'a [u8],
    ) -> Result<Cow<'a, str>, PercentError> {
        self.check(data.iter().position(|&byte| byte == 0))?;
        let kept = self.unreserved(component);
        let Some(first) = data.iter().position(|&byte| !kept.contains(byte)) else {
            // Only ASCII is kept.
            return Ok(Cow::Borrowed(core::str::from_utf8(data).unwrap_or_default()));
        };
        if !self.has_encoding(component) {
            return Err(PercentError::NoEncoding { component, offset: first });
        }
        let mut out = String::with_capacity(data.len() * 2);
        for &byte in data {
            if kept.contains(byte) {
                out.push(char::from(byte));
            } else {
                out.extend(triplet(byte).map(char::from));
            }
        }
        Ok(Cow::Owned(out))
    }

    fn has_encoding(&self, component: Component) -> bool {
        let table = self.grammar.tables(self.reading).start();
        let mut around = AROUND.into_iter().filter(|(known, _, _)| *known == component);
        around.any(|(_, before, after)| {
            let text = alloc::format!("{before}x%C3%A9x{after}");
            let holds = |span: urigram_grammars::Span| span.end as usize >= before.len() + 8;
            match table.split(&text, self.reading) {
                Ok(parts) if matches!(component, Component::Nss) => parts.scheme().is_some(),
                Ok(parts) => parts.get(component).is_some_and(holds),
                Err(_) => false,
            }
        })
    }

    /// The data that a component stands for. Decoded data is no component any more: [`Decoded`] cannot be decoded
    /// again.
    ///
    /// # Errors
    /// [`PercentError::Malformed`] for a `%` without two hexadecimal digits (`a%`, `%4G`), [`PercentError::Forbidden`]
    /// for an octet that the document forbids.
    pub fn decode<'a>(&self, component: &'a str) -> Result<Decoded<'a>, PercentError> {
        let bytes = component.as_bytes();
        let Some(first) = bytes.iter().position(|&byte| byte == b'%') else {
            self.check(bytes.iter().position(|&byte| byte == 0))?;
            return Ok(Decoded(Cow::Borrowed(bytes)));
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
        Ok(Decoded(Cow::Owned(out)))
    }

    /// Refuses a NUL at an offset where the document has a constraint against it.
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

/// The data that a component stood for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decoded<'a>(Cow<'a, [u8]>);

impl<'a> Decoded<'a> {
    /// The octets.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The octets, borrowed where nothing was encoded.
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.0
    }

    /// The octets as UTF-8.
    ///
    /// # Errors
    /// When they are not UTF-8, as `%FC` is not.
    pub fn to_text(&self) -> Result<&str, Utf8Error> {
        core::str::from_utf8(&self.0)
    }
}

/// Why data cannot be encoded or decoded.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum PercentError {
    /// A `%` without two hexadecimal digits.
    Malformed {
        /// Where the `%` stands.
        offset: usize,
    },
    /// An octet that the document forbids, encoded or not.
    Forbidden {
        /// Where it stands.
        offset: usize,
        /// The grammar.
        grammar: Grammar,
        /// What the document says.
        constraint: &'static Constraint,
    },
    /// A character that the component cannot hold, in a component without percent-encoding.
    NoEncoding {
        /// The component.
        component: Component,
        /// Where the character stands.
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
