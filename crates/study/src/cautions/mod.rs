//! Identifiers that documents allow and advise against: legal, and dangerous or hard to compare.
//!
//! The advice is data, `[[caution]]` in each `document.toml`. A row names a property of
//! identifiers; here is a check for each property. A requirement that an identifier breaks is
//! something else: see [`constraints`](crate::constraints).

mod citation;
mod host;
mod reference;

use std::fmt;
use std::ops::Range;

use urigram_core::Normalizer;
use urigram_grammars::{Caution, Document, Finds, Grammar, Parts, Reading, SectionRef, Stripped};

use crate::constraints::{documents_of, escapes};

/// A place in an identifier that a document advises against.
///
/// ```
/// use urigram::{cautions::warnings, Grammar, Reading};
///
/// let found = warnings(Grammar::Rfc3986, Reading::Corrected, b"http://u:p@a/");
/// assert!(found.iter().any(|warning| (warning.id(), warning.section()) == ("password", "7.5")));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Warning {
    /// The document with the advice. For a patch, this may be the document that it patches.
    pub document: &'static Document,
    /// The advice, with its section and message.
    pub caution: &'static Caution,
    /// The first such place in the input, in bytes.
    pub range: Range<usize>,
    /// The meaning that programs or readers take the place for: the address of a rare form
    /// (`127.0.0.1`), the identifier that is abbreviated.
    pub reads_as: Option<String>,
}

impl Warning {
    /// Returns the advice's id, unique in its document.
    pub fn id(&self) -> &'static str {
        self.caution.id
    }

    /// Returns the section of the advice.
    pub fn section(&self) -> &'static str {
        self.caution.section
    }

    /// Returns the advice.
    pub fn message(&self) -> &'static str {
        self.caution.message
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Warning { document, caution, range, reads_as } = self;
        let section = SectionRef::of(document.id, caution.section);
        write!(f, "{} ({}, {section}, byte {}", caution.message, caution.id, range.start)?;
        match reads_as {
            Some(text) => write!(f, ", reads as {text})"),
            None => f.write_str(")"),
        }
    }
}

/// Returns the places in an input that the grammar's document advises against, each kind with its
/// first place; empty for an input that the grammar's default start rule rejects. For a value, pass
/// its grammar, reading and text.
///
/// A document that patches another of the same form has the other's advice too. Time is linear in
/// the input for each row of advice.
///
/// ```
/// use urigram::{cautions::warnings, Grammar, Reading};
///
/// let found = warnings(Grammar::Uri2003, Reading::Corrected, b"http://u:p@0x7f.1:25/");
/// let ids: Vec<_> = found.iter().map(|warning| warning.id()).collect();
/// assert_eq!(ids, ["reserved-port", "rare-ipv4", "password"]);
/// assert_eq!((found[1].range.clone(), found[1].reads_as.as_deref()), (11..17, Some("127.0.0.1")));
/// assert!(warnings(Grammar::Uri2003, Reading::Corrected, b"http://a/").is_empty());
/// ```
pub fn warnings(grammar: Grammar, reading: Reading, input: &[u8]) -> Vec<Warning> {
    let documents = documents_of(grammar);
    let table = grammar.tables(reading).start();
    let stripped = Stripped::new(table, input);
    let input = stripped.left();
    if documents.iter().all(|document| document.commentary().cautions.is_empty())
        || !table.accepts(input)
    {
        return Vec::new();
    }
    // Only citations hold octets that are not UTF-8, and they have no components.
    let text = std::str::from_utf8(input).ok();
    let split = text.and_then(|text| Some((text, table.split(text, reading).ok()?)));
    let (text, parts) = split.unwrap_or(("", Parts::EMPTY));
    let subject = Subject { grammar, reading, input, text, parts };
    let mut found = Vec::new();
    for document in documents {
        for caution in document.commentary().cautions {
            if let Some(Place { range, reads_as }) = subject.find(caution.finds) {
                let range = stripped.range(range);
                found.push(Warning { document, caution, range, reads_as });
            }
        }
    }
    found
}

/// An accepted input.
struct Subject<'a> {
    grammar: Grammar,
    reading: Reading,
    input: &'a [u8],
    /// The input as text; empty if it is not UTF-8.
    text: &'a str,
    parts: Parts,
}

/// A place that has a property.
struct Place {
    range: Range<usize>,
    reads_as: Option<String>,
}

impl From<Range<usize>> for Place {
    fn from(range: Range<usize>) -> Place {
        Place { range, reads_as: None }
    }
}

impl<'a> Subject<'a> {
    /// Returns the first place with a property.
    fn find(&self, finds: Finds) -> Option<Place> {
        match finds {
            Finds::Equivalence(id) => {
                let normalizer = Normalizer::new(self.grammar).reading(self.reading);
                normalizer.changed_by(id, self.text, &self.parts).map(Place::from)
            }
            Finds::Octets(octets) => {
                escapes::first(self.input, |octet| octets.contains(&octet)).map(Place::from)
            }
            Finds::NotUtf8 => {
                escapes::undecodable(self.input, escapes::taken_as_utf_8).map(Place::from)
            }
            Finds::ReservedPort => self.other_port(|port| port.is_some_and(|port| port < 1024)),
            Finds::UnusualPort => self.other_port(|port| port.is_none_or(|port| port >= 1024)),
            Finds::LargePort => self.large_port(),
            Finds::RareIpv4 => self.rare_ipv4(),
            Finds::Userinfo => self.userinfo(),
            Finds::Password => self.password(),
            Finds::MisleadingUserinfo => self.misleading_userinfo(),
            Finds::Abbreviated => self.abbreviated(),
            Finds::FieldName(names) => self.field_name(names),
            _ => None,
        }
    }

    fn scheme(&self) -> Option<&'a str> {
        self.parts.scheme().map(|span| span.of(self.text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(grammar: Grammar, input: &str) -> Vec<(&'static str, Range<usize>)> {
        let found = warnings(grammar, Reading::Corrected, input.as_bytes());
        found.into_iter().map(|warning| (warning.id(), warning.range)).collect()
    }

    fn has(grammar: Grammar, input: &str, id: &str) -> bool {
        places(grammar, input).iter().any(|(found, _)| *found == id)
    }

    #[test]
    fn each_caution_is_found_in_its_example_and_says_where() {
        let mut rows = 0;
        for &grammar in Grammar::ALL {
            for caution in grammar.document().commentary().cautions {
                let found = places(grammar, caution.example);
                let Some((_, range)) = found.iter().find(|(id, _)| *id == caution.id) else {
                    panic!("{grammar} {}: {:?} has {found:?}", caution.id, caution.example)
                };
                assert!(caution.example.get(range.clone()).is_some_and(|place| !place.is_empty()));
                rows += 1;
            }
        }
        assert!(rows > 30, "{rows}");
    }

    #[test]
    fn a_warning_is_shown_with_its_id_its_section_and_its_place() {
        for &grammar in Grammar::ALL {
            for caution in grammar.document().commentary().cautions {
                for warning in warnings(grammar, Reading::Corrected, caution.example.as_bytes()) {
                    let shown = warning.to_string();
                    let start = format!("{} ({}, ", warning.message(), warning.id());
                    let place = format!("{}, byte {}", warning.section(), warning.range.start);
                    assert!(shown.starts_with(&start) && shown.contains(&place), "{shown}");
                    let reads_as =
                        warning.reads_as.as_ref().map(|text| format!(", reads as {text})"));
                    assert!(shown.ends_with(reads_as.as_deref().unwrap_or(")")), "{shown}");
                }
            }
        }
    }

    #[test]
    fn an_input_that_is_rejected_has_no_warnings() {
        assert_eq!(places(Grammar::Rfc3986, "ftp://u:p@a/ b"), vec![]);
        assert_eq!(places(Grammar::Rfc2141, "urn:a:b"), vec![]);
    }

    #[test]
    fn a_patch_has_the_advice_of_its_base() {
        let found = warnings(Grammar::Rfc6874, Reading::Corrected, b"ftp://u:p@[fe80::a%25en1]/");
        assert_eq!((found[0].id(), found[0].document.id), ("password", "rfc3986"));
    }

    #[test]
    fn canonical_forms_are_advised_where_the_text_differs() {
        let of = |input| places(Grammar::Uri2003, input);
        assert_eq!(of("HTTP://a/"), [("scheme-in-lower-case", 0..4)]);
        assert_eq!(of("http://a.B/"), [("host-in-lower-case", 9..10)]);
        assert_eq!(of("http://a/%7Eb"), [("needless-escape", 9..12)]);
        assert_eq!(of("http://a/%2fb"), [("escape-in-upper-case", 11..12)]);
        assert_eq!(of("http://a/%C3%A4%E4b"), [("escape-by-utf-8", 15..18)]);
        assert_eq!(of("http://a/b/./c"), [("dot-segments", 11..13)]);
        // A relative reference is made with dot segments.
        assert_eq!(of("../a"), []);
        assert_eq!(of("http://a/%C3%A4/%2F?%3F#/./"), []);
    }

    #[test]
    fn ports_are_compared_as_numbers() {
        let of = |input| places(Grammar::Uri2003, input);
        for input in ["http://a:80/", "http://a:080/", "http://a:/", "http://a/", "x://a:25/"] {
            assert_eq!(of(input), [], "{input}");
        }
        assert_eq!(of("http://a:25/"), [("reserved-port", 9..11)]);
        assert_eq!(of("http://a:1023/"), [("reserved-port", 9..13)]);
        assert_eq!(of("http://a:1024/"), [("unusual-port", 9..13)]);
        assert_eq!(of("https://a:80/"), [("reserved-port", 10..12)]);
        // Not 80, although 2^32 + 80 is 80 in 32 bits, and 2^64 + 80 in 64.
        assert_eq!(of("http://a:4294967376/"), [("unusual-port", 9..19)]);
        assert_eq!(of("http://a:18446744073709551696/"), [("unusual-port", 9..29)]);
    }

    #[test]
    fn a_large_port_is_one_above_65535() {
        let of = |input| places(Grammar::Rfc3986, input);
        assert_eq!(of("a://h:65536"), [("large-port", 6..11)]);
        assert_eq!(of("a://:0000065536/"), [("large-port", 5..15)]);
        assert_eq!(of("a://:99999999999999999999"), [("large-port", 5..25)]);
        for input in ["a://h:65535", "a://h:00000065535", "a://h:0", "a://h/:65536", "//h:000000"] {
            assert_eq!(of(input), [], "{input}");
        }
    }

    #[test]
    fn rare_forms_of_addresses_have_their_numbers() {
        for grammar in [Grammar::Uri2003, Grammar::Rfc3986] {
            let number = |host: &str| {
                let input = format!("http://{host}/");
                let found = warnings(grammar, Reading::Corrected, input.as_bytes());
                let rare = found.into_iter().find(|warning| warning.id() == "rare-ipv4")?;
                assert_eq!(&input[rare.range.clone()], host);
                rare.reads_as
            };
            for (host, address) in [
                ("0x7f.1", "127.0.0.1"),
                ("127.1", "127.0.0.1"),
                ("127.0.1", "127.0.0.1"),
                ("2130706433", "127.0.0.1"),
                ("017700000001", "127.0.0.1"),
                ("0X7F000001", "127.0.0.1"),
                ("1.2.772", "1.2.3.4"),
                ("192.168.010.1", "192.168.8.1"),
                ("0", "0.0.0.0"),
                ("4294967295", "255.255.255.255"),
                ("1.16777215", "1.255.255.255"),
                ("1.2.65535", "1.2.255.255"),
            ] {
                assert_eq!(number(host).as_deref(), Some(address), "{grammar} {host}");
            }
            for host in [
                "127.0.0.1",
                "4294967296",
                "1.16777216",
                "1.2.65536",
                "256.1",
                "08",
                "0x",
                "0xg",
                "1.2.3.4.5",
                "1..2",
                "a.1",
                "1.2.3.256",
                "99999999999999999999",
                "1.2.3.4a",
            ] {
                assert_eq!(number(host), None, "{grammar} {host}");
            }
        }
        let found = places(Grammar::Uri2003, "http://u@0x7f.1:80/");
        assert_eq!(found, [("rare-ipv4", 9..15)]);
    }

    #[test]
    fn passwords_and_misleading_userinfo() {
        let of = |input| places(Grammar::Rfc3986, input);
        assert_eq!(of("ftp://u:p@a/"), [("password", 8..9)]);
        assert_eq!(of("ftp://:p@a/"), [("password", 7..8)]);
        for input in ["ftp://u:@a/", "ftp://u@a/", "ftp://a/u:p@", "ftp://@a/"] {
            assert_eq!(of(input), [], "{input}");
        }
        assert_eq!(of("http://paypal.com@a/"), [("misleading-userinfo", 7..17)]);
        assert!(has(Grammar::Rfc3986, "http://www.a.org:80@b/", "misleading-userinfo"));
        for input in ["http://paypal@a/", "http://a..com@b/", "http://.com@b/", "http://a.b1@c/"] {
            assert_eq!(of(input), [], "{input}");
        }
    }

    #[test]
    fn abbreviated_identifiers_are_completed() {
        let of = |input: &str| {
            let found = warnings(Grammar::Uri2003, Reading::Corrected, input.as_bytes());
            let found = found.into_iter().find(|warning| warning.id() == "abbreviated")?;
            Some((found.range, found.reads_as.unwrap()))
        };
        let completed = "http://www.w3.org/Addressing/".into();
        assert_eq!(of("www.w3.org/Addressing/"), Some((0..10, completed)));
        assert_eq!(of("WWW.w3.org?a#b"), Some((0..10, "http://WWW.w3.org?a#b".into())));
        for input in
            ["www", "www.html", "index.html", "/www.w3.org", "//www.w3.org", "a/www.w3.org"]
        {
            assert_eq!(of(input), None, "{input}");
        }
        assert_eq!(of("x:www.w3.org"), None);
    }

    #[test]
    fn field_names_that_nobody_knows() {
        let of = |input| places(Grammar::Urc1993, input);
        assert_eq!(of("<Title=a;X-Colour=b;IAFA-Author=c;Fragment=Section:d;URN:a:b;>"), []);
        assert_eq!(of("<title.sv=a;x-b=c;>"), []);
        assert_eq!(of("<Title=a;Colour.sv=b;>"), [("field-name", 9..15)]);
        assert_eq!(of("<X=b;>"), [("field-name", 1..2)]);
    }

    #[test]
    fn long_inputs_take_linear_time() {
        let long = |piece: &str| piece.repeat(300_000);
        for (grammar, input) in [
            (Grammar::Rfc3986, format!("http://{}/", long("1."))),
            (Grammar::Rfc3986, format!("http://{}@h/", long("a."))),
            (Grammar::Rfc3986, format!("http://h:{}/", long("8"))),
            (Grammar::Uri2003, format!("http://h/{}", long("%7e%E4/../"))),
            (Grammar::Uri2003, format!("www.{}a", long("a."))),
            (Grammar::Urc1993, format!("<{}>", long("Title=a;"))),
        ] {
            warnings(grammar, Reading::Corrected, input.as_bytes());
        }
    }
}
