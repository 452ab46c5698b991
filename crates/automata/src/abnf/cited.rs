//! Prose values that name a rule: `<host, see [RFC3986], Section 3.2.2>` is the rule `host`.

/// A prose value that names a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cited {
    /// The text between the angle brackets.
    pub prose: String,
    /// The name of the rule.
    pub name: String,
    /// The number of the RFC that the text cites.
    pub rfc: Option<u32>,
    /// The name that the rule is used by: its own, unless the text defines another rule of this
    /// name. RFC 7230 has a field `Host`, and `uri-host = <host, see [RFC3986]>`: there the rule of
    /// RFC 3986 is `rfc3986-host`.
    pub used_as: String,
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
}

/// Words that begin a prose value without naming a rule.
const NO_RULES: [&str; 20] = [
    "a",
    "all",
    "an",
    "any",
    "as",
    "base",
    "defined",
    "described",
    "each",
    "from",
    "imported",
    "in",
    "one",
    "per",
    "see",
    "some",
    "specified",
    "taken",
    "the",
    "this",
];

/// Words between the name of a rule and the RFC that defines it.
const BETWEEN: [&str; 11] = [
    "as",
    "from",
    "in",
    "of",
    "per",
    "see",
    "defined",
    "specified",
    "rule",
    "production",
    "definition",
];

/// Reads the text behind `<`. Returns what is said up to `>`, and the rule that it names, with the
/// RFC that it cites.
///
/// A value is one line in RFC 5234. Documents break it, so it may go on up to a blank line.
pub(super) fn prose(rest: &str) -> (String, Option<(String, Option<u32>)>) {
    let end = end(rest);
    let inside = end.map(|end| &rest[..end]).filter(|text| {
        let mut lines = text.split('\n').skip(1);
        text.len() < 400 && lines.all(|line| !line.trim().is_empty())
    });
    let Some(inside) = inside else {
        let line = rest.lines().next().unwrap_or_default();
        return (line.split('>').next().unwrap_or(line).to_owned(), None);
    };
    let said = inside.split_whitespace().collect::<Vec<_>>().join(" ");
    let named = named(&said);
    (said, named)
}

/// Words that begin a prose value that only says where a rule is defined.
const CITING_WORDS: [&str; 10] =
    ["as", "defined", "described", "from", "imported", "in", "per", "rule", "see", "specified"];

/// Returns the number of the RFC that a prose value cites without naming a rule: `<As defined in
/// RFC 3986>`. A definition of nothing else means the RFC's rule of the same name.
pub(super) fn defining_rfc(said: &str) -> Option<u32> {
    let first = said.split(' ').next()?.trim_end_matches([',', ':']);
    let cites = CITING_WORDS.iter().any(|word| first.eq_ignore_ascii_case(word))
        || first.trim_start_matches('[').to_ascii_uppercase().starts_with("RFC");
    // `<A-Z / a-z as per [RFC5234]>` is a reminder of a rule, and ends in its place.
    let lower = said.to_ascii_lowercase();
    let reminds =
        [" as per [rfc", " as defined in [rfc", " as specified in [rfc"].iter().any(|per| {
            lower.split_once(per).is_some_and(|(_, rest)| {
                rest.strip_suffix(']')
                    .is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
            })
        });
    // `<1*DIGIT, defined in [RFC2616], Section 3.3.2>` is one as well: no words are before it.
    let reminds = reminds
        || lower.split_once(", defined in [rfc").is_some_and(|(before, rest)| {
            let section = rest.split_once("], section ").map(|(_, section)| section);
            !before.contains(' ')
                && before.starts_with(|c: char| c.is_ascii_digit() || c == '*')
                && section.is_some_and(|it| it.bytes().all(|b| b.is_ascii_digit() || b == b'.'))
        });
    rfc(said).filter(|_| cites || reminds)
}

/// Returns the offset of the `>` that ends a value. `<">` is a quotation mark inside it.
pub(super) fn end(rest: &str) -> Option<usize> {
    if rest.starts_with("\">") {
        return Some(1);
    }
    let mut from = 0;
    loop {
        let at = from + rest[from..].find(['>', '<', '='])?;
        if !rest[at..].starts_with("<\">") {
            return rest[at..].starts_with('>').then_some(at);
        }
        from = at + 3;
    }
}

fn named(said: &str) -> Option<(String, Option<u32>)> {
    // `<As defined by the WWW-Authenticate in RFC 7235>`: words have no hyphen.
    let behind = said.get(1..).and_then(|said| said.strip_prefix("s defined by the "));
    let is_rule = |rest: &&str| rest.split(' ').next().is_some_and(|word| word.contains('-'));
    let said = behind.filter(is_rule).unwrap_or(said);
    let (first, rest) = said.split_once(' ').unwrap_or((said, ""));
    let name = first.trim_end_matches([',', ';', ':']).trim_matches(['"', '\'']);
    let inside = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && name.chars().all(inside);
    if !is_name || NO_RULES.iter().any(|word| name.eq_ignore_ascii_case(word)) {
        return None;
    }
    if rest.is_empty() {
        return Some((name.to_owned(), None));
    }
    let next = rest.split(' ').next().unwrap_or_default().trim_matches([',', '(', '[', ']', ')']);
    let is_citation = BETWEEN.iter().any(|word| next.eq_ignore_ascii_case(word))
        || rest.starts_with(['[', '('])
        || next.to_ascii_uppercase().starts_with("RFC");
    // `<value-spec, see Section 12>` is a rule of the text itself.
    if rest.to_ascii_lowercase().starts_with("see section ") && !rest.contains('[') {
        return Some((name.to_owned(), rfc(rest)));
    }
    let rfc = rfc(rest)?;
    is_citation.then(|| (name.to_owned(), Some(rfc)))
}

/// Returns the number of the only RFC that a text cites.
fn rfc(text: &str) -> Option<u32> {
    let upper = text.to_ascii_uppercase();
    let mut found = None;
    for part in upper.split("RFC").skip(1) {
        let digits = part.trim_start_matches([' ', '-', '_']);
        let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
        let number = digits[..end].parse().ok()?;
        if *found.get_or_insert(number) != number {
            return None;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::prose;

    #[test]
    fn a_value_may_send_to_the_rule_of_its_own_name() {
        for (said, expected) in [
            ("As defined in RFC 3986", Some(3986)),
            ("see [RFC5536] Section 3.1.5", Some(5536)),
            ("imported from Section 5.6 of [RFC3339]", Some(3339)),
            ("RFC 822", Some(822)),
            ("A-Z / a-z as per [RFC5234]", Some(5234)),
            ("1*DIGIT, defined in [RFC2616], Section 3.3.2", Some(2616)),
            ("words, defined in [RFC2616], Section 3.3.2", None),
            ("a locator, as defined in [RFC1738], without a port", None),
            ("any name of RFC 822", None),
            ("see RFC 822 and RFC 2822", None),
            ("see below", None),
        ] {
            assert_eq!(super::defining_rfc(said), expected, "{said}");
        }
    }

    #[test]
    fn a_value_that_names_a_rule_is_told_from_one_that_describes() {
        let named = |name: &str, rfc| Some((name.to_owned(), rfc));
        for (text, expected) in [
            ("b>", named("b", None)),
            ("IPv6address from [RFC3986]>", named("IPv6address", Some(3986))),
            ("host, see [RFC3986], Section 3.2.2>", named("host", Some(3986))),
            ("URI-reference as defined in\n    RFC 3986>", named("URI-reference", Some(3986))),
            ("addr-spec [RFC5322] / x>", named("addr-spec", Some(5322))),
            (
                "As defined by the WWW-Authenticate in RFC 7235>",
                named("WWW-Authenticate", Some(7235)),
            ),
            ("As defined by the grammar in RFC 7235>", None),
            ("see RFC 3986>", None),
            ("defined in RFC 3986>", None),
            ("imported from Section 5.6 of [RFC3339]>", None),
            ("host of RFC 2396 or RFC 3986>", None),
            ("host, see the other document>", None),
            ("any text>", None),
            ("anything", None),
            ("b\n\nc>", None),
            ("", None),
        ] {
            assert_eq!(prose(text).1, expected, "{text}");
        }
    }
}
