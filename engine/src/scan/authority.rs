//! An authority in the first block.

use super::literal;
use super::planes::{above, from, Signs};
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

/// Masks of the first block, as far as an authority needs them.
#[derive(Clone, Copy)]
pub(super) struct Marked {
    pub(super) ats: u64,
    pub(super) colons: u64,
    pub(super) digits: u64,
    /// Where a literal can be: hexadecimal digits, and `]`, without which the table alone is asked.
    pub(super) hex: u64,
    pub(super) closes: u64,
}

/// Splits the authority from `start` to `stop`, both in the first block, by what is marked in it. Bytes outside brackets
/// and ports are yet to be found legal, and a name to be a server's.
#[inline(always)]
pub(super) fn split(form: &Form, input: &[u8], marked: &Marked, (start, stop): (usize, usize)) -> Option<Authority> {
    if matches!(form.host, Host::None) {
        return Some(Authority::hostless(start));
    }
    let region = above(start) & !from(stop);
    let ats = if form.userinfo == Userinfo::None { 0 } else { region & marked.ats };
    let colons = region & marked.colons;
    let has_userinfo = ats != 0;
    let host = if has_userinfo { ats.trailing_zeros() as usize + 1 } else { start };
    let in_userinfo = colons & !from(host);
    let mut after = colons & from(host);
    let mut brackets = 0;
    if host < stop && input[host] == b'[' {
        let close = literal::end(form, input, marked, (host, stop))?;
        brackets = 1 << host | 1 << close;
        after &= from(close);
        if stop.min(after.trailing_zeros() as usize) != close + 1 {
            return None;
        }
    }
    let end = stop.min(after.trailing_zeros() as usize);
    let port = region & from(end + 1);
    // Which of these an authority has is not to be foretold: one branch for all. A server that is empty beside something
    // else is not known.
    let is_known = (ats & ats.wrapping_sub(1) == 0)
        & (in_userinfo & in_userinfo.wrapping_sub(1) == 0)
        & (!has_userinfo | (form.userinfo == Userinfo::Known) & (host > start + 1))
        & (port & !marked.digits == 0)
        & ((end == stop) | (port != 0) | form.empty_port)
        & ((host != end) | !form.host.is_server());
    let authority = Authority { start: start as u32, host_start: host as u32, host_end: end as u32, brackets };
    is_known.then_some(authority)
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
