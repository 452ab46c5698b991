//! Sets of bytes in the forms that vectors and tables take.

use super::Fast;
use crate::ByteSet;

/// Bits of `Fast::classes`.
pub mod classes {
    /// What ends an authority: `/`, `?` and `#`.
    pub const END: u8 = 1;
    /// What is not legal, `#` among it.
    pub const BAD: u8 = 2;
}

/// A set of US-ASCII bytes in the forms that vector instructions take.
pub struct Set {
    pub bytes: ByteSet,
    /// For each low nibble, a bit for each high nibble.
    pub nibbles: [u8; 16],
    /// Whether all letters and digits are in it.
    pub usual: bool,
    /// Whether all that a server's name holds is in it.
    pub names: bool,
    /// Those around the digits that no other stands between, without `%` and `?`.
    pub run: Run,
}

/// The bytes from one to another, and one more, as they are compared.
pub struct Run {
    /// What makes the last one 127.
    pub moved: [u8; 16],
    /// One less than what that makes of the first one.
    pub below: [u8; 16],
    /// `=`, or a letter where that is not in the set.
    pub other: [u8; 16],
    pub first: u8,
    pub last: u8,
}

impl Set {
    /// What a server's name holds.
    pub const NAME: Set = {
        let (digits, dot, hyphen) = (0x03FF << 48, 1 << b'.', 1 << b'-');
        Set::new(ByteSet::from_words([digits | dot | hyphen, 0x07FF_FFFE_07FF_FFFE, 0, 0]))
    };

    /// # Panics
    /// For a set with bytes beyond US-ASCII. The generator writes none.
    pub const fn new(bytes: ByteSet) -> Set {
        let mut set = Set { bytes, nibbles: [0; 16], usual: true, names: true, run: Run::around_digits(&bytes) };
        let mut byte = 0;
        assert!(bytes.is_ascii());
        while byte < 128 {
            if bytes.contains(byte) {
                set.nibbles[byte as usize & 15] |= 1 << (byte >> 4);
            } else {
                set.usual &= !byte.is_ascii_alphanumeric();
                set.names &= !(byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.');
            }
            byte += 1;
        }
        set
    }
}

impl Run {
    const fn around_digits(bytes: &ByteSet) -> Run {
        let (mut first, mut last) = (b'0', b'9');
        while bytes.contains(first - 1) && first - 1 != b'%' {
            first -= 1;
        }
        while bytes.contains(last + 1) && last + 1 != b'?' {
            last += 1;
        }
        let other = if bytes.contains(b'=') { b'=' } else { b'a' };
        Run { moved: [127 - last; 16], below: [126 - (last - first); 16], other: [other; 16], first, last }
    }
}

impl Fast {
    /// The table of [`Fast::classes`].
    pub const fn classes(legal: &ByteSet) -> [u8; 256] {
        assert!(legal.is_ascii());
        let mut table = [classes::BAD; 256];
        let mut byte = 0;
        while byte < 128 {
            if legal.contains(byte as u8) && byte != b'#' as usize {
                table[byte] = 0;
            }
            byte += 1;
        }
        table[b'/' as usize] |= classes::END;
        table[b'?' as usize] |= classes::END;
        table[b'#' as usize] |= classes::END;
        table
    }
}
