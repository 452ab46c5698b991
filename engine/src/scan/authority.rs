//! Authorities. They must end in the first block; all others are left to the table.

use super::backend::{Backend, HALF};
use super::bits::{above, at_most_one, below_lowest, from, BLOCK};
use super::block::{Block, Scan};
use super::{AfterScheme, Handover, Host, Net, Region, Userinfo};

/// An authority and its host, as [`Parts`](crate::Parts) has them.
#[derive(Clone, Copy)]
pub(super) struct Authority {
    /// 0 if there is none.
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
    pub(super) ats: u64,
    pub(super) colons: u64,
    pub(super) digits: u64,
    /// Hexadecimal digits, where a literal can be.
    pub(super) hex_digits: u64,
    /// `]`, where a literal can be. Without it, only the table is asked.
    pub(super) closes: u64,
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
            others = !Block::<B, SHORT>::head(scan.backend, input).names() & above(start);
        }
        let mut stop = others.trailing_zeros() as usize;
        let is_name = match input.get(stop) {
            None => stop == input.len(),
            Some(b'?') => after.authority_ends != 0,
            Some(byte) => matches!(byte, b'/' | b'#') && stop < BLOCK,
        };
        let mut odd = 0;
        if !is_name {
            let block = Block::<B, SHORT>::head(scan.backend, input);
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
        *authority = if odd == 0 { self.host(stop)? } else { self.odd_authority(stop, odd)? };
        Ok(stop)
    }

    /// Returns the authority from `start` to `stop` that holds bytes of
    /// [`ScanSpec::host`](super::ScanSpec::host) only.
    ///
    /// `fast-hostport` in `model.rs`, without a port and a literal.
    #[inline(always)]
    fn host(&self, stop: usize) -> Result<Authority, Handover> {
        let &AuthoritySearch { after, start, .. } = self;
        match after.host {
            Host::None => Ok(Authority::hostless(start)),
            Host::Any => Ok(Authority::host(start, stop)),
            // An empty authority has no host.
            Host::Server { .. } if start == stop && after.empty => Ok(Authority::hostless(start)),
            Host::Server { .. } if start != stop && self.is_server(start, stop, stop) => {
                Ok(Authority::host(start, stop))
            }
            Host::Server { .. } => Err(after.hand_over(Region::Net, start)),
        }
    }

    /// Returns the authority from `start` to `stop` that holds `odd` bytes for a host.
    #[inline(always)]
    fn odd_authority(&self, stop: usize, odd: u64) -> Result<Authority, Handover> {
        let &AuthoritySearch { scan, after, start } = self;
        let (input, spec) = (scan.input, scan.spec);
        let first = odd.trailing_zeros() as usize;
        let is_legal =
            spec.plain.bytes.contains(input[first]) || (input[first] == b'%' && spec.escapes != 0);
        if !is_legal && (first > start || input[first] != b'[') {
            // A byte that no authority begins with occurs nowhere in a host either.
            let region = if first > start { Region::Host } else { Region::Net };
            if let Some(handover) = after.reject(region, first) {
                return Err(handover);
            }
        }
        let block = Block::<B, SHORT>::head(scan.backend, input);
        // A literal after a userinfo is left to the table of literals.
        let (hex_digits, closes) =
            if input[start] == b'[' { (block.hex_digits(), block.equal(b']')) } else { (0, 0) };
        let (ats, colons, digits) = (block.equal(b'@'), block.equal(b':'), block.digits());
        let masks = AuthorityMasks { ats, colons, digits, hex_digits, closes };
        let Some(authority) = self.split(&masks, stop) else {
            return Err(after.hand_over(Region::Net, start));
        };
        if after.host.is_server() && authority.brackets == 0 {
            let (host, end) = (authority.host_start as usize, authority.host_end as usize);
            let is_odd = odd & above(host) & !from(end) != 0;
            if !self.is_server(host, if is_odd { host } else { end }, stop) {
                return Err(after.hand_over(Region::Net, start));
            }
        }
        Ok(authority)
    }

    /// Splits the authority that ends at `stop` by its delimiters. Bytes outside of brackets and
    /// ports are yet to be found legal, and a name to be a server's.
    ///
    /// `fast-authority`, `fast-port` and `fast-digits` in `model.rs`.
    #[inline(always)]
    fn split(&self, masks: &AuthorityMasks, stop: usize) -> Option<Authority> {
        let &AuthoritySearch { after, start, scan } = self;
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
        if host < stop && scan.input[host] == b'[' {
            let close = after.literal_end(scan.input, masks, host..stop)?;
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

    /// Returns true if a server begins at `host`: a name until `end`, which is `host` if there is
    /// none, or any text that the rule accepts until `stop`.
    #[inline(always)]
    fn is_server(&self, host: usize, end: usize, stop: usize) -> bool {
        let Host::Server { hostport, leading_letter } = self.after.host else { return true };
        let input = self.scan.input;
        (host < end && self.is_name(host, end, leading_letter))
            || hostport.runs_to_the_end(&input[host..stop])
    }

    /// Returns true if the letters, digits, dots and hyphens from `start` to `end` are labels with
    /// inner hyphens. The last label must begin with a letter, and with `leading_letter` the first
    /// label, too. At least two slashes precede `start`.
    ///
    /// `fast-label` and `fast-last-label` in `model.rs`.
    #[inline(always)]
    fn is_name(&self, start: usize, end: usize, leading_letter: bool) -> bool {
        let input = self.scan.input;
        let block = Block::<B, SHORT>::head(self.scan.backend, input);
        let region = above(start) & !from(end);
        let (dot, hyphen) = (block.equal(b'.') & region, block.equal(b'-') & region);
        // A label begins after a dot and ends before one; the first and the last are next to a
        // delimiter instead.
        let dots = dot | 1 << (start - 1);
        let edges = dots << 1 | dots >> 1 | 1 << (end - 1);
        let last_label = dots.ilog2() as usize + 1;
        edges & (dot | hyphen) == 0
            && last_label < end
            && input[last_label] > b'9'
            && (!leading_letter || input[start] > b'9')
    }
}
