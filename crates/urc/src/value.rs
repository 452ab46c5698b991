//! Values and their special encodings (the note's list before its second example).

use std::borrow::Cow;
use std::fmt;

use urigram_core::internal::{octet, triplet};

use crate::charset::{Charset, CharsetError};

/// The value of an element, as it is encoded in the citation (rule 10).
///
/// ```
/// use urigram::urc::{elements, Kind};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<Title=50 %%;>")?;
/// let Kind::Urd(title) = elements(urc).next().unwrap().kind else { panic!() };
/// assert_eq!((title.value.raw(), title.value.text(None)), (&b"50 %%"[..], Ok("50 %".to_owned())));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<'a> {
    raw: &'a [u8],
    offset: usize,
}

impl<'a> Value<'a> {
    pub(crate) fn new(raw: &'a [u8], offset: usize) -> Value<'a> {
        Value { raw, offset }
    }

    /// Returns the value as written.
    pub const fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Returns the offset of the value in the citation.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the decoded octets: `%%` is a percent sign, `%;` a semicolon, `%` and two
    /// hexadecimal digits the octet (`%00`, `%0A`, `%0D` and `%1B` among them). CR LF is a line
    /// break and is kept. The result is borrowed if nothing is encoded. Time is linear in the
    /// value.
    ///
    /// # Errors
    /// [`ValueError::StrayPercent`] for any other `%`: `100 % pure`. Only the printed reading
    /// admits such a value.
    pub fn decode(&self) -> Result<Cow<'a, [u8]>, ValueError> {
        let Some(first) = self.raw.iter().position(|&byte| byte == b'%') else {
            return Ok(Cow::Borrowed(self.raw));
        };
        let mut octets = Vec::with_capacity(self.raw.len());
        octets.extend_from_slice(&self.raw[..first]);
        let mut at = first;
        while let Some(&byte) = self.raw.get(at) {
            let rest = &self.raw[at + 1..];
            let (meant, len) = match (byte, rest) {
                (b'%', &[sign @ (b'%' | b';'), ..]) => (sign, 2),
                (b'%', _) => match octet(self.raw, at) {
                    Some(octet) => (octet, 3),
                    None => return Err(ValueError::StrayPercent { offset: self.offset + at }),
                },
                _ => (byte, 1),
            };
            octets.push(meant);
            at += len;
        }
        Ok(Cow::Owned(octets))
    }

    /// Returns the decoded characters, in a named character set; `None` is US-ASCII.
    ///
    /// # Errors
    /// [`ValueError::StrayPercent`] for a `%` without an encoding; [`ValueError::UnknownCharset`]
    /// for a name that is unknown; [`ValueError::Charset`] for an octet without a
    /// character in the set.
    pub fn text(&self, charset: Option<&str>) -> Result<String, ValueError> {
        let set = Charset::by_name(charset).ok_or(ValueError::UnknownCharset)?;
        set.decode(&self.decode()?).map_err(ValueError::Charset)
    }
}

/// Encodes octets for a value in canonical form. `%` and `;` follow another `%`. Controls are
/// hexadecimal, except CR LF. All other octets, high ones too, are kept.
pub(crate) fn encode_value(octets: &[u8]) -> Vec<u8> {
    let mut value = Vec::with_capacity(octets.len());
    let mut at = 0;
    while let Some(&octet) = octets.get(at) {
        match octet {
            b'%' | b';' => value.extend([b'%', octet]),
            b'\r' if octets.get(at + 1) == Some(&b'\n') => {
                value.extend(b"\r\n");
                at += 1;
            }
            0..=0x1F | 0x7F => {
                value.extend(triplet(octet));
            }
            _ => value.push(octet),
        }
        at += 1;
    }
    value
}

/// A reason why a value has no meaning. Offsets are bytes.
///
/// ```
/// use urigram::urc::{elements, Kind, ValueError};
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<Title=50 %%;>")?;
/// let Kind::Urd(title) = elements(urc).next().unwrap().kind else { panic!() };
/// let text = title.value.text(Some("none-such"));
/// assert_eq!(text, Err(ValueError::UnknownCharset));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// A `%` that begins no special encoding: a data error, by the note.
    StrayPercent {
        /// The offset in the citation.
        offset: usize,
    },
    /// An unknown character set.
    UnknownCharset,
    /// An octet without a character.
    Charset(CharsetError),
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::StrayPercent { offset } => {
                write!(
                    f,
                    "`%` at byte {offset} begins no special encoding (urc-1993, Special encodings)"
                )
            }
            ValueError::UnknownCharset => f.write_str("unknown character set"),
            ValueError::Charset(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ValueError {}
