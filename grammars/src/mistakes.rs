//! Common mistakes in identifiers: a sentence for each, and a text to write in place of the wrong
//! one.
//!
//! A suggestion must not send its reader elsewhere. Browsers read nearly every wrong text, by the
//! URL Standard, and the reader may have meant what a browser would do. So a text is suggested only
//! if the grammar reads from it the user name, password, host and port that the URL Standard reads
//! from the wrong text:
//!
//! ```text
//! wrong                                browsers       suggested
//! http://user:p@ss@example.org/        example.org    http://user:p%40ss@example.org/
//!                                      ss%40exam…     never: http://user:p@ss%40example.org/
//! https://example.org\@evil.example/   example.org    https://example.org/@evil.example/
//! http://a|b/                          none           nothing
//! ```

use alloc::borrow::{Cow, ToOwned};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::net::Ipv6Addr;
use core::ops::Range;

use crate::{Component, Diagnosis, Found, Reading, SyntaxError, SyntaxErrorKind, Table};

/// The most characters of a suggestion that a message shows.
const SHOWN: usize = 100;

/// A common mistake that explains an error.
///
/// ```
/// use urigram::errors::mistake;
/// use urigram::Uri;
///
/// let text = r"http://example.org\path";
/// let mistake = mistake(&Uri::parse(text).unwrap_err(), text).unwrap();
/// assert_eq!(mistake.suggestion(), Some("http://example.org/path"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    sentence: &'static str,
    suggestion: Option<String>,
}

impl Mistake {
    /// Returns the sentence that says what is wrong or what to do.
    pub fn sentence(&self) -> &'static str {
        self.sentence
    }

    /// Returns the text to write. The error's grammar accepts it, and its user name, password, host
    /// and port are those that the URL Standard reads from the wrong text.
    pub fn suggestion(&self) -> Option<&str> {
        self.suggestion.as_deref()
    }
}

impl fmt::Display for Mistake {
    /// Writes the sentence, and the text to write in backquotes unless it is long.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.sentence)?;
        match &self.suggestion {
            Some(suggestion) if suggestion.chars().count() <= SHOWN => {
                write!(f, ": `{suggestion}`")
            }
            _ => Ok(()),
        }
    }
}

/// Returns the common mistake that explains why a text is rejected, if there is one.
///
/// ```
/// use urigram::errors::mistake;
/// use urigram::Uri;
///
/// let text = "http://user:p@ss@example.org/";
/// let found = mistake(&Uri::parse(text).unwrap_err(), text).unwrap();
/// assert_eq!(found.suggestion(), Some("http://user:p%40ss@example.org/"));
/// ```
pub fn mistake(error: &SyntaxError, text: &str) -> Option<Mistake> {
    // An error of another text, one inside a character, or one that the rules do not give.
    if !text.is_char_boundary(error.offset())
        || error.kind() == SyntaxErrorKind::Form
        || error.table().accepts(text.as_bytes())
    {
        return None;
    }
    let wrong = Wrong::new(error, text);
    ROWS.iter().find_map(|row| {
        let (sentence, suggestion) = match (row.find)(&wrong)? {
            Fix::Say => (row.sentence, None),
            Fix::Write(written) => match wrong.accepted(written) {
                Some(written) => (row.sentence, Some(written)),
                None => return None,
            },
            Fix::SayOrWrite(written) => (row.sentence, wrong.accepted(written)),
        };
        Some(Mistake { sentence, suggestion })
    })
}

/// Returns the diagnosis of an error, with the mistake that explains it.
///
/// ```
/// use urigram::errors::explain;
/// use urigram::Uri;
///
/// let text = "http://a:port/";
/// let shown = explain(&Uri::parse(text).unwrap_err(), text.as_bytes()).to_string();
/// assert!(shown.ends_with("= help: a port is a number, in digits"), "{shown}");
/// ```
pub fn explain<'a>(error: &SyntaxError, text: &'a [u8]) -> Diagnosis<'a> {
    let diagnosis = error.diagnose(text);
    match core::str::from_utf8(text).ok().and_then(|text| mistake(error, text)) {
        Some(mistake) => diagnosis.help(format!("{mistake}")),
        None => diagnosis,
    }
}

/// A mistake: the sentence, the way to find it, and an example with what is suggested.
struct Row {
    sentence: &'static str,
    find: fn(&Wrong<'_>) -> Option<Fix>,
    #[cfg(test)]
    examples: &'static [(&'static str, Option<&'static str>)],
}

/// The advice for a mistake.
enum Fix {
    /// The sentence alone.
    Say,
    /// The sentence with a text to write. Without one that keeps the meaning it is not this
    /// mistake.
    Write(String),
    /// The sentence, and a text to write if it keeps the meaning.
    SayOrWrite(String),
}

macro_rules! rows {
    ($($find:ident: $sentence:literal, $examples:expr;)*) => {
        const ROWS: &[Row] = &[$(Row {
            sentence: $sentence,
            find: |wrong| wrong.$find(),
            #[cfg(test)]
            examples: &$examples,
        }),*];
    };
}

// The first row that fits decides.
rows! {
    drive: "the URI of a file of Windows begins with `file:///` and has `/` for `\\`",
        [(r"C:\Users\x y", Some("file:///C:/Users/x%20y")),
         (r"file://C:\a\b", Some("file:///C:/a/b")), (r"C:\a#b", Some("file:///C:/a%23b"))];
    share: "the URI of a share of Windows begins with `file://` and has `/` for `\\`",
        [(r"\\server\share\x", Some("file://server/share/x"))];
    backslash: "a URI has no `\\`; browsers read it as `/` in this scheme",
        [(r"https://example.org\@evil.example/", Some("https://example.org/@evil.example/")),
         (r"http://example.org\path", Some("http://example.org/path")),
         (r"http:\\example.org\path", Some("http://example.org/path"))];
    at_signs: "the last `@` ends the user name and password; others in them are written `%40`",
        [("http://user:p@ss@example.org/", Some("http://user:p%40ss@example.org/")),
         ("http://a@b@c@d/@", Some("http://a%40b%40c@d/@"))];
    password: "`/`, `?` and `#` end an authority; in a password they are `%2F`, `%3F` and `%23`",
        [("http://user:pa#ss@example.org/", None), ("http://user:pa/ss@example.org/", None)];
    address: "an IPv6 address is written in brackets, as in `http://[::1]/`",
        [("http://::1/", None), ("http://u@2001:db8::7/c", None)];
    zone: "a zone is not part of an address in a URI; only RFC 6874 has zones, after `%25`",
        [("http://[fe80::1%eth0]/", None)];
    two_ports: "an authority has one port",
        [("http://example.org:80:80/", None)];
    port: "a port is a number, in digits",
        [("http://a:port/", None), ("http://a:80a", None), ("http://u@a:80a/", None)];
    placeholder: "braces mark a placeholder: fill in the host first",
        [("http://{host}/a", None)];
    host: "a host name cannot contain this character, not even percent-encoded",
        [("http://a|b/", None), ("http://a b/", None), ("http://u@a b/", None)];
    colon: "a colon is missing after the scheme, as in `https://`",
        [("http//example.org", None), ("https//a/b", None)];
    enclosed: "quotes and angle brackets around a URI are not part of it",
        [("<http://example.org/>", None), ("\"http://example.org/\"", None),
         ("\u{201C}http://example.org/\u{201D}", None)];
    mail: "the URI of a mailbox begins with `mailto:`",
        [("jane@example.org", Some("mailto:jane@example.org"))];
    bare_host: "if this begins with a host, write `https://` in front of it",
        [("www.example.org", None), ("example.org/a", None), ("localhost", None),
         ("127.0.0.1:80/a", None), ("[::1]:80/", None)];
    white_space: "leave out the white space around it",
        [(" http://a/", Some("http://a/")), ("http://a/\n", Some("http://a/"))];
    breaks: "leave out the line breaks and tabs",
        [("http://a/b\n/c\td", Some("http://a/b/cd"))];
    dot_segment: "if the colon does not end a scheme, begin the path with `./`",
        [];
    percent: "a `%` that does not begin a percent-encoding is written `%25`",
        [("http://a/100%", Some("http://a/100%25")), ("http://a/%zz%", Some("http://a/%25zz%25"))];
    fragment: "a `#` in a fragment is written `%23`",
        [("http://a/#b#c", Some("http://a/#b%23c"))];
    encoded: "it is accepted if percent-encoded",
        [("http://a/b c", Some("http://a/b%20c")), ("http://a b@c/", Some("http://a%20b@c/")),
         ("http://a/{id}", Some("http://a/%7Bid%7D")), ("mailto:a|b", Some("mailto:a%7Cb"))];
}

/// A rejected text.
struct Wrong<'a> {
    error: &'a SyntaxError,
    text: &'a str,
    kind: SyntaxErrorKind,
    /// The range between `//` and the path, if the error is in it or at its end.
    authority: Option<Range<usize>>,
}

impl<'a> Wrong<'a> {
    fn new(error: &'a SyntaxError, text: &'a str) -> Wrong<'a> {
        let authority = authority(text)
            .filter(|range| range.start <= error.offset() && error.offset() <= range.end);
        Wrong { error, text, kind: error.kind(), authority }
    }

    fn table(&self) -> &'static Table {
        self.error.table()
    }

    fn accepts(&self, text: &str) -> bool {
        self.table().accepts(text.as_bytes())
    }

    /// Returns the authority that the error is in, as text.
    fn in_authority(&self) -> Option<&'a str> {
        Some(&self.text[self.authority.clone()?])
    }

    /// Returns the host and port of the authority that the error is in.
    fn server(&self) -> Option<&'a str> {
        let inside = self.in_authority()?;
        Some(inside.rfind('@').map_or(inside, |at| &inside[at + 1..]))
    }

    /// Returns a text whose rejected characters are percent-encoded, if the grammar accepts it then
    /// and the meaning is kept.
    fn accepted(&self, written: String) -> Option<String> {
        let written = self.encode(written)?;
        keeps_meaning(self.text, self.table(), &written).then_some(written)
    }

    /// Replaces rejected characters one by one while the error moves on.
    fn encode(&self, mut written: String) -> Option<String> {
        let mut last = None;
        for _ in 0..32 {
            let error = match self.table().check(written.as_bytes(), Reading::Corrected) {
                Ok(()) => return Some(written),
                Err(error) => error,
            };
            let Found::Char(c) = error.found() else { return None };
            // Characters that are never rejected themselves, that nobody means, and a delimiter
            // with nothing before it.
            let unreserved = c.is_ascii_alphanumeric() || "-._~".contains(c);
            let at = error.offset();
            let moves_on = last.is_none_or(|last| last < at);
            if !moves_on || unreserved || c.is_control() || (at == 0 && c.is_ascii()) {
                return None;
            }
            let mut escape = String::new();
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                escape.push_str(&format!("%{byte:02X}"));
            }
            written.replace_range(at..at + c.len_utf8(), &escape);
            last = Some(at);
        }
        None
    }
}

/// The rows' conditions.
impl Wrong<'_> {
    fn drive(&self) -> Option<Fix> {
        let path = match self.text.get(..7) {
            Some(scheme) if scheme.eq_ignore_ascii_case("file://") => &self.text[7..],
            _ => self.text,
        };
        let [letter, b':', b'\\', ..] = path.as_bytes() else { return None };
        let path = path.replace('\\', "/").replace('%', "%25").replace('?', "%3F");
        let write = || Fix::Write(format!("file:///{}", path.replace('#', "%23")));
        letter.is_ascii_alphabetic().then(write)
    }

    fn share(&self) -> Option<Fix> {
        let path = self.text.strip_prefix(r"\\")?;
        Some(Fix::SayOrWrite(format!("file://{}", path.replace('\\', "/"))))
    }

    fn backslash(&self) -> Option<Fix> {
        let colon = self.text.find(':')?;
        let scheme = &self.text[..colon];
        let end = self.text.find(['?', '#']).unwrap_or(self.text.len());
        let is_before = self.error.found() == Found::Char('\\') && self.error.offset() < end;
        let write = || {
            let (path, rest) = self.text.split_at(end);
            let (path, mut slashes) = (path.replace('\\', "/"), String::new());
            // Browsers begin an authority after any number of slashes.
            if !scheme.eq_ignore_ascii_case("file") && !path[colon + 1..].starts_with("//") {
                slashes = "/".repeat(
                    2 - (path.len() > colon + 1 && path[colon + 1..].starts_with('/')) as usize,
                );
            }
            Fix::Write(format!("{}:{slashes}{}{rest}", &path[..colon], &path[colon + 1..]))
        };
        (is_before && is_special(scheme)).then(write)
    }

    fn at_signs(&self) -> Option<Fix> {
        let range = self.authority.clone()?;
        let inside = self.in_authority()?;
        let last = inside.rfind('@')?;
        if self.error.found() != Found::Char('@') {
            return None;
        }
        let (userinfo, server) = inside.split_at(last);
        let (before, after) = (&self.text[..range.start], &self.text[range.end..]);
        Some(Fix::SayOrWrite(format!("{before}{}{server}{after}", userinfo.replace('@', "%40"))))
    }

    fn password(&self) -> Option<Fix> {
        let ends = matches!(self.error.found(), Found::Char('/' | '?' | '#'));
        let is_password = self.kind == SyntaxErrorKind::Port && ends;
        let rest = &self.text[self.error.offset()..];
        let is_before = !self.in_authority()?.contains('@') && rest.contains('@');
        (is_password && is_before).then_some(Fix::Say)
    }

    fn address(&self) -> Option<Fix> {
        let server = self.server()?;
        server.parse::<Ipv6Addr>().is_ok().then_some(Fix::Say)
    }

    fn zone(&self) -> Option<Fix> {
        let inside = self.server()?.strip_prefix('[')?;
        (self.kind == SyntaxErrorKind::IpLiteral && inside.contains('%')).then_some(Fix::Say)
    }

    fn two_ports(&self) -> Option<Fix> {
        let mut parts = self.server()?.rsplit(':');
        let (last, first) = (parts.next()?, parts.next()?);
        let has_host = parts.next().is_some_and(|host| !host.is_empty() && !host.contains('['));
        (has_host && parts.next().is_none() && is_number(last) && is_number(first))
            .then_some(Fix::Say)
    }

    fn port(&self) -> Option<Fix> {
        let server = self.server()?;
        let (host, port) = server.rsplit_once(':')?;
        (self.kind == SyntaxErrorKind::Port
            && !host.is_empty()
            && !port.contains(']')
            && !is_number(port))
        .then_some(Fix::Say)
    }

    fn placeholder(&self) -> Option<Fix> {
        self.server()?.contains(['{', '}']).then_some(Fix::Say)
    }

    fn host(&self) -> Option<Fix> {
        let range = self.authority.clone()?;
        let Found::Char(found) = self.error.found() else { return None };
        let is_in_host = !self.text[self.error.offset()..range.end].contains('@');
        let is_wrong = self.error.offset() < range.end && found.is_ascii() && found != '\\';
        let is_said =
            !found.is_ascii_alphanumeric() && !found.is_control() && !"%:[]".contains(found);
        let is_name = self.kind != SyntaxErrorKind::IpLiteral;
        (is_name && is_in_host && is_wrong && is_said).then_some(Fix::Say)
    }

    fn colon(&self) -> Option<Fix> {
        let scheme = self.text.split_once("//")?.0;
        (self.kind == SyntaxErrorKind::NoScheme && is_special(scheme)).then_some(Fix::Say)
    }

    fn enclosed(&self) -> Option<Fix> {
        const ENDS: [char; 8] = ['<', '>', '"', '\'', '“', '”', '‘', '’'];
        let inner = self.text.trim_ascii().strip_prefix(ENDS)?.strip_suffix(ENDS)?;
        self.accepts(inner).then_some(Fix::Say)
    }

    fn mail(&self) -> Option<Fix> {
        let (name, host) = self.text.split_once('@')?;
        let is_name = |text: &str| {
            !text.is_empty() && !text.contains(['/', ':', '?', '#', '@', ' ', '\\', '%'])
        };
        (self.kind == SyntaxErrorKind::NoScheme
            && is_name(name)
            && is_name(host)
            && host.contains('.'))
        .then(|| Fix::Write(format!("mailto:{}", self.text)))
    }

    fn bare_host(&self) -> Option<Fix> {
        let end = self.text.find(['/', '?', '#']).unwrap_or(self.text.len());
        let server = &self.text[..end];
        let (host, port) = server.split_once(':').unwrap_or((server, ""));
        let is_label = |label: &str| {
            !label.is_empty()
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        };
        let is_host = host == "localhost" || (host.contains('.') && host.split('.').all(is_label));
        // A scheme does not begin with a digit.
        let is_kind = matches!(self.kind, SyntaxErrorKind::NoScheme | SyntaxErrorKind::Scheme);
        let is_literal = server.starts_with('[') && server.contains(']');
        (is_kind && (is_literal || is_host && is_number(port))).then_some(Fix::Say)
    }

    fn white_space(&self) -> Option<Fix> {
        let trimmed = self.text.trim_ascii();
        (trimmed.len() < self.text.len() && self.accepts(trimmed))
            .then(|| Fix::Write(trimmed.to_owned()))
    }

    fn breaks(&self) -> Option<Fix> {
        let is_break = |c| matches!(c, '\t' | '\n' | '\r');
        let found = matches!(self.error.found(), Found::Char(c) if is_break(c));
        found.then(|| Fix::Write(self.text.replace(is_break, "")))
    }

    /// A relative path whose first segment has a colon needs a dot-segment (RFC 3986, 4.2).
    fn dot_segment(&self) -> Option<Fix> {
        let dotted = format!("./{}", self.text);
        let is_colon = self.error.found() == Found::Char(':') && self.error.offset() > 0;
        (is_colon && self.accepts(&dotted)).then_some(Fix::Write(dotted))
    }

    fn percent(&self) -> Option<Fix> {
        if self.kind != SyntaxErrorKind::Escape {
            return None;
        }
        let mut written = String::new();
        let mut parts = self.text.split('%');
        written.push_str(parts.next()?);
        for part in parts {
            let digits = part.as_bytes().get(..2);
            let is_escape = digits.is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit));
            written.push_str(if is_escape { "%" } else { "%25" });
            written.push_str(part);
        }
        Some(Fix::Write(written))
    }

    fn fragment(&self) -> Option<Fix> {
        let is_second = self.kind == SyntaxErrorKind::Fragment;
        (is_second && self.error.found() == Found::Char('#'))
            .then(|| Fix::Write(self.text.to_owned()))
    }

    fn encoded(&self) -> Option<Fix> {
        (self.kind != SyntaxErrorKind::Escape).then(|| Fix::Write(self.text.to_owned()))
    }
}

/// Returns true for a scheme that the URL Standard calls special.
fn is_special(scheme: &str) -> bool {
    let all = ["http", "https", "ftp", "ws", "wss", "file"];
    all.iter().any(|one| scheme.eq_ignore_ascii_case(one))
}

/// Returns true if a text has digits only.
fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the range of a text between `//` and the path.
fn authority(text: &str) -> Option<Range<usize>> {
    let start = text.find("//")? + 2;
    let before = &text[..start - 2];
    let is_first =
        before.is_empty() || before.find([':', '/', '?', '#']) == before.len().checked_sub(1);
    let len = text[start..].find(['/', '?', '#', '\\']).unwrap_or(text.len() - start);
    is_first.then_some(start..start + len)
}

/// Returns true if a table reads from a suggested text what the URL Standard reads from the wrong
/// one: user name, password, host and port. Where the Standard refuses the wrong text, neither text
/// may have an authority, or a `//` that others take for the beginning of one.
///
/// A text that begins with two slashes is read after `http:`, as the Standard does where the base
/// is a page.
#[doc(hidden)]
pub fn keeps_meaning(wrong: &str, table: &'static Table, suggested: &str) -> bool {
    let begins_authority = wrong.starts_with("//") || wrong.starts_with(r"\\");
    let whole = if begins_authority { format!("http:{wrong}") } else { wrong.to_owned() };
    let Some(own) = Server::read(table, suggested) else { return false };
    match Server::read(standard(), &removed(&whole)) {
        Some(read) => own == read,
        None => {
            let has_authority = |text: &&str| text.starts_with("//") || text.contains("://");
            own == Server::default() && ![wrong, suggested].iter().any(has_authority)
        }
    }
}

/// Returns the table of the URL Standard.
fn standard() -> &'static Table {
    #[cfg(feature = "practices")]
    let definition = crate::Grammar::Whatwg.definition();
    #[cfg(not(feature = "practices"))]
    let definition = &crate::whatwg::DEFINITION;
    definition.tables(Reading::Corrected).start()
}

/// Returns a text without the characters that the URL Standard removes before it reads.
fn removed(text: &str) -> Cow<'_, str> {
    let Some(removed) = standard().removed() else { return text.into() };
    let (start, end) = removed.inner(text.as_bytes());
    let is_kept = |c: &char| u8::try_from(*c).map_or(true, |byte| !removed.anywhere.contains(byte));
    text[start..end].chars().filter(is_kept).collect::<String>().into()
}

/// The parts of an identifier that say where it leads and as whom.
#[derive(Default, PartialEq, Eq)]
struct Server {
    user: Vec<u8>,
    password: Vec<u8>,
    /// The host and the port as written: no percent-encoding makes another host.
    host: String,
    port: String,
}

impl Server {
    /// Returns the parts by a table; `None` if it rejects the text.
    fn read(table: &'static Table, text: &str) -> Option<Server> {
        let components = table.components(text.as_bytes(), Reading::Corrected).ok()?;
        let part = |component| {
            let span = components.span(component)?;
            text.get(span.start as usize..span.end as usize)
        };
        let userinfo = part(Component::Userinfo).unwrap_or_default();
        let (user, password) = userinfo.split_once(':').unwrap_or((userinfo, ""));
        Some(Server {
            user: decoded(user),
            password: decoded(password),
            host: part(Component::Host).unwrap_or_default().to_owned(),
            port: part(Component::Port).unwrap_or_default().to_owned(),
        })
    }
}

/// Returns the bytes that a text with percent-encodings stands for.
fn decoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let digit = |at: usize| after.get(at).and_then(|&byte| char::from(byte).to_digit(16));
        match (first, digit(0), digit(1)) {
            (b'%', Some(high), Some(low)) => {
                bytes.push((16 * high + low) as u8);
                rest = &after[2..];
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;

    fn uri() -> &'static Table {
        Grammar::Rfc3986.tables(Reading::Corrected).uri.unwrap()
    }

    fn found(table: &'static Table, text: &str) -> Option<Mistake> {
        mistake(&table.check(text.as_bytes(), Reading::Corrected).unwrap_err(), text)
    }

    #[test]
    fn every_row_finds_its_examples() {
        for row in ROWS {
            for &(text, suggestion) in row.examples {
                let mistake = found(uri(), text).unwrap_or_else(|| panic!("{text:?}"));
                assert_eq!(mistake.sentence(), row.sentence, "{text:?}");
                assert_eq!(mistake.suggestion(), suggestion, "{text:?}");
            }
        }
    }

    #[test]
    fn a_colon_in_the_first_segment_needs_a_dot_segment() {
        let reference = Grammar::Rfc3986.tables(Reading::Corrected).reference.unwrap();
        let mistake = found(reference, "1:2").unwrap();
        assert_eq!(mistake.suggestion(), Some("./1:2"));
        assert_eq!(found(reference, "ht tp://a/"), None);
    }

    /// Texts that another host was suggested for, or a host with an escape.
    #[test]
    fn no_suggestion_leads_elsewhere() {
        for text in ["http://a|b@c|d/", "x://a|b/", "http://a^b/", "http://{host}/a"] {
            let mistake = found(uri(), text);
            assert!(mistake.is_none_or(|mistake| mistake.suggestion().is_none()), "{text:?}");
        }
        let table = uri();
        assert!(!keeps_meaning("http://u:p@ss@a/", table, "http://u:p@ss%40a/"));
        assert!(!keeps_meaning("http://a:b%3Ac@d/", table, "http://a%3Ab:c@d/"));
        assert!(!keeps_meaning("http://a:1/", table, "http://a:2/"));
        assert!(!keeps_meaning("www.a.example", table, "http://www.a.example"));
        assert!(keeps_meaning("http://u:p@ss@a/", table, "http://u:p%40ss@a/"));
    }
}
