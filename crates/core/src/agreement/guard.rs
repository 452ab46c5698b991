//! The guard: several grammars on one string.

use core::fmt;

use urigram_grammars::{Component, Grammar, Reading, Span, Table};

use super::places::{NoPlaces, Places};
use crate::value::kind::Kind;
use crate::value::{Checked, Identifier};

/// The components that decide with whom a program speaks.
pub(super) const COMPARED: [Component; 4] =
    [Component::Scheme, Component::Userinfo, Component::Host, Component::Port];

/// The components that all accepting grammars find in a string.
///
/// ```
/// use urigram::agreement::check;
/// use urigram::Grammar;
///
/// let text = "http://u@a:80/";
/// let agreed = check(text, &[Grammar::Rfc2396, Grammar::Rfc3986])?;
/// assert_eq!(agreed.accepting(), 2);
/// assert_eq!(agreed.port().map(|port| port.of(text)), Some("80"));
/// # Ok::<(), urigram::agreement::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    spans: [Option<Span>; COMPARED.len()],
    accepting: usize,
}

impl Agreed {
    /// Returns the number of grammars that accept the string, at least 1.
    pub fn accepting(&self) -> usize {
        self.accepting
    }

    /// Returns the place of the scheme.
    pub fn scheme(&self) -> Option<Span> {
        self.spans[0]
    }

    /// Returns the place of the userinfo.
    pub fn userinfo(&self) -> Option<Span> {
        self.spans[1]
    }

    /// Returns the place of the host.
    pub fn host(&self) -> Option<Span> {
        self.spans[2]
    }

    /// Returns the place of the port.
    pub fn port(&self) -> Option<Span> {
        self.spans[3]
    }
}

/// Two grammars that find different components in a string.
///
/// ```
/// use urigram::agreement::{check, Refusal};
/// use urigram::{Component, Grammar};
///
/// let found = check("http://a@b@c/", &[Grammar::Whatwg, Grammar::Rfc2396]);
/// let Err(Refusal::Conflict(conflict)) = found else { panic!("{found:?}") };
/// assert_eq!(conflict.component, Component::Userinfo);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Conflict {
    /// The first component, in the order of the string, on which they differ.
    pub component: Component,
    /// A grammar.
    pub a: Grammar,
    /// The place that it gives to the component; `None` where the component is absent.
    pub span_a: Option<Span>,
    /// Another grammar.
    pub b: Grammar,
    /// The place that the other grammar gives to the component.
    pub span_b: Option<Span>,
    /// A grammar whose rules give some string two places for the component. Then its place is
    /// unknown, the grammars cannot agree, and both spans are `None`.
    pub unknown: Option<Grammar>,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(grammar) = self.unknown {
            let component = self.component.name();
            let grammar = grammar.document().number;
            return write!(f, "the rules of {grammar} do not give the {component} one place");
        }
        write!(f, "the {} differs: ", self.component.name())?;
        for (grammar, span, after) in [(self.a, self.span_a, ", "), (self.b, self.span_b, "")] {
            let grammar = grammar.document().number;
            match span {
                Some(span) => {
                    write!(f, "bytes {} to {} by {grammar}{after}", span.start, span.end)?;
                }
                None => write!(f, "absent by {grammar}{after}")?,
            }
        }
        Ok(())
    }
}

impl core::error::Error for Conflict {}

/// A reason why [`check`] gives no components.
///
/// ```
/// use urigram::agreement::{check, Refusal};
/// use urigram::Grammar;
///
/// assert_eq!(check("http://a b/", &[Grammar::Rfc3986]), Err(Refusal::Rejected));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// None of the grammars accepts the string.
    Rejected,
    /// Two grammars accept the string and split it differently.
    Conflict(Conflict),
    /// This grammar removes characters of the string before it reads, which needs the feature
    /// `alloc`.
    NeedsHeap(Grammar),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Rejected => f.write_str("none of the grammars accepts it"),
            Refusal::Conflict(conflict) => conflict.fmt(f),
            Refusal::NeedsHeap(grammar) => {
                write!(f, "{grammar} removes characters first, which needs the feature `alloc`")
            }
        }
    }
}

impl core::error::Error for Refusal {}

/// Checks that all grammars which accept a string find the same scheme, userinfo, host and port in
/// it.
///
/// Checks the default start rule of each grammar in the corrected reading. A grammar that rejects
/// the string is left out. Takes the time of one parse for each grammar and allocates nothing,
/// except for a string with characters inside that a practice removes before it reads.
///
/// ```
/// use urigram::agreement::{check, Refusal};
/// use urigram::{Component, Grammar};
///
/// let grammars = [Grammar::Rfc2396, Grammar::Rfc3986];
/// let text = "http://bob@example.com:80/";
/// let host = check(text, &grammars)?.host().unwrap();
/// assert_eq!(host.of(text), "example.com");
///
/// // RFC 2396 has names of registries, which are not hosts. RFC 3986 made them hosts.
/// let Err(Refusal::Conflict(conflict)) = check("http://a_b/", &grammars) else { panic!() };
/// assert_eq!(conflict.component, Component::Host);
/// let message = "the host differs: absent by RFC 2396, bytes 7 to 10 by RFC 3986";
/// assert_eq!(conflict.to_string(), message);
/// # Ok::<(), Refusal>(())
/// ```
///
/// # Errors
/// [`Refusal::Conflict`] with the first two grammars of the list that differ and the first
/// component on which they do, [`Refusal::Rejected`] where no grammar accepts the string, and
/// without the feature `alloc` [`Refusal::NeedsHeap`] where a grammar removes characters first.
pub fn check(text: &str, grammars: &[Grammar]) -> Result<Agreed, Refusal> {
    let start = |&grammar: &Grammar| (grammar, grammar.tables(Reading::default()).start());
    check_rules(text, grammars.iter().map(start))
}

/// Checks that all rules which accept a string find the same scheme, userinfo, host and port in it,
/// as [`check`] does for start rules.
///
/// ```
/// use urigram::agreement::check_rules;
/// use urigram::{Grammar, Reading};
///
/// let rule = |grammar: Grammar| {
///     grammar.table_of(Reading::Printed, "authority").map(|table| (grammar, table))
/// };
/// let rules = [rule(Grammar::Rfc2396)?, rule(Grammar::Rfc3986)?];
/// assert!(check_rules("a.example:80", rules).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The errors of [`check`].
pub fn check_rules(
    text: &str,
    rules: impl IntoIterator<Item = (Grammar, &'static Table)>,
) -> Result<Agreed, Refusal> {
    let (mut first, mut next) = (Places::NONE, Places::NONE);
    let mut of_first = None;
    let mut accepting = 0;
    for (grammar, table) in rules {
        let places = if of_first.is_none() { &mut first } else { &mut next };
        match places.read(text, table) {
            Ok(()) => accepting += 1,
            Err(NoPlaces::Rejected) => continue,
            Err(NoPlaces::NeedsHeap) => return Err(Refusal::NeedsHeap(grammar)),
        }
        let read = if of_first.is_none() { &first } else { &next };
        known(grammar, read).map_err(Refusal::Conflict)?;
        match of_first {
            None => of_first = Some(grammar),
            Some(other) if !first.are_known_to_agree(&next) => {
                let known = |component| first.get(component);
                compare((other, known), (grammar, &next)).map_err(Refusal::Conflict)?;
            }
            Some(_) => {}
        }
    }
    of_first.ok_or(Refusal::Rejected)?;
    let [scheme, userinfo, host, port] = COMPARED;
    let spans = [first.get(scheme), first.get(userinfo), first.get(host), first.get(port)];
    Ok(Agreed { spans, accepting })
}

/// Refuses places that are not fully known.
fn known(grammar: Grammar, places: &Places<'_>) -> Result<(), Conflict> {
    match COMPARED.into_iter().find(|&component| places.is_unknown(component)) {
        None => Ok(()),
        Some(component) => {
            let (a, b, unknown) = (grammar, grammar, Some(grammar));
            Err(Conflict { component, a, span_a: None, b, span_b: None, unknown })
        }
    }
}

fn compare(
    (a, place_a): (Grammar, impl Fn(Component) -> Option<Span>),
    (b, places_b): (Grammar, &Places<'_>),
) -> Result<(), Conflict> {
    for component in COMPARED {
        let (span_a, span_b) = (place_a(component), places_b.get(component));
        if span_a != span_b {
            return Err(Conflict { component, a, span_a, b, span_b, unknown: None });
        }
    }
    Ok(())
}

impl<K: Kind> Identifier<&str, K> {
    /// Checks that the other grammars find the same scheme, userinfo, host and port, as far
    /// as they accept the text; see [`agreement::check`](crate::agreement::check()).
    ///
    /// Without the feature `alloc`, a grammar that would first remove characters of the text is
    /// left out.
    ///
    /// ```
    /// use urigram::{Grammar, Uri};
    ///
    /// let uri = Uri::parse("http://a_b/")?;
    /// assert!(uri.agrees_with(&[Grammar::Rfc3987]).is_ok());
    /// assert!(uri.agrees_with(&[Grammar::Rfc2396]).is_err());
    /// # Ok::<(), urigram::SyntaxError>(())
    /// ```
    ///
    /// # Errors
    /// [`Conflict`] with this URI's grammar and the first grammar of the list that differs.
    pub fn agrees_with(&self, grammars: &[Grammar]) -> Result<(), Conflict> {
        let mut places = Places::NONE;
        grammars.iter().try_for_each(|&grammar| {
            let table = grammar.tables(Reading::default()).start();
            if places.read(self.as_str(), table).is_err() {
                return Ok(());
            }
            agree(&self.0, grammar, &places)
        })
    }
}

/// Compares the components of a value with those that another grammar finds in its text.
pub(super) fn agree(
    value: &Checked<'_>,
    grammar: Grammar,
    places: &Places<'_>,
) -> Result<(), Conflict> {
    known(grammar, places)?;
    if places.are_known_to_be(&value.parts) {
        return Ok(());
    }
    compare((value.grammar, |component| value.span(component)), (grammar, places))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_in_the_order_of_the_string_is_reported() {
        // By RFC 1630 only ftp and telnet have a userinfo.
        let refused = check("http://u@h/", &[Grammar::Rfc3986, Grammar::Rfc1630]);
        let Err(Refusal::Conflict(conflict)) = refused else { panic!("{refused:?}") };
        assert_eq!(conflict.component, Component::Userinfo);
        let Err(Refusal::Conflict(conflict)) = check("a://", &[Grammar::Rfc1630, Grammar::Rfc3986])
        else {
            panic!()
        };
        assert_eq!((conflict.component, conflict.span_a), (Component::Host, None));
        assert_eq!(conflict.span_b, Some(Span { start: 4, end: 4 }));
    }

    #[test]
    fn nothing_is_agreed_where_nobody_accepts() {
        assert_eq!(check("http://a b/", Grammar::ALL), Err(Refusal::Rejected));
        assert_eq!(check("http://a/", &[]), Err(Refusal::Rejected));
        assert_eq!(check("http://a/", &[Grammar::Rfc2141]), Err(Refusal::Rejected));
        let one = check("http://a/", &[Grammar::Rfc2141, Grammar::Rfc3986]).unwrap();
        assert_eq!((one.accepting(), one.scheme().map(|span| span.end)), (1, Some(4)));
        assert_eq!([one.userinfo(), one.port()], [None, None]);
    }
}
