//! What each document says of equivalence and normal forms: one row for each grammar, with the sections that say it.
//!
//! A document that says nothing has no row, and its identifiers are their own normal forms.

use urigram_grammars::Grammar;

#[derive(Debug)]
pub(super) struct Rules {
    grammar: &'static str,
    pub(super) case: Option<Case>,
    pub(super) percent: Option<Percent>,
    pub(super) path: Option<Path>,
    pub(super) scheme: Option<Scheme>,
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
    /// ASCII characters besides letters and digits.
    marks: &'static [u8],
    /// Whether characters beyond US-ASCII are among them.
    pub(super) beyond_ascii: bool,
}

impl Percent {
    /// Whether the octet stands for a character that needs no encoding.
    pub(super) fn decodes(&self, byte: u8) -> bool {
        byte.is_ascii_alphanumeric() || self.marks.contains(&byte)
    }
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
    Some(Percent { section, marks, beyond_ascii: false })
}

const fn scheme(section: &'static str, empty_port: bool, empty_path: EmptyPath) -> Option<Scheme> {
    Some(Scheme { section, empty_port, empty_path })
}

const fn rfc3986(grammar: &'static str) -> Rules {
    Rules {
        grammar,
        case: case("6.2.2.1", true, true, true),
        percent: percent("6.2.2.2", b"-._~"),
        path: Some(Path::RemoveDotSegments("6.2.2.3")),
        scheme: scheme("6.2.3", true, EmptyPath::Always),
    }
}

const fn rfc2396(grammar: &'static str) -> Rules {
    Rules {
        grammar,
        case: case("3.1, 6", true, true, true),
        percent: percent("2.3, 2.4.2", b"-_.!~*'()"),
        path: None,
        scheme: scheme("6", false, EmptyPath::Never),
    }
}

const fn names(grammar: &'static str, section: &'static str) -> Rules {
    Rules { grammar, case: urn(section), percent: None, path: None, scheme: None }
}

static ROWS: [Rules; 14] = [
    Rules {
        grammar: "url-1993",
        case: None,
        percent: percent("Encoding prohibited characters", b"$-_."),
        path: None,
        scheme: scheme("Host", false, EmptyPath::Never),
    },
    Rules {
        grammar: "rfc1630",
        case: case("Encoding reserved characters", true, false, false),
        percent: percent("Encoding reserved characters", b"$-_."),
        path: None,
        scheme: scheme("Hypertext Transfer Protocol", false, EmptyPath::Never),
    },
    Rules {
        grammar: "rfc1738",
        case: case("2.1", true, true, false),
        percent: percent("2.2", b"$-_.+!*'(),"),
        path: None,
        scheme: scheme("3.1 to 3.11", false, EmptyPath::BySchemes),
    },
    Rules {
        grammar: "rfc1808",
        case: case("2.1; RFC 1738, 2.1", true, true, false),
        percent: percent("2.2; RFC 1738, 2.2", b"$-_.+!*'(),"),
        path: None,
        scheme: scheme("2.3; RFC 1738, 3", false, EmptyPath::BySchemes),
    },
    names("rfc2141", "5"),
    Rules {
        grammar: "url-1997",
        case: case("4.1, 6", true, true, true),
        percent: percent("2.3, 2.4.2", b"$-_.!~*'(),"),
        path: None,
        scheme: scheme("6", false, EmptyPath::Never),
    },
    rfc2396("rfc2396"),
    rfc2396("rfc2732"),
    Rules {
        grammar: "uri-2003",
        case: case("6.2.2.1, 6.2.2.2", true, true, true),
        percent: percent("2.3, 6.2.2.2", b"_~"),
        path: Some(Path::Merge("6.2.2.3")),
        scheme: scheme("6.2.3", true, EmptyPath::Never),
    },
    rfc3986("rfc3986"),
    Rules {
        grammar: "rfc3987",
        case: case("5.3.2.1", true, true, true),
        percent: Some(Percent { section: "5.3.2.3", marks: b"-._~", beyond_ascii: true }),
        path: Some(Path::RemoveDotSegments("5.3.2.4")),
        scheme: scheme("5.3.3", true, EmptyPath::Always),
    },
    rfc3986("rfc6874"),
    // The documents on names compare percent-encoded octets as they are written, but for the case of the digits.
    names("urn-2012", "5"),
    names("rfc8141", "3.1"),
];

pub(super) fn rules_of(grammar: Grammar) -> Option<&'static Rules> {
    ROWS.iter().find(|rules| rules.grammar == grammar.id())
}
