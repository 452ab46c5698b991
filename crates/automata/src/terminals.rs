//! The meaning of terminal values, bytes or characters, which ABNF and PEG share.

/// The meaning of a grammar's terminal values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Terminals {
    /// Unicode scalar values, 0 to 10FFFF, encoded as UTF-8; the surrogates D800 to DFFF match
    /// nothing.
    CodePoints,
    /// Bytes, 00 to FF.
    Octets,
}

impl Terminals {
    /// Returns the greatest value.
    pub fn greatest(self) -> u32 {
        match self {
            Terminals::CodePoints => 0x10_FFFF,
            Terminals::Octets => 0xFF,
        }
    }
}
