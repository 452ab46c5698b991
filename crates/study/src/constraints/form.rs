//! Requirements on the form of single schemes and of relative references.

use std::ops::Range;

use urigram_grammars::Grammar;

use super::Subject;

/// The rules whose tables the checks here use.
#[cfg(test)]
pub(super) const RULES: &[(Grammar, &[&str])] = &[
    (
        Grammar::Url1993,
        &[
            "httpaddress",
            "fileaddress",
            "afsaddress",
            "newsaddress",
            "waisaddress",
            "prosperoaddress",
            "telnetaddress",
            "gopheraddress",
            "article",
        ],
    ),
    (Grammar::Rfc1630, &["url", "article"]),
    (
        Grammar::Rfc1738,
        &[
            "ftpurl",
            "httpurl",
            "gopherurl",
            "mailtourl",
            "newsurl",
            "nntpurl",
            "telneturl",
            "waisurl",
            "fileurl",
            "prosperourl",
        ],
    ),
];

/// Returns the whole input without a fragment, if the scheme has a rule that does not accept it.
fn own_form(
    subject: &Subject<'_>,
    rule_of: impl Fn(&str) -> Option<&'static str>,
) -> Option<Range<usize>> {
    let rule = rule_of(subject.scheme()?)?;
    let end = subject.parts?.fragment().map_or(subject.text.len(), |span| span.start as usize - 1);
    (!subject.accepts(rule, &subject.text[..end])).then_some(0..end)
}

/// Checks schemes with their case, because the literals of url-1993 do not ignore it: `HTTP` is not
/// the scheme of its rule for http.
pub(super) fn url_1993(subject: &Subject<'_>) -> Option<Range<usize>> {
    own_form(subject, |scheme| {
        Some(match scheme {
            "http" => "httpaddress",
            "ftp" => "fileaddress",
            "afs" => "afsaddress",
            "news" => "newsaddress",
            "wais" => "waisaddress",
            "prospero" => "prosperoaddress",
            "telnet" => "telnetaddress",
            "gopher" => "gopheraddress",
            _ => return None,
        })
    })
}

pub(super) fn rfc1630(subject: &Subject<'_>) -> Option<Range<usize>> {
    own_form(subject, |scheme| {
        let own =
            ["http", "ftp", "news", "prospero", "telnet", "gopher", "wais", "mailto", "mid", "cid"];
        own.contains(&scheme).then_some("url")
    })
}

pub(super) fn rfc1738(subject: &Subject<'_>) -> Option<Range<usize>> {
    const OWN: [(&str, &str); 10] = [
        ("ftp", "ftpurl"),
        ("http", "httpurl"),
        ("gopher", "gopherurl"),
        ("mailto", "mailtourl"),
        ("news", "newsurl"),
        ("nntp", "nntpurl"),
        ("telnet", "telneturl"),
        ("wais", "waisurl"),
        ("file", "fileurl"),
        ("prospero", "prosperourl"),
    ];
    own_form(subject, |scheme| {
        OWN.iter().find(|(own, _)| scheme.eq_ignore_ascii_case(own)).map(|(_, rule)| *rule)
    })
}

/// Checks url-1993, Registration of naming schemes.
pub(super) fn scheme_not_urn(subject: &Subject<'_>) -> Option<Range<usize>> {
    let scheme = subject.scheme()?;
    scheme.eq_ignore_ascii_case("urn").then_some(0..scheme.len())
}

/// Checks RFC 1630, file: `//`, a host that may be empty, a slash.
pub(super) fn file_host_part(subject: &Subject<'_>) -> Option<Range<usize>> {
    let rest = subject.text.strip_prefix("file:")?;
    let has_host_part = rest.strip_prefix("//").is_some_and(|rest| rest.contains('/'));
    (!has_host_part).then_some(5..subject.text.len())
}

/// Checks url-1993 and RFC 1630, News.
pub(super) fn news_at_sign(subject: &Subject<'_>) -> Option<Range<usize>> {
    let group = subject.text.strip_prefix("news:")?;
    let group = group.split('#').next().unwrap_or(group);
    let at = group.find('@')?;
    (!subject.accepts("article", group)).then_some(5 + at..5 + at + 1)
}

/// Checks RFC 1738, 3.4.1.
pub(super) fn gopher_selector_octets(subject: &Subject<'_>) -> Option<Range<usize>> {
    if !subject.scheme_is_any_case("gopher:") {
        return None;
    }
    let slash = "gopher://".len() + subject.text.get("gopher://".len()..)?.find('/')?;
    // The type is the first character after the slash.
    let start = slash + 2;
    let rest = subject.text.get(start..)?;
    let (selector, search) =
        rest.split_once("%09").map_or((rest, None), |(selector, rest)| (selector, Some(rest)));
    let bad = selector
        .as_bytes()
        .windows(3)
        .position(|octet| octet.eq_ignore_ascii_case(b"%0A") || octet.eq_ignore_ascii_case(b"%0D"));
    // No search holds these, so that the rules leave the tab to the selector.
    let is_no_search = search
        .map(|rest| rest.split("%09").next().unwrap_or(rest))
        .is_some_and(|search| search.contains(['/', '?']));
    let at = start + bad.or(is_no_search.then_some(selector.len()))?;
    Some(at..at + 3)
}

impl Subject<'_> {
    /// Returns true if the text begins with a scheme and its colon, in any case.
    pub(super) fn scheme_is_any_case(&self, scheme: &str) -> bool {
        self.text.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    }
}

/// Checks RFC 1808, 5.3, and url-1997, 5: a colon would make the first segment look like a scheme.
pub(super) fn relative_colon(subject: &Subject<'_>) -> Option<Range<usize>> {
    let parts = subject.parts?;
    if parts.scheme().is_some() || parts.authority().is_some() {
        return None;
    }
    let path = parts.path().of(subject.text);
    let segment = path.split('/').next().unwrap_or(path);
    // RFC 1808 ends the path where parameters begin.
    let segment = if subject.grammar == Grammar::Rfc1808 {
        segment.split(';').next().unwrap_or(segment)
    } else {
        segment
    };
    let colon = parts.path().start as usize + segment.find(':')?;
    Some(colon..colon + 1)
}
