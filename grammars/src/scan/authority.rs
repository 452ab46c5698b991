//! An authority in the first block.

use super::literal::{self, Marked};
use super::planes::{from, Signs};
use super::{Form, Host, Userinfo};

/// Where it and its host stand, as `Parts` writes it.
#[derive(Clone, Copy)]
pub(super) struct Authority {
    /// 0 where there is none.
    pub(super) start: u32,
    pub(super) host_start: u32,
    pub(super) host_end: u32,
    /// The bits of a literal's brackets.
    pub(super) brackets: u64,
}

impl Authority {
    pub(super) const ABSENT: Authority = Authority { start: 0, host_start: u32::MAX, host_end: u32::MAX, brackets: 0 };

    #[inline(always)]
    pub(super) fn hostless(start: usize) -> Authority {
        Authority { start: start as u32, ..Authority::ABSENT }
    }

    /// One that is a name and nothing else.
    #[inline(always)]
    pub(super) fn name(start: usize, stop: usize) -> Authority {
        Authority { start: start as u32, host_start: start as u32, host_end: stop as u32, brackets: 0 }
    }
}

/// Splits the authority from `start` to `stop`, both in the first block, by the `@` and the `:` that are in it. Bytes
/// outside brackets and ports are yet to be found legal, and a name to be a server's.
#[inline(never)]
pub(super) fn split(
    form: &Form,
    input: &[u8],
    mut ats: u64,
    marked: Marked,
    (start, stop): (usize, usize),
) -> Option<Authority> {
    if matches!(form.host, Host::None) {
        return Some(Authority::hostless(start));
    }
    if form.userinfo == Userinfo::None {
        ats = 0;
    }
    let mut colons = marked.colons;
    let mut host = start;
    let mut brackets = 0;
    let mut end = stop;
    if ats != 0 {
        host = ats.trailing_zeros() as usize + 1;
        let before = colons & !from(host);
        colons &= from(host);
        let is_known = form.userinfo == Userinfo::Known && host > start + 1;
        if ats & (ats - 1) != 0 || before & before.wrapping_sub(1) != 0 || !is_known {
            return None;
        }
    }
    if host < stop && input[host] == b'[' {
        let close = literal::end(form, input, marked, (host, stop))?;
        brackets = 1 << host | 1 << close;
        colons &= from(close);
        if colons == 0 && close + 1 != stop {
            return None;
        }
        if colons != 0 && colons.trailing_zeros() as usize != close + 1 {
            return None;
        }
    }
    if colons != 0 {
        end = colons.trailing_zeros() as usize;
        if !is_digits(&input[..stop], end + 1) || (end + 1 == stop && !form.empty_port) {
            return None;
        }
    }
    if host == end && form.host.is_server() {
        return None;
    }
    Some(Authority { start: start as u32, host_start: host as u32, host_end: end as u32, brackets })
}

/// Whether all bytes from `start` on are digits. Up to eight of them are looked at as a word: where a loop ends is not to
/// be foretold.
#[inline(always)]
fn is_digits(input: &[u8], start: usize) -> bool {
    const ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
    const SIXES: u64 = u64::from_le_bytes([6; 8]);
    const HIGH: u64 = u64::from_le_bytes([0xF0; 8]);
    match (input.last_chunk(), input.len() - start) {
        (Some(last), port @ ..=8) => {
            // What stands before gives way to zeros, which are digits; by two shifts, as one of 64 bits is none.
            let (port, before) = (4 * port, 4 * (8 - port));
            let word = u64::from_le_bytes(*last) >> before >> before | ZEROS << port << port;
            // From 0x30 to 0x39 the high half is 3, and is it still with six more.
            word & HIGH == ZEROS && word.wrapping_add(SIXES) & HIGH == ZEROS
        }
        _ => input[start..].iter().all(u8::is_ascii_digit),
    }
}

/// Whether letters, digits, dots and hyphens are labels with inner hyphens, the last of which begins with a letter, and the
/// first too where that is asked. `region` has the bits from `start` to `end`; they begin after two slashes.
#[inline(always)]
pub(super) fn is_name(
    signs: Signs,
    region: u64,
    input: &[u8],
    (start, end): (usize, usize),
    leading_letter: bool,
) -> bool {
    // Where labels begin and end, but for the first and the last, a dot stands before and behind.
    let dots = signs.dot & region | 1 << (start - 1);
    let edges = dots << 1 | dots >> 1 | 1 << (end - 1);
    let last_label = dots.ilog2() as usize + 1;
    edges & (signs.dot | signs.hyphen) & region == 0
        && last_label < end
        && input[last_label] > b'9'
        && (!leading_letter || input[start] > b'9')
}

#[cfg(test)]
mod tests {
    use super::is_digits;

    #[test]
    fn digits_as_words_are_digits_as_bytes() {
        for len in 0..12 {
            for start in 0..=len {
                let text = vec![b'7'; len];
                assert!(is_digits(&text, start));
                for (at, byte) in (0..len).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
                    let mut text = text.clone();
                    text[at] = byte;
                    assert_eq!(is_digits(&text, start), at < start || byte.is_ascii_digit(), "{text:?} {start}");
                }
            }
        }
    }
}
