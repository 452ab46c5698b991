//! What each document says of equivalence and normal forms: one row for each grammar, with the sections that say it.
//!
//! A document that says nothing has no row, and its identifiers are their own normal forms.

use urigram_grammars::Grammar;

#[derive(Debug)]
pub(super) struct Rules {
    grammar: Grammar,
    pub(super) case: Option<Case>,
    pub(super) percent: Option<Percent>,
    pub(super) path: Option<Path>,
    pub(super) scheme: Option<Scheme>,
    /// Whether the grammar accepts, with the same components, whatever the rungs make of an identifier that has a scheme
    /// and no percent-encoding in its authority. Tests hold this against what the grammar says of each.
    pub(super) is_closed: bool,
}

/// What ignores case.
#[derive(Debug)]
pub(super) struct Case {
    pub(super) section: &'static str,
    /// The letters of `%3a`.
    pub(super) hex: bool,
    pub(super) scheme: bool,
    pub(super) host: bool,
    /// The namespace identifier of a URN: the path up to its first colon.
    pub(super) nid: bool,
}

/// Which octets may be written as themselves.
#[derive(Debug)]
pub(super) struct Percent {
    pub(super) section: &'static str,
    /// ASCII characters, a bit for each byte.
    plain: [u64; 4],
    /// Whether characters beyond US-ASCII are among them.
    pub(super) beyond_ascii: bool,
}

impl Percent {
    /// Whether the octet stands for a character that needs no encoding.
    #[inline]
    pub(super) fn decodes(&self, byte: u8) -> bool {
        self.plain[usize::from(byte / 64)] >> (byte % 64) & 1 == 1
    }
}

/// Letters, digits and these.
const fn plain(marks: &[u8]) -> [u64; 4] {
    let mut set = [0; 4];
    let mut byte = 0;
    while byte < 0x80 {
        if (byte as u8).is_ascii_alphanumeric() {
            set[byte / 64] |= 1 << (byte % 64);
        }
        byte += 1;
    }
    let mut at = 0;
    while at < marks.len() {
        set[marks[at] as usize / 64] |= 1 << (marks[at] % 64);
        at += 1;
    }
    set
}

/// How dot segments are removed from the path of an identifier that has a scheme.
#[derive(Debug)]
pub(super) enum Path {
    /// By RFC 3986, 5.2.4.
    RemoveDotSegments(&'static str),
    /// By merging what follows the first slash with that slash (uri-2003, 6.2.2.3); leading `..` stay.
    Merge(&'static str),
}

impl Path {
    pub(super) fn section(&self) -> &'static str {
        match self {
            Path::RemoveDotSegments(section) | Path::Merge(section) => section,
        }
    }
}

/// What a scheme's own definition adds; the schemes are in [`schemes`](super::schemes).
#[derive(Debug)]
pub(super) struct Scheme {
    pub(super) section: &'static str,
    /// Whether an empty port goes the way of a default one.
    pub(super) empty_port: bool,
    pub(super) empty_path: EmptyPath,
}

/// Where an empty path after an authority is the path `/`.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum EmptyPath {
    /// Nowhere.
    Never,
    /// In schemes that say so.
    BySchemes,
    /// In every scheme.
    Always,
}

const fn case(section: &'static str, hex: bool, scheme: bool, host: bool) -> Option<Case> {
    Some(Case { section, hex, scheme, host, nid: false })
}

const fn urn(section: &'static str) -> Option<Case> {
    Some(Case { section, hex: true, scheme: true, host: false, nid: true })
}

const fn percent(section: &'static str, marks: &'static [u8]) -> Option<Percent> {
    Some(Percent { section, plain: plain(marks), beyond_ascii: false })
}

const fn scheme(section: &'static str, empty_port: bool, empty_path: EmptyPath) -> Option<Scheme> {
    Some(Scheme { section, empty_port, empty_path })
}

/// The rules of RFC 3986, for it and for a patch, which cites them as that document's.
const fn rfc3986(grammar: Grammar, sections: [&'static str; 4]) -> Rules {
    Rules {
        grammar,
        case: case(sections[0], true, true, true),
        percent: percent(sections[1], b"-._~"),
        path: Some(Path::RemoveDotSegments(sections[2])),
        scheme: scheme(sections[3], true, EmptyPath::Always),
        is_closed: true,
    }
}

/// The rules of RFC 2396, for it and for a patch, which cites them as that document's.
const fn rfc2396(grammar: Grammar, sections: [&'static str; 3]) -> Rules {
    Rules {
        grammar,
        case: case(sections[0], true, true, true),
        percent: percent(sections[1], b"-_.!~*'()"),
        path: None,
        scheme: scheme(sections[2], false, EmptyPath::Never),
        is_closed: true,
    }
}

const fn names(grammar: Grammar, section: &'static str) -> Rules {
    Rules { grammar, case: urn(section), percent: None, path: None, scheme: None, is_closed: true }
}

static ROWS: [Rules; 14] = [
    Rules {
        grammar: Grammar::Url1993,
        case: None,
        percent: percent("Encoding prohibited characters", b"$-_."),
        path: None,
        scheme: scheme("Internet protocol parts", false, EmptyPath::Never),
        is_closed: false,
    },
    Rules {
        grammar: Grammar::Rfc1630,
        case: case("Encoding reserved characters", true, false, false),
        percent: percent("Encoding reserved characters", b"$-_."),
        path: None,
        scheme: scheme("HTTP, FTP", false, EmptyPath::Never),
        is_closed: false,
    },
    Rules {
        grammar: Grammar::Rfc1738,
        case: case("2.1", true, true, false),
        percent: percent("2.2", b"$-_.+!*'(),"),
        path: None,
        scheme: scheme("3.1 to 3.11", false, EmptyPath::BySchemes),
        is_closed: false,
    },
    Rules {
        grammar: Grammar::Rfc1808,
        case: case("2.1; RFC 1738, 2.1", true, true, false),
        percent: percent("2.2; RFC 1738, 2.2", b"$-_.+!*'(),"),
        path: None,
        scheme: scheme("2.3; RFC 1738, 3", false, EmptyPath::BySchemes),
        is_closed: false,
    },
    names(Grammar::Rfc2141, "5"),
    Rules {
        grammar: Grammar::Url1997,
        case: case("4.1, 6", true, true, true),
        percent: percent("2.3, 2.4.2", b"$-_.!~*'(),"),
        path: None,
        scheme: scheme("6", false, EmptyPath::Never),
        is_closed: true,
    },
    rfc2396(Grammar::Rfc2396, ["3.1, 6", "2.3, 2.4.2", "6"]),
    rfc2396(Grammar::Rfc2732, ["RFC 2396, 3.1, 6", "RFC 2396, 2.3, 2.4.2", "RFC 2396, 6"]),
    Rules {
        grammar: Grammar::Uri2003,
        case: case("6.2.2.1, 6.2.2.2", true, true, true),
        percent: percent("2.3, 6.2.2.2", b"_~"),
        path: Some(Path::Merge("6.2.2.3")),
        scheme: scheme("6.2.3", true, EmptyPath::Never),
        is_closed: true,
    },
    rfc3986(Grammar::Rfc3986, ["6.2.2.1", "6.2.2.2", "6.2.2.3", "6.2.3"]),
    Rules {
        grammar: Grammar::Rfc3987,
        case: case("5.3.2.1", true, true, true),
        percent: Some(Percent { section: "5.3.2.3", plain: plain(b"-._~"), beyond_ascii: true }),
        path: Some(Path::RemoveDotSegments("5.3.2.4")),
        scheme: scheme("5.3.3", true, EmptyPath::Always),
        is_closed: true,
    },
    rfc3986(
        Grammar::Rfc6874,
        ["RFC 3986, 6.2.2.1", "RFC 3986, 6.2.2.2", "RFC 3986, 6.2.2.3", "RFC 3986, 6.2.3"],
    ),
    // The documents on names compare percent-encoded octets as they are written, but for the case of the digits.
    names(Grammar::Urn2012, "5"),
    names(Grammar::Rfc8141, "3.1"),
];

#[inline]
pub(super) fn rules_of(grammar: Grammar) -> Option<&'static Rules> {
    ROWS.iter().find(|row| row.grammar == grammar)
}
