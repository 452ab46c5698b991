//! Values and their special encodings (the note's list before its second example).

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::{Charset, CharsetError};
use crate::iri::triplet;
use crate::normalize::octet;

/// The value of an element, encoded as it stands in the citation (rule 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value<'a> {
    raw: &'a [u8],
    offset: usize,
}

impl<'a> Value<'a> {
    pub(super) fn new(raw: &'a [u8], offset: usize) -> Value<'a> {
        Value { raw, offset }
    }

    /// The value as written.
    pub const fn raw(&self) -> &'a [u8] {
        self.raw
    }

    /// Where it begins in the citation.
    pub const fn offset(&self) -> usize {
        self.offset
    }

    /// The octets that are meant: `%%` is a percent sign, `%;` a semicolon, `%` and two hexadecimal digits the octet
    /// (`%00`, `%0A`, `%0D` and `%1B` among them). CR LF stands for a line break and stays. Borrowed where nothing is
    /// encoded; time linear in the value.
    ///
    /// # Errors
    /// [`ValueError::StrayPercent`] for any other `%`: `100 % pure`. Only the printed reading admits such a value.
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

    /// The characters that are meant, in a named character set; `None` is US-ASCII.
    ///
    /// # Errors
    /// As [`Value::decode`]; [`ValueError::UnknownCharset`] for a name that [`Charset`] does not know;
    /// [`ValueError::Charset`] where an octet stands for no character of the set.
    pub fn text(&self, charset: Option<&str>) -> Result<String, ValueError> {
        let set = match charset {
            None => Charset::UsAscii,
            Some(name) => Charset::by_name(name).ok_or(ValueError::UnknownCharset)?,
        };
        set.decode(&self.decode()?).map_err(ValueError::Charset)
    }
}

/// Octets as the canonical form writes them in a value: `%` and `;` doubled and marked, CR LF as it is, other controls
/// and NUL, ESC, lone CR and LF in hexadecimal, all else (high octets too) as it is.
///
/// ```
/// assert_eq!(urigram::urc::encode_value(b"50 %; \x1B\r\n\n"), b"50 %%%; %1B\r\n%0A");
/// ```
pub fn encode_value(octets: &[u8]) -> Vec<u8> {
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

/// Why a value has no meaning. Offsets are bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ValueError {
    /// A `%` that begins no special encoding: a data error, by the note.
    StrayPercent {
        /// Where it stands in the citation.
        offset: usize,
    },
    /// A character set that is not known here.
    UnknownCharset,
    /// An octet that stands for no character.
    Charset(CharsetError),
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ValueError::StrayPercent { offset } => {
                write!(f, "`%` at byte {offset} begins no special encoding (urc-1993, Special encodings)")
            }
            ValueError::UnknownCharset => f.write_str("unknown character set"),
            ValueError::Charset(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for ValueError {}
