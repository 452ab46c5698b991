//! Requirements on names (URNs).

use std::ops::Range;

use urigram_core::urn::KEYWORDS;
use urigram_core::Urn;

use super::Subject;

impl<'a> Subject<'a> {
    fn urn(&self) -> Option<Urn<'a>> {
        Urn::parse_by(self.grammar, self.reading, self.text).ok()
    }

    /// Returns the beginning of the input up to the end of the namespace specific string.
    pub(super) fn name(&self) -> Option<&'a [u8]> {
        self.urn().map(|urn| urn.assigned_name().as_bytes())
    }
}

fn nid(subject: &Subject<'_>, is_bad: impl Fn(&str) -> bool) -> Option<Range<usize>> {
    let urn = subject.urn()?;
    is_bad(urn.nid()).then(|| super::range(urn.nid_span()))
}

fn begins(nid: &str, prefix: &str) -> bool {
    nid.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

pub(super) fn nid_not_urn(subject: &Subject<'_>) -> Option<Range<usize>> {
    nid(subject, |nid| nid.eq_ignore_ascii_case("urn"))
}

pub(super) fn nid_too_short(subject: &Subject<'_>) -> Option<Range<usize>> {
    nid(subject, |nid| nid.len() <= 2)
}

pub(super) fn nid_experimental(subject: &Subject<'_>) -> Option<Range<usize>> {
    nid(subject, |nid| begins(nid, "X-"))
}

pub(super) fn nid_country_code(subject: &Subject<'_>) -> Option<Range<usize>> {
    nid(
        subject,
        |nid| matches!(nid.as_bytes(), [a, b, b'-', ..] if a.is_ascii_alphabetic() && b.is_ascii_alphabetic()),
    )
}

/// Checks RFC 8141, 5.2: `"urn-" Number`, and a number begins with a digit other than zero.
pub(super) fn informal_nid(subject: &Subject<'_>) -> Option<Range<usize>> {
    let is_number = |number: &str| {
        !number.starts_with('0')
            && !number.is_empty()
            && number.bytes().all(|byte| byte.is_ascii_digit())
    };
    nid(subject, |nid| begins(nid, "urn-") && !is_number(&nid[4..]))
}

/// Checks RFC 2141, 2.3.2: these characters are reserved for later documents.
pub(super) fn reserved_unencoded(subject: &Subject<'_>) -> Option<Range<usize>> {
    let urn = subject.urn()?;
    let start = urn.nss_span().start as usize;
    urn.nss().find(['/', '?', '#']).map(|at| start + at..start + at + 1)
}

/// Finds the second directive of a registered keyword.
pub(super) fn query_keyword_once(subject: &Subject<'_>) -> Option<Range<usize>> {
    let urn = subject.urn()?;
    let mut at = urn.parts().query()?.start as usize;
    let mut seen = [false; KEYWORDS.len()];
    for directive in urn.query()?.split('&') {
        let keyword = directive.split('=').next();
        if let Some(index) = KEYWORDS.iter().position(|known| Some(known.keyword) == keyword) {
            if seen[index] {
                return Some(at..at + directive.len());
            }
            seen[index] = true;
        }
        at += directive.len() + 1;
    }
    None
}
