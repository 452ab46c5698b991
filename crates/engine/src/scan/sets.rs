//! Sets of bytes in the forms that vector instructions take.

use crate::ByteSet;

/// A set of US-ASCII bytes.
pub struct Set {
    /// The members.
    pub bytes: ByteSet,
    /// For each low nibble, a bit for each high nibble that makes a member of the set with it.
    pub nibbles: [u8; 16],
    /// Most of the set, for backends without a look-up of nibbles.
    pub usual: Usual,
}

/// A subset that five comparisons find: the ranges around `0`, `A` and `a`, and two single bytes.
///
/// For the bytes of an RFC 3986 path these are `&` to `;`, `?` to `Z`, `a` to `z`, `=` and `_`;
/// only `!`, `$` and `~` are left to be looked up. SSE2 has no instruction that looks up sixteen
/// bytes at once, and one comparison for each of the eight ranges of the whole set would take half
/// as long again.
pub struct Usual {
    /// The ranges around the three.
    pub ranges: [Range; 3],
    /// Each byte sixteen times.
    pub singles: [[u8; 16]; 2],
}

/// The bytes from one to another: `byte + moved > below`, as signed numbers, each sixteen times.
pub struct Range {
    /// The number that added to the last byte gives 127.
    pub moved: [u8; 16],
    /// One less than what that addition makes of the first byte.
    pub below: [u8; 16],
}

impl Set {
    /// Letters, digits, `.` and `-`: the bytes of a server's name, and of nearly every scheme.
    pub const NAME: Set = {
        let (digits, dot, hyphen) = (0x03FF << 48, 1 << b'.', 1 << b'-');
        Set::new(ByteSet::from_words([digits | dot | hyphen, 0x07FF_FFFE_07FF_FFFE, 0, 0]))
    };

    /// Prepares a set.
    ///
    /// # Panics
    /// For an empty set and for one with bytes beyond US-ASCII. The generator writes none.
    #[inline]
    pub const fn new(bytes: ByteSet) -> Set {
        assert!(bytes.is_ascii());
        let mut nibbles = [0; 16];
        let (mut byte, mut member) = (0, None);
        while byte < 128 {
            if bytes.contains(byte) {
                nibbles[byte as usize & 15] |= 1 << (byte >> 4);
                member = Some(byte);
            }
            byte += 1;
        }
        let Some(member) = member else { panic!("an empty set") };
        let ranges =
            [Range::around(&bytes, b'0'), Range::around(&bytes, b'A'), Range::around(&bytes, b'a')];
        let equals = if bytes.contains(b'=') { b'=' } else { member };
        let underscore = if bytes.contains(b'_') { b'_' } else { member };
        Set { bytes, nibbles, usual: Usual { ranges, singles: [[equals; 16], [underscore; 16]] } }
    }
}

impl Range {
    /// Returns the longest range of members that includes `anchor`; nothing is in it if `anchor` is
    /// not a member.
    #[inline]
    const fn around(bytes: &ByteSet, anchor: u8) -> Range {
        if !bytes.contains(anchor) {
            return Range { moved: [0; 16], below: [127; 16] };
        }
        let (mut first, mut last) = (anchor, anchor);
        while first > 0 && bytes.contains(first - 1) {
            first -= 1;
        }
        while last < 127 && bytes.contains(last + 1) {
            last += 1;
        }
        Range { moved: [127 - last; 16], below: [126_u8.wrapping_sub(last - first); 16] }
    }
}
