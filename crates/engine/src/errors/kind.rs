//! The kind of an error, and the sentence that says it.

use core::fmt;

use crate::errors::position::Position;
use crate::{Form, Found, SyntaxError};

/// The cause of a [`SyntaxError`]: the part of the identifier that is wrong, or the character that
/// is wrong in any part.
///
/// It is derived from the state of the automaton before the error and from the rules that the state
/// belongs to. The text is not read again.
///
/// ```
/// use urigram::errors::SyntaxErrorKind;
/// use urigram::Uri;
///
/// let kind = |text| Uri::parse(text).unwrap_err().kind();
/// assert_eq!(kind("example.org"), SyntaxErrorKind::NoScheme);
/// assert_eq!(kind("http://a:b:c/"), SyntaxErrorKind::Port);
/// assert_eq!(kind("http://[::1/"), SyntaxErrorKind::IpLiteral);
/// assert_eq!(kind("http://a/100%"), SyntaxErrorKind::Escape);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum SyntaxErrorKind {
    /// The text has no scheme, and the rule demands one.
    NoScheme,
    /// The scheme has a wrong character.
    Scheme,
    /// The authority is neither a host with an optional port nor ends in `@` and a host, and the
    /// rules do not tell which of them is wrong.
    Authority,
    /// A user name or password has a wrong character.
    Userinfo,
    /// The host is missing, ends too early or has a wrong character.
    Host,
    /// The brackets of the host hold no address, or are not closed.
    IpLiteral,
    /// The port is not a number.
    Port,
    /// The path has a wrong character.
    Path,
    /// The query has a wrong character.
    Query,
    /// The fragment has a wrong character, such as a second `#`.
    Fragment,
    /// The namespace identifier of a name (URN) is wrong.
    Nid,
    /// The namespace specific string of a name (URN) is wrong.
    Nss,
    /// The r-component of a name (URN) is wrong.
    RComponent,
    /// The q-component of a name (URN) is wrong.
    QComponent,
    /// Two hexadecimal digits do not follow a `%`.
    Escape,
    /// A space, a tab or a line break is not allowed here.
    Whitespace,
    /// A control character is not allowed here.
    ControlCharacter,
    /// A character beyond US-ASCII is in an identifier that allows only US-ASCII.
    BeyondAscii,
    /// A byte begins no UTF-8 character.
    NotUtf8,
    /// The grammar defines identifiers of another form.
    Form,
    /// The input is longer than 4 GiB, so that nothing is decided.
    TooLong,
    /// A rule that is in none of these parts rejects the input, or the state does not tell the
    /// part.
    Other,
}

impl SyntaxErrorKind {
    /// Every kind.
    pub const ALL: [SyntaxErrorKind; 22] = {
        use SyntaxErrorKind::*;
        [
            NoScheme,
            Scheme,
            Authority,
            Userinfo,
            Host,
            IpLiteral,
            Port,
            Path,
            Query,
            Fragment,
            Nid,
            Nss,
            RComponent,
            QComponent,
            Escape,
            Whitespace,
            ControlCharacter,
            BeyondAscii,
            NotUtf8,
            Form,
            TooLong,
            Other,
        ]
    };

    /// Returns the name in answers, `"ip-literal"`.
    pub const fn as_str(self) -> &'static str {
        match self {
            SyntaxErrorKind::NoScheme => "no-scheme",
            SyntaxErrorKind::Scheme => "scheme",
            SyntaxErrorKind::Authority => "authority",
            SyntaxErrorKind::Userinfo => "userinfo",
            SyntaxErrorKind::Host => "host",
            SyntaxErrorKind::IpLiteral => "ip-literal",
            SyntaxErrorKind::Port => "port",
            SyntaxErrorKind::Path => "path",
            SyntaxErrorKind::Query => "query",
            SyntaxErrorKind::Fragment => "fragment",
            SyntaxErrorKind::Nid => "nid",
            SyntaxErrorKind::Nss => "nss",
            SyntaxErrorKind::RComponent => "r-component",
            SyntaxErrorKind::QComponent => "q-component",
            SyntaxErrorKind::Escape => "escape",
            SyntaxErrorKind::Whitespace => "whitespace",
            SyntaxErrorKind::ControlCharacter => "control-character",
            SyntaxErrorKind::BeyondAscii => "beyond-ascii",
            SyntaxErrorKind::NotUtf8 => "not-utf8",
            SyntaxErrorKind::Form => "form",
            SyntaxErrorKind::TooLong => "too-long",
            SyntaxErrorKind::Other => "other",
        }
    }

    /// Returns the kind of an error at a position.
    fn at(position: Position, error: &SyntaxError) -> SyntaxErrorKind {
        let found = error.found();
        match (position, found) {
            (_, Found::TooLong) => SyntaxErrorKind::TooLong,
            (_, Found::Byte(_)) => SyntaxErrorKind::NotUtf8,
            (Position::Escape, _) => SyntaxErrorKind::Escape,
            (_, Found::Char(c)) if c.is_whitespace() => SyntaxErrorKind::Whitespace,
            (_, Found::Char(c)) if c.is_control() => SyntaxErrorKind::ControlCharacter,
            (_, Found::Char(c)) if !c.is_ascii() && has_ascii_only(error) => {
                SyntaxErrorKind::BeyondAscii
            }
            (Position::Start | Position::Urn, _) => SyntaxErrorKind::NoScheme,
            (Position::Scheme, _) if ends_scheme(found) => SyntaxErrorKind::NoScheme,
            (Position::Scheme, _) => SyntaxErrorKind::Scheme,
            (Position::Authority, _) => SyntaxErrorKind::Authority,
            (Position::AfterColon, _) if ends_authority(found) => SyntaxErrorKind::Port,
            (Position::Userinfo, _) if ends_authority(found) => SyntaxErrorKind::Authority,
            (Position::Userinfo | Position::AfterColon, _) => SyntaxErrorKind::Userinfo,
            (Position::HostStart | Position::Host, _) => SyntaxErrorKind::Host,
            (Position::IpLiteral, _) => SyntaxErrorKind::IpLiteral,
            (Position::Port, _) => SyntaxErrorKind::Port,
            // Colons are wrong only in the first segment of a relative path.
            (Position::Path, Found::Char(':')) if error.offset() == 0 => SyntaxErrorKind::NoScheme,
            (Position::Path, Found::Char(':')) => SyntaxErrorKind::Scheme,
            (Position::Path, _) => SyntaxErrorKind::Path,
            (Position::Query, _) => SyntaxErrorKind::Query,
            (Position::Fragment, _) => SyntaxErrorKind::Fragment,
            (Position::Nid, _) => SyntaxErrorKind::Nid,
            (Position::Nss, _) => SyntaxErrorKind::Nss,
            (Position::RComponent, _) => SyntaxErrorKind::RComponent,
            (Position::QComponent, _) => SyntaxErrorKind::QComponent,
            (Position::Other, _) => SyntaxErrorKind::Other,
        }
    }
}

impl fmt::Display for SyntaxErrorKind {
    /// Writes the name, `ip-literal`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Returns true if the grammar's identifiers are US-ASCII.
fn has_ascii_only(error: &SyntaxError) -> bool {
    let is_uri = |form| matches!(form, Form::Generic | Form::Locator | Form::Urn);
    is_uri(error.document().form) && error.expected().bytes().is_ascii()
}

/// Returns true for the end of a text, for a delimiter that no scheme precedes and for a dot, which
/// is wrong only at the beginning.
fn ends_scheme(found: Found) -> bool {
    matches!(
        found,
        Found::End | Found::Char('.' | '/' | '\\' | '?' | '#' | '@' | '[' | ']' | ':' | '%')
    )
}

fn ends_authority(found: Found) -> bool {
    matches!(found, Found::End | Found::Char('/' | '?' | '#'))
}

impl SyntaxError {
    /// Returns the cause of the error.
    pub fn kind(&self) -> SyntaxErrorKind {
        match self.cause.and_then(|cause| cause.kind) {
            Some(kind) => kind,
            None => SyntaxErrorKind::at(self.position(), self),
        }
    }

    /// Returns the sentence that names the cause, without the place.
    #[doc(hidden)]
    pub fn sentence(&self) -> impl fmt::Display {
        Sentence(*self)
    }
}

struct Sentence(SyntaxError);

impl Sentence {
    /// Returns the sentence; one that begins with a space follows the character that was found.
    /// Empty if the part and the character say all.
    fn text(position: Position, found: Found, kind: SyntaxErrorKind) -> &'static str {
        match kind {
            SyntaxErrorKind::TooLong => " cannot be checked",
            SyntaxErrorKind::Escape => "two hexadecimal digits must follow `%`, and the input ends",
            SyntaxErrorKind::NoScheme if position == Position::Urn => {
                "a name begins with `urn:` and a namespace"
            }
            SyntaxErrorKind::NoScheme if found == Found::Char(':') => {
                "there is no scheme before the colon: write `https://…`"
            }
            SyntaxErrorKind::NoScheme => {
                "there is no scheme, which begins with a letter: write `https://…`, or parse a \
                 reference"
            }
            SyntaxErrorKind::BeyondAscii if position.is_in_authority() => {
                " is not US-ASCII: parse an IRI, which may have it"
            }
            SyntaxErrorKind::BeyondAscii => {
                " is not US-ASCII: percent-encode it, or parse an IRI, which may have it"
            }
            SyntaxErrorKind::Scheme if position == Position::Path => {
                "no scheme precedes the colon: begin a relative path with `./`"
            }
            SyntaxErrorKind::Port if ends_authority(found) => {
                "the port is not a number, and no `@` ends a user name and password before a host"
            }
            SyntaxErrorKind::Authority if ends_authority(found) => {
                "this is neither a host with a port, nor a user name and `@` before a host"
            }
            SyntaxErrorKind::Host if position == Position::HostStart && ends_authority(found) => {
                "the host is missing"
            }
            SyntaxErrorKind::IpLiteral if ends_authority(found) => {
                "the brackets of an IP address are not closed"
            }
            SyntaxErrorKind::IpLiteral if found == Found::Char(']') => {
                "the brackets hold no IP address: `]` comes too early"
            }
            SyntaxErrorKind::IpLiteral => " is not allowed in an IP address in brackets",
            SyntaxErrorKind::Fragment if found == Found::Char('#') => {
                "a second `#` is not allowed: in a fragment it is written `%23`"
            }
            _ => "",
        }
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, found) = (self.0.position(), self.0.found());
        if let Some(cause) = self.0.cause {
            return (cause.write)(&self.0, f);
        }
        let kind = SyntaxErrorKind::at(position, &self.0);
        if kind == SyntaxErrorKind::Escape && found != Found::End {
            f.write_str("two hexadecimal digits must follow `%`, not ")?;
            return found.fmt(f);
        }
        let text = Sentence::text(position, found, kind);
        let (shows_found, before, part) = match (text, position.noun()) {
            ("", None) if found == Found::End => (false, "the input ends too early", ""),
            ("", Some(part)) if found == Found::End => (false, part, " is not complete"),
            ("", None) => (true, " is not allowed here", ""),
            ("", Some(part)) => (true, " is not allowed in ", part),
            _ => (text.starts_with(' '), text, ""),
        };
        if shows_found {
            found.fmt(f)?;
        }
        f.write_str(before)?;
        f.write_str(part)
    }
}
