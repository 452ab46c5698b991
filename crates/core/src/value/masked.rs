//! Values as text without their passwords.
//!
//! RFC 3986 asks that what follows the first colon of a userinfo is not shown (3.2.1, 7.5). `Debug`
//! of every value writes this form, and `display_masked` gives it to logs.
//!
//! ```text
//! http://jane:secret@a.example/   the text
//! http://jane:***@a.example/      as it is shown
//! ```
//!
//! More is masked rather than less: where a grammar gives the text no userinfo, the authority is
//! searched, and without one the text after `//`.

use core::fmt::{self, Write};
use core::ops::Range;

use urigram_grammars::{Component, Reading, Span};

use super::{Checked, Identifier};

/// The text in place of a password.
const MASK: &str = "***";

/// A text that is shown without its password.
#[derive(Clone)]
pub(crate) struct Masked<'a> {
    text: &'a str,
    /// The place of the password; empty where there isn't one.
    password: Range<usize>,
}

impl<'a> Masked<'a> {
    pub(crate) fn of(checked: &Checked<'a>) -> Masked<'a> {
        let text = checked.text;
        let range = |span: Span| span.start as usize..span.end as usize;
        if let Some(userinfo) = checked.span(Component::Userinfo).map(range) {
            return Masked { text, password: after_colon(text, userinfo) };
        }
        match checked.span(Component::Authority).map(range) {
            Some(authority) => Masked::within(text, authority),
            None => Masked::of_text(text),
        }
    }

    /// Returns a text that no grammar has split.
    pub(crate) fn of_text(text: &'a str) -> Masked<'a> {
        let scheme = text.find([':', '/', '?', '#']).filter(|&at| text[at..].starts_with(':'));
        let body = scheme.map_or(0, |at| at + 1);
        let start = text.len() - text[body..].trim_start_matches(['/', '\\']).len();
        let end = text[start..].find(['/', '?', '#', '\\']).map_or(text.len(), |at| start + at);
        let is_authority = start >= body + 2;
        Masked::within(text, if is_authority { start..end } else { start..start })
    }

    /// Returns a text with this authority.
    pub(crate) fn within(text: &'a str, authority: Range<usize>) -> Masked<'a> {
        let userinfo = text[authority.clone()].rfind('@').unwrap_or(0);
        let userinfo = authority.start..authority.start + userinfo;
        Masked { text, password: after_colon(text, userinfo) }
    }

    /// Returns a text that is a userinfo.
    #[cfg(feature = "alloc")]
    pub(crate) fn userinfo(text: &'a str) -> Masked<'a> {
        Masked { text, password: after_colon(text, 0..text.len()) }
    }

    fn pieces(&self) -> [&'a str; 3] {
        let Range { start, end } = self.password;
        [&self.text[..start], if start < end { MASK } else { "" }, &self.text[end..]]
    }
}

impl Checked<'_> {
    /// Writes `Debug` of a value: its type, its text without a password, and its grammar.
    pub(crate) fn debug(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct(name);
        shown.field("text", &Masked::of(self)).field("grammar", &self.grammar);
        if self.reading != Reading::default() {
            shown.field("reading", &self.reading);
        }
        shown.finish()
    }
}

/// Returns what follows the first colon of a userinfo.
fn after_colon(text: &str, userinfo: Range<usize>) -> Range<usize> {
    match text[userinfo.clone()].find(':') {
        Some(at) => userinfo.start + at + 1..userinfo.end,
        None => userinfo.end..userinfo.end,
    }
}

impl fmt::Display for Masked<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.password.is_empty() {
            return f.pad(self.text);
        }
        self.pieces().into_iter().try_for_each(|piece| f.write_str(piece))
    }
}

impl fmt::Debug for Masked<'_> {
    /// Writes the text in quotes, as `str` does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.pieces().into_iter().flat_map(str::chars) {
            match c {
                '\'' => f.write_char(c)?,
                c => write!(f, "{}", c.escape_debug())?,
            }
        }
        f.write_char('"')
    }
}

impl<'a, K> Identifier<&'a str, K> {
    /// Returns the text for a log or a screen: `***` replaces what follows the first colon of the
    /// userinfo (RFC 3986, 3.2.1 and 7.5). `Debug` also shows this, and `Display` the whole text.
    ///
    /// ```
    /// let uri = urigram::uri!("ftp://jane:secret@a.example/b");
    /// assert_eq!(uri.display_masked().to_string(), "ftp://jane:***@a.example/b");
    /// assert!(!format!("{uri:?}").contains("secret"));
    /// ```
    pub fn display_masked(&self) -> impl fmt::Display + fmt::Debug + use<'a, K> {
        Masked::of(&self.0)
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use std::format;
    use std::string::ToString;

    use super::*;
    use crate::{Grammar, IriRef};

    #[test]
    fn passwords_are_masked_whatever_the_grammar_splits() {
        let texts = [
            ("http://u:p@h/", "http://u:***@h/"),
            ("http://u:p:q@h:1/?a@b", "http://u:***@h:1/?a@b"),
            ("//u:p@h", "//u:***@h"),
            ("x://u:p@h?q", "x://u:***@h?q"),
            // Without a password, nothing changes.
            ("http://u:@h/", "http://u:@h/"),
            ("http://u@h:80/a:b@c", "http://u@h:80/a:b@c"),
            ("http://h:80/", "http://h:80/"),
            ("mailto:a:b@c", "mailto:a:b@c"),
            ("urn:a:b@c", "urn:a:b@c"),
        ];
        let all = || Grammar::ALL.iter().copied().chain(Grammar::unselected());
        let mut count = 0;
        for (text, shown) in texts {
            assert_eq!(Masked::of_text(text).to_string(), shown);
            for (grammar, reading) in all().flat_map(|one| Reading::ALL.map(|read| (one, read))) {
                let Ok(value) = IriRef::parse_by(grammar, reading, text) else { continue };
                // A program that guesses a scheme finds an authority there.
                let authority = value.userinfo().or(value.authority());
                if !text.contains("//") && authority.is_some() {
                    assert!(!value.display_masked().to_string().contains("a:b"), "{grammar}");
                    continue;
                }
                assert_eq!(value.display_masked().to_string(), shown, "{grammar}");
                assert_eq!(format!("{:?}", value.display_masked()), format!("{shown:?}"));
                assert!(format!("{value:?} {:?}", value.to_owned()).contains(shown), "{grammar}");
                count += 1;
            }
        }
        assert!(count > 100, "{count}");
    }

    #[test]
    fn a_registered_name_with_colons_and_signs_is_masked() {
        let by = |grammar, text| IriRef::parse_by(grammar, Reading::Corrected, text).unwrap();
        let value = by(Grammar::Rfc2396, "x://a:b@c@d");
        assert_eq!(value.userinfo(), None);
        assert_eq!(value.display_masked().to_string(), "x://a:***@d");
        let value = by(Grammar::Rfc1808, "//u:p?x@h/");
        assert_eq!(value.display_masked().to_string(), "//u:***@h/");
        let value = by(Grammar::Rfc3986, "http://u:it's@h/it's");
        assert_eq!(format!("{:?}", value.display_masked()), "\"http://u:***@h/it's\"");
    }
}
