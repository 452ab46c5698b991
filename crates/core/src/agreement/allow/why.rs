//! The reasons why a text is denied.

use core::fmt;

use urigram_grammars::{Component, Grammar, SyntaxError};

use super::super::guard::Conflict;

/// A text that is not vetted: a reader, a component, and the reason.
///
/// ```
/// use urigram::agreement::{AllowList, Why};
/// use urigram::Component;
///
/// let allow = AllowList::read("scheme https\nhost good.example\n", &[])?;
/// let denied = allow.check("https://evil.example/").unwrap_err();
/// assert_eq!((denied.component(), denied.why()), (Some(Component::Host), &Why::NotListed));
/// # Ok::<(), urigram::agreement::ListError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Denied {
    reader: Grammar,
    component: Option<Component>,
    why: Why,
}

/// A reason why a text is denied.
///
/// ```
/// use urigram::agreement::{AllowList, Why};
///
/// let allow = AllowList::read("scheme https\nany-host\n", &[])?;
/// let why = |text| *allow.check(text).unwrap_err().why();
/// assert_eq!((why("https://u@a.example/"), why("https://127.1/")), (Why::Userinfo, Why::Number));
/// # Ok::<(), urigram::agreement::ListError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Why {
    /// The reader's rules reject the text.
    Syntax(SyntaxError),
    /// The reader's program refuses a text of its rules, by this constraint.
    Program(&'static str),
    /// The reader finds the component at another place than RFC 3986.
    Conflict(Conflict),
    /// The scheme, host or port is not on the list.
    NotListed,
    /// A host that is missing or empty.
    NoHost,
    /// A userinfo, also an empty one.
    Userinfo,
    /// A host with a percent-encoding, which some readers decode.
    Encoded,
    /// A host whose last label is a number, and that is not an IPv4 address in four decimal numbers
    /// without leading zeros.
    Number,
    /// A name that ends with a dot.
    TrailingDot,
    /// A name with another character, or with labels that the DNS does not have.
    Name,
    /// A text in brackets that is not an IPv6 address, as one with a zone.
    Literal,
    /// A private address or name, which the policy denies.
    Private,
    /// A port that is empty, has a leading zero, or is above 65535.
    Port,
}

impl Denied {
    pub(super) fn new(reader: Grammar, component: Option<Component>, why: Why) -> Denied {
        Denied { reader, component, why }
    }

    /// Names the component that the rule of a syntax error belongs to, if there is one.
    pub(super) fn syntax(reader: Grammar, error: SyntaxError) -> Denied {
        let is_of = |component: &Component| {
            reader.document().component_rules(*component).contains(&error.rule())
        };
        let component = Component::ALL.iter().copied().find(is_of);
        Denied { reader, component, why: Why::Syntax(error) }
    }

    pub(super) fn conflict(conflict: Conflict) -> Denied {
        let (reader, component) = (conflict.b, Some(conflict.component));
        Denied { reader, component, why: Why::Conflict(conflict) }
    }

    /// Returns the reader that does not take the text. All readers find the same host where RFC
    /// 3986 is named and the reason is the list.
    pub fn reader(&self) -> Grammar {
        self.reader
    }

    /// Returns the component; `None` for a syntax error outside of all components.
    pub fn component(&self) -> Option<Component> {
        self.component
    }

    /// Returns true if the text is too long to be read, so nothing is known about it.
    pub fn is_limit(&self) -> bool {
        matches!(self.why, Why::Syntax(error) if error.is_limit())
    }

    /// Returns the reason.
    pub fn why(&self) -> &Why {
        &self.why
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Syntax(error) => {
                return write!(f, "{} at byte {}", error.found(), error.offset());
            }
            Why::Program(constraint) => {
                return write!(f, "the program refuses it (constraint {constraint})");
            }
            Why::Conflict(conflict) => return conflict.fmt(f),
            Why::NotListed => "not on the list",
            Why::NoHost => "no host",
            Why::Userinfo => "a userinfo is not allowed",
            Why::Encoded => "a percent-encoding, which some readers decode",
            Why::Number => "a number that is not an IPv4 address in four decimal numbers",
            Why::TrailingDot => "a dot at the end",
            Why::Name => "no name of letters, digits, hyphens and underscores in labels",
            Why::Literal => "no IPv6 address without a zone",
            Why::Private => "private, which the policy denies",
            Why::Port => "no number from 0 to 65535 without leading zeros",
        })
    }
}

impl fmt::Display for Denied {
    /// Writes `the host by RFC 3986: not on the list`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reader = self.reader.document().number;
        match (self.component, &self.why) {
            (_, Why::Conflict(conflict)) => conflict.fmt(f),
            (Some(component), why) => {
                write!(f, "the {} by {reader}: {why}", component.name())
            }
            (None, why) => write!(f, "by {reader}: {why}"),
        }
    }
}

impl core::error::Error for Denied {}
