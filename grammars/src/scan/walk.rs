//! From left to right: the scheme in a word, the authority by a walk that looks at nothing else, then what follows.

use super::authority::Authority;
use super::components::{finish, finish_oddly, has_empty_segment, Marks, Stuck};
use super::planes::BLOCK;
use super::{Fast, Form, Known, Net, Opaque, Part, Scheme};
use crate::Parts;

/// Where a host stands, as [`Parts`] writes it.
pub(super) type Span = (u32, u32);

/// No host.
pub(super) const HOSTLESS: Span = (u32::MAX, u32::MAX);

/// How an engine goes through the parts that are long.
pub(super) trait Walk: Copy {
    /// The offset of the first byte that a scheme cannot hold, or the length.
    fn scheme_end(self, fast: &Fast, input: &[u8]) -> usize;

    /// Where the authority ends that begins at `start`, and its host; before `start` where a path begins there instead.
    fn net(self, fast: &Fast, form: &Form, input: &[u8], start: usize) -> Option<(usize, Span)>;

    /// Checks all bytes from the path on, and escapes.
    fn marks(self, fast: &Fast, input: &[u8], path_start: usize) -> Result<Marks, Stuck>;
}

/// Splits an input of the language that `fast` describes.
#[inline(always)]
pub(super) fn split(walk: impl Walk, fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    let len = input.len();
    if len >= u32::MAX as usize {
        return Err(Known::NOTHING);
    }
    let scheme = walk.scheme_end(fast, input);
    let has_scheme = input.get(scheme) == Some(&b':');
    let (form, body) = if has_scheme {
        if scheme == 0 || scheme > BLOCK - 4 {
            return Err(Known::NOTHING);
        }
        let known = match fast.named {
            Some(named) => named.get(input, scheme),
            None => Scheme::Other,
        };
        let form = match known {
            Scheme::Named(form) => Some(form),
            Scheme::Other if fast.first.contains(input[0]) => fast.any,
            Scheme::Other | Scheme::Unknown => None,
        };
        (form.ok_or(Known::NOTHING)?, scheme + 1)
    } else {
        let form = fast.relative.ok_or(Known::NOTHING)?;
        // No colon may stand in the first segment.
        if input[scheme..].iter().find(|byte| matches!(byte, b':' | b'/' | b'?' | b'#')) == Some(&b':') {
            return Err(Known::NOTHING);
        }
        (form, 0)
    };

    let mut path_start = body;
    let mut host = HOSTLESS;
    let mut is_whole = !form.query;
    let is_known = match &input[body..] {
        [b'/', b'/', ..] if form.net != Net::Path => {
            let found = walk.net(fast, form, input, body + 2);
            (path_start, host) = found.ok_or_else(|| form.from(Part::Net, body + 2))?;
            form.net == Net::Authority
        }
        [] | [b'?' | b'#', ..] => form.bare,
        [b'/', ..] => form.slash,
        [_, ..] => match form.opaque {
            Opaque::Unknown => false,
            Opaque::Path => true,
            Opaque::Whole => {
                is_whole = true;
                true
            }
            Opaque::Name(nid) => nid.begins(input, body),
        },
    };
    if !is_known || (form.single_slashes && has_empty_segment(&input[path_start..])) {
        return Err(form.from(Part::Start, body));
    }

    let start = if path_start > body { body as u32 + 2 } else { 0 };
    let authority = Authority { start, host_start: host.0, host_end: host.1, brackets: 0 };
    let places = (if has_scheme { scheme } else { 0 }, body, path_start);
    match walk.marks(fast, input, path_start) {
        Ok(marks) if form.is_plain() => finish(form, len, places, authority, marks, is_whole, parts),
        Ok(marks) => finish_oddly(form, input, places, authority, marks.at(len), is_whole, parts),
        Err(stuck) if form.is_plain() && start > 0 => Err(stuck.known(form, input, places)),
        Err(stuck) => finish_oddly(form, input, places, authority, stuck, is_whole, parts),
    }
}

/// Where a scheme ends that is up to seven small letters, as most are.
#[inline(always)]
pub(super) fn short_scheme_end(fast: &Fast, input: &[u8]) -> Option<usize> {
    let word = u64::from_le_bytes(*input.first_chunk().filter(|_| fast.scheme.lower)?);
    let colon = colons(word);
    let is_short = colon != 0 && !small_letters(word) & HIGH & (colon & colon.wrapping_neg()).wrapping_sub(1) == 0;
    is_short.then_some(colon.trailing_zeros() as usize / 8)
}

/// The offset of the first byte that a scheme cannot hold, or the length.
#[inline(never)]
pub(super) fn long_scheme_end(fast: &Fast, input: &[u8]) -> usize {
    input.iter().position(|&byte| !fast.scheme.bytes.contains(byte)).unwrap_or(input.len())
}

/// The high bit of each of eight bytes.
const HIGH: u64 = 0x8080_8080_8080_8080;

/// Eight times the same byte.
const fn eight(byte: u8) -> u64 {
    byte as u64 * 0x0101_0101_0101_0101
}

/// The high bits of colons; right up to the lowest of them.
#[inline(always)]
fn colons(word: u64) -> u64 {
    let other = word ^ eight(b':');
    other.wrapping_sub(eight(1)) & !other & HIGH
}

/// The high bits of `a` to `z`; the other bits are of no meaning.
#[inline(always)]
fn small_letters(word: u64) -> u64 {
    let low = word & !HIGH;
    (low + eight(0x80 - b'a')) & !(low + eight(0x7F - b'z')) & !word
}

#[cfg(test)]
mod tests {
    use super::{colons, eight, small_letters, HIGH};

    #[test]
    fn words_are_what_their_bytes_are() {
        for byte in 0..=255u8 {
            for at in 0..8 {
                for others in [b'a', b':', 0, 0xFF] {
                    let word = eight(others) ^ (u64::from(byte ^ others) << (8 * at));
                    let bytes = word.to_le_bytes();
                    let mask = |is: &dyn Fn(u8) -> bool| {
                        (0..8).fold(0, |mask, at| mask | (u64::from(is(bytes[at])) << (8 * at + 7)))
                    };
                    assert_eq!(small_letters(word) & HIGH, mask(&|byte| byte.is_ascii_lowercase()), "{bytes:?}");
                    let slow = mask(&|byte| byte == b':');
                    assert_eq!(colons(word).trailing_zeros(), slow.trailing_zeros(), "{bytes:?}");
                }
            }
        }
    }
}
