//! The text of a document, in sections, without what differs between copies of it.
//!
//! Copies differ in the ends of lines, page breaks, indents and encodings. Some have lost their
//! lines. So a text is compared as its *letters*: all its characters except white space, without
//! the feet and heads of pages. Of
//!
//! ```text
//! 3.2.  Authority
//!
//!    Many URI schemes include
//!
//! Berners-Lee, et al.         Standards Track                    [Page 17]
//!
//! RFC 3986                   URI Generic Syntax               January 2005
//!
//!    a hierarchical element
//! ```
//!
//! the letters are `3.2.AuthorityManyURIschemesincludeahierarchicalelement`.

use std::collections::HashSet;
use std::ops::Range;

use crate::folder::sections::{Section, Sections, HEAD};

/// The most bytes of a text.
pub(crate) const MOST: usize = 4 << 20;

/// A document's text.
pub struct Text {
    letters: String,
    /// The letters in lower case, because headings are found in any case.
    lowered: String,
    starts: HashSet<usize>,
    ends: HashSet<usize>,
    /// Whether lines are the document's own. Copies without blank lines have lost them.
    has_lines: bool,
    number: Option<String>,
    /// The characters as they are.
    source: String,
}

impl Text {
    /// Reads a text in UTF-8 or, with a byte order mark, in UTF-16, or else in ISO 8859-1.
    ///
    /// # Errors
    /// A sentence for a text of more than 4 MiB.
    pub fn new(bytes: &[u8]) -> Result<Text, String> {
        if bytes.len() > MOST {
            return Err(format!("a text of more than {MOST} bytes"));
        }
        let decoded = decoded(bytes);
        let mut text = Text {
            letters: String::with_capacity(decoded.len()),
            lowered: String::new(),
            starts: HashSet::new(),
            ends: HashSet::new(),
            has_lines: false,
            number: number(&decoded),
            source: String::new(),
        };
        let (mut after_foot, mut blank, mut all) = (false, 0_usize, 0_usize);
        let lines = || decoded.split(['\n', '\r', '\u{c}']);
        // A copy may be indented as a whole.
        let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
        let margin = lines().filter(|line| !line.trim().is_empty()).map(indent).min();
        for line in lines().map(|line| line.get(margin.unwrap_or(0)..).unwrap_or_default()) {
            if is_foot(line) {
                after_foot = true;
                continue;
            }
            all += 1;
            blank += usize::from(line.trim().is_empty());
            if line.trim().is_empty() || std::mem::take(&mut after_foot) && is_head(line) {
                continue;
            }
            text.starts.insert(text.letters.len());
            text.letters.extend(line.chars().filter(|c| !is_blank(*c)));
            text.ends.insert(text.letters.len());
        }
        text.has_lines = blank * 20 > all;
        text.lowered = text.letters.to_ascii_lowercase();
        text.source = decoded;
        Ok(text)
    }

    /// Returns the number that the text's own head gives: `RFC 3986`.
    pub fn number(&self) -> Option<&str> {
        self.number.as_deref()
    }

    /// Returns all letters in lower case.
    pub(crate) fn lowered(&self) -> &str {
        &self.lowered
    }

    /// Returns the text with its lines; `None` for a copy that has lost them.
    pub(crate) fn lines(&self) -> Option<&str> {
        self.has_lines.then_some(&self.source)
    }

    /// Returns the characters before the section that begins after some bytes of letters.
    pub(crate) fn source_until(&self, letters: usize) -> &str {
        let mut remaining = letters;
        let end = self.source.char_indices().find(|(_, c)| {
            let is_after = remaining == 0;
            remaining = remaining.saturating_sub(if is_blank(*c) { 0 } else { c.len_utf8() });
            is_after
        });
        &self.source[..end.map_or(self.source.len(), |(at, _)| at)]
    }

    /// Returns all letters.
    pub(crate) fn whole(&self) -> &str {
        &self.letters
    }

    pub(crate) fn part(&self, range: &Range<usize>) -> &str {
        self.letters.get(range.clone()).unwrap_or_default()
    }

    /// Returns the letters of each section, its heading included; `None` for one that is not
    /// found.
    ///
    /// Sections are looked for from the last one to the first, each before the one after it, so
    /// that the lines of a table of contents are not taken for headings. A heading is a line of its
    /// own, or else begins a line, or else stands anywhere, in a copy that has lost its lines.
    /// The head is the text before the first of them.
    pub(crate) fn sections(&self, sections: &Sections) -> Vec<Option<Range<usize>>> {
        let mut end = self.letters.len();
        let mut found = Vec::with_capacity(sections.all.len());
        for section in sections.all.iter().rev() {
            let start = if section.number == HEAD {
                // Without the section that ends it, a head would be the whole text.
                found.last().and_then(|next: &Option<Range<usize>>| next.as_ref()).map(|_| 0)
            } else {
                self.heading(&headings(section), end)
            };
            found.push(start.map(|start| start..end));
            end = start.unwrap_or(end);
        }
        found.reverse();
        found
    }

    /// Returns the last place before `end` where one of some headings is.
    fn heading(&self, forms: &[String], end: usize) -> Option<usize> {
        let before = self.lowered.get(..end).unwrap_or_default();
        let last = |fits: &dyn Fn(&(usize, usize)) -> bool| {
            let of = |form: &String| {
                let places = before.rmatch_indices(form.as_str());
                places.map(|(at, form)| (at, at + form.len())).find(fits)
            };
            forms.iter().filter_map(of).max()
        };
        let begins = |place: &(usize, usize)| self.has_lines && self.starts.contains(&place.0);
        last(&|place| begins(place) && self.ends.contains(&place.1))
            .or_else(|| last(&begins))
            .or_else(|| last(&|_| true))
            .map(|place| place.0)
    }
}

/// Returns the letters of a text.
pub(crate) fn letters(text: &str) -> String {
    text.chars().filter(|c| !is_blank(*c)).collect()
}

/// Returns a text without its byte order mark.
fn decoded(bytes: &[u8]) -> String {
    let of_pairs = |rest: &[u8], value: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = rest.chunks_exact(2).map(|pair| value([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xFF, 0xFE, rest @ ..] => of_pairs(rest, u16::from_le_bytes),
        [0xFE, 0xFF, rest @ ..] => of_pairs(rest, u16::from_be_bytes),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.trim_start_matches('\u{FEFF}').to_owned(),
            Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
        },
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{feff}' | '\u{ad}' | '\0')
}

/// Returns the ways in which a document can write a heading, in letters of lower case.
fn headings(section: &Section) -> Vec<String> {
    let (number, title) = (letters(&section.number), letters(&section.title));
    let mut forms = Vec::new();
    if title.is_empty() {
        forms.push(number);
    } else {
        let short = number.strip_prefix("Appendix").map(str::to_owned);
        for number in [number.clone()].into_iter().chain(short) {
            for sign in [".", ":", "", ")", "--"] {
                forms.push(format!("{number}{sign}{title}"));
            }
        }
        if !number.starts_with(|c: char| c.is_ascii_digit()) && !number.starts_with("Appendix") {
            // A heading of ours: the section begins with these words, or with a rule's number.
            let last = section.number.rsplit(' ').next().unwrap_or_default();
            forms.push(format!("{last}{title}"));
            forms.push(title);
        }
    }
    forms.iter().map(|form| form.to_ascii_lowercase()).collect()
}

/// Returns true for the foot of a page: `Berners-Lee, et al.   Standards Track   [Page 17]`.
fn is_foot(line: &str) -> bool {
    let Some((_, number)) = line.trim_end().rsplit_once("[Page ") else { return false };
    let number = number.strip_suffix(']').unwrap_or_default();
    !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns true for the head of a page: columns with wide gaps.
fn is_head(line: &str) -> bool {
    line.trim().contains("   ") && !line.starts_with("   ")
}

/// Returns the number that a document gives itself in its head.
fn number(text: &str) -> Option<String> {
    let head: String = text.lines().take(60).flat_map(|line| [line, "\n"]).collect();
    let from = |sign: &str| {
        let (_, rest) = head.split_once(sign)?;
        let digits: String = rest.trim_start().chars().take_while(char::is_ascii_digit).collect();
        (!digits.is_empty()).then(|| format!("RFC {digits}"))
    };
    from("Request for Comments:").or_else(|| from("RFC #")).or_else(|| from("RFC # "))
}

#[cfg(test)]
mod tests {
    use super::{letters, Text};
    use crate::folder::sections::Sections;
    use std::path::Path;

    const PAGES: &str = "Request for Comments: 9\n\n1. One ..... 2\n2. Two ..... 2\n\n\
        1.  One\n\n   first half,\n\nA. Author           [Page 1]\n\u{c}\n\
        RFC 9         Title         May 2000\n\n   second half.\n\n\
        2.  Two\n\n   See 1. One of this.\n";

    fn sections() -> Sections {
        Sections::parse(Path::new("s"), "1\tOne\n2\tTwo\n3\tThree\n").unwrap()
    }

    #[test]
    fn a_section_is_the_same_in_every_copy() {
        let of = |bytes: &[u8]| {
            let text = Text::new(bytes).unwrap();
            assert_eq!(text.number(), Some("RFC 9"));
            let found = text.sections(&sections());
            let part = |at: usize| found[at].as_ref().map(|range| text.part(range).to_owned());
            [part(0), part(1), part(2)]
        };
        let expected = ["1.Onefirsthalf,secondhalf.", "2.TwoSee1.Oneofthis."];
        let expected = [Some(expected[0].to_owned()), Some(expected[1].to_owned()), None];
        assert_eq!(of(PAGES.as_bytes()), expected);
        assert_eq!(of(PAGES.replace('\n', "\r\n").as_bytes()), expected);
        assert_eq!(of(format!("\u{feff}{PAGES}").as_bytes()), expected);
        let latin_1: Vec<u8> = PAGES.bytes().chain(*b"\xa0\xa0").collect();
        assert_eq!(of(&latin_1), expected);
        let unpaged = PAGES.replace("A. Author           [Page 1]\n\u{c}\n", "");
        let unpaged = unpaged.replace("RFC 9         Title         May 2000\n", "");
        assert_eq!(of(unpaged.as_bytes()), expected);
    }

    #[test]
    fn the_head_ends_where_the_first_section_begins() {
        let of = |list: &str| {
            let sections = Sections::parse(Path::new("s"), list).unwrap();
            let text = Text::new(PAGES.as_bytes()).unwrap();
            text.sections(&sections)[0].as_ref().map(|range| text.part(range).to_owned())
        };
        let head = "RequestforComments:91.One.....22.Two.....2";
        assert_eq!(of("head\n1\tOne\n2\tTwo\n").as_deref(), Some(head));
        assert_eq!(of("head\n3\tThree\n2\tTwo\n"), None);
        assert_eq!(of("head\n"), None);
        for wrong in ["1\tOne\nhead\n", "head\tHead\n1\tOne\n", "head\nhead\n"] {
            assert!(Sections::parse(Path::new("s"), wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn large_and_strange_texts_are_read_in_time() {
        assert!(Text::new(&vec![b'a'; super::MOST + 1]).is_err());
        for piece in ["1.One\n", "[Page 1]", "1.One", "\u{c}", "\r"] {
            let text = Text::new(piece.repeat(300_000).as_bytes()).unwrap();
            assert_eq!(text.sections(&sections()).len(), 3);
        }
        assert_eq!(letters(" a\tb\u{a0}c\n"), "abc");
    }
}
