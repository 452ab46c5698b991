//! Authorities. They must end in the first block; all others are left to the table.

use core::ops::Range;

use super::backend::{Backend, HALF};
use super::bits::{above, at_most_one, below_lowest, from, BLOCK};
use super::block::{Block, Scan};
use super::{AfterScheme, Handover, Host, Net, Region, ScanSpec, Userinfo};

/// An authority and its host, as [`Parts`](crate::Parts) has them.
#[derive(Clone, Copy)]
pub(super) struct Authority {
    /// 0 if there isn't one.
    pub(super) start: u32,
    pub(super) host_start: u32,
    pub(super) host_end: u32,
    /// The bits of an IP literal's brackets in the first block.
    pub(super) brackets: u64,
}

impl Authority {
    pub(super) const ABSENT: Authority =
        Authority { start: 0, host_start: u32::MAX, host_end: u32::MAX, brackets: 0 };

    #[inline(always)]
    fn hostless(start: usize) -> Authority {
        Authority { start: start as u32, ..Authority::ABSENT }
    }

    /// Returns an authority that is a host and nothing else.
    #[inline(always)]
    fn host(start: usize, stop: usize) -> Authority {
        Authority {
            start: start as u32,
            host_start: start as u32,
            host_end: stop as u32,
            brackets: 0,
        }
    }
}

/// Masks of the first block that only an authority with a userinfo, a port or an IP literal needs.
#[derive(Clone, Copy)]
pub(super) struct AuthorityMasks {
    labels: LabelMasks,
    pub(super) ats: u64,
    pub(super) colons: u64,
    pub(super) digits: u64,
    /// Hexadecimal digits, where a literal can be.
    pub(super) hex_digits: u64,
    /// `]`, where a literal can be. Without it, only the table is asked.
    pub(super) closes: u64,
}

/// Masks of the first block that only a server's name needs.
#[derive(Clone, Copy)]
struct LabelMasks {
    dots: u64,
    hyphens: u64,
}

/// An authority between two slashes and what follows it. Nothing here depends on a backend, so that
/// all share one function for authorities that are not just a name.
#[derive(Clone, Copy)]
struct AuthorityText<'s> {
    spec: &'s ScanSpec,
    after: &'s AfterScheme,
    input: &'s [u8],
    start: usize,
    stop: usize,
}

/// The search for the authority that begins at `start`, after two slashes.
pub(super) struct AuthoritySearch<'s, B: Backend, const SHORT: bool> {
    pub(super) scan: &'s Scan<'s, B, SHORT>,
    pub(super) after: &'s AfterScheme,
    pub(super) start: usize,
}

impl<B: Backend, const SHORT: bool> AuthoritySearch<'_, B, SHORT> {
    /// Finds the authority and returns the offset of the path, which is the offset of the two
    /// slashes where they begin the path. `names` are the names among the first 32 bytes.
    ///
    /// `fast-authority` in `model.rs`.
    #[inline(always)]
    pub(super) fn run(&self, names: u64, authority: &mut Authority) -> Result<usize, Handover> {
        let &AuthoritySearch { scan, after, start } = self;
        let input = scan.input;
        if after.net == Net::Unknown {
            return Err(after.hand_over(Region::Start, start - 2));
        }
        // Most authorities are a name in the first 32 bytes.
        let mut others = !names & above(start);
        if others.trailing_zeros() as usize >= HALF {
            others = !Block::<B, SHORT>::again(scan.backend, input).names() & above(start);
        }
        let mut stop = others.trailing_zeros() as usize;
        let is_name = match input.get(stop) {
            None => stop == input.len(),
            Some(b'?') => after.authority_ends != 0,
            Some(byte) => matches!(byte, b'/' | b'#') && stop < BLOCK,
        };
        let mut odd = 0;
        if !is_name {
            let block = Block::<B, SHORT>::again(scan.backend, input);
            let ends =
                block.equal(b'/') | block.equal(b'#') | scan.head.question & after.authority_ends;
            let stops = ends & above(start) | from(input.len());
            if stops == 0 {
                return Err(after.hand_over(Region::Start, start - 2));
            }
            stop = stops.trailing_zeros() as usize;
            odd = block.outside(
                &scan.spec.host,
                input,
                !block.names() & above(start) & below_lowest(stops),
            );
        }
        match after.keeps_authority(&input[stop..]) {
            None => return Err(after.hand_over(Region::Net, start)),
            Some(false) => return Ok(start - 2),
            Some(true) => {}
        }
        let text = AuthorityText { spec: scan.spec, after, input, start, stop };
        if odd != 0 {
            if let Some(handover) = text.at_illegal_byte(odd) {
                return Err(handover);
            }
        }
        *authority = if odd == 0 { self.host(text)? } else { text.odd(odd, &self.masks())? };
        Ok(stop)
    }

    #[inline(always)]
    fn masks(&self) -> AuthorityMasks {
        let &AuthoritySearch { scan, after, start } = self;
        let block = Block::<B, SHORT>::again(scan.backend, scan.input);
        // A literal after a userinfo is left to the table of literals.
        let is_literal = scan.input[start] == b'[';
        let (hex_digits, closes) =
            if is_literal { (block.hex_digits(), block.equal(b']')) } else { (0, 0) };
        let labels = if after.host.is_server() {
            LabelMasks { dots: block.equal(b'.'), hyphens: block.equal(b'-') }
        } else {
            LabelMasks { dots: 0, hyphens: 0 }
        };
        let (ats, colons, digits) = (block.equal(b'@'), block.equal(b':'), block.digits());
        AuthorityMasks { labels, ats, colons, digits, hex_digits, closes }
    }

    /// Returns the authority from `start` to `stop` that holds bytes of
    /// [`ScanSpec::host`] only.
    ///
    /// `fast-hostport` in `model.rs`, without a port and a literal.
    #[inline(always)]
    fn host(&self, text: AuthorityText) -> Result<Authority, Handover> {
        let AuthorityText { after, start, stop, .. } = text;
        match after.host {
            Host::None => Ok(Authority::hostless(start)),
            Host::Any => Ok(Authority::host(start, stop)),
            // An empty authority has no host.
            Host::Server { .. } if start == stop && after.empty => Ok(Authority::hostless(start)),
            Host::Server { .. } => {
                let block = Block::<B, SHORT>::again(self.scan.backend, self.scan.input);
                let labels = LabelMasks { dots: block.equal(b'.'), hyphens: block.equal(b'-') };
                if start == stop || !text.is_server(start..stop, labels) {
                    return Err(after.hand_over(Region::Net, start));
                }
                Ok(Authority::host(start, stop))
            }
        }
    }
}

impl AuthorityText<'_> {
    /// Returns the handover at the first of the `odd` bytes if it is wrong.
    #[inline(always)]
    fn at_illegal_byte(self, odd: u64) -> Option<Handover> {
        let AuthorityText { spec, after, input, start, .. } = self;
        let first = odd.trailing_zeros() as usize;
        let is_legal =
            spec.plain.bytes.contains(input[first]) || (input[first] == b'%' && spec.escapes != 0);
        if !is_legal && (first > start || input[first] != b'[') {
            // A byte that no authority begins with occurs nowhere in a host either.
            return after.reject(if first > start { Region::Host } else { Region::Net }, first);
        }
        None
    }

    /// Returns an authority that holds `odd` bytes for a host. The first of them is legal.
    #[inline(never)]
    fn odd(self, odd: u64, masks: &AuthorityMasks) -> Result<Authority, Handover> {
        let AuthorityText { after, start, .. } = self;
        let Some(authority) = self.split(masks) else {
            return Err(after.hand_over(Region::Net, start));
        };
        if after.host.is_server() && authority.brackets == 0 {
            let (host, end) = (authority.host_start as usize, authority.host_end as usize);
            let is_odd = odd & above(host) & !from(end) != 0;
            if !self.is_server(host..if is_odd { host } else { end }, masks.labels) {
                return Err(after.hand_over(Region::Net, start));
            }
        }
        Ok(authority)
    }

    /// Splits the authority by its delimiters. Bytes outside of brackets and
    /// ports are yet to be found legal, and a name to be a server's.
    ///
    /// `fast-authority`, `fast-port` and `fast-digits` in `model.rs`.
    #[inline(always)]
    fn split(self, masks: &AuthorityMasks) -> Option<Authority> {
        let AuthorityText { after, input, start, stop, .. } = self;
        if matches!(after.host, Host::None) {
            return Some(Authority::hostless(start));
        }
        let region = above(start) & !from(stop);
        let ats = if after.userinfo == Userinfo::None { 0 } else { region & masks.ats };
        let colons = region & masks.colons;
        let has_userinfo = ats != 0;
        let host = if has_userinfo { ats.trailing_zeros() as usize + 1 } else { start };
        let in_userinfo = colons & !from(host);
        let mut behind = colons & from(host);
        let mut brackets = 0;
        if host < stop && input[host] == b'[' {
            let close = after.literal_end(input, masks, host..stop)?;
            brackets = 1 << host | 1 << close;
            behind &= from(close);
            if stop.min(behind.trailing_zeros() as usize) != close + 1 {
                return None;
            }
        }
        let end = stop.min(behind.trailing_zeros() as usize);
        let port = region & from(end + 1);
        // Which of these an authority has cannot be predicted: one branch for all. An empty server
        // with a userinfo or a port is left to the table.
        let is_known = at_most_one(ats)
            & at_most_one(in_userinfo)
            & (!has_userinfo | (after.userinfo == Userinfo::Known) & (host > start + 1))
            & (port & !masks.digits == 0)
            & ((end == stop) | (port != 0) | after.empty_port)
            & ((host != end) | !after.host.is_server());
        let (start, host_start, host_end) = (start as u32, host as u32, end as u32);
        is_known.then_some(Authority { start, host_start, host_end, brackets })
    }

    /// Returns true if a server begins where `name` does: a name, or any text that the rule accepts
    /// until the end of the authority. The name is empty where there isn't one.
    #[inline(always)]
    fn is_server(self, name: Range<usize>, labels: LabelMasks) -> bool {
        let Host::Server { hostport, leading_letter } = self.after.host else { return true };
        let host = name.start;
        (host < name.end && self.is_name(name, labels, leading_letter))
            || hostport.runs_to_the_end(&self.input[host..self.stop])
    }

    /// Returns true if the letters, digits, dots and hyphens of a name are labels with inner
    /// hyphens. The last label must begin with a letter, and with `leading_letter` so must the
    /// first label. At least two slashes precede the name.
    ///
    /// `fast-label` and `fast-last-label` in `model.rs`.
    #[inline(always)]
    fn is_name(self, name: Range<usize>, labels: LabelMasks, leading_letter: bool) -> bool {
        let Range { start, end } = name;
        let region = above(start) & !from(end);
        let (dot, hyphen) = (labels.dots & region, labels.hyphens & region);
        // A label begins after a dot and ends before one; the first and the last are next to a
        // delimiter instead.
        let dots = dot | 1 << (start - 1);
        let edges = dots << 1 | dots >> 1 | 1 << (end - 1);
        let last_label = dots.ilog2() as usize + 1;
        edges & (dot | hyphen) == 0
            && last_label < end
            && self.input[last_label] > b'9'
            && (!leading_letter || self.input[start] > b'9')
    }
}
