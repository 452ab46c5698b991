//! Requirements that documents state in prose, on strings that their rules accept.
//!
//! The requirements are data, `[[constraint]]` in each `document.toml`. Some name a rule that
//! decides them; for the others here is a check by grammar and id. A test fails for a requirement
//! of a published document that has neither a check nor an entry in [`UNCHECKED`].

mod citation;
mod direction;
pub(crate) mod escapes;
mod form;
mod host;
mod mail;
mod name;
mod right_to_left;

use std::ops::Range;

use urigram_grammars::{
    Accepted, Constraint, ConstraintCheck, ConstraintTest, Document, Grammar, Parts, Reading, Span,
    Stripped, Table,
};

pub use urigram_grammars::Violation;

/// Returns the requirements that an input violates, each with the first violation; empty for an
/// input that the grammar's default start rule rejects. Characters that a practice removes before
/// it reads violate nothing.
///
/// A document that patches another of the same form has the other's requirements too. Time is
/// linear in the input for each requirement.
///
/// ```
/// use urigram::{constraints::violations, Grammar, Reading};
///
/// let found = violations(Grammar::Urn2012, Reading::Corrected, b"urn:foo:a%00b?s=I2L&s=I2R");
/// let ids: Vec<_> = found.iter().map(|violation| violation.id()).collect();
/// assert_eq!(ids, ["no-nul", "query-keyword-once"]);
/// assert_eq!(found[0].range, 9..12);
/// assert!(violations(Grammar::Urn2012, Reading::Corrected, b"urn:foo:a").is_empty());
/// ```
pub fn violations(grammar: Grammar, reading: Reading, input: &[u8]) -> Vec<Violation> {
    let documents = documents_of(grammar);
    if documents.iter().all(|document| document.constraints.is_empty()) {
        return Vec::new();
    }
    let table = grammar.tables(reading).start();
    let stripped = Stripped::new(table, input);
    let input = stripped.left();
    if !table.accepts(input) {
        return Vec::new();
    }
    let text = std::str::from_utf8(input).ok();
    let parts = text.and_then(|text| table.split(text, reading).ok());
    let subject = Subject { grammar, reading, input, text: text.unwrap_or(""), parts };
    let mut found = Vec::new();
    for document in documents {
        for constraint in document.constraints {
            let stated = checks_of(document, constraint.id)
                .find_map(|check| check_by_test(&subject, table, check));
            let range = stated
                .or_else(|| check_of(document.id, constraint.id).and_then(|check| check(&subject)));
            if let Some(range) = range {
                found.push(Violation::new(document, constraint, stripped.range(range)));
            }
        }
    }
    found
}

/// Returns true if a requirement of a document is checked: by a rule or a check that the document
/// names, or by code.
pub fn is_checked(document: &Document, constraint: &Constraint) -> bool {
    checks_of(document, constraint.id).any(|check| match check.test {
        ConstraintTest::Program(_, check) => check.is_some(),
        _ => true,
    }) || check_of(document.id, constraint.id).is_some()
}

fn checks_of<'a>(
    document: &Document,
    id: &'a str,
) -> impl Iterator<Item = &'static ConstraintCheck> + use<'a> {
    document.checks.iter().filter(move |check| check.id == id)
}

/// Checks a text by the test that the document names. Returns the range of the text that breaks the
/// requirement.
fn check_by_test(
    subject: &Subject<'_>,
    table: &'static Table,
    check: &ConstraintCheck,
) -> Option<Range<usize>> {
    if let ConstraintTest::Placed([corrected, printed]) = check.test {
        let check = if subject.reading == Reading::Printed { printed } else { corrected };
        return check.wrong(subject.input);
    }
    let text = match check.of {
        None => 0..subject.input.len(),
        Some(component) => {
            let components = table.components(subject.input, subject.reading).ok()?;
            range(components.span(component)?)
        }
    };
    let matches = |rule| {
        let rule = subject.grammar.table(subject.reading, Some(rule))?;
        Some(rule.accepts(&subject.input[text.clone()]))
    };
    let is_broken = match check.test {
        ConstraintTest::Demands(rule) => !matches(rule)?,
        ConstraintTest::Forbids(rule) => matches(rule)?,
        ConstraintTest::Program(_, refuses) => {
            refuses?(&Accepted { table, text: subject.text, parts: &subject.parts? })
        }
        _ => return None,
    };
    is_broken.then_some(text)
}

/// Returns the grammar's document, and those of the same form that it patches.
pub(crate) fn documents_of(grammar: Grammar) -> Vec<&'static Document> {
    let mut documents = vec![grammar.document()];
    while let Some(base) = documents.last().and_then(|document| base_of(document)) {
        documents.push(base);
    }
    documents
}

/// Returns the document that another patches, if both define the same form.
fn base_of(document: &Document) -> Option<&'static Document> {
    let base = document.base?;
    let grammar = Grammar::ALL.iter().find(|grammar| grammar.as_str() == base)?;
    Some(grammar.document()).filter(|base| base.form == document.form)
}

/// An accepted input.
struct Subject<'a> {
    grammar: Grammar,
    reading: Reading,
    input: &'a [u8],
    /// The input as text; empty if the input is not UTF-8, which only a grammar of octets accepts.
    text: &'a str,
    parts: Option<Parts>,
}

/// A check that returns the first part of the input that violates a requirement.
type Check = fn(&Subject<'_>) -> Option<Range<usize>>;

impl<'a> Subject<'a> {
    fn scheme(&self) -> Option<&'a str> {
        self.parts?.scheme().map(|span| span.of(self.text))
    }

    /// Returns true if a rule with a table accepts the whole of a text.
    fn accepts(&self, rule: &str, text: &str) -> bool {
        self.grammar
            .table(self.reading, Some(rule))
            .is_some_and(|table| table.accepts(text.as_bytes()))
    }
}

fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}

/// Requirements that cannot be checked on the string alone: grammar, id, reason.
pub const UNCHECKED: &[(&str, &str, &str)] = &[];

/// The checks, by grammar and constraint.
#[rustfmt::skip]
static CHECKS: &[(&str, &str, Check)] = &[
    ("url-1993", "scheme-own-form", form::url_1993),
    ("url-1993", "scheme-not-urn", form::scheme_not_urn),
    ("url-1993", "host-is-domain-name", host::is_domain_name),
    ("url-1993", "news-at-sign", form::news_at_sign),
    ("urc-1993", "begin-end", citation::begin_end),
    ("urc-1993", "language-tag", citation::language_tag),
    ("urc-1993", "fragment-method", citation::fragment_method),
    ("urc-1993", "high-octets-need-tag", citation::high_octets_need_tag),
    ("urc-1993", "charset-keeps-ascii", citation::charset_keeps_ascii),
    ("rfc1630", "scheme-own-form", form::rfc1630),
    ("rfc1630", "file-host-part", form::file_host_part),
    ("rfc1630", "news-at-sign", form::news_at_sign),
    ("rfc1738", "scheme-own-form", form::rfc1738),
    ("rfc1738", "gopher-selector-octets", form::gopher_selector_octets),
    ("rfc1738", "mailto-addr-spec", mail::mailto_addr_spec),
    ("rfc1808", "relative-colon", form::relative_colon),
    ("rfc2141", "nid-not-urn", name::nid_not_urn),
    ("rfc2141", "no-nul", escapes::no_nul),
    ("rfc2141", "utf8-escapes", escapes::utf_8_of_1997),
    ("rfc2141", "reserved-unencoded", name::reserved_unencoded),
    ("url-1997", "relative-first-segment-colon", form::relative_colon),
    ("rfc2732", "eight-pieces", host::eight_pieces),
    ("rfc2732", "ipv4-octets", host::ipv4_octets),
    ("uri-2003", "http-needs-host", host::http_needs_host),
    ("rfc3986", "host-percent-utf8", host::percent_utf_8),
    ("rfc3986", "ipvfuture-known-address", host::future_is_known),
    ("rfc3986", "http-needs-host", host::http_needs_host),
    ("rfc3987", "no-bidi-formatting", direction::no_formatting),
    ("rfc3987", "bidi-one-direction", direction::one_direction),
    ("rfc3987", "bidi-ends", direction::ends),
    ("urn-2012", "nid-not-urn", name::nid_not_urn),
    ("urn-2012", "no-nul", escapes::no_nul),
    ("urn-2012", "query-keyword-once", name::query_keyword_once),
    ("urn-2012", "unreserved-encoded", escapes::unreserved_encoded),
    ("urn-2012", "nss-percent-utf8", escapes::utf_8),
    ("rfc6874", "zone-link-local", host::zone_link_local),
    ("rfc6874", "zone-unreserved", host::zone_unreserved),
    ("rfc8141", "informal-nid", name::informal_nid),
    ("rfc8141", "nid-too-short", name::nid_too_short),
    ("rfc8141", "nid-country-code", name::nid_country_code),
    ("rfc8141", "nid-experimental", name::nid_experimental),
    ("rfc8141", "utf8-escapes", escapes::utf_8),
];

fn check_of(grammar: &str, id: &str) -> Option<Check> {
    CHECKS
        .iter()
        .find(|(known, constraint, _)| *known == grammar && *constraint == id)
        .map(|&(.., check)| check)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_demand_has_a_check_or_a_reason_and_no_check_is_left_over() {
        let mut known = Vec::new();
        for grammar in Grammar::ALL {
            for constraint in grammar.document().constraints {
                let entry = (grammar.as_str(), constraint.id);
                let unchecked = UNCHECKED.iter().any(|&(grammar, id, _)| (grammar, id) == entry);
                assert!(check_of(entry.0, entry.1).is_some() != unchecked, "{entry:?}");
                known.push(entry);
            }
        }
        for grammar in Grammar::unselected() {
            let document = grammar.document();
            for constraint in document.constraints {
                let entry = (grammar.as_str(), constraint.id);
                assert!(is_checked(document, constraint), "{entry:?}");
                known.push(entry);
            }
        }
        for &(grammar, id, _) in CHECKS {
            assert!(known.contains(&(grammar, id)), "{grammar} has no constraint {id}");
        }
    }

    #[test]
    fn rules_that_checks_name_have_tables() {
        for (grammar, rules) in form::RULES {
            for reading in Reading::ALL {
                for rule in *rules {
                    assert!(grammar.table(reading, Some(rule)).is_some(), "{grammar} {rule}");
                }
            }
        }
    }

    #[test]
    fn long_inputs_take_linear_time() {
        let long = |text: &str, times: usize| text.repeat(times);
        let inputs = [
            (Grammar::Urn2012, format!("urn:foo:{}", long("%41", 300_000))),
            (Grammar::Urn2012, format!("urn:foo:a?{}", long("k=v&", 300_000) + "k=v")),
            (Grammar::Rfc3986, format!("http://{}/", long("%FF", 300_000))),
            (Grammar::Rfc1738, format!("mailto:{}", long("a.", 300_000))),
            (Grammar::Urc1993, format!("<{}>", long("BEGIN*;", 300_000))),
            (Grammar::Rfc3987, format!("http://a/{}", long("\u{5D0}b.", 300_000))),
        ];
        for (grammar, input) in inputs {
            violations(grammar, Reading::Corrected, input.as_bytes());
        }
    }
}
