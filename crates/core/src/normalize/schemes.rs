//! The schemes' own definitions: default ports and parts that ignore case. Each fact names its
//! source.

use urigram_grammars::scheme_number;

/// The part of a scheme's definition that bears on equivalence.
///
/// ```
/// use urigram::normalization::KnownScheme;
///
/// let wais = KnownScheme::of("WAIS").unwrap();
/// assert_eq!((wais.port, wais.source), (Some(210), "RFC 1738, 3.9"));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub struct KnownScheme {
    /// The scheme's name, in lower case.
    pub name: &'static str,
    /// The port that is equivalent to no port.
    pub port: Option<u16>,
    /// The document and section that define the scheme and its port.
    pub source: &'static str,
    /// The document and section that say that the path holds mailboxes, whose domain names ignore
    /// case.
    pub mailboxes: Option<&'static str>,
}

impl KnownScheme {
    /// Returns the facts of a scheme, in upper or lower case.
    pub fn of(scheme: &str) -> Option<&'static KnownScheme> {
        SCHEMES.get(number_of(scheme)?)
    }

    /// Returns the port that is equivalent to no port.
    pub(super) fn default_port(scheme: &str) -> Option<u16> {
        DEFAULT_PORTS.get(number_of(scheme)?).copied().flatten()
    }

    /// Returns true if the path of the scheme's identifiers holds mailboxes.
    pub(super) fn holds_mailboxes(scheme: &str) -> bool {
        number_of(scheme).is_some_and(|number| HOLDS_MAILBOXES[number])
    }

    /// Returns true if the scheme that a text begins with, and that ends at an offset, is one of a
    /// document's special schemes. Normalization asks this of every identifier, so it is one
    /// comparison of numbers.
    pub(super) fn is_special(text: &str, end: usize, special: &[u64; 4]) -> bool {
        name_of(text.as_bytes(), end).is_some_and(|name| special.contains(&name))
    }

    /// Returns every known scheme, by name.
    pub fn all() -> &'static [KnownScheme] {
        &SCHEMES
    }
}

const fn port(name: &'static str, port: u16, source: &'static str) -> KnownScheme {
    KnownScheme { name, port: Some(port), source, mailboxes: None }
}

/// In alphabetical order.
static SCHEMES: [KnownScheme; 27] = [
    port("acap", 674, "RFC 2244, 7"),
    port("coap", 5683, "RFC 7252, 6.1"),
    port("coaps", 5684, "RFC 7252, 6.2"),
    port("dict", 2628, "RFC 2229, 5"),
    port("ftp", 21, "RFC 1738, 3.2"),
    port("gopher", 70, "RFC 1738, 3.4"),
    port("http", 80, "RFC 1738, 3.3"),
    port("https", 443, "RFC 9110, 4.2.2"),
    port("imap", 143, "RFC 5092, 3"),
    port("ipp", 631, "RFC 3510, 4.2"),
    port("ldap", 389, "RFC 4516, 2"),
    KnownScheme {
        name: "mailto",
        port: None,
        source: "RFC 6068, 2",
        mailboxes: Some("RFC 3986, 6.2.3"),
    },
    port("nfs", 2049, "RFC 2224, 3"),
    port("nntp", 119, "RFC 1738, 3.7"),
    port("pop", 110, "RFC 2384, 4"),
    port("prospero", 1525, "RFC 1738, 3.11"),
    port("rsync", 873, "RFC 5781, 3"),
    port("rtsp", 554, "RFC 7826, 4.2"),
    port("rtsps", 322, "RFC 7826, 4.2"),
    port("rtspu", 554, "RFC 7826, 4.2"),
    port("snmp", 161, "RFC 4088, 2.1"),
    port("telnet", 23, "RFC 1738, 3.8"),
    port("tftp", 69, "RFC 3617, 2"),
    port("vnc", 5900, "RFC 7869, 2"),
    port("wais", 210, "RFC 1738, 3.9"),
    port("ws", 80, "RFC 6455, 3"),
    port("wss", 443, "RFC 6455, 3"),
];

/// Returns the number of a known scheme among [`SCHEMES`].
#[inline(never)] // One copy for all callers: 150 bytes less.
fn number_of(scheme: &str) -> Option<usize> {
    let name = name_of(scheme.as_bytes(), scheme.len())?;
    let letter = usize::from((name as u8).checked_sub(b'a')?);
    let (from, to) = (usize::from(*FIRST.get(letter)?), usize::from(*FIRST.get(letter + 1)?));
    let at = NAMES[from..to].iter().position(|&known| known == name)?;
    Some(from + at)
}

/// Returns a name in one number, its letters in lower case; `None` for one too long to be known.
fn name_of(text: &[u8], end: usize) -> Option<u64> {
    const SPACES: u64 = 0x2020_2020_2020_2020;
    let letters = match text.first_chunk() {
        Some(&letters) => letters,
        None => {
            let mut padded = [0; LONGEST];
            padded.iter_mut().zip(text).for_each(|(to, &from)| *to = from);
            padded
        }
    };
    let rest = LONGEST.checked_sub(end)? as u32;
    Some((u64::from_le_bytes(letters) | SPACES) & u64::MAX.checked_shr(rest * 8)?)
}

/// The number of letters that a number holds. No known name is longer.
const LONGEST: usize = 8;

/// The names of [`SCHEMES`], each in one number.
static NAMES: [u64; SCHEMES.len()] = {
    let mut names = [0; SCHEMES.len()];
    let mut at = 0;
    while at < SCHEMES.len() {
        names[at] = match scheme_number(SCHEMES[at].name) {
            Some(number) => number,
            None => panic!("a known scheme has at most eight letters"),
        };
        at += 1;
    }
    names
};

/// The default ports of [`SCHEMES`], apart from them: normal forms need no sources, whose texts
/// would be 3 kB of each program.
static DEFAULT_PORTS: [Option<u16>; SCHEMES.len()] = {
    let mut ports = [None; SCHEMES.len()];
    let mut at = 0;
    while at < SCHEMES.len() {
        ports[at] = SCHEMES[at].port;
        at += 1;
    }
    ports
};

/// The schemes of [`SCHEMES`] whose paths hold mailboxes.
static HOLDS_MAILBOXES: [bool; SCHEMES.len()] = {
    let mut holds = [false; SCHEMES.len()];
    let mut at = 0;
    while at < SCHEMES.len() {
        holds[at] = SCHEMES[at].mailboxes.is_some();
        at += 1;
    }
    holds
};

/// The first scheme that begins with each letter or a later one. The last entry is for the letter
/// after `z`.
static FIRST: [u8; 27] = {
    let mut first = [0; 27];
    let mut letter = 0;
    while letter < first.len() {
        let mut at = 0;
        while at < SCHEMES.len() && SCHEMES[at].name.as_bytes()[0] < b'a' + letter as u8 {
            at += 1;
        }
        first[letter] = at as u8;
        letter += 1;
    }
    first
};

#[cfg(test)]
mod tests {
    use super::{scheme_number, KnownScheme, SCHEMES};

    #[test]
    fn each_scheme_once_and_with_a_source() {
        assert!(SCHEMES.windows(2).all(|pair| pair[0].name < pair[1].name));
        assert!(SCHEMES.iter().all(|known| known.source.starts_with("RFC ")));
    }
    #[test]
    fn each_is_found_and_nothing_else() {
        for known in &SCHEMES {
            let name = known.name.to_ascii_uppercase();
            assert_eq!(KnownScheme::of(&name).map(|found| found.name), Some(known.name));
            assert_eq!(KnownScheme::default_port(&name), known.port);
            assert_eq!(KnownScheme::holds_mailboxes(&name), known.mailboxes.is_some());
            let special =
                [scheme_number("file").unwrap(), scheme_number(known.name).unwrap(), 0, 0];
            assert!(KnownScheme::is_special(&name, name.len(), &special), "{name}");
            assert!(KnownScheme::is_special("File:///a", 4, &special));
            assert!(!KnownScheme::is_special("fil:///a", 3, &special));
            assert!(!KnownScheme::is_special("https", 5, &[0; 4]));
        }
        for unknown in ["", "a", "zz", "~", "[", "@", "htt", "httpss", "1", "é", "\0"] {
            assert!(KnownScheme::of(unknown).is_none(), "{unknown}");
        }
    }
}
