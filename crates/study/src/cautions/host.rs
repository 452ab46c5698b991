//! Advice on authorities: ports, addresses, passwords.

use core::net::Ipv4Addr;
use std::ops::Range;

use urigram_core::normalization::KnownScheme;

use super::{Place, Subject};

impl<'a> Subject<'a> {
    /// Returns a port that is not the default of the scheme, if the default is known and the port
    /// is of the kind that is looked for. A port that is larger than any has no number.
    pub(super) fn other_port(&self, is_looked_for: impl Fn(Option<u16>) -> bool) -> Option<Place> {
        let default = KnownScheme::of(self.scheme()?)?.port?;
        let span = self.parts.port()?;
        let text = span.of(self.text);
        let port = text.parse().ok();
        let is_other = !text.is_empty() && port != Some(default);
        let range = span.start as usize..span.end as usize;
        (is_other && is_looked_for(port)).then(|| range.into())
    }

    /// Returns a port above 65535.
    pub(super) fn large_port(&self) -> Option<Place> {
        let span = self.parts.port()?;
        let text = span.of(self.text);
        let digits = text.trim_start_matches('0');
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let is_large = is_number && !digits.is_empty() && digits.parse::<u16>().is_err();
        is_large.then(|| (span.start as usize..span.end as usize).into())
    }

    pub(super) fn userinfo(&self) -> Option<Place> {
        let span = self.parts.userinfo().filter(|span| span.start < span.end)?;
        Some((span.start as usize..span.end as usize).into())
    }

    pub(super) fn password(&self) -> Option<Place> {
        let span = self.parts.userinfo()?;
        let colon = span.of(self.text).find(':')?;
        let range = span.start as usize + colon + 1..span.end as usize;
        (!range.is_empty()).then(|| range.into())
    }

    /// Returns a userinfo that begins with a domain name: labels with a dot between them. The last
    /// one has letters only.
    pub(super) fn misleading_userinfo(&self) -> Option<Place> {
        let span = self.parts.userinfo()?;
        let start = span.start as usize;
        let name = beginning_of_name(span.of(self.text));
        reads_like_a_name(name).then(|| (start..start + name.len()).into())
    }

    pub(super) fn rare_ipv4(&self) -> Option<Place> {
        let range = self.host_or_registry_name()?;
        let text = &self.text[range.clone()];
        let address = ipv4(text)?.to_string();
        (address != text).then_some(Place { range, reads_as: Some(address) })
    }

    /// Returns the host. An authority that uri-2003 takes for a registry name has no host by the
    /// rules. Programs look for one all the same: after `@`, before a port.
    fn host_or_registry_name(&self) -> Option<Range<usize>> {
        if let Some(host) = self.parts.host() {
            return Some(host.start as usize..host.end as usize);
        }
        let authority = self.parts.authority()?;
        let text = authority.of(self.text);
        let from = text.rfind('@').map_or(0, |at| at + 1);
        let to = text[from..].find(':').map_or(text.len(), |at| from + at);
        let start = authority.start as usize;
        Some(start + from..start + to)
    }
}

/// Returns the letters, digits, hyphens and dots that a text begins with.
pub(super) fn beginning_of_name(text: &str) -> &str {
    let is_other = |c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '.');
    &text[..text.find(is_other).unwrap_or(text.len())]
}

/// Returns true for two or more labels that are not empty. The last one has only letters, and at
/// least two.
pub(super) fn reads_like_a_name(text: &str) -> bool {
    let Some((labels, last)) = text.rsplit_once('.') else { return false };
    last.len() >= 2
        && last.bytes().all(|byte| byte.is_ascii_alphabetic())
        && labels.split('.').all(|label| !label.is_empty())
}

/// Returns the address that `inet_aton` of the C library reads: one to four numbers. The last one
/// fills the bytes that remain. `0x` begins a hexadecimal number and `0` an octal one.
fn ipv4(text: &str) -> Option<Ipv4Addr> {
    // The longest form has four hexadecimal numbers; leading zeros beyond that are not read.
    let mut numbers = text.splitn(5, '.').map(number);
    let mut address = 0;
    for place in (0..4).rev() {
        let value = numbers.next()??;
        match numbers.clone().next() {
            None => {
                let fits = value < 1 << (8 * (place + 1));
                return fits.then(|| Ipv4Addr::from((address | value) as u32));
            }
            Some(_) if value > 0xFF => return None,
            Some(_) => address |= value << (8 * place),
        }
    }
    None
}

fn number(text: &str) -> Option<u64> {
    let is_digits = |text: &str, radix| text.chars().all(|c| c.is_digit(radix));
    let (digits, radix) = match text.as_bytes() {
        [b'0', b'x' | b'X', ..] => (&text[2..], 16),
        [b'0', _, ..] => (&text[1..], 8),
        _ => (text, 10),
    };
    if !is_digits(digits, radix) {
        return None;
    }
    u64::from_str_radix(digits, radix).ok()
}
