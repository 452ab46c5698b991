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

impl Host {
    pub(super) fn is_server(&self) -> bool {
        matches!(self, Host::Server(_))
    }
}

/// Bits of `Fast::classes`.
pub(crate) mod classes {
    /// Hexadecimal digits.
    pub(crate) const HEX: u8 = 1;
    /// What a path, a query or a fragment does not simply go on with: `%`, `?`, `#` and what is not legal.
    pub(crate) const STOP: u8 = 2;
    /// What ends an authority: `/`, `?` and `#`.
    pub(crate) const END: u8 = 4;
    /// What makes an authority more than a plain name: `@`, `:`, `%` and what is not legal.
    pub(crate) const ODD: u8 = 8;
    pub(crate) const COLON: u8 = 16;
    pub(crate) const AT: u8 = 32;
    /// What is not legal, but for `#`.
    pub(crate) const ILLEGAL: u8 = 64;
}

/// A set of US-ASCII bytes in the forms that vector instructions take.
#[derive(Debug)]
pub(crate) struct Set {
    pub(crate) bytes: ByteSet,
    /// For each low nibble, a bit for each high nibble.
    pub(crate) nibbles: [u8; 16],
    /// The least and the greatest byte.
    pub(crate) least: u8,
    pub(crate) greatest: u8,
    /// Single bytes between these that are not in the set.
    pub(crate) without: [u8; Set::WITHOUT],
    pub(crate) singles: u8,
    /// First and last bytes of ranges that are not in the set.
    pub(crate) gaps: [(u8, u8); Set::GAPS],
    pub(crate) ranges: u8,
}

impl Set {
    const WITHOUT: usize = 8;
    const GAPS: usize = 8;

    /// What a server's name holds.
    pub(crate) const NAME: Set = {
        let (digits, dot, hyphen) = (0x03FF << 48, 1 << b'.', 1 << b'-');
        Set::new(ByteSet::from_words([digits | dot | hyphen, 0x07FF_FFFE_07FF_FFFE, 0, 0]))
    };

    /// # Panics
    /// For an empty set, one with bytes beyond US-ASCII, and one with more than eight gaps of a kind. The generator
    /// writes none of these.
    pub(crate) const fn new(bytes: ByteSet) -> Set {
        let (without, gaps) = ([0; Set::WITHOUT], [(0, 0); Set::GAPS]);
        let mut set = Set { bytes, nibbles: [0; 16], least: 0, greatest: 0, without, singles: 0, gaps, ranges: 0 };
        let mut is_empty = true;
        let mut byte = 0;
        while byte < 255 {
            if bytes.contains(byte) {
                assert!(byte < 128);
                set.nibbles[byte as usize & 15] |= 1 << (byte >> 4);
                if is_empty {
                    set.least = byte;
                } else if set.greatest + 2 == byte {
                    set.without[set.singles as usize] = byte - 1;
                    set.singles += 1;
                } else if set.greatest + 2 < byte {
                    set.gaps[set.ranges as usize] = (set.greatest + 1, byte - 1);
                    set.ranges += 1;
                }
                set.greatest = byte;
                is_empty = false;
            }
            byte += 1;
        }
        assert!(!is_empty);
        set
    }
}

impl Fast {
    /// The table of [`Fast::classes`].
    pub(crate) const fn classes(legal: &ByteSet) -> [u8; 256] {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let at = byte as u8;
            let is_legal = legal.contains(at);
            let mut bits = if at.is_ascii_hexdigit() { classes::HEX } else { 0 };
            if !is_legal || matches!(at, b'%' | b'?' | b'#') {
                bits |= classes::STOP;
            }
            if !is_legal && at != b'#' {
                bits |= classes::ILLEGAL;
            }
            bits |= match at {
                b'/' | b'?' | b'#' => classes::END,
                b':' => classes::COLON | classes::ODD,
                b'@' => classes::AT | classes::ODD,
                b'%' => classes::ODD,
                _ if !is_legal => classes::ODD,
                _ => 0,
            };
            table[byte] = bits;
            byte += 1;
        }
        table
    }
}
