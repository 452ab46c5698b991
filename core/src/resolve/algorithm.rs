//! Which document resolves references how: one row for each grammar.

use urigram_grammars::Grammar;

use super::trace::Trace;
use super::{rfc1630, rfc1808, rfc2396, rfc3986, uri_2003, url_1993, url_1997, Attempt, Outcome};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Algorithm {
    Url1993,
    Rfc1630,
    Rfc1808,
    Url1997,
    Rfc2396,
    Uri2003,
    Rfc3986,
}

impl Algorithm {
    pub(super) fn run(self, attempt: &Attempt<'_>, trace: &mut impl Trace) -> Outcome {
        match self {
            Algorithm::Url1993 => url_1993::resolve(attempt, trace),
            Algorithm::Rfc1630 => rfc1630::resolve(attempt, trace),
            Algorithm::Rfc1808 => rfc1808::resolve(attempt, trace),
            Algorithm::Url1997 => url_1997::resolve(attempt, trace),
            Algorithm::Rfc2396 => rfc2396::resolve(attempt, trace),
            Algorithm::Uri2003 => uri_2003::resolve(attempt, trace),
            Algorithm::Rfc3986 => rfc3986::resolve(attempt, trace),
        }
    }
}

/// How the references of one grammar are resolved.
#[derive(Debug)]
pub(crate) struct Row {
    pub(super) grammar: &'static str,
    /// `None` where the document has no algorithm.
    pub(crate) algorithm: Option<Algorithm>,
    /// The section that holds it, or that tells why there is none.
    pub(crate) section: &'static str,
    /// The section that demands of a base more than that it is absolute.
    pub(crate) base_section: &'static str,
    /// Whether the document gives two answers for a reference with the base's own scheme.
    pub(crate) same_scheme: bool,
    /// Whether the document leaves open what becomes of leftover `..`.
    pub(crate) leftover: bool,
}

const fn row(grammar: &'static str, algorithm: Algorithm, section: &'static str, base_section: &'static str) -> Row {
    Row { grammar, algorithm: Some(algorithm), section, base_section, same_scheme: false, leftover: false }
}

const fn none(grammar: &'static str, section: &'static str) -> Row {
    Row { grammar, algorithm: None, section, base_section: section, same_scheme: false, leftover: false }
}

const fn two_answers(row: Row, leftover: bool) -> Row {
    Row { same_scheme: true, leftover, ..row }
}

pub(super) static ROWS: [Row; 15] = [
    row("url-1993", Algorithm::Url1993, "Partial form", "Partial form"),
    none("urc-1993", ""),
    row("rfc1630", Algorithm::Rfc1630, "Partial (relative) form", "Partial (relative) form"),
    none("rfc1738", "2.3"),
    row("rfc1808", Algorithm::Rfc1808, "4", "2.3"),
    row("url-1997", Algorithm::Url1997, "5.2", "5"),
    none("rfc2141", ""),
    two_answers(row("rfc2396", Algorithm::Rfc2396, "5.2", "5"), true),
    two_answers(row("rfc2732", Algorithm::Rfc2396, "2", "RFC 2396, 5"), true),
    two_answers(row("uri-2003", Algorithm::Uri2003, "5.2", "5"), true),
    two_answers(row("rfc3986", Algorithm::Rfc3986, "5.2", "5.1"), false),
    two_answers(row("rfc3987", Algorithm::Rfc3986, "6.5", "6.5"), false),
    none("urn-2012", "3"),
    two_answers(row("rfc6874", Algorithm::Rfc3986, "2", "RFC 3986, 5.1"), false),
    two_answers(row("rfc8141", Algorithm::Rfc3986, "4.3", "4.3"), false),
];

/// The row of a grammar; a grammar without one resolves nothing.
pub(crate) fn row_of(grammar: Grammar) -> Option<&'static Row> {
    ROWS.iter().find(|row| row.grammar == grammar.id())
}
