//! An authority in the first block.

use super::planes::{below, Lanes, Planes};
use super::{Fast, Host};

/// Where the host stands, as `Parts` writes it.
pub(super) struct Authority {
    pub(super) is_present: bool,
    pub(super) host_start: u32,
    pub(super) host_end: u32,
    /// The bits of a literal's brackets.
    pub(super) brackets: u64,
}

impl Authority {
    pub(super) const ABSENT: Authority =
        Authority { is_present: false, host_start: u32::MAX, host_end: u32::MAX, brackets: 0 };
}

/// Splits the authority from `start` to `stop`, both in the first block, `head`. Its bytes are yet to be found legal.
#[inline(always)]
pub(super) fn split<L: Lanes>(
    lanes: L,
    fast: &Fast,
    head: &Planes,
    bytes: &[u8],
    start: usize,
    stop: usize,
) -> Option<Authority> {
    let region = below(stop) & !below(start);
    let mut host = start;
    let mut brackets = 0;
    let ats = head.at & region;
    let mut colons = head.colon & region;
    let mut end = stop;
    if ats != 0 {
        host = ats.trailing_zeros() as usize + 1;
        let before = colons & below(host);
        colons &= !below(host);
        if ats & (ats - 1) != 0 || before & before.wrapping_sub(1) != 0 {
            return None;
        }
    }
    if host < stop && bytes[host] == b'[' {
        let close = bytes[host..stop].iter().position(|&byte| byte == b']')? + host;
        if !fast.literal?.accepts(&bytes[host..=close]) {
            return None;
        }
        brackets = 1 << host | 1 << close;
        colons &= !below(close);
        if colons == 0 && close + 1 != stop {
            return None;
        }
        if colons != 0 && colons.trailing_zeros() as usize != close + 1 {
            return None;
        }
    }
    if colons != 0 {
        end = colons.trailing_zeros() as usize;
        let port = below(stop) & !below(end + 1);
        if lanes.digits(bytes) & port != port {
            return None;
        }
    }
    if let Host::Server(hostport) = fast.host {
        if host == stop {
            // An empty host is known only where there is nothing else in the authority.
            return if start == stop { Some(Authority { is_present: true, ..Authority::ABSENT }) } else { None };
        }
        if brackets == 0 && !is_name(lanes, bytes, host, end) && !hostport.accepts(&bytes[host..stop]) {
            return None;
        }
    }
    Some(Authority { is_present: true, host_start: host as u32, host_end: end as u32, brackets })
}

/// Whether labels of letters, digits and inner hyphens stand there, the last of which begins with a letter.
#[inline(always)]
fn is_name<L: Lanes>(lanes: L, bytes: &[u8], start: usize, end: usize) -> bool {
    let region = below(end) & !below(start);
    if region == 0 {
        return false;
    }
    let names = lanes.names(bytes);
    let inner = names.alpha | names.digit;
    let dots = names.dot & region;
    let starts = (1 << start | dots << 1) & region;
    let ends = (1 << (end - 1) | dots >> 1) & region;
    region & !(inner | names.dot | names.hyphen) == 0
        && (starts | ends) & !inner == 0
        && names.alpha >> starts.ilog2() & 1 == 1
}
