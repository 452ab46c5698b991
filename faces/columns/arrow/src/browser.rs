//! The reading of a browser: what the URL Standard's parser makes of a text.

use std::borrow::Cow;
use std::net::Ipv4Addr;

use urigram::normalization::Level;
use urigram::practices::Href;
use urigram::{form, Component, Grammar, IriRef, Normalizer, Reading};

/// The URL that a browser makes of a text, and its parts.
///
/// ```
/// use urigram_arrow::Browsed;
///
/// let browsed = Browsed::of("HTTP:\\\\0x7F.1:080/a b?q=%C3%A9").expect("a URL");
/// assert_eq!(browsed.href(), "http://127.0.0.1/a%20b?q=%C3%A9");
/// assert_eq!((browsed.host(), browsed.host_type()), (Some("127.0.0.1"), Some("ipv4")));
/// assert_eq!((browsed.port(), browsed.path()), (Some(80), "/a%20b"));
/// assert_eq!(browsed.pairs().collect::<Vec<_>>(), [("q".into(), "é".into())]);
/// assert_eq!(browsed.agrees(), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Browsed {
    text: String,
    href: String,
    parts: [Option<(usize, usize)>; 6],
    agrees: Option<bool>,
}

/// The components whose places are kept.
const PARTS: [Component; 6] = [
    Component::Scheme,
    Component::Host,
    Component::Port,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

/// The special schemes with their default ports (URL Standard, 4.2).
const SPECIAL: [(&str, Option<u16>); 6] = [
    ("ftp", Some(21)),
    ("file", None),
    ("http", Some(80)),
    ("https", Some(443)),
    ("ws", Some(80)),
    ("wss", Some(443)),
];

impl Browsed {
    /// Returns what a browser makes of an absolute URL; `None` where its parser fails. Time is
    /// linear in the length of the text.
    pub fn of(text: &str) -> Option<Browsed> {
        let reading = Reading::default();
        let href = Href::of(Grammar::Whatwg, reading, text)?.ok()?.text().to_owned();
        let table = Grammar::Whatwg.tables(reading).start();
        let split = table.components(href.as_bytes(), reading).ok()?;
        let place = |part| split.span(part).map(|span| (span.start as usize, span.end as usize));
        let mut parts = PARTS.map(place);
        // Without a scheme, the text is relative.
        parts[0]?;
        if let (None, Some((start, _))) = (parts[1], &mut parts[3]) {
            // Before a path of two slashes, where no authority stands, the serializer writes `/.`
            // (4.5), which is not of the path.
            if href[*start..].starts_with("/.//") {
                *start += 2;
            }
        }
        let mut browsed = Browsed { text: text.to_owned(), href, parts, agrees: None };
        browsed.agrees = agrees(text, browsed.host());
        Some(browsed)
    }

    fn part(&self, number: usize) -> Option<&str> {
        self.parts[number].and_then(|(start, end)| self.href.get(start..end))
    }

    /// Returns the text that was read.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the URL with `***` in place of a password.
    pub fn masked(&self) -> String {
        let parsed = IriRef::parse_by(Grammar::Whatwg, Reading::default(), &self.href);
        parsed.map_or_else(|_| "***".to_owned(), |url| url.display_masked().to_string())
    }

    /// Returns the URL as the parser serializes it.
    pub fn href(&self) -> &str {
        &self.href
    }

    /// Returns the scheme, in lower case.
    pub fn scheme(&self) -> &str {
        self.part(0).unwrap_or_default()
    }

    /// Returns the host in US-ASCII, with the brackets of an IPv6 address; `None` for a URL without
    /// an authority.
    pub fn host(&self) -> Option<&str> {
        self.part(1)
    }

    /// Returns the kind of host: `domain`, `ipv4`, `ipv6`, `empty`, or `opaque` for a scheme that
    /// is not special.
    pub fn host_type(&self) -> Option<&'static str> {
        let host = self.host()?;
        Some(if host.starts_with('[') {
            "ipv6"
        } else if host.is_empty() {
            "empty"
        } else if !SPECIAL.iter().any(|(special, _)| *special == self.scheme()) {
            "opaque"
        } else if host.parse::<Ipv4Addr>().is_ok() {
            "ipv4"
        } else {
            "domain"
        })
    }

    /// Returns the port that is connected to: the one that the URL has, or the scheme's.
    pub fn port(&self) -> Option<u16> {
        match self.part(2).filter(|port| !port.is_empty()) {
            Some(port) => port.parse().ok(),
            None => SPECIAL.iter().find(|(special, _)| *special == self.scheme())?.1,
        }
    }

    /// Returns the path.
    pub fn path(&self) -> &str {
        self.part(3).unwrap_or_default()
    }

    /// Returns the query as it is written.
    pub fn query(&self) -> Option<&str> {
        self.part(4)
    }

    /// Returns the pairs of the query, decoded as `URLSearchParams` decodes them: a `+` is a space.
    pub fn pairs(&self) -> impl Iterator<Item = (Cow<'_, str>, Cow<'_, str>)> {
        form::parse(self.query().unwrap_or_default().as_bytes())
    }

    /// Returns the fragment as it is written.
    pub fn fragment(&self) -> Option<&str> {
        self.part(5)
    }

    /// Returns whether RFC 3986 reads the same host, in its normal form; `None` where it rejects
    /// the text.
    pub fn agrees(&self) -> Option<bool> {
        self.agrees
    }
}

/// Compares the host of a browser with that of RFC 3986, which is brought to its normal form: in
/// lower case, unreserved characters decoded, addresses of IPv6 by RFC 5952.
fn agrees(text: &str, host: Option<&str>) -> Option<bool> {
    let grammar = Grammar::Rfc3986;
    let normal = Normalizer::new(grammar).up_to(Level::Address).normalize(text).ok()?;
    let table = grammar.tables(Reading::default()).start();
    let split = table.components(normal.as_bytes(), Reading::default()).ok()?;
    Some(split.span(Component::Host).map(|span| span.of(&normal)) == host)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_those_of_the_url() {
        type Row = (&'static str, Option<&'static str>, Option<&'static str>, Option<u16>);
        let rows: [Row; 12] = [
            ("http://EXAMPLE.com:80", Some("example.com"), Some("domain"), Some(80)),
            ("https://é.example/", Some("xn--9ca.example"), Some("domain"), Some(443)),
            ("ws://1.2:8080", Some("1.0.0.2"), Some("ipv4"), Some(8080)),
            ("http://[0:0::1]", Some("[::1]"), Some("ipv6"), Some(80)),
            ("file:///a", Some(""), Some("empty"), None),
            ("file://localhost/a", Some(""), Some("empty"), None),
            ("x://A%41", Some("A%41"), Some("opaque"), None),
            ("x://1.2", Some("1.2"), Some("opaque"), None),
            ("x://h:00012", Some("h"), Some("opaque"), Some(12)),
            ("mailto:a@b", None, None, None),
            (" \thttp:a\n ", Some("a"), Some("domain"), Some(80)),
            ("http:/\\a@b@c", Some("c"), Some("domain"), Some(80)),
        ];
        for (text, host, kind, port) in rows {
            let browsed = Browsed::of(text).expect(text);
            assert_eq!((browsed.host(), browsed.host_type()), (host, kind), "{text}");
            assert_eq!(browsed.port(), port, "{text}");
            assert_eq!(Browsed::of(browsed.href()).expect(text).href(), browsed.href());
        }
        assert_eq!(Browsed::of("x:/.//a").expect("a URL").path(), "//a");
        for wrong in ["", "a", "//h/", "?q", "http://", "http://a b/", "http://1.2.3.4.5/", "x y"] {
            assert_eq!(Browsed::of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn rfc_3986_reads_the_same_host_or_another() {
        for (text, agrees) in [
            ("http://EXAMPLE.com/", Some(true)),
            ("http://%65xample.com/", Some(true)),
            ("http://[0:0::1]/", Some(true)),
            ("mailto:a@b", Some(true)),
            ("http://0x7f.1/", Some(false)),
            ("http:a", Some(false)),
            ("file://localhost/", Some(true)),
            ("http://a\\@b/", None),
        ] {
            assert_eq!(Browsed::of(text).expect(text).agrees(), agrees, "{text}");
        }
    }

    #[test]
    fn hostile_texts_are_read_in_linear_time() {
        for piece in ["/", "@", ":", "../", "%", "a.", "\\", "?&=", "\0", "\t", "é", "[", "1."] {
            for start in ["http://", "x:", "file:///", ""] {
                let _ = Browsed::of(&format!("{start}{}", piece.repeat(50_000)));
            }
        }
    }
}
