//! What the fast splitter knows of a rule.

use crate::{ByteSet, Table};

/// A part of a rule's language that comes apart by delimiters alone. Proved by the generator for each rule that has one.
#[derive(Debug)]
pub(crate) struct Fast {
    /// What may follow the first byte of a scheme.
    pub(crate) scheme: Set,
    /// What a scheme may begin with.
    pub(crate) first: ByteSet,
    /// What may stand in a path, a query and a fragment; of the delimiters `:/?@` and the `%` of escapes too.
    pub(crate) legal: Set,
    /// The bits of [`classes`] for each byte.
    pub(crate) classes: [u8; 256],
    /// Whether `#` may begin a fragment.
    pub(crate) fragment: bool,
    /// Whether there are relative forms.
    pub(crate) relative: bool,
    /// Whether a relative form may have an empty path and no authority.
    pub(crate) empty: bool,
    /// Whether a path may be empty after the scheme, where there is no authority.
    pub(crate) bare: bool,
    /// Whether a query may follow an authority at once.
    pub(crate) pathless_query: bool,
    pub(crate) opaque: Opaque,
    pub(crate) host: Host,
    /// The rule of what stands in an authority in place of a name, from `[` to `]`.
    pub(crate) literal: Option<&'static Table>,
    /// The states of the table in which every path after a scheme and an authority is, every query after that, and every
    /// fragment, wherever in them; `None` where there is more than one state.
    pub(crate) states: [Option<u16>; 3],
}

/// A part whose state is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Path,
    Query,
    Fragment,
}

/// What is known of an input that the fast splitter leaves to the table: all before the offset can be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) offset: usize,
    /// The part in which the offset lies; `None` where nothing is known.
    pub(crate) part: Option<Part>,
}

impl Known {
    pub(crate) const NOTHING: Known = Known { offset: 0, part: None };
}

/// What a scheme may be followed by, other than a slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Opaque {
    /// Nothing that is known. No document of today is like that.
    #[allow(dead_code)]
    Unknown,
    /// A path, and a query after `?`.
    Path,
    /// A path that may hold `?`.
    Whole,
}

/// What an authority holds after its userinfo.
#[derive(Debug)]
pub(crate) enum Host {
    /// Any legal bytes, and a port; it may be empty.
    Any,
    /// Labels of letters, digits and inner hyphens, the last of which begins with a letter, and a port; or else what
    /// this rule accepts. An empty authority has no host.
    Server(&'static Table),
}

/// Bits of `Fast::classes`.
pub(crate) mod classes {
    pub(crate) const LEGAL: u8 = 1;
    pub(crate) const HEX: u8 = 2;
    pub(crate) const PERCENT: u8 = 4;
    pub(crate) const COLON: u8 = 8;
    pub(crate) const SLASH: u8 = 16;
    pub(crate) const QUESTION: u8 = 32;
    pub(crate) const HASH: u8 = 64;
    pub(crate) const AT: u8 = 128;
}

/// A set of US-ASCII bytes in the forms that vector instructions take.
#[derive(Debug)]
pub(crate) struct Set {
    pub(crate) bytes: ByteSet,
    /// For each low nibble, a bit for each high nibble.
    pub(crate) nibbles: [u8; 16],
    /// First bytes of ranges, and how many bytes follow each; the last range is repeated.
    pub(crate) ranges: [(u8, u8); Set::RANGES],
}

impl Set {
    pub(crate) const RANGES: usize = 8;

    /// # Panics
    /// For a set with bytes beyond US-ASCII or with more than eight ranges. The generator writes neither.
    pub(crate) const fn new(bytes: ByteSet) -> Set {
        let mut nibbles = [0; 16];
        let mut ranges = [(0, 0); Set::RANGES];
        let mut count = 0;
        let mut byte = 0;
        while byte < 256 {
            if bytes.contains(byte as u8) {
                assert!(byte < 128);
                nibbles[byte & 15] |= 1 << (byte >> 4);
                if byte == 0 || !bytes.contains(byte as u8 - 1) {
                    ranges[count] = (byte as u8, 0);
                    count += 1;
                } else {
                    ranges[count - 1].1 += 1;
                }
            }
            byte += 1;
        }
        assert!(count > 0);
        let last = ranges[count - 1];
        while count < Set::RANGES {
            ranges[count] = last;
            count += 1;
        }
        Set { bytes, nibbles, ranges }
    }
}

impl Fast {
    /// The table of [`Fast::classes`].
    pub(crate) const fn classes(legal: &ByteSet) -> [u8; 256] {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let at = byte as u8;
            let mut bits = if legal.contains(at) { classes::LEGAL } else { 0 };
            if at.is_ascii_hexdigit() {
                bits |= classes::HEX;
            }
            bits |= match at {
                b'%' => classes::PERCENT,
                b':' => classes::COLON,
                b'/' => classes::SLASH,
                b'?' => classes::QUESTION,
                b'#' => classes::HASH,
                b'@' => classes::AT,
                _ => 0,
            };
            table[byte] = bits;
            byte += 1;
        }
        table
    }
}
