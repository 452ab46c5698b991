//! Registrable domains by a list of public suffixes.

use std::collections::HashMap;
use std::fmt;

/// A list of public suffixes, in the format of publicsuffix.org.
///
/// A rule is a line: `co.uk`, `*.ck` for every label, `!www.ck` for an exception. A line that
/// begins with `//` is a remark.
///
/// ```
/// use urigram_arrow::Suffixes;
///
/// let list = Suffixes::read("com\nco.uk\n*.ck\n!www.ck", false)?;
/// assert_eq!(list.registrable("a.b.co.uk"), Some("b.co.uk"));
/// assert_eq!(list.registrable("co.uk"), None);
/// assert_eq!(list.registrable("a.b.c.ck"), Some("b.c.ck"));
/// assert_eq!(list.registrable("a.www.ck"), Some("www.ck"));
/// // A suffix that is not on the list is one label.
/// assert_eq!(list.registrable("a.b.example"), Some("b.example"));
/// # Ok::<(), urigram_arrow::SuffixError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Suffixes {
    rules: HashMap<Box<str>, Kinds>,
    /// The labels of the longest rule.
    longest: usize,
    version: Option<Box<str>>,
}

/// The kinds of rules that end with one text.
#[derive(Clone, Copy, Debug, Default)]
struct Kinds {
    plain: bool,
    wildcard: bool,
    exception: bool,
}

/// A line that is no rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SuffixError {
    line: usize,
    text: String,
}

impl fmt::Display for SuffixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "line {}: {:?} is no rule: write `co.uk`, `*.ck`, `!www.ck`",
            self.line, self.text
        )
    }
}

impl std::error::Error for SuffixError {}

/// The mark after which rules are those of companies, not of registries.
const PRIVATE: &str = "===BEGIN PRIVATE DOMAINS===";

/// The bytes of a line that an error shows.
const SHOWN: usize = 60;

impl Suffixes {
    /// Reads a list. With `icann`, the rules of the section for private domains are left out.
    ///
    /// # Errors
    /// [`SuffixError`] for a line that is no rule, and for a list without rules.
    pub fn read(text: &str, icann: bool) -> Result<Suffixes, SuffixError> {
        let mut list = Suffixes { rules: HashMap::new(), longest: 0, version: None };
        for (number, line) in text.lines().enumerate() {
            let wrong =
                || SuffixError { line: number + 1, text: line.chars().take(SHOWN).collect() };
            if let Some(remark) = line.trim_start().strip_prefix("//") {
                if icann && remark.contains(PRIVATE) {
                    break;
                }
                if let Some(version) = remark.trim().strip_prefix("VERSION:") {
                    list.version = Some(version.trim().into());
                }
                continue;
            }
            let Some(rule) = line.split_whitespace().next() else { continue };
            let (name, kind) = match (rule.strip_prefix('!'), rule.strip_prefix("*.")) {
                (Some(name), _) => (name, Kinds { exception: true, ..Kinds::default() }),
                (_, Some(name)) => (name, Kinds { wildcard: true, ..Kinds::default() }),
                _ => (rule, Kinds { plain: true, ..Kinds::default() }),
            };
            let name = idna::domain_to_ascii(name).map_err(|_| wrong())?;
            let is_known = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
            if name.split('.').any(str::is_empty) || !name.bytes().all(is_known) {
                return Err(wrong());
            }
            let labels = name.split('.').count() + usize::from(kind.wildcard);
            list.longest = list.longest.max(labels);
            let known = list.rules.entry(name.into()).or_default();
            known.plain |= kind.plain;
            known.wildcard |= kind.wildcard;
            known.exception |= kind.exception;
        }
        if list.rules.is_empty() {
            return Err(SuffixError { line: 1, text: String::new() });
        }
        Ok(list)
    }

    /// Returns the version that the list states in its line `// VERSION:`, which is a date.
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Returns the part of a domain that somebody has registered: its public suffix and one label.
    /// `None` for a public suffix itself, for an address, and for a host with empty labels there.
    ///
    /// The host is in US-ASCII and in lower case. Time is that of its last labels, as many as the
    /// longest rule has.
    pub fn registrable<'h>(&self, host: &'h str) -> Option<&'h str> {
        let name = host.strip_suffix('.').unwrap_or(host);
        if name.is_empty() || name.starts_with('[') || name.parse::<std::net::Ipv4Addr>().is_ok() {
            return None;
        }
        // The beginnings of the last labels, the last one first.
        let mut starts = Vec::with_capacity(self.longest + 1);
        let mut end = name.len();
        while starts.len() <= self.longest {
            let start = name[..end].rfind('.').map_or(0, |dot| dot + 1);
            starts.push(start);
            if start == 0 {
                break;
            }
            end = start - 1;
        }
        let mut suffix = 1;
        for (index, &start) in starts.iter().enumerate() {
            let Some(kinds) = self.rules.get(&name[start..]) else { continue };
            if kinds.exception {
                suffix = index;
                break;
            }
            if kinds.plain {
                suffix = suffix.max(index + 1);
            }
            if kinds.wildcard && index + 1 < starts.len() {
                suffix = suffix.max(index + 2);
            }
        }
        let found = &host[*starts.get(suffix)?..];
        let labels = found.strip_suffix('.').unwrap_or(found);
        (!labels.split('.').any(str::is_empty)).then_some(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_those_of_the_list() {
        let text = "// VERSION: 2025-01-01_00-00-00_UTC\n// ===BEGIN ICANN DOMAINS===\ncom\n\
                    uk  // remark\nco.uk\njp\n*.kawasaki.jp\n!city.kawasaki.jp\nэкзампл\n\
                    // ===BEGIN PRIVATE DOMAINS===\nblogspot.com\n";
        let (all, icann) = (Suffixes::read(text, false), Suffixes::read(text, true));
        let (all, icann) = (all.expect("a list"), icann.expect("a list"));
        assert_eq!(all.version(), Some("2025-01-01_00-00-00_UTC"));
        for (host, registrable) in [
            ("com", None),
            ("a.com", Some("a.com")),
            ("b.a.com", Some("a.com")),
            ("a.co.uk", Some("a.co.uk")),
            ("co.uk", None),
            ("a.uk.", Some("a.uk.")),
            ("kawasaki.jp", Some("kawasaki.jp")),
            ("a.kawasaki.jp", None),
            ("b.a.kawasaki.jp", Some("b.a.kawasaki.jp")),
            ("city.kawasaki.jp", Some("city.kawasaki.jp")),
            ("a.city.kawasaki.jp", Some("city.kawasaki.jp")),
            ("a.b.xn--80aje4a4ad", Some("b.xn--80aje4a4ad")),
            ("blogspot.com", None),
            ("a.blogspot.com", Some("a.blogspot.com")),
            ("local", None),
            ("a.b.local", Some("b.local")),
            ("1.2.3.4", None),
            ("[::1]", None),
            ("", None),
            (".", None),
            (".com", None),
            ("a..com", None),
        ] {
            assert_eq!(all.registrable(host), registrable, "{host}");
        }
        assert_eq!(icann.registrable("a.blogspot.com"), Some("blogspot.com"));
    }

    #[test]
    fn wrong_lists_and_hostile_ones_are_answered() {
        for text in ["", "// nothing", "a..b", "!", "*.", "a.*.b", ".com", "\0", "a\u{FFFD}"] {
            assert!(Suffixes::read(text, false).is_err(), "{text:?}");
        }
        let error = Suffixes::read("com\na..b", false).expect_err("an empty label");
        assert_eq!(
            error.to_string(),
            "line 2: \"a..b\" is no rule: write `co.uk`, `*.ck`, `!www.ck`"
        );
        let list = Suffixes::read("com\nco.uk", false).expect("a list");
        let long = "a.".repeat(500_000) + "com";
        assert_eq!(list.registrable(&long), Some("a.com"));
        let dots = ".".repeat(500_000);
        assert_eq!(list.registrable(&dots), None);
    }
}
