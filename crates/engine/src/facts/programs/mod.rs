//! The checks of programs that practices name: what a program does beyond its rules.
//!
//! The rules of a practice describe a regular language. A program also decodes a host, maps its
//! characters and reads numbers as addresses. The constraints of a practice are that part of the
//! program. A practice's facts hold its checks as functions, so that a program which names no
//! practice contains none.

mod fast_uri;
mod node_url;
mod uri_js;

use crate::{Component, ProgramCheck, ProgramInput};

/// Returns the check that folders ask for by this name; `None` if there is no such check.
#[inline]
pub const fn named(name: &str) -> Option<ProgramCheck> {
    let mut at = 0;
    while at < CHECKS.len() {
        let (known, check) = CHECKS[at];
        if is_same(known.as_bytes(), name.as_bytes()) {
            return Some(check);
        }
        at += 1;
    }
    None
}

const CHECKS: &[(&str, ProgramCheck)] = &[
    ("url-standard-host", has_refused_host),
    ("url-standard-2025-host", has_refused_host_of_2025),
    ("python-netloc", has_refused_netloc),
    ("fast-uri-text", fast_uri::refuses),
    ("uri-js-scheme", uri_js::refuses),
    ("node-url-host", node_url::has_refused_host),
    ("node-url-userinfo", node_url::has_refused_userinfo),
];

/// Returns a text that every host contains, percent-decoded and in lower case, if one check refuses
/// the host and the other accepts it. The first check refuses all that the other one refuses.
/// `None` if no text is known.
///
/// ```
/// use urigram_engine::programs::text_of_refused;
///
/// let text = text_of_refused("url-standard-2025-host", "url-standard-host");
/// assert_eq!(text, Some("xn--"));
/// assert_eq!(text_of_refused("url-standard-host", "url-standard-2025-host"), None);
/// ```
#[inline]
pub fn text_of_refused(check: &str, other: &str) -> Option<&'static str> {
    let is_known = (check, other) == ("url-standard-2025-host", "url-standard-host");
    is_known.then_some(WRONG_LABEL)
}

/// The beginning of a label that is written by punycode.
const WRONG_LABEL: &str = "xn--";

#[inline]
const fn is_same(mut one: &[u8], mut other: &[u8]) -> bool {
    while let ([a, rest @ ..], [b, others @ ..]) = (one, other) {
        if *a != *b {
            return false;
        }
        (one, other) = (rest, others);
    }
    one.is_empty() && other.is_empty()
}

/// Returns true if `_checknetloc` of Python's `urllib.parse` refuses the authority: NFKC makes a
/// delimiter of one of its characters.
///
/// Rules could say so, at the price of tables that are twice as large. The characters are those of
/// Unicode 14 to 16. None of the delimiters composes with a character behind it, so every such
/// character makes a delimiter, in any place.
#[inline]
fn has_refused_netloc(input: &dyn ProgramInput) -> bool {
    let text = input.text();
    if text.is_ascii() {
        return false;
    }
    let netloc = input.place(Component::Authority);
    netloc.is_some_and(|netloc| netloc.of(text).chars().any(becomes_a_delimiter))
}

#[inline]
fn becomes_a_delimiter(c: char) -> bool {
    matches!(
        c,
        '\u{2047}'..='\u{2049}'
            | '\u{2100}'..='\u{2101}'
            | '\u{2105}'..='\u{2106}'
            | '\u{2A74}'
            | '\u{FE13}'
            | '\u{FE16}'
            | '\u{FE55}'..='\u{FE56}'
            | '\u{FE5F}'
            | '\u{FE6B}'
            | '\u{FF03}'
            | '\u{FF0F}'
            | '\u{FF1A}'
            | '\u{FF1F}'..='\u{FF20}'
    )
}

/// Returns true if a URL has a special scheme, and a host that the URL Standard refuses.
#[inline]
fn has_refused_host(input: &dyn ProgramInput) -> bool {
    special_host(input).is_some_and(is_refused_by_url_standard)
}

/// Returns true if the URL Standard refused the host before July 2026. UTS #46 was then also
/// applied to domains in US-ASCII that have a label with `xn--`.
#[inline]
fn has_refused_host_of_2025(input: &dyn ProgramInput) -> bool {
    let refuses = |host: &str| is_refused_by_url_standard(host) || has_wrong_label(host);
    special_host(input).is_some_and(refuses)
}

/// Returns the host of a URL that has a special scheme.
#[inline]
fn special_host(input: &dyn ProgramInput) -> Option<&str> {
    let of = |component| Some(input.place(component)?.of(input.text()));
    let (scheme, host) = (of(Component::Scheme)?, of(Component::Host)?);
    input.is_special(scheme.as_bytes()).then_some(host)
}

/// Returns true if a domain has a label that begins with `xn--` and is not valid in IDNA. Without
/// the feature `idna` this is not checked.
#[inline]
fn has_wrong_label(host: &str) -> bool {
    #[cfg(feature = "idna")]
    if !host.starts_with('[') {
        let decoded: alloc::vec::Vec<u8> = Decoded::of(host).collect();
        return decoded.windows(4).any(|four| four.eq_ignore_ascii_case(WRONG_LABEL.as_bytes()))
            && ::idna::domain_to_ascii_from_cow(decoded.into(), ::idna::AsciiDenyList::URL)
                .is_err();
    }
    let _ = host;
    false
}

/// Returns true if the host parser of the URL Standard (3.5) refuses a host of a special scheme
/// that the rules of the practice `whatwg` accept.
///
/// A domain whose last label is a number must be an address of IPv4. A domain that is not in
/// US-ASCII must be one that UTS #46 takes; without the feature `idna` this part is not checked. A
/// domain in US-ASCII is accepted without a look at what its labels decode to.
#[inline]
fn is_refused_by_url_standard(host: &str) -> bool {
    if host.is_empty() || host.starts_with('[') {
        return false;
    }
    // Most hosts are names whose last label begins with a letter.
    let name = host.as_bytes().strip_suffix(b".").unwrap_or(host.as_bytes());
    let last = name.iter().rposition(|&byte| byte == b'.').map_or(0, |dot| dot + 1);
    if name.get(last).is_some_and(u8::is_ascii_alphabetic)
        && name.iter().all(|byte| byte.is_ascii() && *byte != b'%')
    {
        return false;
    }
    #[cfg(feature = "idna")]
    if !Decoded::of(host).all(|byte| byte.is_ascii()) {
        let decoded: alloc::vec::Vec<u8> = Decoded::of(host).collect();
        let domain = ::idna::domain_to_ascii_from_cow(decoded.into(), ::idna::AsciiDenyList::URL);
        return domain.map_or(true, |domain| domain.is_empty() || is_no_address(domain.bytes()));
    }
    is_no_address(Decoded::of(host))
}

/// Whether a domain ends in a number and is not an address of IPv4.
#[inline]
fn is_no_address(domain: impl Iterator<Item = u8>) -> bool {
    let mut labels = Labels::default();
    let mut label = Label::default();
    for byte in domain {
        if byte == b'.' {
            labels.push(label);
            label = Label::default();
        } else {
            label.push(byte);
        }
    }
    // "If the last item in parts is the empty string, then remove the last item": but only one.
    if label.len > 0 || labels.count == 0 {
        labels.push(label);
    }
    labels.last.is_number() && !labels.are_address()
}

/// The octets of a host after percent-decoding.
#[derive(Clone)]
struct Decoded<'a>(core::slice::Iter<'a, u8>);

impl Decoded<'_> {
    #[inline]
    fn of(host: &str) -> Decoded<'_> {
        Decoded(host.as_bytes().iter())
    }
}

impl Iterator for Decoded<'_> {
    type Item = u8;

    #[inline]
    fn next(&mut self) -> Option<u8> {
        let byte = *self.0.next()?;
        let digit = |at: usize| char::from(*self.0.as_slice().get(at)?).to_digit(16);
        match (byte, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                self.0.nth(1);
                Some((high * 16 + low) as u8)
            }
            _ => Some(byte),
        }
    }
}

/// A label, read as a number in each base at the same time.
#[derive(Clone, Copy)]
struct Label {
    /// The number of octets, at most 3.
    len: u8,
    /// Whether it begins with `0`, and whether with `0x`.
    zero: bool,
    hex: bool,
    /// Its value in each base; `None` if a character is not a digit of the base.
    by_10: Option<u64>,
    by_8: Option<u64>,
    by_16: Option<u64>,
}

impl Default for Label {
    #[inline]
    fn default() -> Label {
        let value = Some(0);
        Label { len: 0, zero: false, hex: false, by_10: value, by_8: value, by_16: value }
    }
}

impl Label {
    #[inline]
    fn push(&mut self, byte: u8) {
        match self.len {
            0 => self.zero = byte == b'0',
            1 if self.zero && byte.eq_ignore_ascii_case(&b'x') => {
                (self.hex, self.by_10, self.by_16) = (true, None, Some(0));
                self.len = 2;
                return;
            }
            _ => {}
        }
        for (value, base) in [(&mut self.by_10, 10), (&mut self.by_8, 8), (&mut self.by_16, 16)] {
            let digit = char::from(byte).to_digit(base).map(u64::from);
            // More than 32 bits are too much, however many they are.
            *value = value.zip(digit).map(|(value, digit)| {
                (value * u64::from(base) + digit).min(u64::from(u32::MAX) + 1)
            });
        }
        self.len = (self.len + 1).min(3);
    }

    /// The value by the parser of numbers.
    #[inline]
    fn value(&self) -> Option<u64> {
        match (self.len, self.hex, self.zero) {
            (0, ..) => None,
            (_, true, _) => self.by_16,
            (2.., _, true) => self.by_8,
            _ => self.by_10,
        }
    }

    /// Whether a domain with this last label ends in a number: `09` is not a number and does.
    #[inline]
    fn is_number(&self) -> bool {
        self.len > 0 && (self.by_10.is_some() || self.value().is_some())
    }
}

/// The labels of a domain, as far as they matter for an address.
struct Labels {
    count: usize,
    /// Whether every label before the last one is a number of one octet.
    are_octets: bool,
    last: Label,
}

impl Default for Labels {
    #[inline]
    fn default() -> Labels {
        Labels { count: 0, are_octets: true, last: Label::default() }
    }
}

impl Labels {
    #[inline]
    fn push(&mut self, label: Label) {
        if self.count > 0 {
            self.are_octets &= self.last.value().is_some_and(|value| value < 256);
        }
        self.count += 1;
        self.last = label;
    }

    #[inline]
    fn are_address(&self) -> bool {
        let fits = |value: u64| value < 1 << (8 * (5 - self.count));
        self.are_octets && self.count <= 4 && self.last.value().is_some_and(fits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each case: a host that UTS #46 takes or refuses, or whose delimiters come from its mapping.
    #[test]
    #[cfg(feature = "idna")]
    fn hosts_beyond_ascii_are_mapped() {
        let taken = [
            "<\u{338}",
            "%3C\u{338}",
            "<\u{AD}\u{338}",
            "\u{FF1E}%CC%B8",
            "é",
            "１。１",
            "１.256",
            "%C3%A9",
        ];
        let refused =
            ["<é\u{338}", "\u{378}", "é.1", "a.\u{FF11}", "\u{AD}", "é.xn--a", "２５６.1"];
        for host in taken {
            assert!(!is_refused_by_url_standard(host), "{host}");
        }
        for host in refused {
            assert!(is_refused_by_url_standard(host), "{host}");
        }
    }

    /// Hosts of up to five pieces: what only the rule of 2025 refuses contains the text that is
    /// returned.
    #[test]
    #[cfg(feature = "idna")]
    fn only_hosts_with_a_text_are_refused_by_the_rule_of_2025() {
        let pieces = ["xn--", "XN", "--", "%78", "n-", "-", "a", "1", ".", "é", "ｘ", "\u{AD}"];
        let mut refused = 0;
        for number in 0..pieces.len().pow(5) {
            let at = |place: u32| pieces[number / pieces.len().pow(place) % pieces.len()];
            let host: alloc::string::String = (0..5).map(at).collect();
            if has_wrong_label(&host) && !is_refused_by_url_standard(&host) {
                let decoded: alloc::vec::Vec<u8> = Decoded::of(&host).collect();
                let text = text_of_refused("url-standard-2025-host", "url-standard-host").unwrap();
                let has = decoded.windows(4).any(|four| four.eq_ignore_ascii_case(text.as_bytes()));
                assert!(has && decoded.is_ascii(), "{host}");
                refused += 1;
            }
        }
        assert!(refused > 9_000, "{refused}");
    }

    #[test]
    fn numbers_are_addresses_or_refused() {
        let taken = [
            "1",
            "4294967295",
            "0xffffffff",
            "037777777777",
            "0x",
            "1.",
            "1.2.3.4.",
            "1.16777215",
            "1.2.65535",
            "00000000000000000377.0",
            "a",
            "1.a",
            "1..",
            "a..",
            "..",
            ".",
            "0xg",
            "09a",
            "%31.%32",
            "x1",
            "-1",
            "1.0x.",
            "0X7f.1",
        ];
        let refused = [
            "4294967296",
            "0x100000000",
            "040000000000",
            "1.16777216",
            "1.2.65536",
            "1.2.3.256",
            "256.1",
            "1.2.3.4.5",
            "a.1",
            "a.1.",
            ".1",
            "1..2",
            "09",
            "a.09",
            "0x.a.0x",
            "a.%31",
            "99999999999999999999999",
            "1.2.3.08",
        ];
        for host in taken {
            assert!(!is_refused_by_url_standard(host), "{host}");
        }
        for host in refused {
            assert!(is_refused_by_url_standard(host), "{host}");
        }
    }
}
